"""The two sides of a proof from stores or files: which window of which, and what is observed there."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING

from getpage.app.observe import observe, span
from getpage.core import numbers
from getpage.core.errors import GetpageError
from getpage.evidence.coverage import coverage
from getpage.evidence.view import StoreEvidence, Window, open_evidence
from getpage.prove.sides import ObservedSide
from getpage.prove.stores import prove_sides
from getpage.result.prove import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from getpage.evidence.store import Store
    from getpage.result.prove import Proof


def prove_stores(
    before: str | Path,
    after: str | Path | None,
    *,
    old: str | None,
    new: str | None,
    level: float,
    layouts: Sequence[Path] = (),
) -> tuple[Proof, ObservedSide, ObservedSide]:
    """Two stores (or files), or two windows (`FROM..TO`) of one; also what was seen before and after.

    NotEnoughEvidenceError where nothing is on both sides.
    """
    windows = [window(old, "--before") if old else Window(), window(new, "--after") if new else Window()]
    if after is None and not (old and new):
        message = (
            f"{before}: say what is before and what is after: give a second store (or files), or two windows "
            "of this one with --before FROM..TO --after FROM..TO"
        )
        raise GetpageError(message)
    with opened(before, layouts) as store:
        first = observed_side(store, windows[0], str(before))
        if after is None:
            second = observed_side(store, windows[1], str(before))
    if after is not None:
        with opened(after, layouts) as store:
            second = observed_side(store, windows[1], str(after))
    return prove_sides(first, second, level), first, second


def window(text: str, option: str) -> Window:
    """`FROM..TO` in local time, as in 2026-05-21T08:00..2026-05-21T18:00; either end may be left out."""
    first, dots, last = text.partition("..")
    try:
        ends = [datetime.fromisoformat(end.strip()) if end.strip() else None for end in (first, last)]
    except ValueError as error:
        raise _no_window(text, option) from error
    if not dots:
        raise _no_window(text, option)
    if any(end is not None and end.tzinfo is not None for end in ends):
        message = f"{option} {text}: give local times, as the systems wrote them, without a zone"
        raise GetpageError(message)
    if ends[0] and ends[1] and ends[0] >= ends[1]:
        message = f"{option} {text}: it ends before it begins"
        raise GetpageError(message)
    return Window(*ends)


def _no_window(text: str, option: str) -> GetpageError:
    example = "2026-05-21T08:00..2026-05-21T18:00"
    return GetpageError(f"{option} {text}: expected FROM..TO in local time, as in {example}")


@contextmanager
def opened(path: str | Path, layouts: Sequence[Path]) -> Iterator[Store]:
    """The store at `path`, or one made of the files there for as long as the block."""
    with open_evidence([str(path)], layouts=layouts) as (evidence, loaded):
        wrong = [file for file in loaded.refused if file.asked] if loaded is not None else []
        if wrong:
            message = f"{wrong[0].name}: {wrong[0].why}"
            raise GetpageError(message)
        yield evidence.store


def observed_side(store: Store, within: Window, name: str) -> ObservedSide:
    """What is observed in a window of a store."""
    evidence = StoreEvidence(store, within)
    files = store.files()
    first, last = span(within, coverage(files, store.dictionary))
    bounded = within.first or within.last
    label = f"{name}, {numbers.span(first, last)}" if bounded else name
    side = Side(label=label, first=first, last=last, files=tuple(file["path"] for file in files))
    return ObservedSide(side=side, observed=observe(evidence))
