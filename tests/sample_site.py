"""The sample site, for all tests and all their processes: unpacked once and loaded once, then only read."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections import OrderedDict
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import getpage
from getpage.demo import write_site, write_weeks

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

    import pytest

    from getpage.contract.observation import Observation
    from getpage.core.progress import Progress
    from getpage.evidence.load import Loaded
    from getpage.evidence.view import StoreEvidence
    from getpage.result import Result
    from getpage.result.plan import Plan

#: Names the directory of one test run, which conftest makes and removes.
SHARED = "GETPAGE_TESTS_SHARED"


@cache
def site() -> Path:
    """The directory of its evidence."""
    return once("site", write_site)


@cache
def store() -> Path:
    """A store with all of its evidence. A test that writes to a store takes a copy."""
    return once("store", lambda directory: getpage.load(site(), into=directory))


@cache
def checked() -> Result:
    """What `check` finds in it; once a process."""
    return getpage.check(store())


@cache
def planned() -> Plan:
    """The plan for it; once a process."""
    return getpage.plan(store())


def copy_store(directory: Path) -> Path:
    """Write a copy of the store, to be changed at will."""
    return Path(shutil.copytree(store(), directory))


def once(name: str, write: Callable[[Path], object]) -> Path:
    """A directory of this name that the first process to ask for it writes, while the others wait."""
    shared = Path(os.environ[SHARED])
    target, part = shared / name, shared / f"{name}.part"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            write(part)
            part.rename(target)
    return target


@cache
def weeks() -> Path:
    """A store with the eight weeks of the small site, each day worked out."""

    def write(directory: Path) -> None:
        with TemporaryDirectory() as dumps:
            write_weeks(Path(dumps))
            getpage.trend(getpage.load(dumps, into=directory).path)

    return once("weeks", write)


#: Other evidence that is only read for now (`only_read`).
_ONLY_READ: set[Path] = set()
#: What is open of what is only read, and what was observed in windows of it.
_OPEN: dict[Path, tuple[StoreEvidence, Loaded | None]] = {}
_OBSERVED: OrderedDict[Hashable, Observation] = OrderedDict()
#: Observations that are kept, the last ones.
_MOST = 8


@contextmanager
def only_read(path: Path) -> Iterator[Path]:
    """Within the block verbs share what is observed in this evidence; nothing changes it (`observe_once`)."""
    _ONLY_READ.add(path)
    try:
        yield path
    finally:
        _ONLY_READ.discard(path)
        _OPEN.pop(path, None)
        for key in [key for key in _OBSERVED if key[0] == path.resolve()]:
            del _OBSERVED[key]


def observe_once(patch: pytest.MonkeyPatch) -> None:
    """Verbs that are run in this process on what all tests only read, or on what one says is `only_read`,
    share what is observed in a window of it, as views of the page do: it takes two thirds of their time.
    What follows each does itself.
    """
    # Not at the top: Polars is told how many threads it has before it is loaded (conftest).
    from getpage.app import observe, sides
    from getpage.evidence import opened as opening
    from getpage.evidence import view
    from getpage.evidence.dictionary import load_dictionary

    open_evidence, observe_window = opening.open_evidence, observe.observe_window

    def is_only_read(path: Path) -> bool:
        return path in _ONLY_READ or path.parent == Path(os.environ[SHARED])

    def is_shared(path: Path, options: Mapping[str, object]) -> bool:
        ordinary = {None, (), view.Window(), options.get("progress")}
        return is_only_read(path) and ordinary.issuperset(options.values())

    @contextmanager
    def opened(paths: Sequence[str], **options: object) -> Iterator[tuple[StoreEvidence, Loaded | None]]:
        path = Path(paths[0]).absolute()  # a path that is relative is so to this directory
        if len(paths) > 1 or not is_shared(path.resolve(), options):
            with open_evidence(paths, **options) as evidence:
                yield evidence
            return
        if path not in _OPEN:
            with open_evidence(paths, **options) as _OPEN[path]:
                pass
        yield _OPEN[path]

    def of_window(evidence: StoreEvidence, progress: Progress | None = None) -> Observation:
        store = evidence.store
        is_open = any(store is other.store for other, _ in _OPEN.values())
        if store.dictionary is not load_dictionary() or not (is_open or is_only_read(store.path.resolve())):
            return observe_window(evidence, progress)
        key = (store.path.resolve(), evidence.window, evidence.system)
        if key not in _OBSERVED:
            _OBSERVED[key] = observe_window(evidence, progress)
            while len(_OBSERVED) > _MOST:
                _OBSERVED.popitem(last=False)
        _OBSERVED.move_to_end(key)
        return _OBSERVED[key]

    for module in (opening, sides):
        patch.setattr(module, "open_evidence", opened)
    for module in (observe, sides):
        patch.setattr(module, "observe_window", of_window)
