"""One side of a proof from a store or files: what all systems say of its window."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.evidence.coverage import coverage
from getpage.evidence.view import StoreEvidence, Window, open_evidence
from getpage.products import registry
from getpage.result.prove import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from getpage.contract.knob import Knob
    from getpage.contract.storage import Processors, RealStorage
    from getpage.contract.work import ClassTime, Work
    from getpage.evidence.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What was seen on one side."""

    side: Side
    work: tuple[Work, ...]
    spent: tuple[ClassTime, ...]
    knobs: tuple[Knob, ...]
    real_storage: tuple[RealStorage, ...]
    processors: tuple[Processors, ...] = ()


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


def seen(store: Store, within: Window, name: str) -> Seen:
    """What all systems say of a window of a store."""
    evidence = StoreEvidence(store, within)
    said = [system.analyse(evidence) for system in registry.PRODUCTS]
    work = tuple(sorted((w for one in said for w in one.work), key=_when))
    spent = tuple(s for one in said for s in one.spent)
    files = store.files()
    covered = coverage(files, store.dictionary)
    first = within.first or min((c.first for c in covered if c.first), default=None)
    last = within.last or max((c.last for c in covered if c.last), default=None)
    bounded = within.first or within.last
    label = f"{name}, {numbers.span(first, last)}" if bounded else name
    return Seen(
        side=Side(label=label, first=first, last=last, files=tuple(file["path"] for file in files)),
        work=work,
        spent=spent,
        knobs=tuple(c for one in said for c in one.knobs),
        real_storage=tuple(r for one in said for r in one.real_storage),
        processors=tuple(p for one in said for p in one.processors),
    )


def _when(work: Work) -> tuple[str, str, datetime]:
    return work.subsystem.product, str(work.subsystem), work.start.replace(tzinfo=None)


def nothing(before: Seen, after: Seen) -> NotEnoughEvidenceError:
    """Why two sides cannot be compared, and what would help."""
    parts = []
    for name, side in (("before", before), ("after", after)):
        if not side.work and not side.spent:
            parts.append(f"{name} ({side.side.label}) has no work that is counted by interval")
    if not parts:
        names = [
            sorted({*(str(w.subsystem) for w in side.work), *(str(s.subsystem) for s in side.spent)})
            for side in (before, after)
        ]
        parts.append(f"no subsystem is on both sides: {', '.join(names[0])} and {', '.join(names[1])}")
    return NotEnoughEvidenceError(
        f"nothing to compare: {'; '.join(parts)}. What would help: "
        f"{registry.what_gives_sides()}, for the same hours of two like days; or a table of runs as CSV"
    )
