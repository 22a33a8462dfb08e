"""What tasks wait for while they hold their place under a limit: the cause, where the limit is a symptom.

A limit that is reached says only that tasks come faster than they end. Where more than half of the time that
they spend inside it is one wait, a higher limit lets more tasks into the same wait: that wait is the finding.

The time inside is the response without what they waited for MXT and for their transaction class, which is
before the first dispatch. Waits that monitoring has no clock for are left out: where they are the majority,
nothing tells.

References: IBM CICS TS documentation, "Transaction wait (suspend) times"; CICS DB2 Guide, "Tuning the CICS
DB2 connection".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from getpage.contract.facts import computed
from getpage.result import Cause

from . import transactions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from getpage.contract.measures import Aggregate, Measure
    from getpage.result import Fact

#: Share of the time inside a limit from which on a wait is the cause, and that has to be explained at least.
_MAJORITY: Final = 0.5
#: What the change waits for where the evidence does not tell.
UNKNOWN: Final = "you know what tasks wait for (SMF 110 class 3)"
NO_COMMAND: Final = "A higher limit lets more tasks into the same wait: that wait has to be shorter first."


@dataclass(frozen=True, slots=True)
class _Wait:
    """How a wait is named in a headline, its cause, and where to look first."""

    label: str
    cause: Cause
    look: str


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
    "MRO": _Wait("MRO wait", Cause.ELSEWHERE, "Look at the region that runs the other half of the task."),
    "events": _Wait(
        "event wait", Cause.ELSEWHERE, "Find what the tasks wait for outside CICS: a service, another job."
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
        return _WAITS[self.name].cause if self.name in _WAITS else Cause.ELSEWHERE

    def headline(self, symptom: str) -> str:
        """`88 % of response is ENQ delay: MXT is the symptom`."""
        label = _WAITS[self.name].label if self.name in _WAITS else f"{self.name} wait"
        return f"{100 * self.share:.0f} % of response is {label}: {symptom} is the symptom"

    @property
    def look(self) -> str:
        """Where to look first."""
        return _WAITS[self.name].look if self.name in _WAITS else _ANY

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What it was, of what."""
        return (
            computed(f"{self.name}, of the time inside the limit", round(100 * self.share, 1), "percent"),
            computed("time inside the limit", round(self.inside, 3), "seconds"),
        )


#: Waits for a TCB of a pool, which are no cause of the same.
FOR_TCBS: Final = ("TCB of a pool",)


def for_tcbs(tasks: Iterable[Measure]) -> list[Measure]:
    """Transactions whose tasks waited for a TCB of a pool."""
    return [one for one in tasks if any(one[transactions.WAITED[name]] for name in FOR_TCBS)]


def holder_of(tasks: Iterable[Measure], without: tuple[str, ...] = ()) -> Holder | None:
    """What tasks of these transactions wait for in more than half of their time inside the limit; None where
    it is no one thing. `without` are the waits for the limit itself.
    """
    times, inside = _times(tuple(tasks))
    if inside <= 0:
        return None
    names = [name for name in times if name not in (*without, *_LEFT_OUT)]
    # A task waits for redispatch after each wait: where that is most of it, what was waited for is not.
    name = _REDISPATCH if times[_REDISPATCH] > _MAJORITY * inside else max(names, key=times.__getitem__)
    if times[name] <= _MAJORITY * inside:
        return None
    return Holder(name, min(times[name] / inside, 1.0), inside)


def is_known(tasks: Iterable[Measure], without: tuple[str, ...] = ()) -> bool:
    """Whether monitoring tells where most of the time inside the limit went."""
    times, inside = _times(tuple(tasks))
    told = sum(seconds for name, seconds in times.items() if name not in (*without, _REDISPATCH))
    return inside > 0 and told > _MAJORITY * inside


def _times(tasks: tuple[Measure, ...]) -> tuple[dict[str, float], float]:
    """Seconds by where they went, and all that were spent inside the limit."""

    def seconds(ask: Aggregate[Any]) -> float:
        return sum(float(one[ask] or 0) for one in tasks)

    before = {"of it MXT", "of it TCLASS"}
    times = {name: seconds(ask) for name, ask in transactions.WAITED.items() if name not in before}
    queued = seconds(transactions.MXT_WAIT) + seconds(transactions.CLASS_WAIT)
    times["first dispatch"] = max(times["first dispatch"] - queued, 0.0)
    times[_CPU] = seconds(transactions.CPU)
    times[_WITHOUT_CPU] = max(seconds(transactions.DISPATCHED) - times[_CPU], 0.0)
    return times, seconds(transactions.RESPONSE) - queued
