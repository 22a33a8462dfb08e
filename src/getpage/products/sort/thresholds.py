"""The thresholds of the rules of sorts that a site can move; ours."""

from __future__ import annotations

from typing import Final

from getpage.contract.thresholds import CheckThreshold, ThresholdUnit
from getpage.core.units import GIB

WORK_ON_DISK: Final = CheckThreshold(
    "sort-work-on-disk", "work", float(GIB), ThresholdUnit.SIZE, "work of sorts on disk, from"
)
TOO_LARGE_SAVES: Final = CheckThreshold(
    "sort-too-large", "saves", 0.02, ThresholdUnit.SHARE, "waiting that the other sorts save, of all, above"
)
TUNE_SAVES: Final = CheckThreshold(
    "sort-tune", "saves", 0.02, ThresholdUnit.SHARE, "waiting that the other setting saves, of all, above"
)
