"""TCP/IP stacks as users of memory: buffers of connections, windows over a distance, and SMC."""

from __future__ import annotations

from getpage.contract.collect import Supply
from getpage.contract.namesakes import NamesakeSearch
from getpage.contract.product import SYSTEM_NAMES, Holds, MemberForm, Product
from getpage.core.lazy import function_at, value_at
from getpage.core.text import CommentMarks
from getpage.products.common.declared import declared_steps, declared_terms

from .constants import GAINS
from .evidence import NEEDS

_TABLES = ("tcp_connection", "tcp_configuration", "tcp_socket", "tcp_statistics", "tcp_storage")


PRODUCT = Product(
    name="tcpip",
    title="TCP/IP",
    called="TCP/IP",
    tables=_TABLES,
    seen_in=_TABLES,
    analyse=function_at(__name__, "analyse.analyse"),
    namesakes=NamesakeSearch(("tcp_connection",), function_at(__name__, "analyse.namesakes")),
    needs=NEEDS,
    printed=value_at(__name__, "text.PRINTED"),
    xml=None,
    of_file=None,
    records=None,
    reports_by="NETSTAT",
    supply=Supply(
        sizes="SMF 119 of TCP/IP with the reply to NETSTAT CONFIG",
        work="SMF 119 of TCP/IP",
        sides="SMF 119 of TCP/IP",
    ),
    collect=declared_steps(__name__),
    terms=declared_terms(__name__),
    comments=CommentMarks("; "),
    names=f"{SYSTEM_NAMES}(-SMCR)?",  # what goes over SMC-R is told apart
    members=(
        MemberForm(
            holds=Holds.SETTINGS,
            suffix="TCO",
            undo="TCU",
            title="Statements of PROFILE.TCPIP: put each into a data set for V TCPIP,,O,dsn, and into the "
            "profile in the place of the one there. Not a member to be used by itself.",
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
