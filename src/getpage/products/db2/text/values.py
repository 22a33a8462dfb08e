"""Labels and values of Db2's displays: `LABEL = value  LABEL = value`, several on a line, over lines.

Figures carry thousands separators or not. Counters are 64 bits wide in Db2; what a signed 64-bit number
cannot hold is no figure.
"""

from __future__ import annotations

import re
from typing import Final

from getpage.core.text import is_whole
from getpage.core.units import GIB, KIB, MIB

LARGEST: Final = (1 << 63) - 1

_NUMBER = r"[0-9](?:[0-9,]{0,25}[0-9])?"
_UNIT = r"(?: ?%| +(?:BUFFERS|KB|MB|GB|MINUTES?|MILLISECONDS)\b)?"
_VALUE = re.compile(
    rf" *({_NUMBER}(?:, {{0,9}}[0-9]{{1,9}})?{_UNIT}|[A-Z*][A-Z0-9_*]{{0,31}})", re.IGNORECASE
)
_COUNT = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,20}")
_SIZE = re.compile(rf"({_NUMBER})(?: *(KB|MB|GB))?", re.IGNORECASE)
_BYTES: Final = {"KB": KIB, "MB": MIB, "GB": GIB}

Value = int | str | bool


def pairs(text: str) -> tuple[list[tuple[str, str]], str]:
    """Labels with their values, and the text after the last value; a label without one ends in `=`."""
    label, *rest = text.split("=")
    found: list[tuple[str, str]] = []
    for position, part in enumerate(rest):
        value = _VALUE.match(part)
        if not value:
            left = f"{label}=" if position == len(rest) - 1 and not part.strip() else ""
            return found, left
        found.append((normal(label), value[1]))
        label = part[value.end() :]
    return found, label


def normal(label: str) -> str:
    """A label as the forms spell it: upper case, single spaces, no dash or dot at its ends."""
    return " ".join(label.upper().replace("—", "-").split()).strip(" -.:")


def count(text: str) -> int | None:
    """Read a count; None if it is none."""
    digits = text.split()[0].rstrip("%") if text.strip() else ""
    if not _COUNT.fullmatch(digits):
        return None
    value = int(digits.replace(",", ""))
    return value if value <= LARGEST else None


def percent(text: str) -> int | None:
    """Read a percentage."""
    value = count(text)
    return value if value is not None and value <= 100 else None


def pair(text: str) -> tuple[int, int] | None:
    """Read two figures with a comma between them, such as `80, 0`."""
    halves = [half.strip() for half in text.rstrip("% ").split(",")]
    if len(halves) != 2 or not all(is_whole(half) for half in halves):
        return None
    return int(halves[0]), int(halves[1])


def size(text: str) -> int | None:
    """Read a size in bytes; Db2 prints coupling facility sizes in KB, as powers of two."""
    match = _SIZE.fullmatch(text)
    value = count(match[1]) if match else None
    if match is None or value is None:
        return None
    value *= _BYTES[(match[2] or "KB").upper()]
    return value if value <= LARGEST else None


def yes(text: str) -> bool | None:
    """Read YES or NO."""
    return {"YES": True, "Y": True, "NO": False, "N": False}.get(text.upper())


def word(text: str) -> str | None:
    """Read a word."""
    return text.upper() if text[:1].isalpha() else None
