"""Thresholds of the rules of IMS. Where IBM states one it is cited; the others are ours and say so."""

from __future__ import annotations

from typing import Final

from getpage.core.units import GIB, MIB, PAGE

#: Reads from disk a second from which on a subpool reads much; ours: a tenth of that of Db2, as a DL/I call
#: waits for each of them and nothing is read ahead here.
READS_HIGH: Final = 100.0
#: Of a report without a time: reads, and the share of requests that found their block, ours.
READS_MANY: Final = 10_000
FOUND_LOW: Final = 0.80
#: Writes to make a buffer free, of all reads, and how many of them; ours.
STEALS_SHARE: Final = 0.01
STEALS_MANY: Final = 100
#: Requests that waited for somebody else's at the same block, of all; ours.
BUSY_SHARE: Final = 0.01
#: I/Os a second from which on page-fixing is worth a word; ours, as for pools of MQ.
FIXING_RATE: Final = 50.0
#: A subpool so large that it is worth a change where nothing uses it; ours.
SMALL: Final = 1 * MIB
#: Waits for a log buffer a second that are worth a change; ours: one in ten seconds.
LOG_WAITS: Final = 0.1

#: More buffers where steals write, and where they waited for a buffer; ours: a size to look at, no forecast.
MORE_FOR_STEALS: Final = 1.25
MORE_FOR_WAITS: Final = 1.5

#: IBM IMS 15 documentation, "Defining OSAM subpools", "Defining VSAM subpools": buffers of a subpool.
FEWEST: Final = {"OSAM": 4, "VSAM": 3}
MOST_BUFFERS: Final = 32_767
#: The same, "Defining OLDS buffers": from 2 to 9999, 5 where nothing is said.
MOST_LOG_BUFFERS: Final = 9_999
LOG_BUFFERS: Final = 5
#: The same, "DLIPSB= parameter for procedures": pools are at most 2 GB less one byte.
MOST_POOL: Final = 2 * GIB - PAGE

#: Seconds that one wait for a log buffer takes at most: the write of a block of the log makes one free, on a
#: busy disk that is copied at a distance. Assumed, as IMS counts these waits and does not time them.
LOG_WAIT: Final = 0.020
#: Seconds that a program waits at most where its PSB or a database has no space: until another program ends,
#: or until a description is read and its database opened. Assumed, likewise.
POOL_WAIT: Final = 10.0
