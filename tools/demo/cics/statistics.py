"""SMF 110 subtype 2: interval statistics of a region, every quarter of an hour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core.units import MIB

from ..clock import INTERVAL, local

if TYPE_CHECKING:
    from ..spec import Row, Spec
    from .model import RegionInterval

_SECOND = 1_000_000.0
_QR, _RO, _L8 = 1, 2, 14
_OPEN_POOL = 1
_OPEN = 2
_DSA_LIMIT, _DSA_TOTAL = 6 * MIB, 1_792 << 10
_MEMLIMIT = 10_240
_FRAMES_A_MB = 256
#: Areas above 16 MB with their index, who may write to them, and their share of the total.
_AREAS = (("ECDSA", 9, 1, 0.4), ("EUDSA", 10, 2, 0.3), ("ESDSA", 11, 2, 0.1), ("ERDSA", 12, 3, 0.2))


def statistics(done: RegionInterval, page_ins: int) -> Spec:
    """Give the record of the interval; `page_ins` are those of the address space."""
    spec, end = done.spec, done.end
    common: Row = {
        "system": spec.system,
        "written": local(end + 0.2),
        "region": spec.name,
        "generic_applid": spec.name,
        "cics_level": "0740",
        "statistics_type": "INT",
        "interval_end": local(end),
        "interval_us": INTERVAL * _SECOND,
        "interval_number": end // INTERVAL,
        "job": spec.name,
    }
    sections: dict[str, list[Row]] = {
        "DFHDSGDS": [{"tasks": 14, "peak_tasks": 14 + done.peak_active}],
        "DSGTCBM": _modes(done, page_ins),
        "DSGTCBP": [_pool(done)],
        "DFHXMGDS": [_manager(done)],
        "DFHSMSDS": [_storage(done)],
        "SMSBODY": _areas(done),
        "DFHTSGDS": [_temporary(done)],
        "DFHLDGDS": [_loader(done)],
    }
    return {"record_type": 110, "subtype": 2, "common": common, "sections": sections, "lengths": {}}


def _modes(done: RegionInterval, page_ins: int) -> list[Row]:
    rows = [
        _mode(_QR, 1, done.qr_cpu, done.qr_dispatched(page_ins), done.tasks * 4),
        _mode(_RO, 1, 0.02, 0.05, 40),
    ]
    if done.open_cpu:
        tcbs = 4
        rows.append(
            _mode(_L8, tcbs, done.open_cpu, done.open_cpu * 1.3, done.tasks * 2) | {"pool": _OPEN_POOL}
        )
    return rows


def _mode(number: int, tcbs: int, cpu: float, dispatched: float, waits: int) -> Row:
    return {
        "mode": number,
        "state": _OPEN,
        "tcbs": tcbs,
        "peak_tcbs": tcbs,
        "waits": waits,
        "wait_us": max(0.0, tcbs * INTERVAL - dispatched) * _SECOND,
        "dispatched_us": dispatched * _SECOND,
        "cpu_us": cpu * _SECOND,
    }


def _pool(done: RegionInterval) -> Row:
    used = 4 if done.open_cpu else 0
    return {
        "pool": _OPEN_POOL,
        "limit": 2 * done.spec.mxt + 32,
        "tcbs": used,
        "peak_tcbs": used,
        "peak_tcbs_in_use": used,
    }


def _manager(done: RegionInterval) -> Row:
    queue = done.queue
    return {
        "transactions_total": done.tasks + 60,
        "mxt": done.spec.mxt,
        "active": min(round(done.active), done.peak_active),
        "peak_active": done.peak_active,
        "times_at_mxt": queue.times_at_mxt if queue else 0,
        "peak_queued": queue.peak_queued if queue else 0,
        "total_active": done.tasks,
        "total_delayed": queue.delayed if queue else 0,
    }


def _storage(done: RegionInterval) -> Row:
    spec, peak = done.spec, done.edsa * MIB
    return {
        "storage_protection": 1,
        "memlimit_source": 2,
        "dsa_limit": _DSA_LIMIT,
        "edsa_limit": spec.edsa_limit * MIB,
        "dsa_total": _DSA_TOTAL,
        "peak_dsa_total": _DSA_TOTAL,
        "edsa_total": peak - 2 * MIB,
        "peak_edsa_total": peak,
        "memlimit_mb": _MEMLIMIT,
        "gdsa_active_mb": spec.gdsa,
        "peak_gdsa_active_mb": spec.gdsa,
        "gdsa_allocated_mb": spec.gdsa,
        "peak_gdsa_allocated_mb": spec.gdsa,
        "above_bar_active": spec.gdsa * MIB,
        "peak_above_bar_active": spec.gdsa * MIB,
        "real_frames": spec.gdsa * _FRAMES_A_MB,
        "peak_real_frames": spec.gdsa * _FRAMES_A_MB,
    }


def _areas(done: RegionInterval) -> list[Row]:
    rows: list[Row] = []
    for name, index, access, share in _AREAS:
        size = int((done.edsa - 2) * share) * MIB
        row: Row = {
            "dsa": name,
            "location": 2,
            "access": access,
            "dsa_index": index,
            "size": size,
            "peak_size": size,
            "cushion": 256 << 10,
            "free": 3 * MIB,
            "lowest_free": 2 * MIB,
            "largest_free": MIB,
        }
        if name == "ECDSA" and done.short:
            row |= {"times_short": 1, "short_us": 1.8 * _SECOND, "suspended": 6, "peak_waiting": 4}
            row |= {
                "cushion_releases": 1,
                "lowest_free": 40 << 10,
                "free": 900 << 10,
                "largest_free": 64 << 10,
            }
        rows.append(row)
    return rows


def _temporary(done: RegionInterval) -> Row:
    puts, waits = done.temporary_puts, done.buffer_waits
    return {
        "puts_main": done.tasks // 10,
        "gets_main": done.tasks // 10,
        "puts_auxiliary": puts,
        "gets_auxiliary": puts,
        "peak_queues": 40,
        "ci_size": 4_096,
        "cis": 12_000,
        "peak_cis": 700,
        "buffers": done.spec.temporary_buffers,
        "buffer_waits": waits,
        "peak_buffer_waits": 4 if waits else 0,
        "buffer_writes": puts // 3,
        "buffer_reads": puts // 4,
        "strings": 8,
        "peak_strings": 3,
    }


def _loader(done: RegionInterval) -> Row:
    """Programs that were taken out while storage was short are loaded again."""
    loads = 1 + 9 * done.short
    return {"loads": loads, "uses": done.tasks * 3, "waits": loads - 1, "peak_waiting": min(loads - 1, 3)}
