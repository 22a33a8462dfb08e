"""Forms of the messages of a display: the column of each label, and how its value is read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from getpage.core.text import is_whole
from getpage.core.units import KIB
from getpage.products.common.text import figures

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.contract.printed import Row


#: Counters are 64 bits wide in Db2; what a signed 64-bit number cannot hold is no figure.
_LARGEST: Final = (1 << 63) - 1
_ALL_PERCENT: Final = 100
_NUMBER = r"[0-9](?:[0-9,]{0,25}[0-9])?"
_UNIT = r"(?: ?%| +(?:BUFFERS|KB|MB|GB|MINUTES?|MILLISECONDS)\b)?"
_VALUE = re.compile(
    rf" *({_NUMBER}(?:, {{0,9}}[0-9]{{1,9}})?{_UNIT}|[A-Z*][A-Z0-9_*]{{0,31}})", re.IGNORECASE
)


class Part(Enum):
    """Which row of a reply a message speaks of."""

    POOL = "db2_buffer_pool"
    SIMULATED = "db2_simulated_pool"
    PAGE_SET = "db2_page_set"
    GROUP = "db2_group_buffer_pool"


class Kind(Enum):
    """The kind of a value."""

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
            two = _two(text)
            return None if two is None else {c: v for c, v in zip(self.columns, two, strict=False) if c}
        value = self._value(text)
        return None if value is None else {self.columns[0]: value}

    def _value(self, text: str) -> Any:
        match self.kind:
            case Kind.COUNT:
                return _count(text, _LARGEST)
            case Kind.PERCENT:
                return _count(text, _ALL_PERCENT)
            case Kind.SIZE:  # Db2 prints coupling facility sizes in KB
                return figures.size(" ".join(text.split()), KIB)
            case Kind.YES:
                return figures.flag(text)
            case _:
                return text.upper() if text[:1].isalpha() else None


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


def pairs(text: str) -> tuple[list[tuple[str, str]], str]:
    """Labels with their values, and the text after the last value; a label without one ends in `=`."""
    label, *rest = text.split("=")
    labelled: list[tuple[str, str]] = []
    for position, part in enumerate(rest):
        value = _VALUE.match(part)
        if not value:
            left = f"{label}=" if position == len(rest) - 1 and not part.strip() else ""
            return labelled, left
        labelled.append((normal(label), value[1]))
        label = part[value.end() :]
    return labelled, label


def normal(label: str) -> str:
    """A label as the forms spell it: upper case, single spaces, no dash or dot at its ends."""
    return " ".join(label.upper().replace("—", "-").split()).strip(" -.:")


def _count(text: str, most: int) -> int | None:
    """A count; a unit or a % behind it is left out."""
    return figures.count(text.split()[0].rstrip("%"), most) if text.strip() else None


def _two(text: str) -> tuple[int, int] | None:
    """Two figures with a comma between them, such as `80, 0`."""
    halves = [half.strip() for half in text.rstrip("% ").split(",")]
    if len(halves) != 2 or not all(is_whole(half) for half in halves):
        return None
    return int(halves[0]), int(halves[1])
