"""What the user says beside the evidence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from getpage.core.errors import GetpageError
from getpage.forecast.draws import Draws
from getpage.forecast.load import LoadKind

if TYPE_CHECKING:
    from getpage.forecast.published import Machine


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Options of a forecast; None is found out from the evidence, or left out where it cannot be."""

    level: float = 0.9
    machine: Machine | None = None
    processors: int | None = None
    busy_percent: float | None = None
    load: LoadKind = LoadKind.AUTO
    population: float | None = None
    think_seconds: float | None = None
    draws: Draws = field(default_factory=Draws)

    def __post_init__(self) -> None:
        """GetpageError for numbers that no system has."""
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
                raise GetpageError(message)
