"""The numbers that the rules compare with, each with where it comes from; none is fitted to a result.

Those marked "ours" have no published source: they keep noise out of a report and are open to argument.
"""

from __future__ import annotations

from typing import Final

from getpage.contract.price import PublishedGain
from getpage.core.units import MIB

from .thresholds import IN_USE, PAGE_INS, REUSED_LOW

# Intervals shorter than this have no rates: ours.
SHORTEST_RATED: Final = 10.0  # seconds

# Records of IFCID 1 and 2 that are written within this are of the same moment: ours.
SAME_MOMENT: Final = 5  # seconds

# Readings of cumulative counters that are closer are taken together, as sizes are judged by what lasts: ours.
# The rates below come from displays an hour apart and reports of 15 to 30 minutes.
JUDGED: Final = 900.0  # seconds

# Readings are regular when this many or more come and half of the times between them are within 10 % of the
# usual one; a gap is one and a half times the usual: ours.
REGULAR_READINGS: Final = 4
REGULAR_WITHIN: Final = 0.10
GAP: Final = 1.5

# R. Catterall, "DB2 for z/OS: how I use DISPLAY BUFFERPOOL" (2015): total read I/O under 100 a second is
# very low.
READS_VERY_LOW: Final = 100.0

# BMC AMI Pool Advisor rules: a pool of few getpages a second and a longer residency may shrink; steps of
# 10 %, never more than 25 % at once.
IDLE_RESIDENCY: Final = 300.0
STEP_PERCENT: Final = 10
# IBM Redbook "Storage Management with DB2 for OS/390", table 24: from so many buffers on a prefetch request
# reads most pages (32 of 4 KB), by bytes of a page.
PREFETCH_FULL_SIZE: Final = {4096: 1000, 8192: 500, 16384: 250, 32768: 100}
LARGEST_STEP_PERCENT: Final = 25

# IBM Db2 documentation, "Allocating buffer pool storage to avoid paging": page-ins of more than 1 % of the
# reads are bad; REDP-5238, 2.2.1: zero or close to zero at steady state.
PAGE_IN_SHARE: Final = PAGE_INS.value
PAGE_INS_WORTH_A_WORD: Final = 100  # ours

# IBM Db2 documentation, "Performing buffer pool simulation": start with a simulated pool of 20 %.
FIRST_SIMULATED_PERCENT: Final = 20

# REDP-5238, 2.1.1, and SHARE 17878: real storage of a simulation is 2 % of the simulated size for 4 KB pages
# (78 MB for 1000K), 1 % or less for larger ones; CPU 1 to 2 % a pool.
SIMULATION_SHARE_4K: Final = 0.02
SIMULATION_SHARE_LARGER: Final = 0.01

# A simulated pool that avoids this share of the pool's synchronous reads is worth its storage; where the
# reads of the pool are not in the evidence, this many avoidable reads: ours.
AVOIDABLE_SHARE: Final = 0.10
AVOIDABLE_READS: Final = 1000

# A simulated pool that filled less of itself than this shows all that it can show: ours.
SIMULATION_FULL: Final = 0.95

# OMEGAMON for Db2: more than half of the buffers in use or updated: the pool may be too small.
IN_USE_LOOK: Final = IN_USE.value

# A pool is one of random access when this share of its getpages is random, of sequential access when this
# share is sequential: ours. A queue of sequential pages within 5 % of VPSEQT is at it: ours.
MOSTLY: Final = 0.80
AT_THRESHOLD: Final = 0.95
SEQUENTIAL_STEP: Final = 20  # percentage points of VPSEQT a step: ours
LEAST_SEQUENTIAL: Final = 20  # percent: ours

# SHARE 17878, "Large Memory Deployment Recommendations": CPU gains of the four steps, in percent.
GAIN_FIXED: Final = (0, 6)
GAIN_LARGE_FRAMES: Final = (1, 2)
GAIN_PAGEABLE_LARGE: Final = (0, 1)
GAIN_GROWTH: Final = (0, 5)
GROWTH_UP_TO: Final = 100_000_000_000  # bytes of pools in one Db2

# Getpages a second from which large frames save CPU worth having, and pages read and written a second from
# which fixing does: ours; Catterall ("Which buffer pools should be page-fixed", 2015) names no number.
BUSY_GETPAGES: Final = 1000.0
BUSY_PAGES: Final = 100.0

# A pool that reads nothing for so long while it is busy holds what is wanted: ours.
HELD_FOR: Final = 3600.0  # seconds

# A pool with this share of all getpages is worth naming beside them: ours.
MOST_GETPAGES: Final = 0.20

# Loads of descriptors, plans and packages, or full prepares, a second from which they are worth a word: ours.
EDM_LOADS_WORTH_A_WORD: Final = 1.0

# SHARE 17878, "CPU reduction from IO Avoidance": CPU saved by one synchronous read avoided, in microseconds.
CPU_PER_READ_ZEC12_US: Final = (20, 70)
CPU_PER_READ_Z13_US: Final = (20, 40)

# A pool smaller than this gains nothing from large frames: ours.
SMALLEST_LARGE: Final = 100 * MIB
# No pool is made smaller than this: ours.
LEAST_BUFFERS: Final = 1000
# REDP-5238, 2.3.1: a directory entry takes about 250 bytes; two members take two for every page.
DIRECTORY_ENTRY: Final = 250
MEMBERS_OF_THE_STUDY: Final = 2

# Reads of invalidated pages that a share of them needs: ours.
INVALIDATED_READS: Final = 1000

# Plans and packages that make up this share of all listed commits or allocations are frequent: ours.
FREQUENT_SHARE: Final = 0.10
# Commits of a plan and allocations of a package a second, from which on reuse and RELEASE(DEALLOCATE) are
# worth a word: a tenth of next to nothing is nothing. Ours.
COMMITS_WORTH_A_WORD: Final = 1.0
ALLOCATIONS_WORTH_A_WORD: Final = 1.0
# Threads that end a second, from which on their ends are worth a word: ours.
ENDS_WORTH_A_WORD: Final = 1.0
# Most threads end without reuse: RELEASE(DEALLOCATE) has nothing to keep (REDP-5238, 2.2.3): ours.
REUSED_AT_ALL: Final = REUSED_LOW.value

# ALTER BUFFERPOOL: least VPSIZE of the pools that Db2 itself needs, and the most of a pool of 4 KB pages.
LEAST_SIZE: Final = {"BP0": 2000, "BP8K0": 1000, "BP16K0": 500, "BP32K": 250}
MOST_BUFFERS_4K: Final = 4_000_000_000

#: What each of the four steps gained, as it was published.
GAINS: Final = tuple(
    PublishedGain(what=what, low=low, high=high, of="CPU", source=f"SHARE 17878, deployment step {step}")
    for step, (what, (low, high)) in enumerate(
        (
            ("page-fix pools that do I/O", GAIN_FIXED),
            ("1 MB or 2 GB frames for page-fixed pools", GAIN_LARGE_FRAMES),
            ("pageable 1 MB frames (Flash Express)", GAIN_PAGEABLE_LARGE),
            ("local pools of up to 100 GB", GAIN_GROWTH),
        ),
        start=1,
    )
)
