"""The result model as JSON: all fields but internal ones, in their order. Nothing else writes it.

The JSON of a large site is a hundred megabytes, so its text is made from the model directly, without a second
model of lists and dicts. It is what `json.dumps` with an indent of 2 would write.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from json.encoder import encode_basestring_ascii as _text
from typing import Any, Final

from getpage.core.names import Identity, KnobId, Object, Subsystem

_LINE: Final = "\n"
_INDENT: Final = "  "
#: Identities that belong to a product; JSON states the product beside their text.
_OF_A_PRODUCT: Final = (Subsystem, Object, KnobId)
#: Names of the fields of each class of the model, filled as classes are met.
_NAMES: Final[dict[type[Any], list[str]]] = {}


def result_json(result: Any, kind: str = "") -> str:
    """A result of the model as JSON, after its `kind` where one is given. ASCII only, so that damaged names
    survive any encoding.
    """
    head = [("kind", kind)] if kind else []
    return _object([*head, *_fields(result)], _LINE) + "\n"


def plain_json(value: Any) -> str:
    """JSON types, and classes of the model within them, as JSON."""
    return _value(value, _LINE) + "\n"


def to_plain(value: Any) -> Any:
    """The model as the types of JSON (dict, list, str, int, float, bool, None), as it is written."""
    return json.loads(plain_json(value))


def _value(value: Any, line: str) -> str:
    """A value as JSON; `line` is a line end and the indent of the line on which the value stands."""
    leaf = _LEAVES.get(type(value))
    if leaf is not None:
        return leaf(value)
    if isinstance(value, Identity):
        return _text(str(value))
    if dataclasses.is_dataclass(value):
        return _object(_fields(value), line)
    if isinstance(value, str):
        return _text(str(value))
    if isinstance(value, float):  # of numpy
        return _number(float(value))
    if isinstance(value, date):  # a time of it too
        return _text(value.isoformat())
    if isinstance(value, Mapping):
        return _object(value.items(), line)
    if isinstance(value, Sequence):
        inner = line + _INDENT
        items = f",{inner}".join([_value(item, inner) for item in value])
        return f"[{inner}{items}{line}]" if items else "[]"
    message = f"{type(value).__name__} is not of the model"
    raise TypeError(message)


def _object(fields: Iterable[tuple[str, Any]], line: str) -> str:
    inner = line + _INDENT
    items = f",{inner}".join([f"{_text(name)}: {_value(value, inner)}" for name, value in fields])
    return f"{{{inner}{items}{line}}}" if items else "{}"


def _fields(model: Any) -> list[tuple[str, Any]]:
    """Names and values of the fields of a class of the model, after its product where a field has one."""
    kind = type(model)
    if kind not in _NAMES:
        _NAMES[kind] = [
            field.name for field in dataclasses.fields(model) if not field.metadata.get("internal")
        ]
    values = [(name, getattr(model, name)) for name in _NAMES[kind]]
    owned = next((value for _, value in values if isinstance(value, _OF_A_PRODUCT)), None)
    return [("product", owned.product), *values] if owned else values


def _number(value: float) -> str:
    """A number; JSON has no infinity and no NaN, and both mean that there is no number."""
    return repr(value) if math.isfinite(value) else "null"


_LEAVES: Final[dict[type[Any], Callable[[Any], str]]] = {
    str: _text,
    int: repr,
    float: _number,
    bool: lambda value: "true" if value else "false",
    type(None): lambda _: "null",
}
