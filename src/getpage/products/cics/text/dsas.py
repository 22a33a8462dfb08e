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
from typing import Final

from getpage.contract.printed import LineAnswer, PrintedLine, Row, Sink
from getpage.core.units import MIB
from getpage.products.common.text import figures, layout

from . import heading
from .labels import normal

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


@dataclass(slots=True)
class Areas:
    """The areas of one page, a row each."""

    first: PrintedLine
    names: tuple[str, ...]
    owner: Row
    sink: Sink
    rows: dict[str, Row] = field(default_factory=dict)

    def feed(self, line: PrintedLine) -> LineAnswer:
        """Take one figure of each area."""
        match = _ROW.fullmatch(line.text[:250])
        column = layout.by_label(_TABLE, normal).get(normal(match[1])) if match else None
        if match is None or column is None:
            return LineAnswer.NOT_MINE
        values = [self._read(column, cell) for cell in match[2].split()[: len(self.names)]]
        if len(values) < len(self.names) or None in values:
            self.sink.refuse(line.offset, f"a figure for each of {', '.join(self.names)}", line.text)
            return LineAnswer.MORE
        for name, value in zip(self.names, values, strict=True):
            self.rows.setdefault(name, {})[column.name] = value
        return LineAnswer.MORE

    def _read(self, column: layout.PrintedColumn, text: str) -> float | None:
        """A figure; sizes of areas above the bar are in MB."""
        if column.unit != "bytes" or self.names[0] not in _BAR:
            value: float | None = figures.of(column, text)
            return value
        size = figures.size(text, MIB)
        return None if size is None else size // MIB

    def close(self, why: str) -> None:
        """Keep the areas; heads without figures are damage."""
        if not self.rows:
            self.sink.refuse(self.first.offset, "figures under the names of storage areas", why)
        for name, row in self.rows.items():
            self.sink.row(_TABLE, self.first, {**self.owner, "dsa": name, "location": _WHERE[name], **row})


def begin(line: PrintedLine, sink: Sink) -> Areas | bool:
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
