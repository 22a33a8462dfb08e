"""Transaction class at its limit.

What it does:
    Reports transaction classes that reached MAXACTIVE more than ten times in a statistics interval, or whose
    tasks were queued: how many, how long they waited, and how many were purged.

Why it matters:
    A task above the limit of its class waits before its first dispatch, even in an idle region. A class may
    protect something. A limit that was set when storage was scarce may protect nothing now.

Evidence:
    XMCMXT, XMCTAMA, XMCPQT, XMCTQTME, XMCPI, XMCPWQ of SMF 110 subtype 2 (transaction classes), or the page
    "Transaction Classes".

What to do:
    Find out what the class protects and what its tasks wait for. Where more than half of their time is one
    wait, that wait is the finding and MAXACTIVE stays. If the class protects storage and storage is free,
    raise MAXACTIVE by as many tasks as were queued at once.

How to verify:
    The same statistics: fewer times at the limit, no tasks queued, storage areas below their limits.

References:
    CICS Performance Analyzer, statistics alert "Maximum active transactions in class reached" above 10; IBM
    CICS TS 5.5 documentation, "Transaction class: resource statistics".
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.contract.measures import Measure, Row
from getpage.core import wording
from getpage.products.cics import holders, tasks
from getpage.products.cics.holders import TimeInside
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import CLASSES
from getpage.products.cics.sizing import ask_class
from getpage.products.cics.thresholds import CLASS_LIMIT
from getpage.result import Finding, Kind, Severity

ID = "cics-class-limit"
TITLE = "Transaction class at its limit"
LOOKS_AT = CLASSES
NO_COMMAND = "How many tasks were queued at once is not in this evidence, so no new limit follows."
FINDS = (Kind.SHORTAGE, Kind.NOTE)


def find(region: Region) -> Iterator[Finding]:
    """Every class that was at its limit often, or whose tasks waited."""
    for measure in region.classes_now:
        row = measure[tasks.WORST_CLASS]
        many = region.in_force(CLASS_LIMIT, region.within(tasks.class_name(measure)))
        if row is not None and ((row["times_at_limit"] or 0) > many or measure[tasks.CLASS_QUEUED]):
            yield _finding(region, measure, row, region.inside_classes)


def _finding(region: Region, measure: Measure, row: Row, inside: TimeInside) -> Finding:
    times, queued = tasks.TIMES_AT_LIMIT.count(measure), int(measure[tasks.CLASS_QUEUED] or 0)
    purged, waited = tasks.PURGED.count(measure), tasks.QUEUED.in_(measure)
    is_short = bool(queued or purged)
    limit = f"MAXACTIVE of {tasks.CLASS_LIMIT.label(measure)}" if row["limit"] is not None else "MAXACTIVE"
    cause = inside.cause if queued else None
    claim = "Tasks above it wait before their first dispatch. Find out what the class protects first."
    if cause is not None:
        claim = f"Its tasks stay too long under {limit}. {cause.look}"
    elif inside.mostly and queued:
        claim = f"Tasks above it wait before their first dispatch. {inside.mostly}."
    return Finding(
        check=ID,
        object=region.within(tasks.class_name(measure)),
        severity=Severity.WARNING if is_short else Severity.INFO,
        kind=Kind.SHORTAGE if is_short else Kind.NOTE,
        headline=_headline(limit, times, queued, purged) if cause is None else cause.headline("MAXACTIVE"),
        claim=claim,
        cause=None if cause is None else cause.cause,
        rules_out=() if cause is None else (region.class_knob(str(measure.key[-1])),),
        no_command="" if cause is None else holders.NO_COMMAND,
        asks=() if cause is not None else ask_class(region, measure, inside.only_after),
        evidence=(
            computed("times at the limit", times, "times"),
            computed("most tasks queued at a time", queued, "tasks"),
            *((computed("tasks purged", purged, "tasks"),) if purged else ()),
            *region.facts(
                tasks.CLASSES_TABLE,
                row,
                limit="MAXACTIVE",
                times_at_limit="times at the limit, worst statistics interval",
                peak_active="most tasks active",
                peak_queued="most tasks queued",
                queue_us="waited in the queue, worst statistics interval",
            ),
            *(inside.facts if queued else ()),
        ),
        delay_seconds=waited,
    )


def _headline(limit: str, times: int, queued: int, purged: int) -> str:
    if queued:
        return f"{wording.plural(queued, 'task')} queued at a time for {limit}"
    if purged:
        return f"{wording.plural(purged, 'task')} purged at {limit}"
    return f"{limit} reached {wording.times(times)}"
