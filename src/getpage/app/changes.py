"""What differs between two days of a store."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from getpage.app.evidence import NOBODY, DaysRequest, Watch, opened
from getpage.core.errors import GetpageError, Instead, NotEnoughEvidenceError, UnknownNameError, Without
from getpage.core.names import is_of
from getpage.core.numbers import counted
from getpage.core.option import option

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from getpage.core.names import Object
    from getpage.evidence.view import StoreEvidence
    from getpage.result.changes import Changes, MovedSetting
    from getpage.result.day import StoredDay

YESTERDAY: Final = "yesterday"
SAME_WEEKDAY: Final = "same-weekday"
#: Days before from which it is known how much a number varies: four weeks.
_HISTORY: Final = 28
_A_WEEK: Final = timedelta(days=7)
_A_MINUTE: Final = timedelta(minutes=1)


def a_date(text: str) -> date:
    """A day as people write it; GetpageError for what is none."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError as error:
        problem = f"{text!r} is not a date."
        raise GetpageError(problem, Instead(text, "2026-11-17")) from error


def _earlier(text: str) -> str | date:
    words = text.strip().lower()
    return words if words in (YESTERDAY, SAME_WEEKDAY) else a_date(text)


@dataclass(frozen=True, kw_only=True)
class ChangesRequest(DaysRequest):
    """Two days of a store or of files."""

    since: str | date = field(
        default=YESTERDAY,
        metadata=option(
            "The day to compare with: yesterday (the day of the store before the last), same-weekday (the "
            "latest one a week or more before), or a date, 2026-11-17.",
            written=str,
            read=_earlier,
            also="against",
        ),
    )
    day: date | None = field(
        default=None,
        metadata=option(
            "The day that is compared; the last one of the store if not given.", written=str, read=a_date
        ),
    )
    of: str | None = field(
        default=None,
        metadata=option(
            "Only what differs of this object, subsystem or system: SYSA, MQA1, 'SYSA.MQA1 pool 3'.",
            name="object",
            written=str,
        ),
    )


def changes(request: ChangesRequest, watch: Watch = NOBODY) -> Changes:
    """Findings that are new, worse, better or gone between two days, settings that changed, objects that came
    or went. NotEnoughEvidenceError where the evidence is not of two days.
    """
    with opened(request, watch) as evidence:
        return changes_of(evidence, request, watch)


def changes_of(evidence: StoreEvidence, request: ChangesRequest, watch: Watch = NOBODY) -> Changes:
    """The same of some evidence."""
    from getpage.app.days import days_of, in_brief
    from getpage.app.settings import in_use, settings_of
    from getpage.app.tool import TOOL
    from getpage.days.compare import compare

    days = days_of(evidence)
    after = _among(days, request.day) if request.day else days[-1]
    before = _before(days, after, request.since)
    history = [day for day in days if day < after and day != before][-_HISTORY:]
    *past, old, new = in_brief(evidence, [*history, before, after], watch.progress)
    result = compare(old, new, past)
    if request.of is not None:
        result = _of_object(result, request.of, (*old.objects, *new.objects))
    settings = tuple(replace(moved, seen=_first_seen(evidence, new, moved)) for moved in result.settings)
    notes = (*result.notes, *in_use(settings_of(evidence)))
    return replace(result, settings=settings, notes=notes, tool=TOOL)


def _of_object(differ: Changes, wanted: str, known: Iterable[Object]) -> Changes:
    """What differs of an object, a subsystem or an image. UnknownNameError where neither day has it."""
    of_findings = (moved.object for moved in differ.findings)
    names = {*known, *of_findings, *(moved.object for moved in differ.settings)}
    if not any(is_of(name, wanted) for name in names):
        problem = f"--object {wanted}: nothing on either day has this name."
        raise UnknownNameError(problem, wanted, sorted(map(str, names)), Without(("--object",)))
    return replace(
        differ,
        findings=tuple(moved for moved in differ.findings if is_of(moved.object, wanted)),
        settings=tuple(moved for moved in differ.settings if is_of(moved.object, wanted)),
        came=tuple(name for name in differ.came if is_of(name, wanted)),
        went=tuple(name for name in differ.went if is_of(name, wanted)),
    )


def _among(days: Sequence[date], day: date) -> date:
    if day not in days:
        nearest = min(days, key=lambda other: abs(other - day))
        problem = f"no evidence of {day}: it has {counted(len(days), 'day')}, {days[0]} to {days[-1]}."
        raise NotEnoughEvidenceError(problem, Instead(str(day), str(nearest)))
    return day


def _before(days: Sequence[date], after: date, since: str | date) -> date:
    """The day to compare with; NotEnoughEvidenceError where the evidence has none."""
    earlier = [day for day in days if day < after]
    if isinstance(since, date) and earlier:
        if since >= after:
            problem = f"--since {since} is not before {after}, the day that is compared."
            raise GetpageError(problem, "--since yesterday")
        return _among(earlier, since)
    if since == SAME_WEEKDAY:
        earlier = [day for day in earlier if (after - day) % _A_WEEK == timedelta()]
    if not earlier:
        what = "the same weekday" if since == SAME_WEEKDAY else "a day before"
        problem = f"not enough evidence: nothing of {what} to compare {after} with."
        raise NotEnoughEvidenceError(problem, "getpage load SMF.DUMP --into STORE")
    return earlier[-1]


def _first_seen(evidence: StoreEvidence, day: StoredDay, moved: MovedSetting) -> datetime | None:
    """The end of the first interval of the day that has the new size, to the minute; None where no interval
    tells.
    """
    from getpage.days.day import settings_of
    from getpage.evidence.view import StoreEvidence
    from getpage.evidence.window import Window
    from getpage.products.registry import PRODUCTS

    first, last = day.first, day.last
    if first is None or last is None:
        return None
    analyse = next(product.analyse for product in PRODUCTS if product.name == moved.knob.product)

    def is_new_by(end: datetime) -> bool:
        seen = StoreEvidence(evidence.store, Window(first, end), evidence.system)
        settings = settings_of(analyse(seen))
        return any(setting.knob == moved.knob and setting.size == moved.after for setting in settings)

    minutes = range(int((last - first) / _A_MINUTE) + 1)
    end = first + _A_MINUTE * bisect_left(minutes, x=True, key=lambda m: is_new_by(first + m * _A_MINUTE))
    return end if end <= last else None
