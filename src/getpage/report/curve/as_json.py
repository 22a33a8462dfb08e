"""Curves as JSON: rows under `curve`, which are what is read again, and beside them what is known of each
pool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from getpage.result.as_json import plain_json, to_plain

if TYPE_CHECKING:
    from getpage.result.curve import Curves, PoolCurve


def json(curves: Curves) -> str:
    """Everything that the curves hold."""
    return plain_json(
        {
            "version": curves.version,
            "trace": curves.trace,
            "read_us": curves.read_us,
            "read_us_assumed": curves.read_us_assumed,
            "curve": [row for pool in curves.pools for row in pool.rows],
            "pools": [_pool(pool) for pool in curves.pools],
            "groups": curves.groups,
            "simulated": [
                to_plain(pool.simulated) | {"messages": pool.simulated.messages()}
                for pool in curves.pools
                if pool.simulated is not None
            ],
            "notes": curves.notes,
        }
    )


def _pool(pool: PoolCurve) -> dict[str, Any]:
    elsewhere = {"rows", "simulated"}
    return {name: value for name, value in to_plain(pool).items() if name not in elsewhere}
