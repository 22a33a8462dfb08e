"""Stores of any size for the benchmark of answers: one interval goes the ordinary way, then it is multiplied.

Records of one interval are encoded and loaded like any dump, so that the tables are those that a real load
leaves, column for column. Their rows are then repeated for every interval, moved in time and with counters
drawn anew, and written as the loader writes them, by day. A load holds a part of the time, as a site loads a
day or a week at once.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from getpage import _native
from getpage.evidence.commit import committing
from getpage.evidence.load import load
from getpage.evidence.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

START = 1_788_220_800_000_000  # 2026-09-01, microseconds since 1970
SECOND = 1_000_000
_MOVED = ("written", "written_utc", "interval_start", "interval_end")
_LOCAL, _UTC = pl.Datetime("us"), pl.Datetime("us", "UTC")


@dataclass(frozen=True, kw_only=True)
class Site:
    """What one interval of a site writes.

    `draws` gives the counters of a table anew: columns for the rows of one interval, so many times over.
    Columns in `cumulative` count from the start of the subsystem: every interval adds to the one before.
    """

    records: Sequence[dict[str, Any]]
    seconds: int
    draws: Mapping[str, Callable[[np.random.Generator, pl.DataFrame, int], Mapping[str, np.ndarray]]]
    cumulative: Mapping[str, Sequence[str]] = field(default_factory=dict)


def header(seconds: int, **names: str) -> dict[str, Any]:
    """What every record of the first interval has in common."""
    end = START + seconds * SECOND
    times = {"written": end, "written_utc": end, "interval_start": START, "interval_us": seconds * SECOND}
    return names | times


def write_store(path: Path, site: Site, *, intervals: int, loads: int = 1, again: int = 1) -> None:
    """A store of `intervals` intervals in `loads` loads, all of them there `again` times by other files."""
    store = Store.create(path)
    with tempfile.TemporaryDirectory(prefix="getpage-bench-") as scratch:
        template = _template(Path(scratch), site)
        edges = [round(i * intervals / loads) for i in range(loads + 1)]
        number = 0
        for _ in range(again):
            before: dict[tuple[str, str], np.ndarray] = {}
            for first, last in pairwise(edges):
                number += 1
                _write_load(store, template, site, number, range(first, last), before)


def _template(scratch: Path, site: Site) -> Store:
    dump = scratch / "interval.smf"
    dump.write_bytes(b"".join(_native.encode_records(list(site.records))))
    store = Store.create(scratch / "store")
    load([str(dump)], store, threads=1)
    return store


def _write_load(
    store: Store,
    template: Store,
    site: Site,
    number: int,
    intervals: range,
    before: dict[tuple[str, str], np.ndarray],
) -> None:
    (file,) = template.files()
    with committing(store) as commit:
        for table in template.tables():
            if table == "evidence_record":
                continue
            once = template.table(table).collect()
            frame = _multiplied(once, site, table, number, intervals, file["file_bytes"], before)
            for (day,), rows in frame.group_by(pl.col("written").dt.date(), maintain_order=True):
                commit.frame(table, rows, str(day))
        commit.files = [_summary(file, site, number, intervals) | {"days": sorted(commit.parts)}]


def _multiplied(
    once: pl.DataFrame,
    site: Site,
    table: str,
    number: int,
    intervals: range,
    stride: int,
    before: dict[tuple[str, str], np.ndarray],
) -> pl.DataFrame:
    times = len(intervals)
    which = np.repeat(np.array(intervals, dtype=np.int64), once.height)
    frame = once[np.tile(np.arange(once.height), times)]
    later = pl.Series(which * site.seconds * SECOND).cast(pl.Duration("us"))
    moved = [
        (frame[name] + later).alias(name)
        for name, kind in once.schema.items()
        if kind in (_LOCAL, _UTC) and name in _MOVED
    ]
    record = (frame["record"] + pl.Series(which * stride).cast(pl.UInt64)).alias("record")
    frame = frame.with_columns(*moved, record, pl.lit(number, pl.UInt32).alias("file"))
    if table not in site.draws:
        return frame
    rng = np.random.default_rng([number, *table.encode()])
    columns = dict(site.draws[table](rng, once, times))
    for name in site.cumulative.get(table, ()):
        grown = columns[name].reshape(times, once.height).cumsum(axis=0)
        grown = grown + before.get((table, name), 0)
        before[table, name] = grown[-1]
        columns[name] = grown.reshape(-1)
    return frame.with_columns(
        pl.Series(name, values).cast(once.schema[name]) for name, values in columns.items()
    )


def _summary(file: dict[str, Any], site: Site, number: int, intervals: range) -> dict[str, Any]:
    """The manifest's entry of a file that holds these intervals."""
    step = site.seconds * SECOND
    moved = [
        line
        | {
            "records": line["records"] * len(intervals),
            "ranges": [[START + intervals[0] * step, START + (intervals[-1] + 1) * step]]
            if line["ranges"]
            else [],
            "written": line["written"]
            and [t + at * step for t, at in zip(line["written"], _ends(intervals), strict=True)],
        }
        for line in file["coverage"]
    ]
    counts = [count | {"records": count["records"] * len(intervals)} for count in file["counts"]]
    size = file["file_bytes"] * len(intervals)
    return file | {
        "file": number,
        "path": f"dump-{number}.smf",
        "digest": f"{number:064x}",
        "coverage": moved,
        "counts": counts,
        "bytes": size,
        "file_bytes": size,
    }


def _ends(intervals: range) -> tuple[int, int]:
    return intervals[0], intervals[-1]
