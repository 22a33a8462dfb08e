"""A pass over one table as data: which columns are read, which objects there are, what is asked of each.

LOGS = Pass(table="mq_log", by=OWNER, columns=("checkpoints",), asks=(CHECKPOINTS, BUSIEST))
measures = LOGS.over(evidence, ready)      # `ready` gives rows their owners, `end` and the like
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Aggregate, Measures

from .by_day import by_day, spelled
from .fold import Fold
from .stretches import stretches

#: What every row is read with, as far as its table has it.
ALWAYS: Final = ("file", "record", "system", "written", "interval_start", "interval_us")


@dataclass(frozen=True, kw_only=True)
class Pass:
    """What is measured of the objects of one table. `worked_out` adds columns to rows that are ready; rows
    are kept with `columns`, `by` and `keep`.
    """

    table: str
    by: Sequence[str]
    columns: Sequence[str]
    asks: Sequence[Aggregate[Any]]
    keep: Sequence[str] = ()
    worked_out: Callable[[pl.DataFrame], pl.DataFrame] | None = None

    def over(
        self, evidence: Evidence, ready: Callable[[pl.DataFrame], pl.DataFrame], context: str | None = None
    ) -> Measures:
        """The measures of the window. `context` is all that `ready` knows beside the row; without it nothing
        is kept of a day.
        """
        name = "" if context is None else spelled(self, context)
        return by_day(
            evidence, (self.table,), name, self._new, lambda part, fold: self._add(part, fold, ready)
        ).done()

    def _new(self) -> Fold:
        return Fold(self.by, self.asks, keep=(*self.columns, *self.keep))

    def _add(self, evidence: Evidence, fold: Fold, ready: Callable[[pl.DataFrame], pl.DataFrame]) -> None:
        if evidence.most_rows(self.table):
            wanted = read(evidence, self.table, (*self.by, *self.columns))
            for piece in stretches(evidence, {self.table: wanted}):
                rows = ready(piece[self.table])
                fold.add(rows if self.worked_out is None else self.worked_out(rows))


def read(evidence: Evidence, table: str, columns: Sequence[str]) -> list[str]:
    """These columns of a table and what rows are always read with, as far as the table has it."""
    schema = evidence.schema(table)
    wanted = dict.fromkeys((*ALWAYS, *columns))
    return [name for name in wanted if name in schema]


def filtered(rows: pl.DataFrame, where: pl.Expr) -> pl.DataFrame:
    """The rows for which `where` holds. Nothing is copied if all do, which is the usual case."""
    matching = rows.select(where.alias("matching").fill_null(value=False)).to_series()
    return rows if matching.all() else rows.filter(matching)
