"""Shared message data set that was full, or nearly is.

What it does:
    Reports shared message data sets that refused a request for space (critical), and those of which 90 % of
    the message blocks were in use (warning), with the deepest shared queue of the structure and what those
    who get from it did.

Why it matters:
    A put whose message does not fit fails with MQRC_STORAGE_MEDIUM_FULL (2192). Neither buffers nor a larger
    structure make up for that.

Evidence:
    SMF 115 subtype 2: QESDSMFL, QESDSMBD, QESDSMMU; DISPLAY USAGE TYPE(SMDS), CSQE280I. Queue statistics (SMF
    115 subtype 216) tell which queue holds the messages; DISPLAY SMDS and DISPLAY CFSTRUCT show DSEXPAND.

What to do:
    See to who should get first, where nobody does. Where DSEXPAND(NO) is in force, let the data set expand.

How to verify:
    QESDSMFL is 0, and QESDSMMU stays below 90 % of QESDSMBD.

References:
    IBM MQ documentation, "ALTER SMDS" (DSEXPAND), "Planning your shared message data set (SMDS) environment".
    The threshold is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import SHARED_DATA_SETS
from getpage.products.mq.shared_queues import deepest_in, facts_of_queue, who_gets
from getpage.products.mq.smds import TABLE, SharedDataSet, used_blocks, used_blocks_share
from getpage.products.mq.smds_knobs import expand
from getpage.products.mq.thresholds import SMDS_USED
from getpage.result import Advise, Cause, Criterion, Fact, Finding, Harm, Kind, Severity

ID = "mq-smds-full"
TITLE = "Shared message data set that was full, or nearly is"
LOOKS_AT = SHARED_DATA_SETS
NO_COMMAND = (
    "See to who should get its messages; whether and where the data set can expand is not in this evidence."
)
FINDS = (Kind.SHORTAGE, Kind.RISK)


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every data set that refused space, or nearly had none."""
    for data_set in manager.shared_data_sets:
        row = data_set.fullest
        share = 0.0 if row is None else used_blocks_share(row)
        if data_set.refused is not None or share >= manager.in_force(SMDS_USED, data_set.object):
            yield _finding(manager, data_set, share)


def _finding(manager: QueueManager, data_set: SharedDataSet, share: float) -> Finding:
    refused = int(data_set.total_of_window("failed_allocations"))
    queue = deepest_in(manager, data_set.structure)
    is_away, words = who_gets(queue)
    headline = f"{wording.percent(share)} of its message blocks in use"
    if refused:
        headline = f"{wording.plural(refused, 'request')} for space refused: the data set was full"
    claim = f"Puts fail with reason 2192 when it is full. {words}"
    can_expand = data_set.expands == "NO" and not is_away
    setting = f"DSEXPAND of {data_set.structure}"
    return Finding(
        check=ID,
        object=data_set.object,
        severity=Severity.CRITICAL if refused else Severity.WARNING,
        criterion=Criterion("requests for space refused", "count", refused, 1.0),
        kind=Kind.SHORTAGE if refused else Kind.RISK,
        harm=Harm.OUTAGE if refused else Harm.SOON,
        headline=headline,
        claim=claim,
        cause=Cause.CONSUMER if is_away else None,
        evidence=(*_facts(manager, data_set), *facts_of_queue(queue)),
        advice=(Advise(subsystem=data_set.owner, setting=setting, spell=partial(expand, data_set)),)
        if can_expand
        else (),
    )


def _facts(manager: QueueManager, data_set: SharedDataSet) -> Iterator[Fact]:
    yield from manager.facts(TABLE, data_set.refused, failed_allocations="requests for space refused, most")
    row = data_set.fullest
    if row is not None:
        yield computed("message blocks in use, most", used_blocks(row), "count", row)
        yield from manager.facts(TABLE, row, message_blocks="message blocks", messages="messages then")
