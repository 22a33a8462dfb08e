"""How a row of one table is drawn from the record of another, and how facts about it lead back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.result import Fact

#: Column that names the table of records that a row was drawn from; null for printed evidence.
ORIGIN = "origin"


@dataclass(frozen=True, slots=True)
class DerivedColumn:
    """One column: the field it is or begins with, and how it is worked out where it is not that field itself.

    `formula` says that in IBM's names.
    """

    column: str
    value: pl.Expr | None = None
    formula: str = ""

    def expr(self) -> pl.Expr:
        """The value from the columns of the record's table."""
        return pl.col(self.column) if self.value is None else self.value


#: Rows by table, those of the same records.
Piece = Mapping[str, pl.DataFrame]


@dataclass(frozen=True, slots=True, kw_only=True)
class RowSource:
    """Where rows of `table` come from: the rows of `origin`, those for which `where` holds.

    Some values stand in other tables of the same records, `beside`. Then `joined` takes what it needs of the
    whole window from the evidence, and gives what puts the rows of a piece together; `also` are columns that
    it looks at.
    """

    table: str
    origin: str
    columns: Mapping[str, DerivedColumn]
    common: Mapping[str, pl.Expr] = field(default_factory=dict)
    where: pl.Expr | None = None
    beside: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    joined: Callable[[Evidence], Callable[[Piece], pl.DataFrame]] | None = None
    looks_at: tuple[str, ...] = ()

    @property
    def needs(self) -> tuple[str, ...]:
        """The tables of records, and those that `joined` looks at."""
        return (*self.reads, *self.looks_at)

    @property
    def reads(self) -> tuple[str, ...]:
        """The tables of records."""
        return (self.origin, *self.beside)

    def wanted(self, evidence: Evidence, names: Iterable[str]) -> dict[str, list[str]]:
        """Which columns of which table the columns `names` are drawn from; each is read from one table."""
        values = self._values(names)
        roots = {*AT, *self.also, *(root for value in values.values() for root in value.meta.root_names())}
        roots |= set() if self.where is None else set(self.where.meta.root_names())
        by_table: dict[str, list[str]] = {}
        for table in self.reads:
            schema = evidence.schema(table)
            own = [name for name in schema if name in roots]
            by_table[table] = own
            roots -= {*own} - {*AT}
        return by_table

    def begin(self, evidence: Evidence) -> Callable[[Piece], pl.DataFrame]:
        """What gives the records of a piece, with all that the columns need."""
        if self.joined is not None:
            return self.joined(evidence)
        where = pl.lit(value=True) if self.where is None else self.where
        return lambda piece: piece[self.origin].filter(where)

    def draw(self, records: pl.DataFrame, names: Sequence[str], like: pl.Schema) -> pl.DataFrame:
        """The columns `names`, in the types of `like`, and which table they are from."""
        values, there = self._values(names), set(records.columns)
        drawn = {
            name: values[name] if name in values and (name not in _TRACE or name in there) else pl.lit(None)
            for name in names
        }
        return records.select(
            *(value.cast(like[name], strict=False).alias(name) for name, value in drawn.items()),
            pl.lit(self.origin).alias(ORIGIN),
        )

    def _values(self, names: Iterable[str]) -> dict[str, pl.Expr]:
        every = {name: pl.col(name) for name in _TRACE}
        every |= {name: drawn.expr() for name, drawn in self.columns.items()}
        every |= self.common
        return {name: every[name] for name in names if name in every}


#: Further apart than this, a record was not written at the end of its interval, but clocks were set in it.
_CLOCK_SET: Final = pl.duration(minutes=29)
_LENGTH: Final = pl.duration(microseconds=pl.col("interval_us").cast(pl.Int64))
_LATE: Final = (pl.col("written") - (pl.col("interval_start") + _LENGTH)).abs()
#: When the interval of a record of RMF began, by the clock by which it was written.
BEGUN: Final = (
    pl.when(_LATE > _CLOCK_SET).then(pl.col("written") - _LENGTH).otherwise(pl.col("interval_start"))
)

#: Which record a row is from.
AT: Final = ("file", "record")
_TRACE = ("file", "record", "system", "written", "interval_start", "interval_us")


def fact(
    sources: tuple[RowSource, ...],
    evidence: Evidence,
    table: str,
    column: str,
    row: Mapping[str, Any],
    label: str,
) -> Fact:
    """The number with where it stands: in the record, when the row was drawn from one."""
    origin = row.get(ORIGIN)
    source = next((source for source in sources if (source.table, source.origin) == (table, origin)), None)
    drawn = source.columns.get(column) if source else None
    if source is None or drawn is None:
        return evidence.fact(table, column, row, label=label)
    recorded = evidence.fact(
        source.origin, drawn.column, dict(row) | {drawn.column: row[column]}, label=label
    )
    if drawn.value is None:
        return recorded
    unit = evidence.field(table, column).unit
    return replace(recorded, unit=unit, ibm_name=drawn.formula or recorded.ibm_name)
