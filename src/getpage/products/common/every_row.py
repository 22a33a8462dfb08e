"""Rows that are looked at one by one: of many days from what is kept of each, which is little of most."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

import polars as pl

from getpage.contract.evidence import Evidence

from .by_day import Distinct, Gathered, by_day, spelled
from .collected import collected

_ORDER = ("written", "file", "record")


def every_row(
    evidence: Evidence,
    table: str,
    *,
    columns: Sequence[str] = (),
    where: pl.Expr | None = None,
    among: Mapping[str, Collection[str]] | None = None,
    of: pl.DataFrame | None = None,
) -> pl.DataFrame:
    """The rows of a table in the order of `Evidence.frame`: these columns of it, or all; those for which
    `where` holds, a constant of a product, of these columns `among` these values, and with the names `of`
    these rows.
    """
    among = among or {}
    if not columns and where is None and of is None and not among and not evidence.days((table,)):
        return evidence.frame(table)
    conditions = [pl.col(name).is_in(sorted(values)) for name, values in among.items()]
    conditions += [] if where is None else [where]

    def add(part: Evidence, to: Gathered) -> None:
        if most := part.most_rows(table):
            to.add(collected(selected(part.scan(table).filter(*conditions)), most))

    def selected(rows: pl.LazyFrame) -> pl.LazyFrame:
        if of is not None:
            rows = rows.join(of.lazy(), on=of.columns, how="semi", nulls_equal=True)
        return rows.select(columns) if columns else rows

    # An expression that is written out shows the ends of a list only.
    values = tuple((column, tuple(sorted(among[column]))) for column in among)
    names = None if of is None else tuple(sorted(of.rows(), key=str))
    name = spelled("rows", table, tuple(columns), where, values, names)
    none = _schema(evidence, table, columns)
    rows = by_day(evidence, (table,), name, Gathered, add, Gathered(none)).done()
    order = [name for name in _ORDER if name in none]
    return rows.sort(order, maintain_order=True) if order else rows


def distinct(evidence: Evidence, table: str, *columns: str) -> pl.DataFrame:
    """What these columns of a table hold together, each once, in no order."""
    schema = evidence.schema(table)

    def add(part: Evidence, to: Distinct) -> None:
        if most := part.most_rows(table):
            to.add(collected(part.scan(table).select(columns).unique(), most))

    def new() -> Distinct:
        return Distinct({name: schema[name] for name in columns})

    return by_day(evidence, (table,), spelled("distinct", table, columns), new, add).done()


def rows_near(
    evidence: Evidence, table: str, times: Iterable[datetime], *where: pl.Expr, columns: Sequence[str] = ()
) -> pl.DataFrame:
    """The rows for which `where` holds of the days of these times, of those beside them, and without a time:
    all that may be shown of these times. No other day is opened.
    """
    near = {(at + timedelta(days=n)).date() for at in times for n in (-1, 0, 1)}
    days = evidence.days((table,))
    parts = [day.evidence for day in days if day.day is None or day.day in near] if days else [evidence]
    wanted = Gathered(_schema(evidence, table, columns))
    for part in parts:
        if most := part.most_rows(table):
            wanted.add(collected(part.scan(table).filter(*where).select(columns or pl.all()), most))
    return wanted.done()


def _schema(evidence: Evidence, table: str, columns: Sequence[str]) -> dict[str, pl.DataType]:
    """These columns of a table, or all, with their types."""
    schema = evidence.schema(table)
    return {name: schema[name] for name in columns or schema}
