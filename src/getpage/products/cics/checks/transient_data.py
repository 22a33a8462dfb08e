"""Transient data that waited for buffers or strings, or ran out of space.

What it does:
    Reports regions whose intrapartition transient data waited more than ten times in a statistics interval
    for a buffer or a string, or whose data set had no space.

Why it matters:
    A task that reads or writes a queue waits while all buffers are in use, or all strings to DFHINTRA. A
    write that finds no space fails with NOSPACE.

Evidence:
    TQGATNWT, TQGSTNWT, TQGAMXWT, TQGSMXWT, TQGANBFA, TQGSNSTA, TQGANOSP of SMF 110 subtype 2 (transient
    data); how long tasks waited is in TDWAIT of subtype 1.

What to do:
    Define as many more buffers or strings (TD=(buffers,strings)) for the next start as were waited for at
    once. Enlarge DFHINTRA where it had no space.

How to verify:
    The same statistics at the same load: no waits.

References:
    IBM CICS TS 5.5 documentation, "Transient data: Global statistics", system initialization parameter TD.
    From ten waits on, as for temporary storage: CICS Performance Analyzer.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed, counted
from getpage.core import wording
from getpage.products.cics import facilities, transactions
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import TRANSIENT_DATA
from getpage.products.cics.settings import transient_data
from getpage.products.cics.thresholds import TD_WAITS
from getpage.products.common.subsystem import row_of
from getpage.result import Finding, Kind, Severity

ID = "cics-transient-data"
TITLE = "Transient data that waited for buffers or strings"
LOOKS_AT = TRANSIENT_DATA
NO_COMMAND = "How many tasks waited at once is not in this evidence."
FINDS = (Kind.SHORTAGE,)


def find(region: Region) -> Iterator[Finding]:
    """Buffers and strings that were waited for, and a data set without space."""
    yield from _waits(region)
    measure = region.transient_with("buffers")
    times, row = facilities.TD_NO_SPACE.count(measure), row_of(measure, facilities.WORST_TD_SPACE)
    if times and row is not None:
        yield Finding(
            check=ID,
            object=region.within("transient data set"),
            severity=Severity.CRITICAL,
            criterion=counted("times without space", times),
            kind=Kind.SHORTAGE,
            headline=f"No space {wording.times(times)} in {row['cis']:,} control intervals",
            claim="A write that finds no space fails with NOSPACE. Enlarge DFHINTRA at the next restart.",
            no_command="DFHINTRA is enlarged while CICS is down.",
            evidence=(
                computed("times without space", times, "times"),
                *region.facts(facilities.TD_TABLE, row, cis="control intervals", peak_cis="most in use"),
            ),
        )


def _waits(region: Region) -> Iterator[Finding]:
    waited = sum(float(task[transactions.TD_WAIT] or 0) for task in region.transactions)
    for what, waits in facilities.WAITS.items():
        measure = region.transient_with(what)
        row = row_of(measure, waits.worst)
        if row is None or not waits.are_many(measure, region.in_force(TD_WAITS)):
            continue
        times = waits.times.count(measure)
        yield Finding(
            check=ID,
            object=region.within(f"transient data {what}"),
            severity=Severity.WARNING,
            kind=Kind.SHORTAGE,
            headline=f"Waited {wording.times(times)} for one of its {row[what]:,} {what}",
            claim=f"A task waits while all {what} are in use. Add more at the next start.",
            advice=transient_data(region),
            evidence=(
                computed(f"waits for {what}", times, "waits"),
                *((computed("waited for transient data, all tasks", waited, "s"),) if waited else ()),
                *region.facts(
                    facilities.TD_TABLE,
                    row,
                    **{
                        what: what,
                        waits.column: "waits, worst statistics interval",
                        waits.peak: "most that waited at once",
                    },
                ),
            ),
        )
