"""How a row of one table is drawn from the record of another, and how facts about it lead back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from getpage.contract.evidence import Evidence
    from getpage.result import Fact

#: Column that names the table of records that a row was drawn from; null for printed evidence.
ORIGIN = "origin"


@dataclass(frozen=True, slots=True)
class Drawn:
    """One column: the field it is or begins with, and how it is worked out where it is not that field itself.

    `formula` says that in IBM's names.
    """

    column: str
    value: pl.Expr | None = None
    formula: str = ""

    def expr(self) -> pl.Expr:
        """The value from the columns of the record's table."""
        return pl.col(self.column) if self.value is None else self.value


@dataclass(frozen=True, slots=True)
class Source:
    """Where rows of `table` come from: `rows` gives the records, with all that `columns` need."""

    table: str
    origin: str
    rows: Callable[[Evidence], pl.DataFrame]
    columns: Mapping[str, Drawn]
    common: Mapping[str, pl.Expr] = field(default_factory=dict)
    #: Tables of records that `rows` looks at.
    reads: tuple[str, ...] = ()


_TRACE = ("file", "record", "system", "written", "interval_start", "interval_us")


def draw(source: Source, evidence: Evidence, like: pl.DataFrame) -> pl.DataFrame:
    """Rows in the columns and types of `like`."""
    records = source.rows(evidence)
    values: dict[str, pl.Expr] = {name: pl.col(name) for name in _TRACE if name in records.columns}
    values |= {name: drawn.expr() for name, drawn in source.columns.items()}
    values |= source.common
    values[ORIGIN] = pl.lit(source.origin)
    return records.select(
        values.get(name, pl.lit(None)).cast(kind, strict=False).alias(name)
        for name, kind in like.schema.items()
    )


def fact(
    sources: tuple[Source, ...],
    evidence: Evidence,
    table: str,
    column: str,
    row: Mapping[str, Any],
    label: str,
) -> Fact:
    """The number with where it stands: in the record, when the row was drawn from one."""
    origin = row.get(ORIGIN)
    source = next((one for one in sources if one.table == table and one.origin == origin), None)
    drawn = source.columns.get(column) if source else None
    if source is None or drawn is None:
        return evidence.fact(table, column, row, label=label)
    said = evidence.fact(source.origin, drawn.column, dict(row) | {drawn.column: row[column]}, label=label)
    if drawn.value is None:
        return said
    unit = evidence.field(table, column).unit
    return replace(said, unit=unit, ibm_name=drawn.formula or said.ibm_name)
