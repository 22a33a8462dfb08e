"""Structures of shared queues as knobs of coupling facility storage, up to SIZE of the CFRM policy.

MQ counts that a structure was full; RMF records how large it is and may become (SMF 74 subtype 4). Its name
there is that of the queue sharing group, four characters padded with @, and that of the structure. Records of
releases before 10.0 do not name the group: then it has to be the only one with such a structure. Queue
managers of a group share a structure: it is one knob. No counter tells what another size would save.

References: IBM MQ documentation, "ALTER CFSTRUCT"; IBM z/OS MVS System Commands, SETXCF START,ALTER.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from getpage.contract.knob import Knob, coupling_facility
from getpage.core.names import KnobId, LimitId
from getpage.core.storage_kinds import COUPLING_FACILITY
from getpage.core.units import KIB
from getpage.products.common import coupling
from getpage.result import Ask, Change

from .constants import STEP_PERCENT
from .queue_manager import QueueManager
from .structures import SharedStructure

#: IBM z/OS MVS Setting Up a Sysplex, FULLTHRESHOLD: what z/OS itself calls nearly full.
MOST_USED: Final = 0.80
#: Characters of the name of a queue sharing group.
_GROUP: Final = 4


def structure_knobs(managers: Iterable[QueueManager]) -> Iterator[Knob]:
    """Each structure once, where a record tells its size and the most that it may have."""
    seen: set[tuple[str, str]] = set()
    for manager in managers:
        for structure in manager.structures:
            copies = recorded(manager, structure)
            if copies and (same := (copies[0].sysplex, copies[0].name)) not in seen:
                seen.add(same)
                yield _knob(manager, structure, copies)


def recorded(manager: QueueManager, structure: SharedStructure) -> tuple[coupling.Structure, ...]:
    """The structure as records show it, once for each coupling facility that holds it."""
    every = [copy for facility in manager.measured.facilities for copy in facility.structures if copy.size]
    of_group = f"{structure.group:@<4}{structure.name}"
    fitting = tuple(copy for copy in every if "list" in copy.type and _fits(copy.name, structure, of_group))
    return fitting if len({(copy.sysplex, copy.name) for copy in fitting}) == 1 else ()


def _fits(name: str, structure: SharedStructure, of_group: str) -> bool:
    """Whether a structure has this name in the policy; of a group without a name that of any group fits."""
    return name == of_group if structure.group else name[_GROUP:] == structure.name


def knob_of(manager: QueueManager, structure: SharedStructure) -> KnobId | None:
    """Its knob: that of the first queue manager that uses it; None where no record tells its size."""
    copies = recorded(manager, structure)
    if not copies:
        return None
    for other in manager.group:
        for same in other.structures:
            if recorded(other, same) == copies:
                return KnobId(other.id, same.name)
    return KnobId(manager.id, structure.name)


def more_storage(manager: QueueManager, structure: SharedStructure, share: float) -> tuple[Ask, ...]:
    """A step of 10 % of a structure that was full, else what leaves 20 % of its entries free; no more than
    its policy lets it have.
    """
    copies, knob = recorded(manager, structure), knob_of(manager, structure)
    if not copies or knob is None:
        return ()
    size = copies[0].size
    step = size * (100 + STEP_PERCENT) // 100 if structure.times_full else 0
    wanted = min(max(step, round(size * share / MOST_USED)), copies[0].largest) // KIB
    if wanted <= size // KIB:
        return ()
    full = bool(structure.times_full)
    return (Ask(knob=knob, size=wanted, at_least=full, reached=full),)


def _knob(manager: QueueManager, structure: SharedStructure, copies: tuple[coupling.Structure, ...]) -> Knob:
    first = copies[0]
    size, most = first.size // KIB, first.largest // KIB
    there = tuple(coupling_facility(copy.sysplex, copy.facility) for copy in copies)

    def change(new: int) -> tuple[Change, ...]:
        return (_alter(manager, structure, copies, new),)

    def takes(new: int) -> Mapping[LimitId, int]:
        return dict.fromkeys(there, (new - size) * KIB)

    return Knob(
        id=KnobId(manager.id, structure.name),
        object=structure.object,
        unit="KB",
        unit_bytes=KIB * len(copies),
        setting_bytes=KIB,
        size=size,
        smallest=size,
        largest=max(size, most),
        largest_because="its CFRM policy lets it have no more",
        fixed=False,
        storage=COUPLING_FACILITY,
        limits=there,
        takes=takes,
        supply="SMF 74 subtype 4 and SMF 115 subtype 2 after one ALTER of the structure",
        facts=first.facts(
            coupling.REQUEST, first.last, size="allocated", size_maximum="most that it may take"
        ),
        change=change,
    )


def _alter(
    manager: QueueManager, structure: SharedStructure, copies: tuple[coupling.Structure, ...], size: int
) -> Change:
    name, now = copies[0].name, copies[0].size // KIB
    return Change(
        subsystem=manager.id,
        setting=f"{structure.name} SIZE",
        knob=KnobId(manager.id, structure.name),
        step=1,
        command=coupling.alter_command(name, size),
        undo=coupling.alter_command(name, now),
        verify=f"D XCF,STR,STRNAME={name} shows an actual size of {size} KB; QESTSFUL stays 0 in SMF 115 "
        "subtype 2.",
        verify_after="several SMF intervals with the same load as this window, including its peak",
        storage_bytes=(size - now) * KIB * len(copies),
        because=(),
        effect=f"Gives the structure {size:,} KB instead of {now:,}, without a rebuild.",
        caution=f"{coupling.ROOM_FOR_STRUCTURE} INITSIZE of the CFRM policy holds from the next allocation "
        "on: change it too.",
    )
