"""The numbers of the first screen in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.result import Total


def how_much(total: Total) -> str:
    """The number with its unit, as short as it can be read."""
    if total.value is None:
        return "?"
    shorter = {"bytes": numbers.storage, "s": numbers.seconds}.get(total.unit)
    return shorter(total.value) if shorter else numbers.value_with_unit(total.value, total.unit)


def rows(totals: Iterable[Total]) -> list[tuple[str, str]]:
    """Each with what it is, and how much of whose."""
    return [
        (one.label, f"{how_much(one)} {one.whose}{f' ({one.severity})' if one.severity else ''}")
        for one in totals
    ]
