"""The `initialized` element: how the virtual machine was started."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from getpage.contract.printed import Row
from getpage.products.common.text import figures, layout

#: Options that say something of memory; others may hold anything, passwords too.
_MEMORY: Final = re.compile(
    r"-X(?:m[a-z]{1,3}[0-9]{1,15}[kKmMgGtT]?|gcpolicy:[a-z]{1,20}|lp(?::[a-z]{1,12}:pagesize=[0-9]{1,5}[kKmMgG]"
    r"(?:,(?:non)?pageable|,strict|,warn){0,2})?|softmx[0-9]{1,15}[kKmMgGtT]?|(?:no)?compressedrefs|"
    r"disableexplicitgc)"
)
_NURSERY: Final = re.compile(r"-Xmnx?([0-9]{1,15}[kKmMgGtT]?)")
_POLICY: Final = "-Xgcpolicy:"
_LONGEST: Final = 71


_NOT_USED: Final = "not used"
_MOST_ATTRIBUTES: Final = 200
_MOST_OPTIONS: Final = 40
_TABLE: Final = "java_heap"


@dataclass(slots=True)
class Settings:
    """Attributes as they are read; without any, of a piece of a log whose start is elsewhere."""

    offset: int
    written: datetime | None
    version: str | None
    _attributes: dict[str, str] = field(default_factory=dict)
    _options: list[str] = field(default_factory=list)

    def take(self, name: str, attributes: dict[str, str]) -> None:
        """Take an element within it."""
        label = attributes.get("name", "")
        if name == "attribute" and len(self._attributes) < _MOST_ATTRIBUTES:
            self._attributes.setdefault(label, attributes.get("value", ""))
        elif name == "vmarg" and _MEMORY.fullmatch(label) and len(self._options) < _MOST_OPTIONS:
            self._options.append(label)

    def row(self) -> Row:
        """Columns of `java_heap`: attributes by their labels, and what options say."""
        known = layout.by_label(_TABLE)
        row = {
            known[label].name: _read(known[label], text)
            for label, text in self._attributes.items()
            if label in known
        }
        if row.get("compressed_references") is None and self.version and self.version.endswith("_CMPRSS"):
            row["compressed_references"] = True
        nursery = [match[1] for option in self._options if (match := _NURSERY.fullmatch(option))]
        return row | {
            "version": self.version and self.version[:_LONGEST],
            "nursery": figures.size(nursery[-1]) if nursery else None,
            "options": " ".join(dict.fromkeys(self._options))[:_LONGEST] or None,
        }


def _read(column: layout.PrintedColumn, text: str) -> Any:
    """An attribute; numbers are decimal or hexadecimal."""
    if column.type not in ("Utf8", "Boolean"):
        return figures.integer(text)
    return None if text == _NOT_USED else figures.of(column, text.removeprefix(_POLICY))
