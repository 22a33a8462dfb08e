"""What tasks wait for while they hold their place under a limit: the cause, where the limit is a symptom.

A limit that is reached shows only that tasks come faster than they end. Where more than half of the time that
they spend inside it is one wait, a higher limit lets more tasks into the same wait: that wait is the finding.
Where they wait for an answer from outside the region (a service, another region, a terminal), nothing here
shows whether more requests at a time would be answered: then the limit may rise once somebody knows that.

The time inside is the response without what they waited for MXT and for their transaction class, which is
before the first dispatch. Waits that monitoring has no clock for are left out: where they are the majority,
nothing tells.

References: IBM CICS TS documentation, "Transaction wait (suspend) times"; CICS DB2 Guide, "Tuning the CICS
DB2 connection".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from getpage.contract.facts import computed
from getpage.contract.measures import Aggregate, Measure
from getpage.result import Cause, Fact

from . import transactions

#: Share of the time inside a limit from which on a wait is the cause, and that has to be explained at least.
_MAJORITY: Final = 0.5
#: What the change waits for where the evidence does not tell.
UNKNOWN: Final = "you know what tasks wait for (SMF 110 class 3)"
NO_COMMAND: Final = "A higher limit lets more tasks into the same wait: that wait has to be shorter first."


@dataclass(frozen=True, slots=True)
class _Wait:
    """How a wait is named in a headline, its cause, and where to look first. `only_after` is what
    has to be known before the limit may rise, where that is not in the evidence of the region.
    """

    label: str
    cause: Cause
    look: str
    only_after: str = ""


_CPU: Final = "CPU"
_WITHOUT_CPU: Final = "dispatched without CPU"
_REDISPATCH: Final = "redispatch on QR"
_WAITS: Final[Mapping[str, _Wait]] = {
    "enqueue": _Wait("ENQ delay", Cause.LOCK, "See who holds the resource so long (CEMT INQUIRE UOWENQ)."),
    "record-level sharing": _Wait(
        "RLS wait", Cause.LOCK, "RLS waits are mostly for record locks: see who holds them (SMF 42)."
    ),
    "JVM server thread": _Wait(
        "JVM thread wait", Cause.ELSEWHERE, "Look at THREADLIMIT of the JVMSERVER first."
    ),
    "lock manager": _Wait("lock wait", Cause.LOCK, "See which domain of CICS holds the lock."),
    "Db2 thread": _Wait(
        "Db2 thread wait",
        Cause.ELSEWHERE,
        "Look at THREADLIMIT of the DB2ENTRY first (CEMT INQUIRE DB2ENTRY).",
    ),
    "TCB of a pool": _Wait("TCB wait", Cause.ELSEWHERE, "Look at the limits of the TCB pools first."),
    "file I/O": _Wait("file I/O", Cause.ELSEWHERE, "Look at the files, their LSR pools and their volumes."),
    "coupling facility data tables": _Wait(
        "CF data table wait", Cause.ELSEWHERE, "Look at the server of the coupling facility data tables."
    ),
    "MRO": _Wait(
        "MRO wait",
        Cause.ELSEWHERE,
        "Look at the region that runs the other half of the task.",
        "you know that the region that runs the other half of the tasks has room for more",
    ),
    "IPIC": _Wait(
        "IPIC wait",
        Cause.ELSEWHERE,
        "Look at the region that runs the other half of the task.",
        "you know that the region that runs the other half of the tasks has room for more",
    ),
    "LU 6": _Wait(
        "LU 6 wait",
        Cause.ELSEWHERE,
        "Look at the system that runs the other half of the task.",
        "you know that the system that runs the other half of the tasks has room for more",
    ),
    "events": _Wait(
        "event wait",
        Cause.ELSEWHERE,
        "Find what the tasks wait for outside CICS: a service, another job.",
        "you know that the service that tasks call can handle more requests at a time",
    ),
    "terminal": _Wait(
        "terminal wait",
        Cause.ELSEWHERE,
        "See which transactions are conversational: they keep their task while the user thinks.",
        "you know that this many tasks are meant to wait for their users",
    ),
    "MQ": _Wait(
        "MQ get wait",
        Cause.ELSEWHERE,
        "See which tasks wait for messages (MQGET with WAIT): they keep their task meanwhile.",
        "you know that this many tasks are meant to wait for messages",
    ),
    "TCB switches": _Wait("TCB switching", Cause.PROCESSOR, "Look at how busy QR and the processors are."),
    _REDISPATCH: _Wait("QR redispatch", Cause.PROCESSOR, "QR is busy or held up: see its CPU and ratio."),
    _CPU: _Wait(_CPU, Cause.PROCESSOR, "Look at the CPU of these programs, and at how busy QR is."),
    _WITHOUT_CPU: _Wait(
        "dispatch without CPU",
        Cause.ELSEWHERE,
        "Look at Db2 accounting of these tasks, at page-ins and at CPU delay.",
    ),
}
_ANY: Final = "Look at what they wait for there first."
#: The wait before the first dispatch is that for the limit, or for a processor.
_LEFT_OUT: Final = ("first dispatch",)


@dataclass(frozen=True, slots=True)
class Holder:
    """What more than half of the time inside a limit is; `share` of `inside` seconds."""

    name: str
    share: float
    inside: float

    @property
    def cause(self) -> Cause:
        """Lock, processor, or elsewhere."""
        return self._wait.cause

    @property
    def is_outside(self) -> bool:
        """Whether the answer comes from outside the region, which may have room for more tasks."""
        return bool(self._wait.only_after)

    @property
    def only_after(self) -> str:
        """What has to be known before the limit may rise; empty where it must not."""
        return self._wait.only_after

    def headline(self, symptom: str) -> str:
        """`88 % of response is ENQ delay: MXT is the symptom`."""
        return f"{self.share_of_response}: {symptom} is the symptom"

    @property
    def share_of_response(self) -> str:
        """`88 % of response is ENQ delay`."""
        return f"{100 * self.share:.0f} % of response is {self._wait.label}"

    @property
    def look(self) -> str:
        """Where to look first."""
        return self._wait.look

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What it was, of what."""
        return (
            computed(f"{self.name}, of the time inside the limit", round(100 * self.share, 1), "percent"),
            computed("time inside the limit", round(self.inside, 3), "seconds"),
        )

    @property
    def _wait(self) -> _Wait:
        return _WAITS.get(self.name, _Wait(f"{self.name} wait", Cause.ELSEWHERE, _ANY))


#: Waits for a TCB of a pool, which are no cause of the same.
FOR_TCBS: Final = ("TCB of a pool",)


@dataclass(frozen=True, slots=True)
class TimeInside:
    """What the evidence shows of the time inside a limit. `cause` makes the limit a symptom; `only_after` is
    what has to be known before it may rise; `facts` are the numbers.
    """

    cause: Holder | None = None
    only_after: str = ""
    facts: tuple[Fact, ...] = ()
    #: What tasks mostly wait for, cause or not; empty if no one thing.
    mostly: str = ""


def inside(tasks: Iterable[Measure], without: tuple[str, ...] = ()) -> TimeInside:
    """Of these transactions; `without` are the waits for the limit itself."""
    tasks = tuple(tasks)
    holder = holder_of(tasks, without)
    if holder is None:
        return TimeInside(only_after="" if is_known(tasks, without) else UNKNOWN)
    if holder.is_outside:
        return TimeInside(None, holder.only_after, holder.facts, holder.share_of_response)
    return TimeInside(holder, "", holder.facts, holder.share_of_response)


def for_tcbs(tasks: Iterable[Measure]) -> list[Measure]:
    """Transactions whose tasks waited for a TCB of a pool."""
    return [task for task in tasks if any(task[transactions.WAITED[name]] for name in FOR_TCBS)]


def holder_of(tasks: Iterable[Measure], without: tuple[str, ...] = ()) -> Holder | None:
    """What tasks of these transactions wait for in more than half of their time inside the limit; None where
    it is no one thing. `without` are the waits for the limit itself.
    """
    times, whole = _times(tuple(tasks))
    if whole <= 0:
        return None
    names = [name for name in times if name not in (*without, *_LEFT_OUT)]
    # A task waits for redispatch after each wait: where that is most of it, what was waited for is not.
    name = _REDISPATCH if times[_REDISPATCH] > _MAJORITY * whole else max(names, key=times.__getitem__)
    if times[name] <= _MAJORITY * whole:
        return None
    return Holder(name, min(times[name] / whole, 1.0), whole)


def is_known(tasks: Iterable[Measure], without: tuple[str, ...] = ()) -> bool:
    """Whether monitoring shows where most of the time inside the limit went."""
    times, whole = _times(tuple(tasks))
    known = sum(seconds for name, seconds in times.items() if name not in (*without, _REDISPATCH))
    return whole > 0 and known > _MAJORITY * whole


def _times(tasks: tuple[Measure, ...]) -> tuple[dict[str, float], float]:
    """Seconds by where they went, and all that were spent inside the limit."""

    def seconds(ask: Aggregate[Any]) -> float:
        return sum(float(task[ask] or 0) for task in tasks)

    before = {"of it MXT", "of it TCLASS"}
    times = {name: seconds(ask) for name, ask in transactions.WAITED.items() if name not in before}
    queued = seconds(transactions.MXT_WAIT) + seconds(transactions.CLASS_WAIT)
    times["first dispatch"] = max(times["first dispatch"] - queued, 0.0)
    times[_CPU] = seconds(transactions.CPU)
    times[_WITHOUT_CPU] = max(seconds(transactions.DISPATCHED) - times[_CPU], 0.0)
    return times, seconds(transactions.RESPONSE) - queued
