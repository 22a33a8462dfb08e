"""Figures of a proof as people read them: with a unit, as a change in %, from where to where they lie."""

from __future__ import annotations

from getpage.core import numbers

_MINUS = "\u2212"


def value(figure: float, unit: str, *, printed: bool = False) -> str:
    """A figure with its unit; seconds that were measured are in the unit that suits them."""
    if unit == "bytes":
        return numbers.storage(figure)
    if unit == "s" and not printed:
        return numbers.seconds(figure)
    number = numbers.number(float(f"{figure:.{15 if printed else 6}g}"))
    return f"{number} {numbers.written(unit)}" if unit not in {"", "count"} else number


def signed(figure: float, unit: str) -> str:
    """A difference with its sign."""
    text = value(figure, unit)
    return f"+{text}" if figure > 0 else text


def percent(figure: float) -> str:
    """A change in % with its sign, to a tenth, or to a hundredth where it is small."""
    digits = 2 if abs(figure) < 1 else 1 if abs(figure) < 1000 else 0
    text = f"{abs(figure):,.{digits}f}"
    if not text.strip("0.,"):
        return "0 %"
    return f"{_MINUS if figure < 0 else '+'}{text} %"


def interval(low: float, high: float) -> str:
    """From where to where a change lies."""
    return f"{percent(low)} to {percent(high)}"
