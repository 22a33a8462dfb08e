"""A trace of page references among a product's records, as the table that a store has of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceSource:
    """A table with a row for each page that was asked for, in the order of file and record.

    `records` is how sentences call its records. `columns` are those that tell the trace, as the kernel takes
    them; `read_by` those of them that say which page was asked for, and how. `pool` is the name of a pool by
    its number.
    """

    table: str
    records: str
    columns: tuple[str, ...]
    read_by: tuple[str, ...]
    pool: Callable[[int], str]
