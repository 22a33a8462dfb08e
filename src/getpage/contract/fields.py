"""The field dictionary: what every column of every table is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One entry of the field dictionary: a column of a table, and how its place in the record is known."""

    table: str
    column: str
    ibm_name: str
    unit: str
    meaning: str
    source: str
    trust: str
    type: str
    section: str
    offset: int
    length: int
    since: str
    no_limit: int | None
    product: str
    title: str
    row: str
    records: tuple[str, ...]
