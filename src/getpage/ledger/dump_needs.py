"""What a dump of the largest subsystem of an image takes, against the space that there is for dumps.

A product that knows what a dump of its subsystems takes reports it (the reserve of its `RealStorage`). For
any other subsystem it is what its address space held when least was free: the dump is no larger than that.

Reference: IBM REDP-5238, 1.1 and 2.2.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from getpage.contract.observation import DumpNeed, Observation
from getpage.contract.storage import AddressSpace
from getpage.core.names import PLATFORM, Image, Subsystem
from getpage.ledger.known import KnownSystem
from getpage.products import registry

from .known import known_systems


def with_needs(observed: Observation) -> Observation:
    """The observation, with the findings of dump spaces against the largest dump."""
    if not observed.dump_spaces:
        return observed
    needs = largest(observed)
    findings = list(observed.findings)
    for space in observed.dump_spaces:
        need = needs.get(space.image)
        if need is not None:
            findings += space.judged(need)
    return replace(observed, findings=tuple(findings), dump_spaces=())


def largest(observed: Observation) -> Mapping[Image, DumpNeed]:
    """The largest dump by image; images without a known one have no entry."""
    needs_of = {}
    for system in known_systems(observed.real_storage):
        needs = [*_declared(system), *_held(system, observed)]
        if needs:
            needs_of[system.image] = max(needs, key=lambda need: (need.bytes, need.of))
    return needs_of


def _declared(system: KnownSystem) -> Iterator[DumpNeed]:
    """What a product reports that a dump of its subsystems takes."""
    entry = system.declared
    if entry is not None and entry.by != PLATFORM and entry.reserve:
        facts = tuple(fact for name, fact in entry.facts.items() if name == "reserve")
        yield DumpNeed(
            bytes=entry.reserve, of=registry.named(entry.by).title, note=entry.reserve_note, facts=facts
        )


def _held(system: KnownSystem, observed: Observation) -> Iterator[DumpNeed]:
    """The address spaces of subsystems whose product does not report what a dump takes."""
    reporting = {entry.by for entry in system.entries if entry.reserve is not None and entry.by != PLATFORM}
    spaces = {space.job: space for entry in system.entries for space in entry.address_spaces}
    for of in _subsystems(observed, system.image):
        if of.product in reporting:
            continue
        for suffix in registry.named(of.product).pools_live_in:
            space = spaces.get(f"{of.name}{suffix}")
            if space is not None:
                yield _need(space)


def _subsystems(observed: Observation, image: Image) -> Iterable[Subsystem]:
    named = (account.of for account in observed.accounts)
    mine = (of for of in named if isinstance(of, Subsystem) and of.image == image and of.name)
    return dict.fromkeys(mine)


def _need(space: AddressSpace) -> DumpNeed:
    return DumpNeed(
        bytes=space.bytes,
        of=space.job,
        note="the most: what its address space held when free storage was at its minimum",
        facts=() if space.fact is None else (space.fact,),
    )
