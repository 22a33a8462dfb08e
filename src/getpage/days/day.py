"""What is kept of a day, from what was observed on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime

from getpage.contract.observation import Observation
from getpage.core.names import KnobId, Object, Subsystem
from getpage.result import Fact, Finding, Harm, Severity
from getpage.result.day import DayFinding, Demand, Setting, StoredDay


def as_day(
    day: date,
    observed: Observation,
    findings: Iterable[Finding],
    span: tuple[datetime | None, datetime | None],
) -> StoredDay:
    """The day in brief; `findings` are those of `check` and in its order."""
    return StoredDay(
        date=day,
        first=span[0],
        last=span[1],
        findings=tuple(_brief(finding) for finding in findings),
        settings=tuple(settings_of(observed)),
        demands=tuple(sorted(map(_measured, observed.demands), key=lambda d: (str(d.object), d.measure))),
        objects=tuple(sorted(_objects(observed), key=str)),
        unjudged=tuple(missing.question for missing in observed.unjudged),
    )


def settings_of(observed: Observation) -> Iterator[Setting]:
    """The sizes of all knobs, and limits of demands that no knob sets."""
    for knob in observed.knobs:
        fact = _first(fact for fact in knob.facts if fact.value == knob.size)
        yield Setting(knob=knob.id, object=knob.object, unit=knob.unit, size=knob.size, fact=fact)
    turned = {knob.object for knob in observed.knobs}
    for demand in observed.demands:
        if not demand.falls and demand.object not in turned:
            name = KnobId(demand.object.subsystem, demand.object.name)
            yield Setting(knob=name, object=demand.object, unit=demand.unit, size=round(demand.limit))


def _measured(demand: Demand) -> Demand:
    """The demand with numbers as they are kept, so that a day says the same before and after."""
    return replace(demand, value=float(demand.value), limit=float(demand.limit))


def _brief(finding: Finding) -> DayFinding:
    return DayFinding(
        id=finding.id,
        severity=finding.severity,
        kind=finding.kind,
        headline=finding.summary,
        delay_seconds=finding.delay_seconds,
        storage_bytes=finding.storage_bytes,
        fact=_first(fact for fact in finding.evidence if isinstance(fact.value, int | float)),
        criterion=finding.criterion if finding.severity is Severity.CRITICAL else None,
        soon=finding.harm is Harm.SOON,
    )


def _first(facts: Iterable[Fact]) -> Fact | None:
    return next(iter(facts), None)


def _objects(observed: Observation) -> set[Object]:
    """Subsystems, systems, and what of them can be turned."""
    accounts = (account.of for account in observed.accounts)
    subsystems = {name for name in accounts if isinstance(name, Subsystem)}
    subsystems |= {knob.id.subsystem for knob in observed.knobs}
    subsystems |= {demand.object.subsystem for demand in observed.demands}
    return {Object(name) for name in subsystems} | {knob.object for knob in observed.knobs}
