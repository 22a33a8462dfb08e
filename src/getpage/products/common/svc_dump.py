"""What an SVC dump may take on a system, as it was last told: one answer for whoever keeps storage free for
it.

MAXSPACE is told by CHNGDUMP, by the reply to D DUMP,OPTIONS, and as used and free space for captured dumps by
D DUMP,STATUS. A reply that names no system is that of the only one which the evidence names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.result import Fact

from .every_row import distinct, every_row

TABLE: Final = "zos_dump_option"
_LABELS: Final = {
    "maxspace": "MAXSPACE",
    "maxsndsp": "MAXSNDSP",
    "msgtime": "MSGTIME",
    "buffers": "BUFFERS",
}
#: Tables that name the systems that such a reply can be of.
_SYSTEMS: Final = (TABLE, "zos_storage", "rmf_paging", "zos_address_space", "svc_dump")


def rows(evidence: Evidence, system: str | None) -> pl.DataFrame:
    """Rows of a system in order of time, those without a time first."""
    shown = every_row(evidence, TABLE)
    mine = pl.col("system").eq_missing(pl.lit(system, pl.String))
    if system is not None and shown["system"].null_count() and only(evidence) == system:
        mine |= pl.col("system").is_null()
    return shown.filter(mine).sort("written", "file", "record", nulls_last=False)


def latest_row(evidence: Evidence, system: str | None, column: str = "maxspace") -> Mapping[str, Any] | None:
    """The last row of a system with a value of `column`; None without one."""
    known = pl.col(column) > 0 if column == "maxspace" else pl.col(column).is_not_null()
    shown = rows(evidence, system).filter(known)
    return shown.row(-1, named=True) if shown.height else None


def fact(evidence: Evidence, row: Mapping[str, Any], column: str = "maxspace") -> Fact:
    """The option of such a row."""
    return evidence.fact(TABLE, column, row, label=_LABELS.get(column, column))


def only(evidence: Evidence) -> str | None:
    """The only system that is named; None where several are, or none is."""
    systems = names(evidence)
    return min(systems) if len(systems) == 1 else None


def names(evidence: Evidence) -> set[str]:
    """Every system that is named."""
    systems: set[str] = set()
    for table in _SYSTEMS:
        systems |= set(distinct(evidence, table, "system")["system"].drop_nulls())
    return systems
