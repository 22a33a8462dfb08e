"""The `initialized` element: how the virtual machine was started."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from .. import quantities

if TYPE_CHECKING:
    from datetime import datetime

    from getpage.contract.printed import Row

#: Options that say something of memory; others may hold anything, passwords too.
_MEMORY: Final = re.compile(
    r"-X(?:m[a-z]{1,3}[0-9]{1,15}[kKmMgGtT]?|gcpolicy:[a-z]{1,20}|lp(?::[a-z]{1,12}:pagesize=[0-9]{1,5}[kKmMgG]"
    r"(?:,(?:non)?pageable|,strict|,warn){0,2})?|softmx[0-9]{1,15}[kKmMgGtT]?|(?:no)?compressedrefs|"
    r"disableexplicitgc)"
)
_NURSERY: Final = re.compile(r"-Xmnx?([0-9]{1,15}[kKmMgGtT]?)")
_POLICY: Final = "-Xgcpolicy:"
_MOST_OPTIONS: Final = 71


@dataclass(slots=True)
class Settings:
    """Attributes as they are read; without any, of a piece of a log whose start is elsewhere."""

    offset: int
    written: datetime | None
    version: str | None
    _said: dict[str, str] = field(default_factory=dict)
    _options: list[str] = field(default_factory=list)

    def take(self, name: str, attributes: dict[str, str]) -> None:
        """Take an element within it."""
        said = attributes.get("name", "")
        if name == "attribute" and len(self._said) < 200:
            self._said.setdefault(said, attributes.get("value", ""))
        elif name == "vmarg" and _MEMORY.fullmatch(said) and len(self._options) < 40:
            self._options.append(said)

    def row(self) -> Row:
        """Columns of `java_heap`."""
        compressed = {"true": True, "false": False}.get(self._said.get("compressedRefs", ""))
        if compressed is None and self.version and self.version.endswith("_CMPRSS"):
            compressed = True
        nursery = [found[1] for one in self._options if (found := _NURSERY.fullmatch(one))]
        return {
            "version": self.version and self.version[:71],
            "collector": self._said.get("gcPolicy", "").removeprefix(_POLICY)[:16] or None,
            "heap_max": self._number("maxHeapSize"),
            "heap_initial": self._number("initialHeapSize"),
            "heap_soft_max": self._number("softMx"),
            "nursery": quantities.size(nursery[-1]) if nursery else None,
            "page_bytes": self._number("pageSize"),
            "page_type": self._type("pageType"),
            "page_bytes_asked": self._number("requestedPageSize"),
            "page_type_asked": self._type("requestedPageType"),
            "compressed_references": compressed,
            "reference_shift": self._number("compressedRefsShift"),
            "gc_threads": self._number("gcthreads"),
            "region_bytes": self._number("regionSize"),
            "processors": self._number("numCPUs"),
            "physical_memory": self._number("physicalMemory"),
            "architecture": self._said.get("architecture", "")[:16] or None,
            "operating_system": self._said.get("os", "")[:16] or None,
            "options": " ".join(dict.fromkeys(self._options))[:_MOST_OPTIONS] or None,
        }

    def _number(self, name: str) -> int | None:
        return quantities.whole(self._said.get(name))

    def _type(self, name: str) -> str | None:
        said = self._said.get(name, "")[:16]
        return said if said not in ("", "not used") else None
