"""SMF 16 of each sort and SMF 30 of its step, in the order of time."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from getpage import _native

from ..clock import local
from .nights import RECORD, SORTS, TRACK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from ..spec import Row, Spec
    from .nights import SortSpec

_SEGMENT = 8_192
_WRAP = 1 << 32
_BLOCK = 27_750
_CHAIN = 400_000
"""Bytes that an I/O request to a work data set moves."""
_CONNECT = 9_000
"""Microseconds that the channel is connected for it."""


def write(path: Path) -> None:
    """Write the dump."""
    specs = sorted(
        (spec for _, sorts in groupby(SORTS, key=lambda sort: sort.job) for spec in _of(tuple(sorts))),
        key=lambda spec: spec["common"]["written"],
    )
    path.write_bytes(_native.reframe(_native.encode_records(specs), "spanned", _SEGMENT))


def _of(sorts: Sequence[SortSpec]) -> Iterator[Spec]:
    """The sorts of one step, and its accounting."""
    first, last = sorts[0], sorts[-1]
    identity: Row = {
        "system": "SYSB",
        "job": first.job,
        "read_time": local(first.begin - 5),
        "step_number": 1,
    }
    for sort in sorts:
        yield _spec((16, 2), identity | {"written": local(sort.end), "user": "BATCH"}, ICEDATA=[_sort(sort)])
    step: Row = {"work_type": "JES2", "step": "SORT1", "program": "SORT", "job_class": "A", "asid": 0x95}
    step |= {"subtype": 4, "written": local(last.end + 0.1), "started": local(first.begin)}
    io = [
        ("SORTWK01", sum(2 * sort.disk // _CHAIN for sort in sorts)),
        ("SORTIN", sum(sort.bytes // _CHAIN for sort in sorts)),
        ("SORTOUT", sum(sort.bytes // _CHAIN for sort in sorts)),
    ]
    yield _spec(
        (30, 4),
        identity | step,
        SMF30CAS=[{"tcb_hundredths": round(100 * sum(sort.cpu for sort in sorts))}],
        SMF30SAP=[{"page_time": 0, "memlimit_mb": 17_592_186_040_320}],
        SMF30PRF=[{"service_class": "BATCH", "workload": "BATCH", "transactions": 1}],
        SMF30EXP=[_data_set(name, blocks, is_timed=first.is_kept_out) for name, blocks in io],
    )


def _data_set(name: str, blocks: int, *, is_timed: bool) -> Row:
    row: Row = {"dd_name": name, "blocks": blocks, "block_bytes": _BLOCK}
    if is_timed:
        row["connect_us"] = round(blocks * _CONNECT / 128) * 128
    return row


def _sort(sort: SortSpec) -> Row:
    return {
        "step": "SORT1",
        "records_32": sort.records,
        "bytes_32": sort.records * RECORD % _WRAP,
        "cpu_hundredths": round(100 * sort.cpu),
        "record_length": RECORD,
        "input_block": _BLOCK,
        "output_block": _BLOCK,
        "key_length": 20,
        "work_tracks": -(-sort.disk // TRACK),
        "allocated_work": 4,
        "is_sort": True,
    }


def _spec(kind: tuple[int, int], common: Row, **sections: list[Row]) -> Spec:
    return {
        "record_type": kind[0],
        "subtype": kind[1],
        "common": common,
        "sections": sections,
        "lengths": {},
    }
