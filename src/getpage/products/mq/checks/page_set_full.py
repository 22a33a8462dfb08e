"""Page set that was full, or nearly is.

What it does:
    Reports page sets that became full in the window, have no free page or could not be expanded (critical),
    and page sets that are 90 % full and do not expand, or 99 % full although they do (warning).

Why it matters:
    Puts to a full page set fail with MQRC_STORAGE_MEDIUM_FULL (2192). No buffer pool makes up for that.

Evidence:
    SMF 115 subtype 201: QIS1FULL, QIS1TOPG, QIS1UNPG, QIS1EXPN, QIS1EXPM; DISPLAY USAGE; CSQP014E.

What to do:
    Let the page set expand (ALTER PSID with EXPAND(SYSTEM) or EXPAND(USER)), give it a larger data set, or
    spread its queues. Then size its pool again: 120 % of the page set is the most that it can use.

How to verify:
    QIS1FULL is 0, QIS1UNPG stays above 10 % of QIS1TOPG, and there is no CSQP014E.

References:
    IBM MQ documentation, "Page sets" and "Managing page sets" (expansion at about 90 %).
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed, counted
from getpage.contract.measures import Row
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.mq.messages import MessageCount, last
from getpage.products.mq.page_set import FULL_MOST, PageSet
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import PAGE_SETS
from getpage.products.mq.thresholds import PAGE_SET_USED
from getpage.result import Criterion, Finding, Kind, Severity

ID = "mq-page-set-full"
TITLE = "Page set that was full, or nearly is"
LOOKS_AT = PAGE_SETS
SHOWS = "pages"
NO_COMMAND = (
    "A page set grows by its EXPAND attribute, or in a larger data set: where it can grow to is in "
    "its definition, not in this evidence."
)
FINDS = (Kind.SHORTAGE, Kind.RISK)

EXPANSION_FAILED = ("CSQP014E",)
_WHAT_HELPS = "Give it a larger data set, or spread its queues."
_PUTS_FAIL = f"Puts to a full page set fail with reason 2192. {_WHAT_HELPS}"

_LABELS = {
    "full_count": "times full",
    "total_pages": "pages",
    "unused_pages": "pages free",
    "expansion_count": "expansions since the queue manager started",
    "expansion_method": "expansion",
}


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every page set that was full, is full, could not expand, or is nearly full for good."""
    for page_set in manager.page_sets:
        if page_set.is_full:
            yield _full(manager, page_set)
        elif page_set.fills_up:
            left = page_set.total_pages - page_set.used_pages
            after = wording.plural(page_set.expansions, "expansion")
            headline = f"{left:,} of {page_set.total_pages:,} pages free after {after}"
            yield _finding(manager, page_set, None, headline, page_set.last)
        elif _nearly(page_set, manager.in_force(PAGE_SET_USED, page_set.object)):
            share = wording.percent(page_set.used_pages / page_set.total_pages)
            yield _finding(
                manager,
                page_set,
                None,
                f"{share} of {page_set.total_pages:,} pages in use, and it does not expand",
                page_set.last,
            )
    for message in manager.messages_of(EXPANSION_FAILED):
        if message.page_set is not None:
            yield _not_expanded(manager, message.page_set, message)


def _full(manager: QueueManager, page_set: PageSet) -> Finding:
    times = int(page_set.total("full_count"))
    row = (page_set.measure[FULL_MOST] if times else None) or page_set.last
    if times:
        headline = f"Full {wording.times(times)}: puts fail with reason 2192"
    else:
        headline = f"0 of {page_set.total_pages:,} pages free"
        if page_set.expansions:
            headline += f" after {wording.plural(page_set.expansions, 'expansion')}"
    criterion = (
        counted("times full", times) if times else Criterion("free pages", "pages", 0.0, 0.0, falls=True)
    )
    return _finding(manager, page_set, criterion, headline, row)


def _nearly(page_set: PageSet, share: float) -> bool:
    if not page_set.available or not page_set.total_pages or page_set.last["expansion_method"] != "NONE":
        return False
    return page_set.used_pages / page_set.total_pages >= share


def _finding(
    manager: QueueManager, page_set: PageSet, criterion: Criterion | None, headline: str, row: Row
) -> Finding:
    """Critical where there is what it is judged by."""
    return Finding(
        check=ID,
        object=page_set.object,
        severity=Severity.CRITICAL if criterion else Severity.WARNING,
        criterion=criterion,
        kind=Kind.SHORTAGE if criterion else Kind.RISK,
        headline=headline,
        in_brief=headline,
        claim=_PUTS_FAIL,
        evidence=manager.facts("mq_page_set", row, **_LABELS),
    )


def _not_expanded(manager: QueueManager, number: int, message: MessageCount) -> Finding:
    failed = f"expansion failed {wording.times(message.times)} (CSQP014E)"
    return Finding(
        check=ID,
        object=Object(manager.id, f"page set {number}"),
        severity=Severity.CRITICAL,
        criterion=counted("expansions that failed", message.times),
        kind=Kind.SHORTAGE,
        headline=f"{failed[0].upper()}{failed[1:]}",
        in_brief=failed,
        claim=f"MQ does not try again. {_WHAT_HELPS}",
        evidence=(
            *manager.facts("mq_message", last([message]), text="message"),
            computed("times", message.times, "count"),
        ),
    )
