"""The statistics records (SMF 100) of a member for one interval: IFCID 1, 2 and 225."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import INTERVAL
from ..workload import ONLINE, at_time
from .model import PAGES_PER_PREFETCH
from .processors import address_spaces
from .record import record

if TYPE_CHECKING:
    from ..spec import Row, Spec
    from .counters import Counters
    from .model import MemberInterval, PoolInterval
    from .processors import SpaceCpu

PAGES_PER_WRITE = 8
FILES_PER_MERGE = 5
PAGES_PER_CASTOUT = 20
STORAGE = {"DIST": 180 << 20, "COMMON": 96 << 20, "SHARED": 420 << 20}
"""Real storage of a member outside of DBM1, in bytes."""


def statistics(done: MemberInterval, counters: Counters) -> list[Spec]:
    """Give the three records, as Db2 writes them at the end of an interval."""
    spec, end = done.spec, done.end
    ifcid_2 = {
        "QXST": [_sql(done, counters)],
        "QBST": [_pool(pool, counters) for pool in done.pools.values()],
        "QBGL": [_group(done, n, counters) for n in range(len(spec.group_pools))],
        "QISE": [_edm(done, counters)],
        "QBSP": [_simulated(pool, counters) for pool in done.pools.values() if pool.spec.simulated],
    }
    return [
        record(spec, (100, 1), end, _system(done, counters)),
        record(spec, (100, 2), end + 0.001, {name: rows for name, rows in ifcid_2.items() if rows}),
        record(spec, (100, 225), end + 0.002, _storage(done)),
    ]


def _system(done: MemberInterval, counters: Counters) -> dict[str, list[Row]]:
    commits = done.commits
    ended = sum(plan.commits / plan.spec.transactions_per_thread for plan in done.plans)
    threads = {"signons": commits - ended, "threads_created": ended, "threads_terminated": ended}
    return {
        "QWSA": [_cpu(counters, space, cpu) for space, cpu in address_spaces(done).items()],
        "Q3ST": [counters.add("Q3ST", **threads, commits=commits, aborts=commits // 9000, prepares=0)],
        "QVLS": [counters.add("QVLS", class_14=commits / 40, class_19=commits / 25, class_24=commits / 60)],
        "QSST-Db2": [counters.add("QSST", contractions=0, critical_contractions=0, abends=0)],
        "QDST": [counters.add("QDST", dbats_reused=commits / 3, dbats_created=commits / 900)],
        "QJST-Db2": [
            counters.add(
                "QJST",
                writes_waited=commits,
                writes_not_waited=commits * 5,
                no_buffer_waits=0,
                buffer_page_ins=0,
            )
        ],
    }


def _cpu(counters: Counters, space: str, cpu: SpaceCpu) -> Row:
    counted = counters.add(
        f"QWSA {space}",
        tcb_time=cpu.tcb,
        srb_time=cpu.srb,
        preemptible_srb_time=cpu.preemptible,
        ziip_time=cpu.ziip,
    )
    return {"space": space} | counted


def _sql(done: MemberInterval, counters: Counters) -> Row:
    each = done.commits
    lists = done.spec.rid_lists
    seconds = INTERVAL if lists is not None and done.end - 1 in lists.window else 0
    return counters.add(
        "QXST",
        selects=each * 9,
        inserts=each,
        updates=each * 2,
        deletes=each // 4,
        fetches=each * 40,
        rid_lists_no_storage=0 if lists is None else lists.given_up * seconds,
        rid_overflows_no_storage=0 if lists is None else lists.overflowed * seconds,
        **_prepares(done),
        **_kept(done),
    )


def _prepares(done: MemberInterval) -> dict[str, float]:
    """Three statements of each remote commit, of which one in 1,500 is new; and those with literals."""
    remote = sum(plan.commits for plan in done.plans if plan.spec.is_remote)
    literal = done.spec.literal_statements * at_time(ONLINE, done.end - INTERVAL // 2) * INTERVAL
    return {"short_prepares": remote * 3, "full_prepares": remote / 500 + literal}


def _kept(done: MemberInterval) -> dict[str, float]:
    """Of four statements that are discarded three are wanted again."""
    discarded = done.spec.discarded_statements * at_time(ONLINE, done.end - INTERVAL // 2) * INTERVAL
    return {
        "statements_discarded": discarded,
        "implicit_prepares": discarded * 3 / 4,
        "prepares_avoided": discarded * 20,
    }


def _edm(done: MemberInterval, counters: Counters) -> Row:
    """As Db2 12 and later write it: what is free of descriptors and skeletons is not counted."""
    prepares = _prepares(done)
    counted = counters.add(
        "QISE",
        plan_requests=done.commits,
        package_requests=done.commits * 3,
        dbd_requests=done.commits / 2,
        plan_loads=0,
        package_loads=done.commits / 50_000,
        dbd_loads=done.commits / 90_000,
        statement_requests=sum(prepares.values()),
        statement_inserts=prepares["full_prepares"],
    )
    pages = {pool: kilobytes // 4 for pool, kilobytes in done.spec.edm_kb.items()}
    return counted | {
        "dbd_pages": pages["dbd"],
        "dbd_stealable": pages["dbd"] // 2,
        "skeleton_pages": pages["skeleton"],
        "skeleton_stealable": pages["skeleton"] // 2,
        "statement_pages": pages["statement"],
        "statement_free": pages["statement"] // 5,
    }


def _pool(pool: PoolInterval, counters: Counters) -> Row:
    spec = pool.spec
    merges = round((pool.random + pool.sequential) * spec.merges / 1e6)
    counted = counters.add(
        f"QBST {spec.name}",
        getpages=pool.random + pool.sequential,
        sync_reads=pool.reads,
        getpages_sequential=pool.sequential,
        sync_reads_sequential=0,
        dynamic_prefetch_reads=pool.prefetches,
        dynamic_prefetch_pages=pool.prefetches * PAGES_PER_PREFETCH,
        pages_written=pool.updates,
        async_writes=pool.updates / PAGES_PER_WRITE,
        sync_writes=0,
        page_ins_read=pool.page_ins,
        page_ins_write=0,
        sequential_threshold_hits=0,
        random_hits_on_sequential=pool.random / 5000,
        pages_cast_out=pool.updates / 6,
        castouts=pool.updates / 6 / PAGES_PER_CASTOUT,
        merge_passes=merges,
        merge_work_files=merges * FILES_PER_MERGE,
    )
    most = round(spec.buffers * spec.sequential_most) if pool.sequential else 0
    gauges = {
        "buffer_pool": spec.number,
        "buffers": spec.buffers,
        "lowest_sequential_buffers": most * 2 // 3,
        "highest_sequential_buffers": most,
    }
    return counted | gauges


def _simulated(pool: PoolInterval, counters: Counters) -> Row:
    counted = counters.add(
        f"QBSP {pool.spec.name}", avoidable_sync_random=pool.avoidable, pages_moved_in=pool.reads
    )
    most = pool.spec.simulated
    return counted | {"buffer_pool": pool.spec.number, "in_use": most, "highest_in_use": most}


def _group(done: MemberInterval, index: int, counters: Counters) -> Row:
    spec = done.spec.group_pools[index]
    pool = next(pool for pool in done.pools.values() if pool.spec.number == spec.number)
    shared = (pool.random + pool.sequential) * spec.shared
    invalidated = shared * spec.invalidated
    counted = counters.add(
        f"QBGL {spec.name}",
        getpages=shared,
        invalidated_returned=invalidated * (1 - spec.reclaimed),
        invalidated_not_returned=invalidated * spec.reclaimed,
        sync_changed_pages=pool.updates / 2,
        async_changed_pages=pool.updates / 8,
        pages_cast_out=pool.updates / 6,
        writes_failed=0,
    )
    return counted | {"buffer_pool": spec.number}


def _storage(done: MemberInterval) -> dict[str, list[Row]]:
    real = done.spec.pool_bytes + done.spec.other_real
    dbm1: Row = {
        "space": "DBM1",
        "real": real,
        "auxiliary": 0,
        "real_above": real - (60 << 20),
        "real_above_without_pools": done.spec.other_real - (60 << 20),
        "extended_region": 1_500 << 20,
        "available_31bit": 1_290 << 20,
    }
    dist: Row = {"space": "DIST", "real": STORAGE["DIST"], "auxiliary": 0}
    return {
        "QW0225-1": [dbm1, dist],
        "QW0225-2": [{"allied_threads": 180, "dbats": 40}],
        "QW0225-COMMON": [{"real": STORAGE["COMMON"], "auxiliary": 0}],
        "QW0225-SHARED": [{"real": STORAGE["SHARED"], "auxiliary": 0}],
    }
