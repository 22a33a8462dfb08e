"""The result model as JSON types; the only place that knows how the model is written out."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from getpage.core.names import Identity, KnobId, Object, Subsystem


def to_plain(value: Any) -> Any:
    """Dataclasses, enums and datetimes as the JSON types; identities as text, and whose they are."""
    if isinstance(value, Identity):
        return str(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        plain = {f.name: to_plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
        product = _product(value)
        return {"product": product, **plain} if product else plain
    if isinstance(value, StrEnum):
        return str(value)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [to_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: to_plain(item) for key, item in value.items()}
    return value


def _product(value: Any) -> str:
    """Of which product a value is by the first thing that it names; empty where it names none of any."""
    named = (getattr(value, field.name) for field in dataclasses.fields(value))
    of = next((one for one in named if isinstance(one, Subsystem | Object | KnobId)), None)
    return of.product if of else ""
