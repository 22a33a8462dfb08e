"""What is known of real storage, from z/OS where it says so and from what its subsystems saw where not.

A subsystem may see what z/OS has online and free, and knows what a dump of it takes. z/OS itself goes
first: another word on what is installed or free is used only where z/OS says neither, and a reserve for
dumps only where no MAXSPACE is known. Of several reserves the largest counts, as one dump is taken at a
time; address spaces that one lacks are added from what others saw of them. A system of which nobody says
what is installed or free, and z/OS nothing at all, has no entry.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from getpage.core.names import PLATFORM
from getpage.core.wording import listed, size

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from getpage.contract.storage import AddressSpace, RealStorage


def known(real: Iterable[RealStorage]) -> tuple[RealStorage, ...]:
    """One account of the real storage of each z/OS system, by system and as given within it."""
    ordered = sorted(real, key=lambda entry: str(entry.image))
    groups = (list(group) for _, group in groupby(ordered, lambda entry: entry.image))
    return tuple(entry for group in groups for entry in _of_one_system(group))


def _of_one_system(entries: Sequence[RealStorage]) -> Iterator[RealStorage]:
    own = [entry for entry in entries if entry.by == PLATFORM]
    others = [entry for entry in entries if entry.by != PLATFORM]
    measured = [entry for entry in others if entry.installed is not None or entry.free is not None]
    says = any(entry.installed is not None or entry.free is not None for entry in own)
    base = own if says or not measured else measured
    spaces = _spaces(own) or _spaces(others)
    reserves = [_completed(entry, entries) for entry in others if entry.reserve]
    largest = max(reserves, key=lambda entry: entry.reserve or 0, default=None)
    declared = next((entry for entry in own if entry.reserve is not None), largest)
    for entry in base:
        mine = entry.address_spaces if entry.by == PLATFORM else ()
        yield _reserved(replace(entry, address_spaces=mine or spaces), declared)


def _spaces(entries: Iterable[RealStorage]) -> tuple[AddressSpace, ...]:
    """Address spaces as last seen, largest first."""
    last = {space.job: space for entry in entries for space in entry.address_spaces}
    return tuple(sorted(last.values(), key=lambda space: (-space.bytes, space.job)))


def _completed(entry: RealStorage, entries: Iterable[RealStorage]) -> RealStorage:
    """A reserve with what it lacks, each address space at its largest, as far as anybody saw them."""
    largest: dict[str, int] = {}
    for space in (space for one in entries for space in one.address_spaces):
        largest[space.job] = max(space.bytes, largest.get(space.job, 0))
    found = [job for job in entry.reserve_lacks if job in largest]
    lacking = [name for name in entry.reserve_lacks if name not in largest]
    reserve = (entry.reserve or 0) + sum(largest[job] for job in found)
    note = entry.reserve_note
    sizes = [f"{job} ({size(largest[job])})" for job in found]
    note += f", with that of {listed(sizes)} at their largest" if found else ""
    note += f"; at least so much, as {listed(lacking)} are not in the evidence" if lacking else ""
    facts = dict(entry.facts)
    if "reserve" in facts:
        facts["reserve"] = replace(facts["reserve"], value=reserve)
    return replace(entry, reserve=reserve, reserve_note=note, reserve_lacks=tuple(lacking), facts=facts)


def _reserved(entry: RealStorage, by: RealStorage | None) -> RealStorage:
    if by is None or (entry.by == PLATFORM and entry.reserve is not None):
        return entry
    facts = {name: fact for name, fact in entry.facts.items() if name != "reserve"}
    if "reserve" in by.facts:
        facts["reserve"] = by.facts["reserve"]
    return replace(
        entry,
        reserve=by.reserve,
        reserve_note=by.reserve_note,
        reserve_lacks=by.reserve_lacks,
        facts=facts,
    )
