"""Units as tables print them, and what they come to in the unit that is reckoned in.

Storage is in powers of two, as everywhere in z/OS (a 160 GB pool is 160 x 2**30 bytes). A bare k or M after
a count is a thousand or a million; K after storage in a storage column is 1024.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Final


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: what it measures, how it is written here, and its size in the base unit of that."""

    kind: str  # time, storage, share, count
    name: str
    size: Decimal


BASE: Final = {"time": "s", "storage": "bytes", "share": "%", "count": ""}

_TIMES = {
    "s": ("1", "s sec secs second seconds"),
    "ms": ("0.001", "ms msec msecs millisecond milliseconds"),
    "us": ("0.000001", "us usec usecs microsecond microseconds \u00b5s \u03bcs"),
    "min": ("60", "min mins minute minutes"),
    "h": ("3600", "h hr hrs hour hours"),
}
_STORAGE = {
    "bytes": (0, "b byte bytes"),
    "KB": (10, "kb kib kilobytes"),
    "MB": (20, "mb mib megabytes"),
    "GB": (30, "gb gib gigabytes"),
    "TB": (40, "tb tib terabytes"),
}

#: Units of storage, as columns have them.
STORAGE: Final = frozenset(_STORAGE)
_UNITS = [Unit("time", name, Decimal(size)) for name, (size, _) in _TIMES.items()]
_UNITS += [Unit("storage", name, Decimal(1 << bits)) for name, (bits, _) in _STORAGE.items()]
_UNITS.append(Unit("share", "%", Decimal(1)))
_WORDS = [words for _, words in (*_TIMES.values(), *_STORAGE.values())] + ["% percent pct"]

SPELLED: Final = {word: unit for unit, words in zip(_UNITS, _WORDS, strict=True) for word in words.split()}

ONE: Final = Unit("count", "", Decimal(1))
A_SECOND: Final = ("/s", "/sec", "/second")
_COUNTS: Final = {"k": Decimal(1000), "m": Decimal(1000_000), "g": Decimal(1000_000_000)}


def spelled(text: str) -> Unit | None:
    """The unit that a word spells, if it is one."""
    return SPELLED.get(text.strip().strip(".").lower())


def suffix(text: str, kind: str) -> Unit | None:
    """The unit after a number in a cell of a column that measures `kind` ("" where that is not known)."""
    word = text.strip().lower()
    if word in _COUNTS:
        if kind == "storage":
            return SPELLED[f"{word}b"]
        return Unit("count", text.strip(), _COUNTS[word]) if kind in {"", "count"} else None
    if word in {"t"} and kind == "storage":
        return SPELLED["tb"]
    return spelled(word)


def per_second(count: Unit | None) -> Unit:
    """A count of each second: 709/s, 38.4k/s."""
    return Unit("count", f"{count.name if count else ''}/s", count.size if count else ONE.size)


def convert(value: Decimal, unit: Unit, to: Unit) -> Decimal:
    """A value in one unit as one in another of the same kind."""
    return value * unit.size / to.size
