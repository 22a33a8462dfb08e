"""Log records X'56FA' of IMS, as columns in text or one by one: the latter are added up as the former are, by
transaction, class and quarter of an hour, and by region. IMS judges its regions by them, CICS its threads.

A day has millions of them: they are added up where they are, and what is kept of a day is its sums. A unit of
work counts in each quarter of an hour that it lasts in. Records whose times are none, that end before they
start or last for days count in nothing; where locks and database I/O take longer than the unit of work that
they are in, the fields are not what they are taken for, and neither is known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence

from .by_day import Gathered, by_day, spelled
from .collected import collected
from .every_row import every_row

MESSAGES: Final = "ims_message"
REGIONS: Final = "ims_region"
TRANSACTIONS: Final = "ims_transaction"
_QUARTER: Final = "15m"
_QUARTER_US: Final = 900_000_000
#: A unit of work, or a message on the queue, that lasts longer is none. As of records in text.
_LONGEST: Final = pl.duration(days=2)
_KINDS: Final = ("mpp", "bmp", "ifp", "dbt", "java", "cpic")
_KEYS: Final = ("file", "system", "transaction", "class", "kind", "interval_start")
_REGION: Final = ("file", "system", "region", "job", "kind", "interval_start")
#: Characters of a list of classes.
_LONGEST_LIST: Final = 40
#: Sums that nothing is known of where no message has a time of arrival.
_OF_ARRIVALS: Final = ("arrived", "queued", "queue_us", "queue_most_us")


def rows_of(evidence: Evidence, table: str) -> pl.DataFrame:
    """All rows of a table of IMS, and what log records come to that would be rows of it."""
    rows = every_row(evidence, table)
    sums = {TRANSACTIONS: transactions_of, REGIONS: regions_of_messages}.get(table)
    return rows if sums is None else pl.concat([rows, sums(evidence).select(rows.columns)])


def transactions_of(evidence: Evidence) -> pl.DataFrame:
    """What `ims_transaction` would have of records one by one."""

    def add(part: Evidence, to: Gathered) -> None:
        if most := part.most_rows(MESSAGES):
            rows = collected(_by_transaction(part.scan(MESSAGES)), most)
            if not rows["arrived"].sum():
                rows = rows.with_columns(
                    pl.lit(None).cast(rows.schema[name]).alias(name) for name in _OF_ARRIVALS
                )
            to.add(_as(rows, evidence, TRANSACTIONS))

    return _gathered(evidence, TRANSACTIONS, add)


def regions_of_messages(evidence: Evidence) -> pl.DataFrame:
    """What `ims_region` would have of records one by one."""

    def add(part: Evidence, to: Gathered) -> None:
        if most := part.most_rows(MESSAGES):
            to.add(_as(collected(_by_region(part.scan(MESSAGES)), most), evidence, REGIONS))

    return _gathered(evidence, REGIONS, add)


def _gathered(evidence: Evidence, table: str, add: Callable[[Evidence, Gathered], None]) -> pl.DataFrame:
    none = Gathered(evidence.schema(table))
    return by_day(evidence, (MESSAGES,), spelled("messages", table), Gathered, add, none).done()


def _as(rows: pl.DataFrame, evidence: Evidence, table: str) -> pl.DataFrame:
    """Sums with all columns of a table."""
    schema = evidence.schema(table)
    rows = rows.with_columns(
        written=pl.col("interval_start").dt.offset_by(_QUARTER),
        interval_us=pl.lit(float(_QUARTER_US)),
    )
    return rows.select(
        (pl.col(name) if name in rows.columns else pl.lit(None)).cast(kind).alias(name)
        for name, kind in schema.items()
    )


def _units(messages: pl.LazyFrame) -> pl.LazyFrame:
    """Units of work, with what each is counted under."""
    length = pl.col("ended") - pl.col("started")
    of_kind = [pl.when(pl.col(f"is_{kind}")).then(pl.lit(kind.upper())) for kind in _KINDS]
    inside = (pl.col("lock_us").fill_null(0) + pl.col("db_io_us").fill_null(0)) <= _micros(length) + 1
    return (
        messages.with_columns(
            transaction=pl.coalesce(_named("transaction"), _named("psb")),
            kind=pl.coalesce(of_kind),
            arrived=pl.when(pl.col("started") - pl.col("arrived") <= _LONGEST).then("arrived"),
            **{"class": pl.when(pl.col("class") > 0).then("class")},
            lock_us=pl.when(inside).then("lock_us"),
            db_io_us=pl.when(inside).then("db_io_us"),
        )
        .filter(pl.col("transaction").is_not_null() & length.is_between(pl.duration(), _LONGEST))
    )  # fmt: skip


def _named(column: str) -> pl.Expr:
    return pl.when(pl.col(column).str.contains("^[A-Z0-9@#$*-]{1,8}$")).then(column)


def _micros(length: pl.Expr) -> pl.Expr:
    return length.dt.total_microseconds()


def _by_transaction(messages: pl.LazyFrame) -> pl.LazyFrame:
    units = _units(messages)
    waited = _micros(pl.col("started") - pl.col("arrived"))
    waited = pl.when(waited >= 0).then(waited)
    started = units.with_columns(interval_start=pl.col("started").dt.truncate(_QUARTER), waited=waited)
    sums = started.group_by(_KEYS).agg(
        record=pl.col("record").min(),
        units=pl.len(),
        queued=pl.col("waited").count(),
        queue_us=pl.col("waited").sum(),
        queue_most_us=pl.col("waited").max(),
        processing_us=_micros(pl.col("ended") - pl.col("started")).sum(),
        lock_us=_known("lock_us"),
        db_io_us=_known("db_io_us"),
    )
    came = (
        units.filter(pl.col("arrived") <= pl.col("started"))
        .with_columns(interval_start=pl.col("arrived").dt.truncate(_QUARTER))
        .group_by(_KEYS)
        .agg(first=pl.col("record").min(), arrived=pl.len())
    )
    zero = ("units", "queued", "queue_us", "queue_most_us", "processing_us", "arrived")
    return (
        sums.join(came, on=_KEYS, how="full", nulls_equal=True, coalesce=True)
        .with_columns(
            pl.coalesce("record", "first").alias("record"),
            *(pl.when(pl.col("units").is_null()).then(0).otherwise(name).alias(name) for name in _LOST),
            *(pl.col(name).fill_null(0) for name in zero),
        )
        .drop("first")
    )


#: Sums that are zero, and known, where messages only arrived.
_LOST: Final = ("lock_us", "db_io_us")


def _known(column: str) -> pl.Expr:
    """The sum of a column that all rows have."""
    return pl.when(pl.col(column).null_count() == 0).then(pl.col(column).sum())


def _by_region(messages: pl.LazyFrame) -> pl.LazyFrame:
    first = pl.col("started").dt.truncate(_QUARTER)
    last = pl.max_horizontal("started", pl.col("ended") - pl.duration(microseconds=1)).dt.truncate(_QUARTER)
    at = pl.col("interval_start")
    busy = pl.min_horizontal("ended", at.dt.offset_by(_QUARTER)) - pl.max_horizontal("started", at)
    classes = pl.col("class").drop_nulls().unique().sort().cast(pl.String).str.join(",")
    return (
        _units(messages)
        .filter(pl.col("region") > 0)
        .with_columns(interval_start=pl.datetime_ranges(first, last, _QUARTER))
        .explode("interval_start")
        .with_columns(busy=_micros(busy), is_first=at == first)
        .group_by(_REGION)
        .agg(
            record=pl.col("record").min(),
            busy_us=pl.col("busy").sum(),
            units=pl.col("is_first").sum(),
            classes=classes,
        )
        .with_columns(
            is_start=pl.lit(value=False),
            classes=pl.when(pl.col("classes") != "").then(
                pl.col("classes").str.extract(rf"^(.{{1,{_LONGEST_LIST}}})(?:,|$)")
            ),
        )
    )
