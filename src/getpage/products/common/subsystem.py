"""One subsystem of a product as its rules see it: who it is, how sentences name it, and its numbers as facts.

A product adds what it measures:

    class Member(SubsystemInWindow):
        PRODUCT, NAMELESS = "db2", "the Db2 subsystem"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Protocol

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Aggregate, Measure, Row
from getpage.contract.thresholds import CheckThreshold
from getpage.core.names import Image, Object, Subsystem
from getpage.products.common.owners import Owner
from getpage.result import Fact


@dataclass(frozen=True)
class SubsystemInWindow:
    """What the window holds of one subsystem; `system` and `name` are None where nothing names them."""

    PRODUCT: ClassVar[str]
    NAMELESS: ClassVar[str]  # how sentences say it where nothing names it

    evidence: Evidence
    system: str | None
    name: str | None

    @cached_property
    def id(self) -> Subsystem:
        """Which one it is."""
        return Subsystem(self.PRODUCT, Image(self.system or ""), self.name or "")

    @property
    def object(self) -> Object:
        """The subsystem itself, as findings name it."""
        return Object(self.id)

    @property
    def label(self) -> str:
        """How sentences name it."""
        return self.id.named or self.NAMELESS

    @property
    def key(self) -> Owner:
        """What its measures are found by."""
        return self.system, self.name

    def in_force(self, threshold: CheckThreshold, name: Object | None = None) -> float:
        """The threshold of the site for one of its objects, or itself."""
        return self.evidence.thresholds.of(threshold, name or self.object)

    def fact(self, table: str, column: str, row: Mapping[str, Any], label: str) -> Fact:
        """A number of the evidence, with where it stands."""
        return self.evidence.fact(table, column, row, label=label)

    def facts(self, table: str, row: Row | None, **labels: str) -> tuple[Fact, ...]:
        """The numbers of one row by column, nulls left out."""
        return facts_of(self, table, row, labels)


class _HasFacts(Protocol):
    """Evidence, or a subsystem in its window."""

    def fact(self, table: str, column: str, row: Mapping[str, Any], *, label: str) -> Fact:
        """A number of the evidence, with where it stands."""


def facts_of(source: _HasFacts, table: str, row: Row | None, labels: Mapping[str, str]) -> tuple[Fact, ...]:
    """The numbers of one row by column, nulls left out; none without a row."""
    known = (
        {} if row is None else {name: label for name, label in labels.items() if row.get(name) is not None}
    )
    return tuple(source.fact(table, name, row or {}, label=label) for name, label in known.items())


def row_of(measure: Measure | None, ask: Aggregate[Row | None]) -> Row | None:
    """The row that is the answer; None where nothing was measured."""
    return None if measure is None else measure[ask]


def total_of(measure: Measure | None, ask: Aggregate[Any]) -> int:
    """The sum of a counter; 0 where nothing was measured."""
    return 0 if measure is None else int(measure[ask] or 0)
