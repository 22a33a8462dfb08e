"""Figures as reports, messages and replies print them: counts, sizes, shares, times, pairs of label and
figure.

Thousands may be separated by commas. K, M, G, T, P and E are powers of two, as z/OS, Db2, MQ, CICS and
Linux print them; RMF and SDSF, which count by thousands, have `thousands`. What is no figure, or none that
there can be, is None: the reader says what belongs there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from itertools import zip_longest
from typing import Any, Final

from getpage.core.calendar import is_year

from .layout import PrintedColumn

#: What a counter of 64 bits holds.
MOST: Final = (1 << 64) - 1
#: More frames than any machine has, and rates that no paging subsystem reaches.
_MOST_FRAMES: Final = 1 << 52
_MOST_RATE: Final = 1e8
#: More bytes are no storage that a system, a guest or a stack can have.
MOST_BYTES: Final = 1 << 50
MONTHS: Final = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")

_UNITS: Final = {letter: 1 << 10 * power for power, letter in enumerate("KMGTPE", 1)}
_THOUSANDS: Final = {"": 1, "K": 1_000, "T": 1_000, "M": 1_000_000, "G": 1_000_000_000}
_DIGITS: Final = r"(?:[0-9]{1,26}|[0-9]{1,3}(?:,[0-9]{3}){1,8})"
_COUNT: Final = re.compile(_DIGITS)
_DECIMAL: Final = re.compile(rf"(?:{_DIGITS})?(?:\.[0-9]{{1,18}})?")
_SIZE: Final = re.compile(rf"({_DIGITS})?(\.[0-9]{{1,6}})? ?([KMGTPE]?)(?:I?B)?", re.IGNORECASE)
_CELL: Final = re.compile(
    r"-?(?:0|[1-9][0-9]{0,17}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,5})?(?:\.[0-9]{1,12})?", re.ASCII
)
_HEXADECIMAL: Final = re.compile(r"[0-9A-F]{1,16}", re.IGNORECASE)
_CLOCK: Final = re.compile(r"([0-9]{1,2})[.:]([0-9]{2})[.:]([0-9]{2})(?:\.([0-9]{1,6}))?")
_DURATION: Final = re.compile(
    r"(?:([0-9]{1,5})[-.:])?([0-9]{1,6})"
    r"(?::([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,6}))?|\.([0-9]{2})\.([0-9]{2}))"
)
_AMERICAN: Final = re.compile(r"([0-9]{2})/([0-9]{2})/([0-9]{4}|[0-9]{2})")
_DAY_US: Final = 86_400_000_000
_SIXTY: Final = 60
_FLAGS: Final = {
    **dict.fromkeys(("YES", "Y", "ON", "ACTIVE", "TRUE"), True),
    **dict.fromkeys(("NO", "N", "OFF", "INACTIVE", "FALSE"), False),
}
_LABEL: Final = re.compile(r"(?<![\w.-])([A-Za-z][A-Za-z0-9_-]{0,30}(?: [A-Za-z0-9]{1,20}){0,3}):(?=\s|$)")


def count(text: str, most: int = MOST) -> int | None:
    """A count, `1,765,296`."""
    value = int(text.replace(",", "")) if _COUNT.fullmatch(text) else None
    return value if value is not None and value <= most else None


def integer(text: str | None) -> int | None:
    """A decimal or a hexadecimal number, `268435456` or `0x1000`, of bytes or fewer things."""
    digits = (text or "").strip()
    if digits[:2].lower() == "0x":
        value = hexadecimal(digits[2:])
        return value if value is not None and value <= MOST_BYTES else None
    return count(digits, MOST_BYTES)


def decimal(text: str) -> float | None:
    """A figure with or without decimals, `53,003.11`."""
    if not _DECIMAL.fullmatch(text) or text in ("", "."):
        return None
    return float(text.replace(",", ""))


def thousands(text: str) -> float | None:
    """A figure that K, T, M or G makes decimal thousands of, as RMF and SDSF print it: `267T`, `1.2M`."""
    value = decimal(text.rstrip("KTMG")) if len(text) - len(text.rstrip("KTMG")) <= 1 else None
    return None if value is None else value * _THOUSANDS[text[-1] if text[-1] in _THOUSANDS else ""]


def cell(text: str | None) -> float | None:
    """The number of a cell of a table; None of `N/A`, `*****`, or an identifier with zeros in front."""
    if not text or not _CELL.fullmatch(text) or not any(map(str.isdigit, text)):
        return None
    return float(text.replace(",", ""))


def scaled(column: PrintedColumn, text: str) -> float | None:
    """A figure of RMF or SDSF as its column has it: frames and counts are whole."""
    value = thousands(text)
    if value is None or value > (_MOST_RATE if column.unit.endswith("/s") else _MOST_FRAMES):
        return None
    return value if column.type == "Float64" else round(value)


def size(text: str, unit: int = 1, most: int = MOST_BYTES) -> int | None:
    """Bytes of `64K`, `8,192MB`, `4.2G`; those of a number without a letter are in `unit` bytes."""
    match = _SIZE.fullmatch(text.strip())
    if match is None or match.group(1, 2) == (None, None):
        return None
    whole, fraction, letter = match.groups()
    factor = _UNITS[letter.upper()] if letter else unit
    value = int((whole or "0").replace(",", "")) * factor
    if fraction:
        value += round(float(fraction) * factor)
    return value if value <= most else None


def hexadecimal(text: str) -> int | None:
    """Hexadecimal digits."""
    return int(text, 16) if _HEXADECIMAL.fullmatch(text) else None


def flag(text: str) -> bool | None:
    """Yes or no, on or off, active or inactive, true or false."""
    return _FLAGS.get(text.upper())


def duration(text: str) -> float | None:
    """Microseconds of `00:02:40.437340` or `00.14.59`, with days in front or without."""
    match = _DURATION.fullmatch(text)
    if match is None:
        return None
    minutes, seconds = int(match[3] or match[6]), int(match[4] or match[7])
    if minutes >= _SIXTY or seconds >= _SIXTY:
        return None
    whole = (int(match[2]) * _SIXTY + minutes) * _SIXTY + seconds
    return float(int(match[1] or 0) * _DAY_US + whole * 1_000_000 + int((match[5] or "").ljust(6, "0")))


def clock(text: str) -> time | None:
    """A time of day, `06.45.00` or `5:59:49`."""
    match = _CLOCK.fullmatch(text)
    try:
        return time(int(match[1]), int(match[2]), int(match[3])) if match else None
    except ValueError:
        return None


def american(text: str) -> date | None:
    """A date as month, day and year: `07/24/2012`, `10/08/15`."""
    match = _AMERICAN.fullmatch(text)
    return (
        calendar(int(match[3]) + (2000 if len(match[3]) == 2 else 0), match[1], match[2]) if match else None
    )


def calendar(year: int | str, month: int | str, day: int | str) -> date | None:
    """A day by its numbers, or by the first three letters of its month; None where no calendar has it, and of
    a year that no evidence is of.
    """
    name = str(month).upper()
    try:
        known = date(int(year), MONTHS.index(name) + 1 if name in MONTHS else int(month), int(day))
    except ValueError:
        return None
    return known if is_year(known.year) else None


def moment(day: date | None, at: time | None) -> datetime | None:
    """A day and a time of day together; None where one of them is."""
    return None if day is None or at is None else datetime.combine(day, at)


def moved(start: datetime | None, by: timedelta) -> datetime | None:
    """A moment so much later; None without a moment, or if the result is beyond the calendar."""
    try:
        return None if start is None else start + by
    except OverflowError:
        return None


def of(column: PrintedColumn, text: str) -> Any:
    """A figure as its column's layout has it, by type and unit; None where the text is none."""
    match (column.type, column.unit):
        case ("Utf8", _):
            return text[: column.length] or None
        case ("Boolean", _):
            return flag(text)
        case (_, "bytes"):
            return size(text)
        case (_, "us"):
            return duration(text)
        case ("Float64", _):
            return decimal(text)
        case _:
            return count(text)


def pairs(text: str) -> Iterator[tuple[str, str]]:
    """The labels `LABEL: ` of a line, in capitals and without blanks, each with what stands behind it."""
    labels = list(_LABEL.finditer(text))
    for label, following in zip_longest(labels, labels[1:]):
        value = text[label.end() : following.start() if following else len(text)].strip()
        yield "".join(label[1].upper().split()), value
