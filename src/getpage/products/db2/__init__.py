"""Db2 for z/OS, as a user of memory: buffer pools, group buffer pools, threads, other storage."""

from __future__ import annotations

from getpage.contract.collect import Supply
from getpage.contract.namesakes import NamesakeSearch
from getpage.contract.price import SYNCHRONOUS_READ
from getpage.contract.product import SYSTEM_NAMES, Holds, MemberForm, Product
from getpage.core.lazy import function_at, value_at
from getpage.core.text import CommentMarks
from getpage.products.common.declared import declared_steps

from .constants import GAINS
from .evidence import NEEDS
from .gtf import GETPAGES, RECORD_TYPES
from .rows import CATALOG, READ

PRODUCT = Product(
    name="db2",
    title="Db2 for z/OS",
    called="Db2",
    tables=(*READ, CATALOG),
    seen_in=READ,
    analyse=function_at(__name__, "analyse.analyse"),
    namesakes=NamesakeSearch(("db2_buffer_pool",), function_at(__name__, "analyse.namesakes")),
    needs=NEEDS,
    printed=value_at(__name__, "text.PRINTED"),
    xml=None,
    of_file=None,
    records=RECORD_TYPES,
    reports_by="Db2",
    supply=Supply(
        sizes="-DISPLAY BUFFERPOOL(ACTIVE) DETAIL(INTERVAL) of Db2",
        work="accounting of Db2 (SMF 101, class 1, 2 and 3 traces), loaded with the statistics",
        sides="SMF 100 with 101 of the Db2 members",
    ),
    collect=declared_steps(__name__),
    terms=tuple,
    comments=CommentMarks("* "),  # DSN in batch, column 1
    names=SYSTEM_NAMES,
    members=(
        MemberForm(
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
    measured_in=function_at(__name__, "shown.measured_in"),
    page_bytes=function_at(__name__, "pools.pool_rows.page_bytes_by_name"),
    traced=GETPAGES,
    read_price=SYNCHRONOUS_READ,
    outage=None,
    consolidation=None,
    gains=GAINS,
)

__all__ = ["PRODUCT"]
