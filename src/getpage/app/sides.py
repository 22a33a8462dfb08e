"""The two sides of a proof, from stores or files: the observation of a window of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from getpage.app.window import observe_window, span
from getpage.core import numbers
from getpage.core.amounts import local_time
from getpage.core.errors import GetpageError, command
from getpage.evidence.coverage import coverage
from getpage.evidence.opened import open_evidence
from getpage.evidence.store import Store
from getpage.evidence.view import StoreEvidence
from getpage.evidence.window import Window
from getpage.prove.side import ObservedSide
from getpage.result.prove import Side

_WINDOW = "2026-05-21T08:00..2026-05-21T18:00"
_LATER = "2026-05-22T08:00..2026-05-22T18:00"


def both_sides(
    before: str | Path,
    after: str | Path | None,
    *,
    before_window: str | None,
    after_window: str | None,
    layouts: Sequence[Path] = (),
    system: str | None = None,
    codepage: str | None = None,
) -> tuple[ObservedSide, ObservedSide]:
    """Two stores (or files), or two windows (`FROM..TO`) of one."""
    old = window(before_window, "--before") if before_window else Window()
    new = window(after_window, "--after") if after_window else Window()
    if after is None and not (before_window and after_window):
        message = f"{before}: nothing to compare it with: a second store (or files), or two windows of it"
        raise GetpageError(message, "--before {} --after {}".format(*_two_windows(before)))
    with opened(before, layouts, codepage) as store:
        first = observed_side(store, old, str(before), system)
        if after is None:
            return first, observed_side(store, new, str(before), system)
    with opened(after, layouts, codepage) as store:
        return first, observed_side(store, new, str(after), system)


def _two_windows(path: str | Path) -> tuple[str, str]:
    """Two windows that may be compared: the last two days of a store, or the halves of less; of files, which
    nobody has read yet, the form of two.
    """
    first = last = None
    if Store.is_store(path):
        store = Store(path)
        first, last = span(Window(), coverage(store.files(), store.dictionary))
    if first is None or last is None:
        return _WINDOW, _LATER
    half = min((last - first) / 2, timedelta(days=1))
    ends = [f"{last - count * half:%Y-%m-%dT%H:%M}" for count in (2, 1, 0)]
    return f"{ends[0]}..{ends[1]}", f"{ends[1]}..{ends[2]}"


def window(text: str, option: str) -> Window:
    """`FROM..TO` in local time, as in 2026-05-21T08:00..2026-05-21T18:00; either end may be left out, and T24
    is the end of a day.
    """
    first, dots, last = text.partition("..")
    try:
        ends = [local_time(end) if end.strip() else None for end in (first, last)]
    except GetpageError as error:
        message = f"{option} {text}: expected FROM..TO in local time; {error.problem}"
        raise GetpageError(message, f"{option} {_WINDOW}") from error
    if not dots:
        message = f"{option} {text}: expected FROM..TO in local time"
        raise GetpageError(message, f"{option} {_WINDOW}")
    if ends[0] and ends[1] and ends[0] >= ends[1]:
        message = f"{option} {text}: it ends before it begins"
        raise GetpageError(message, f"{option} {_WINDOW}")
    return Window(*ends)


@contextmanager
def opened(path: str | Path, layouts: Sequence[Path], codepage: str | None = None) -> Iterator[Store]:
    """The store at `path`, or one made of the files there for as long as the block."""
    with open_evidence([str(path)], layouts=layouts, codepage=codepage) as (evidence, loaded):
        wrong = [file for file in loaded.refused if file.asked] if loaded is not None else []
        if wrong:
            message = f"{wrong[0].name}: {wrong[0].why}"
            raise GetpageError(message, command("getpage inspect", wrong[0].name))
        yield evidence.store


def observed_side(store: Store, within: Window, name: str, system: str | None = None) -> ObservedSide:
    """Observe a window of a store; `system` is the z/OS system of evidence that names none."""
    evidence = StoreEvidence(store, within, system)
    files = store.files()
    first, last = span(within, coverage(files, store.dictionary))
    bounded = within.first or within.last
    label = f"{name}, {numbers.span(first, last)}" if bounded else name
    side = Side(label=label, first=first, last=last, files=tuple(sorted(file["path"] for file in files)))
    return ObservedSide(side=side, observed=observe_window(evidence))
