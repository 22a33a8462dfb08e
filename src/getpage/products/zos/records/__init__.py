"""What z/OS's own records say, in the shape of the tables that printed evidence and XML fill.

A record has its own table, as it is (`rmf_paging`, `rmf_class_period`, `smf30_storage` ...): counters, sums
and high-water marks of an interval. The rules read one shape, whatever the source: frames, rates and names.
Each module here draws rows of one such table from the records of one kind; a fact about such a row still
names the field of the record, and where the figure was worked out, the fields it is of.

Reference: docs/reference/zos-records.md has the formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.products.common.by_day import Distinct, by_day, spelled
from getpage.products.common.collected import collected
from getpage.products.common.stretches import stretches

from . import address_spaces, classes, common_storage, paging_space, storage
from .drawn import ORIGIN, Piece, RowSource, fact

SOURCES: tuple[RowSource, ...] = (
    storage.STORAGE,
    storage.LARGE_FRAMES,
    storage.PARTITIONS,
    classes.SOURCE,
    address_spaces.SOURCE,
    paging_space.SOURCE,
    common_storage.SOURCE,
    common_storage.HIGH_STORAGE,
)

#: Tables of records that the rules read.
TABLES = tuple(dict.fromkeys(table for source in SOURCES for table in source.reads))


def read_for(table: str) -> tuple[str, ...]:
    """A table, and those of which its rows are drawn."""
    return (table, *(name for source in SOURCES if source.table == table for name in source.needs))


#: Rows of each table that a piece has, about: more than others read at once, as there are few columns of many
#: rows, and every piece begins with the rows of a group of Parquet that the one before it ended in.
ROWS: Final = 3 << 16


class Records:
    """Rows of tables, printed and drawn from records; what they take of the whole window is read once."""

    def __init__(self, evidence: Evidence) -> None:
        """Nothing is read yet."""
        self.evidence = evidence
        self._begun: dict[str, Callable[[Piece], pl.DataFrame]] = {}
        self._recorded: dict[str, pl.DataFrame | None] = {}

    def pieces(
        self, table: str, columns: Sequence[str] | None = None, *, where: pl.Expr | None = None
    ) -> Iterator[pl.DataFrame]:
        """Columns of a table (None is all) piece by piece: printed rows, then those drawn from records, each
        with ORIGIN; one without rows where there are none. `where` says which rows of the evidence are
        wanted, by columns that all tables have.

        Where records and a report tell of the same system and interval, the records are taken: they have
        what the report was made of.
        """
        like = self.evidence.schema(table)
        names = [name for name in like if columns is None or name in columns]
        has_rows = False
        for piece in self._printed_and_drawn(table, names, like, where):
            if piece.height:
                has_rows = True
                yield piece
        if not has_rows:
            yield pl.DataFrame(schema={name: like[name] for name in names} | {ORIGIN: pl.String})

    def _printed_and_drawn(
        self, table: str, names: Sequence[str], like: pl.Schema, where: pl.Expr | None
    ) -> Iterator[pl.DataFrame]:
        if self.evidence.most_rows(table):
            recorded = self._recorded_of(table)
            for piece in stretches(self.evidence, {table: names}, where=where):
                printed = piece[table].with_columns(pl.lit(None, pl.String).alias(ORIGIN))
                if recorded is not None:
                    printed = printed.join(recorded, on=IDENTITY, how="anti", maintain_order="left")
                yield printed
        for source in self._sources(table):
            begun = self._joined(source)
            wanted = source.wanted(self.evidence, names)
            for piece in stretches(self.evidence, wanted, where=where, rows=ROWS * len(wanted)):
                yield source.draw(begun(piece), names, like)

    def distinct(self, table: str, value: pl.Expr) -> set[str | None]:
        """The values of an expression over the rows of a table."""
        names = by_day(
            self.evidence,
            (table, *(source.origin for source in SOURCES if source.table == table)),
            spelled("distinct", table, value),
            lambda: Distinct({"name": pl.String()}),
            lambda part, to: Records(part)._add_distinct(table, value.alias("name"), to),
        )
        return set(names.done().to_series())

    def _add_distinct(self, table: str, value: pl.Expr, to: Distinct) -> None:
        most = self.evidence.most_rows
        scans = [(self.evidence.scan(table), most(table))] if most(table) else []
        for source in self._sources(table):
            rows = self.evidence.scan(source.origin)
            scans.append((rows if source.where is None else rows.filter(source.where), most(source.origin)))
        for scan, most_rows in scans:
            to.add(collected(scan.select(value).unique(), most_rows))

    def _joined(self, source: RowSource) -> Callable[[Piece], pl.DataFrame]:
        if source.table not in self._begun:
            self._begun[source.table] = source.begin(self.evidence)
        return self._begun[source.table]

    def _recorded_of(self, table: str) -> pl.DataFrame | None:
        """Systems and intervals of printed rows that records cover too; None where they cover none."""
        if table not in self._recorded:
            self._recorded[table] = self._looked_up(table) if self._sources(table) else None
        return self._recorded[table]

    def _looked_up(self, table: str) -> pl.DataFrame | None:
        printed = self.evidence.scan(table)
        like = printed.collect_schema()
        distinct = printed.select(IDENTITY).drop_nulls().unique()
        intervals = collected(distinct, self.evidence.most_rows(table))
        if not intervals.height:
            return None
        recorded = intervals.clear()
        for source in self._sources(table):
            begun = self._joined(source)
            for piece in stretches(self.evidence, source.wanted(self.evidence, IDENTITY)):
                drawn = source.draw(begun(piece), IDENTITY, like).select(IDENTITY)
                recorded = pl.concat([recorded, drawn.join(intervals, on=IDENTITY, how="semi")]).unique()
        return recorded if recorded.height else None

    def _sources(self, table: str) -> list[RowSource]:
        """What draws rows of a table from records that there are."""
        return [
            source for source in SOURCES if source.table == table and self.evidence.most_rows(source.origin)
        ]


IDENTITY: Final = ("system", "interval_start")

__all__ = ["SOURCES", "TABLES", "Records", "fact"]
