"""All that a ledger says, for Markdown and the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.common import accounts, missing
from getpage.report.common.blocks import Sheet, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.report.common.blocks import Block
    from getpage.result import Scalar
    from getpage.result.ledger import Ledger

#: Where the time begins in a moment, and its seconds.
_DATE, _MINUTES = len("2026-05-21 "), len("2026-05-21 16:00")


def blocks(ledger: Ledger, *, brief: bool = False) -> Iterator[Block]:
    """The accounts, the same at every interval, and what would complete them."""
    yield from accounts.sheets(ledger.accounts, "Real storage")
    for table in ledger.intervals:
        rows = [_shown(*row) for row in table.rows] if brief else table.rows
        yield Sheet(table.title, table.columns, rows, note=table.note)
    yield from missing.blocks(ledger.missing)
    if not brief:
        yield Words([f"result model {ledger.version}"])


def _shown(start: Scalar, end: Scalar, *sizes: Scalar) -> tuple[str, ...]:
    """An interval for people: to the minute, and storage in the unit that suits it."""
    shown = (numbers.storage(size) for size in sizes if isinstance(size, int))
    return (str(start or "")[:_MINUTES], str(end or "")[_DATE:_MINUTES], *shown)
