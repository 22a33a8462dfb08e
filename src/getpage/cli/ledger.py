"""getpage ledger: one account of real storage a z/OS system."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from getpage.cli.app import First, Form, Last, Layouts, Paths
from getpage.cli.check import analysed
from getpage.cli.output import Format, console, notes, rows, table, write
from getpage.core import numbers as units
from getpage.core.names import Image
from getpage.evidence.view import Window
from getpage.ledger import title_by_interval, without_real_storage
from getpage.result import to_plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.result import Account, Result, Scalar, Table

_COLUMNS = ("system", "place", "holder", "bytes", "fixed", "note", "trust")
_NOT_ENOUGH = 3
#: Where the time begins in a moment, and its seconds.
_DATE, _MINUTES = len("2026-05-21 "), len("2026-05-21 16:00")


def ledger_command(
    paths: Paths,
    /,
    *,
    format: Form = Format.TABLE,
    by_interval: Annotated[
        bool, Parameter(help="Show every interval instead of the one with least free.", negative="")
    ] = False,
    first: First = None,
    last: Last = None,
    layouts: Layouts = (),
) -> int:
    """Say who holds real storage on each z/OS system, what a dump needs, and what is free at the minimum.

    Takes a store, or files: RMF reports, SDSF and replies for the system, SMF and logs for its pools. What
    nobody is known to hold is a line of its own. Ends with 3 where there is no z/OS evidence.

        getpage ledger prod

        getpage ledger prod --by-interval --format csv > ledger.csv
    """
    result, code = analysed(paths, Window(first, last), layouts)
    accounts = tuple(account for account in result.accounts if isinstance(account.of, Image))
    bare, missing = without_real_storage(result.accounts)
    every = (*accounts, *bare)
    if format is Format.JSON:
        write(json.dumps(_plain(result, every, missing), indent=2) + "\n")
    elif by_interval:
        _intervals(result, every, format)
    elif format is Format.TABLE:
        for account in every:
            _show(account)
    else:
        rows("", _COLUMNS, [row for account in every for row in _lines(account)], format)
    for one in missing if format is not Format.JSON else ():
        notes().print(f"{one.subsystem}: {one.question} Supply: {one.supply}", markup=False)
    return code or (0 if accounts else _NOT_ENOUGH)


def _plain(result: Result, accounts: tuple[Account, ...], missing: tuple[object, ...]) -> dict[str, object]:
    return {
        "version": result.version,
        "accounts": to_plain(accounts),
        "intervals": to_plain([found for _, found in _by_interval(result, accounts)]),
        "missing": to_plain(missing),
    }


def _by_interval(result: Result, accounts: tuple[Account, ...]) -> list[tuple[str, Table]]:
    """The table of every system that has more than one interval."""
    titles = {
        title_by_interval(account.of): str(account.of)
        for account in accounts
        if isinstance(account.of, Image)
    }
    return [(titles[found.title], found) for found in result.tables if found.title in titles]


def _intervals(result: Result, accounts: tuple[Account, ...], form: Format) -> None:
    tables = _by_interval(result, accounts)
    several = {system for system, _ in tables}
    for name in [str(account.of) for account in accounts if str(account.of) not in several]:
        notes().print(f"{name}: fewer than two intervals; without --by-interval there is what is known of it")
    if form is not Format.TABLE:
        columns = ("system", *(tables[0][1].columns if tables else ()))
        rows("", columns, [(system, *row) for system, found in tables for row in found.rows], form)
        return
    for _, found in tables:
        table(found.title, found.columns, [_shown(*row) for row in found.rows])
        console().print(found.note, markup=False)


def _shown(start: Scalar, end: Scalar, *sizes: Scalar) -> tuple[str, ...]:
    """An interval for people: to the minute, and storage in the unit that suits it."""
    shown = (units.storage(size) for size in sizes if isinstance(size, int))
    return (str(start or "")[:_MINUTES], str(end or "")[_DATE:_MINUTES], *shown)


def _lines(account: Account) -> Iterator[tuple[object, ...]]:
    for line in (*account.lines, *account.free_at_minimum):
        fixed, trust = "yes" if line.fixed else "", line.fact.trust if line.fact else ""
        yield (str(account.of), line.place, line.holder, line.bytes, fixed, line.note, trust)


def _show(account: Account) -> None:
    shown = [
        (place, holder, units.storage(size) if isinstance(size, int) else "not known", *others)
        for _, place, holder, size, *others in _lines(account)
    ]
    table(f"Real storage of {account.of}", ("place", "holder", "size", *_COLUMNS[4:]), shown)
    if account.note:
        console().print(account.note, markup=False)
