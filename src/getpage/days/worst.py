"""A window longer than a day is judged by its worst day: what is short in one hour of one day is short.

Waiting that is divided by the length of the window becomes less the longer one looks. So each day is judged
by itself, and a shortage or risk is as severe as on the worst day on which its object was set as it is set
now: what was short before its pool was enlarged is past. The finding of the worst day, with its numbers, goes
in place of that of the window. What a day foretells counts of the last day alone: later ones tell whether it
came. Waste stays as the window has it; of what is short on a day nothing is wasted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from getpage.contract.observation import Observation
from getpage.core.names import FindingId, KnobId, Object, Subsystem
from getpage.days.day import settings_of
from getpage.result import Finding, Kind, OnDays, Severity
from getpage.result.day import Calendar, CalendarDay, DayFinding, StoredDay

_RANK = {severity: position for position, severity in enumerate(Severity)}
_BY_DAY = frozenset({Kind.SHORTAGE, Kind.RISK})


def by_worst_day(
    observed: Observation, days: Sequence[StoredDay], observe_day: Callable[[date], Observation]
) -> tuple[Finding, ...]:
    """The findings of a window that has these days, each shortage and risk as severe as on its worst day.

    `observe_day` yields the observation of a day; it is called only for days whose finding goes in place of
    that of the window. Findings of objects of which neither size nor demand is known stay as the window has
    them: its rules may have left out what is past.
    """
    present = {setting.knob: setting.size for setting in settings_of(observed)}
    known = {knob.object for knob in observed.knobs} | {demand.object for demand in observed.demands}
    on_days = {name: on for name, on in _on_days(days, present).items() if name.object in known}
    window = {name: finding for finding in observed.findings for name in (finding.id, *finding.same_cause)}
    wanted: dict[date, set[FindingId]] = {}
    for name, (severity, on) in on_days.items():
        stands = window.get(name)
        if stands is None or _RANK[severity] < _RANK[stands.severity]:
            wanted.setdefault(on.worst, set()).add(name)
    worse = [
        _with_sizes(finding, window.get(finding.id))
        for day, names in sorted(wanted.items())
        for finding in observe_day(day).findings
        if finding.id in names
    ]
    past = {name for finding in worse for name in (finding.id, *finding.same_cause)}
    short = {finding.object for finding in worse}
    kept = (
        finding
        for finding in observed.findings
        if finding.id not in past and not (finding.kind is Kind.WASTE and finding.object in short)
    )
    return tuple(
        replace(finding, on_days=on_days[finding.id][1]) if finding.id in on_days else finding
        for finding in (*kept, *worse)
    )


def _with_sizes(of_day: Finding, of_window: Finding | None) -> Finding:
    """The finding of a day with the sizes of the window, as a day may lack the evidence that bounds them."""
    if of_window is None or of_window.id != of_day.id or not (of_window.asks or of_window.advice):
        return of_day
    return replace(
        of_day,
        asks=of_window.asks,
        advice=of_window.advice,
        cause=of_window.cause or of_day.cause,
        rules_out=tuple(dict.fromkeys((*of_window.rules_out, *of_day.rules_out))),
    )


def calendars(days: Sequence[StoredDay]) -> tuple[Calendar, ...]:
    """The days of each object that was short or at risk on one of them, the worst object first."""
    worst: dict[Object, dict[date, Severity]] = {}
    for day in days:
        for finding in _grave(day):
            if finding.soon and day is not days[-1]:
                continue
            of_object = worst.setdefault(finding.object, {})
            of_object[day.date] = min(of_object.get(day.date, Severity.INFO), finding.severity, key=_rank)
    with_it = _days_of_subsystems(days)
    return tuple(
        Calendar(
            object=name,
            days=tuple(CalendarDay(day.date, worst[name].get(day.date)) for day in with_it[name.subsystem]),
        )
        for name in sorted(worst, key=lambda name: (*_counted(worst[name].values()), str(name)))
    )


def _days_of_subsystems(days: Sequence[StoredDay]) -> dict[Subsystem, list[StoredDay]]:
    """The days that have evidence of each subsystem."""
    with_it: dict[Subsystem, list[StoredDay]] = {}
    for day in days:
        names = (*day.objects, *(finding.object for finding in day.findings))
        for subsystem in {name.subsystem for name in names}:
            with_it.setdefault(subsystem, []).append(day)
    return with_it


def _on_days(
    days: Sequence[StoredDay], present: dict[KnobId, int]
) -> dict[FindingId, tuple[Severity, OnDays]]:
    """How severe each finding is on its worst day, with that day, and on how many of its days it is there."""
    seen: dict[FindingId, list[tuple[DayFinding, date]]] = {}
    unlike = {day.date: set(_set_otherwise(day, present)) for day in days}
    for day in days:
        for finding in _grave(day):
            if finding.object not in unlike[day.date]:
                seen.setdefault(finding.id, []).append((finding, day.date))
    judged: dict[FindingId, tuple[Severity, OnDays]] = {}
    with_it = _days_of_subsystems(days)
    for name, every in seen.items():
        days_of_it = with_it[name.object.subsystem]
        last = days_of_it[-1].date
        entries = [(finding, day) for finding, day in every if not finding.soon or day == last]
        if not entries:
            continue
        finding, worst = min(entries, key=lambda entry: _gravity(*entry))
        of = sum(name.object not in unlike[day.date] for day in days_of_it)
        judged[name] = finding.severity, OnDays(len(entries), of, worst)
    return judged


def _set_otherwise(day: StoredDay, present: dict[KnobId, int]) -> Iterator[Object]:
    """The objects that had another size on the day than at the end of the window."""
    for setting in day.settings:
        if present.get(setting.knob, setting.size) != setting.size:
            yield setting.object


def _grave(day: StoredDay) -> Iterable[DayFinding]:
    return (
        finding
        for finding in day.findings
        if finding.kind in _BY_DAY and finding.severity is not Severity.INFO
    )


def _gravity(finding: DayFinding, day: date) -> tuple[int, float, int, date]:
    """Worst first; of days as bad the first."""
    return _RANK[finding.severity], -finding.delay_seconds, -finding.storage_bytes, day


def _counted(severities: Iterable[Severity]) -> tuple[int, int]:
    """How many are critical, and how many there are; most first."""
    every = list(severities)
    return -every.count(Severity.CRITICAL), -len(every)


def _rank(severity: Severity) -> int:
    return _RANK[severity]
