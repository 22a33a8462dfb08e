"""A forecast that was saved: the JSON that `getpage forecast --format json` writes, read again to be scored.

What prices, facts and tables say is written out for people and programs but not needed to score a forecast:
figures, what was asked, loads and assumptions come back, the rest does not.
"""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from getpage.core.errors import GetpageError, command
from getpage.core.saved import UnlikeError, checked, maybe, member, read_json
from getpage.core.text import QUOTED, shorten
from getpage.result.forecast import FORECAST_VERSION, ArrivalModel, Figure, Forecast, RequestedSize
from getpage.result.model import Estimate
from getpage.result.shown import SizeCosts

_COSTS: Final = tuple(field.name for field in fields(SizeCosts))


def read_forecast(path: Path) -> Forecast:
    """A forecast that was saved as JSON. GetpageError where the file is not one, or of a later version."""
    try:
        document = read_json(path)
        _of_this_version(path, document)
        return Forecast(
            source=member(document, "source", str),
            level=_level(document),
            figures=_figures(member(document, "figures", list)),
            assumptions=_texts(document, "assumptions"),
            asked=tuple(_requested_size(entry) for entry in member(document, "asked", list)),
            loads=tuple(_load(entry) for entry in member(document, "loads", list)),
            window_first=_time(document, "window_first"),
            window_last=_time(document, "window_last"),
            files=_texts(document, "files"),
            tool=member(document, "tool", str),
        )
    except UnlikeError as error:
        message = f"{path}: not a saved forecast, {error}"
        raise GetpageError(message, command("getpage forecast FILES --format json >", path.name)) from error


def _of_this_version(path: Path, document: Any) -> None:
    if member(document, "kind", str) != "forecast":
        raise UnlikeError('expected an object with "kind": "forecast"')
    if document.get("version") != FORECAST_VERSION:
        message = (
            f"{path}: a forecast of version {document.get('version')}, and this program reads "
            f"{FORECAST_VERSION}"
        )
        raise GetpageError(message, command("getpage forecast FILES --format json >", path.name))


def _level(document: Any) -> float:
    level = member(document, "level", float)
    if not 0 < level < 1:
        message = f"'level': expected a probability, found {level}"
        raise UnlikeError(message)
    return level


def _texts(document: Any, name: str) -> tuple[str, ...]:
    return tuple(checked(entry, name, str) for entry in member(document, name, list))


def _time(document: Any, name: str) -> datetime | None:
    text = maybe(document, name, str)
    try:
        return None if text is None else datetime.fromisoformat(text)
    except ValueError as error:
        message = f"{name!r}: {shorten(text or '', QUOTED)!r} is no time"
        raise UnlikeError(message) from error


def _figures(entries: list[Any]) -> tuple[Figure, ...]:
    """The figures, each of which may be scored once."""
    figures = tuple(_figure(figure) for figure in entries)
    seen = set[tuple[object, str, str]]()
    for figure in figures:
        key = figure.subject, figure.name, figure.unit
        if key in seen:
            message = f"'figures': {shorten(f'{figure.subject} {figure.name}', QUOTED)!r} is there twice"
            raise UnlikeError(message)
        seen.add(key)
    return figures


def _figure(document: Any) -> Figure:
    return Figure(
        subject=member(document, "subject", str),
        name=member(document, "name", str),
        unit=member(document, "unit", str),
        after=_required(member(document, "after", dict)),
        before=_estimate(document, "before"),
        change_percent=_estimate(document, "change_percent"),
        measured=maybe(document, "measured", float),
    )


def _requested_size(document: Any) -> RequestedSize:
    costs = maybe(document, "costs", dict)
    return RequestedSize(
        knob=member(document, "knob", str),
        wanted=member(document, "wanted", str),
        unit=member(document, "unit", str),
        size_before=member(document, "size_before", int),
        size_after=member(document, "size_after", int),
        storage_bytes=member(document, "storage_bytes", int),
        curve=maybe(document, "curve", str) or "",
        setting=maybe(document, "setting", str),
        costs=None
        if costs is None
        else SizeCosts(**{measure: _points(costs, measure) for measure in _COSTS}),
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


def _load(document: Any) -> ArrivalModel:
    return ArrivalModel(
        subject=member(document, "subject", str),
        kind=member(document, "kind", str),
        basis=member(document, "basis", str),
        processors=maybe(document, "processors", int),
        busy_percent=maybe(document, "busy_percent", float),
        population=_estimate(document, "population"),
        think_seconds=_estimate(document, "think_seconds"),
    )


def _estimate(document: Any, name: str) -> Estimate | None:
    entry = maybe(document, name, dict)
    return None if entry is None else _required(entry)


def _required(document: Any) -> Estimate:
    """An estimate; its interval must not end before it begins."""
    estimate = Estimate(
        label=member(document, "label", str),
        unit=member(document, "unit", str),
        value=member(document, "value", float),
        low=member(document, "low", float),
        high=member(document, "high", float),
        level=_level(document),
        basis=maybe(document, "basis", str) or "",
        assumptions=_texts(document, "assumptions"),
    )
    if estimate.low > estimate.high:
        message = f"'low': expected at most {estimate.high:g} as 'high', found {estimate.low:g}"
        raise UnlikeError(message)
    return estimate
