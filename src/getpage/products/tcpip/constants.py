"""Thresholds of the rules of TCP/IP (all ours unless a source is given), and what was published of its
buffers and of SMC: the prior where no connections of the site's own tell.

IBM REDP-5238, 6.2: one stream between two zEC12 close together, buffers of 2 MB against 180 KB and sends of
1 MB against 64 KB: 12 % more throughput, 8.45 % less z/OS CPU where it is sent and over 16 % less where it is
received. FTP from Boulder to Raleigh in 2.5 hours: 78.3 GB with dynamic right sizing (up to 2 MB) and 39.6 GB
with a fixed receive buffer of 64 KB.

IBM Impact 2014, CICS performance on z/OS, SMC-R: five distributed program links of 32 KB each way over IPIC:
up to 48 % less response time, up to 10 % less z/OS CPU where they are called from. Of others it says: up
to 80 % less network latency of transactions, up to 60 % more throughput of streams.

IBM Db2 12 for z/OS Performance Topics (SG24-8404), 3.2.2, SMC-D between two systems of a z13, against TCP/IP
over HiperSockets: requests and answers of 1 to 4 KB with up to 48 % less latency and up to 47 % less CPU of
the network.
"""

from __future__ import annotations

from math import log2
from typing import Final

from getpage.contract.price import PublishedGain
from getpage.core.units import KIB, MIB

from .thresholds import STORAGE

#: The largest buffer that z/OS has: IBM REDP-5238, 6.2.
MOST_BUFFER: Final = 2 * MIB
#: What dynamic right sizing asks for: a buffer that begins with so much, and a round trip of so many
#: milliseconds. IBM z/OS Communications Server: IP Configuration Guide, TCP receive window.
RIGHT_SIZED_FROM: Final = 64 * KIB
LONG_TRIP_MS: Final = 2
#: A connection that moves so much one way, and so many times what goes the other way, is a stream.
BULK: Final = 10 * MIB
ONE_WAY: Final = 10
#: Bytes in flight, over the least that the window may be, from which on the window is what holds; and over
#: the most that it may be, beyond which a larger one is at work.
HELD: Final = 0.75
BEYOND: Final = 1.25
#: Segments sent again that a public report of SMF 119 marks (zCS-SMF), and the share of all sent that matters
#: where no round trip tells what they cost.
FEW_AGAIN: Final = 5
LOSSY: Final = 0.01
#: A lost segment is sent again after three duplicate acknowledgements (RFC 5681, 3.2), so as many of them as
#: `LOSSY` of what was sent are the least that matters.
DUPLICATES: Final = LOSSY
#: A congestion window below this share of what buffers allow is what holds: a loss halves it (RFC 5681).
SMALL_WINDOW: Final = 0.5
#: Constant of the rate that losses leave: M. Mathis, J. Semke, J. Mahdavi, T. Ott, "The Macroscopic Behavior
#: of the TCP Congestion Avoidance Algorithm", ACM SIGCOMM CCR 27 (1997).
MATHIS: Final = 1.22
#: A rate that losses explain is at least this share of what they leave.
BY_LOSS: Final = 0.5
#: Where a limit of storage is near.
NEAR: Final = STORAGE.value
#: Connections that live so long would keep an SMC link, in seconds; those that are shorter gain nothing, as
#: its set-up takes several messages.
LONG_LIVED: Final = 10.0
#: Megabytes of FIXEDMEMORY that GLOBALCONFIG takes. IBM z/OS Communications Server: IP Configuration
#: Reference.
LEAST_FIXED: Final = 30
MOST_FIXED: Final = 9999
#: Thirty days: a connection that lived longer is damage, or nothing that a window of evidence holds.
LONGEST: Final = 30 * 86_400.0
#: Streams that are fewer of all connections than this are no reason for a larger default of all.
FEW_OF_ALL: Final = 0.01
#: Connections of one kind that a table shows.
NAMED: Final = 3

#: Between these two sizes throughput and processor time were measured.
MEASURED_FROM: Final = 180 * KIB
MEASURED_TO: Final = 2 * MIB
#: Shares: throughput more, and processor time less where it is received and where it is sent.
FASTER: Final = 0.12
CPU_RECEIVING: Final = 0.16
CPU_SENDING: Final = 0.0845
#: Throughput over that of a window that held it, as measured over a long distance.
UNHELD: Final = 78.3 / 39.6
#: SMC-R: most that response time and processor time fell by.
SMC_RESPONSE: Final = 0.48
SMC_CPU: Final = 0.10
#: The messages that this was measured with, each way.
SMC_MESSAGE: Final = 32 * KIB
#: Most that the time in the network fell by, and that throughput of streams rose by.
SMC_LATENCY: Final = 0.80
SMC_FASTER: Final = 0.60

_REDP: Final = "IBM REDP-5238, 6.2"
GAINS: Final = (
    PublishedGain(
        what="dynamic right sizing over a long distance, against a fixed receive buffer of 64 KB",
        low=98.0,
        high=98.0,
        of="throughput",
        source=_REDP,
    ),
    PublishedGain(
        what="buffers of 2 MB and sends of 1 MB, against 180 KB and 64 KB, of one stream between systems "
        "close together",
        low=12.0,
        high=12.0,
        of="throughput, for 8.45 % less CPU where it is sent and over 16 % less where it is received",
        source=_REDP,
    ),
    PublishedGain(
        what="SMC-R for distributed program links of 32 KB over IPIC",
        low=0.0,
        high=48.0,
        of="response time, and up to 10 % of CPU",
        source="IBM Impact 2014, CICS performance on z/OS",
    ),
    PublishedGain(
        what="SMC-D for requests of 1 to 4 KB between systems of one machine, against HiperSockets",
        low=0.0,
        high=48.0,
        of="latency, and up to 47 % of the CPU of the network",
        source="IBM SG24-8404, 3.2.2",
    ),
)


def measured(size: float) -> float:
    """Where a buffer stands between the two sizes that were measured, 0 to 1, by powers of two."""
    place = log2(max(size, 1) / MEASURED_FROM) / log2(MEASURED_TO / MEASURED_FROM)
    return min(1.0, max(0.0, place))
