"""What coupling facilities hold and have free: a limit for the structures in them, and tables.

What is free is taken at the lowest of the window, never the average. Storage that is free may be what another
coupling facility's structures need when that one fails: the check of that is
`zos-coupling-facility-takeover`.

Reference: IBM z/OS SMF record type 74 subtype 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract import limits as named
from getpage.contract.knob import Limit
from getpage.products.common.coupling import COUNTERS
from getpage.result import Table

from . import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.products.common.coupling import Facility, Structure
    from getpage.result import Scalar


def limits(facilities: Iterable[Facility]) -> Iterator[Limit]:
    """The free storage of each, where a record tells it."""
    for one in facilities:
        row = one.tightest
        if row is None:
            continue
        yield Limit(
            id=named.coupling_facility(one.sysplex, one.name),
            label=f"storage free in coupling facility {one.name}",
            room=int(row["storage_free"]),
            facts=one.facts(row, storage_free="free at the lowest", storage="storage of the facility"),
        )


def tables(facilities: Iterable[Facility]) -> Iterator[Table]:
    """The structures of each facility."""
    for one in facilities:
        row = one.tightest
        free = (
            f"{words.size(row['storage_free'])} of {words.size(row['storage'])} are free at the lowest. "
            if row
            else ""
        )
        yield Table(
            title=f"Structures in coupling facility {one.name} of {one.sysplex}",
            columns=(
                "structure",
                "type",
                "size",
                "minimum",
                "maximum",
                "entries in use",
                "entries",
                "elements in use",
                "elements",
                "directory reclaims",
                "invalidations by reclaim",
                "castouts",
            ),
            rows=tuple(_row(structure) for structure in one.structures),
            note=f"{free}Sizes and use at the end of the window, reclaims and castouts over all of it "
            "(SMF 74 subtype 4; most offsets are derived, and checked in every record).",
        )


def _row(structure: Structure) -> tuple[Scalar, ...]:
    last = structure.last
    return (
        structure.name,
        structure.type,
        words.size(structure.size),
        words.size(last["size_minimum"]),
        words.size(last["size_maximum"]),
        *_use(structure),
        *(structure.total(counter) for counter in COUNTERS),
    )


def _use(structure: Structure) -> tuple[Scalar, ...]:
    """Entries in use and in all, elements in use and in all."""
    last = structure.last
    if structure.is_cache:
        used = structure.in_use
        return (
            None if used is None else int(used["directory_entries_used"]),
            int(last["directory_entries"]),
            None if used is None else int(used["data_elements_used"]),
            int(last["data_elements"]),
        )
    if structure.type == "lock":
        return int(last["lock_entries"]), int(last["lock_entries_limit"]), None, None
    return (
        int(last["list_entries"]),
        int(last["list_entries_limit"]),
        int(last["list_elements"]),
        int(last["list_elements_limit"]),
    )
