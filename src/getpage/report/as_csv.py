"""The findings as CSV, one row each, in the order of the report."""

from __future__ import annotations

import csv as _csv
import io
from typing import TYPE_CHECKING

from getpage.core import numbers, text
from getpage.report import links

if TYPE_CHECKING:
    from getpage.result import Change, Fact, Result

COLUMNS = (
    *("rank", "severity", "kind", "check", "product", "object", "claim"),
    *("storage_bytes", "delay_seconds", "evidence", "commands"),
)
# A spreadsheet takes a cell that starts with one of these for a formula and would run it.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def csv(result: Result) -> str:
    """Findings as rows; evidence is joined with semicolons and commands with line feeds in their cells."""
    out = io.StringIO()
    writer = _csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for rank, f in enumerate(links.ranked(result), 1):
        words = (f.severity, f.kind, f.check, f.product, str(f.object), f.claim)
        evidence = "; ".join(_fact(fact) for fact in f.evidence)
        commands = "\n".join(_command(change) for change in f.changes)
        writer.writerow(
            [rank, *map(_cell, words), f.storage_bytes, f.delay_seconds, _cell(evidence), _cell(commands)]
        )
    return out.getvalue()


def _command(change: Change) -> str:
    return f"only after {change.only_after}: {change.command}" if change.only_after else change.command


def _fact(fact: Fact) -> str:
    value = f"{fact.label} = {numbers.value_with_unit(fact.value, fact.unit)}"
    field = f" [{fact.table}.{fact.column} {fact.ibm_name}]" if fact.column else ""
    record = f" {fact.file}@{fact.record}" if fact.record is not None else ""
    less = f" less {fact.less_file}@{fact.less_record}" if fact.less_record is not None else ""
    return f"{value}{field}{record}{less} ({fact.trust})"


def _cell(words: str) -> str:
    words = text.clean(words)
    return f"'{words}" if words.startswith(_FORMULA_STARTS) else words
