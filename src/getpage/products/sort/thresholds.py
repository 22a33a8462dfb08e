"""Thresholds of the rules of sorts; all ours unless a source is given."""

from __future__ import annotations

from typing import Final

from getpage.core.units import GIB, MIB

#: Bytes of a track of a 3390. IBM 3390 Direct Access Storage Introduction.
TRACK: Final = 56_664
#: Work on disk below which nobody looks at a sort.
SMALL: Final = 100 * MIB
#: Work on disk in its hour from which on the sorts of a system are worth a look.
LARGE: Final = GIB
#: Waiting for processors over using and waiting for disk, from which on storage brings nothing: IBM
#: REDP-5238, figures 6-11 and 6-12, calls 73.5 to 4.5 high and 10.2 to 32.9 minimal; alike is not told.
MUCH_CPU_DELAY: Final = 2.0
LITTLE_CPU_DELAY: Final = 1.0
#: Seconds that no sort takes: thirty days, beyond which a time is damage.
LONGEST: Final = 30 * 86_400.0
#: Most storage of one sort, bytes: IBM REDP-5238, 6.1.
MOST_HIPERSPACE: Final = 32 * GIB
MOST_MEMORY_OBJECT: Final = 1024 * GIB
#: Sorts that a sentence names.
NAMED: Final = 3
