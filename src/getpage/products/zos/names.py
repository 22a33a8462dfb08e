"""What systems are called: two of one name must not be added up, and rows that name none count for none.

Names of systems are unique within a sysplex only, and a load may hold dumps of several. RMF names the sysplex
in every record (SMF70XNM): a system that reports two sysplexes in the same hours is two systems.

Limits: two systems whose sysplexes have one name too are not told apart. A system that moved to another
sysplex is one system: its hours in the two do not overlap.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.core.errors import GetpageError
from getpage.products.common.owners import SYSTEM
from getpage.result import Missing

from . import rows
from .system import ZosSystem

#: A row for each system and interval.
_TABLE: Final = "rmf_paging"


def refuse_namesakes(evidence: Evidence) -> None:
    """GetpageError where two systems have one name."""
    named = evidence.scan(_TABLE).filter(pl.col("sysplex").fill_null("") != "")
    hours = named.group_by("system", "sysplex").agg(
        pl.col("written").min().alias("first"), pl.col("written").max().alias("last")
    )
    every = hours.collect(engine="streaming").drop_nulls().sort("system", "sysplex").rows()
    for (system, sysplex, first, last), (other, second, begin, end) in combinations(every, 2):
        if system == other and first < end and begin < last:
            message = (
                f"two systems are called {system}, one in sysplex {sysplex} and one in sysplex {second}: "
                "what they use must not be added up. Give the evidence of one system at a time"
            )
            raise GetpageError(message)


#: What replies and reports are called whose rows may name no system.
_REPLIES: Final = {"zos_dump_option": "D DUMP,OPTIONS", "zos_large_frames": "D VIRTSTOR,LFAREA"}


def of_which_system(nameless: ZosSystem, named: Sequence[ZosSystem]) -> Missing:
    """Asks which system the rows without a name are of; until that is known they count for none."""
    by_table = {table: files for table in rows.TABLES if (files := _files(nameless, table))}
    files = {name for names in by_table.values() for name in names}
    what = ", ".join(dict.fromkeys(_REPLIES.get(table, "a report") for table in by_table))
    there = ", ".join(str(system.system) for system in named)
    return Missing(
        subsystem=", ".join(sorted(files)),
        question=f"Which z/OS system is {what} of? It names none, and counts for none until that is known.",
        supply=f"--system with one of {there}, or the reply with its log's prefix",
    )


def _files(nameless: ZosSystem, table: str) -> set[str]:
    """The files in which rows of a table name no system."""
    evidence = nameless.evidence
    of_none = evidence.scan(table).filter(pl.col(SYSTEM).is_null())
    if table == rows.CLASSES:  # a report on a sysplex names that
        of_none = of_none.filter(pl.col("sysplex").is_null())
    return {evidence.file_name(file) for (file,) in of_none.select("file").unique().collect().rows()}
