"""Records of intervals of no length: how many each queue manager wrote, and from when to when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

from .rows import OWNER, TABLES, ready

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from getpage.contract.evidence import Evidence
    from getpage.contract.measures import Key
    from getpage.products.common.owners import Owners

_RECORD: Final = ("file", "record")


@dataclass(frozen=True, slots=True)
class ZeroLength:
    """Such records of one queue manager; when they were written, None where nothing says."""

    records: int
    first: datetime | None
    last: datetime | None


def zero_length(evidence: Evidence, owners: Owners) -> Mapping[Key, ZeroLength]:
    """By queue manager. A record has a row in several tables, and is counted once."""
    found = []
    for table in TABLES:
        scan = evidence.scan(table)
        if "interval_us" not in scan.collect_schema():
            continue
        columns = [*_RECORD, *OWNER, "written", "interval_start", "interval_us"]
        rows = scan.filter(pl.col("interval_us") == 0).select(columns).unique().collect()
        found.append(ready(rows, owners).select(*OWNER, *_RECORD, "end"))
    counted = (
        pl.concat(found)
        .unique()
        .group_by(OWNER, maintain_order=True)
        .agg(pl.len(), pl.col("end").min().alias("first"), pl.col("end").max().alias("last"))
    )
    return {
        (system, queue_manager): ZeroLength(records, first, last)
        for system, queue_manager, records, first, last in counted.iter_rows()
    }
