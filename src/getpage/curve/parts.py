"""Parts of a trace computed apart, on other processors or machines, and merged: exact for plain LRU.

A part is what `getpage curve --partial` writes. It keeps what merging needs: the distances within it, the
first access of each page and the order of the last ones (17 bytes a page). Parts are merged in the order of
the trace.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from getpage import _native
from getpage.core.errors import GetpageError, command, file_error
from getpage.core.progress import Progress
from getpage.curve import advice
from getpage.curve.run import feed, finish, new_run, open_trace, pools_of
from getpage.curve.settings import CurveSettings
from getpage.result.curve import Curves


def part_of(
    trace: Any,
    settings: CurveSettings,
    *,
    trace_format: str | None = None,
    layouts: Sequence[Path] = (),
    progress: Progress | None = None,
) -> bytes:
    """A part of a trace, to be merged. `trace` as for `curve_of`; raises GetpageError as it does."""
    run = new_run(settings, mergeable=True)
    with ExitStack() as stack:
        feed(open_trace(trace, trace_format, layouts, stack), run, progress)
    return _bytes(run)


def merge_parts(parts: Sequence[bytes | str | Path], settings: CurveSettings) -> Curves:
    """The curves of a trace from its parts, in the order of the trace: the same as those of the whole trace.

    Parts are bytes or files. Raises GetpageError for what is no part, or out of order.
    """
    run, names = merged(parts, settings)
    return Curves(
        pools=tuple(advice.advise(pool, settings, None, None) for pool in pools_of(run)),
        trace=tuple({"file": name, "format": "part", "detected": True} for name in names),
        read_us=settings.read_seconds * 1e6,
        read_us_assumed=settings.read_us is None,
    )


def merge_to_part(parts: Sequence[bytes | str | Path]) -> bytes:
    """Several parts as one part."""
    return _bytes(merged(parts, CurveSettings())[0])


def merged(
    parts: Sequence[bytes | str | Path], settings: CurveSettings
) -> tuple[_native.CurveRun, list[str]]:
    """A run that has taken all parts, and their names."""
    if not parts:
        raise GetpageError("no parts of a trace", "getpage curve --merge part-1 part-2")
    run = new_run(settings, mergeable=True)
    names = []
    for number, part in enumerate(parts, 1):
        name = f"part {number}" if isinstance(part, bytes) else str(part)
        try:
            run.append(part if isinstance(part, bytes) else Path(part).read_bytes(), name)
        except _native.EvidenceError as error:
            raise GetpageError(str(error), command("getpage curve TRACE --partial -o", name)) from error
        except OSError as error:
            raise file_error(name, error) from error
        names.append(name)
    finish(run)
    return run, names


def _bytes(run: _native.CurveRun) -> bytes:
    try:
        return bytes(run.partial())
    except _native.EvidenceError as error:
        message = f"{error}; give all parts, in the order of the trace"
        raise GetpageError(message, "getpage curve --merge part-1 part-2") from error
