"""IMS as a user of memory: subpools of database buffers, pools of PSBs and DMBs, buffers of the log, and the
message regions that transactions wait for.
"""

from __future__ import annotations

from getpage.contract.collect import Supply
from getpage.contract.price import SYNCHRONOUS_READ
from getpage.contract.product import SYSTEM_NAMES, Holds, MemberForm, Product
from getpage.core.lazy import function_at, value_at
from getpage.core.text import CommentMarks
from getpage.products.common.declared import declared_steps, declared_terms

from .constants import GAINS
from .evidence import NEEDS, of_file
from .log import RECORD_TYPES

_TABLES = (
    "ims_subpool",
    "ims_definition",
    "ims_pool_failure",
    "ims_pool",
    "ims_log_buffers",
    "ims_queue_io",
    "ims_message",
    "ims_region",
    "ims_transaction",
)


PRODUCT = Product(
    name="ims",
    title="IMS",
    called="IMS",
    tables=_TABLES,
    seen_in=_TABLES,
    analyse=function_at(__name__, "analyse.analyse"),
    namesakes=None,
    needs=NEEDS,
    printed=value_at(__name__, "text.PRINTED"),
    xml=None,
    of_file=of_file,
    records=RECORD_TYPES,
    reports_by="IMS",
    supply=Supply(
        sizes="reports of the IMS Monitor on its buffer pools",
        work=None,
        sides="reports of the IMS Monitor on its buffer pools",
    ),
    collect=declared_steps(__name__),
    terms=declared_terms(__name__),
    comments=CommentMarks("* "),
    names=SYSTEM_NAMES,
    members=(
        MemberForm(
            holds=Holds.COMMANDS,
            suffix="CMD",
            undo="CMU",
            title="Commands of IMS for the master terminal: changes that take effect at once.",
            begins="/",
        ),
        MemberForm(
            holds=Holds.SETTINGS,
            suffix="IMS",
            undo="IMU",
            title="Statements of members of IMS PROCLIB: put each where its comment says, in the place of "
            "the one there. Not a member to be used by itself.",
        ),
        MemberForm(
            holds=Holds.LASTING,
            suffix="VSM",
            undo="VSU",
            title="Statements of DFSVSMxx, so that the next start of IMS has the sizes that UPDATE POOL set.",
        ),
    ),
    pools_live_in=("", "CTL", "DLI", "DLS"),  # the control region, and the DL/I address space
    measured_in=None,
    page_bytes=None,
    traced=None,
    read_price=SYNCHRONOUS_READ,
    outage=None,
    consolidation=None,
    gains=GAINS,
)

__all__ = ["PRODUCT"]
