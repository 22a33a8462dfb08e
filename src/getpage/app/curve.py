"""What every size of a buffer pool would have read, from a trace of page references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from getpage.app.evidence import NOBODY, Watch, layouts_option, paths_option
from getpage.core.errors import GetpageError, Without
from getpage.core.option import option
from getpage.curve.files import TraceFormat
from getpage.curve.settings import TRACE, CurveSettings

if TYPE_CHECKING:
    from getpage.result.curve import Curves


@dataclass(frozen=True, kw_only=True)
class CurveRequest(CurveSettings):
    """A trace, and what is asked of it.

    `trace` is a path, a list of paths that are one trace, or a frame: anything with `__arrow_c_stream__` (a
    Polars or pandas frame, a DuckDB relation, a pyarrow table) and the column page, and if known pool,
    object, access (random, sequential, list, dynamic), write and time. To be merged it is parts, as bytes or
    files, in the order of the trace.
    """

    trace: Any = field(kw_only=False, metadata=paths_option())
    trace_format: str | None = field(
        default=None,
        metadata=option("Format of the files, where it is not detected.", group=TRACE, written=TraceFormat),
    )
    layouts: Sequence[Path] = field(default=(), metadata=layouts_option())

    def refuse_simulation(self) -> None:
        """GetpageError for what parts of a trace cannot give."""
        if self.is_grid or self.opt or self.gbp or self.sample is not None:
            raise GetpageError(
                "--partial and --merge are for plain LRU",
                Without(("--vpseqt", "--pgsteal", "--spsize", "--sample"), flags=("--opt", "--gbp")),
            )


def curve(request: CurveRequest, watch: Watch = NOBODY) -> Curves:
    """What every size of every pool of a trace would have read.

    Raises GetpageError, with file and place, for a trace that cannot be trusted and for settings that cannot
    be.
    """
    if request.gbp:
        from getpage.curve.group import groups_of as curve_of
    else:
        from getpage.curve.run import curve_of

    return curve_of(
        request.trace,
        request,
        trace_format=request.trace_format,
        layouts=request.layouts,
        progress=watch.progress,
    )


def curve_part(request: CurveRequest, watch: Watch = NOBODY) -> bytes:
    """A part of a trace, to be merged; raises GetpageError as `curve` does."""
    from getpage.curve.parts import part_of

    request.refuse_simulation()
    return part_of(
        request.trace,
        request,
        trace_format=request.trace_format,
        layouts=request.layouts,
        progress=watch.progress,
    )


def merge_curve_parts(request: CurveRequest) -> Curves:
    """The curves of a trace from its parts: the same as those of the whole trace.

    Raises GetpageError for what is no part, or out of order.
    """
    from getpage.curve.parts import merge_parts

    request.refuse_simulation()
    return merge_parts(request.trace, request)


def merge_to_part(request: CurveRequest) -> bytes:
    """Several parts as one part."""
    from getpage.curve.parts import merge_to_part

    request.refuse_simulation()
    return merge_to_part(request.trace)
