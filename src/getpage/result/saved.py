"""A forecast that was saved: the JSON that `getpage forecast --format json` writes, read again to be scored.

What prices, facts and tables say is written out for people and programs but not needed to score a forecast:
figures, what was asked, loads and assumptions come back, the rest does not.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Any

from getpage.core.errors import GetpageError
from getpage.result.forecast import FORECAST_VERSION, Figure, Forecast, Load, RequestedSize
from getpage.result.model import Estimate, SizeCosts

if TYPE_CHECKING:
    from pathlib import Path


def read_forecast(path: Path) -> Forecast:
    """A forecast that was saved as JSON. GetpageError where the file is not one, or of a later version."""
    try:
        made = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        message = f"{path}: {getattr(error, 'strerror', None) or 'this is not text'}"
        raise GetpageError(message) from error
    except (ValueError, RecursionError) as error:
        raise _not_one(path, "this is not JSON") from error
    if not isinstance(made, dict) or made.get("kind") != "forecast":
        raise _not_one(path, 'expected an object with "kind": "forecast"')
    if made.get("version") != FORECAST_VERSION:
        message = (
            f"{path}: a forecast of version {made.get('version')}, and this program reads "
            f"{FORECAST_VERSION}: make it again with this version"
        )
        raise GetpageError(message)
    try:
        return Forecast(
            source=str(made["source"]),
            level=float(made["level"]),
            figures=tuple(_figure(one) for one in made["figures"]),
            assumptions=tuple(map(str, made["assumptions"])),
            asked=tuple(_asked(one) for one in made["asked"]),
            loads=tuple(_load(one) for one in made["loads"]),
            window_first=_time(made["window_first"]),
            window_last=_time(made["window_last"]),
            files=tuple(map(str, made["files"])),
            tool=str(made["tool"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _not_one(path, f"a part of it is not as a forecast has it ({error})") from error


def _not_one(path: Path, why: str) -> GetpageError:
    save = f"getpage forecast ... --format json > {path.name}"
    return GetpageError(f"{path}: not a saved forecast, {why}. Save one with: {save}")


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _figure(made: dict[str, Any]) -> Figure:
    return Figure(
        subject=str(made["subject"]),
        name=str(made["name"]),
        unit=str(made["unit"]),
        after=_required(made["after"]),
        before=_estimate(made["before"]),
        change_percent=_estimate(made["change_percent"]),
        measured=None if made["measured"] is None else float(made["measured"]),
    )


def _asked(made: dict[str, Any]) -> RequestedSize:
    costs = made["costs"]
    read = None if costs is None else SizeCosts(**_points(costs))
    return RequestedSize(**(_without_product(made) | {"costs": read}))


def _points(costs: dict[str, Any]) -> dict[str, Any]:
    return {
        measure: None
        if points is None
        else tuple((int(size), float(value), float(low), float(high)) for size, value, low, high in points)
        for measure, points in costs.items()
    }


def _load(made: dict[str, Any]) -> Load:
    estimates = {name: _estimate(made[name]) for name in ("population", "think_seconds")}
    return Load(**(_without_product(made) | estimates))


def _without_product(made: dict[str, Any]) -> dict[str, Any]:
    """JSON has it for programs; which product it is of is found with the knob or the subsystem."""
    return {name: value for name, value in made.items() if name != "product"}


def _required(made: dict[str, Any]) -> Estimate:
    numbers = {name: float(made[name]) for name in ("value", "low", "high", "level")}
    return Estimate(**(made | numbers | {"assumptions": tuple(made["assumptions"])}))


def _estimate(made: dict[str, Any] | None) -> Estimate | None:
    return None if made is None else _required(made)
