"""References that a collection cleared, and finalizers that it gave to run, in any of HotSpot's forms.

WeakReference:                                     gc+phases+ref to JDK 20, a count a line
  Discovered: 12
  Cleared: 7
WeakReference Discovered: 12, Dropped: 5, Processed: 7                      the same since
Enqueued    references: Soft: 0, Weak: 7, Final: 41, Phantom: 0             Shenandoah
Weak References:  12  12  7                                 ZGC: encountered, discovered, enqueued
"""

from __future__ import annotations

import re
from typing import Any, Final

_KIND: Final = re.compile(r"(Soft|Weak|Final|Phantom)Reference:")
_COUNT: Final = re.compile(r"(Discovered|Cleared): ([0-9]{1,15})")
_PROCESSED: Final = re.compile(
    r"(Soft|Weak|Final|Phantom)Reference Discovered: [0-9]{1,15}, Dropped: [0-9]{1,15}, Processed: "
    r"([0-9]{1,15})"
)
_ENQUEUED: Final = re.compile(
    r"Enqueued +references: Soft: ([0-9]{1,15}), Weak: ([0-9]{1,15}), Final: ([0-9]{1,15}), Phantom: "
    r"([0-9]{1,15})"
)
_COLUMNS: Final = re.compile(
    r"(Soft|Weak|Final|Phantom) References: +[0-9]{1,15} +([0-9]{1,15}) +([0-9]{1,15})"
)
_KINDS: Final = ("Soft", "Weak", "Final", "Phantom")


def take(known: dict[str, Any], text: str) -> None:
    """Take a line that counts references, if it is one, into what is known of its collection."""
    if (kind := _KIND.fullmatch(text)) is not None:
        known["reference"] = kind[1]
    elif (count := _COUNT.fullmatch(text)) is not None and "reference" in known:
        # Finalizers are run for objects that nothing but a FinalReference holds: nothing clears those.
        if (count[1] == "Discovered") == (known["reference"] == "Final"):
            _add(known, known["reference"], int(count[2]))
    elif (processed := _PROCESSED.fullmatch(text)) is not None:
        _add(known, processed[1], int(processed[2]))
    elif (enqueued := _ENQUEUED.fullmatch(text)) is not None:
        for kind_of, number in zip(_KINDS, enqueued.groups(), strict=True):
            _add(known, kind_of, int(number))
    elif (columns := _COLUMNS.fullmatch(text)) is not None:
        _add(known, columns[1], int(columns[2] if columns[1] == "Final" else columns[3]))


def _add(known: dict[str, Any], kind: str, count: int) -> None:
    column = "finalizers" if kind == "Final" else f"{kind.lower()}_cleared"
    columns = known.setdefault("references", {})
    columns[column] = columns.get(column, 0) + count
