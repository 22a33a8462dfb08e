"""The ledger of a result: the accounts of real storage, and what would complete them."""

from __future__ import annotations

from getpage.core.names import Image
from getpage.ledger import title_by_interval, without_real_storage
from getpage.result import Result
from getpage.result.ledger import Ledger


def ledger_of(result: Result) -> Ledger:
    """The accounts of all z/OS systems, known or only named, with the table of each that has several
    intervals.
    """
    bare, missing = without_real_storage(result.accounts)
    failed = tuple(lost for lost in result.missing if lost.failed)
    accounts = (*(account for account in result.accounts if isinstance(account.of, Image)), *bare)
    titles = {title_by_interval(account.of) for account in accounts if isinstance(account.of, Image)}
    intervals = tuple(table for table in result.tables if table.title in titles)
    return Ledger(accounts=accounts, intervals=intervals, missing=(*failed, *missing))
