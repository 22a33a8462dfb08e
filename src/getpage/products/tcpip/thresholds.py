"""Thresholds of the rules of TCP/IP; all ours unless a source is given."""

from __future__ import annotations

from typing import Final

from getpage.core.units import KIB, MIB

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
#: Constant of the rate that losses leave: M. Mathis, J. Semke, J. Mahdavi, T. Ott, "The Macroscopic Behavior
#: of the TCP Congestion Avoidance Algorithm", ACM SIGCOMM CCR 27 (1997).
MATHIS: Final = 1.22
#: A rate that losses explain is at least this share of what they leave.
BY_LOSS: Final = 0.5
#: Where a limit of storage is near.
NEAR: Final = 0.80
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
