"""Results in which every field of the model has a value of its own, made from the types of the fields.

A field that is added to the model is in them at once: the tests of the renderings then look for it.
"""

from __future__ import annotations

import dataclasses
import itertools
import types
import typing
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Any

import getpage.core.names
import getpage.core.numbers
import getpage.result.collect
import getpage.result.curve
import getpage.result.forecast
import getpage.result.inspection
import getpage.result.ledger
import getpage.result.model
import getpage.result.outage
import getpage.result.plan
import getpage.result.prove
from getpage.core.names import Identity
from getpage.result import Curve, Estimate, Picture, SizeCosts, Table

_MODULES = (
    getpage.core.names,
    getpage.core.numbers,
    getpage.result.model,
    getpage.result.plan,
    getpage.result.forecast,
    getpage.result.prove,
    getpage.result.curve,
    getpage.result.ledger,
    getpage.result.inspection,
    getpage.result.collect,
    getpage.result.outage,
)
_NAMES = {name: each for module in _MODULES for name, each in vars(module).items()} | {
    "datetime": datetime,
    "Sequence": Sequence,
}
#: Values that the renderings have words for, or that only a few make sense of.
_GIVEN = {
    ("Subsystem", "product"): "mq",
    ("Printed", "verdict"): "no",
    ("Score", "outcome"): "inside",
    ("Calibration", "verdict"): "too narrow",
    ("MeanChange", "outcome"): "met",
    ("Gigabyte", "at_once"): 5 << 30,  # a cliff
    ("Proof", "level"): 0.95,
    ("Difference", "chance"): 0.0123,
    ("Difference", "verdict"): getpage.result.prove.Verdict.WORSE,  # others may be left out of tables
    ("Forecast", "level"): 0.9,
}


class Maker:
    """Makes instances; no two values that it makes are the same."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

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
        hints = typing.get_type_hints(kind, localns=_NAMES)
        made = {
            field.name: given[field.name]
            if field.name in given
            else _GIVEN[kind.__name__, field.name]
            if (kind.__name__, field.name) in _GIVEN
            else self.value(hints[field.name], f"{kind.__name__}.{field.name}")
            for field in dataclasses.fields(kind)
        }
        return kind(**made)

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
            return {"file": self.value(str, where), "format": self.value(str, where), "detected": True}
        if dataclasses.is_dataclass(hint):
            return self.one(hint)
        number = next(self._numbers)
        if issubclass(hint, Enum):
            return list(hint)[number % len(hint)]
        if hint is bool:
            return True
        if hint is str:
            return f"w{number:04}x"
        if hint is int:
            return 1_000_003 * (100 + number)
        if hint is float:
            return 10.0 * number + 1.25
        if hint is datetime:
            return datetime(2026, 3, 1, tzinfo=UTC) + timedelta(minutes=number * 61)
        message = f"{where}: a type that the tests of the renderings do not know: {hint}"
        raise TypeError(message)

    def _estimate(self) -> Estimate:
        middle = self.value(float, "")
        ends = {"value": middle, "low": middle - 3, "high": middle + 3, "level": 0.9}
        return self.one(Estimate, **ends)

    def _points(self) -> tuple[tuple[int, float, float, float], ...]:
        return tuple((self.value(int, ""), at := self.value(float, ""), at - 3, at + 3) for _ in range(2))

    def _table(self) -> Table:
        columns = (self.value(str, ""), self.value(str, ""))
        rows = tuple((self.value(str, ""), self.value(int, "")) for _ in range(2))
        return Table(title=self.value(str, ""), columns=columns, rows=rows, note=self.value(str, ""))

    def _picture(self) -> Picture:
        hints = typing.get_type_hints(Picture, localns=_NAMES)
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


def maximal(kind: type) -> Any:
    """A result of a verb with everything in it."""
    return Maker().one(kind)


def leaves(value: Any, path: str = "", owner: str = "") -> typing.Iterator[tuple[str, str, Any]]:
    """Every value of a result: the path of its field, the class and name of the field, and the value."""
    if isinstance(value, Identity):
        yield path, owner, str(value)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
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
