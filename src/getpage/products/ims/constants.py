"""Thresholds of the rules of IMS, limits of its settings, and what was published of large memory for it.

A threshold that IBM states is cited; the others are ours and say so.

References: IBM IMS 15 documentation, "Defining OSAM subpools", "Defining VSAM subpools", "Defining OLDS
buffers", "DLIPSB= parameter for procedures", "CL1=,CL2=,CL3=,CL4= parameter for procedures"; SHARE 17878,
"IMS and Large Memory Benefits": page-fixed buffers take up to 3 % less CPU, and database buffer pools are
resized while IMS runs (IMS 12).
"""

from __future__ import annotations

from typing import Final

from getpage.contract.price import PublishedGain
from getpage.core.units import GIB, MIB, PAGE

#: The pool of PSBs and DMBs above the bar, which no report of the IMS Monitor names.
ACB: Final = "ACB64"
#: Reads of a report without a time, ours.
READS_MANY: Final = 10_000
#: Writes that free a buffer; ours.
STEALS_MANY: Final = 100
#: I/Os per second from which on page-fixing is worth a word; ours, as for pools of MQ.
FIXING_RATE: Final = 50.0
#: Size from which an unused subpool is worth a change; ours.
SMALL: Final = 1 * MIB

#: More buffers where steals write, and where they waited for a buffer; ours: a size to look at, no forecast.
MORE_FOR_STEALS: Final = 1.25
MORE_FOR_WAITS: Final = 1.5

#: Buffers of a subpool, from the fewest to the most that IMS allows.
FEWEST: Final = {"OSAM": 4, "VSAM": 3}
MOST_BUFFERS: Final = 32_767
#: Log buffers: the most, and how many there are where OLDSDEF does not say.
MOST_LOG_BUFFERS: Final = 9_999
LOG_BUFFERS: Final = 5
#: A pool of PSBs or DMBs is smaller than 2 GiB.
MOST_POOL: Final = 2 * GIB - PAGE

#: Seconds that one wait for a log buffer takes at most: the write of a log block to a busy disk that is
#: copied at a distance frees one. Assumed: IMS counts these waits and does not time them.
LOG_WAIT: Final = 0.020
#: Seconds that a program waits at most without space for its PSB or a database: until another program ends,
#: or until a description is read and its database opened. Assumed, likewise.
POOL_WAIT: Final = 10.0

#: Share of the time that a message region may be occupied: beyond it messages that arrive together wait for
#: each other for long (M/M/c queues). Ours.
MOST_OCCUPIED: Final = 0.8
#: Messages of an interval from which on their mean wait is worth a word; ours.
QUEUED_MANY: Final = 20
#: Messages on the queue when a program is scheduled, per message region, from which on they wait; ours.
ON_QUEUE: Final = 1
#: Share of the processing time from which on a wait within programs is why regions are occupied; ours.
MOSTLY: Final = 0.5
#: Classes that a region has at its start (CL1 to CL4), and what an address space of a message region takes of
#: real storage at most: assumed, as no evidence of IMS shows it.
MOST_CLASSES: Final = 4
REGION_BYTES: Final = 64 * MIB

#: Percent of CPU that page-fixing the buffers saves: "up to", so that the least is none.
FIXED: Final = (0.0, 3.0)
SOURCE: Final = "SHARE 17878, IMS and Large Memory Benefits"

GAINS: Final = (
    PublishedGain(
        what="page-fix database buffers that do I/O",
        low=FIXED[0],
        high=FIXED[1],
        of="CPU",
        source=SOURCE,
    ),
)
