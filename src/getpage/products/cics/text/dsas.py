"""Dynamic storage areas, a column each, as DFHSTUP and DFH0STAT print them.

                                       CDSA      UDSA      SDSA      RDSA    Totals
    Current DSA Size. . . . . . :      512K      256K      256K      256K    1,280K
    Free Storage (inc. Cushion) :      244K      252K      196K       88K      780K
    Times went Short-On-Storage :         0         1         0         0         1

How sure: the labels are those of IBM's documentation of CICS TS 5.4 (Storage below 16 MB report, Storage
manager: Dynamic storage areas statistics); that areas stand beside each other is so in both, on a page that
is not public. Areas above the bar are in MB, as they are in the records.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from getpage.contract.printed import Line, Row, Sink, Step

from . import heading, values

if TYPE_CHECKING:
    from collections.abc import Callable

MARKS: Final = ("CDSA",)
_BELOW: Final = ("CDSA", "UDSA", "SDSA", "RDSA")
_ABOVE: Final = ("ECDSA", "EUDSA", "ESDSA", "ERDSA", "ETDSA")
_BAR: Final = ("GCDSA", "GUDSA", "GSDSA")
_WHERE: Final = {
    **dict.fromkeys(_BELOW, "below 16 MB"),
    **dict.fromkeys(_ABOVE, "above 16 MB"),
    **dict.fromkeys(_BAR, "above the bar"),
}
_TOTALS: Final = ("TOTAL", "TOTALS")
_ROW = re.compile(
    r"[ *1+0-]{0,9}([A-Z][A-Z0-9 ()/%&'-]{2,48}(?:\.[A-Z0-9 ()/-]{1,30})?)(?: ?\.){0,40} {0,30}: *(.*)", re.I
)
_TABLE: Final = "cics_dsa"
_LABELS: Final = {
    "current dsa size": "size",
    "peak dsa size": "peak_size",
    "cushion size": "cushion",
    "free storage (inc cushion)": "free",
    "peak free storage": "peak_free",
    "lowest free storage": "lowest_free",
    "largest free area": "largest_free",
    "getmain requests": "getmains",
    "freemain requests": "freemains",
    "current number of extents": "extents",
    "current extents": "extents",
    "number of extents added": "extents_added",
    "extents added": "extents_added",
    "times no storage returned": "conditional_refused",
    "times request suspended": "suspended",
    "times requests suspended": "suspended",
    "current requests suspended": "waiting",
    "current suspended": "waiting",
    "peak requests suspended": "peak_waiting",
    "requests purged while waiting": "purged_waiting",
    "purged while waiting": "purged_waiting",
    "times cushion released": "cushion_releases",
    "times went short-on-storage": "times_short",
    "times went short on storage": "times_short",
    "total time short-on-storage": "short_us",
    "total time sos": "short_us",
    "storage violations": "violations",
}
_SIZES: Final = ("size", "peak_size", "cushion", "free", "peak_free", "lowest_free", "largest_free")


@dataclass(slots=True)
class Areas:
    """The areas of one page, a row each."""

    first: Line
    names: tuple[str, ...]
    owner: Row
    sink: Sink
    rows: dict[str, Row] = field(default_factory=dict)

    def feed(self, line: Line) -> Step:
        """Take one figure of each area."""
        found = _ROW.fullmatch(line.text[:250])
        column = _LABELS.get(_normal(found[1])) if found else None
        if found is None or column is None:
            return Step.NOT_MINE
        cells = found[2].split()
        read = self._reader(column)
        figures = [read(cell) for cell in cells[: len(self.names)]]
        if len(figures) < len(self.names) or None in figures:
            self.sink.refuse(line.offset, f"a figure for each of {', '.join(self.names)}", line.text)
            return Step.MORE
        for name, figure in zip(self.names, figures, strict=True):
            self.rows.setdefault(name, {})[column] = figure
        return Step.MORE

    def _reader(self, column: str) -> Callable[[str], Any]:
        if column == "short_us":
            return values.duration
        if column not in _SIZES:
            return values.count
        return values.megabytes if self.names[0] in _BAR else values.size

    def close(self, why: str) -> None:
        """Keep the areas; heads without figures are damage."""
        if not self.rows:
            self.sink.refuse(self.first.offset, "figures under the names of storage areas", why)
        for name, row in self.rows.items():
            self.sink.row(_TABLE, self.first, {**self.owner, "dsa": name, "location": _WHERE[name], **row})


def _normal(label: str) -> str:
    return " ".join(label.replace(".", " ").lower().split())


def begin(line: Line, sink: Sink) -> Areas | bool:
    """Open at the line of their names, of which there are two at least, the one of MARKS among them."""
    words = line.text.upper().split()
    names = tuple(word for word in words if word not in _TOTALS)
    if (
        not 2 <= len(names) <= len(_WHERE)
        or not any(name.endswith(MARKS) for name in names)
        or any(name not in _WHERE for name in names)
        or len(set(names)) < len(names)
    ):
        return False
    return Areas(line, names, heading.region(line, sink), sink)
