"""Two days compared: which findings are new, worse, better or gone, and which settings changed.

A finding has the same identity on every day: its check and its object. It is compared by the seconds that
work waited for it, a second of evidence; where nothing waited, by the storage that is short or wasted; else
by the number that proves it, of which only that it changed can be said.

A number that varies from day to day has not changed because it is another today. Where the days before show
how much it varies, it counts as moved only outside their range, widened as `_usual` says; and always only by
more than `NEGLIGIBLE` of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from getpage.core.names import FindingId, Object
from getpage.result import Kind, Severity
from getpage.result.changes import Changes, Moved, MovedFinding, MovedSetting
from getpage.result.day import DayFinding, StoredDay

#: Differences that nobody acts on, as a part of the larger number: ours.
NEGLIGIBLE: Final = 0.05
#: Days before that it takes to know how much a number varies.
_ENOUGH: Final = 5
#: Standard deviations from the median beyond which a day is unusual, and those in a median deviation of
#: normal noise.
_UNUSUAL: Final = 3.0
_OF_MEDIAN: Final = 1.4826
#: Evidence of two days that differs by more of the longer one is not of alike days.
_SHORTER: Final = 0.1

_RANK: Final = {severity: rank for rank, severity in enumerate(Severity)}
_ORDER: Final = {moved: rank for rank, moved in enumerate(Moved)}


def compare(before: StoredDay, after: StoredDay, history: Sequence[StoredDay] = ()) -> Changes:
    """What differs between two days; `history` are days before, from which it is known what is usual."""
    moved = sorted(_findings(before, after, history), key=_order)
    return Changes(
        before=before.date,
        after=after.date,
        findings=tuple(moved),
        settings=tuple(_settings(before, after, moved)),
        came=_without(after.objects, before.objects),
        went=_without(before.objects, after.objects),
        notes=tuple(_notes(before, after)),
    )


def _order(moved: MovedFinding) -> tuple[int, int, str]:
    graver = min(_rank(moved.severity_before), _rank(moved.severity_after))
    return _ORDER[moved.moved], graver, str(moved.finding)


def _rank(severity: Severity | None) -> int:
    """Gravest first; none at all is last."""
    return len(_RANK) if severity is None else _RANK[severity]


def _findings(before: StoredDay, after: StoredDay, history: Sequence[StoredDay]) -> Iterator[MovedFinding]:
    """Findings that moved. A note that comes or goes is no news, as nothing has to be done."""
    earlier, later = _by_id(before), _by_id(after)
    past = [(day, _by_id(day)) for day in history]
    for name in dict.fromkeys((*later, *earlier)):
        old, new = earlier.get(name), later.get(name)
        present = [finding for finding in (new, old) if finding is not None]
        if all(finding.severity is Severity.INFO for finding in present):
            continue
        measure = measure_of(present)
        numbers = measure.of(old, before), measure.of(new, after)
        usual = _usual([measure.of(findings.get(name), day) for day, findings in past])
        moved = _how(old, new, numbers, usual, measure)
        if moved is not None:
            yield MovedFinding(
                moved=moved,
                finding=name,
                object=present[0].object,
                severity_before=old.severity if old else None,
                severity_after=new.severity if new else None,
                headline=present[0].headline,
                label=measure.label,
                unit=measure.unit,
                before=numbers[0],
                after=numbers[1],
                usual=usual,
            )


@dataclass(frozen=True, slots=True)
class DayMeasure:
    """The number that a finding is compared by; `more_is_worse` is None where that is not known."""

    label: str
    unit: str
    value: Callable[[DayFinding, StoredDay], float | None]
    more_is_worse: bool | None = True

    def of(self, finding: DayFinding | None, day: StoredDay) -> float | None:
        """The number on a day; None where there was no such finding."""
        return None if finding is None else self.value(finding, day)


def measure_of(findings: Sequence[DayFinding]) -> DayMeasure:
    """What all of these findings can be compared by, which are of one check and object."""
    if any(finding.delay_seconds for finding in findings):
        return DayMeasure("work that waits at any time", "tasks", _waiting)
    if any(finding.storage_bytes for finding in findings):
        label = "wasted" if findings[0].kind is Kind.WASTE else "short"
        return DayMeasure(label, "bytes", lambda finding, _: float(finding.storage_bytes))
    fact = findings[0].fact
    if fact is None:
        return DayMeasure("", "", lambda *_: None)
    label = fact.label

    def value(finding: DayFinding, _: StoredDay) -> float | None:
        same = finding.fact is not None and finding.fact.label == label
        return float(finding.fact.value) if same and finding.fact is not None else None  # type: ignore[arg-type]

    return DayMeasure(label, fact.unit, value, more_is_worse=None)


def _waiting(finding: DayFinding, day: StoredDay) -> float | None:
    """Seconds waited in a second of the day's evidence: the tasks that wait at any time."""
    seconds = _seconds(day)
    return finding.delay_seconds / seconds if seconds else None


def _how(
    old: DayFinding | None,
    new: DayFinding | None,
    numbers: tuple[float | None, float | None],
    usual: tuple[float, float] | None,
    measure: DayMeasure,
) -> Moved | None:
    """How a finding moved; None where it did not."""
    if old is None or (new is not None and _RANK[new.severity] < _RANK[old.severity]):
        return Moved.NEW if old is None or old.severity is Severity.INFO else Moved.WORSE
    if new is None or _RANK[new.severity] > _RANK[old.severity]:
        return Moved.GONE if new is None or new.severity is Severity.INFO else Moved.BETTER
    before, after = numbers
    if before is None or after is None or abs(after - before) <= NEGLIGIBLE * max(abs(before), abs(after)):
        return None
    if usual is not None and usual[0] <= after <= usual[1]:
        return None
    if measure.more_is_worse is None:
        return Moved.CHANGED
    return Moved.WORSE if after > before else Moved.BETTER


def _usual(values: Sequence[float | None]) -> tuple[float, float] | None:
    """From where to where a number usually lies: its range on the days before, or three standard deviations
    about its median, as the median deviation gives them, where that is wider. None from too few days.
    """
    known = [value for value in values if value is not None and math.isfinite(value)]
    if len(known) < _ENOUGH:
        return None
    middle = median(known)
    spread = _UNUSUAL * _OF_MEDIAN * median(abs(value - middle) for value in known)
    return min(*known, middle - spread), max(*known, middle + spread)


def _settings(before: StoredDay, after: StoredDay, moved: Sequence[MovedFinding]) -> Iterator[MovedSetting]:
    sizes = {setting.knob: setting for setting in before.settings}
    for setting in sorted(after.settings, key=lambda setting: str(setting.knob)):
        old = sizes.get(setting.knob)
        if old is None or (old.size, old.unit) == (setting.size, setting.unit):
            continue
        yield MovedSetting(
            knob=setting.knob,
            object=setting.object,
            unit=setting.unit,
            before=old.size,
            after=setting.size,
            findings=tuple(entry.finding for entry in moved if _concerns(entry.object, setting.object)),
        )


def _concerns(moved: Object, changed: Object) -> bool:
    """Whether what is said of one object may come from a change of the other: the same, or its subsystem."""
    return moved == changed or (moved.subsystem == changed.subsystem and not (moved.name and changed.name))


def _without(some: Iterable[Object], others: Iterable[Object]) -> tuple[Object, ...]:
    known = set(others)
    return tuple(name for name in some if name not in known)


def _notes(before: StoredDay, after: StoredDay) -> Iterator[str]:
    """What makes the days hard to compare."""
    for day in (before, after):
        yield from (f"{day.date}: {question}; what it has may look new or gone." for question in day.unjudged)
    for day, other in ((before, after), (after, before)):
        if _seconds(day) < (1 - _SHORTER) * _seconds(other) and day.first and day.last:
            first, last = (f"{end:%H:%M}" for end in (day.first, day.last))
            yield f"{day.date} has evidence from {first} to {last} only: it is compared as if it were whole."


def _by_id(day: StoredDay) -> dict[FindingId, DayFinding]:
    return {finding.id: finding for finding in day.findings}


def _seconds(day: StoredDay) -> float:
    return (day.last - day.first).total_seconds() if day.first and day.last else 0.0
