"""Which messages are of which record: a sort that both tell of is one sort.

Both name job and step, and neither a number of the sort. A sort began after its job was read in and before
its record was written, and both count the same bytes: by these a step that sorts several times, sorts that
run at the same time, and runs of other days are told apart. Where neither decides, the order does. Messages
without a record, and records without messages, are sorts by themselves.

Limits: a job of one name runs once at a time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import polars as pl

_WRAP: Final = 1 << 32
#: Bytes by which both may differ: two of the longest records.
_ALIKE: Final = 65_536
#: Records that are tried, from the first that ended after the messages began: more run at no time.
_TRIED: Final = 256
_COLUMNS: Final = ("system", "job", "step", "written", "began", "bytes")
_OF_RECORDS: Final = (*_COLUMNS, "read_time", "bytes_32")


class _Step:
    """The records of one job and step by time, which of them are taken, and before which all are."""

    def __init__(self, records: Sequence[Mapping[str, Any]]) -> None:
        self.records = records
        self.taken = [False] * len(records)
        self.first = 0
        self.ends: list[datetime] = [row["written"] for row in records if row["written"] is not None]

    def take(self, message: Mapping[str, Any], *, by_bytes: bool) -> int | None:
        """The first record that the message may be of."""
        while self.first < len(self.taken) and self.taken[self.first]:
            self.first += 1
        began = message["began"]
        # Those without a time stand last.
        start = self.first if began is None else max(self.first, bisect_left(self.ends, began))
        for place in range(start, min(start + _TRIED, len(self.records))):
            record = self.records[place]
            if began is not None and _minute(record["read_time"]) > began:
                return None
            if not self.taken[place] and _is_of(record, message, by_bytes=by_bytes):
                self.taken[place] = True
                return int(record["at"])
        return None


def pairs(records: pl.DataFrame, messages: pl.DataFrame) -> Iterator[tuple[int, int]]:
    """Rows of both that are of one sort; both are in order of time."""
    named = messages.with_row_index("at").filter(pl.col("job").is_not_null())
    among = records.with_row_index("at").join(
        named.select("job", "step").unique(), on=["job", "step"], how="semi", nulls_equal=True
    )
    groups: dict[tuple[Any, Any], list[Mapping[str, Any]]] = defaultdict(list)
    for row in _rows(among, _OF_RECORDS):
        groups[row["job"], row["step"]].append(row)
    steps = {key: _Step(rows) for key, rows in groups.items()}
    left = list(_rows(named, _COLUMNS))
    for by_bytes in (True, False):
        others = []
        for message in left:
            step = steps.get((message["job"], message["step"]))
            record = None if step is None else step.take(message, by_bytes=by_bytes)
            if record is None:
                others.append(message)
            else:
                yield record, message["at"]
        left = others


def _rows(frame: pl.DataFrame, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    return frame.select("at", *columns).iter_rows(named=True)


def _minute(moment: datetime | None) -> datetime:
    return datetime.min if moment is None else moment.replace(second=0, microsecond=0)


def _is_of(record: Mapping[str, Any], message: Mapping[str, Any], *, by_bytes: bool) -> bool:
    if None not in (record["system"], message["system"]) and record["system"] != message["system"]:
        return False
    sizes = record["bytes_32"], message["bytes"]
    if None in sizes:
        return not by_bytes
    apart = (sizes[0] - sizes[1]) % _WRAP
    alike = min(apart, _WRAP - apart) <= _ALIKE
    # Counts that differ decide where no time does.
    return alike if by_bytes or None in (record["written"], message["began"]) else True
