"""What kept the work of each sort out of storage, by its own options, its step, and its hour.

What a sort is seen to have reached is named, the nearest first: options that let it hold nothing, or no more
than it held; MEMLIMIT of its step; EXPMAX, which all that ran at the time held together; what was free in its
hours; a dump that held storage. A size that DFSORT could not know may do so, too. Where it reached nothing
that the evidence shows, that is not known, and it is named what would show it.

Limits: messages and records have what a sort held in all, not when; storage that was short for a moment is
not in the intervals of RMF.

Reference: IBM z/OS DFSORT Tuning Guide, "Hipersorting, memory object sorting and data space".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from getpage.core import wording
from getpage.core.units import MIB

from .constants import SMALL
from .sort_options import NONE, SHIPPED
from .sorts import ALL_BUT, Sorts

#: A technique by its code in SMF 16.
_TECHNIQUES: Final = ("BLOCKSET", "PEERAGE", "VALE", "CONVENTIONAL")


@dataclass(frozen=True, slots=True)
class LimitReached:
    """What limits a sort, and what to change."""

    limit: str
    change: str


def limits(sorts: Sorts, row: Mapping[str, Any]) -> tuple[LimitReached, ...]:
    """Those of one sort; none where none of its work is on disk."""
    if not row["disk"]:
        return ()
    own = tuple(_of_its_own(sorts, row))
    every = (*own, *_unknown_size(row)) if own else (*_of_all(sorts, row), *_unknown_size(row))
    return every or (_not_known(row),)


def step_of(row: Mapping[str, Any]) -> str:
    """Job and step, or the program."""
    if not row["job"]:
        return str(row["program"] or "a sort")
    return f"{row['job']}.{row['step']}" if row["step"] else str(row["job"])


def _of_its_own(sorts: Sorts, row: Mapping[str, Any]) -> Iterator[LimitReached]:
    """What its technique, its options and its step let it hold."""
    technique = row["technique"] or _TECHNIQUES[row["technique_code"] or 0]
    if technique != "BLOCKSET":
        yield LimitReached(f"technique {technique}", "remove what rules out Blockset")
        return
    most = row["held_by_options"]
    if most is not None and row["held"] >= ALL_BUT * most:
        names = [
            name for name in SHIPPED if row[name] is not None and (name != "mowrk" or row[name] in NONE[name])
        ]
        shown = " ".join(f"{name.upper()}={row[name]}" for name in names)
        place = "DFSPARM of the step" if sorts.options.closed(row) else "ICEPRMxx"
        yield LimitReached(shown, f"{', '.join(name.upper() for name in names)} in {place}")
    memlimit, held = row["memlimit_mb"], row["memory_object_work_bytes"]
    if memlimit and held and held + (row["memory_object_main_bytes"] or 0) >= ALL_BUT * memlimit * MIB:
        yield LimitReached(f"MEMLIMIT {wording.size(memlimit * MIB)}", "MEMLIMIT of the step")


def _of_all(sorts: Sorts, row: Mapping[str, Any]) -> Iterator[LimitReached]:
    """What all sorts of the system, and the others of the hour, left it."""
    is_timed = row["dated"] and row["begin"] is not None and row["seconds"] is not None
    expmax = row["expmax"] or sorts.options.values.get("expmax", "")
    if expmax == "0":
        yield LimitReached("EXPMAX=0", "EXPMAX in ICEPRMxx")
        return
    if is_timed and expmax.isdecimal() and sorts.held_beside(row) >= ALL_BUT * int(expmax) * MIB:
        yield LimitReached(f"EXPMAX={expmax}", "EXPMAX in ICEPRMxx")
    free = sorts.free_for(row) if is_timed else None
    if free is not None and free.beside(row["expres"] or sorts.options.shown("EXPRES")) < min(
        SMALL, row["disk"]
    ):
        yield LimitReached(
            f"{wording.size(free.then)} free in its hours", "more free storage, or another hour"
        )
    dumps = [dump for dump in sorts.dump_spans if is_timed and dump.overlaps(row["begin"], row["end"])]
    if dumps:
        yield LimitReached(f"dump of {dumps[0].job}", "nothing before a run without a dump")


def _unknown_size(row: Mapping[str, Any]) -> Iterator[LimitReached]:
    is_inserted = "E15" in (row["exits"] or "") or (row["inserted"] or 0) > 0
    if is_inserted or row["size_unknown"]:
        why = "E15" if is_inserted else "ICE118I"
        yield LimitReached(f"size not known ({why})", "FILSZ in DFSPARM of the step")


def _not_known(row: Mapping[str, Any]) -> LimitReached:
    if row["hiprmax"] is None and row["expmax"] is None:
        return LimitReached("not known", "ICE133I and ICE236I would show it")
    if row["begin"] is None or row["seconds"] is None:
        return LimitReached("not known", "SMF 16 and SMF 30 would show it")
    return LimitReached("not known: no limit was reached", "")
