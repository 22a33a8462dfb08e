"""All that a ledger says, for Markdown and the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from getpage.core import numbers
from getpage.report.common import sheets
from getpage.report.common.blocks import Block, OtherForms, Sheet, Words
from getpage.result import Scalar
from getpage.result.ledger import Ledger

#: Where the time begins in a moment, and its seconds.
_DATE, _MINUTES = len("2026-05-21 "), len("2026-05-21 16:00")


def blocks(ledger: Ledger, *, brief: bool = False) -> Iterator[Block]:
    """The accounts, the same at every interval, and what would complete them."""
    yield from sheets.account_sheets(ledger.accounts, "Real storage")
    for table in ledger.intervals:
        rows = list(stretches(table.rows)) if brief else table.rows
        yield Sheet(table.title, table.columns, rows, note=table.note)
    yield from sheets.missing_blocks(ledger.missing)
    if brief:
        yield OtherForms("The evidence, and every interval to the second and the byte")
    else:
        yield Words([f"result model {ledger.version}"])


def stretches(rows: Iterable[Sequence[Scalar]]) -> Iterator[tuple[str, ...]]:
    """Intervals for people: to the minute, storage in the unit that suits it, and those that follow each
    other and look the same as one.
    """
    first, last, shown = "", "", tuple[str, ...]()
    for start, end, *sizes in rows:
        own = tuple(numbers.storage(size) for size in sizes if isinstance(size, int))
        if (str(start or ""), own) != (last, shown):
            if shown:
                yield (*_span(first, last), *shown)
            first, shown = str(start or ""), own
        last = str(end or "")
    if shown:
        yield (*_span(first, last), *shown)


def _span(first: str, last: str) -> tuple[str, str]:
    """Begin and end, this with its date where it is of another day and not its first moment."""
    same = first[:_DATE] == last[:_DATE] or last[_DATE:_MINUTES] == "00:00"
    return first[:_MINUTES], last[_DATE if same else 0 : _MINUTES]
