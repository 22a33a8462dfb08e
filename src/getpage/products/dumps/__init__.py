"""SVC dumps as users of memory: how long captures take, which are partial, and what they may take."""

from __future__ import annotations

from getpage.contract.collect import Supply
from getpage.contract.product import SYSTEM_NAMES, Holds, MemberForm, Product
from getpage.core.lazy import function_at, value_at
from getpage.core.text import CommentMarks
from getpage.products.common.declared import declared_steps, declared_terms

from .constants import GAINS
from .evidence import NEEDS

_TABLES = ("svc_dump", "zos_dump_option")


PRODUCT = Product(
    name="dumps",
    title="SVC dumps",
    called="SVC dump",
    tables=_TABLES,
    seen_in=_TABLES,
    analyse=function_at(__name__, "analyse.analyse"),
    namesakes=None,
    needs=NEEDS,
    printed=value_at(__name__, "text.PRINTED"),
    xml=None,
    of_file=None,
    records=None,
    reports_by="IEA",
    supply=Supply(
        sizes="D DUMP,OPTIONS and the system log of dumps",
        work=None,  # it stops the work of others
        sides="the system log with the dumps",
    ),
    collect=declared_steps(__name__),
    terms=declared_terms(__name__),
    comments=CommentMarks("/* ", " */"),
    names=SYSTEM_NAMES,
    members=(
        MemberForm(
            holds=Holds.COMMANDS,
            suffix="CON",
            undo="COU",
            title="Operator commands for a console of the system: they take effect at once, until the "
            "next IPL.",
        ),
        MemberForm(
            holds=Holds.LASTING,
            suffix="CMD",
            undo="CMU",
            title="Lines for COMMNDxx of PARMLIB: put each in the place of the one there. Not a member "
            "to be used by itself.",
        ),
    ),
    pools_live_in=(),
    measured_in=None,
    page_bytes=None,
    traced=None,
    read_price=None,
    outage=None,
    consolidation=None,
    gains=GAINS,
)

__all__ = ["PRODUCT"]
