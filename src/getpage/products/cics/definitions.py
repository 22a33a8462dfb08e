"""What other definitions of its programs would do for a transaction, from its own tasks: TCB switches, CPU of
QR and of open TCBs, and response.

Measured are the switches of a task, what each of them took, its calls of Db2, MQ and IMS, and its commands.
The rules of `switches` count the switches of a definition: at best as many as if every command were
threadsafe, at worst as many as if none were. What a switch took in the quarters of an hour of the window,
least and most, is the interval: the time that is saved lies between the worst count at the least or the most
and the best at the most. The CPU of a switch is measured from the same tasks where they carry it
(`switch_cost`), else published.

Of the CPU on QR a definition moves that of the program's own code: all of it with a home on an open TCB; with
THREADSAFE what follows a call until the next command on QR. Commands that need QR stay there, at what they
took of TDQ1. How much of the CPU is theirs no record shows: at most all of it stays.

Which definition a program has now, whether its logic is threadsafe and which of its commands are not, no
record shows: the load module scanner DFHEISUP (table DFHEIDTH) lists the last, and who wrote it knows the
others.

References: I. Burnett, "CICS V5 Performance", Impact 2014; IBM CICS TS 5.5 documentation: Open TCBs, "The
load module scanner", CEDA ALTER PROGRAM.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from getpage.contract.measures import Measure, Sum
from getpage.core.numbers import Scalar
from getpage.core.student import t_quantile
from getpage.products.common.subsystem import row_of
from getpage.result import Table

from . import dispatcher, transactions
from .region import Region
from .switch_cost import SwitchCost
from .switches.mix import MOST as MOST_COMMANDS
from .switches.rules import NEEDS, Api, Concurrency, ExecCommand, Key, Program, Release, release_of, walk

#: TCB switches per task from which on a transaction is worth the look, and how many of them are shown: ours.
MANY: Final = 10
SHOWN: Final = 5
#: Quarters of an hour from which on their spread says how well a mean is known: ours.
_FEWEST_QUARTERS: Final = 4
#: The rules where no record shows the release.
_RELEASE: Final[Release] = (5, 1)
#: Seconds of CPU of a command on QR: TDQ1 kept 0.21 ms there with 152 of them, on a z196 (the same deck).
_COMMAND: Final = 0.21e-3 / 152
_COLUMNS: Final = (
    *("transaction", "definition", "TCB switches now", "then at best", "then at worst"),
    *("a switch (µs)", "least (µs)", "most (µs)"),
    *("wait saved (ms)", "at least (ms)", "at most (ms)"),
    *("CPU saved (ms)", "CPU at least (ms)", "CPU at most (ms)"),
    *("QR CPU now (ms)", "what may stay on QR"),
)
_QR_COLUMNS: Final = (
    *("transaction", "definition", "QR CPU now (ms)", "QR CPU then (ms)", "QR CPU at most (ms)"),
    *("open TCB CPU now (ms)", "open TCB CPU then (ms)"),
    *("response now (ms)", "response then (ms)", "response at least (ms)", "response at most (ms)"),
    *("QR busy now (%)", "QR busy then (%)"),
)


def definitions(region: Region) -> Iterator[Table]:
    """Two tables of a region whose tasks switch TCBs often: what is saved, and what becomes of QR."""
    worst = most_switching(region)[:SHOWN]
    if not worst:
        return
    cost = region.switch_cost
    every = [(task, list(gains(task, cost))) for task in worst]
    yield Table(
        title=f"Definitions of programs of {region.label}",
        columns=_COLUMNS,
        rows=tuple(_row(task, gain) for task, of_task in every for gain in of_task),
        note="Per task, for the transactions with the longest change-mode delay. At best every "
        "command is threadsafe, at worst only calls to Db2, MQ and IMS are; a negative saving "
        f"is an added wait. A TCB switch takes {cost.label} of CPU. The logic of the program "
        "must be threadsafe: DFHEISUP with DFHEIDTH lists commands that are not, but only its "
        "author knows its shared storage.",
    )
    yield Table(
        title=f"CPU of QR by definition of programs of {region.label}",
        columns=_QR_COLUMNS,
        rows=tuple(
            _qr_row(region, task, gain)
            for task, of_task in every
            for gain in sorted(of_task, key=lambda gain: (gain.qr_then, gain.fewest))
        ),
        note="Per task; the definition that frees most of QR is first. QR CPU is that of commands "
        f"that need QR, at {1e6 * _COMMAND:.1f} µs each (published for a z196), and of code that "
        "stays there; at most all of it stays. QR busy is that of the busiest statistics "
        "interval, less what these tasks free.",
    )


def most_switching(region: Region) -> list[Measure]:
    """The transactions whose tasks switch TCBs often, those first that waited longest for it."""
    many = [task for task in region.transactions if switches_each(task) >= MANY]
    return sorted(many, key=lambda task: (-float(task[transactions.SWITCH_WAIT] or 0), str(task.key[-1])))


@dataclass(frozen=True, slots=True)
class DefinitionGain:
    """What a definition does for a task, in seconds. `most` switches are None where commands are not counted.
    `saved` is the wait at the fewest switches and the mean of one, between `low` and `high`; `cpu` that of
    switches, whose bounds are None where the cost of a switch is the published one. `qr_then` is the CPU on
    QR that most likely stays.
    """

    name: str
    cicsapi: bool
    fewest: int
    most: float | None
    saved: float
    low: float
    high: float
    cpu: float
    cpu_low: float | None
    cpu_high: float | None
    qr_then: float


def gains(task: Measure, cost: SwitchCost) -> Iterator[DefinitionGain]:
    """Each definition that the release has, in the order of what it takes of a program; `cost` is that of a
    TCB switch.
    """
    release = _release(task)
    tasks, now = int(task[transactions.TASKS]), switches_each(task)
    calls = sum(int(task[ask] or 0) for ask in _calls(release)) / tasks
    commands = int(task[transactions.COMMANDS] or 0) / tasks
    each = switch_seconds(task)
    for name, program in _PROGRAMS:
        if not program.known_to(release):
            continue
        fewest = fewest_switches(program, calls)
        most = _most_switches(program, calls, commands)
        low = (now - most) * (each.low if most < now else each.high) if most is not None else 0.0
        cpu_low = cpu_high = None
        if cost.low is not None and cost.high is not None:
            worst = 0.0 if most is None else (now - most) * (cost.low if most < now else cost.high)
            cpu_low = min(worst, (now - fewest) * cost.low)
            cpu_high = (now - fewest) * (cost.high if fewest < now else cost.low)
        yield DefinitionGain(
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
            qr_then=_qr_then(program, task, calls, release),
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


def _release(task: Measure) -> Release:
    """The release that wrote its records, in the busiest quarter of an hour."""
    row = task[transactions.MOST_SWITCHES]
    return release_of(row["cics_level"] if row else None) or _RELEASE


def per_hour(task: Measure, seconds: float) -> float:
    """What seconds of each task come to in an hour, of the quarters of an hour that have such tasks."""
    busy = float(task[transactions.BUSY] or 0)
    return seconds * int(task[transactions.TASKS]) * 3600 / busy if busy else 0.0


def qr_spread(task: Measure) -> float | None:
    """By which share of it the mean CPU on QR per task may be more or less (90 %), as it varies from quarter
    to quarter of an hour; None where a few quarters do not tell.
    """
    quarters, tasks = int(task[transactions.QR_QUARTERS]), int(task[transactions.TASKS] or 0)
    on_qr = float(task[transactions.QR_CPU] or 0)
    if quarters < _FEWEST_QUARTERS or on_qr <= 0:
        return None
    # the variance of quarters about their mean, each by its tasks
    off = max(float(task[transactions.QR_SQUARES]) - on_qr**2 / tasks, 0.0)
    error = math.sqrt(off / (quarters - 1) / tasks)
    return t_quantile(quarters - 1, 0.95) * error / (on_qr / tasks)


def _calls(release: Release) -> tuple[Sum, ...]:
    """What runs on L8: calls of Db2 and MQ, and of IMS since CICS TS 4.2."""
    ims = (transactions.IMS,) if release >= NEEDS["ims"][1] else ()
    return (transactions.DB2, transactions.MQ, *ims)


def _qr_then(program: Program, task: Measure, calls: float, release: Release) -> float:
    """Seconds of CPU on QR per task that most likely stay there."""
    on_qr = float(task[transactions.QR_CPU] or 0) / int(task[transactions.TASKS])
    commands = sum(count for count, _ in _on_qr(task, release))
    code = 0.0
    if program.home is None:  # it stays where its last command left it, and begins on QR
        code = (commands + 1) / (commands + calls + 1) if calls else 1.0
    return min(on_qr, code * on_qr + commands * _COMMAND)


def fewest_switches(program: Program, calls: float) -> int:
    """Switches of a task all of whose commands are threadsafe, with so many calls of resource managers."""
    return sum(1 for _ in walk(program, [ExecCommand("db2")] * min(round(calls), MOST_COMMANDS), _RELEASE))


def _most_switches(program: Program, calls: float, commands: float) -> float | None:
    """Switches of a task none of whose commands is threadsafe; None where they are not counted.

    A program that stays where it is (THREADSAFE) switches at most twice for each call or each command,
    whichever are fewer; one that returns home does so for each command, beside those for its calls.
    """
    if not commands:
        return None
    if program.home is None:
        return 2 * min(calls, commands) + 2
    return fewest_switches(program, calls) + 2 * commands


@dataclass(frozen=True, slots=True)
class SwitchTime:
    """What a TCB switch took, in seconds: on average, and in the quarters of an hour least and most."""

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
    """TCB switches per task."""
    tasks = int(task[transactions.TASKS] or 0)
    return int(task[transactions.SWITCHES] or 0) / tasks if tasks else 0.0


def _on_qr(task: Measure, release: Release) -> Iterator[tuple[float, str]]:
    """What a task does that needs QR in this release whatever the definition, and how often."""
    tasks = int(task[transactions.TASKS])
    kinds = (
        (transactions.TRANSIENT, "transient data (before CICS TS 5.1)", NEEDS["td"][1]),
        (transactions.MESSAGES, "terminal messages", None),
        (transactions.IMS, "IMS calls (before CICS TS 4.2)", NEEDS["ims"][1]),
    )
    for ask, name, since in kinds:
        if task[ask] and (since is None or release < since):
            yield int(task[ask]) / tasks, name


def on_qr_anyway(task: Measure) -> str:
    """What a task does that may need QR whatever the definition, with how often; empty for nothing."""
    parts = [f"{count:,.3g} {name}" for count, name in _on_qr(task, _release(task))]
    if task[transactions.MRO]:
        parts.append("requests to other regions (MRO)")
    return "; ".join(parts)


def _row(task: Measure, gain: DefinitionGain) -> tuple[Scalar, ...]:
    each = switch_seconds(task)
    tasks = int(task[transactions.TASKS])
    return (
        str(task.key[-1]),
        gain.name,
        round(switches_each(task), 1),
        gain.fewest,
        None if gain.most is None else round(gain.most, 1),
        *(round(1e6 * value, 2) for value in (each.mean, each.low, each.high)),
        *(_ms(value) for value in (gain.saved, gain.low, gain.high)),
        *(_ms(value) for value in (gain.cpu, gain.cpu_low, gain.cpu_high)),
        _ms(float(task[transactions.QR_CPU] or 0) / tasks),
        on_qr_anyway(task),
    )


def _qr_row(region: Region, task: Measure, gain: DefinitionGain) -> tuple[Scalar, ...]:
    tasks = int(task[transactions.TASKS])
    on_qr, opened, response = (
        sum(float(task[ask] or 0) for ask in asks) / tasks
        for asks in (
            (transactions.QR_CPU,),
            (transactions.KEY8_CPU, transactions.KEY9_CPU),
            (transactions.RESPONSE,),
        )
    )
    then = response - gain.saved - gain.cpu
    busy = row_of(region.qr, dispatcher.BUSIEST)
    of_region = sum(float(other[transactions.QR_CPU] or 0) for other in region.transactions)
    freed = (on_qr - gain.qr_then) * tasks / of_region if of_region else 0.0
    return (
        str(task.key[-1]),
        gain.name,
        *(_ms(value) for value in (on_qr, gain.qr_then, on_qr)),
        *(_ms(value) for value in (opened, opened + on_qr - gain.qr_then)),
        *(_ms(value) for value in (response, then, response - gain.high - gain.cpu, response - gain.low)),
        None if busy is None else round(100 * busy["busy"], 1),
        None if busy is None else round(100 * busy["busy"] * (1 - freed), 1),
    )


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(1e3 * seconds, 4)
