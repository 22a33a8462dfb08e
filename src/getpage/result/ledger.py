"""What the ledger says: who holds real storage on each z/OS system, and in every interval."""

from __future__ import annotations

from dataclasses import dataclass

from getpage.result.model import SCHEMA_VERSION
from getpage.result.shown import Account, Missing, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Accounts at the interval with least free, and the same as a table of all intervals where there are
    several.
    """

    version: int = SCHEMA_VERSION
    accounts: tuple[Account, ...]
    intervals: tuple[Table, ...]
    missing: tuple[Missing, ...]
