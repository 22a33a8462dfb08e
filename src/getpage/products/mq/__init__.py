"""IBM MQ for z/OS, as a user of memory: buffer pools, their page sets, and the queue manager's storage."""

from __future__ import annotations

from getpage.contract.collect import Supply
from getpage.contract.namesakes import NamesakeSearch
from getpage.contract.product import SYSTEM_NAMES, Holds, MemberForm, Product
from getpage.core.lazy import function_at, value_at
from getpage.core.text import CommentMarks
from getpage.products.common.declared import declared_steps, declared_terms

from .constants import GAINS, READ_PRICE
from .evidence import NEEDS, TABLES

PRODUCT = Product(
    name="mq",
    title="IBM MQ for z/OS",
    called="MQ",
    tables=TABLES,
    seen_in=TABLES,
    analyse=function_at(__name__, "analyse.analyse"),
    namesakes=NamesakeSearch(
        ("mq_buffer_pool", "mq_message_manager", "mq_log"), function_at(__name__, "analyse.namesakes")
    ),
    needs=NEEDS,
    printed=value_at(__name__, "text.PRINTED"),
    xml=None,
    of_file=None,
    records=None,
    reports_by="MP1B",
    supply=Supply(
        sizes="SMF 115 of MQ (START TRACE(STAT) CLASS(*))",
        work="message manager statistics (SMF 115, class 1) and class 3 accounting (SMF 116)",
        sides="SMF 115 with 116 class 3 of the queue managers",
    ),
    collect=declared_steps(__name__),
    terms=declared_terms(__name__),
    comments=CommentMarks("* "),  # CSQUTIL, column 1
    names=SYSTEM_NAMES,
    members=(
        MemberForm(
            holds=Holds.COMMANDS,
            suffix="ALT",
            undo="UND",
            title="MQSC for CSQUTIL COMMAND or the console: changes that take effect at once.",
            continued="+",
        ),
        MemberForm(
            holds=Holds.LASTING,
            suffix="INP",
            undo="INU",
            title="Statements for CSQINP1, in the place of those of the same pools: they make the changes "
            "last over a restart. Put each there when its change has held.",
            continued="+",
        ),
    ),
    pools_live_in=("MSTR",),
    measured_in=None,
    page_bytes=None,  # its pools have numbers, and all of them pages of 4 KiB
    traced=None,
    read_price=READ_PRICE,
    outage=function_at(__name__, "outage.answer.answer"),
    consolidation=None,
    gains=GAINS,
)

__all__ = ["PRODUCT"]
