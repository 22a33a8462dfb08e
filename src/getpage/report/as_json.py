"""The result as JSON: the whole model, nothing added and nothing left out."""

from __future__ import annotations

import json as _json
import math
from typing import TYPE_CHECKING, Any

from getpage.result import to_plain

if TYPE_CHECKING:
    from getpage.result import Result


def json(result: Result) -> str:
    """The model in the order of its fields. ASCII only, so that damaged names survive any encoding."""
    return _json.dumps(_finite(to_plain(result)), indent=2, allow_nan=False) + "\n"


def _finite(value: Any) -> Any:
    """JSON has no infinity and no NaN; both mean that there is no number."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, list):
        return [_finite(item) for item in value]
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    return value
