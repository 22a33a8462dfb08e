"""What the rules of z/OS look at, each with how much of it a system or sysplex has enough evidence of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from getpage.contract.checks import Scope
from getpage.products.common.coupling import CouplingFacility
from getpage.products.common.subsystem import row_of

from . import spaces, storage
from .system import ZosSystem

FREE_FRAMES: Final[Scope[ZosSystem]] = Scope(
    "z/OS system with its free frames",
    plural="z/OS systems with their free frames",
    count=lambda system: int(bool(system.free)),
)
PAGING: Final[Scope[ZosSystem]] = Scope(
    "z/OS system with its paging",
    plural="z/OS systems with their paging",
    count=lambda system: int(system.has(storage.PAGING_KNOWN)),
)
ADDRESS_SPACES: Final[Scope[ZosSystem]] = Scope(
    "z/OS system with the paging of its address spaces",
    plural="z/OS systems with the paging of their address spaces",
    count=lambda system: int(bool(system.spaces and system.spaces[spaces.PAGING_KNOWN])),
)
CLASSES: Final[Scope[ZosSystem]] = Scope(
    "service or report class",
    plural="service or report classes",
    count=lambda system: sum(measure[spaces.PEAK] is not None for measure in system.classes),
)
PAGE_SLOTS: Final[Scope[ZosSystem]] = Scope(
    "z/OS system with its page slots",
    plural="z/OS systems with their page slots",
    count=lambda system: int(system.has(storage.SLOTS_KNOWN) or system.paging_space.fullest is not None),
)
COMMON_STORAGE: Final[Scope[ZosSystem]] = Scope(
    "area of common storage",
    plural="areas of common storage",
    count=lambda system: len(system.common_storage.areas),
)
FIXED_FRAMES: Final[Scope[ZosSystem]] = Scope(
    "z/OS system with its fixed frames",
    plural="z/OS systems with their fixed frames",
    count=lambda system: int(system.has(storage.FIXED_KNOWN)),
)
PROCESSORS: Final[Scope[ZosSystem]] = Scope(
    "z/OS system with its processors",
    plural="z/OS systems with their processors",
    count=lambda system: int(system.system in system.measured.processors["system"]),
)
DEDICATED: Final[Scope[ZosSystem]] = Scope(
    "z/OS system with dedicated memory",
    plural="z/OS systems with dedicated memory",
    count=lambda system: int(row_of(system.storage, storage.MOST_ASSIGNED) is not None),
)
UIC: Final[Scope[ZosSystem]] = Scope(
    "z/OS system with its UIC",
    plural="z/OS systems with their UIC",
    count=lambda system: int(system.has(storage.UIC_KNOWN)),
)
LARGE_FRAMES: Final[Scope[ZosSystem]] = Scope(
    "z/OS system with its large frames",
    plural="z/OS systems with their large frames",
    count=lambda system: int(system.large is not None),
)
DUMP_OPTIONS: Final[Scope[ZosSystem]] = Scope(
    "z/OS system with its dump options and free frames",
    plural="z/OS systems with their dump options and free frames",
    count=lambda system: int(system.dump is not None and bool(system.free)),
)

#: Of all coupling facilities together, which the systems of a sysplex share.
FACILITIES: Final[Scope[Sequence[CouplingFacility]]] = Scope(
    "coupling facility", plural="coupling facilities", count=len
)
STRUCTURES: Final[Scope[Sequence[CouplingFacility]]] = Scope(
    "coupling facility structure",
    lambda facilities: sum(len(facility.structures) for facility in facilities),
)

#: Scopes whose rules measure rows of real storage, and those of coupling facilities.
OF_STORAGE: Final = (DEDICATED, FREE_FRAMES, PAGING, PAGE_SLOTS, FIXED_FRAMES, UIC, DUMP_OPTIONS)
OF_FACILITIES: Final = (FACILITIES, STRUCTURES)
