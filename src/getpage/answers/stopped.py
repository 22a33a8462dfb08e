"""What users waited while address spaces did no work: what was under way, and what came meanwhile.

With T seconds of a stop, work that comes at a rate of λ a second waits until its end: λT units, half of T
each on average. What was under way waits all of T: λR units, with R seconds each (Little's law). Both are of
the interval of the subsystem's own work that the stop began in; where that does not tell how long work takes,
what was under way is not counted, and it is at least so much.

Reference: J. D. C. Little, "A proof for the queuing formula L = λW", Operations Research 9 (1961).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from getpage.contract.observation import Observation, Stop
from getpage.contract.work import Work
from getpage.core.names import Subsystem
from getpage.core.numbers import estimated
from getpage.products import registry
from getpage.result import Table

_COLUMNS: Final = (
    *("stopped", "by", "from", "seconds", "its work", "a second", "came meanwhile", "under way"),
    "seconds waited",
)
#: Letters that the name of an address space adds to that of its subsystem by convention.
_LETTERS: Final = 4
_MOST: Final = 50


def tables(observed: Observation) -> tuple[Table, ...]:
    """One table of all stops of subsystems whose work is known; none where there is none."""
    rows = [row for stop in observed.stops for row in _rows(observed, stop)]
    if not rows:
        return ()
    return (
        Table(
            title="What users waited while address spaces did no work",
            columns=_COLUMNS,
            rows=tuple(rows[:_MOST]),
            note="By the subsystem's own work in the interval in which it was stopped: work under "
            "way waits the full time, work that arrives meanwhile half of it on average. An "
            "empty column of work under way is not known; the seconds are then the least.",
        ),
    )


def _rows(observed: Observation, stop: Stop) -> Iterator[tuple[str | float | int | None, ...]]:
    named = dict.fromkeys(account.of for account in observed.accounts if isinstance(account.of, Subsystem))
    for subsystem in named:  # by accounts: what is asked of one subsystem reads nothing of others
        if subsystem.image != stop.image or not any(_is_of(job, subsystem) for job in stop.jobs):
            continue
        work = _then(observed, subsystem, stop)
        if work is not None and work.units > 0:
            yield _row(subsystem, stop, work)


def _row(subsystem: Subsystem, stop: Stop, work: Work) -> tuple[str | float | int | None, ...]:
    rate = work.units / work.seconds
    came = rate * stop.seconds
    under_way = None if work.elapsed_seconds is None else work.elapsed_seconds / work.seconds
    waited = came * stop.seconds / 2 + (under_way or 0.0) * stop.seconds
    return (
        str(subsystem),
        stop.what,
        f"{stop.start:%Y-%m-%d %H:%M:%S}",
        round(stop.seconds, 2),
        work.unit,
        estimated(rate),
        round(came),
        None if under_way is None else estimated(under_way),
        round(waited),
    )


def _then(observed: Observation, subsystem: Subsystem, stop: Stop) -> Work | None:
    """Its work in the interval in which the stop began; None where none tells."""
    return next(
        (
            work
            for work in observed.work.of(subsystem)  # type: ignore[attr-defined]
            if work.start <= stop.start < work.start + timedelta(seconds=work.seconds) and work.seconds > 0
        ),
        None,
    )


def _is_of(job: str, subsystem: Subsystem) -> bool:
    """Whether an address space is of a subsystem, by the usual names of both."""
    name = subsystem.name
    usual = {f"{name}{suffix}" for suffix in registry.named(subsystem.product).pools_live_in}
    return bool(name) and (job in usual or (job.startswith(name) and len(job) - len(name) == _LETTERS))
