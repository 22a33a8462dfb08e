"""What days come to, worked out when they are loaded, so that the first check of many days finds it.

Measures of a day are files of that day alone, so that each may be worked out by another process or machine;
merging them is what every question about several days does. Nothing depends on a task: what one did not work
out, the first question about its day does.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from getpage.core.errors import GetpageError
from getpage.core.progress import Progress
from getpage.core.units import MIB
from getpage.evidence import beside
from getpage.evidence.catalog import UNDATED

if TYPE_CHECKING:
    from getpage.contract.observation import Observation
    from getpage.evidence.store import Store
    from getpage.evidence.view import StoreEvidence
    from getpage.plan.pipeline import Decided
    from getpage.scale.pieces import Run

#: Bytes of Parquet of which working out takes several times as long as a process to start.
_WORTH: Final = 16 * MIB
#: Processes at the most: each has a day in memory.
_PROCESSES: Final = 8


def days_to_measure(store: Store, loaded: Iterable[str]) -> list[date]:
    """The days to work out after a load into these, of a store of which answers are kept by day: they, and
    the days before them, whose last intervals were written after midnight. All days of a store that has
    become one of several days.
    """
    dated = {date.fromisoformat(day) for day in loaded if day != UNDATED}
    there = {date.fromisoformat(day) for day in store.days() if day != UNDATED}
    if not dated or not beside.has_several_days(store) or beside.is_read_at_once(store):
        return []
    if len(there - dated) < beside.FEWEST_DAYS:
        return sorted(there)
    return sorted(there & {*dated, *(day - timedelta(days=1) for day in dated)})


def at_once(store: Store, days: Sequence[date], processors: int) -> int:
    """How many processes of this machine work days out: as many as pay for their start, and have memory."""
    if store.mirror is not None:
        return 1  # each would fetch the days anew
    bytes_ = sum(part.bytes for day in days for part in store.day(str(day)))
    return min(processors, len(days), _PROCESSES, bytes_ // _WORTH)


def make_measures(store: Store, days: Sequence[date], progress: Progress | None = None) -> None:
    """Work out what `check` and `report` keep of these days, as far as it is not kept: of each day by itself,
    so that several processes can each do some of them. What raises is what `check` of such a day raises.
    """
    from getpage.evidence.view import StoreEvidence

    _make(StoreEvidence(store), days, progress)


def _make(evidence: StoreEvidence, days: Sequence[date], progress: Progress | None = None) -> None:
    from getpage.app.days import in_brief, is_only_midnight, of_day
    from getpage.app.window import observe_window

    for number, day in enumerate(days):
        if progress is not None:
            progress(str(day), number, len(days))
        if is_only_midnight(evidence, day):
            observe_window(of_day(evidence, day))
        else:
            list(in_brief(evidence, [day], seen=_show))
        evidence.store.release(str(day))


def _show(day: StoreEvidence, observed: Observation, settled: Decided) -> None:
    """Work out what pictures and tables keep of a day."""
    from getpage.app.analysis import as_result

    result = as_result(day, observed, settled)
    for shown in (result.pictures, result.tables):
        list(shown)


@dataclass(frozen=True, slots=True, kw_only=True)
class DayTask:
    """A day to work out, of a store that a worker sees at the same path or URL, as it is since `commit`.
    `program` is the digest of the driver's: what another one works out is of no use to it.
    """

    day: str
    store: str
    commit: int
    durable: bool
    program: str


def measure_days(run: Run, store: Store, days: Sequence[date], progress: Progress | None = None) -> str:
    """Have days worked out by `run`, each by itself. Why that failed for one of them, or empty."""
    place = store.mirror.url if store.mirror else str(store.path.absolute())
    commit, program = store.catalog().commit, beside.program()
    tasks = [
        DayTask(day=str(day), store=place, commit=commit, durable=store.durable, program=program)
        for day in days
    ]
    problems = []
    for number, outcome in enumerate(run([json.dumps(asdict(task)) for task in tasks], __name__), start=1):
        problems.append(json.loads(outcome)["problem"])
        if progress is not None:
            progress(str(days[number - 1]), number, len(days))
    return next(filter(None, problems), "")


def done(text: str) -> str:
    """Do a `DayTask`, as text. Returns its `problem` as text, which is empty where there is none; another
    attempt would have it too.
    """
    task = DayTask(**json.loads(text))
    problem = ""
    if task.program != beside.program():
        problem = f"the worker on {platform.node()} has another build of getpage than this machine"
    else:
        try:
            _make(_evidence(task.store, task.durable, task.commit), [date.fromisoformat(task.day)])
        except Exception as error:
            problem = why_not(error)
    return json.dumps({"problem": problem})


@lru_cache(maxsize=1)
def _evidence(store: str, durable: bool, commit: int) -> StoreEvidence:  # noqa: ARG001
    """The evidence of all days, opened once by a process that works out many: that takes as long as days."""
    from getpage.evidence.store import Store
    from getpage.evidence.view import StoreEvidence

    return StoreEvidence(Store(store, durable=durable))


def why_not(error: Exception) -> str:
    """Why days could not be worked out, in a phrase."""
    from getpage.contract.unjudged import failure

    if isinstance(error, GetpageError):
        return error.problem
    return getattr(error, "strerror", None) or failure(error)
