"""The result model as JSON types; the only place that knows how the model is written out."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from getpage.core.names import Identity, KnobId, Object, Subsystem

#: What says whose it is, so that JSON says it beside its text.
OF_A_PRODUCT = (Subsystem, Object, KnobId)


def to_plain(value: Any) -> Any:
    """Dataclasses, enums and datetimes as the JSON types; identities as text, and whose they are."""
    if isinstance(value, Identity):
        return str(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        said = {
            f.name: getattr(value, f.name)
            for f in dataclasses.fields(value)
            if not f.metadata.get("internal")
        }
        plain = {name: to_plain(one) for name, one in said.items()}
        of = next((one for one in said.values() if isinstance(one, OF_A_PRODUCT)), None)
        return {"product": of.product, **plain} if of else plain
    if isinstance(value, StrEnum):
        return str(value)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [to_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: to_plain(item) for key, item in value.items()}
    return value
