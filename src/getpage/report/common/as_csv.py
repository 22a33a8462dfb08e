"""A result as CSV: the whole model as the rows of one table.

`section` says what a row is (`findings`, `findings.evidence`, `plan.items`), `number` counts the rows of a
section, and `within` names the row that it belongs to (`findings 3`). The other columns are the fields of all
sections, empty where a row has no such field. So any program loads the file as one table, and a filter on
`section` gives that of one kind. An estimate is three columns, its value, `_low` and `_high`; what it rests
on is in a row of its own. Of a picture there are lowest and highest values: JSON has its points.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from typing import Any, Final

from getpage.core.names import Identity
from getpage.core.text import one_line
from getpage.report.common.rows import csv_table, scalar
from getpage.result import Estimate, Picture, Table

#: Columns that every row has.
OWN: Final = ("section", "number", "within")


def csv(result: Any, section: str, *, prefix: str | None = None) -> str:
    """The model as rows, those of one section in the order of the model."""
    model = list(model_rows(result, section, prefix=prefix))
    columns = dict.fromkeys(name for row in model for name in row.cells)
    rows = (
        (row.section, row.number, row.within, *(row.cells.get(name) for name in columns)) for row in model
    )
    return csv_table((*OWN, *(f"{name}_" if name in OWN else name for name in columns)), rows)


#: What the parts of a tuple are that has no names for them, by field and number of parts.
_PARTS: Final = {
    ("reads", 4): ("size", "value", "low", "high"),
    ("cpu_seconds", 4): ("size", "value", "low", "high"),
    ("waited_seconds", 4): ("size", "value", "low", "high"),
    ("points", 2): ("size", "value"),
    ("points", 3): ("size", "low", "high"),
    ("gaps", 2): ("first", "last"),
}
#: Between the texts of one cell, which are of one line each.
_JOIN: Final = "\n"


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One thing: the `number`th of its section, which belongs to the row `within`."""

    section: str
    number: int
    within: str
    cells: Mapping[str, Any]

    @property
    def name(self) -> str:
        """What rows that belong to this one call it."""
        return f"{self.section} {self.number}"


def model_rows(result: Any, section: str, *, prefix: str | None = None) -> Iterator[ModelRow]:
    """The rows of a result, itself first. Its parts are of sections `prefix.field`, else `section.field`."""
    walk = _Walk()
    yield from walk.thing(result, section, "", section if prefix is None else prefix)


class _Walk:
    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def row(self, section: str, within: str, cells: Mapping[str, Any]) -> ModelRow:
        self._counts[section] += 1
        return ModelRow(section, self._counts[section], within, cells)

    def thing(self, part: Any, section: str, within: str, prefix: str | None = None) -> Iterator[ModelRow]:
        """A dataclass, or a mapping of names to scalars, and what it holds."""
        prefix = section if prefix is None else prefix
        fields = part if isinstance(part, dict) else _fields(part)
        cells: dict[str, Any] = {}
        parts: list[tuple[str, Any]] = []
        for name, value in fields.items():
            if isinstance(value, Estimate):
                cells |= {name: value.value, f"{name}_low": value.low, f"{name}_high": value.high}
                parts.append((name, value))
            elif _is_several(value) and all(_is_scalar(each) for each in value) and within:
                cells[name] = _JOIN.join(one_line(str(scalar(each))) for each in value)
            elif _is_scalar(value):
                cells[name] = value
            else:
                parts.append((name, value))
        own_row = self.row(section, within, cells)
        yield own_row
        for name, value in parts:
            yield from self.part(name, value, f"{prefix}.{name}" if prefix else name, own_row.name)

    def part(self, name: str, value: Any, section: str, within: str) -> Iterator[ModelRow]:
        """What a field holds that is no cell."""
        if not _is_several(value):
            yield from self.thing(value, section, within)
            return
        for each in value:
            if _is_scalar(each):
                yield self.row(section, within, {"text": each})
            elif isinstance(each, tuple):
                yield self.row(section, within, dict(zip(_PARTS[name, len(each)], each, strict=True)))
            elif isinstance(each, Table):
                yield from self.table(each, section, within)
            else:
                yield from self.thing(each, section, within)

    def table(self, shown_table: Table, section: str, within: str) -> Iterator[ModelRow]:
        """A table with its rows, of which each names it."""
        own_row = self.row(section, within, {"title": shown_table.title, "note": shown_table.note})
        yield own_row
        heads = _heads(shown_table.columns)
        for row in shown_table.rows:
            cells = dict(zip(heads, row, strict=True))
            yield self.row(f"{section}.rows", own_row.name, {"title": shown_table.title} | cells)


def _heads(columns: Iterable[str]) -> list[str]:
    """Heads that a row can be told by: those of nothing or given twice get a number."""
    seen: Counter[str] = Counter({"title": 1})
    heads = []
    for column in columns:
        seen[column] += 1
        heads.append(column if column and seen[column] == 1 else f"{column or 'column'}_{seen[column]}")
    return heads


def _fields(thing: Any) -> dict[str, Any]:
    if isinstance(thing, Picture):
        return _drawn(thing)
    product = getattr(thing, "product", None)
    named = _shown_fields(thing)
    return named if product is None else {"product": product, **named}


def _shown_fields(thing: Any) -> dict[str, Any]:
    return {
        field.name: getattr(thing, field.name)
        for field in dataclasses.fields(thing)
        if not field.metadata.get("internal")
    }


def _drawn(picture: Picture) -> dict[str, Any]:
    """A picture by its lowest and highest values and when they were: its points are in JSON."""
    named = _shown_fields(picture)
    times = named.pop("times")
    curves = tuple(
        {"label": curve.label, "unit": picture.unit}
        | {f"{name}": value for name, value in extremes(times, curve.values).items()}
        for curve in named.pop("curves")
    )
    return named | {
        "intervals": len(times),
        "first": times[0] if times else None,
        "last": times[-1] if times else None,
        "curves": curves,
    }


def extremes(times: tuple[datetime, ...], values: tuple[float | None, ...]) -> dict[str, Any]:
    """The lowest and the highest value, the ends of the first intervals that had them, and how many values
    there are.
    """
    known = [(value, at) for at, value in zip(times, values, strict=True) if value is not None]
    low = min(known, key=lambda pair: pair[0], default=(None, None))
    high = max(known, key=lambda pair: pair[0], default=(None, None))
    return {
        "lowest": low[0],
        "lowest_at": low[1],
        "highest": high[0],
        "highest_at": high[1],
        "intervals": len(known),
    }


def _is_several(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _is_scalar(value: Any) -> bool:
    return value is None or isinstance(value, (str, int, float, bool, date, Enum, Identity))
