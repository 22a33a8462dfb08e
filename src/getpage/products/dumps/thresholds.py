"""Thresholds of the rules of SVC dumps; ours unless a source is given."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

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
#: Use of local slots at which z/OS calls auxiliary storage short: IRA200E.
SHORT_FROM: Final = 0.70
#: Seconds of capture that are worth a word: users wait as long.
WORTH_SAYING: Final = 5.0
#: A part of a capture that is worth a word of its own.
WORTH_A_PART: Final = 0.2
#: Times what its size, free storage and auxiliary storage explain at most, from which a capture was slow for
#: another reason: ours. Two captures of one dump differ by 3 % (IBM REDP-5238, table 1-1).
SLOW_FOR_ANOTHER_REASON: Final = 3.0
#: A dump that is not captured so long after it was asked for is another one.
LONGEST: Final = timedelta(hours=2)
#: A request is of the dump that is captured so soon after it.
NEAR: Final = timedelta(hours=1)
#: Dumps that a table has.
MOST: Final = 50
