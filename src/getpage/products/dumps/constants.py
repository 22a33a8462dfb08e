"""Thresholds of the rules of SVC dumps, defaults of CHNGDUMP, and what was published; ours without a source.

Reference: IBM REDP-5238, 1.1, table 1-1.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from getpage.contract.price import PublishedGain
from getpage.core.units import MIB

#: MAXSPACE where nothing was ever set: 500 MB (general knowledge of CHNGDUMP; no public page of IBM's has
#: it).
DEFAULT_MAXSPACE: Final = 500 * MIB
#: Seconds for which a dump may stop the whole system where nothing was ever set (general knowledge).
DEFAULT_MAXSNDSP: Final = 15
#: Use of auxiliary storage from which no new dump is taken, and at which a capture ends, with AUXMGMT=ON
#: (general knowledge of CHNGDUMP; no public page of IBM's has it).
REFUSED_FROM: Final = 0.50
STOPPED_AT: Final = 0.68
#: Share of a capture from which one of its parts is worth a word.
WORTH_A_PART: Final = 0.2
#: Times what its size, free storage and auxiliary storage explain at most, from which a capture was slow for
#: another reason: ours. Two captures of one dump differ by 3 % (IBM REDP-5238, table 1-1).
SLOW_FOR_ANOTHER_REASON: Final = 3.0
#: A capture that begins later than this after the request belongs to another dump.
LONGEST: Final = timedelta(hours=2)
#: A request belongs to the dump that is captured within this time.
NEAR: Final = timedelta(hours=1)
#: Dumps in a table at most.
MOST: Final = 50

GAINS: Final = (
    PublishedGain(
        what="15.6 GB free before a dump of 20 GB, against 520 and 128 MB",
        low=37.0,
        high=42.0,
        of="capture time of the dump",
        source="IBM REDP-5238, 1.1, table 1-1",
    ),
)
