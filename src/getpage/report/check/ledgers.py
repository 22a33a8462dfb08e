"""Accounts of storage as a bar and a table that share their line numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.report.charts import Segment, stacked_bar

if TYPE_CHECKING:
    from getpage.result import Account, Line


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A line of an account with the number that its segment in the bar carries."""

    number: int
    line: Line
    free: bool


@dataclass(frozen=True, slots=True)
class Ledger:
    """One account, ready to show."""

    account: Account
    anchor: str
    svg: str
    lines: tuple[NumberedLine, ...]


def ledger(account: Account, index: int) -> Ledger:
    """The account with one bar per place; limits and sums are in the table only, as nobody holds them."""
    lines = [NumberedLine(n, line, free=False) for n, line in enumerate(account.lines, 1)]
    start = len(lines) + 1
    lines += [NumberedLine(n, line, free=True) for n, line in enumerate(account.free_at_minimum, start)]
    bars: dict[str, list[Segment]] = {}
    for entry in lines:
        if entry.line.place.is_held and entry.line.bytes:
            segment = Segment(entry.number, entry.line.holder, entry.line.bytes, entry.free)
            bars.setdefault(entry.line.place, []).append(segment)
    svg = stacked_bar(
        list(bars.items()), uid=f"account-{index}-bar", title=f"Storage of {account.of} by holder"
    )
    return Ledger(account, f"account-{index}", svg, tuple(lines))
