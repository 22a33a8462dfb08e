"""The plan as CSV: one row a knob that changes, with its first command."""

from __future__ import annotations

import csv as _csv
import io
from typing import TYPE_CHECKING

from getpage.core import text
from getpage.result.trust import unproven

if TYPE_CHECKING:
    from getpage.result import Estimate
    from getpage.result.plan import Plan

COLUMNS = (
    *("rank", "knob", "product", "subsystem", "object", "action", "unit", "size_before", "size_after"),
    *("storage_bytes", "counted_bytes", "reads_avoided", "reads_avoided_low", "reads_avoided_high"),
    *("cpu_seconds_per_hour", "wait_seconds_per_hour", "worth", "worth_low", "worth_high", "because"),
    *("commands", "trust"),
)
# A spreadsheet takes a cell that starts with one of these for a formula and would run it.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def csv(plan: Plan) -> str:
    """Items as rows, in the order in which they are carried out; commands with line feeds in their cell."""
    out = io.StringIO()
    writer = _csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for rank, item in enumerate(plan.items, 1):
        commands = "\n".join(s.change.command for s in plan.steps if s.knob == item.knob)
        named = (
            str(item.knob),
            item.product,
            str(item.knob.subsystem),
            str(item.object),
            str(item.action),
            item.unit,
        )
        sizes = (item.size_before, item.size_after, item.storage_bytes, item.counted_bytes)
        reads, worth = item.reads_avoided, item.worth
        figures = (*_three(reads), _value(item.cpu_saved), _value(item.wait_saved), *_three(worth))
        cells = (
            *map(_cell, named),
            *sizes,
            *figures,
            _cell(item.because),
            _cell(commands),
            unproven(item.facts),
        )
        writer.writerow([rank, *cells])
    return out.getvalue()


def _value(one: Estimate | None) -> float | None:
    return None if one is None else one.value


def _three(one: Estimate | None) -> tuple[float | None, float | None, float | None]:
    return (None, None, None) if one is None else (one.value, one.low, one.high)


def _cell(words: str) -> str:
    words = text.clean(words)
    return f"'{words}" if words.startswith(_FORMULA_STARTS) else words
