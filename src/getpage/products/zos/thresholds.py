"""The thresholds of z/OS's checks that a site can move."""

from __future__ import annotations

from typing import Final

from getpage.contract.thresholds import CheckThreshold, ThresholdUnit

_SHARE, _RATE, _COUNT = ThresholdUnit.SHARE, ThresholdUnit.RATE, ThresholdUnit.COUNT

_REDP: Final = "IBM REDP-5238, 4.1.3"
DEMAND_PAGING: Final = CheckThreshold(
    "zos-demand-paging",
    "rate",
    1.0,
    _RATE,
    "demand paging, a warning from",
    "R. Catterall, Db2 for z/OS and real storage",
)
DEMAND_PAGING_CRITICAL: Final = CheckThreshold(
    "zos-demand-paging", "critical", 100.0, _RATE, "demand paging, critical above", _REDP
)
CLASS_PAGE_INS: Final = CheckThreshold(
    "zos-page-in-service-class",
    "each",
    10.0,
    _RATE,
    "page-ins of an address space on average, from",
)
CLASS_PAGE_INS_GRAVE: Final = CheckThreshold(
    "zos-page-in-service-class",
    "together",
    100.0,
    _RATE,
    "page-ins of all address spaces, a warning above",
    _REDP,
)
SPACE_PAGE_INS: Final = CheckThreshold(
    "zos-page-in-address-space", "rate", 100.0, _RATE, "page-ins, a warning above", _REDP
)
SLOTS: Final = CheckThreshold(
    "zos-auxiliary-storage", "used", 0.70, _SHARE, "local page slots in use, from", "z/OS message IRA200E"
)
SOON_SHORT: Final = CheckThreshold(
    "zos-auxiliary-growth",
    "soon",
    86_400.0,
    ThresholdUnit.DAYS,
    "time until page slots are short, critical up to",
)
LATER_SHORT: Final = CheckThreshold(
    "zos-auxiliary-growth",
    "later",
    14 * 86_400.0,
    ThresholdUnit.DAYS,
    "the same by the peaks of days, a warning up to",
)
COMMON_USED: Final = CheckThreshold(
    "zos-common-storage",
    "used",
    0.80,
    _SHARE,
    "an area of common storage in use, from",
    "health check VSM_CSA_THRESHOLD",
)
SOON_FULL: Final = CheckThreshold(
    "zos-common-growth",
    "soon",
    14 * 86_400.0,
    ThresholdUnit.DAYS,
    "time until common storage is full, up to",
)
BUSY: Final = CheckThreshold(
    "zos-processors-busy", "busy", 0.95, _SHARE, "processors of the partition busy, from"
)
FIXED: Final = CheckThreshold(
    "zos-fixed-storage", "fixed", 0.80, _SHARE, "real storage that is fixed, from", "IEAOPTxx, MCCFXTPR"
)
UIC_LOW: Final = CheckThreshold(
    "zos-uic-low", "uic", 60, _COUNT, "unreferenced interval count, below (65535 is no pressure)"
)
FREE: Final = CheckThreshold(
    "zos-free-storage", "free", 0.01, _SHARE, "real storage free at its minimum, with page-ins, below"
)
STRUCTURE: Final = CheckThreshold(
    "zos-structure-full",
    "used",
    0.80,
    _SHARE,
    "entries or elements in use, from",
    "CFRM policy, FULLTHRESHOLD",
)
