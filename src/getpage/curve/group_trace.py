"""A trace of several members of a data sharing group: who did what with which page, in the order of time.

From SMF and GTF (IFCID 198 of each member: getpages, and set writes, which say that a page was changed) the
records of all members are put in the order of their clocks, which the sysplex keeps together. A frame, CSV,
Parquet or Arrow names the member in a column, is in the order of time, and says of each reference whether it
changed the page.

The reader of plain curves looks at the trace first, so that what is damaged, out of order or lost is refused
with its place. Limit: the events are held in memory, some 30 bytes each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import polars as pl

from getpage import _native
from getpage.contract.product import TraceSource
from getpage.core.errors import GetpageError, command
from getpage.core.progress import Progress
from getpage.core.scratch import scratch
from getpage.curve.files import TraceFile, TraceFormat
from getpage.curve.run import finish, open_trace
from getpage.curve.settings import CurveSettings
from getpage.curve.trace import (
    COLUMNS,
    FileTrace,
    FrameTrace,
    OpenTrace,
    described,
    parquet_columns,
)
from getpage.products import registry

#: What a member does with a page, as the kernel takes it.
READ, READ_AND_CHANGE, CHANGE = 0, 1, 2

_TRUE: Final = ("1", "true")
_OBJECT: Final = ("database_id", "object_id", "partition")


@dataclass(frozen=True, slots=True)
class GroupTrace:
    """`events` are rows of member, pool, object, page and event, in the order of time."""

    events: pl.DataFrame
    files: tuple[dict[str, Any], ...]
    notes: tuple[str, ...]


def read(
    trace: Any,
    settings: CurveSettings,
    *,
    trace_format: str | None = None,
    layouts: Sequence[Path] = (),
    progress: Progress | None = None,
) -> GroupTrace:
    """The events of a trace that is not open yet. GetpageError for one that cannot be trusted, or that names
    no members.
    """
    with ExitStack() as stack:
        opened = open_trace(trace, trace_format, layouts, stack)
        try:
            events, notes = _events(opened, settings, list(layouts), progress)
        except _native.EvidenceError as error:
            raise GetpageError(str(error), "getpage curve --help") from error
        files = described(opened, settings.subsystem)
    if settings.pool is not None:
        events = events.filter(pl.col("pool") == settings.pool)
    if not events.height:
        raise GetpageError(
            "no references of members in the trace" + (f" to pool {settings.pool}" * bool(settings.pool)),
            "getpage curve --help",
        )
    return GroupTrace(events, files, tuple(notes))


def _events(
    trace: OpenTrace, settings: CurveSettings, layouts: list[Path], progress: Progress | None
) -> tuple[pl.DataFrame, list[str]]:
    if isinstance(trace, FrameTrace):
        return _of_columns(trace.polars(), "frame"), _looked_at(trace, settings, progress)
    files = _files(trace)
    if files[0].format in {TraceFormat.SMF, TraceFormat.GTF}:
        return _of_records(files, settings, layouts)
    notes = _looked_at(trace, settings, progress)
    return pl.concat([_of_columns(_columns(file), file.name) for file in files]), notes


def _files(trace: OpenTrace) -> list[TraceFile]:
    opened: FileTrace = trace  # type: ignore[assignment]
    return opened.files


def _looked_at(trace: OpenTrace, settings: CurveSettings, progress: Progress | None) -> list[str]:
    """Notes of a run over the whole trace, which refuses what cannot be trusted."""
    run = _native.CurveRun(lru=False, lost_limit=settings.lost_limit)
    return [*trace.feed(run, progress), *finish(run)]


def _columns(file: TraceFile) -> pl.DataFrame:
    if file.format is TraceFormat.CSV:
        return pl.read_csv(file.path, infer_schema=False)
    if file.format is TraceFormat.ARROW:
        return pl.read_ipc(file.path)
    if file.format is TraceFormat.PARQUET:
        return parquet_columns(file, (*COLUMNS, "member"))
    message = f"{file.name}: {file.format} names no members; SMF, GTF, CSV, Parquet and Arrow do"
    raise GetpageError(message, command("getpage inspect", file.name))


def _of_columns(frame: pl.DataFrame, name: str) -> pl.DataFrame:
    frame = frame.rename({column: column.lower() for column in frame.columns})
    missing = [column for column in ("member", "pool", "page", "write") if column not in frame.columns]
    if missing:
        message = (
            f"{name}: no column {', '.join(missing)}, which the references of a group need: member, pool, "
            "page and write"
        )
        raise GetpageError(message, "getpage curve --help")
    text = {
        column: pl.col(column).cast(pl.String).str.strip_chars() for column in ("member", "pool", "write")
    }
    thing = pl.col("object").cast(pl.String) if "object" in frame.columns else pl.lit("")
    events = frame.select(
        text["member"].alias("member"),
        text["pool"].alias("pool"),
        thing.fill_null("").alias("object"),
        pl.col("page").cast(pl.UInt64).alias("page"),
        pl.when(text["write"].str.to_lowercase().is_in(_TRUE))
        .then(READ_AND_CHANGE)
        .otherwise(READ)
        .cast(pl.UInt8)
        .alias("event"),
    )
    nobody = events.with_row_index("row").filter(pl.col("member").is_null() | (pl.col("member") == ""))
    if nobody.height:
        message = f"{name}, row {nobody['row'][0]}: no member; the column member is filled in every row"
        raise GetpageError(message, "getpage curve --help")
    return events


def _of_records(
    files: Sequence[TraceFile], settings: CurveSettings, layouts: list[Path]
) -> tuple[pl.DataFrame, list[str]]:
    with scratch() as place:
        numbered = [(file.path, number) for number, file in enumerate(files)]
        _native.load_files(numbered, place, 1, layouts, None)
        for traced in (product.traced for product in registry.PRODUCTS if product.traced):
            parts = sorted(place.glob(f"{traced.table}-*.parquet"))
            if parts:
                rows = pl.concat([pl.read_parquet(part) for part in parts])
                return of_getpages(rows, traced, settings)
    message = f"{files[0].name}: no getpages in these files"
    raise GetpageError(message, "getpage collect --help")


def of_getpages(
    rows: pl.DataFrame, traced: TraceSource, settings: CurveSettings
) -> tuple[pl.DataFrame, list[str]]:
    """The events of rows of the table of getpages, of all members, and notes. EvidenceError where a member's
    records are damaged, out of order or lost.
    """
    notes = [note for member in _by_member(rows) for note in _checked(member, settings)]
    ordered = rows.sort("event_time", "file", "record", maintain_order=True)
    kinds = {"getpage": READ, "set write": CHANGE}
    pools = {number: traced.pool(number) for number in rows["buffer_pool"].unique().to_list()}
    pool = pl.col("buffer_pool").replace_strict(pools, return_dtype=pl.String)
    events = ordered.filter(pl.col("function").cast(pl.String).is_in(list(kinds))).select(
        pl.col("subsystem").cast(pl.String).str.strip_chars().alias("member"),
        pool.alias("pool"),
        pl.concat_str([pl.col(part).cast(pl.UInt32).fill_null(0) for part in _OBJECT], separator=".").alias(
            "object"
        ),
        pl.col("page").cast(pl.UInt64).alias("page"),
        pl.col("function").cast(pl.String).replace_strict(kinds, return_dtype=pl.UInt8).alias("event"),
    )
    if not (events["event"] == CHANGE).any():
        notes.append(
            "no set writes in the trace: no page changed, and no page entered a group buffer pool for that"
        )
    notes.append(
        "records of the members are put in the order of their clocks, which the sysplex keeps together"
    )
    return events, notes


def _by_member(rows: pl.DataFrame) -> Iterator[pl.DataFrame]:
    yield from rows.sort("file", "record", maintain_order=True).partition_by("subsystem", maintain_order=True)


def _checked(rows: pl.DataFrame, settings: CurveSettings) -> list[str]:
    run = _native.CurveRun(lru=False, lost_limit=settings.lost_limit)
    run.push_getpages(rows, f"getpages of {rows['subsystem'][0]}")
    return finish(run)
