"""What estimates rest on, as a table: each with its ends, how sure they are, and what is assumed."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from getpage.core import numbers
from getpage.report.common.blocks import Sheet
from getpage.result import Estimate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_COLUMNS = ("Of", "Estimate", "Value", "At least", "At most", "Sure", "Rests on", "Assumes")


def sheet(title: str, of: Iterable[tuple[str, Any]]) -> Iterator[Sheet]:
    """The estimates among the fields of several things, each under the name of its thing; nothing where there
    is none.
    """
    rows = [(name, *_row(field, one)) for name, thing in of for field, one in _among(thing)]
    if rows:
        yield Sheet(title, _COLUMNS, rows, evidence=True)


def _among(thing: Any) -> Iterator[tuple[str, Estimate]]:
    for field in dataclasses.fields(thing):
        value = getattr(thing, field.name)
        if isinstance(value, Estimate):
            yield field.name.replace("_", " "), value


def _row(field: str, one: Estimate) -> tuple[str, ...]:
    ends = (numbers.value_with_unit(end, one.unit) for end in (one.value, one.low, one.high))
    what = one.label if one.label.replace("_", " ") == field else f"{field}: {one.label}"
    return (what, *ends, f"{100 * one.level:g} %", one.basis, "; ".join(one.assumptions))
