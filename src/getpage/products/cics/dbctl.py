"""What the threads of a region to DBCTL do while tasks have them: the region's own records, and those of IMS.

More threads help where programs run in them. Where they wait for locks, for database I/O or for space for
their PSBs, more of them wait for the same.

Log records X'56FA' of IMS have the units of work of all threads, of all regions, with their locks and I/O.
Without them the DBCTL area of the region's own tasks tells (PAPLTLOC, PAPLTIMO, PAPLPOOL): a share of the
time that tasks waited for IMS, which contains the wait for a thread, so that it is no less than shown.

Reference: IBM IMS 14 documentation, "DRA thread statistics"; IBM CICS TS documentation, "Performance data in
group DFHDATA" (IMSWAIT).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Row
from getpage.products.common.dbctl import name_of
from getpage.products.common.ims_messages import TRANSACTIONS, rows_of

from . import transactions
from .region import Region

_THREAD: Final = "DBT"
#: Share from which on a wait is why threads are in use: as of regions of IMS; ours.
_MOSTLY: Final = 0.5
#: By how much the local time of log records may differ from the UTC of sessions.
_OFFSET: Final = timedelta(hours=14)
LOCKS, DATABASE, POOL_WAITS = "locks", "database I/O", "space in pools of PSBs and DMBs"


@dataclass(frozen=True, slots=True)
class ThreadTime:
    """Seconds that threads were in use, by what they waited for; `by_ims` whether IMS says so. `most` are
    those in use at a time, on average over the busiest interval; None where no record of IMS says it.
    """

    seconds: float
    waits: dict[str, float]
    by_ims: bool
    most: float | None = None

    @property
    def mostly(self) -> str | None:
        """What they wait for in half of the time or more."""
        name = max(self.waits, key=self.waits.__getitem__)
        return name if self.seconds > 0 and self.waits[name] >= _MOSTLY * self.seconds else None

    def share(self, name: str) -> float:
        """Of the time of threads."""
        return min(self.waits[name] / self.seconds, 1.0) if self.seconds else 0.0


def thread_time(region: Region, dbctl: str, session: Row) -> ThreadTime | None:
    """Of the threads to a DBCTL around the days of a session; None where neither tells."""
    return _of_ims(region.evidence, region.system, dbctl, session) or _of_tasks(region)


def _of_ims(evidence: Evidence, system: str | None, dbctl: str, session: Row) -> ThreadTime | None:
    rows = rows_of(evidence, TRANSACTIONS).filter(
        pl.col("kind") == _THREAD, pl.col("processing_us") > 0, pl.col("interval_us") > 0
    )
    owners = {file: name_of(evidence.file_name(file)) for file in rows["file"].unique().to_list()}
    own = [file for file, owner in owners.items() if owner == (system, dbctl)]
    rows = rows.filter(pl.col("file").is_in(own))
    since, until = (session[name] for name in ("connected", "disconnected"))
    if since is not None and until is not None:
        at = pl.col("interval_start").dt.replace_time_zone(None)
        days = (since.replace(tzinfo=None) - _OFFSET, until.replace(tzinfo=None) + _OFFSET)
        rows = rows.filter(at.is_between(*days))
    if not rows.height or rows["lock_us"].null_count() or rows["db_io_us"].null_count():
        return None
    used = pl.col("processing_us").sum() / pl.col("interval_us").first()
    by_interval = rows.group_by("interval_start", "interval_us").agg(used.alias("used"))
    sums = {name: float(rows[name].sum()) / 1e6 for name in ("processing_us", "lock_us", "db_io_us")}
    waits = {LOCKS: sums["lock_us"], DATABASE: sums["db_io_us"]}
    most = float(by_interval["used"].to_numpy().max())
    return ThreadTime(sums["processing_us"], waits, by_ims=True, most=most)


def _of_tasks(region: Region) -> ThreadTime | None:
    tasks = [task for task in region.transactions if task[transactions.MOST_POOL] is not None]
    waits = {
        name: sum(float(task[ask] or 0) for task in tasks)
        for name, ask in (
            (LOCKS, transactions.DBCTL_LOCKS),
            (DATABASE, transactions.DBCTL_IO),
            (POOL_WAITS, transactions.DBCTL_POOL),
        )
    }
    waited = sum(float(task[transactions.WAITED["IMS"]] or 0) for task in tasks)
    return ThreadTime(waited, waits, by_ims=False) if waited > 0 else None
