"""A result as JSON: the whole model, nothing added but its kind and nothing left out."""

from __future__ import annotations

import json as _json
import math
from typing import Any

from getpage.result import to_plain


def json(result: Any, kind: str = "") -> str:
    """The model in the order of its fields, after its kind. ASCII only, so that damaged names survive any
    encoding.
    """
    return plain_json(({"kind": kind} if kind else {}) | to_plain(result))


def plain_json(plain: Any) -> str:
    """JSON types as text, others as what they print; JSON has no infinity and no NaN, and both mean that
    there is no number.
    """
    return _json.dumps(_finite(plain), indent=2, allow_nan=False, default=str) + "\n"


def _finite(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in value]
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    return value
