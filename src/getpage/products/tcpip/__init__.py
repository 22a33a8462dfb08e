"""TCP/IP stacks as users of memory: buffers of connections, windows over a distance, and SMC."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.member import SYSTEM_NAMES, Holds, MemberForm
from getpage.contract.product import Product
from getpage.contract.supply import Supply
from getpage.core.text import CommentMarks

from .constants import GAINS
from .evidence import COLLECT, NEEDS, TERMS

if TYPE_CHECKING:
    from getpage.contract.evidence import Evidence
    from getpage.contract.observation import Observation
    from getpage.contract.printed import Printed


_TABLES = ("tcp_connection", "tcp_configuration", "tcp_socket", "tcp_statistics", "tcp_storage")


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says; the rules are imported when they are run, not to read evidence."""
    from .analyse import analyse

    return analyse(evidence)


def printed() -> Printed:
    """The messages and reports that it knows; imported to read evidence, not to answer from a store."""
    from .text import PRINTED

    return PRINTED


PRODUCT = Product(
    name="tcpip",
    title="TCP/IP",
    called="TCP/IP",
    tables=_TABLES,
    seen_in=_TABLES,
    analyse=analyse,
    needs=NEEDS,
    printed=printed,
    xml=None,
    of_file=None,
    records=None,
    reports_by="NETSTAT",
    supply=Supply(
        sizes="SMF 119 of TCP/IP with the reply to NETSTAT CONFIG",
        work="SMF 119 of TCP/IP",
        sides="SMF 119 of TCP/IP",
    ),
    collect=COLLECT,
    terms=TERMS,
    comments=CommentMarks("; "),
    members=(
        MemberForm(
            names=f"{SYSTEM_NAMES}(-SMCR)?",  # what goes over SMC-R is told apart
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
