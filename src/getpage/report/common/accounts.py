"""Accounts of storage as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.common import facts
from getpage.report.common.blocks import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.result import Account

_COLUMNS = ("Holder", "Place", "Size", "Fixed", "Note", "Trust")


def sheets(accounts: Iterable[Account], of: str) -> Iterator[Sheet]:
    """A table an account, whose title begins with what it is `of`, and the facts behind all of them."""
    accounts = list(accounts)
    for account in accounts:
        title = f"{of} of {account.of}"
        yield Sheet(title, _COLUMNS, _lines(account), note=account.note)
    yield from facts.sheet(
        f"Evidence of {of.lower()}",
        (
            (f"{account.of}: {line.holder}", [line.fact])
            for account in accounts
            for line in (*account.lines, *account.free_at_minimum)
            if line.fact
        ),
    )


def _lines(account: Account) -> list[tuple[str, ...]]:
    named = [(line.holder, line) for line in account.lines]
    named += [(f"free at minimum: {line.holder}", line) for line in account.free_at_minimum]
    return [
        (
            name,
            line.place,
            "not in the evidence" if line.bytes is None else numbers.storage(line.bytes),
            "fixed" if line.fixed else "",
            line.note,
            line.fact.trust if line.fact else "",
        )
        for name, line in named
    ]
