"""The threshold of the rules of sorts that a site can move; ours."""

from __future__ import annotations

from typing import Final

from getpage.contract.thresholds import CheckThreshold, ThresholdUnit
from getpage.core.units import GIB

WORK_ON_DISK: Final = CheckThreshold(
    "sort-work-on-disk", "work", float(GIB), ThresholdUnit.SIZE, "work of sorts on disk, from"
)
