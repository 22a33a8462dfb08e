"""A trace into a run of the native kernel: files by the native readers, Parquet files by DuckDB, frames
through the Arrow C stream.

Polars reads neither Parquet nor Arrow files here: it meets some damage with a panic of its own threads, on
standard error, or never comes back.
"""

from __future__ import annotations

import glob
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import polars as pl

from getpage import _native
from getpage.core.errors import GetpageError, command
from getpage.core.progress import Progress
from getpage.curve import trace_span
from getpage.curve.files import TraceFile, TraceFormat
from getpage.curve.trace_span import Span
from getpage.evidence.sql_guard import quoted

if TYPE_CHECKING:
    import duckdb


#: Columns of a frame that mean something.
COLUMNS = ("pool", "object", "page", "access", "write", "time")


class OpenTrace(Protocol):
    """Something that can be fed to a run, more than once where it is not a stream."""

    def feed(self, run: _native.CurveRun, progress: Progress | None) -> list[str]:
        """Feed all references; what is worth a note is given back."""

    @property
    def bytes(self) -> int:
        """Bytes on disk, where the trace is on disk."""

    def describe(self) -> list[dict[str, Any]]:
        """The files with their formats."""

    def spans(self, subsystem: str | None) -> list[Span | None]:
        """The hours of each of the files, of the references of a subsystem, after they were fed; None where
        nothing says them.
        """


class FileTrace:
    """Files that are one trace."""

    def __init__(self, files: Sequence[TraceFile], layouts: Sequence[Path] = ()) -> None:
        """`files` in the order of time."""
        if not files:
            raise GetpageError("no files of a trace", "getpage curve TRACE")
        self._files = list(files)
        self._layouts = list(layouts)

    @property
    def files(self) -> list[TraceFile]:
        """The files, in the order of time."""
        return list(self._files)

    @property
    def bytes(self) -> int:
        """Bytes on disk."""
        return sum(file.path.stat().st_size for file in self._files)

    def describe(self) -> list[dict[str, Any]]:
        """The files with their formats."""
        return [{"file": f.name, "format": str(f.format), "detected": f.detected} for f in self._files]

    def spans(self, subsystem: str | None) -> list[Span | None]:
        """The hours of each file, where its format has them."""
        return [trace_span.of_file(file, self._layouts, subsystem) for file in self._files]

    def feed(self, run: _native.CurveRun, progress: Progress | None) -> list[str]:
        """Feed all files."""
        notes: list[str] = []
        for file in self._files:
            try:
                if file.format is TraceFormat.PARQUET:
                    _feed_parquet(file, run)
                else:
                    notes += _feed_native(file, run, self._layouts, progress)
            except _native.EvidenceError as error:
                raise GetpageError(str(error), command("getpage inspect", file.name)) from error
        return notes


def _feed_native(
    file: TraceFile, run: _native.CurveRun, layouts: list[Path], progress: Progress | None
) -> list[str]:
    def report(done: int, total: int) -> None:
        if progress is not None:
            progress(file.name, done, total)

    return run.read(file.path, file.name, str(file.format), layouts, report)


def _feed_parquet(file: TraceFile, run: _native.CurveRun) -> None:
    with _parquet(file, COLUMNS) as rows:
        run.push(rows, file.name, 0)


def parquet_columns(file: TraceFile, columns: Sequence[str]) -> pl.DataFrame:
    """Those of the columns that a file has."""
    with _parquet(file, columns) as rows:
        return trace_span.read_stream(rows)


@contextmanager
def _parquet(file: TraceFile, columns: Sequence[str]) -> Iterator[duckdb.DuckDBPyRelation]:
    import duckdb

    source = f"read_parquet({quoted(glob.escape(str(file.path)))})"  # a name, not a pattern
    try:
        with duckdb.connect() as db:
            names = [row[0] for row in db.execute(f"describe select * from {source}").fetchall()]
            wanted = ", ".join('"' + n.replace('"', '""') + '"' for n in names if n.lower() in columns)
            yield db.sql(f"select {wanted or '*'} from {source}")
    except duckdb.Error as error:
        why = str(error).splitlines()[0]
        message = f"{file.name}: {file.format} file that cannot be read: {why}"
        raise GetpageError(message, command("getpage inspect", file.name)) from error


class FrameTrace:
    """An Arrow-compatible frame: anything with `__arrow_c_stream__`."""

    bytes = 0

    def __init__(self, frame: Any) -> None:
        """`frame` has the column page, and if known pool, object, access, write and time."""
        self._frame = frame

    def polars(self) -> pl.DataFrame:
        """The frame as one of Polars."""
        return trace_span.read_stream(self._frame)

    def describe(self) -> list[dict[str, Any]]:
        """What the frame is."""
        return [{"file": type(self._frame).__name__, "format": "frame", "detected": True}]

    def spans(self, subsystem: str | None) -> list[Span | None]:  # noqa: ARG002
        """The hours of its column of time, where that has dates."""
        return [trace_span.of_frame(self._frame)]

    def feed(self, run: _native.CurveRun, progress: Progress | None) -> list[str]:  # noqa: ARG002
        """Feed all rows."""
        try:
            run.push(self._frame, "frame", 0)
        except _native.EvidenceError as error:
            message = f"{error}; a trace has the columns pool and page"
            raise GetpageError(message, "getpage curve --help") from error
        except (TypeError, ValueError) as error:  # what the Arrow interface says of a stream
            message = f"frame: {error}; it can be read once only"
            raise GetpageError(message, "getpage curve --help") from error
        return []


def described(trace: OpenTrace, subsystem: str | None) -> tuple[dict[str, Any], ...]:
    """The files of a trace that was read, with the hours that they are of; None where nothing says them."""
    return tuple(
        file | {"first": span and span[0], "last": span and span[1]}
        for file, span in zip(trace.describe(), trace.spans(subsystem), strict=True)
    )
