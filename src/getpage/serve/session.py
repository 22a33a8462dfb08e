"""The store of a server as it was at the start, and what was observed in the windows that were asked for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, TypeVar

from getpage.app.evidence import Watch, check_window
from getpage.app.observe import observe
from getpage.app.window import decided
from getpage.core.urls import place
from getpage.evidence.dictionary import load_dictionary
from getpage.evidence.store import Store
from getpage.evidence.view import StoreEvidence
from getpage.evidence.window import Window
from getpage.serve.worker import Worker

if TYPE_CHECKING:
    from getpage.contract.observation import Observation
    from getpage.plan.pipeline import Decided
    from getpage.report.check.links import Links
    from getpage.result import Result

Answer = TypeVar("Answer")

#: Answers of one window that are kept: those between which a slider goes back and forth.
_ANSWERS: Final = 64
#: Intervals of storage that are kept: each has all address spaces of its image, some ten kilobytes.
_INTERVALS: Final = 2000
#: Seconds for which somebody who started the page may take to open it.
_AHEAD: Final = 600.0
#: Bytes of pages that are kept: those between which a reader goes back and forth.
_SHOWN: Final = 16 << 20
#: Windows whose observation is kept: the one that is looked at, one to compare it with, and a way back.
_WINDOWS: Final = 3


@dataclass(frozen=True, slots=True)
class WindowKey:
    """From when to when, and the system of evidence that names none."""

    first: datetime | None = None
    last: datetime | None = None
    system: str | None = None


class Observed:
    """What was observed in one window. Everything is worked out on first use, once."""

    def __init__(self, store: Store, key: WindowKey, watch: Watch) -> None:
        """Look at `store` within the window of `key`, while `watch` is told how far that is."""
        self.key = key
        self.watch = watch
        self._answers: OrderedDict[tuple[str, ...], Any] = OrderedDict()
        self.evidence = StoreEvidence(store, Window(key.first, key.last), key.system)

    @cached_property
    def observation(self) -> Observation:
        """The observation of all products, with the storage of intervals at hand where they are few: each
        plan looks at all of them.
        """
        observed = observe(self.evidence, progress=self.watch.progress)
        if observed.real_by_interval is None:
            return observed
        intervals = tuple(islice(observed.real_by_interval, _INTERVALS + 1))
        return replace(observed, real_by_interval=intervals) if len(intervals) <= _INTERVALS else observed

    @cached_property
    def decided(self) -> Decided:
        """The decisions on it."""
        return decided(self.evidence, self.observation, progress=self.watch.progress)

    @cached_property
    def result(self) -> Result:
        """What `check` says."""
        from getpage.app.analysis import as_result

        return as_result(self.evidence, self.observation, self.decided)

    @cached_property
    def links(self) -> Links:
        """Its findings and commands in their order."""
        from getpage.report.check import links

        return links.link(self.result)

    def has(self, name: str) -> bool:
        """Whether one of the above is worked out."""
        return name in vars(self)

    def once(self, name: tuple[str, ...], answer: Callable[[], Answer]) -> Answer:
        """An answer that is worked out once as long as it is among the last ones."""
        if name not in self._answers:
            self._answers[name] = answer()
        self._answers.move_to_end(name)
        while len(self._answers) > _ANSWERS:
            self._answers.popitem(last=False)
        return self._answers[name]  # type: ignore[no-any-return]


class Shown:
    """The pages that were shown last, as long as the store is as it was then."""

    def __init__(self) -> None:
        """None yet."""
        self._pages: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, of: Hashable) -> bytes | None:
        """A page that was shown; None where it has to be made."""
        return self._pages.get(of)

    def keep(self, of: Hashable, page: bytes) -> None:
        """Keep a page as long as those that were shown after it leave room."""
        self._pages[of] = page
        while sum(map(len, self._pages.values())) > _SHOWN and self._pages:
            self._pages.popitem(last=False)


class Session:
    """A store, as it was when the session began."""

    def __init__(self, path: Path, layouts: tuple[Path, ...] = ()) -> None:
        """Open the store at `path`, with layouts of its own; GetpageError where there is none, or where it
        was loaded with others.
        """
        self.path = place(path)
        #: Works out one answer at a time: they share what is worked out.
        self.worker: Worker[Any] = Worker()
        self._layouts = layouts
        self._lock = Lock()
        self._begin()

    def _begin(self) -> None:
        self._store = Store(self.path, load_dictionary(self._layouts), frozen=True)
        if self._layouts:
            self._store.check_types()
        self._state = self._store.state()
        #: What there is from here on, whoever loads into the store.
        self.catalog = self._store.catalog()
        self._windows: OrderedDict[WindowKey, Observed] = OrderedDict()
        self.shown = Shown()

    def reload(self) -> None:
        """Begin again with the store as it is now."""
        self.worker.forget()
        self._begin()

    def look_ahead(self) -> None:
        """Begin to look at all of the evidence, as the first view will."""
        with self.worker.waiting_for(None, lambda: self.window(WindowKey()).links) as work:
            work.come_back(_AHEAD)

    @property
    def is_stale(self) -> bool:
        """Whether somebody has loaded into the store, or dropped from it, since the session began."""
        return self._store.state() != self._state

    def window(self, key: WindowKey) -> Observed:
        """What was observed in a window. GetpageError for one that ends before it begins."""
        check_window(key.first, key.last)
        with self._lock:
            if key not in self._windows:
                self._windows[key] = Observed(self._store, key, Watch(self.worker.report))
            self._windows.move_to_end(key)
            while len(self._windows) > _WINDOWS:
                self._windows.popitem(last=False)
            return self._windows[key]

    @property
    def file_numbers(self) -> dict[str, int]:
        """The number by which rows name each file that was loaded."""
        return {str(file["path"]): int(file["file"]) for file in self._store.files()}
