"""Db2 members with pools of which every counter moves, cumulative as Db2 writes them.

Half the pools are short. A fifth has no getpages but a few a second, another is simulated; the rest reads
little.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from benches.answers.stores import Site, header

if TYPE_CHECKING:
    import polars as pl

SECONDS = 900
BUFFERS = 200_000

_POOLS = {
    "getpages": 1 << 22,
    "getpages_sequential": 1 << 20,
    "sync_reads_sequential": 1 << 6,
    "dynamic_prefetch_reads": 1 << 12,
    "pages_written": 1 << 16,
    "async_writes": 1 << 13,
    "random_hits_on_sequential": 1 << 10,
    "page_updates": 1 << 18,
}
_SPACES = ("MSTR", "DBM1", "IRLM", "DIST")
# Fields of four bytes: so little that they do not run over in ten months.
_RISES = {
    "db2_address_space_cpu": {"tcb_time": 1 << 24, "srb_time": 1 << 22, "preemptible_srb_time": 1 << 26},
    "db2_subsystem": {"signons": 1 << 17, "threads_created": 1 << 10, "commits": 1 << 17},
    "db2_latch": {"class_14": 1 << 15, "class_23": 1 << 12, "class_24": 1 << 12},
    "db2_dbat": {"dbats_reused": 1 << 17, "dbats_created": 1 << 10},
    "db2_log": {"writes_waited": 1 << 17, "writes_not_waited": 1 << 17},
    "db2_storage_manager": {},
    "db2_edm_pool": {"dbd_requests": 1 << 17, "statement_requests": 1 << 17, "statement_inserts": 1 << 12},
}


def site(*, members: int = 40, pools: int = 50) -> Site:
    """So many members with so many buffer pools of 4 KB pages each, 50 at most."""
    records = [record for i in range(members) for record in _records(f"DB{i:02}", f"SY{i % 8}A", pools)]
    draws = {"db2_buffer_pool": _pools, "db2_simulated_pool": _simulated}
    draws |= {table: _rises(columns) for table, columns in _RISES.items()}
    return Site(records=records, seconds=SECONDS, draws=draws, cumulative=_CUMULATIVE)


def _records(member: str, system: str, pools: int) -> list[dict[str, Any]]:
    common = {
        name: value
        for name, value in header(SECONDS, member=member, system=system, release="D1").items()
        if name in ("member", "system", "release", "written")
    }
    each = BUFFERS * 4096 * pools
    sections = {
        1: {
            "QWSA": [{"space": space, "tcb_time": 1, "srb_time": 1} for space in _SPACES],
            "Q3ST": [{"signons": 1, "commits": 1}],
            "QVLS": [{"class_14": 1}],
            "QSST-Db2": [{"contractions": 0}],
            "QDST": [{"dbats_reused": 1}],
            "QJST-Db2": [{"writes_waited": 1, "no_buffer_waits": 0}],
        },
        2: {
            "QBST": [
                {"buffer_pool": n, "buffers": BUFFERS, "getpages": 1, "sync_reads": 1} for n in range(pools)
            ],
            "QISE": [
                {"dbd_pages": 9_000, "dbd_free": 4_000, "statement_pages": 9_000, "statement_free": 900}
            ],
            "QBSP": [
                {"buffer_pool": n, "in_use": 9, "highest_in_use": BUFFERS // 5, "avoidable_sync_random": 1}
                for n in range(pools)
                if n % 5 == 2
            ],
        },
        225: {
            "QW0225-1": [
                {"space": "DBM1", "real": each + (2 << 30), "auxiliary": 0},
                {"space": "DIST", "real": 180 << 20, "auxiliary": 0},
            ],
            "QW0225-2": [{"allied_threads": 180, "dbats": 40}],
            "QW0225-COMMON": [{"real": 96 << 20}],
            "QW0225-3": [{"available": 3 << 30, "log_write_real": 64 << 20}],
        },
    }
    return [
        {"record_type": 100, "subtype": ifcid, "common": common, "sections": held}
        for ifcid, held in sections.items()
    ]


def _pools(rng: np.random.Generator, once: pl.DataFrame, times: int) -> dict[str, np.ndarray]:
    rows = once.height * times
    number = np.tile(once["buffer_pool"].to_numpy(), times)
    busy = number % 5 != 1
    columns = {name: rng.integers(0, most, rows) * busy for name, most in _POOLS.items()}
    columns["getpages"] = np.where(busy, columns["getpages"] + columns["getpages_sequential"], 1_000)
    short = busy & (number % 2 == 0)
    columns["sync_reads"] = columns["sync_reads_sequential"] + rng.integers(0, 1 << 20, rows) * short
    columns["dynamic_prefetch_pages"] = columns["dynamic_prefetch_reads"] * 20
    most = rng.integers(0, BUFFERS * 4 // 5, rows)
    return columns | {"highest_sequential_buffers": most, "lowest_sequential_buffers": most // 2}


def _simulated(rng: np.random.Generator, once: pl.DataFrame, times: int) -> dict[str, np.ndarray]:
    rows = once.height * times
    short = np.tile(once["buffer_pool"].to_numpy(), times) % 2 == 0  # others have no reads to avoid
    return {
        "avoidable_sync_random": rng.integers(0, 1 << 18, rows) * short,
        "pages_moved_in": rng.integers(0, 1 << 20, rows),
    }


def _rises(columns: dict[str, int]) -> Any:
    def drawn(rng: np.random.Generator, once: pl.DataFrame, times: int) -> dict[str, np.ndarray]:
        return {name: rng.integers(0, most, once.height * times) for name, most in columns.items()}

    return drawn


_CUMULATIVE = {table: tuple(columns) for table, columns in _RISES.items()} | {
    "db2_buffer_pool": (*_POOLS, "sync_reads", "dynamic_prefetch_pages"),
    "db2_simulated_pool": ("avoidable_sync_random", "pages_moved_in"),
}
