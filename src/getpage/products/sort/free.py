"""Real storage that was free in the hours in which sorts run, and at the tightest moment of all.

Sorts hold storage in their hour alone: what is free then beyond what is free at the tightest moment is
theirs, as nobody who holds storage all the time can have it.

References: SMF 71 (SMF71AVL minimum), RMF paging report.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.storage import FREE_SHARE_KEPT, LEAST_KEPT
from getpage.core.text import is_whole
from getpage.core.units import MIB, PAGE
from getpage.products.common import svc_dump
from getpage.result import Fact

_TABLES: Final = (("rmf_paging", "total_minimum"), ("zos_storage", "online_frames"))


@dataclass(frozen=True, slots=True)
class FreeForSorts:
    """Bytes that were free at least in the hours of the sorts, and at any time; `online` are all that there
    are, None where that is not told. `dump` is what a dump needs (MAXSPACE), None where nothing tells.
    """

    then: int
    ever: int
    online: int | None
    dump: int | None
    facts: tuple[Fact, ...]

    def beside(self, expres: str) -> int:
        """What sorts can have of what is free then: not what EXPRES leaves, in MB or percent of all."""
        if expres.endswith("%") and is_whole(expres[:-1]):
            kept = int(expres[:-1]) * (self.online or 0) // 100
        else:
            kept = int(expres) * MIB if is_whole(expres) else 0
        return max(0, self.then - max(kept, self.kept))

    @property
    def kept(self) -> int:
        """What sorts are given nothing of: what a dump needs, and what EXPRES leaves as it is shipped."""
        return max(self.dump or LEAST_KEPT, round(FREE_SHARE_KEPT * (self.online or 0)))

    @property
    def is_short(self) -> bool:
        """Whether less than that was free at the tightest moment: EXPMAX holds at all hours."""
        return self.ever < self.kept

    @property
    def beyond(self) -> int:
        """What was free in their hours and not at the tightest moment."""
        return self.then - self.ever


def free(evidence: Evidence, system: str | None, hours: Collection[datetime]) -> FreeForSorts | None:
    """The least of the intervals that begin in these hours; None where no interval tells."""
    if system is None or not hours:
        return None
    for table, all_frames in _TABLES:
        rows = (
            evidence.scan(table)
            .filter(
                pl.col("system") == system,
                pl.col("available_minimum").is_not_null(),
                pl.col("interval_start").is_not_null(),
            )
            .collect()
            .sort("available_minimum", "interval_start", "file", "record")
        )
        mine = rows.filter(pl.col("interval_start").dt.truncate("1h").is_in(sorted(hours)))
        if not mine.height:
            continue
        then_row, tightest = mine.row(0, named=True), rows.row(0, named=True)
        label = "available frames in the hour of the sorts, lowest"
        facts = [evidence.fact(table, "available_minimum", then_row, label=label)]
        if tightest["record"] != then_row["record"]:
            label = "available frames at the tightest moment"
            facts.append(evidence.fact(table, "available_minimum", tightest, label=label))
        then, ever = (round(float(line["available_minimum"]) * PAGE) for line in (then_row, tightest))
        online = None if then_row[all_frames] is None else round(float(then_row[all_frames]) * PAGE)
        row = svc_dump.latest_row(evidence, system)
        if row is not None:
            facts.append(svc_dump.fact(evidence, row))
        return FreeForSorts(then, ever, online, None if row is None else int(row["maxspace"]), tuple(facts))
    return None
