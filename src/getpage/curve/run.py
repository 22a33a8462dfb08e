"""Passes over a trace, and what they give.

Plain LRU takes one pass, whatever the sizes. Db2's pool takes one more where the sizes to simulate depend on
the trace: on its pools, or on how many pages they reference.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from getpage import _native
from getpage.core.errors import GetpageError, Without
from getpage.core.progress import Progress
from getpage.core.units import GIB
from getpage.curve import advice
from getpage.curve.files import TraceFormat, trace_files
from getpage.curve.grid import SimulationGrid, grid, is_known_beforehand, native
from getpage.curve.pool import PoolRun
from getpage.curve.settings import CurveSettings
from getpage.curve.trace import FileTrace, FrameTrace, OpenTrace, described
from getpage.result.curve import Curves

#: Formats whose page references say which page set of Db2 they are of.
_NAMING_PAGE_SETS = frozenset({"smf", "gtf"})
#: Bytes on disk from which on a trace may have more references than are computed exactly.
_LARGE = 4 * GIB


def curve_of(
    trace: Any,
    settings: CurveSettings,
    *,
    trace_format: str | None = None,
    layouts: Sequence[Path] = (),
    progress: Progress | None = None,
) -> Curves:
    """The curves of a trace that is not open yet: files, or a frame.

    Raises GetpageError, with file and place, for a trace that cannot be trusted.
    """
    with ExitStack() as stack:
        return compute(open_trace(trace, trace_format, layouts, stack), settings, progress)


def open_trace(trace: Any, trace_format: str | None, layouts: Sequence[Path], stack: ExitStack) -> OpenTrace:
    """Files or a frame as a trace; what is opened for it is closed by `stack`."""
    if hasattr(trace, "__arrow_c_stream__"):
        return FrameTrace(trace)
    try:
        given = None if trace_format is None else TraceFormat(trace_format)
    except ValueError:
        known = ", ".join(TraceFormat)
        message = f"--trace-format {trace_format!r}: expected one of {known}"
        raise GetpageError(message, f"--trace-format {min(TraceFormat)}") from None
    paths = [str(path) for path in trace] if isinstance(trace, (list, tuple)) else [str(trace)]
    return FileTrace(stack.enter_context(trace_files(paths, given, layouts)), layouts)


def compute(trace: OpenTrace, settings: CurveSettings, progress: Progress | None = None) -> Curves:
    """The curves of a trace that is open."""
    grids: dict[str, SimulationGrid] = {}
    one_pass = settings.is_grid and is_known_beforehand(settings)
    others = grid(settings, settings.pool or "", 0) if one_pass else None
    first = new_run(
        settings, grids=native(settings, (), others) if others else None, large=trace.bytes > _LARGE
    )
    notes = feed(trace, first, progress)
    pools = pools_of(first)
    _was_moved(trace, settings, pools)
    simulated = first if one_pass else None
    if settings.is_grid and not one_pass:
        grids = {pool.name: grid(settings, pool.name, pool.pages) for pool in pools}
        simulated = new_run(settings, lru=False, opt=False, grids=native(settings, grids.items(), None))
        feed(trace, simulated, progress)
        _same_trace(first, simulated)
    return Curves(
        pools=tuple(advice.advise(pool, settings, simulated, grids.get(pool.name, others)) for pool in pools),
        trace=described(trace, settings.subsystem),
        notes=tuple(notes),
        read_us=settings.read_seconds * 1e6,
        read_us_assumed=settings.read_us is None,
    )


def new_run(
    settings: CurveSettings,
    *,
    lru: bool = True,
    opt: bool | None = None,
    mergeable: bool = False,
    grids: _native.Grid | None = None,
    large: bool = False,
) -> _native.CurveRun:
    """A run of the native kernel."""
    return _native.CurveRun(
        pool=settings.pool,
        subsystem=settings.subsystem,
        lru=lru,
        mergeable=mergeable,
        opt=settings.opt if opt is None else opt,
        sample=settings.sample,
        band=settings.band,
        seed=settings.seed,
        keep_sample=large and lru and not mergeable and settings.sample is None,
        exact_limit=settings.exact_limit if lru else 1 << 62,
        lost_limit=settings.lost_limit,
        threads=settings.threads,
        grid=grids,
        moved=settings.moved,
    )


def feed(trace: OpenTrace, run: _native.CurveRun, progress: Progress | None) -> list[str]:
    """Feed a whole trace; notes on it. Raises GetpageError for a trace that cannot be trusted."""
    notes = trace.feed(run, progress)
    return notes + finish(run)


def finish(run: _native.CurveRun) -> list[str]:
    """What only the whole trace shows."""
    try:
        return run.finish()
    except _native.EvidenceError as error:
        message = f"{error}; give the files in the order of time, and each once"
        raise GetpageError(message, "getpage inspect TRACE") from error


def pools_of(run: _native.CurveRun) -> list[PoolRun]:
    """The pools of a run, by name."""
    summaries = (summary for summary in run.pools() if sum(summary.getpages))
    return sorted((PoolRun(run, summary) for summary in summaries), key=lambda pool: _order(pool.name))


def _order(pool: str) -> tuple[str, int]:
    """BP2 before BP10."""
    digits = pool[len(pool.rstrip("0123456789")) :]
    return pool.removesuffix(digits), int(digits or 0)


def _was_moved(trace: OpenTrace, settings: CurveSettings, pools: Sequence[PoolRun]) -> None:
    """Raise where nothing in the trace could be moved."""
    formats = {file["format"] for file in trace.describe()}
    if settings.moved and formats - _NAMING_PAGE_SETS:
        message = f"--move: a trace of {', '.join(sorted(formats - _NAMING_PAGE_SETS))} has no DBID and OBID"
        raise GetpageError(message, Without(("--move",)))
    there = {pool.name for pool in pools}
    for (database, page_set), pool in settings.moved.items():
        if pool not in there and settings.pool in (None, pool):
            message = f"--move: the trace has no getpage of DBID {database}, OBID {page_set}"
            raise GetpageError(message, Without(("--move",)))


def _same_trace(first: _native.CurveRun, second: _native.CurveRun) -> None:
    counts = [sum(sum(pool.getpages) for pool in run.pools()) for run in (first, second)]
    if counts[0] != counts[1]:
        message = (
            f"the trace gave {counts[0]:,} references first and {counts[1]:,} then: it can be read once only"
        )
        raise GetpageError(message, "--sizes 10k,20k,40k --current 20k")
