"""Two z/OS systems of one name: their evidence must not be added up.

What: a system that reports two sysplexes in the same hours. RMF names the sysplex in every record (SMF70XNM).
Why: names of systems are unique within a sysplex only; a load may hold dumps of several.
Limits: two systems that also have sysplexes of one name are not told apart. A system that moved to another
sysplex is one system: its hours in the two do not overlap.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.core.errors import GetpageError

if TYPE_CHECKING:
    from getpage.contract.evidence import Evidence

#: A row for each system and interval.
_TABLE: Final = "rmf_paging"


def refuse_namesakes(evidence: Evidence) -> None:
    """GetpageError where two systems have one name."""
    named = evidence.scan(_TABLE).filter(pl.col("sysplex").fill_null("") != "")
    hours = named.group_by("system", "sysplex").agg(
        pl.col("written").min().alias("first"), pl.col("written").max().alias("last")
    )
    rows = hours.collect(engine="streaming").drop_nulls().sort("system", "sysplex").rows()
    for (system, sysplex, first, last), (other, second, begin, end) in combinations(rows, 2):
        if system == other and first < end and begin < last:
            message = (
                f"two systems are called {system}, one in sysplex {sysplex} and one in sysplex {second}: "
                "what they use must not be added up. Give the evidence of one system at a time"
            )
            raise GetpageError(message)
