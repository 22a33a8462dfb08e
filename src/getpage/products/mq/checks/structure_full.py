"""Structure of shared queues that was full, or nearly is.

What it does:
    Reports coupling facility structures that a queue manager found full (critical), and those of which a
    reply shows 90 % of the entries in use (warning), with the deepest shared queue of the structure and what
    those who get from it did.

Why it matters:
    Puts to all queues of a full structure fail with MQRC_STORAGE_MEDIUM_FULL (2192), in every queue manager
    of the group.

Evidence:
    SMF 115 subtype 2: QESTSFUL, QESTMNUS, QESTMLUS; DISPLAY CFSTATUS TYPE(SUMMARY): ENTSMAX, ENTSUSED. Queue
    statistics (SMF 115 subtype 216) tell which queue holds the messages. SMF 74 subtype 4 tells its size and
    the most that it may have.

What to do:
    See to who should get first, where nobody does: any size fills. Else enlarge the structure within its
    policy (SETXCF START,ALTER), or offload messages sooner (OFFLD1TH to OFFLD3TH of the CFSTRUCT).

How to verify:
    QESTSFUL is 0; ENTSUSED stays below 90 % of ENTSMAX.

References:
    IBM MQ documentation, "Coupling facility manager data records", "DISPLAY CFSTATUS", "DEFINE CFSTRUCT".
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import wording
from getpage.products.common.coupling import STRUCTURE_SPACE, of_sysplex
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import STRUCTURES
from getpage.products.mq.shared_queues import deepest_in, facts_of_queue, who_gets
from getpage.products.mq.structure_knobs import knob_of, more_storage, recorded
from getpage.products.mq.structures import STATUS_TABLE, TABLE, SharedStructure
from getpage.products.mq.thresholds import STRUCTURE_USED
from getpage.result import Cause, Criterion, Finding, Harm, Kind, Severity, Shows

ID = "mq-structure-full"
TITLE = "Structure of shared queues that was full, or nearly is"
LOOKS_AT = STRUCTURES
NO_COMMAND = (
    "See to who should get its messages; how far its CFRM policy lets the structure grow is in SMF 74 "
    "subtype 4, not in what MQ records."
)
FINDS = (Kind.SHORTAGE, Kind.RISK)


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every structure that was full, or of which most entries are in use."""
    for structure in manager.structures:
        share = structure.used_share
        if structure.times_full or share >= manager.in_force(STRUCTURE_USED, structure.object):
            yield _finding(manager, structure, share)


def _finding(manager: QueueManager, structure: SharedStructure, share: float) -> Finding:
    full = structure.times_full
    queue = deepest_in(manager, structure.name)
    is_away, words = who_gets(queue)
    knob = knob_of(manager, structure)
    by_rmf = dict.fromkeys(of_sysplex(copy.sysplex, copy.name) for copy in recorded(manager, structure))
    headline = f"{wording.percent(share)} of its list entries in use"
    if full:
        headline = f"Full {wording.times(full)}: puts to its queues failed"
    return Finding(
        check=ID,
        object=structure.object,
        severity=Severity.CRITICAL if full else Severity.WARNING,
        criterion=Criterion("times full", "times", full, 1.0),
        kind=Kind.SHORTAGE if full else Kind.RISK,
        harm=Harm.OUTAGE if full else Harm.SOON,
        headline=headline,
        in_brief=f"MQ: {headline[:1].lower()}{headline[1:]}",
        claim=f"Puts fail with reason 2192 in all queue managers of the group when it is full. {words}",
        cause=Cause.CONSUMER if is_away else None,
        rules_out=(knob,) if is_away and knob is not None else (),
        asks=() if is_away else more_storage(manager, structure, share),
        evidence=(
            *manager.facts(
                TABLE,
                structure.most_full,
                structure_full_count="times full, most in an interval",
                entries_high_water="entries in use, most",
                elements_high_water="elements in use, most",
            ),
            *manager.facts(
                STATUS_TABLE,
                structure.most_used,
                entries_used="entries in use",
                entries_most="entries at most",
                size="size of the structure",
                offload_used="offloaded messages",
            ),
            *facts_of_queue(queue),
        ),
        shows=Shows((*by_rmf, structure.object), STRUCTURE_SPACE),
    )
