"""Java virtual machines on z/OS (WebSphere, Liberty, JVM servers of CICS, batch) as users of memory."""

from __future__ import annotations

from getpage.contract.collect import Supply
from getpage.contract.product import PRINTED_NAMES, Holds, MemberForm, Product
from getpage.core.lazy import function_at, value_at
from getpage.core.text import CommentMarks
from getpage.products.common.declared import declared_steps, declared_terms

from .constants import GAINS
from .evidence import NEEDS, of_file

_TABLES = ("java_collection", "java_heap", "java_phase")


PRODUCT = Product(
    name="java",
    title="Java",
    called="Java",
    tables=_TABLES,
    seen_in=_TABLES,
    analyse=function_at(__name__, "analyse.analyse"),
    namesakes=None,
    needs=NEEDS,
    printed=value_at(__name__, "text.PRINTED"),
    xml=value_at(__name__, "xml.READERS"),
    of_file=of_file,
    records=None,
    reports_by="verbose",
    supply=Supply(
        sizes="a verbose GC log of each Java virtual machine (-Xverbosegclog)",
        work=None,
        sides="a verbose GC log of each Java virtual machine",
    ),
    collect=declared_steps(__name__),
    terms=declared_terms(__name__),
    comments=CommentMarks("# "),
    names=PRINTED_NAMES,
    members=(
        MemberForm(
            holds=Holds.SETTINGS,
            suffix="JVO",
            undo="JVU",
            title="Options of a Java virtual machine and of its address space: put each where its comment "
            "says, in the place of the one there. Not a member to be used by itself.",
        ),
    ),
    pools_live_in=("", "S"),  # of its own name, or the servant of a WebSphere server
    measured_in=None,
    page_bytes=None,
    traced=None,
    read_price=None,
    outage=None,
    consolidation=None,
    gains=GAINS,
)

__all__ = ["PRODUCT"]
