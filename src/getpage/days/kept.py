"""A day in brief as JSON, and back. Nothing of it is trusted: somebody may have edited the file."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Any, Final

from getpage.core.names import FindingId, Image, KnobId, Object, Subsystem
from getpage.core.saved import UnlikeError, checked, maybe, member, members
from getpage.result import Fact, Kind, Severity
from getpage.result.day import DayFinding, Demand, Setting, StoredDay

#: Rises when what is written changes: a day of another form is made again.
FORM: Final = 1


def as_json(day: StoredDay) -> dict[str, Any]:
    """The day as the types of JSON."""
    return {
        "form": FORM,
        "date": day.date.isoformat(),
        "first": day.first and day.first.isoformat(),
        "last": day.last and day.last.isoformat(),
        "findings": [
            {
                "check": finding.id.check,
                "object": _object_json(finding.object),
                "severity": finding.severity,
                "kind": finding.kind,
                "headline": finding.headline,
                "delay_seconds": finding.delay_seconds,
                "storage_bytes": finding.storage_bytes,
                "fact": _fact_json(finding.fact),
            }
            for finding in day.findings
        ],
        "settings": [
            {
                "object": _object_json(setting.object),
                "knob": _object_json(Object(setting.knob.subsystem, setting.knob.name)),
                "unit": setting.unit,
                "size": setting.size,
                "fact": _fact_json(setting.fact),
            }
            for setting in day.settings
        ],
        "demands": [
            {
                "object": _object_json(demand.object),
                "measure": demand.measure,
                "unit": demand.unit,
                "value": demand.value,
                "limit": demand.limit,
                "falls": demand.falls,
                "fact": _fact_json(demand.fact),
            }
            for demand in day.demands
        ],
        "objects": [_object_json(name) for name in day.objects],
    }


def as_day(document: Any) -> StoredDay:
    """The day that was written; UnlikeError where this is none."""
    if member(document, "form", int) != FORM:
        raise UnlikeError("'form': it is of another version")
    return StoredDay(
        date=_parsed(document, "date", date.fromisoformat),
        first=_time(document, "first"),
        last=_time(document, "last"),
        findings=tuple(_finding(entry) for entry in members(document, "findings")),
        settings=tuple(_setting(entry) for entry in members(document, "settings")),
        demands=tuple(_demand(entry) for entry in members(document, "demands")),
        objects=tuple(_identity(entry) for entry in members(document, "objects")),
    )


def _finding(entry: Any) -> DayFinding:
    return DayFinding(
        id=FindingId(member(entry, "check", str), _object(entry)),
        severity=_parsed(entry, "severity", Severity),
        kind=_parsed(entry, "kind", Kind),
        headline=member(entry, "headline", str),
        delay_seconds=member(entry, "delay_seconds", float),
        storage_bytes=member(entry, "storage_bytes", int),
        fact=_fact(entry),
    )


def _setting(entry: Any) -> Setting:
    knob = _object(entry, "knob")
    return Setting(
        knob=KnobId(knob.subsystem, knob.name),
        object=_object(entry),
        unit=member(entry, "unit", str),
        size=member(entry, "size", int),
        fact=_fact(entry),
    )


def _demand(entry: Any) -> Demand:
    return Demand(
        object=_object(entry),
        measure=member(entry, "measure", str),
        unit=member(entry, "unit", str),
        value=member(entry, "value", float),
        limit=member(entry, "limit", float),
        falls=bool(entry.get("falls")),
        fact=_fact(entry),
    )


def _object_json(name: Object) -> list[str]:
    return [name.product, name.image.name, name.subsystem.name, name.name]


def _object(entry: Any, name: str = "object") -> Object:
    return _identity(member(entry, name, list))


def _identity(entry: Any) -> Object:
    parts = checked(entry, "object", list)
    if len(parts) != 4:
        raise UnlikeError("'object': expected product, image, subsystem and name")
    product, image, subsystem, name = (checked(part, "object", str) for part in parts)
    return Object(Subsystem(product, Image(image), subsystem), name)


def _fact_json(fact: Fact | None) -> dict[str, Any] | None:
    """The number and where it stands."""
    if fact is None:
        return None
    named = {name: getattr(fact, name) for name in _FACT}
    return {**named, "interval_start": fact.interval_start and fact.interval_start.isoformat()}


_FACT: Final = (
    *("label", "value", "unit", "table", "column", "ibm_name", "trust", "file", "record"),
    *("interval_seconds", "less_file", "less_record"),
)


def _fact(entry: Any) -> Fact | None:
    fact = maybe(entry, "fact", dict)
    if fact is None:
        return None
    texts = {
        name: member(fact, name, str)
        for name in ("label", "unit", "table", "column", "ibm_name", "trust", "file", "less_file")
    }
    value = fact.get("value")
    return Fact(
        **texts,
        value=value if isinstance(value, int | float | str) else None,
        record=maybe(fact, "record", int),
        less_record=maybe(fact, "less_record", int),
        interval_start=_time(fact, "interval_start"),
        interval_seconds=maybe(fact, "interval_seconds", float),
    )


def _time(document: Any, name: str) -> datetime | None:
    return None if maybe(document, name, str) is None else _parsed(document, name, datetime.fromisoformat)


def _parsed(document: Any, name: str, parse: Callable[[str], Any]) -> Any:
    text = member(document, name, str)
    try:
        return parse(text)
    except ValueError as error:
        message = f"{name!r}: {text!r} is none"
        raise UnlikeError(message) from error
