"""What other definitions of its programs would save a transaction in changes of TCB, from its own tasks.

Measured are the changes of a task, what each of them took, its calls of Db2, MQ and IMS, and its commands.
The rules of `switches` count the changes of a definition: at best as many as where every command is
threadsafe, at worst as many as where none is that may be on QR. What a change took in the quarters of an hour
of the window, least and most, is the interval; the time that is saved lies between the worst count at the
least or the most and the best at the most.

The CPU of a change is measured from the same tasks where they carry it (`switch_cost`), else published.

Which definition a program has now, whether its logic is threadsafe and which of its commands are not, no
record says: the load module scanner DFHEISUP (table DFHEIDTH) lists the last, and who wrote it the others.

References: I. Burnett, "CICS V5 Performance", Impact 2014; IBM CICS TS 5.5 documentation: Open TCBs, "The
load module scanner", CEDA ALTER PROGRAM.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from getpage.result import Table

from . import transactions
from .switches.mix import MOST as MOST_COMMANDS
from .switches.rules import Api, Command, Concurrency, Key, Program, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Measure
    from getpage.core.numbers import Scalar

    from .region import Region
    from .switch_cost import SwitchCost

#: Changes for a task from which on a transaction is worth the look, and how many of them are shown: ours.
MANY: Final = 10
SHOWN: Final = 5
#: The rules of a release that has all definitions.
_RELEASE: Final = (5, 1)
_COLUMNS: Final = (
    *("transaction", "definition", "TCB switches now", "then at best", "then at worst"),
    *("a switch (µs)", "least (µs)", "most (µs)"),
    *("wait saved (ms)", "at least (ms)", "at most (ms)"),
    *("CPU saved (ms)", "CPU at least (ms)", "CPU at most (ms)"),
    *("QR CPU now (ms)", "what may stay on QR"),
)


def definitions(region: Region) -> Iterator[Table]:
    """One table of a region whose tasks change their TCB often."""
    worst = most_switching(region)
    if not worst:
        return
    cost = region.switch_cost
    yield Table(
        title=f"Definitions of programs of {region.label}",
        columns=_COLUMNS,
        rows=tuple(_row(task, gain) for task in worst[:SHOWN] for gain in gains(task, cost)),
        note="A task of those transactions whose tasks waited longest for changes of TCB. At best every "
        "command is threadsafe, at worst none is but calls of Db2, MQ and IMS; a wait that is saved below "
        f"zero is one that is added. A change of TCB takes {cost.label} of CPU. "
        "Threadsafe logic is taken for granted: DFHEISUP with DFHEIDTH lists "
        "commands that are not, and only who wrote a program knows of its shared storage.",
    )


def most_switching(region: Region) -> list[Measure]:
    """The transactions whose tasks change their TCB often, those first that waited longest for it."""
    many = [task for task in region.transactions if switches_each(task) >= MANY]
    return sorted(many, key=lambda task: (-float(task[transactions.SWITCH_WAIT] or 0), str(task.key[-1])))


@dataclass(frozen=True, slots=True)
class Gain:
    """What a definition does to the changes of TCB of a task. `most` is None where its commands are not
    counted; seconds of waits that are saved, of the best count at the mean of a change, at least and at most.
    """

    name: str
    cicsapi: bool
    fewest: int
    most: float | None
    saved: float
    low: float
    high: float
    #: Seconds of CPU saved; bounds None where the cost of a change is the published one.
    cpu: float
    cpu_low: float | None
    cpu_high: float | None


def gains(task: Measure, cost: SwitchCost) -> Iterator[Gain]:
    """Each definition, in the order of what it takes of a program; `cost` is that of a change of TCB."""
    tasks, now = int(task[transactions.TASKS]), switches_each(task)
    calls = sum(int(task[ask] or 0) for ask in (transactions.DB2, transactions.MQ, transactions.IMS)) / tasks
    commands = int(task[transactions.COMMANDS] or 0) / tasks
    each = switch_seconds(task)
    for name, program in _PROGRAMS:
        fewest = fewest_switches(program, calls)
        most = _most_switches(program, calls, commands)
        low = (now - most) * (each.low if most < now else each.high) if most is not None else 0.0
        cpu_low = cpu_high = None
        if cost.low is not None and cost.high is not None:
            worst = 0.0 if most is None else (now - most) * (cost.low if most < now else cost.high)
            cpu_low = min(worst, (now - fewest) * cost.low)
            cpu_high = (now - fewest) * (cost.high if fewest < now else cost.low)
        yield Gain(
            name=name,
            cicsapi=program.api is Api.CICSAPI,
            fewest=fewest,
            most=most,
            saved=(now - fewest) * each.mean,
            low=min(low, (now - fewest) * each.low),
            high=(now - fewest) * (each.high if fewest < now else each.low),
            cpu=(now - fewest) * cost.value,
            cpu_low=cpu_low,
            cpu_high=cpu_high,
        )


_PROGRAMS: Final = (
    (
        "THREADSAFE",
        Program(concurrency=Concurrency.THREADSAFE, api=Api.CICSAPI, key=Key.USER, protected=True),
    ),
    ("REQUIRED", Program(concurrency=Concurrency.REQUIRED, api=Api.CICSAPI, key=Key.USER, protected=True)),
    (
        "REQUIRED OPENAPI, CICS key or without storage protection",
        Program(concurrency=Concurrency.REQUIRED, api=Api.OPENAPI, key=Key.CICS, protected=True),
    ),
    (
        "REQUIRED OPENAPI, user key with storage protection",
        Program(concurrency=Concurrency.REQUIRED, api=Api.OPENAPI, key=Key.USER, protected=True),
    ),
)


def fewest_switches(program: Program, calls: float) -> int:
    """Changes of a task all of whose commands are threadsafe, with so many calls of resource managers."""
    return sum(1 for _ in walk(program, [Command("db2")] * min(round(calls), MOST_COMMANDS), _RELEASE))


def _most_switches(program: Program, calls: float, commands: float) -> float | None:
    """Changes of a task none of whose commands is threadsafe; None where they are not counted.

    A program that stays where it is (THREADSAFE) changes at most twice for each call or each command,
    whichever are fewer; one that returns home does so for each command, beside those for its calls.
    """
    if not commands:
        return None
    if program.home is None:
        return 2 * min(calls, commands) + 2
    return fewest_switches(program, calls) + 2 * commands


@dataclass(frozen=True, slots=True)
class SwitchTime:
    """What a change of TCB took, in seconds: on average, and in the quarters of an hour least and most."""

    mean: float
    low: float
    high: float


def switch_seconds(task: Measure) -> SwitchTime:
    """Of the tasks of a transaction."""
    count = int(task[transactions.SWITCHES] or 0)
    mean = float(task[transactions.SWITCH_WAIT] or 0) / count if count else 0.0
    least, most = task[transactions.LEAST_SWITCH], task[transactions.MOST_SWITCH]
    return SwitchTime(mean, mean if least is None else float(least), mean if most is None else float(most))


def switches_each(task: Measure) -> float:
    """Changes of TCB for a task."""
    tasks = int(task[transactions.TASKS] or 0)
    return int(task[transactions.SWITCHES] or 0) / tasks if tasks else 0.0


def on_qr_anyway(task: Measure) -> str:
    """What its tasks do that may need QR whatever the definition, with how often a task does it."""
    tasks = int(task[transactions.TASKS])
    kinds = (
        (transactions.TRANSIENT, "transient data (before CICS TS 5.1)"),
        (transactions.MESSAGES, "terminal messages"),
        (transactions.IMS, "IMS calls (before CICS TS 4.2)"),
    )
    parts = [f"{int(task[ask]) / tasks:,.3g} {name}" for ask, name in kinds if task[ask]]
    if task[transactions.MRO]:
        parts.append("requests to other regions (MRO)")
    return "; ".join(parts)


def _row(task: Measure, gain: Gain) -> tuple[Scalar, ...]:
    each = switch_seconds(task)
    tasks = int(task[transactions.TASKS])
    return (
        str(task.key[-1]),
        gain.name,
        round(switches_each(task), 1),
        gain.fewest,
        None if gain.most is None else round(gain.most, 1),
        *(round(1e6 * value, 2) for value in (each.mean, each.low, each.high)),
        *(round(1e3 * value, 4) for value in (gain.saved, gain.low, gain.high)),
        *(
            None if value is None else round(1e3 * value, 4)
            for value in (gain.cpu, gain.cpu_low, gain.cpu_high)
        ),
        round(1e3 * float(task[transactions.QR_CPU] or 0) / tasks, 4),
        on_qr_anyway(task),
    )
