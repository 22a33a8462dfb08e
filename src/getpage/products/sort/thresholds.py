"""The threshold of the rules of sorts that a site can move; ours."""

from __future__ import annotations

from typing import Final

from getpage.contract.thresholds import CheckThreshold, ThresholdUnit

from .constants import LARGE

WORK_ON_DISK: Final = CheckThreshold(
    "sort-work-on-disk", "work", float(LARGE), ThresholdUnit.SIZE, "work of sorts on disk, from"
)
