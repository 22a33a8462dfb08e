"""Transactions that change their TCB often.

What it does:
    Lists the transactions of a region whose tasks switch TCBs ten times or more, those with the longest
    change-mode delay first. It shows what two switches per task would save at most, as a program on one open
    TCB has them, and how much CPU could leave QR at most.

Why it matters:
    Each switch costs CPU, and the task waits until it is dispatched on the other TCB. A Db2 call needs an
    open TCB, a command that is not threadsafe the QR TCB: a program that alternates between them switches
    twice for each pair.

Evidence:
    DSCHMDLY of SMF 110 subtype 1, whose count is that of the switches, with QRCPUT, KY8CPUT and DB2REQCT.

What to do:
    See which commands of the program are not threadsafe (DFHEISUP), and what each definition would save (the
    table "Definitions of programs"; getpage switches for a mix of commands). Later releases make more
    commands threadsafe (transient data from CICS TS 5.1 on).

How to verify:
    The same records: fewer switches per task, less CPU on QR, and a shorter response.

References:
    I. Burnett, "CICS V5 Performance", Impact 2014: TDQ1 went from 306 changes to 8, and from 11.4 to 6.8 ms;
    defined REQUIRED, from 4.60 ms of CPU on QR to 0.21. The ten are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from getpage.contract.facts import computed
from getpage.contract.measures import Measure
from getpage.core import wording
from getpage.products.cics import transactions
from getpage.products.cics.definitions import SHOWN, most_switching, switches_each
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import TRANSACTIONS
from getpage.products.cics.settings import threadsafe
from getpage.result import Fact, Finding, Kind, Severity

ID = "cics-tcb-switches"
TITLE = "Transactions that change their TCB often"
LOOKS_AT = TRANSACTIONS
NO_COMMAND = (
    "No record names the programs of the transactions (SMF 110 subtype 2, transactions), and they have to be "
    "threadsafe before they may be defined so."
)
FINDS = (Kind.NOTE,)

#: Switches of a program on one open TCB.
_FEWEST: Final = 2


def find(region: Region) -> Iterator[Finding]:
    """The region, with the transactions that switch most."""
    every = most_switching(region)
    if not every:
        return
    most = max(every, key=switches_each)
    yield Finding(
        check=ID,
        object=region.within("TCB switches"),
        severity=Severity.INFO,
        kind=Kind.NOTE,
        headline=f"{wording.plural(len(every), 'transaction')}, up to {switches_each(most):,.0f} TCB "
        "switches per task",
        claim=f"Threadsafe programs on one open TCB need {_FEWEST} switches per task. The table of "
        "definitions shows what each would save.",
        advice=tuple(advise for task in every[:SHOWN] for advise in threadsafe(region, task)),
        evidence=(
            *_sums(region, every),
            *(fact for task in every[:SHOWN] for fact in _facts(region, task)),
        ),
        delay_seconds=sum(float(task[transactions.SWITCH_WAIT] or 0) for task in every),
    )


def _sums(region: Region, every: Sequence[Measure]) -> Iterator[Fact]:
    """What these transactions wait and spend for switches, and how much of it can go at most."""
    switch = region.switch_cost
    cost = switch.value
    waited = sum(float(task[transactions.SWITCH_WAIT] or 0) for task in every)
    yield computed("change-mode delay", waited, "s")
    yield computed("of it saved at most", sum(map(_saved, every)), "s")
    if switch.low is None or switch.high is None:
        yield computed("CPU of a TCB switch, published for a z196", 1e6 * cost, "us")
    else:
        yield computed("CPU of a TCB switch, measured here", 1e6 * cost, "us")
        yield computed("CPU of a TCB switch, at least", 1e6 * switch.low, "us")
        yield computed("CPU of a TCB switch, at most", 1e6 * switch.high, "us")
    yield computed("CPU saved at most", cost * sum(map(_beyond, every)), "s")
    on_qr = sum(float(task[transactions.QR_CPU] or 0) for task in every)
    if on_qr:
        yield computed("CPU on QR that open TCBs can take at most", on_qr, "s")


def _beyond(task: Measure) -> int:
    """Switches beyond two per task."""
    count, tasks = int(task[transactions.SWITCHES] or 0), int(task[transactions.TASKS] or 0)
    return max(count - _FEWEST * tasks, 0)


def _saved(task: Measure) -> float:
    """Seconds of change-mode delay of switches beyond two per task, at the average of each."""
    count = int(task[transactions.SWITCHES] or 0)
    return float(task[transactions.SWITCH_WAIT] or 0) * _beyond(task) / count if count else 0.0


def _facts(region: Region, task: Measure) -> Iterator[Fact]:
    name, tasks = task.key[-1], int(task[transactions.TASKS] or 0)
    yield computed(f"TCB switches per task of {name}", switches_each(task), "switches")
    yield computed(f"CPU on QR per task of {name}", 1e6 * float(task[transactions.QR_CPU] or 0) / tasks, "us")
    yield from region.facts(
        transactions.TABLE,
        task[transactions.MOST_SWITCHES],
        change_mode_delay_count=f"TCB switches of {name}, busiest quarter of an hour",
        change_mode_delay_us=f"change-mode delay of {name} in it",
        tasks=f"tasks of {name} in it",
    )
