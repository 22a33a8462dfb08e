"""Shared message data set whose requests wait for a buffer.

What it does:
    Reports shared message data sets for which requests waited until a buffer was free, how long in all, and
    the number of buffers (DSBUFS) with which none would have waited. Where an I/O to the data sets takes
    20 ms or more, that is the cause, and DSBUFS stays.

Why it matters:
    Every put and get of an offloaded message transfers its data through a buffer. Without a free one the call
    waits, however much room the data set has.

Evidence:
    SMF 115 subtype 2: QESDBFWP, QESDBFPT, QESDBFMP, QESDBFTO, QESDBFSZ, and QESDIOWT, QESDIORT, QESDIOOT with
    their counts; or the reply to DISPLAY USAGE TYPE(SMDS), CSQE285I, whose lowest free is then negative.
    DISPLAY SMDS and DISPLAY CFSTRUCT show the setting in force.

What to do:
    Raise DSBUFS by as many as waited at once. A buffer is as large as a logical block (DSBLOCK), above the
    bar. Where the I/O is slow, look at the volumes of the data sets first.

How to verify:
    QESDBFWP is 0 and QESDBFMP is 0 for the same load; the lowest free of CSQE285I is not negative.

References:
    IBM MQ documentation, "ALTER SMDS", "DISPLAY USAGE"; IBM OMEGAMON for Messaging, "SMDS Usage attributes".
    The threshold is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import SHARED_DATA_SETS
from getpage.products.mq.smds import TABLE, SharedDataSet
from getpage.products.mq.smds_knobs import more_buffers
from getpage.products.mq.thresholds import SLOW_IO
from getpage.result import Cause, Fact, Finding, Kind, Severity

ID = "mq-smds-buffers"
TITLE = "Shared message data set whose requests wait for a buffer"
LOOKS_AT = SHARED_DATA_SETS
NO_COMMAND = "How many requests waited at once is not in this evidence, or their I/O is what is slow."
FINDS = (Kind.SHORTAGE,)


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every data set for whose buffers requests waited."""
    for data_set in manager.shared_data_sets:
        if data_set.total("pool_waits") or (data_set.enough or 0) > data_set.buffers:
            yield _finding(manager, data_set)


def _finding(manager: QueueManager, data_set: SharedDataSet) -> Finding:
    seconds = data_set.io_seconds
    is_slow = seconds is not None and seconds >= manager.in_force(SLOW_IO, data_set.object)
    claim = "A put or get of an offloaded message waits until a buffer is free. Raise DSBUFS."
    if is_slow and seconds is not None:
        claim = (
            f"An I/O takes {wording.seconds(seconds)}, and each keeps its buffer as long. "
            "See to the volumes of the data sets first."
        )
    return Finding(
        check=ID,
        object=data_set.object,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=_headline(data_set),
        claim=claim,
        cause=Cause.ELSEWHERE if is_slow else None,
        rules_out=(data_set.knob,) if is_slow else (),
        asks=() if is_slow else more_buffers(data_set),
        evidence=tuple(_facts(manager, data_set)),
        delay_seconds=data_set.waited_seconds,
    )


def _headline(data_set: SharedDataSet) -> str:
    waits, buffers = int(data_set.total("pool_waits")), data_set.buffers
    if waits:
        waited = wording.seconds(data_set.waited_seconds)
        return f"{wording.plural(waits, 'request')} waited {waited} at DSBUFS {buffers:,}"
    row = data_set.most_waiting or {}
    at_once = wording.plural(int(row.get("pool_waiters_high_water") or 0), "request")
    return f"{at_once} waited at once at DSBUFS {buffers:,}"


def _facts(manager: QueueManager, data_set: SharedDataSet) -> Iterator[Fact]:
    yield from manager.facts(
        TABLE,
        data_set.worst_wait,
        pool_waits="waits for a free buffer, worst interval",
        pool_wait_elapsed="time of these waits",
    )
    yield from manager.facts(
        TABLE,
        data_set.most_waiting,
        pool_waiters_high_water="requests that waited at once, most",
        buffers="buffers then",
        buffer_size="size of a buffer",
    )
    if data_set.enough is not None:
        yield computed("buffers with which none would have waited", data_set.enough, "buffers")
    if data_set.io_seconds is not None:
        yield computed("an I/O to the data sets, on average", round(1e3 * data_set.io_seconds, 2), "ms")
    if data_set.reads_saved is not None:
        yield computed(
            "reads that found their data in a buffer", round(100 * data_set.reads_saved, 1), "percent"
        )
    if data_set.message_bytes is not None:
        yield computed("space of a message, on average", round(data_set.message_bytes), "bytes")
    if data_set.total("buffer_waits"):
        yield computed("waits for a buffer in use by another", round(data_set.total("buffer_waits")), "count")
