"""The sorts of the evidence, a row each: records, messages and accounting of one sort put together.

A sort may be told of by its record (SMF 16), by its messages, or by both; the step by SMF 30. Record and step
are of the same job, time of reading and step number; messages, which have no time of reading, are of the same
job and step (`matching.py`).

A record is written when its sort ends. The sort began no earlier than its step, than the sort before it in
that step ended, and than the minute in which its messages have it begin: the last of these is taken. The two
subtasks of JOINKEYS run beside each other and beside what reads them, and a sort whose messages begin before
the one before it ended runs beside that one: of these the end of the other does not count. What a
program did itself between two of its sorts is in the time of the second where no message tells when that
began. Requests and connect time of a step with several sorts are shared out by their work on disk, as SMF 30
has them by data set and sorts use the same ones.

Bytes that did not fit 32 bits are known where records of one length tell them; else the work data sets bound
them. What is on disk is at most the tracks that a sort had, and no more than it sorted less what storage
held; where no message tells what storage held, it held at least what the tracks did not.

Times are local. A report without months has its days in January 1970: only distances are used.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.products.common.every_row import every_row

from .constants import TRACK
from .matching import pairs
from .sort_options import OF_OPTIONS, most_held

TABLE: Final = "sort_run"
UTILITIES: Final = "sort_utility"
STEPS: Final = "smf30_storage"
_CLASSES: Final = "smf30_performance"
_EXCPS: Final = "smf30_excp"
_END_OF_STEP: Final = 4
_WRAP: Final = 1 << 32
_ORDER: Final = ["written", "file", "record"]
_STEP: Final = ["system", "job", "read_time", "step_number"]
_FROM_TEXT: Final = (
    *("records", "bytes", "hiperspace_bytes", "data_space_bytes", "memory_object_main_bytes"),
    *(
        "memory_object_work_bytes",
        "main_storage_bytes",
        "exits",
        "size_unknown",
        "inserted",
        "deleted",
        "short_bytes",
    ),
    *("technique", "environment", "main_storage_asked", "main_storage_available_bytes"),
    *("full_at_records", "hiprmax", "dspsize", "mosize", "mowrk", "tune", "expmax", "expold", "expres"),
)
#: What a site's own layout of the end of the record tells of it, too.
_TEXT: Final = "_said"
HELD: Final = ("hiperspace_bytes", "data_space_bytes", "memory_object_work_bytes")


def runs(evidence: Evidence) -> pl.DataFrame:
    """A row a sort, in order of time, with what is worked out.

    `end`, `begin` (null where not told), `dated`; `seconds`, `cpu`; `sorted` bytes, `disk` and `held` bytes
    of its work; `ios` to work data sets of `all_ios`, with seconds of `work_connect` and `all_connect`;
    `sorts` is false of copies and merges; `step_file` and `step_record` are its SMF 30; `nth` of `in_step`
    sorts, merges and copies of its step; `held_by_options` is the most that these let it hold, null where
    they bound nothing.
    """
    rows = every_row(evidence, TABLE)
    is_record = pl.col("cpu_hundredths").is_not_null() | pl.col("bytes_32").is_not_null()
    records = rows.filter(is_record).sort(*_ORDER, nulls_last=True)
    messages = rows.filter(~is_record & ~_alone()).sort(*_ORDER, nulls_last=True)
    known = _with_steps(evidence, _with_messages(records, messages))
    whole = _worked_out(_counted(known)).sort("end", "file", "record", nulls_last=True)
    options = whole.select(OF_OPTIONS).unique(maintain_order=True)
    most = [most_held(row) for row in options.iter_rows(named=True)]
    held = options.with_columns(pl.Series("held_by_options", most, pl.Int64))
    return whole.join(held, on=OF_OPTIONS, how="left", nulls_equal=True, maintain_order="left")


def events(evidence: Evidence) -> pl.DataFrame:
    """Messages that say that a sort ran out of storage or of work space."""
    rows = every_row(evidence, TABLE).filter(
        pl.col("short_bytes").is_not_null() | pl.col("full_at_records").is_not_null()
    )
    return rows.sort("written", "file", "record", nulls_last=True)


def utilities(evidence: Evidence) -> pl.DataFrame:
    """What Db2 utilities say of the memory of their sorts."""
    return every_row(evidence, UTILITIES).sort("written", "file", "record", nulls_last=True)


def _alone() -> pl.Expr:
    """A message of the system's log that is no account of a sort."""
    trouble = pl.col("short_bytes").is_not_null() | pl.col("full_at_records").is_not_null()
    return trouble & pl.col("technique").is_null() & pl.col("began").is_null() & pl.col("bytes").is_null()


def _with_messages(records: pl.DataFrame, messages: pl.DataFrame) -> pl.DataFrame:
    """Records with what their messages say, then the sorts of which there are messages alone."""
    of_record = dict(pairs(records, messages))
    whose = [of_record.get(place) for place in range(records.height)]
    reported = messages.select(
        pl.int_range(pl.len()).alias("message"),
        *(pl.col(name).alias(name + _TEXT) for name in (*_FROM_TEXT, "began", "file", "record")),
    )
    joined = (
        records.with_columns(pl.Series("message", whose, pl.Int64))
        .join(reported, on="message", how="left", maintain_order="left")
        .with_columns(pl.coalesce(name, name + _TEXT).alias(name) for name in (*_FROM_TEXT, "began"))
    )
    rest = messages.filter(~pl.int_range(pl.len()).is_in(list(of_record.values())))
    return pl.concat([joined, rest], how="diagonal")


def _counted(rows: pl.DataFrame) -> pl.DataFrame:
    """With the number of each in its step, in order: of records by the step, of messages by their listing."""
    step = pl.when(pl.col("read_time").is_null()).then("file")
    key = ["system", "job", "step", "read_time", "step_number", step]
    return rows.with_columns(
        nth=pl.int_range(1, pl.len() + 1).over(key, order_by=_ORDER), in_step=pl.len().over(key)
    )


def _with_steps(evidence: Evidence, rows: pl.DataFrame) -> pl.DataFrame:
    """With the accounting of the step of each: when it began and ended, its class, its I/O."""
    steps = _unique(
        evidence,
        STEPS,
        ["program", "started", "written", "memlimit_mb", "file", "record"],
        {"written": "step_end", "file": "step_file", "record": "step_record", "program": "step_program"},
    )
    classes = _unique(evidence, _CLASSES, ["service_class"], {})
    name = pl.col("dd_name").str
    whose = {
        "input": name.starts_with("SORTIN") | name.starts_with("SORTJNF"),
        "work": name.starts_with("SORTWK") | name.starts_with("SORTDK"),
        "output": name.starts_with("SORTOUT") | name.starts_with("SORTOF"),
    }
    io = (
        every_row(evidence, _EXCPS, columns=(*_STEP, "dd_name", "blocks", "connect_us"))
        .group_by(_STEP, maintain_order=True)
        .agg(
            excps=pl.col("blocks").cast(pl.UInt64).sum(),
            connected=pl.col("connect_us").sum() / 1e6,
            **{
                f"{of}_excps": pl.col("blocks").filter(mine).cast(pl.UInt64).sum()
                for of, mine in whose.items()
            },
            **{
                f"{of}_connected": pl.col("connect_us").filter(mine).sum() / 1e6 for of, mine in whose.items()
            },
        )
    )
    joined = rows
    for table in (steps, classes, io):
        joined = joined.join(table, on=_STEP, how="left", maintain_order="left")
    # A row of messages alone has no time of reading: it is in no step of SMF 30.
    beside = pl.col("joinkeys_first").fill_null(value=False) | pl.col("joinkeys_second").fill_null(
        value=False
    )
    ended = pl.when(~beside).then("written")
    return joined.with_columns(
        before=ended.shift(1).forward_fill().over(_STEP, order_by=_ORDER),
    )


def _unique(evidence: Evidence, table: str, wanted: list[str], names: dict[str, str]) -> pl.DataFrame:
    ended = pl.col("subtype") == _END_OF_STEP
    rows = every_row(evidence, table, columns=(*_STEP, *wanted), where=ended)
    rows = rows.sort(*_STEP, *wanted, nulls_last=True)
    return rows.unique(_STEP, keep="first", maintain_order=True).rename(names)


def _worked_out(rows: pl.DataFrame) -> pl.DataFrame:
    product = pl.col("records_32").cast(pl.UInt64) * pl.col("record_length")
    of_one_length = (product % _WRAP == pl.col("bytes_32")) & (product > 0)
    tracks = pl.col("work_tracks").cast(pl.UInt64) * TRACK
    fits = pl.when(tracks.fill_null(0) < _WRAP).then("bytes_32")
    by_record = pl.when(of_one_length).then(product).otherwise(fits)
    known = pl.col(*HELD).is_not_null()
    until = pl.min_horizontal("written", "step_end")
    # Messages of another run of the same job tell nothing of this one.
    of_this = pl.when(pl.col("began").is_between("started", until)).then("began")
    # Messages have the minute alone.
    is_beside = of_this + pl.duration(minutes=1) <= pl.col("before")
    after = pl.when(~is_beside.fill_null(value=False)).then("before")
    since = pl.when(pl.col("started").is_not_null()).then(pl.max_horizontal("started", after, of_this))
    step_seconds = (until - since).dt.total_microseconds() / 1e6
    day = pl.datetime(1970, 1, 1) + pl.duration(days=pl.col("day_of_month").cast(pl.Int64) - 1)
    of_report = day + pl.duration(microseconds=pl.col("clock_us").cast(pl.Int64))
    whole = rows.with_columns(
        sorted=pl.coalesce("bytes", by_record).cast(pl.UInt64),
        seconds=pl.coalesce(pl.col("elapsed_us") / 1e6, step_seconds),
        cpu=pl.coalesce(pl.col("cpu_us") / 1e6, pl.col("cpu_hundredths") / 100),
        end=pl.coalesce("written", of_report),
        dated=pl.col("written").is_not_null(),
        tracked=tracks,
        said_held=pl.when(pl.any_horizontal(known)).then(pl.sum_horizontal(*HELD)),
        program=pl.coalesce("program", "step_program"),
        sorts=~(pl.col("is_copy").fill_null(value=False) | pl.col("is_merge").fill_null(value=False)),
    )
    in_storage = pl.col("in_storage").fill_null(value=False)
    size = pl.coalesce("sorted", "tracked").fill_null(0)
    left = pl.when(size > pl.col("said_held").fill_null(0)).then(size - pl.col("said_held").fill_null(0))
    none = in_storage | ~pl.col("sorts")
    disk = pl.when(none).then(0).otherwise(pl.min_horizontal(pl.col("tracked"), left.fill_null(0)))
    shared = whole.with_columns(work=size, disk=disk.cast(pl.UInt64)).with_columns(
        of_work=_part_of_step("disk"), of_all=_part_of_step("work")
    )
    return shared.with_columns(
        ios=pl.coalesce("work_ios", (pl.col("work_excps") * pl.col("of_work")).round().cast(pl.UInt64)),
        work_connect=pl.col("work_connected") * pl.col("of_work"),
        all_ios=_others("excps", "work_excps"),
        all_connect=_others("connected", "work_connected"),
        begin=pl.coalesce(pl.col("end") - pl.duration(microseconds=pl.col("seconds") * 1e6), "began"),
    ).with_columns(
        held=pl.coalesce("said_held", pl.col("work") - pl.col("disk")).cast(pl.UInt64),
    )


def _part_of_step(column: str) -> pl.Expr:
    """A sort's part of what all of its step have of it; all of it where it is alone."""
    of_all = pl.col(column) / pl.col(column).sum().over(_STEP)
    return pl.when(pl.len().over(_STEP) == 1).then(1.0).when(of_all.is_finite()).then(of_all)


def _others(every: str, work: str) -> pl.Expr:
    """What a sort has of its step's, work data sets by its work on disk and the others by all of its work."""
    return pl.col(work) * pl.col("of_work") + (pl.col(every) - pl.col(work)) * pl.col("of_all")
