"""Which hours a trace is of, as its own time stamps say, in local time of the system.

SMF says when each record was written; Parquet, Arrow and frames have a column of dates, which are taken for
local time. Plain numbers, and times that are no dates or have a zone (as GTF, whose clock is UTC), do not say
which hours of the evidence they are, and that is not guessed.

Limit: between the first and the last reference of a file the trace is taken to have run.
"""

from __future__ import annotations

import glob
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import polars as pl

from getpage import _native
from getpage.curve.files import TraceFile, TraceFormat
from getpage.evidence.sql_guard import quoted

#: From the first reference to the last.
Span = tuple[datetime, datetime]

#: SMF type and IFCID of a getpage.
_GETPAGE = (102, 198)
_TIME = "time"


def of_file(file: TraceFile, layouts: Sequence[Path], subsystem: str | None) -> Span | None:
    """Of a file that was read without an error; of SMF, the records of one subsystem where one is named."""
    if file.format is TraceFormat.SMF:
        return _of_smf(file.path, layouts, subsystem)
    if file.format is TraceFormat.PARQUET:
        return _of_parquet(file.path)
    if file.format is TraceFormat.ARROW:
        return _of_arrow(file.path)
    return None


class _Stream:
    """An Arrow stream whose type Polars may remember, as it does to the end of a process: with a type of
    DuckDB's all of DuckDB is kept, and its bindings list each of their functions as leaked.
    """

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._frame.__arrow_c_stream__(requested_schema)


def read_stream(frame: Any) -> pl.DataFrame:
    """All rows of an Arrow-compatible frame."""
    import polars as pl

    return frame if isinstance(frame, pl.DataFrame) else pl.DataFrame(_Stream(frame))


def of_frame(frame: Any) -> Span | None:
    """Of a frame; None of a stream that can be read but once, which was."""
    import polars as pl

    try:
        read = read_stream(frame)
    except (pl.exceptions.PolarsError, TypeError, ValueError, OSError):
        return None
    return of_columns(read)


def of_columns(frame: pl.DataFrame) -> Span | None:
    """Of a frame with a column of dates that have no zone."""
    import polars as pl

    column = next((name for name in frame.columns if name.lower() == _TIME), None)
    if (
        column is None
        or not frame.height
        or frame.schema[column] not in {pl.Datetime("ms"), pl.Datetime("us"), pl.Datetime("ns")}
    ):
        return None
    times = frame[column].cast(pl.Datetime("us"))
    first, last = times.min(), times.max()
    return (first, last) if isinstance(first, datetime) and isinstance(last, datetime) else None


def _of_smf(path: Path, layouts: Sequence[Path], subsystem: str | None) -> Span | None:
    ranges = [
        records["written"]
        for records in _native.inspect_file(path, list(layouts))["coverage"]
        if (records["record_type"], records["subtype"]) == _GETPAGE
        and records["written"] is not None
        and subsystem in {None, records["subsystem"].strip()}
    ]
    if not ranges:
        return None
    return _moment(min(first for first, _ in ranges)), _moment(max(last for _, last in ranges))


def _moment(micros: int) -> datetime:
    """Microseconds since 1970, local time."""
    return datetime.fromtimestamp(micros / 1e6, UTC).replace(tzinfo=None)


def _of_parquet(path: Path) -> Span | None:
    import duckdb

    source = f"read_parquet({quoted(glob.escape(str(path)))})"
    with duckdb.connect() as db:
        names = {
            name.lower(): (name, kind) for name, kind, *_ in db.execute(f"describe from {source}").fetchall()
        }
        name, kind = names.get(_TIME, ("", ""))
        if not kind.startswith("TIMESTAMP") or "ZONE" in kind:
            return None
        column = '"' + name.replace('"', '""') + '"'
        ends = db.execute(f"select min({column}), max({column}) from {source}").fetchone()
    return (ends[0], ends[1]) if ends and ends[0] is not None else None


def _of_arrow(path: Path) -> Span | None:
    import polars as pl

    try:
        return of_columns(pl.read_ipc(path))
    except pl.exceptions.PolarsError:
        return of_columns(pl.read_ipc_stream(path))
