"""CICS TS for z/OS, as a user of memory: storage areas, LSR pools, temporary storage, tasks and TCBs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.price import SYNCHRONOUS_READ
from getpage.contract.product import Product
from getpage.contract.supply import Supply
from getpage.core.text import CommentMarks

from .evidence import COLLECT, NEEDS, TABLES, TERMS

if TYPE_CHECKING:
    from getpage.contract.consolidation import ConsolidationQuestion
    from getpage.contract.evidence import Evidence
    from getpage.contract.observation import Observation
    from getpage.contract.printed import Printed
    from getpage.result import Table


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says; the rules are imported when they are run, not to read evidence."""
    from .analyse import analyse

    return analyse(evidence)


def consolidation(question: ConsolidationQuestion, evidence: Evidence) -> Table:
    """What fewer regions take; the model is imported when it is asked."""
    from .consolidation import consolidate

    return consolidate(question, evidence)


def page_bytes(pool: str) -> int | None:
    """Bytes of a buffer of an LSR pool; None for a name that is not one."""
    from .lsr import page_bytes_by_name

    return page_bytes_by_name(pool)


def printed() -> Printed:
    """The messages and reports that it knows; imported to read evidence, not to answer from a store."""
    from .text import PRINTED

    return PRINTED


PRODUCT = Product(
    name="cics",
    title="CICS TS for z/OS",
    called="CICS",
    tables=TABLES,
    seen_in=TABLES,
    analyse=analyse,
    needs=NEEDS,
    printed=printed,
    xml=None,
    of_file=None,
    records=None,
    reports_by="DFH",
    supply=Supply(
        sizes="two LSR pool pages of DFHSTUP or DFH0STAT of CICS",
        work="interval statistics of CICS (SMF 110 subtype 2)",
        sides="SMF 110 subtype 2 of the CICS regions",
    ),
    collect=COLLECT,
    terms=TERMS,
    comments=CommentMarks("* "),
    members=(),
    pools_live_in=("",),  # a region is one address space
    measured_in=None,
    page_bytes=page_bytes,
    traced=None,
    read_price=SYNCHRONOUS_READ,  # a VSAM read of z/OS, which the task waits for
    outage=None,
    consolidation=consolidation,
    gains=(),
)

__all__ = ["PRODUCT"]
