"""What differs between two days, for Markdown and the terminal."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.common.blocks import Sheet, Words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from getpage.core.names import Object
    from getpage.report.common.blocks import Block
    from getpage.result.changes import Changes, MovedFinding, MovedSetting


def blocks(changes: Changes, *, brief: bool = False) -> Iterator[Block]:
    """How many findings moved, then each; settings; objects. What was usual stands in the other forms."""
    yield Words([_in_a_line(changes), *changes.notes])
    if changes.findings:
        usual = () if brief else ("usual",)
        columns = ("", "object", "severity", "number", "before", "after", *usual, "finding")
        rows = [_finding(moved, brief=brief) for moved in changes.findings]
        yield Sheet("Findings", columns, rows)
    if changes.settings:
        columns = ("knob", "before", "after", "first seen", "findings that moved too")
        yield Sheet("Settings", columns, [_setting(moved) for moved in changes.settings])
    for title, objects in (("New objects", changes.came), ("Objects without evidence", changes.went)):
        if objects:
            yield Sheet(title, ("product", "object"), [_object(name) for name in objects])


def _in_a_line(changes: Changes) -> str:
    days = f"{_day(changes.after)} against {_day(changes.before)}"
    if changes.is_nothing:
        return f"No change: {days}."
    counts = Counter(moved.moved for moved in changes.findings)
    parts = [f"{count} {moved}" for moved, count in counts.items()]
    parts += [numbers.counted(len(changes.settings), "changed setting")] if changes.settings else []
    parts += [numbers.counted(len(changes.came), "new object")] if changes.came else []
    parts += [f"{numbers.counted(len(changes.went), 'object')} without evidence"] if changes.went else []
    return f"{days}: {', '.join(parts)}."


def _day(day: date) -> str:
    return f"{day:%A} {day}"


def _finding(moved: MovedFinding, *, brief: bool) -> tuple[str, ...]:
    severities = (moved.severity_before, moved.severity_after)
    severity = " to ".join(dict.fromkeys(str(severity) for severity in severities if severity))
    usual = () if brief else (" to ".join(_value(end, moved.unit) for end in moved.usual or ()),)
    return (
        str(moved.moved),
        str(moved.object),
        severity,
        moved.label,
        _value(moved.before, moved.unit),
        _value(moved.after, moved.unit),
        *usual,
        moved.headline,
    )


def _value(value: float | None, unit: str) -> str:
    return "" if value is None else numbers.to_three_digits(value, unit)


def _setting(moved: MovedSetting) -> tuple[str, ...]:
    sizes = (numbers.value_with_unit(size, moved.unit) for size in (moved.before, moved.after))
    return (str(moved.knob), *sizes, numbers.moment(moved.seen), ", ".join(map(str, moved.findings)))


def _object(name: Object) -> tuple[str, str]:
    return name.product, str(name)
