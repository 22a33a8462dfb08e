"""CICS TS for z/OS, as a user of memory: storage areas, LSR pools, temporary storage, tasks and TCBs."""

from __future__ import annotations

from getpage.contract.collect import Supply
from getpage.contract.namesakes import NamesakeSearch
from getpage.contract.price import SYNCHRONOUS_READ
from getpage.contract.product import SYSTEM_NAMES, Product
from getpage.core.lazy import function_at, value_at
from getpage.core.text import CommentMarks
from getpage.products.common.declared import declared_steps, declared_terms

from .evidence import NEEDS, TABLES

PRODUCT = Product(
    name="cics",
    title="CICS TS for z/OS",
    called="CICS",
    tables=TABLES,
    seen_in=TABLES,
    analyse=function_at(__name__, "analyse.analyse"),
    namesakes=NamesakeSearch(
        ("cics_transaction_manager", "cics_dispatcher", "cics_storage"),
        function_at(__name__, "analyse.namesakes"),
    ),
    needs=NEEDS,
    printed=value_at(__name__, "text.PRINTED"),
    xml=None,
    of_file=None,
    records=None,
    reports_by="DFH",
    supply=Supply(
        sizes="two LSR pool pages of DFHSTUP or DFH0STAT of CICS",
        work="interval statistics of CICS (SMF 110 subtype 2)",
        sides="SMF 110 subtype 2 of the CICS regions",
    ),
    collect=declared_steps(__name__),
    terms=declared_terms(__name__),
    comments=CommentMarks("* "),
    names=SYSTEM_NAMES,
    members=(),
    pools_live_in=("",),  # a region is one address space
    measured_in=None,
    page_bytes=function_at(__name__, "lsr.page_bytes_by_name"),
    traced=None,
    read_price=SYNCHRONOUS_READ,  # a VSAM read of z/OS, which the task waits for
    outage=None,
    consolidation=function_at(__name__, "consolidation.consolidate"),
    gains=(),
)

__all__ = ["PRODUCT"]
