"""Evidence of TCP/IP: questions that it answers, how a site comes by it, and terms that a report explains.

References: IBM z/OS Communications Server: IP System Administrator's Commands, DISPLAY TCPIP; IP
Configuration Reference, SMFCONFIG; IP Programmer's Guide and Reference, SMF record type 119, TCP connection
termination record (subtype 2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.collect import Collect, EvidenceStep
from getpage.contract.evidence import Need
from getpage.contract.product import Term

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .stack import Stack

CONFIGURATION = Need(
    question="How large are the TCP buffers of a stack, and how large may they be?",
    tables=(("tcp_configuration",),),
    how="the reply to D TCPIP,,N,CONFIG",
    step="tcpip.configuration",
)
CONNECTIONS = Need(
    question="Which connections do buffers hold back?",
    tables=(("tcp_connection", "tcp_socket"),),
    how="SMF 119 subtype 2, a record per connection that ended",
    step="tcpip.connections",
)
COUNT = Need(
    question="How many connections are there at a time, each of which may fill its buffers?",
    tables=(("tcp_statistics", "tcp_connection"),),
    how="the reply to D TCPIP,,N,STATS",
    step="tcpip.counters",
)
STORAGE = Need(
    question="How close is a stack to its storage limits?",
    tables=(("tcp_storage",),),
    how="the reply to D TCPIP,,STOR",
    step="tcpip.storage",
)
SMC = Need(
    question="What would more fixed storage for SMC save?",
    tables=(("tcp_connection",),),
    how="SMF 119 subtype 2 of both ends of connections, and the reply to D TCPIP,,STOR",
    step="tcpip.connections",
)

NEEDS = (CONFIGURATION, CONNECTIONS)

_COMMANDS = "IBM z/OS Communications Server: IP System Administrator's Commands, DISPLAY TCPIP,,NETSTAT"
_CONSOLE = "a console, for each stack (procname is its name)"

COLLECT = Collect(
    steps=(
        EvidenceStep(
            name="tcpip.configuration",
            gives="default and largest buffers, limits of ECSA and pools, SMC-R and SMC-D",
            entered=_CONSOLE,
            replies=("D TCPIP,procname,N,CONFIG",),
            cost="one display",
            source=_COMMANDS,
        ),
        EvidenceStep(
            name="tcpip.connections",
            gives="bytes, windows, round-trip time and retransmitted segments of every connection",
            entered="a data set of V TCPIP,procname,O,dsn and PROFILE.TCPIP; type 119 in SMFPRMxx",
            records=("119(2)",),
            start=("SMFCONFIG TYPE119 TCPTERM",),
            stop=("SMFCONFIG TYPE119 NOTCPTERM",),
            interval="a record per connection, when it ends",
            cost="some 350 bytes per connection: with thousands of them per second it fills SMF data "
            "sets, so look at a day first",
            source="IBM z/OS Communications Server: IP Programmer's Guide and Reference, TCP connection "
            "termination record (subtype 2)",
            standing=False,
        ),
        EvidenceStep(
            name="tcpip.counters",
            gives="concurrent connections and retransmitted segments",
            entered=_CONSOLE,
            interval="in a busy hour",
            replies=("D TCPIP,procname,N,STATS",),
            cost="one display",
            source=_COMMANDS,
        ),
        EvidenceStep(
            name="tcpip.sockets",
            gives="buffers, windows and right sizing of the connections that are open now",
            entered="a console, while the streams run; FORMAT=LONG has counters of 64 bits",
            replies=("D TCPIP,procname,N,ALL,FORMAT=LONG,MAX=*",),
            cost="some 30 lines per connection",
            source=_COMMANDS,
            standing=False,
        ),
        EvidenceStep(
            name="tcpip.storage",
            gives="ECSA, pools and SMC storage of the stack, now and at the most, and their limits",
            entered=_CONSOLE,
            replies=("D TCPIP,procname,STOR",),
            cost="one display",
            source="IBM z/OS Communications Server: IP System Administrator's Commands, DISPLAY TCPIP,,STOR",
        ),
        EvidenceStep(
            name="tcpip.profile",
            gives="what SMC and buffers are set to, as records",
            entered="a data set of V TCPIP,procname,O,dsn and PROFILE.TCPIP; type 119 in SMFPRMxx",
            records=("119(4)",),
            start=("SMFCONFIG TYPE119 PROFILE",),
            stop=("SMFCONFIG TYPE119 NOPROFILE",),
            interval="a record per change of the profile",
            cost="a few kilobytes per change",
            source="IBM z/OS Communications Server: IP Configuration Reference, SMFCONFIG",
            standing=False,
        ),
    ),
    also=("tcpip.connections",),
)

TERMS = (
    Term(
        "window",
        r"receive windows?|send windows?|partner's window",
        "Bytes that a receiver is ready to take: more are not sent before it has acknowledged some.",
    ),
    Term(
        "round trip",
        r"round[ -]trips?|round-trip time",
        "Time from sending a segment to its acknowledgment. A stream moves at most one window per"
        " round trip.",
    ),
    Term(
        "dynamic right sizing",
        r"[Dd]ynamic right sizing|DRS",
        "Function of z/OS that lets the receive buffer of a stream grow to 2 MB where the round trip is 2 "
        "ms or longer and the buffer begins with 64 KB.",
    ),
    Term(
        "SMC-R",
        r"SMC-[RD]",
        "Shared Memory Communications: data of a TCP connection goes from memory to memory, over RDMA "
        "(SMC-R) or within one machine (SMC-D).",
    ),
)


def unmet(stack: Stack) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet, in the order of its worth."""
    yield not stack.kinds, CONNECTIONS
    yield stack.buffer("in") is None, CONFIGURATION
    yield stack.connections is None, COUNT
    yield not stack.storage.height, STORAGE
