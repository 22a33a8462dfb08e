"""The result for programs: rows under `curve`, and beside them what is known of each pool."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from getpage.curve.model import Curves, PoolCurve

#: Columns of a row, in CSV and JSON.
COLUMNS = (
    *("pool", "size", "vpseqt", "pgsteal", "bytes", "factor", "getpages", "reads"),
    *("sync_random", "sync_sequential", "asynchronous", "read_seconds", "share"),
    *("opt_reads", "band_low", "band_high", "marks"),
)


def rows(curves: Curves) -> list[tuple[Any, ...]]:
    """All rows, in the order of `COLUMNS`; marks as one text."""
    return [
        tuple(" ".join(row.marks) if name == "marks" else getattr(row, name) for name in COLUMNS)
        for pool in curves.pools
        for row in pool.rows
    ]


def plain(curves: Curves) -> dict[str, Any]:
    """Everything, as JSON types."""
    return {
        "version": curves.version,
        "trace": list(curves.trace),
        "read_us": curves.read_us,
        "read_us_assumed": curves.read_us_assumed,
        "curve": [
            {name: getattr(row, name) for name in COLUMNS} | {"marks": list(row.marks)}
            for pool in curves.pools
            for row in pool.rows
        ],
        "pools": [_pool(pool) for pool in curves.pools],
        "simulated": [
            dataclasses.asdict(pool.simulated) | {"messages": pool.simulated.messages()}
            for pool in curves.pools
            if pool.simulated is not None
        ],
        "notes": list(curves.notes),
    }


def _pool(pool: PoolCurve) -> dict[str, Any]:
    return {
        "pool": pool.pool,
        "page_bytes": pool.page_bytes,
        "getpages": pool.getpages,
        "pages": pool.pages,
        "first_touches": pool.first_touches,
        "sample": pool.sample,
        "marks": [dataclasses.asdict(mark) for mark in pool.marks],
    }
