"""JSON that a verb saved: somebody may have edited it, cut it off or made it by another program.

Numbers are those that a measurement can have. JSON has no NaN and no infinity, and what lies beyond `LARGEST`
would become one in the first multiplication.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, Final, TypeVar

from getpage.core.errors import GetpageError, command
from getpage.core.text import QUOTED, shorten

if TYPE_CHECKING:
    from pathlib import Path

#: More than any count, byte or microsecond of a century comes to.
LARGEST: Final = 1e24

JsonType = TypeVar("JsonType", str, int, float, list, dict)  # type: ignore[type-arg]
_WORDS: Final = {str: "text", int: "a whole number", float: "a number", list: "a list", dict: "an object"}


class UnlikeError(Exception):
    """JSON that the program did not write like this; the message names the member."""


def read_json(path: Path) -> Any:
    """Read a JSON file.

    Raises GetpageError if it cannot be read, UnlikeError if it is not JSON.
    """
    try:
        return json.loads(
            path.read_text(encoding="utf-8"), parse_constant=_number, parse_int=_whole, parse_float=_number
        )
    except (OSError, UnicodeDecodeError) as error:
        message = f"{path}: {getattr(error, 'strerror', None) or 'this is not text, so no file of getpage'}"
        raise GetpageError(message, command("ls -l", path)) from error
    except (ValueError, RecursionError) as error:
        raise UnlikeError("this is not JSON") from error


def _number(text: str) -> float:
    value = float(text)
    if not abs(value) <= LARGEST:
        message = f"{shorten(text, QUOTED)} is no number that can be measured"
        raise UnlikeError(message)
    return value


def _whole(text: str) -> int:
    return int(text) if len(text) < 25 else int(_number(text))


def member(data: Any, name: str, kind: type[JsonType]) -> JsonType:
    """A member of an object; UnlikeError where it is not there or of another kind."""
    value = maybe(data, name, kind)
    if value is None:
        message = f"{name!r} is missing"
        raise UnlikeError(message)
    return value


def maybe(data: Any, name: str, kind: type[JsonType]) -> JsonType | None:
    """A member that may be null or absent."""
    if not isinstance(data, dict):
        message = f"expected an object with {name!r}, found {shorten(repr(data), QUOTED)}"
        raise UnlikeError(message)
    value = data.get(name)
    return None if value is None else checked(value, name, kind)


def checked(value: Any, name: str, kind: type[JsonType]) -> JsonType:
    """A value of a kind; whole numbers are numbers too, and so are numbers without a fraction whole."""
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)  # type: ignore[return-value]
    if kind is int and isinstance(value, float) and math.isfinite(value) and value.is_integer():
        return int(value)  # type: ignore[return-value]
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        message = f"{name!r}: expected {_WORDS[kind]}, found {shorten(repr(value), QUOTED)}"
        raise UnlikeError(message)
    return value


def members(data: Any, name: str) -> list[Any]:
    """The list that a member is; empty where it is not there."""
    return maybe(data, name, list) or []
