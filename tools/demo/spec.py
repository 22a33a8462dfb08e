"""A record to encode, in the words of the layouts: what `getpage._native.encode_records` takes."""

from __future__ import annotations

from typing import TypedDict

from .clock import local

Value = int | float | str | bool
Row = dict[str, Value]


class Spec(TypedDict):
    """A record: columns of its headers, rows of its sections, and section lengths of an older release."""

    record_type: int
    subtype: int
    common: Row
    sections: dict[str, list[Row]]
    lengths: dict[str, int]


def interval(start: int, end: int) -> Row:
    """Give the columns that say which interval a record is about."""
    length = (end - start) * 1_000_000
    return {"interval_start": local(start) + 931, "interval_us": max(0, length - 227)}
