"""The numbers that the rules compare with, each with where it comes from; none is fitted to a result.

Those marked "ours" have no published source: they keep noise out of a report and are open to argument.
"""

from __future__ import annotations

from getpage.contract.storage import LEAST_KEPT

# IBM REDP-5238, 4.1.3: strive for no paging; more than about 100 page-ins a second must be investigated. From
# a tenth of that it is worth saying: ours.
PAGE_INS_TO_INVESTIGATE = 100.0
PAGE_INS_WORTH_SAYING = 10.0

# A shortage that lasted a minute, or that more than one sample shows, is no accident of one sample: ours.
LASTS_SECONDS = 60.0

# R. Catterall, Db2 for z/OS and real storage: a demand paging rate under one a second is fine.
DEMAND_PAGING_FINE = 1.0

# Message IRA200E: auxiliary storage shortage when 70 % of the local slots are in use.
SLOTS_SHORTAGE_SHARE = 0.70

# IEAOPTxx MCCFXTPR, default 80: a pageable storage shortage when so much of central storage is fixed.
FIXED_SHORTAGE_SHARE = 0.80

# Unreferenced interval count: 65535 is no pressure, 0 the highest (RMF Paging Activity). Below this: ours.
UIC_LOW = 60

# Free at its minimum, as a share of what is online, under which paging is taken for a shortage: ours.
SHORT_SHARE = 0.01

# Where MAXSPACE is not known, no more than that is no room for a dump.
CONSTRAINED_CAPTURE = LEAST_KEPT

# A capture that is stretched by half is one that pages the workload out first: ours, between the two groups
# of IBM REDP-5238, table 1-1.
CAPTURE_PAGES_OUT = 0.5

# A capture that takes less than this longer takes no longer: the two fast ones of table 1-1 differ by more.
CAPTURE_AS_FAST = 0.005

# A class or report class with no more resident address spaces than this is one region: ours, as averages of
# a region that was restarted or swapped lie around one.
ONE_REGION = 1.5

# CFRM policy, FULLTHRESHOLD, default 80: z/OS warns of a structure that is so full (IXC585E).
STRUCTURE_FULL_SHARE = 0.80
