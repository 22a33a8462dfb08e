"""Buffer pool nearly full.

What it does:
    Looks at the lowest number of available buffers of every interval. More than 85 % of the pool in use at
    the peak is a warning; more than 95 % is critical. CSQP020E in a log says the same of a pool without any
    statistics.

Why it matters:
    With fewer than 15 % available MQ starts to write pages to the page set; with fewer than 5 % available
    every put waits for its own write, and gets wait for reads. A batch-like load may live with 85 %.
    Nothing should live with 95 %.

Evidence:
    SMF 115 subtype 215: QPSTNBUF, QPSTCBSL, QPSTIMW, QPSTRIO, QPSTDMC. The delay is pages read and pages
    that puts had to write, times what a page took in SMF 115 subtype 201 (QIS1GETT, QIS1IMWT); 500 µs where
    that is absent, and the finding says which. DISPLAY USAGE shows the buffers of one moment only.
    CSQP020E.

What to do:
    Enlarge the pool, after oversized pools have been reduced, one change at a time; above the bar where the
    room below it does not suffice. Where its page sets held more pages in use than it has buffers, to the
    size that holds them, at once: messages that are put and got in order either fit, or each page beyond the
    pool is read again. In steps of 10 % else: from 85 % on MQ writes pages out, so that the use of a pool
    that runs full does not show how much it needs. Without storage help: getting sooner, with more getters,
    and a page set and pool of its own for the queue.

How to verify:
    QPSTCBSL stays above 15 % of QPSTNBUF over several intervals of the same load; QPSTRIO and QPSTIMW fall;
    no CSQP020E.

References:
    IBM REDP-5238, 4.2.1, "Finding undersized buffer pools". IBM MQ documentation, "Defining your buffer
    pools".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.contract.measures import in_time
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.mq.changes.grow import target
from getpage.products.mq.delay import delay_facts, how_timed
from getpage.products.mq.messages import MessageCount, last
from getpage.products.mq.thresholds import LOOK_USED, MOST_BUFFERS_ABOVE, NEVER_USED, PAGE_BYTES
from getpage.result import Fact, Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.mq.pool import Pool
    from getpage.products.mq.queue_manager import QueueManager

ID = "mq-pool-undersized"
TITLE = "Buffer pool nearly full"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)

TOO_SMALL = ("CSQP020E",)


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every pool of which more than 85 % was in use, and every pool that CSQP020E names."""
    warnings = _warnings(manager)
    for pool in manager.pools:
        said = [one for one in warnings.pop(pool.number, []) if not _was_said_before(one, pool)]
        if pool.used_at_peak > LOOK_USED or said:
            yield _finding(manager, pool, sum(one.times for one in said))
    for number, said in warnings.items():
        yield _said_only(manager, number, said)


def in_short(manager: QueueManager, finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    if not finding.storage_bytes:  # known by its message only
        return "CSQP020E, which says that the pool is too small"
    pool = manager.pool_of(finding.object)
    return f"a use of {wording.percent(pool.used_at_peak)} of the pool"


def _warnings(manager: QueueManager) -> dict[int, list[MessageCount]]:
    found: dict[int, list[MessageCount]] = {}
    for one in manager.said(TOO_SMALL):
        if one.pool is not None:
            found.setdefault(one.pool, []).append(one)
    return dict(sorted(found.items()))


def _was_said_before(one: MessageCount, pool: Pool) -> bool:
    """Whether it was last said while the pool had fewer buffers than now."""
    return pool.since is not None and in_time(one.last)[0] < pool.since


def _finding(manager: QueueManager, pool: Pool, said: int) -> Finding:
    row, used = pool.peak, pool.used_at_peak
    critical = used > NEVER_USED or said > 0
    threshold = NEVER_USED if used > NEVER_USED else LOOK_USED
    over = pool.intervals_over(threshold)
    buffers = pool.buffers if row is None else int(row["buffers"])
    claim = f"Pool {pool.number} of {manager.label} used {wording.percent(used)} of its {buffers:,} buffers"
    if row is not None:
        left = int(row["available"])
        claim += f" ({left:,} left, {wording.percent(1 - used)}) {wording.interval(row)}"
        if pool.intervals > 1 and over:
            claim += f", and more than {wording.percent(threshold)} in {over} of {pool.intervals} intervals"
    if pool.backlog is not None and pool.backlog.ends > pool.buffers:
        claim += f"; its page sets had up to {pool.backlog.ends:,} pages in use"
    if pool.delay > 0:
        claim += f"; work waited {wording.seconds(pool.delay)} for page set I/O in all ({how_timed(pool)})"
    if said:
        claim += f"; CSQP020E said {wording.times(said)} that the pool is too small"
    missing = target(pool, pool.largest_useful or MOST_BUFFERS_ABOVE) - pool.buffers
    labels = {"buffers": "buffers", "stealable": "available buffers at the end"}
    facts = manager.facts("mq_buffer_pool", row, lowest_stealable="lowest available buffers", **labels)
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.CRITICAL if critical else Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=claim + ".",
        evidence=(
            computed("in use at the peak", round(100 * used, 1), "percent", row),
            *facts,
            *_backlog_facts(manager, pool),
            *delay_facts(manager, pool),
        ),
        storage_bytes=missing * PAGE_BYTES,
        delay_seconds=pool.delay,
    )


def _backlog_facts(manager: QueueManager, pool: Pool) -> tuple[Fact, ...]:
    """What its page sets held, which the use of a pool that runs full does not show."""
    held = pool.backlog
    if held is None:
        return ()
    of_page_sets = computed(
        "pages in use on its page sets, most at the end of an interval", held.ends, "pages"
    )
    if held.row is None:
        return (of_page_sets,)
    labels = {"reads": "pages read again", "lowest_stealable": "lowest available buffers then"}
    return (of_page_sets, *manager.facts("mq_buffer_pool", held.row, **labels))


def _said_only(manager: QueueManager, number: int, said: list[MessageCount]) -> Finding:
    times = wording.times(sum(one.times for one in said))
    return Finding(
        check=ID,
        object=Object(manager.id, f"pool {number}"),
        severity=Severity.CRITICAL,
        kind=Kind.SHORTAGE,
        claim=f"CSQP020E said {times} that pool {number} of {manager.label} is too "
        "small, and there are no statistics of it to say by how much.",
        evidence=manager.facts(
            "mq_message", last(said), buffer_pool="pool that the message names", text="message"
        ),
    )
