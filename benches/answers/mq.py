"""Queue managers with pools and page sets of which every counter moves: half the pools are short."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from benches.answers.stores import Site, header

if TYPE_CHECKING:
    import polars as pl

SECONDS = 60
BUFFERS = 50_000


def site(*, queue_managers: int = 50, pools: int = 24) -> Site:
    """So many queue managers with so many pools, and a page set each."""
    records = [record for i in range(queue_managers) for record in _records(f"Q{i:03}", f"SY{i % 4}A", pools)]
    draws = {"mq_buffer_pool": _pools, "mq_page_set": _page_sets, "mq_message_manager": _messages}
    return Site(records=records, seconds=SECONDS, draws=draws)


def _records(queue_manager: str, system: str, pools: int) -> list[dict[str, Any]]:
    common = header(SECONDS, queue_manager=queue_manager, system=system, level="946", version="100000")
    buffers = [
        {
            "buffer_pool": pool,
            "buffers": BUFFERS,
            "location": "ABOVE" if pool % 2 else "BELOW",
            "page_class": "FIXED4KB" if pool % 3 == 1 else "4KB",
        }
        for pool in range(pools)
    ]
    sets = [
        {
            "page_set": n,
            "buffer_pool": n,
            "total_pages": 100_000,
            "unused_pages": 40_000,
            "persistent_pages": 9,
        }
        for n in range(pools)
    ]
    region = {
        "region_31_limit": 1_600 << 20,
        "available_31": 300 << 20,
        "reserved_short_31": 100 << 20,
        "memory_limit": 16_384,
        "available_64": 6 << 30,
        "cushion_64": 200 << 20,
    }
    sections = {
        215: {"QPST": buffers},
        201: {"QIS1": sets},
        7: {"QSRS": [region]},
        1: {"QSST": [{"getmain_count": 1}], "QJST": [{"checkpoints": 1}]},
        2: {"QMST": [{"put_count": 1}], "QIST": [{"message_puts": 1}]},
    }
    return [
        {"record_type": 115, "subtype": subtype, "common": _common(common, subtype), "sections": held}
        for subtype, held in sections.items()
    ]


def _common(common: dict[str, Any], subtype: int) -> dict[str, Any]:
    # Subtype 7 says when it was written, not of which interval it is.
    return {k: v for k, v in common.items() if subtype != 7 or not k.startswith("interval")}


def _pools(rng: np.random.Generator, once: pl.DataFrame, times: int) -> dict[str, np.ndarray]:
    rows = once.height * times
    short = np.tile(once["buffer_pool"].to_numpy() % 2 == 0, times)
    least = np.where(short, 0, BUFFERS // 2)
    available = rng.integers(least, BUFFERS, rows)
    counted = {
        "getpages_old": 1 << 20,
        "getpages_new": 1 << 14,
        "page_updates": 1 << 20,
        "pages_written": 1 << 13,
        "writes": 1 << 10,
    }
    columns = {name: rng.integers(0, most, rows) for name, most in counted.items()}
    trouble = {"reads": 1 << 12, "immediate_writes": 1 << 8, "steals": 1 << 16}
    columns |= {name: rng.integers(0, most, rows) * short for name, most in trouble.items()}
    rare = {"synchronous_write_threshold": 0.01, "no_buffer_waits": 0.001, "steal_collisions": 0.001}
    columns |= {name: (rng.random(rows) < share) * short for name, share in rare.items()}
    return columns | {"lowest_stealable": available, "stealable": np.minimum(available + 500, BUFFERS)}


def _page_sets(rng: np.random.Generator, once: pl.DataFrame, times: int) -> dict[str, np.ndarray]:
    rows = once.height * times
    columns: dict[str, np.ndarray] = {"unused_pages": rng.integers(10_000, 90_000, rows)}
    for kind in ("read", "immediate_write", "deferred_write"):
        pages = rng.integers(0, 1 << 12, rows)
        columns |= {f"{kind}_pages": pages, f"{kind}_elapsed": pages * rng.uniform(200.0, 900.0, rows)}
    return columns


def _messages(rng: np.random.Generator, once: pl.DataFrame, times: int) -> dict[str, np.ndarray]:
    rows = once.height * times
    return {"put_count": rng.integers(0, 1 << 18, rows), "put1_count": rng.integers(0, 1 << 10, rows)}
