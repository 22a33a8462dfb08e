"""Transactions that change their TCB often.

What it does:
    Names the transactions of a region whose tasks change their TCB ten times or more, those that waited
    longest for it first, how long at most that wait would be less if they changed it twice, as a program
    does that runs on one open TCB, and how much CPU on QR such a program can take away from it at most.

Why it matters:
    Each change of TCB costs CPU, and the task waits until it is dispatched on the other one. A call of Db2
    needs an open TCB and a command that is not threadsafe the QR TCB: a program that does both by turns
    changes twice for each.

Evidence:
    DSCHMDLY of SMF 110 subtype 1, whose count is that of the changes, with QRCPUT, KY8CPUT and DB2REQCT.

What to do:
    See which commands of the program are not threadsafe (DFHEISUP), and what each definition of it would save
    (the table "Definitions of programs"; getpage switches for a mix of commands); later releases make more of
    them threadsafe (transient data from CICS TS 5.1 on).

How to verify:
    The same records: fewer changes for a task, less CPU on QR, and a shorter response.

References:
    I. Burnett, "CICS V5 Performance", Impact 2014: TDQ1 went from 306 changes to 8, and from 11.4 to 6.8 ms;
    defined REQUIRED, from 4.60 ms of CPU on QR to 0.21. The ten are ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.products.cics import transactions
from getpage.products.cics.definitions import most_switching, switches_each
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Measure
    from getpage.products.cics.region import Region
    from getpage.result import Fact

ID = "cics-tcb-switches"
TITLE = "Transactions that change their TCB often"
NO_COMMAND = (
    "No record names the programs of the transactions (SMF 110 subtype 2, transactions), and they have to be "
    "threadsafe before they may be defined so."
)
FINDS = (Kind.NOTE,)

#: What is found, as an object.
OBJECT: Final = "TCB switches"
#: Changes of a program on one open TCB.
_FEWEST: Final = 2
_NAMED: Final = 5


def find(region: Region) -> Iterator[Finding]:
    """The region, with the transactions that change it most."""
    worst = most_switching(region)
    if not worst:
        return
    waited = sum(float(one[transactions.SWITCH_WAIT] or 0) for one in worst)
    said = wording.listed(
        [f"{one.key[-1]} ({switches_each(one):,.0f} a task)" for one in worst[:_NAMED]], most=_NAMED
    )
    more = f" and {len(worst) - _NAMED} more" if len(worst) > _NAMED else ""
    saved = sum(_saved(one) for one in worst)
    on_qr = sum(float(one[transactions.QR_CPU] or 0) for one in worst)
    moved = (
        f"; of their CPU {numbers.seconds(on_qr)} was on QR, which an open TCB can take at most"
        if on_qr
        else ""
    )
    cost = region.switch_cost
    spent = sum(map(_beyond, worst)) * cost.value
    yield Finding(
        check=ID,
        object=region.within(OBJECT),
        severity=Severity.INFO,
        kind=Kind.NOTE,
        claim=f"Tasks of {region.label} change their TCB often: {said}{more}; they waited "
        f"{numbers.seconds(waited)} for it, at most {numbers.seconds(saved)} of which would go with "
        f"{_FEWEST} changes a task, and {numbers.seconds(spent)} of CPU at {cost.said} each{moved}.",
        evidence=(
            computed("CPU of a TCB switch", 1e6 * cost.value, "us"),
            *(fact for one in worst[:_NAMED] for fact in _facts(region, one)),
        ),
        delay_seconds=waited,
    )


def _beyond(one: Measure) -> int:
    """Changes beyond two a task."""
    count, tasks = int(one[transactions.SWITCHES] or 0), int(one[transactions.TASKS] or 0)
    return max(count - _FEWEST * tasks, 0)


def _saved(one: Measure) -> float:
    """Seconds of waits for changes beyond two a task, at what one took."""
    count = int(one[transactions.SWITCHES] or 0)
    return float(one[transactions.SWITCH_WAIT] or 0) * _beyond(one) / count if count else 0.0


def _facts(region: Region, one: Measure) -> Iterator[Fact]:
    name, tasks = one.key[-1], int(one[transactions.TASKS] or 0)
    yield computed(f"TCB switches a task of {name}", switches_each(one), "switches")
    yield computed(f"CPU on QR a task of {name}", 1e6 * float(one[transactions.QR_CPU] or 0) / tasks, "us")
    yield from region.facts(
        transactions.TABLE,
        one[transactions.MOST_SWITCHES],
        change_mode_delay_count=f"TCB switches of {name}, busiest quarter of an hour",
        change_mode_delay_us=f"waits for them of {name}",
        tasks=f"tasks of {name} then",
    )
