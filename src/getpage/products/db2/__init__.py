"""Db2 for z/OS, as a user of memory: buffer pools, group buffer pools, threads, other storage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.member import SYSTEM_NAMES, Holds, MemberForm
from getpage.contract.price import SYNCHRONOUS_READ
from getpage.contract.product import Product
from getpage.contract.supply import Supply
from getpage.core.text import CommentMarks

from .constants import GAINS
from .evidence import COLLECT, NEEDS
from .gtf import GETPAGES, RECORD_TYPES
from .rows import READ

if TYPE_CHECKING:
    from getpage.contract.evidence import Evidence
    from getpage.contract.observation import Observation
    from getpage.contract.printed import Printed


def measured_in(holder: str) -> tuple[str, ...]:
    """What the names of address spaces that hold this add to that of the member."""
    from .shown import measured_in

    return measured_in(holder)


def page_bytes(pool: str) -> int | None:
    """Bytes of a page of the pool of this name; None for no such name."""
    from .pools.pool_rows import page_bytes_by_name

    return page_bytes_by_name(pool)


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says; the rules are imported when they are run, not to read evidence."""
    from .analyse import analyse

    return analyse(evidence)


def printed() -> Printed:
    """The messages and reports that it knows; imported to read evidence, not to answer from a store."""
    from .text import PRINTED

    return PRINTED


PRODUCT = Product(
    name="db2",
    title="Db2 for z/OS",
    called="Db2",
    tables=READ,
    seen_in=READ,
    analyse=analyse,
    needs=NEEDS,
    printed=printed,
    xml=None,
    of_file=None,
    records=RECORD_TYPES,
    reports_by="Db2",
    supply=Supply(
        sizes="-DISPLAY BUFFERPOOL(ACTIVE) DETAIL(INTERVAL) of Db2",
        work="accounting of Db2 (SMF 101, class 1, 2 and 3 traces), loaded with the statistics",
        sides="SMF 100 with 101 of the Db2 members",
    ),
    collect=COLLECT,
    terms=(),
    comments=CommentMarks("* "),  # DSN in batch, column 1
    members=(
        MemberForm(
            names=SYSTEM_NAMES,
            holds=Holds.COMMANDS,
            suffix="ALT",
            undo="UND",
            title="Commands for the DSN command processor (IKJEFT01, SYSTSIN).",
            first="DSN SYSTEM({name})",
            last="END",
            begins="-",
            continued="+",
        ),
    ),
    pools_live_in=("DBM1", ""),  # all of it is said under its own name
    measured_in=measured_in,
    page_bytes=page_bytes,
    traced=GETPAGES,
    read_price=SYNCHRONOUS_READ,
    outage=None,
    consolidation=None,
    gains=GAINS,
)

__all__ = ["PRODUCT"]
