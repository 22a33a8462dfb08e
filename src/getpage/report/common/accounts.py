"""Accounts of storage as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.common import facts
from getpage.report.common.blocks import Sheet
from getpage.result import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.result import Account

_COLUMNS = ("Holder", "Place", "Size", "Fixed", "Note", "Trust")


def sheets(accounts: Iterable[Account], of: str) -> Iterator[Sheet]:
    """A table an account, whose title begins with what it is `of`, and the facts behind all of them."""
    accounts = list(accounts)
    for account in accounts:
        title = f"{'Memory' if _is_of_guest(account) else of} of {account.of}"
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


def _is_of_guest(account: Account) -> bool:
    """Whether all that it adds up is a guest's, of which nobody says what is real."""
    return any(line.place is Place.GUEST for line in account.lines)


def sums(accounts: Iterable[Account]) -> Iterator[Sheet]:
    """What all pools take together, what dumps need, and what bounds it: the rest is in the accounts."""
    rows = [
        (str(account.of), line.holder, numbers.storage(line.bytes), line.note)
        for account in accounts
        for line in account.lines
        if not line.place.is_held and line.bytes is not None
    ]
    if rows:
        yield Sheet("Sums and limits of storage", ("Of", "What", "Size", "Note"), rows)


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
