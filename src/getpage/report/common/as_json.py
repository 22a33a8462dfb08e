"""A result as JSON: the whole model, nothing added but its kind and nothing left out.

The JSON of a large site is a hundred megabytes: its text is made from the model itself, without another one
of lists and dicts between them, and is what `json.dumps` with an indent of 2 would make of that.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from json.encoder import encode_basestring_ascii as _text
from typing import TYPE_CHECKING, Any, Final

from getpage.core.names import Identity
from getpage.result.plain import OF_A_PRODUCT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_LINE: Final = "\n"
_INDENT: Final = "  "
#: The fields of the classes of the model.
_NAMES: Final[dict[type[Any], list[str]]] = {}


def json(result: Any, kind: str = "") -> str:
    """The model in the order of its fields, after its kind. ASCII only, so that damaged names survive any
    encoding.
    """
    more = [("kind", kind)] if kind else []
    return _object([*more, *_fields(result)], _LINE) + "\n"


def plain_json(plain: Any) -> str:
    """JSON types as text."""
    return _value(plain, _LINE) + "\n"


def _value(value: Any, line: str) -> str:
    """A value; `line` is the end of a line and the indent of the one on which it stands."""
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
    if isinstance(value, datetime):
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
    items = f",{inner}".join([f"{_text(name)}: {_value(one, inner)}" for name, one in fields])
    return f"{{{inner}{items}{line}}}" if items else "{}"


def _fields(model: Any) -> list[tuple[str, Any]]:
    """The fields of a class of the model, after the product where one of them says whose it is."""
    kind = type(model)
    if kind not in _NAMES:
        _NAMES[kind] = [one.name for one in dataclasses.fields(model) if not one.metadata.get("internal")]
    said = [(name, getattr(model, name)) for name in _NAMES[kind]]
    of = next((one for _, one in said if isinstance(one, OF_A_PRODUCT)), None)
    return [("product", of.product), *said] if of else said


def _number(value: float) -> str:
    """JSON has no infinity and no NaN, and both mean that there is no number."""
    return repr(value) if math.isfinite(value) else "null"


_LEAVES: Final[dict[type[Any], Callable[[Any], str]]] = {
    str: _text,
    int: repr,
    float: _number,
    bool: lambda value: "true" if value else "false",
    type(None): lambda _: "null",
}
