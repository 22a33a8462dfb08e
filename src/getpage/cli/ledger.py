"""getpage ledger: one account of real storage a z/OS system."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from getpage.cli.app import First, Form, Last, Layouts, Paths, app
from getpage.cli.check import analysed
from getpage.cli.output import Format, console, notes, rows, table, write
from getpage.evidence.view import Window
from getpage.ledger import SYSTEM, without_zos
from getpage.report import units
from getpage.result import to_plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.result import Account, Result

_COLUMNS = ("system", "place", "holder", "bytes", "fixed", "note", "trust")
_NOT_ENOUGH = 3


@app.command(name="ledger")
def ledger_command(
    paths: Paths,
    /,
    *,
    format: Form = Format.TABLE,
    first: First = None,
    last: Last = None,
    layouts: Layouts = (),
) -> int:
    """Say who holds real storage on each z/OS system, what a dump needs, and what is free at the minimum.

    Takes a store, or files: RMF reports, SDSF and replies for the system, SMF and logs for its pools. What
    nobody is known to hold is a line of its own. Ends with 3 where there is no z/OS evidence.

        getpage ledger prod

        getpage ledger prod --format csv > ledger.csv
    """
    result, code = analysed(paths, Window(first, last), layouts)
    accounts = tuple(account for account in result.accounts if account.system == SYSTEM)
    bare, missing = without_zos(result.accounts)
    every = (*accounts, *bare)
    if format is Format.JSON:
        write(json.dumps(_plain(result, every, missing), indent=2) + "\n")
    elif format is Format.TABLE:
        for account in every:
            _show(account)
    else:
        rows("", _COLUMNS, [row for account in every for row in _lines(account)], format)
    for one in missing if format is not Format.JSON else ():
        notes().print(f"{one.subsystem}: {one.question} Supply: {one.supply}", markup=False)
    return code or (0 if accounts else _NOT_ENOUGH)


def _plain(result: Result, accounts: tuple[Account, ...], missing: tuple[object, ...]) -> dict[str, object]:
    names = {account.subsystem for account in accounts}
    tables = [
        t for t in result.tables if t.title in {f"Real storage of {name} by interval" for name in names}
    ]
    return {
        "version": result.version,
        "accounts": to_plain(accounts),
        "intervals": to_plain(tables),
        "missing": to_plain(missing),
    }


def _lines(account: Account) -> Iterator[tuple[object, ...]]:
    for line in (*account.lines, *account.free_at_minimum):
        fixed, trust = "yes" if line.fixed else "", line.fact.trust if line.fact else ""
        yield (account.subsystem, line.place, line.holder, line.bytes, fixed, line.note, trust)


def _show(account: Account) -> None:
    shown = [
        (place, holder, units.storage(size) if isinstance(size, int) else "not known", *others)
        for _, place, holder, size, *others in _lines(account)
    ]
    table(f"Real storage of {account.subsystem}", ("place", "holder", "size", *_COLUMNS[4:]), shown)
    if account.note:
        console().print(account.note, markup=False)
