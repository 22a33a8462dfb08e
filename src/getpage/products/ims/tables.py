"""What each subpool found, read and waited for, in one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.core.units import MIB
from getpage.result import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .ims import Ims
    from .subpool import Subpool

_COLUMNS: Final = (
    *("subpool", "buffers", "bytes each", "MiB", "page-fixed", "requests", "found %", "reads", "reads/s"),
    *("steal writes", "other writes", "waits for a buffer", "waits for another request", "locked"),
)
_WAITS: Final = ("busy_id_waits", "busy_write_waits", "busy_read_waits", "ownership_waits")


def tables(systems: Sequence[Ims]) -> Iterator[Table]:
    """All subpools with counters."""
    rows = tuple(_row(one) for ims in systems for one in ims.judged)
    if rows:
        yield Table(
            title="Subpools of IMS",
            columns=_COLUMNS,
            rows=rows,
            note="Counts at the present size: of traces, else of the runs of batch regions or since IMS "
            "started. Of VSAM requests are what was found and what was read. A request waits for another one "
            "at the same block or buffer, or for its owner; more buffers do not end that.",
        )


def _row(one: Subpool) -> tuple[str | float | int | None, ...]:
    rate = one.rate("reads")
    assert one.last is not None
    return (
        one.label,
        one.buffers,
        one.buffer_bytes,
        round(one.bytes / MIB, 1) if one.bytes else None,
        {True: "yes", False: "no"}.get(one.fixed) if one.fixed is not None else None,
        one.total("requests"),
        None if one.found is None else round(100 * one.found, 1),
        one.total("reads"),
        None if rate is None else round(rate, 1),
        one.total("steal_writes"),
        one.total("writes"),
        one.total("buffer_waits"),
        sum(map(one.total, _WAITS)),
        one.last["locked"],
    )
