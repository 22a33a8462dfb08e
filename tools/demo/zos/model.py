"""What a system does in an interval: who runs and holds frames, what is free, who pages, who is busy.

Frames that address spaces hold, common storage and what is free add up to what is online in every interval.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ..clock import INTERVAL
from ..db2.model import CLASS_1_OVER_CLASS_2, run
from ..db2.processors import address_spaces
from ..workload import at_time

if TYPE_CHECKING:
    from ..db2.model import MemberInterval
    from .definitions import SpaceSpec, SystemSpec

_LEAST_CPU = 0.5
"""Seconds: page time counts while a processor is used, so every address space uses one a little."""

UNCAPTURED = 1.12
"""Processor time of the system over that of its address spaces."""


@dataclass(frozen=True)
class SpaceInterval:
    """One address space in one interval."""

    spec: SpaceSpec
    cpu: float
    """Seconds of general processors."""
    page_ins: int


@dataclass(frozen=True)
class SystemInterval:
    """One system in one interval that ends at a second of the day."""

    spec: SystemSpec
    end: int

    @property
    def is_short(self) -> bool:
        """Whether the system is short of frames."""
        return self.spec.short is not None and self.end - 1 in self.spec.short

    @cached_property
    def spaces(self) -> tuple[SpaceInterval, ...]:
        """The address spaces that run."""
        middle = self.end - INTERVAL // 2
        running = [space for space in self.spec.spaces if space.only is None or middle in space.only]
        return tuple(self._space(space, middle) for space in running)

    def _space(self, spec: SpaceSpec, middle: int) -> SpaceInterval:
        cpu = self._cpu(spec, middle)
        pages = self.is_short if spec.paging is None else middle in spec.paging
        return SpaceInterval(spec, cpu, round(spec.page_in_rate * INTERVAL) if pages else 0)

    def _cpu(self, spec: SpaceSpec, middle: int) -> float:
        if spec.db2:
            return max(_LEAST_CPU, address_spaces(self.member)[spec.db2].general / 1e6)
        own = spec.processors * at_time(spec.day, middle) * INTERVAL
        plans = (plan for plan in self.member.plans if plan.spec.connection == spec.job)
        return max(_LEAST_CPU, own + CLASS_1_OVER_CLASS_2 * sum(plan.general_cpu for plan in plans) / 1e6)

    @cached_property
    def member(self) -> MemberInterval:
        """The member of Db2 that runs here."""
        return run(self.spec.member, self.end)

    @property
    def ziip_busy(self) -> float:
        """Seconds that the zIIP was busy: with Db2, which is all that uses it."""
        return sum(space.ziip for space in address_spaces(self.member).values()) / 1e6

    @property
    def available(self) -> int:
        """Frames that are free on average."""
        return self.spec.online - self.spec.common - sum(space.spec.frames for space in self.spaces)

    @property
    def available_minimum(self) -> int:
        """Frames that are free at the lowest."""
        return self.available - (self.spec.peak if self.is_short else self.available // 50)

    @property
    def fixed(self) -> int:
        """Frames that are fixed: those of address spaces, and half of what is common."""
        return self.spec.common // 2 + sum(space.spec.fixed for space in self.spaces)

    @property
    def page_ins(self) -> int:
        """Page-ins of all address spaces."""
        return sum(space.page_ins for space in self.spaces)

    @property
    def busy(self) -> float:
        """Seconds that the processors were busy."""
        return UNCAPTURED * sum(space.cpu for space in self.spaces)
