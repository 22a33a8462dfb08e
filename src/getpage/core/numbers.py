"""Numbers and times as people read them. Storage is always in binary units and says so (KiB, MiB, GiB)."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from typing import Final

from getpage.core.units import GIB, KIB, MIB, PAGE, TIB

#: What a cell or a fact may hold.
Scalar = str | int | float | bool | None

_STORAGE = (("TiB", TIB), ("GiB", GIB), ("MiB", MIB), ("KiB", KIB))
_COUNTS = (("T", 1e12), ("G", 1e9), ("M", 1e6), ("k", 1e3))
_BYTE_UNITS = {"b", "byte", "bytes"}
_SECOND_UNITS = {"s", "second", "seconds"}
_PERCENT_UNITS = {"%", "percent"}
#: Units of dictionaries that are none of what is counted.
_NO_UNIT = {"", "count", "text", "name", "id", "code", "time", "flag"}
#: The start of a log without dates, as a moment: no evidence of z/OS is of the calendar's first years.
START: Final = datetime(1, 1, 1)
_FIRST_YEAR: Final = 1000
_MINUS = "\u2212"  # as wide as a digit, and never taken for a hyphen or a range


def number(value: float) -> str:
    """A number in full, with thousands separators; floats to six significant digits."""
    if isinstance(value, float):
        if not math.isfinite(value):
            return "not a number"
        if value.is_integer() and abs(value) < 1e15:
            value = int(value)
    if isinstance(value, int):
        return _signed(f"{abs(value):,}", value < 0)
    digits = max(0, 5 - math.floor(math.log10(abs(value)))) if value else 0
    text = f"{abs(value):,.{min(digits, 12)}f}"
    return _signed(text.rstrip("0").rstrip(".") if "." in text else text, value < 0)


def estimated(value: float) -> str:
    """An estimate to three digits or so, alike in sentences and in tables: 412, 15.8, 0.523."""
    size = abs(value)
    return f"{value:,.{0 if size >= 100 or size == 0 else 1 if size >= 1 else 3}f}"


def compact(value: float) -> str:
    """A number in at most five characters or so, for axes: 12.5k, 3M."""
    if not math.isfinite(value):
        return "?"
    for suffix, size in _COUNTS:
        if abs(value) >= size:
            return _signed(f"{abs(value) / size:.3g}{suffix}", value < 0)
    return _signed(f"{abs(value):.3g}", value < 0)


def storage(value: float) -> str:
    """Bytes in the largest binary unit that leaves at least one: 195 MiB, 1.5 GiB."""
    for suffix, size in _STORAGE:
        if abs(value) >= size:
            return _signed(f"{_three(abs(value) / size)} {suffix}", value < 0)
    return _signed(f"{abs(value):,.0f} B", value < 0)


def storage_change(value: int) -> str:
    """Bytes taken (+) or given back (\u2212), also as pages of 4 KiB."""
    if value == 0:
        return "none"
    sign = "+" if value > 0 else _MINUS
    pages, rest = divmod(abs(value), PAGE)
    about = "about " if rest else ""
    return f"{sign}{storage(abs(value))} ({about}{counted(pages, 'page')} of 4 KiB)"


def seconds(value: float) -> str:
    """A duration in the unit that suits it: 185 \u00b5s, 3.2 s, 15 min, 1 h 30 min."""
    if not math.isfinite(value):
        return "not a number"
    size = abs(value)
    if size == 0:
        return "0 s"
    if size < 60:
        for suffix, scale in (("s", 1.0), ("ms", 1e-3), ("\u00b5s", 1e-6)):
            if size >= scale or suffix == "\u00b5s":
                return _signed(f"{_three(size / scale)} {suffix}", value < 0)
    whole = round(size)
    if whole < 3600 and whole % 60:
        return _signed(f"{whole // 60} min {whole % 60} s", value < 0)
    if whole < 3600:
        return _signed(f"{whole // 60} min", value < 0)
    hours, minutes = divmod(round(size / 60), 60)
    return _signed(f"{hours:,} h {minutes} min" if minutes else f"{hours:,} h", value < 0)


def since_start(value: datetime) -> timedelta | None:
    """How long after its start a moment of a log without dates is; None of a moment with a date."""
    return value - START if value.tzinfo is None and value.year < _FIRST_YEAR else None


def moment(value: datetime | None) -> str:
    """A point in time; UTC is named, a system's local time is bare (the reports say so once)."""
    if value is None:
        return "not known"
    if (passed := since_start(value)) is not None:
        return f"{seconds(passed.total_seconds())} after start"
    zone = ""
    if value.tzinfo is not None:
        value, zone = value.astimezone(UTC), " UTC"
    return f"{value:%Y-%m-%d} {_clock(value)}{zone}"


def span(first: datetime | None, last: datetime | None) -> str:
    """A window; the date is not repeated within a day."""
    if first is None and last is None:
        return "time not known"
    if first is None or last is None:
        return moment(first or last)
    if (first.tzinfo is None) != (last.tzinfo is None):
        return f"{moment(first)} to {moment(last)}"
    if first.tzinfo is not None and last.tzinfo is not None:
        first, last = first.astimezone(UTC), last.astimezone(UTC)
    if (passed := since_start(first)) is not None:
        return f"{seconds(passed.total_seconds())} to {moment(last)}"
    zone = " UTC" if first.tzinfo else ""
    if first.date() == last.date():
        return f"{first:%Y-%m-%d} {_clock(first)} to {_clock(last)}{zone}"
    return f"{first:%Y-%m-%d} {_clock(first)} to {last:%Y-%m-%d} {_clock(last)}{zone}"


def interval(start: datetime | None, length: float | None) -> str:
    """An interval by its start and its length."""
    if start is None:
        return "" if length is None else seconds(length)
    return moment(start) if length is None else f"{moment(start)}, {seconds(length)}"


def value_with_unit(value: Scalar, unit: str) -> str:
    """A value of evidence in full, with its unit; large storage and long times also as sentences say them."""
    if value is None:
        return "not in the record"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value if unit.lower() in _NO_UNIT else f"{value} {written(unit)}"
    kind = unit.lower()
    if kind in _BYTE_UNITS:
        exact = f"{number(value)} B"
        return f"{exact} ({storage(value)})" if abs(value) >= MIB else exact
    if kind in _SECOND_UNITS:
        exact = f"{number(value)} s"
        return f"{exact} ({seconds(value)})" if abs(value) >= 60 else exact
    if kind in _PERCENT_UNITS:
        return f"{number(value)} %"
    if kind in _NO_UNIT:
        return number(value)
    unit = written(unit)
    single = unit[:-1] if value == 1 and unit.isalpha() and unit[-1] == "s" and len(unit) > 2 else unit
    return f"{number(value)} {single}"


def to_three_digits(value: float, unit: str) -> str:
    """A value to three digits, with its unit; storage in the binary unit that suits it."""
    if unit.lower() in _BYTE_UNITS:
        return storage(int(value))
    return value_with_unit(float(f"{value:.3g}"), unit)


def with_ends(value: float, low: float, high: float, unit: str) -> str:
    """A value and the ends of its interval, each to three digits, with its unit once where that is a word."""
    if unit.lower() in _BYTE_UNITS:
        return f"{storage(value)} ({storage(low)} to {storage(high)})"
    middle, first, last = (number(float(f"{end:.3g}")) for end in (value, low, high))
    return f"{middle} ({first} to {last}) {written(unit)}".rstrip()


def written(unit: str) -> str:
    """A unit as people write it: layouts name the microsecond in ASCII."""
    return f"{unit[:-2]}\u00b5s" if unit.rpartition(" ")[2] == "us" else unit


def axis_value(value: float, unit: str) -> str:
    """A value on an axis: short, storage in binary units."""
    return storage(value) if unit.lower() in _BYTE_UNITS else compact(value)


def scalar(value: Scalar) -> str:
    """A cell of a table that has no unit of its own."""
    return "" if value is None else value_with_unit(value, "")


def present(size: int, setting: str | None) -> str:
    """The present size of a knob: 4,096; or what is shown of its setting beside what was held."""
    return f"{size:,}" if setting is None else f"{setting} ({size:,} held)"


def counted(count: int, singular: str, many: str = "") -> str:
    """A count with its noun: 1 finding, 12 findings."""
    return f"{number(count)} {singular if count == 1 else many or singular + 's'}"


def _three(value: float) -> str:
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    text = f"{value:,.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _clock(value: datetime) -> str:
    return f"{value:%H:%M:%S}" if value.second else f"{value:%H:%M}"


def _signed(text: str, negative: bool) -> str:
    return f"{_MINUS}{text}" if negative and text.strip("0.,") else text
