"""A forecast that was saved: the JSON that `getpage forecast --format json` writes, read again to be scored.

What prices, facts and tables say is written out for people and programs but not needed to score a forecast:
figures, what was asked, loads and assumptions come back, the rest does not.
"""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from getpage.core.errors import GetpageError
from getpage.core.saved import UnlikeError, checked, maybe, member, read_json
from getpage.core.text import QUOTED, shorten
from getpage.result.forecast import FORECAST_VERSION, ArrivalModel, Figure, Forecast, RequestedSize
from getpage.result.model import Estimate, SizeCosts

if TYPE_CHECKING:
    from pathlib import Path

_COSTS: Final = tuple(field.name for field in fields(SizeCosts))


def read_forecast(path: Path) -> Forecast:
    """A forecast that was saved as JSON. GetpageError where the file is not one, or of a later version."""
    try:
        made = read_json(path)
        _of_this_version(path, made)
        return Forecast(
            source=member(made, "source", str),
            level=_level(made),
            figures=_figures(member(made, "figures", list)),
            assumptions=_texts(made, "assumptions"),
            asked=tuple(_asked(one) for one in member(made, "asked", list)),
            loads=tuple(_load(one) for one in member(made, "loads", list)),
            window_first=_time(made, "window_first"),
            window_last=_time(made, "window_last"),
            files=_texts(made, "files"),
            tool=member(made, "tool", str),
        )
    except UnlikeError as error:
        save = f"getpage forecast ... --format json > {path.name}"
        message = f"{path}: not a saved forecast, {error}. Save one with: {save}"
        raise GetpageError(message) from error


def _of_this_version(path: Path, made: Any) -> None:
    if member(made, "kind", str) != "forecast":
        raise UnlikeError('expected an object with "kind": "forecast"')
    if made.get("version") != FORECAST_VERSION:
        message = (
            f"{path}: a forecast of version {made.get('version')}, and this program reads "
            f"{FORECAST_VERSION}: make it again with this version"
        )
        raise GetpageError(message)


def _level(made: Any) -> float:
    level = member(made, "level", float)
    if not 0 < level < 1:
        message = f"'level': expected a probability, found {level}"
        raise UnlikeError(message)
    return level


def _texts(made: Any, name: str) -> tuple[str, ...]:
    return tuple(checked(one, name, str) for one in member(made, name, list))


def _time(made: Any, name: str) -> datetime | None:
    text = maybe(made, name, str)
    try:
        return None if text is None else datetime.fromisoformat(text)
    except ValueError as error:
        message = f"{name!r}: {shorten(text or '', QUOTED)!r} is no time"
        raise UnlikeError(message) from error


def _figures(made: list[Any]) -> tuple[Figure, ...]:
    """The figures, each of which may be scored once."""
    figures = tuple(_figure(figure) for figure in made)
    seen = set[tuple[object, str, str]]()
    for figure in figures:
        key = figure.subject, figure.name, figure.unit
        if key in seen:
            message = f"'figures': {shorten(f'{figure.subject} {figure.name}', QUOTED)!r} is there twice"
            raise UnlikeError(message)
        seen.add(key)
    return figures


def _figure(made: Any) -> Figure:
    return Figure(
        subject=member(made, "subject", str),
        name=member(made, "name", str),
        unit=member(made, "unit", str),
        after=_required(member(made, "after", dict)),
        before=_estimate(made, "before"),
        change_percent=_estimate(made, "change_percent"),
        measured=maybe(made, "measured", float),
    )


def _asked(made: Any) -> RequestedSize:
    costs = maybe(made, "costs", dict)
    return RequestedSize(
        knob=member(made, "knob", str),
        wanted=member(made, "wanted", str),
        unit=member(made, "unit", str),
        size_before=member(made, "size_before", int),
        size_after=member(made, "size_after", int),
        storage_bytes=member(made, "storage_bytes", int),
        curve=maybe(made, "curve", str) or "",
        costs=None if costs is None else SizeCosts(**{one: _points(costs, one) for one in _COSTS}),
    )


def _points(costs: Any, measure: str) -> tuple[tuple[int, float, float, float], ...] | None:
    points = maybe(costs, measure, list)
    return None if points is None else tuple(_point(point, measure) for point in points)


def _point(point: Any, measure: str) -> tuple[int, float, float, float]:
    values = checked(point, measure, list)
    if len(values) != 4:
        message = f"{measure!r}: expected a size and three numbers"
        raise UnlikeError(message)
    size, value, low, high = (checked(value, measure, float) for value in values)
    return round(size), value, low, high


def _load(made: Any) -> ArrivalModel:
    return ArrivalModel(
        subject=member(made, "subject", str),
        kind=member(made, "kind", str),
        basis=member(made, "basis", str),
        processors=maybe(made, "processors", int),
        busy_percent=maybe(made, "busy_percent", float),
        population=_estimate(made, "population"),
        think_seconds=_estimate(made, "think_seconds"),
    )


def _estimate(made: Any, name: str) -> Estimate | None:
    found = maybe(made, name, dict)
    return None if found is None else _required(found)


def _required(made: Any) -> Estimate:
    """An estimate; its interval must not end before it begins."""
    estimate = Estimate(
        label=member(made, "label", str),
        unit=member(made, "unit", str),
        value=member(made, "value", float),
        low=member(made, "low", float),
        high=member(made, "high", float),
        level=_level(made),
        basis=maybe(made, "basis", str) or "",
        assumptions=_texts(made, "assumptions"),
    )
    if estimate.low > estimate.high:
        message = f"'low': expected at most {estimate.high:g} as 'high', found {estimate.low:g}"
        raise UnlikeError(message)
    return estimate
