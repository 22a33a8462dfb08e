"""The options of a forecast."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Final

from getpage.contract.price import Machine
from getpage.core.errors import GetpageError
from getpage.core.option import option

if TYPE_CHECKING:
    from getpage.forecast.draws import Draws

MACHINE: Final = "Machine and load"
TABLE: Final = "A table of runs"


class LoadKind(StrEnum):
    """How work arrives: at a rate that stays (open), from users who wait for an answer (closed), or as the
    intervals show it (auto).
    """

    AUTO = "auto"
    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, kw_only=True)
class ForecastSettings:
    """Options of a forecast. What is None is taken from the evidence, or left out where that has no answer.

    `level` is the probability of intervals, `busy_percent` the busy share of the processors in the same
    hours, `think_seconds` the time from an answer to a user's next request.
    """

    machine: Machine | None = field(
        default=None,
        metadata=option(
            "Processor whose published CPU per read to start from; else the wider range.", group=MACHINE
        ),
    )
    processors: int | None = field(
        default=None, metadata=option("General purpose processors of the z/OS system.", group=MACHINE)
    )
    busy_percent: float | None = field(
        default=None,
        metadata=option("How busy they are in the same hours, in %.", name="busy", group=MACHINE),
    )
    load: LoadKind = field(
        default=LoadKind.AUTO,
        metadata=option(
            "open: work arrives as it did. closed: users wait for an answer before they ask again. "
            "auto: as the intervals say, else open.",
            group=MACHINE,
        ),
    )
    population: float | None = field(default=None, metadata=option("Users of a closed load.", group=MACHINE))
    think_seconds: float | None = field(
        default=None,
        metadata=option(
            "Seconds that a user of a closed load thinks; 0 for batch.", name="think", group=MACHINE
        ),
    )
    level: float = field(default=0.9, metadata=option("Confidence level of intervals: 0.5 to 0.999."))

    def __post_init__(self) -> None:
        """GetpageError for numbers that no system has. Machines and loads may be given as text."""
        object.__setattr__(self, "machine", None if self.machine is None else Machine(self.machine))
        object.__setattr__(self, "load", LoadKind(self.load))
        checks = (
            ("--level", self.level, 0.5, 0.999),
            ("--processors", self.processors, 1, 10_000),
            ("--busy", self.busy_percent, 0, 99.99),
            ("--population", self.population, 1e-9, 1e9),
            ("--think", self.think_seconds, 0, 1e9),
        )
        for name, value, low, high in checks:
            if value is not None and not low <= value <= high:
                message = f"{name} {value:g}: expected a number from {low:g} to {high:g}"
                raise GetpageError(message, f"{name} {min(max(value, low), high):g}")

    @cached_property
    def draws(self) -> Draws:
        """The source of draws of uncertain numbers."""
        from getpage.forecast.draws import Draws  # with NumPy, which help does not wait for

        return Draws()


@dataclass(frozen=True, kw_only=True)
class RunSettings(ForecastSettings):
    """Options of a forecast from a table of runs."""

    by: str | None = field(
        default=None,
        metadata=option(
            "The one figure of that row that is given: reads_per_unit, pool_bytes, any column, or "
            "label where labels are numbers. By default reads per unit of work, else the size.",
            group=TABLE,
        ),
    )
