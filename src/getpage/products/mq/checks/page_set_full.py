"""Page set that was full, or nearly is.

What it does:
    Reports page sets that became full in the window (critical), and page sets that are 90 % full and do not
    expand (warning).

Why it matters:
    Puts to a full page set fail with MQRC_STORAGE_MEDIUM_FULL (2192). No buffer pool makes up for that.

Evidence:
    SMF 115 subtype 201: QIS1FULL, QIS1TOPG, QIS1UNPG, QIS1EXPM; DISPLAY USAGE.

What to do:
    Let the page set expand (ALTER PSID with EXPAND(SYSTEM) or EXPAND(USER)), give it a larger data set, or
    spread its queues. Then size its pool again: 120 % of the page set is the most that it can use.

How to verify:
    QIS1FULL is 0; QIS1UNPG stays above 10 % of QIS1TOPG.

References:
    IBM MQ documentation, "Page sets" and "Managing page sets" (expansion at about 90 %).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.products.mq.page_set import FULL_MOST
from getpage.products.mq.thresholds import PAGE_SET_NEARLY_FULL
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.mq.page_set import PageSet
    from getpage.products.mq.queue_manager import QueueManager

ID = "mq-page-set-full"
TITLE = "Page set that was full, or nearly is"
NO_COMMAND = (
    "A page set grows by its EXPAND attribute, or in a larger data set: where it can grow to is in "
    "its definition, not in this evidence."
)
FINDS = (Kind.SHORTAGE, Kind.RISK)

_LABELS = {
    "full_count": "times full",
    "total_pages": "pages",
    "unused_pages": "pages free",
    "expansion_method": "expansion",
}


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every page set that was full or is nearly full for good."""
    for page_set in manager.page_sets:
        times = int(page_set.total("full_count"))
        if times:
            row = page_set.measure[FULL_MOST] or page_set.last
            claim = (
                f"Page set {page_set.number} of {manager.label} became full {wording.times(times)}, "
                "most often "
                f"{wording.interval(row)}; puts fail with reason 2192 while it is."
            )
            yield _finding(manager, page_set, Severity.CRITICAL, Kind.SHORTAGE, claim, row)
        elif _nearly(page_set):
            claim = (
                f"Page set {page_set.number} of {manager.label} has {page_set.used_pages:,} of its "
                f"{page_set.total_pages:,} pages in use "
                f"({wording.percent(page_set.used_pages / page_set.total_pages)}) and does not expand."
            )
            yield _finding(manager, page_set, Severity.WARNING, Kind.RISK, claim, page_set.last)


def _nearly(page_set: PageSet) -> bool:
    if not page_set.available or not page_set.total_pages or page_set.last["expansion_method"] != "NONE":
        return False
    return page_set.used_pages / page_set.total_pages >= PAGE_SET_NEARLY_FULL


def _finding(
    manager: QueueManager,
    page_set: PageSet,
    severity: Severity,
    kind: Kind,
    claim: str,
    row: dict[str, object],
) -> Finding:
    return Finding(
        check=ID,
        object=page_set.object,
        severity=severity,
        kind=kind,
        claim=claim,
        evidence=manager.facts("mq_page_set", row, **_LABELS),
    )
