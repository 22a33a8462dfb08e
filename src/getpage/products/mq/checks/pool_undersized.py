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

from collections.abc import Iterator

from getpage.contract.facts import computed, counted
from getpage.contract.measures import in_time
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.mq.constants import NEVER_USED, PAGE_BYTES
from getpage.products.mq.messages import MessageCount, last
from getpage.products.mq.pool import Pool
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import COUNTED_POOLS
from getpage.products.mq.sizing import delay_facts, larger, target
from getpage.products.mq.thresholds import USED, USED_CRITICAL
from getpage.result import Criterion, Fact, Finding, Kind, Severity

ID = "mq-pool-undersized"
TITLE = "Buffer pool nearly full"
LOOKS_AT = COUNTED_POOLS
SHOWS = "buffers"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)

TOO_SMALL = ("CSQP020E",)


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every pool of which more than 85 % was in use, and every pool that CSQP020E names."""
    warnings = _warnings(manager)
    for pool in manager.pools:
        since_resized = [warning for warning in warnings.pop(pool.number, []) if not _is_older(warning, pool)]
        if pool.is_nearly_full or since_resized:
            yield _finding(manager, pool, sum(message.times for message in since_resized))
    for number, messages in warnings.items():
        yield _by_messages_only(manager, number, messages)


def _warnings(manager: QueueManager) -> dict[int, list[MessageCount]]:
    """CSQP020E by the pool that it names."""
    by_pool: dict[int, list[MessageCount]] = {}
    for message in manager.messages_of(TOO_SMALL):
        if message.pool is not None:
            by_pool.setdefault(message.pool, []).append(message)
    return dict(sorted(by_pool.items()))


def _is_older(message: MessageCount, pool: Pool) -> bool:
    """Whether it last came while the pool had fewer buffers than now."""
    return pool.since is not None and in_time(message.last)[0] < pool.since


def _finding(manager: QueueManager, pool: Pool, warned: int) -> Finding:
    row, used = pool.peak, pool.used_at_peak
    most = manager.in_force(USED_CRITICAL, pool.object)
    beyond = used > most
    critical = beyond or warned > 0
    threshold = USED_CRITICAL if beyond else USED
    over = pool.intervals_over(threshold)
    buffers = pool.buffers if row is None else int(row["buffers"])
    headline = f"{wording.percent(used)} of {buffers:,} buffers in use at the peak"
    in_brief = f"{wording.percent(used)} of the buffers in use"
    if not pool.is_nearly_full:
        headline = f"CSQP020E {wording.times(warned)}: the pool is too small"
        in_brief = f"CSQP020E {wording.times(warned)}"
    below = "5 %" if used > NEVER_USED else "15 %"
    claim = f"Below {below} available, MQ writes pages out and reads them again. The pool has to be larger."
    labels = {"buffers": "buffers", "stealable": "available buffers at the end"}
    facts = manager.facts("mq_buffer_pool", row, lowest_stealable="lowest available buffers", **labels)
    share = wording.percent(manager.in_force(threshold, pool.object))
    counts = [computed(f"intervals with more than {share} in use", over, "intervals")]
    if pool.intervals <= 1 or not over:
        counts = []
    if warned:
        counts.append(computed("times CSQP020E", warned, "count"))
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.CRITICAL if critical else Severity.WARNING,
        criterion=counted("times CSQP020E", warned)
        if warned and not beyond
        else Criterion("in use at the peak", "percent", 100 * used, 100 * most),
        kind=Kind.SHORTAGE,
        headline=headline,
        in_brief=in_brief,
        claim=claim,
        evidence=(
            computed("in use at the peak", round(100 * used, 1), "percent", row),
            *facts,
            *counts,
            *_backlog_facts(manager, pool),
            *delay_facts(manager, pool),
        ),
        storage_bytes=(target(pool) - pool.buffers) * PAGE_BYTES,
        delay_seconds=pool.delay,
        asks=larger(pool, reached=True),
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


def _by_messages_only(manager: QueueManager, number: int, messages: list[MessageCount]) -> Finding:
    count = sum(message.times for message in messages)
    times = wording.times(count)
    return Finding(
        check=ID,
        object=Object(manager.id, f"pool {number}"),
        severity=Severity.CRITICAL,
        criterion=counted("times CSQP020E", count),
        kind=Kind.SHORTAGE,
        headline=f"CSQP020E {times}: the pool is too small",
        in_brief=f"CSQP020E {times}",
        claim="By how much is not known: there are no statistics of it. Collect SMF 115 and check again.",
        evidence=manager.facts(
            "mq_message", last(messages), buffer_pool="pool that the message names", text="message"
        ),
    )
