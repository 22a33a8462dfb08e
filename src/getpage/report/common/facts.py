"""Facts as rows: what was measured, in which field of which record, and how its place is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.common.blocks import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.result import Fact

COLUMNS = ("Evidence", "Value", "Field", "Record", "Trust")


def rows(evidence: Iterable[Fact]) -> list[tuple[str, ...]]:
    """A row each, under `COLUMNS`."""
    return [
        (e.label, numbers.value_with_unit(e.value, e.unit), field(e), _record(e), e.trust) for e in evidence
    ]


def sheet(title: str, of: Iterable[tuple[str, Iterable[Fact]]]) -> Iterator[Sheet]:
    """The facts behind several things, each under the name of its thing; nothing where there is none."""
    found = [(name, *row) for name, facts in of for row in rows(facts)]
    if found:
        yield Sheet(title, ("Of", *COLUMNS), found, evidence=True)


def field(fact: Fact) -> str:
    """The column of a table, and IBM's name for it."""
    column = f"{fact.table}.{fact.column}" if fact.table and fact.column else fact.table + fact.column
    return f"{column} {fact.ibm_name}".strip()


def _record(fact: Fact) -> str:
    at = fact.file if fact.record is None else f"{fact.file} offset {fact.record}"
    if fact.less_record is not None:
        other = f"{fact.less_file} " if fact.less_file != fact.file else ""
        at += f" less {other}offset {fact.less_record}"
    return ", ".join(
        part for part in (at, numbers.interval(fact.interval_start, fact.interval_seconds)) if part
    )
