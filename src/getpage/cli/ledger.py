"""getpage ledger: one account of real storage a z/OS system."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from cyclopts import Parameter

from getpage.app.check import CheckRequest, check_enough
from getpage.app.ledger import ledger_of
from getpage.cli.app import Form
from getpage.cli.output import Format, note, show
from getpage.cli.progress import looking
from getpage.cli.request_command import request_command
from getpage.core.names import Image
from getpage.ledger import title_by_interval
from getpage.result.ledger import Ledger

_NOT_ENOUGH = 3


@request_command(CheckRequest)
def ledger_command(
    request: CheckRequest,
    *,
    format: Form = Format.TABLE,
    by_interval: Annotated[
        bool, Parameter(help="Show every interval instead of the one with least free.", negative="")
    ] = False,
) -> int:
    """Say who holds real storage on each z/OS system, what a dump needs, and what is free at the minimum.

    Takes a store, or files: RMF reports, SDSF and replies for the system, SMF and logs for its pools.
    Storage whose holder is not known has a line of its own. Without z/OS evidence it shows what subsystems
    hold. Exit code 3: there is not even that.

        getpage ledger prod

        getpage ledger prod --by-interval --format csv > ledger.csv
    """
    with looking("reading") as seen:
        result = check_enough(request, seen.watch)
    ledger = ledger_of(result)
    has_accounts = bool(ledger.accounts)
    if by_interval:
        _name_those_of_one_interval(ledger)
        ledger = replace(ledger, accounts=())
    show(ledger, format)
    if not any(isinstance(account.of, Image) for account in result.accounts):
        note(
            "getpage: no z/OS evidence in it, so that no account of a system is whole; RMF or SMF 70 to 78 "
            "has what one is made of"
        )
    return seen.code or (0 if has_accounts else _NOT_ENOUGH)


def _name_those_of_one_interval(ledger: Ledger) -> None:
    several = {table.title for table in ledger.intervals}
    images = [account.of for account in ledger.accounts if isinstance(account.of, Image)]
    for image in [image for image in images if title_by_interval(image) not in several]:
        note(f"{image}: fewer than two intervals; without --by-interval there is what is known of it")
