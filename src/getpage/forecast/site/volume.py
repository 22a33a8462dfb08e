"""What a subsystem does a second and a unit over its intervals: rates that a forecast starts from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.systems.interface import Work


@dataclass(frozen=True, slots=True)
class Volume:
    """Means over intervals of one subsystem; None is what they do not tell. Times are seconds a unit."""

    system: str
    subsystem: str
    zos: str | None
    unit: str
    rate: float  # units per s
    seconds: float
    reads: float | None
    cpu: float | None
    response: float | None
    work: tuple[Work, ...]

    @property
    def name(self) -> str:
        """How figures name the subsystem."""
        return f"{self.system}.{self.subsystem}" if self.subsystem else self.system


def volume_of(work: Sequence[Work]) -> Volume | None:
    """The volume of the intervals of one subsystem; None without a unit of work."""
    done = [one for one in work if one.units > 0 and one.seconds > 0]
    if not done:
        return None
    first = done[0]
    return Volume(
        system=first.system,
        subsystem=first.subsystem,
        zos=first.zos,
        unit=first.unit,
        rate=sum(one.units for one in done) / sum(one.seconds for one in done),
        seconds=sum(one.seconds for one in done),
        reads=_each(done, "reads"),
        cpu=_each(done, "cpu_seconds"),
        response=_each(done, "elapsed_seconds"),
        work=tuple(done),
    )


def _each(work: Sequence[Work], column: str) -> float | None:
    """Total over total, of the intervals that have it."""
    have = [one for one in work if getattr(one, column) is not None]
    units = sum(one.units for one in have)
    return sum(getattr(one, column) for one in have) / units if units > 0 else None
