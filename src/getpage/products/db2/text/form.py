"""What one message of a display holds: which label is which column, and how its value is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from . import values

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.contract.printed import Row


class Part(Enum):
    """Which row of a reply a message speaks of."""

    POOL = "db2_buffer_pool"
    SIMULATED = "db2_simulated_pool"
    PAGE_SET = "db2_page_set"
    GROUP = "db2_group_buffer_pool"


class Kind(Enum):
    """How a value is read."""

    COUNT = "a count"
    PERCENT = "a percentage"
    PAIR = "two figures"
    SIZE = "a size in KB"
    YES = "YES or NO"
    WORD = "a word"


@dataclass(frozen=True, slots=True)
class Slot:
    """A column, or two for a pair (the second "" when only the first is kept), and how to read it."""

    columns: tuple[str, ...]
    kind: Kind

    def read(self, text: str) -> Row | None:
        """The columns' values; None when the text is no such value."""
        if self.kind is Kind.PAIR:
            two = values.pair(text)
            return None if two is None else {c: v for c, v in zip(self.columns, two, strict=False) if c}
        readers = {
            Kind.COUNT: values.count,
            Kind.PERCENT: values.percent,
            Kind.SIZE: values.size,
            Kind.YES: values.yes,
            Kind.WORD: values.word,
        }
        value = readers[self.kind](text)
        return None if value is None else {self.columns[0]: value}


@dataclass(frozen=True, slots=True)
class Form:
    """One message: the row it speaks of, its labels, and labels that depend on the heading before them."""

    part: Part
    labels: Mapping[str, Slot] = field(default_factory=dict)
    under: Mapping[str, Mapping[str, Slot]] = field(default_factory=dict)

    def slot(self, heading: str, label: str) -> Slot | None:
        """The column of a label under a heading."""
        return self.under.get(heading, {}).get(label) or self.labels.get(label)


def counts(**columns: str) -> dict[str, Slot]:
    """Slots of counts, by column name; the label follows."""
    return {label: Slot((column,), Kind.COUNT) for column, label in columns.items()}


def slots(kind: Kind, **columns: str) -> dict[str, Slot]:
    """Slots of one kind, by column name; the label follows."""
    return {label: Slot((column,), kind) for column, label in columns.items()}
