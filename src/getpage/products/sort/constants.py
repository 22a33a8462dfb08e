"""The numbers that the rules of sorts compare with, and what was published of sorts in storage.

Those that name no source are ours: they keep noise out of a report and are open to argument.

IBM REDP-5238, 6.1, 20 sorts at a time with 300 GB of work space, on a system with processors to spare: with
0, 100, 200 and 800 GB of storage elapsed time fell by 20, 49 and 58 %, processor time rose by 21, 56 and
65 %. The model is held to these and none of them is in it: it stands on the figures below, of other pages.
"""

from __future__ import annotations

from typing import Final

from getpage.contract.price import PublishedGain
from getpage.core.units import GIB, MIB

Cost = tuple[float, float, float]

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
MOST_MEMORY_OBJECT: Final = 1024 * GIB
#: Sorts that a sentence names.
NAMED: Final = 3

#: Seconds of a request that finds its data in the cache of the disks, and of one that does not: IBM
#: REDP-5238, table 2-3, "600 µs" and "7 ms", beside the transfer.
FROM_CACHE: Final = 0.0006
FROM_DISK: Final = 0.007
#: Bytes a second of a channel while it is connected, where SMF 30 does not tell: FICON Express4, 4 Gbit/s.
CHANNEL: Final = 400e6
#: Bytes of a request where nobody counted them: IBM REDP-5238, figure 6-13, 400 to 560 KB of work data sets.
REQUEST: Final = 480_000.0

#: Processor seconds of a page that goes to storage and comes back: best guess, least, most. The least is two
#: of the 1 µs that a page in a local buffer takes (REDP-5238, table 2-3); the most is what the sorts of
#: figure 6-13 took for a GB in hiperspace beyond those of the same program without (median 2.2 s a GB, their
#: I/O requests added); the best guess is the middle of both.
PAGE_MOVED: Final = (5.6e-6, 2.0e-6, 9.2e-6)
#: Processor seconds of a request that is spared: SHARE 17878, 20 to 70 µs of a read.
REQUEST_SPARED: Final = (45e-6, 70e-6, 20e-6)

#: Relative standard deviation of what the same sort takes from one run to the next: seconds that it waits,
#: and processor seconds. Ours: of the laboratory's sorts (`benches/lab_sort.py`) of seeds 1 to 6 around a
#: line through their sizes, on a machine that others used, too.
BETWEEN_RUNS: Final = (0.076, 0.080)

GAINS: Final = (
    PublishedGain(
        what="storage for all work space of 20 sorts at a time, against none",
        low=58.0,
        high=58.0,
        of="elapsed time of the sorts, for 65 % more of their processor time",
        source="IBM REDP-5238, 6.1",
    ),
)
