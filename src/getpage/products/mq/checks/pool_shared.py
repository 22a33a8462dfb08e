"""Buffer pool that several page sets compete for.

What it does:
    Reports pools in which two or more page sets did I/O in the window, and pools that page set 0 shares with
    others while there is I/O. It is a warning when the pool reads pages that it had before or is short.

Why it matters:
    The long queue of one page set drives out the pages of the others. Page set 0 holds the object
    definitions that every open needs. Since V8 there are 100 pools, so that each page set can have its own.

Evidence:
    SMF 115 subtype 201: QIS1BPNO, QIS1GETP, QIS1IMWP, QIS1DWPP, by page set.

What to do:
    Give the busiest page set a pool of its own, and page set 0 always. The pool of a page set is named in
    CSQINP1 (DEFINE PSID) and changes at the next restart of the queue manager.

How to verify:
    QIS1BPNO shows the new pool, and QPSTRIO of both pools together is lower.

References:
    IBM REDP-5238, 4.2. IBM MQ documentation, "Defining your buffer pools" (pool 0 for object definitions).
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.mq.constants import READS_WORTH_A_WORD
from getpage.products.mq.page_set import PageSet
from getpage.products.mq.pool import Pool
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import MAPPED_POOLS
from getpage.result import Finding, Kind, Severity

ID = "mq-pool-shared"
TITLE = "Buffer pool that several page sets compete for"
LOOKS_AT = MAPPED_POOLS
NO_COMMAND = (
    "What their queues are for decides which page sets get a pool of their own; a page set changes its "
    "pool at a restart."
)
FINDS = (Kind.RISK,)

_IO = ("read_pages", "immediate_write_pages", "deferred_write_pages")


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every pool with competing page sets."""
    for pool in manager.pools:
        if len(pool.page_sets) < 2:
            continue
        busy = [page_set for page_set in pool.page_sets if _pages(page_set) >= READS_WORTH_A_WORD]
        with_definitions = pool.page_sets[0].number == 0
        if len(busy) > 1 or (busy and with_definitions):
            yield _finding(manager, pool, busy, with_definitions=with_definitions)


def _pages(page_set: PageSet) -> int:
    return round(sum(page_set.total(column) for column in _IO))


def _finding(manager: QueueManager, pool: Pool, busy: list[PageSet], *, with_definitions: bool) -> Finding:
    names = wording.listed([str(page_set.number) for page_set in pool.page_sets])
    most = sorted(busy, key=lambda page_set: (-_pages(page_set), page_set.number))
    pages = sum(map(_pages, busy))
    claim = f"It serves page sets {names}."
    if with_definitions:
        claim += " Page set 0 holds the object definitions and should have a pool of its own."
    short = pool.is_nearly_full or pool.went_round
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.WARNING if short else Severity.INFO,
        kind=Kind.RISK,
        headline=f"{len(pool.page_sets)} page sets compete for it: {wording.plural(pages, 'page')} of I/O",
        claim=claim,
        evidence=tuple(
            fact
            for page_set in most
            for fact in (
                manager.fact(
                    "mq_page_set", "buffer_pool", page_set.last, f"pool of page set {page_set.number}"
                ),
                computed(f"I/O of page set {page_set.number} in the window", _pages(page_set), "pages"),
            )
        ),
    )
