"""Printed numbers: 4,082,779, .695, 38.4k, 73 %, 709/s, 00:00:18.150629, <1, >46 %, and how exact each is.

A number stands for everything that rounds to it: half a unit of its last printed digit to either side. In a
number without a point every digit counts (1000 is 999.5 to 1000.5), which is what tables of measurements
mean.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal
from typing import Final

from getpage.core.saved import LARGEST
from getpage.runs import units
from getpage.runs.span import Span
from getpage.runs.units import Unit

LONGEST: Final = 64
"""Characters of a cell that may be a number; longer ones are text."""

MISSING: Final = frozenset({"", "-", "--", "---", "*", "n/a", "na", "none", "null", "baseline"})
"""What tables write where there is no figure, in lower case."""

_NUMBER = re.compile(
    r"(?P<bound>[<>])? ?(?P<sign>[+\-\u2212])? ?"
    r"(?P<whole>[0-9]{1,3}(?:[, \u00a0\u202f'][0-9]{3})+|[0-9]*)(?:\.(?P<part>[0-9]*))?"
    r"(?:[eE](?P<power>[+-]?[0-9]{1,3}))? ?(?P<unit>[A-Za-z%\u00b5\u03bc]{0,12}) ?(?P<rate>/[a-z]{1,6})?"
)
_CLOCK = re.compile(
    r"(?:(?P<hours>[0-9]{1,6}):)?(?P<minutes>[0-9]{1,2}):(?P<seconds>[0-9]{2}(?:\.[0-9]{1,9})?)"
)


def is_missing(text: str) -> bool:
    """Whether a cell says that there is no figure."""
    return text.strip().lower() in MISSING


def printed(text: str, kind: str = "") -> tuple[Span, Unit | None] | None:
    """The number of a cell and its unit, if it has one of its own; None when the cell is no number.

    `kind` is what the column measures. The span is in the cell's own unit; a time with colons is in seconds.
    A rate per second is a count: only where the column measures neither time, storage nor a share.
    """
    text = text.strip()
    if len(text) > LONGEST:
        return None
    clock = _CLOCK.fullmatch(text)
    if clock:
        return _clock(clock)
    match = _NUMBER.fullmatch(text)
    if not match or not (match["whole"] or match["part"]):
        return None
    unit = units.suffix(match["unit"], kind) if match["unit"] else None
    if match["unit"] and unit is None:
        return None
    if match["rate"]:
        if kind or match["rate"] not in units.A_SECOND or (unit is not None and unit.kind != "count"):
            return None
        unit = units.per_second(unit)
    part = match["part"] or ""
    digits = Decimal(re.sub(r"[^0-9]", "", match["whole"]) + part or "0")
    last = Decimal(1).scaleb(int(match["power"] or 0) - len(part))
    span = _span(digits * last, last, match["sign"] in {"-", "\u2212"}, match["bound"])
    return None if span is None else (span, unit)


def _clock(match: re.Match[str]) -> tuple[Span, Unit] | None:
    minutes, seconds = int(match["minutes"]), Decimal(match["seconds"])
    if seconds >= 60 or (match["hours"] is not None and minutes >= 60):
        return None
    value = int(match["hours"] or 0) * 3600 + minutes * 60 + seconds
    exponent = seconds.as_tuple().exponent
    assert isinstance(exponent, int)
    span = _span(value, Decimal(1).scaleb(exponent), False, None)
    return None if span is None else (span, units.SPELLED["s"])


def _span(value: Decimal, last: Decimal, negative: bool, bound: str | None) -> Span | None:
    """The span of a magnitude whose last digit is worth `last`; None for one that nothing measures."""
    low, high = value - last / 2, value + last / 2
    if bound == "<" and not negative:  # less than one: from nothing to one
        low, high, value = Decimal(0), value, value / 2
    ends = [float(low), float(value), float(high)]
    if not all(end <= LARGEST for end in ends):
        return None
    if bound == ("<" if negative else ">"):  # more than 46: from 46 on, and no other end
        ends = [ends[1], ends[1], math.inf]
    elif bound and negative:
        return None
    return Span(-ends[1], -ends[2], -ends[0]) if negative else Span(ends[1], ends[0], ends[2])


def scaled(span: Span, unit: Unit, to: Unit) -> Span:
    """A span in one unit as a span in another of the same kind."""
    low, value, high = (
        float(units.convert(Decimal(repr(end)), unit, to)) if math.isfinite(end) else end
        for end in (span.low, span.value, span.high)
    )
    return Span(value, low, high)
