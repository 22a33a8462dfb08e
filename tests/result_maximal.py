"""Results in which every field of the model has a value of its own, made from the types of the fields.

A field that is added to the model is in them at once: the tests of the renderings then look for it. No two
texts, numbers or times of a result, or of its `other`, are written alike in any way that `spellings` knows.
What there are only a few of (choices: words of an enumeration, yes or no) is told apart by changing one.
"""

from __future__ import annotations

import dataclasses
import itertools
import types
import typing
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from functools import cache
from typing import Any

import getpage.core.names
import getpage.core.numbers
import getpage.result.collect
import getpage.result.curve
import getpage.result.day
import getpage.result.forecast
import getpage.result.inspection
import getpage.result.ledger
import getpage.result.model
import getpage.result.outage
import getpage.result.plan
import getpage.result.prove
import getpage.result.shown
from getpage.core import figures, numbers
from getpage.core.names import Identity
from getpage.result import Curve, Estimate, Picture, SizeCosts, Table
from getpage.result.plan import Reason
from getpage.result.prove import Verdict

_MODULES = (
    getpage.core.names,
    getpage.core.numbers,
    getpage.result.model,
    getpage.result.shown,
    getpage.result.plan,
    getpage.result.forecast,
    getpage.result.prove,
    getpage.result.curve,
    getpage.result.ledger,
    getpage.result.inspection,
    getpage.result.collect,
    getpage.result.outage,
    getpage.result.day,
)
_NAMES = {name: each for module in _MODULES for name, each in vars(module).items()} | {
    "date": date,
    "datetime": datetime,
    "Sequence": Sequence,
    "Callable": Callable,
}
#: Values that the renderings have words for, or that only a few make sense of, each with another one.
_GIVEN: dict[tuple[str, str], tuple[Any, Any]] = {
    ("PrintedFigure", "verdict"): ("no", "rounding"),
    ("Score", "outcome"): ("inside", "above"),
    ("Calibration", "verdict"): ("too narrow", "too wide"),
    ("MeanChange", "outcome"): ("met", "missed"),
    ("NotDone", "reason"): (Reason.EVIDENCE, Reason.STORAGE),  # with LEAST a page says the least worth
    ("Gigabyte", "at_once"): (5 << 30, 7 << 30),  # a cliff
    ("Proof", "level"): (0.95, 0.99),
    ("Difference", "chance"): (0.0123, 0.0345),
    ("Difference", "verdict"): (Verdict.WORSE, Verdict.BETTER),  # others may be left out of tables
    ("Forecast", "level"): (0.9, 0.8),
    ("Estimate", "level"): (0.9, 0.8),
}


def as_sentence(text: str) -> str:
    """The text at the beginning of a sentence."""
    return f"{text[:1].upper()}{text[1:]}"


def spellings(value: object) -> set[str]:
    """How a text, a number or a time may be written."""
    if isinstance(value, datetime):
        return {value.isoformat(), numbers.moment(value).removesuffix(" UTC"), f"{value:%H:%M}"}
    if isinstance(value, date):
        return {value.isoformat()}
    if isinstance(value, str):
        return {value, value.upper(), as_sentence(value)}
    assert isinstance(value, (int, float))
    four = float(f"{value:.4g}")
    actual = {str(value), f"{value:,}", f"{value:g}", f"{100 * value:g} %", f"{value:,.0f}", f"{value:,.1f}"}
    actual |= {
        f"{value:,.2f}",
        f"{value:.1f}",
        f"{value:.4g}",
        f"{value:,.3f}".rstrip("0").rstrip("."),
        f"{value:.0%}",
    }
    actual |= {write(each) for each in (value, four) for write in (numbers.number, numbers.storage)}
    actual |= {numbers.seconds(value), numbers.compact(value), figures.value(value, "")}
    actual |= {figures.percent(value), numbers.number(round(value))}
    return actual


_MAKERS: dict[type, Callable[[int], Any]] = {
    str: lambda number: f"w{number:04}x",
    int: lambda number: 1_000_003 * (101 + number),
    float: lambda number: 10.0 * number + 10_001.25,  # no digits that a date has
    date: lambda number: date(2031, 1, 1) + timedelta(days=number),
    datetime: lambda number: datetime(2026, 3, 1, tzinfo=UTC) + timedelta(minutes=number * 61),
}


class Unlike:
    """Values by type and number, no two of which are written alike."""

    def __init__(self) -> None:
        self._written: set[str] = set()
        self._made: dict[type, list[Any]] = {kind: [] for kind in _MAKERS}
        self._next = {kind: itertools.count(1) for kind in _MAKERS}

    def value(self, kind: type, number: int) -> Any:
        result = self._made[kind]
        while len(result) <= number:
            first = _MAKERS[kind](next(self._next[kind]))
            written = spellings(first)
            if not written & self._written:
                self._written |= written
                result.append(first)
        return result[number]


_UNLIKE = Unlike()


@cache
def _hints(kind: type) -> dict[str, Any]:
    """The types of a dataclass's fields."""
    return typing.get_type_hints(kind, localns=_NAMES)


class Maker:
    """Makes instances; no two values that it makes are written alike. `other` makes one with other values
    throughout, and of all choices the one of number `changed` is another.
    """

    def __init__(self, *, other: bool = False, changed: int | None = None) -> None:
        self._numbers = {kind: itertools.count(other, 2) for kind in _MAKERS}
        self._changed = changed
        self._choices = 0

    def one(self, kind: type, **given: Any) -> Any:
        """A dataclass with all of its fields."""
        if kind is Estimate and not given:
            return self._estimate()
        if kind is Table:
            return self._table()
        if kind is Picture:
            return self._picture()
        if kind is SizeCosts:
            given = {field.name: self._points() for field in dataclasses.fields(kind)}
        hints = _hints(kind)
        by_name = {
            field.name: given[field.name]
            if field.name in given
            else self._choice(*_GIVEN[kind.__name__, field.name])
            if (kind.__name__, field.name) in _GIVEN
            else "mq"
            if (kind.__name__, field.name) == ("Subsystem", "product")
            else self.value(hints[field.name], f"{kind.__name__}.{field.name}")
            for field in dataclasses.fields(kind)
            if not field.metadata.get("internal")
        }
        return kind(**by_name)

    def value(self, hint: Any, where: str) -> Any:
        """A value of a type."""
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if origin in (types.UnionType, typing.Union):
            return self.value(next(arg for arg in args if arg is not type(None)), where)
        if origin is Sequence:
            return tuple(self.value(args[0], where) for _ in range(2))
        if origin is tuple:
            if args[-1] is Ellipsis:
                return tuple(self.value(args[0], where) for _ in range(2))
            return tuple(self.value(arg, where) for arg in args)
        if origin is dict:
            return {
                "file": self.value(str, where),
                "format": self.value(str, where),
                "detected": self._choice(True, False),
            }
        if dataclasses.is_dataclass(hint):
            return self.one(hint)
        if issubclass(hint, Enum):
            words = list(hint)
            at = self._choices % len(words)
            return self._choice(words[at], words[at - 1])
        if hint is bool:
            return self._choice(True, False)
        if hint not in _MAKERS:
            message = f"{where}: a type that the tests of the renderings do not know: {hint}"
            raise TypeError(message)
        return _UNLIKE.value(hint, next(self._numbers[hint]))

    def _choice(self, first: Any, other: Any) -> Any:
        self._choices += 1
        return other if self._changed == self._choices - 1 else first

    def _estimate(self) -> Estimate:
        low, middle, high = sorted(self.value(float, "") for _ in range(3))
        return self.one(Estimate, value=middle, low=low, high=high)

    def _points(self) -> tuple[tuple[int, float, float, float], ...]:
        return tuple(
            (self.value(int, ""), middle, low, high)
            for low, middle, high in (sorted(self.value(float, "") for _ in range(3)) for _ in range(2))
        )

    def _table(self) -> Table:
        columns = (self.value(str, ""), self.value(str, ""))
        rows = tuple((self.value(str, ""), self.value(int, "")) for _ in range(2))
        return Table(title=self.value(str, ""), columns=columns, rows=rows, note=self.value(str, ""))

    def _picture(self) -> Picture:
        hints = _hints(Picture)
        curves = tuple(
            Curve(label=self.value(str, ""), values=(self.value(float, ""), self.value(float, "")))
            for _ in range(2)
        )
        other = {
            field.name: self.value(hints[field.name], f"Picture.{field.name}")
            for field in dataclasses.fields(Picture)
            if field.name not in {"curves", "times"}
        }
        times = (self.value(datetime, ""), self.value(datetime, ""))
        return Picture(curves=curves, times=times, **other)


@cache
def maximal(kind: type, *, other: bool = False, changed: int | None = None) -> Any:
    """A result of a verb with everything in it; `other` has no value that it has, and with `changed` the
    choice of this number is another.
    """
    return Maker(other=other, changed=changed).one(kind)


def is_choice(field: str, value: Any) -> bool:
    """Whether a value is one of a few; `field` is its class and name."""
    return isinstance(value, (bool, Enum)) or tuple(field.split(".")) in _GIVEN


def leaves(value: Any, path: str = "", owner: str = "") -> typing.Iterator[tuple[str, str, Any]]:
    """Every value of a result: the path of its field, the class and name of the field, and the value."""
    if isinstance(value, Identity):
        yield path, owner, str(value)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            if field.metadata.get("internal"):
                continue
            field_of = f"{type(value).__name__}.{field.name}"
            yield from leaves(getattr(value, field.name), f"{path}.{field.name}".lstrip("."), field_of)
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from leaves(each, f"{path}.{name}", owner)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for each in value:
            yield from leaves(each, path, owner)
    elif value is not None and value != "":
        yield path, owner, value
