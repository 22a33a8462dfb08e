"""The numbers that the rules compare with, each with where it comes from; none is fitted to a result.

Those marked "ours" have no published source: they keep noise out of a report and are open to argument.
"""

from __future__ import annotations

from getpage.contract.storage import LEAST_KEPT

from .thresholds import CLASS_PAGE_INS, DEMAND_PAGING_CRITICAL

# IBM REDP-5238, 4.1.3: strive for no paging; more than about 100 page-ins a second must be investigated. From
# a tenth of that it is worth saying: ours.
PAGE_INS_TO_INVESTIGATE = DEMAND_PAGING_CRITICAL.value
PAGE_INS_WORTH_SAYING = CLASS_PAGE_INS.value

# A shortage that lasted a minute, or that more than one sample shows, is no accident of one sample: ours.
LASTS_SECONDS = 60.0

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

# Shares of all auxiliary slots in use at which z/OS declares a shortage: IRA200E and IRA201E.
SHORTAGE_PERCENT = {"IRA200E": 70.0, "IRA201E": 85.0}
CRITICAL_SLOTS = SHORTAGE_PERCENT["IRA201E"] / 100

# A local page data set is added so that the peak takes half of all slots: 20 points below IRA200E. Ours.
FILLED_AFTER = 0.5

# Growth counts where what is used rose by this share of the area while it was watched: ours, as for a heap.
LEAST_RISE = 0.01
