"""One server over the window: a row an interval, and what each size of its work area cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from getpage.contract.checks import Scope
from getpage.contract.curve import Rates, SizeCurve
from getpage.core.names import KnobId, Object, Subsystem

if TYPE_CHECKING:
    from getpage.contract.evidence import Evidence

TABLE = "toy_area"
KIB = 1024


@dataclass(frozen=True)
class Server:
    """A server and its intervals, oldest first; `last` says how large its area is now."""

    evidence: Evidence
    id: Subsystem
    intervals: tuple[dict[str, Any], ...]
    last: dict[str, Any]

    @property
    def object(self) -> Object:
        """Its work area."""
        return Object(self.id, "work area")

    @property
    def knob(self) -> KnobId:
        """The size of it."""
        return KnobId(self.id, "AREA")

    def rates(self, column: str) -> dict[int, list[float]]:
        """Seconds a second by size, an interval each."""
        actual: dict[int, list[float]] = {}
        for row in self.intervals:
            actual.setdefault(row["area_kb"], []).append(row[column] / row["interval_us"])
        return dict(sorted(actual.items()))

    @property
    def curve(self) -> SizeCurve | None:
        """What the sizes that it had cost; None of one size alone."""
        cpu, wait = self.rates("folding_us"), self.rates("wait_us")
        if len(cpu) < 2:
            return None
        return SizeCurve(
            basis="past intervals", sizes=tuple(cpu), cpu=_rates(cpu), wait=_rates(wait), facts=self.facts
        )

    @property
    def facts(self) -> tuple:
        """How large it is."""
        return (self.evidence.fact(TABLE, "area_kb", self.last, label="work area"),)


def _rates(found: dict[int, list[float]]) -> Rates:
    every = list(found.values())
    return Rates(
        tuple(sum(item) / len(item) for item in every), tuple(map(min, every)), tuple(map(max, every))
    )


WORK_AREAS: Scope[Server] = Scope("work area", lambda server: int(bool(server.intervals)))
