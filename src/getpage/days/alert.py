"""What must wake somebody: critical findings that are new since the last look.

A finding that was told is told again only after it was not critical on `QUIET` days in a row, so that a value
about a threshold tells once. The first look tells what is critical on the last day.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Final

from getpage.contract.thresholds import DEFAULTS, Thresholds
from getpage.core.saved import UnlikeError, checked, member
from getpage.core.text import shorten
from getpage.result import Severity
from getpage.result.changes import Alert
from getpage.result.day import DayFinding, StoredDay

#: Days of evidence without it after which a finding is news again: ours.
QUIET: Final = 2
#: Characters of a message: a line of the console has 126.
_TEXT: Final = 120


@dataclass(frozen=True, slots=True)
class AlertState:
    """What was told until a day, which may have grown since: the last critical day of each finding."""

    until: date | None = None
    critical: Mapping[str, date] = field(default_factory=dict)


def news(
    days: Sequence[StoredDay], state: AlertState, thresholds: Thresholds = DEFAULTS
) -> tuple[tuple[Alert, ...], AlertState]:
    """What is new on days since what was told, in order of time, and what is told with it. `thresholds` are
    those that the days were judged by.
    """
    if not days:
        return (), state
    last_critical = dict(state.critical)
    dates = [day.date for day in days]
    alerts: list[Alert] = []
    for number, day in enumerate(days):
        if day.date < (state.until or dates[-1]):
            continue
        for finding in day.findings:
            if finding.severity is not Severity.CRITICAL:
                continue
            before = last_critical.get(str(finding.id))
            if before is None or sum(before < other for other in dates[:number]) >= QUIET:
                alerts.append(_alert(finding, day, thresholds))
            last_critical[str(finding.id)] = max(day.date, before or day.date)
    since = dates[-QUIET] if len(dates) >= QUIET else dates[0]
    return tuple(alerts), AlertState(
        dates[-1], {name: day for name, day in last_critical.items() if day >= since}
    )


def _alert(finding: DayFinding, day: StoredDay, thresholds: Thresholds) -> Alert:
    judging = thresholds.judging(finding.id.check, finding.object, waits=bool(finding.delay_seconds))
    alert = Alert(
        finding=finding.id,
        object=finding.object,
        day=day.date,
        headline=finding.headline,
        of_site=tuple(site.sentence for site in judging),
        text=shorten(f"getpage {day.date} {finding.object}: {finding.headline}", _TEXT),
    )
    by = finding.criterion
    if by is None:
        return alert
    return replace(alert, label=by.label, unit=by.unit, value=by.value, threshold=by.critical, falls=by.falls)


def as_json(state: AlertState) -> dict[str, Any]:
    """What was told, as the types of JSON."""
    return {
        "told": 1,
        "until": state.until and state.until.isoformat(),
        "critical": {name: day.isoformat() for name, day in sorted(state.critical.items())},
    }


def as_state(document: Any) -> AlertState:
    """What was written; UnlikeError where it is something else."""
    if member(document, "told", int) != 1:
        raise UnlikeError("'told': it is of another version")
    return AlertState(_date(document.get("until")), dict(_critical(document)))


def _critical(document: Any) -> Iterator[tuple[str, date]]:
    for name, day in member(document, "critical", dict).items():
        read = _date(day)
        if read is not None:
            yield name, read


def _date(text: Any) -> date | None:
    try:
        return None if text is None else date.fromisoformat(checked(text, "day", str))
    except ValueError as error:
        message = f"{text!r} is no day"
        raise UnlikeError(message) from error
