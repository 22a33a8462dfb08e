"""One side of a proof from a store or files: what is observed in its window."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from getpage.app.observe import observe, span
from getpage.core import numbers
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.evidence.coverage import coverage
from getpage.evidence.view import StoreEvidence, Window, open_evidence
from getpage.products import registry
from getpage.result.prove import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from getpage.contract.observation import Observation
    from getpage.contract.work import Work
    from getpage.evidence.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservedSide:
    """One side of a proof: what it is, and what was observed in it."""

    side: Side
    observed: Observation

    @property
    def work(self) -> tuple[Work, ...]:
        """Its work by product, subsystem and time."""
        return tuple(sorted(self.observed.work, key=_when))


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


def _when(work: Work) -> tuple[str, str, datetime]:
    return work.subsystem.product, str(work.subsystem), work.start.replace(tzinfo=None)


def nothing(before: ObservedSide, after: ObservedSide) -> NotEnoughEvidenceError:
    """Why two sides cannot be compared, and what would help."""
    parts = []
    for name, side in (("before", before), ("after", after)):
        if not side.work and not side.observed.class_times:
            parts.append(f"{name} ({side.side.label}) has no work that is counted by interval")
    if not parts:
        names = [
            sorted(
                {
                    *(str(w.subsystem) for w in side.work),
                    *(str(s.subsystem) for s in side.observed.class_times),
                }
            )
            for side in (before, after)
        ]
        parts.append(f"no subsystem is on both sides: {', '.join(names[0])} and {', '.join(names[1])}")
    return NotEnoughEvidenceError(
        f"nothing to compare: {'; '.join(parts)}. What would help: "
        f"{registry.what_gives_sides()}, for the same hours of two like days; or a table of runs as CSV"
    )
