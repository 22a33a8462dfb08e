"""What is known of real storage: from z/OS where it reports it, else from what its subsystems saw.

A subsystem may report what z/OS has online and free, and what a dump of itself takes. z/OS goes first: what a
subsystem reports as installed or free is used only where z/OS reports neither, and its reserve for dumps only
where no MAXSPACE is known. Of several reserves the largest counts, as one dump is taken at a time; address
spaces missing from a reserve are added from other reports. A z/OS system without a report of installed or
free storage has no entry.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from getpage.core.names import PLATFORM
from getpage.core.wording import listed, size

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.contract.storage import AddressSpace, RealStorage
    from getpage.core.names import Image


def known(real: Iterable[RealStorage]) -> tuple[RealStorage, ...]:
    """One account of the real storage of each z/OS system, by system and as given within it."""
    return tuple(
        entry
        for system in known_systems(real)
        for entry in map(system.completed, system.entries)
        if entry is not None
    )


def known_systems(real: Iterable[RealStorage]) -> tuple[KnownSystem, ...]:
    """All reports of each z/OS system, in order of their names."""
    ordered = sorted(real, key=lambda entry: str(entry.image))
    return tuple(
        KnownSystem(image, tuple(group)) for image, group in groupby(ordered, lambda entry: entry.image)
    )


@dataclass(frozen=True)
class KnownSystem:
    """All reports of one z/OS system."""

    image: Image
    entries: tuple[RealStorage, ...]

    def completed(self, entry: RealStorage) -> RealStorage | None:
        """An interval, completed from the other reports; None for a report that a better one replaces."""
        if (entry.by == PLATFORM) != self._is_own or not (self._is_own or _measured(entry)):
            return None
        mine = entry.address_spaces if entry.by == PLATFORM else ()
        return _reserved(replace(entry, address_spaces=mine or self._spaces), self._declared)

    @cached_property
    def _own(self) -> list[RealStorage]:
        return [entry for entry in self.entries if entry.by == PLATFORM]

    @cached_property
    def _others(self) -> list[RealStorage]:
        return [entry for entry in self.entries if entry.by != PLATFORM]

    @cached_property
    def _is_own(self) -> bool:
        """Whether the reports of z/OS itself count."""
        return any(map(_measured, self._own)) or not any(map(_measured, self._others))

    @cached_property
    def _spaces(self) -> tuple[AddressSpace, ...]:
        return _spaces(self._own) or _spaces(self._others)

    @cached_property
    def _declared(self) -> RealStorage | None:
        """The report whose reserve for a dump counts; None where none has one."""
        return next((entry for entry in self._own if entry.reserve is not None), self.declared)

    @cached_property
    def declared(self) -> RealStorage | None:
        """The subsystem's report with the largest reserve for a dump; None where none has one."""
        reserves = [_completed(entry, self.entries) for entry in self._others if entry.reserve]
        return max(reserves, key=lambda entry: entry.reserve or 0, default=None)


def _measured(entry: RealStorage) -> bool:
    return entry.installed is not None or entry.free is not None


def _spaces(entries: Iterable[RealStorage]) -> tuple[AddressSpace, ...]:
    """Address spaces as last seen, largest first."""
    last = {space.job: space for entry in entries for space in entry.address_spaces}
    return tuple(sorted(last.values(), key=lambda space: (-space.bytes, space.job)))


def _completed(entry: RealStorage, entries: Iterable[RealStorage]) -> RealStorage:
    """A reserve with its missing address spaces added, each at its largest, where a report has them."""
    entries = tuple(entries)
    largest = {job: held for job in entry.reserve_lacks if (held := _largest(job, entries)) is not None}
    missing = [name for name in entry.reserve_lacks if name not in largest]
    reserve = (entry.reserve or 0) + sum(largest.values())
    note = entry.reserve_note
    sizes = [f"{job} ({size(held)})" for job, held in largest.items()]
    note += f", with that of {listed(sizes)} at their largest" if largest else ""
    note += f"; at least so much, as {listed(missing)} are not in the evidence" if missing else ""
    facts = dict(entry.facts)
    if "reserve" in facts:
        facts["reserve"] = replace(facts["reserve"], value=reserve)
    return replace(entry, reserve=reserve, reserve_note=note, reserve_lacks=tuple(missing), facts=facts)


def _largest(job: str, entries: Iterable[RealStorage]) -> int | None:
    """Bytes of an address space at its largest; None where no report has it."""
    held = [space.bytes for entry in entries for space in entry.address_spaces if space.job == job]
    peaks = (entry.largest(job) for entry in entries if entry.largest is not None)
    return max((*held, *(peak for peak in peaks if peak is not None)), default=None)


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
