"""How a z/OS system is defined: its storage, its processors and its address spaces. They are in `estate`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..workload import STEADY, Day, Window

if TYPE_CHECKING:
    from ..db2.definitions import MemberSpec


@dataclass(frozen=True, slots=True)
class SpaceSpec:
    """An address space: the frames it holds, the processors it takes at its busiest, and where it pages."""

    job: str
    frames: int
    service_class: str
    processors: float
    """Processors busy for it at the busiest time of the day, beside its threads of Db2."""
    day: Day = STEADY
    fixed: int = 0
    """Frames of `frames` that are page-fixed."""
    page_in_rate: float = 0.0
    """Page-ins a second while the system is short of frames; `paging` says when, if at another time."""
    paging: Window | None = None
    only: Window | None = None
    """The only time at which it runs."""
    program: str = ""
    """The program of its step, where that says something."""
    db2: str = ""
    """Which address space of the member it is; its CPU is that of the member's own statistics."""


@dataclass(frozen=True, slots=True)
class SystemSpec:
    """A z/OS system in its partition."""

    name: str
    partition: str
    online: int
    """Frames of real storage."""
    processors: int
    """General processors; one zIIP beside them."""
    common: int
    """Frames of common storage, the nucleus and what belongs to no address space of the evidence."""
    spaces: tuple[SpaceSpec, ...]
    member: MemberSpec
    fixed_1m: int
    """1 MB frames that fixed pages take."""
    large_1m: int
    """1 MB frames that LFAREA allows."""
    large_2g: int = 0
    """2 GB frames set aside, which nobody takes."""
    short: Window | None = None
    """When it is short of frames."""
    peak: int = 0
    """Frames that are taken for a moment within an interval while it is short."""
