"""A day in brief as JSON, and back. Nothing of it is trusted: somebody may have edited the file.

It is two documents: of findings, sizes and demands what days are judged by, and where their numbers stand,
which is most of it and is read only by those that show a number of a day.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Final

from getpage.core.names import FindingId, Image, KnobId, Object, Subsystem
from getpage.core.saved import UnlikeError, checked, maybe, member, members
from getpage.result import Criterion, Fact, Kind, Severity
from getpage.result.day import DayFinding, Demand, Setting, StoredDay

#: Rises when what is written changes: a day of another form is made again.
FORM: Final = 4


def as_documents(day: StoredDay) -> tuple[dict[str, Any], dict[str, Any]]:
    """The day as the types of JSON: what it is judged by, and the facts. Objects are named by their place in
    one list.
    """
    named: dict[tuple[str, ...], int] = {}

    def place(name: Object) -> int:
        key = (name.product, name.image.name, name.subsystem.name, name.name)
        return named.setdefault(key, len(named))

    brief = {
        "form": FORM,
        "date": day.date.isoformat(),
        "first": day.first and day.first.isoformat(),
        "last": day.last and day.last.isoformat(),
        "findings": [
            [
                *(place(finding.object), finding.id.check, finding.severity, finding.kind, finding.headline),
                *(finding.delay_seconds, finding.storage_bytes),
                finding.criterion and [getattr(finding.criterion, name) for name in _CRITERION],
                finding.soon,
            ]
            for finding in day.findings
        ],
        "settings": [
            [
                place(setting.object),
                place(Object(setting.knob.subsystem, setting.knob.name)),
                setting.unit,
                setting.size,
            ]
            for setting in day.settings
        ],
        "demands": [
            [place(demand.object), demand.measure, demand.unit, demand.value, demand.limit, demand.falls]
            for demand in day.demands
        ],
        "objects": [place(name) for name in day.objects],
    }
    facts = {
        name: [_fact_json(entry.fact) for entry in getattr(day, name)]
        for name in ("findings", "settings", "demands")
    }
    return {**brief, "names": list(named)}, facts


class DayReader:
    """Reads days one after the other: what is the same as on the day before is not made again, as names and
    settings mostly are.
    """

    def __init__(self) -> None:
        """Begin without a day before."""
        self._before: tuple[Any, Any] = None, None  # names and settings, as written
        self._names: list[Object] = []
        self._settings: tuple[Setting, ...] = ()

    def names(self, brief: Any) -> list[Object]:
        """The objects that the day names."""
        entries = members(brief, "names")
        if entries != self._before[0]:
            self._names = [_identity(entry) for entry in entries]
            self._before = entries, None
        return self._names

    def settings(self, brief: Any, make: Callable[[], Iterable[Setting]]) -> tuple[Setting, ...]:
        """Its settings without facts, by the names that were read last."""
        entries = members(brief, "settings")
        if entries != self._before[1]:
            self._settings = tuple(make())
            self._before = self._before[0], entries
        return self._settings


def as_day(documents: Sequence[str], reader: DayReader, *, whole: bool) -> StoredDay:
    """The day that was written, whole or without demands and facts; UnlikeError where this is none."""
    try:
        brief = json.loads(documents[0])
        where = json.loads(documents[1]) if whole else {}
    except (ValueError, IndexError, RecursionError) as error:
        raise UnlikeError("this is no JSON of a day") from error
    if member(brief, "form", int) != FORM:
        raise UnlikeError("'form': it is of another version")
    names = reader.names(brief)

    def each(name: str, length: int) -> Iterable[tuple[list[Any], Fact | None]]:
        entries = members(brief, name)
        of_entries = members(where, name) if whole else [None] * len(entries)
        if len(of_entries) != len(entries):
            message = f"{name!r}: there are other facts"
            raise UnlikeError(message)
        for entry, fact in zip(entries, of_entries, strict=True):
            if len(checked(entry, name, list)) != length:
                message = f"{name!r}: expected lists of {length}"
                raise UnlikeError(message)
            yield entry, _fact(fact)

    def named(place: Any) -> Object:
        at = checked(place, "object", int)
        if not 0 <= at < len(names):
            message = f"'object': {at} is none"
            raise UnlikeError(message)
        return names[at]

    def settings() -> Iterable[Setting]:
        return (_setting(named, entry, fact) for entry, fact in each("settings", 4))

    return StoredDay(
        date=_parsed(brief, "date", date.fromisoformat),
        first=_time(brief, "first"),
        last=_time(brief, "last"),
        findings=tuple(_finding(named, entry, fact) for entry, fact in each("findings", 9)),
        settings=tuple(settings()) if whole else reader.settings(brief, settings),
        demands=tuple(_demand(named, entry, fact) for entry, fact in each("demands", 6)) if whole else (),
        objects=tuple(named(place) for place in members(brief, "objects")),
    )


_Named = Callable[[Any], Object]


def _finding(named: _Named, entry: list[Any], fact: Fact | None) -> DayFinding:
    place, check, severity, kind, headline, delay, size, criterion, soon = entry
    return DayFinding(
        id=FindingId(checked(check, "check", str), named(place)),
        severity=_parse(severity, "severity", Severity),
        kind=_parse(kind, "kind", Kind),
        headline=checked(headline, "headline", str),
        delay_seconds=checked(delay, "delay_seconds", float),
        storage_bytes=checked(size, "storage_bytes", int),
        fact=fact,
        criterion=_criterion(criterion),
        soon=bool(soon),
    )


_CRITERION: Final = ("label", "unit", "value", "critical", "falls")


def _criterion(entry: Any) -> Criterion | None:
    if entry is None:
        return None
    parts = checked(entry, "criterion", list)
    if len(parts) != len(_CRITERION):
        raise UnlikeError("'criterion': expected a number and from where on it is critical")
    label, unit, value, critical, falls = parts
    return Criterion(
        label=checked(label, "label", str),
        unit=checked(unit, "unit", str),
        value=checked(value, "value", float),
        critical=checked(critical, "critical", float),
        falls=bool(falls),
    )


def _setting(named: _Named, entry: list[Any], fact: Fact | None) -> Setting:
    place, knob, unit, size = entry
    turned = named(knob)
    return Setting(
        knob=KnobId(turned.subsystem, turned.name),
        object=named(place),
        unit=checked(unit, "unit", str),
        size=checked(size, "size", int),
        fact=fact,
    )


def _demand(named: _Named, entry: list[Any], fact: Fact | None) -> Demand:
    place, measure, unit, value, limit, falls = entry
    return Demand(
        object=named(place),
        measure=checked(measure, "measure", str),
        unit=checked(unit, "unit", str),
        value=checked(value, "value", float),
        limit=checked(limit, "limit", float),
        falls=bool(falls),
        fact=fact,
    )


@lru_cache(maxsize=1 << 16)
def _object(product: str, image: str, subsystem: str, name: str) -> Object:
    return Object(Subsystem(product, Image(image), subsystem), name)


def _identity(entry: Any) -> Object:
    parts = checked(entry, "object", list)
    if len(parts) != 4:
        raise UnlikeError("'object': expected product, image, subsystem and name")
    return _object(*(checked(part, "object", str) for part in parts))


def _fact_json(fact: Fact | None) -> list[Any] | None:
    """The number and where it stands."""
    if fact is None:
        return None
    start = fact.interval_start and fact.interval_start.isoformat()
    return [fact.value, *(getattr(fact, name) for name in (*_TEXTS, *_NUMBERS)), start, fact.interval_seconds]


_TEXTS: Final = ("label", "unit", "table", "column", "ibm_name", "trust", "file", "less_file")
_NUMBERS: Final = ("record", "less_record")


def _fact(entry: Any) -> Fact | None:
    if entry is None:
        return None
    parts = checked(entry, "fact", list)
    if len(parts) != len(_TEXTS) + len(_NUMBERS) + 3:
        raise UnlikeError("'fact': expected a number and where it stands")
    value, *parts, start, seconds = parts
    texts = {name: checked(part, name, str) for name, part in zip(_TEXTS, parts, strict=False)}
    record, less_record = (
        None if part is None else checked(part, "record", int) for part in parts[len(_TEXTS) :]
    )
    return Fact(
        **texts,
        value=value if isinstance(value, int | float | str) else None,
        record=record,
        less_record=less_record,
        interval_start=None if start is None else _parse(start, "interval_start", datetime.fromisoformat),
        interval_seconds=None if seconds is None else checked(seconds, "interval_seconds", float),
    )


def _time(document: Any, name: str) -> datetime | None:
    return None if maybe(document, name, str) is None else _parsed(document, name, datetime.fromisoformat)


def _parsed(document: Any, name: str, parse: Callable[[str], Any]) -> Any:
    return _parse(member(document, name, str), name, parse)


def _parse(value: Any, name: str, parse: Callable[[str], Any]) -> Any:
    text = checked(value, name, str)
    try:
        return parse(text)
    except ValueError as error:
        message = f"{name!r}: {text!r} is none"
        raise UnlikeError(message) from error
