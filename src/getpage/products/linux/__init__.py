"""Linux guests of z/VM or KVM beside z/OS as users of memory: analytics, decision services, databases."""

from __future__ import annotations

from getpage.contract.collect import Supply
from getpage.contract.product import PRINTED_NAMES, Holds, MemberForm, Product
from getpage.core.lazy import function_at, value_at
from getpage.core.text import CommentMarks
from getpage.products.common.declared import declared_steps, declared_terms

from .evidence import NEEDS, of_file

_TABLES = ("linux_memory", "linux_paging", "linux_process", "linux_host")


PRODUCT = Product(
    name="linux",
    title="Linux guests",
    called="Linux",
    tables=_TABLES,
    seen_in=_TABLES,
    analyse=function_at(__name__, "analyse.analyse"),
    namesakes=None,
    needs=NEEDS,
    printed=value_at(__name__, "text.PRINTED"),
    xml=None,
    of_file=of_file,
    records=None,
    reports_by="Linux",
    supply=Supply(
        sizes="/proc/meminfo of each Linux guest, over a day or more",
        work=None,
        sides="/proc/meminfo and vmstat of each Linux guest",
    ),
    collect=declared_steps(__name__),
    terms=declared_terms(__name__),
    comments=CommentMarks("# "),
    names=PRINTED_NAMES,
    members=(
        MemberForm(
            holds=Holds.SETTINGS,
            suffix="LNX",
            undo="LNU",
            title="Sizes and settings of a Linux guest: enter each where its comment says, in its "
            "hypervisor or in the guest. Not a member to be used by itself.",
        ),
    ),
    pools_live_in=(),
    measured_in=None,
    page_bytes=None,
    traced=None,
    read_price=None,
    outage=None,
    consolidation=None,
    gains=(),
)

__all__ = ["PRODUCT"]
