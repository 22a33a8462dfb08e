"""MP1B, the queue manager's region (QSRS): one figure a line.

    MVAA,VTS1,2015/12/08,11:16:31,VRM:710, Region >16MB size , 1520 MB
    MVAA,VTS1,2015/12/08,11:16:31,VRM:710, >16MB Allocated user , 00eb0000, 14 MB
    MVAA,VTS1,2015/12/08,11:16:31,VRM:710, >16MB not used , 527 MB

How sure: as printed in IBM REDP-5238, section 4.2.1. The paper equates "not used" with QSRSAVAL; the
other lines are matched to QSRS by their words (user + system allocated = the "used" of CSQY220I, which
holds in the paper). The same lines for the region below 16 MB are assumed to exist in the same form.

A line with a hexadecimal figure and MB is taken from the hexadecimal one, which is exact; a disagreement
of more than 1 MB is damage, and the row is kept."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from getpage.contract.printed import Line, Row, Sink, Step
from getpage.core.units import MIB

from . import figures, mp1b

_COLUMNS: Final = {
    "region > size": "region_31_size",
    "> allocated user": "user_31_allocated",
    "> allocated system": "system_31_allocated",
    "> max limit": "region_31_limit",
    "> start of region": "region_31_start",
    "> current high": "region_31_top",
    "> not used": "available_31",
    "region < size": "region_24_size",
    "< allocated user": "user_24_allocated",
    "< allocated system": "system_24_allocated",
    "< max limit": "region_24_limit",
    "< start of region": "region_24_start",
    "< current high": "region_24_top",
}
#: Every line of it has the start that `mp1b` reads.
MARKS: Final = ("VRM:",)
_WHERE = re.compile(r"([<>]) ?16 ?MB", re.IGNORECASE)
_HEX = re.compile(r"[0-9A-F]{8}", re.IGNORECASE)


@dataclass(slots=True)
class Region:
    """The lines of one QSRS record."""

    source: mp1b.Origin
    sink: Sink
    row: Row
    seen: set[str] = field(default_factory=set)

    def feed(self, line: Line) -> Step:
        """Take a further figure of the same record."""
        found = mp1b.origin(line, self.sink)
        if not found or not _WHERE.search(found[1]):
            return Step.NOT_MINE
        column = _column(found[1])
        if found[0] != self.source or column in self.seen:
            return Step.NOT_MINE
        take(self, line, found[1])
        return Step.MORE

    def close(self, why: str) -> None:
        """Nothing: the record ends where its lines end."""


def _column(text: str) -> str | None:
    label = text.split(",")[0]
    where = _WHERE.search(label)
    if not where:
        return None
    return _COLUMNS.get(" ".join(_WHERE.sub(where[1], label).lower().split()))


def take(region: Region, line: Line, text: str) -> None:
    """Write the figure of one line into the region's row."""
    column = _column(text)
    if column is None:
        region.sink.refuse(line.offset, "a figure of the region that is known", text)
        return
    values = [cell.strip() for cell in text.split(",")[1:] if cell.strip()]
    exact = next((int(cell, 16) for cell in values if _HEX.fullmatch(cell)), None)
    rounded = next((size[0] for size in map(figures.size, values) if size), None)
    value = rounded if exact is None else exact
    if value is None or value > figures.LARGEST_COUNT:
        region.sink.refuse(line.offset, "a size in MB or an address", text)
        return
    if exact is not None and rounded is not None and abs(exact - rounded) > MIB:
        region.sink.refuse(line.offset, f"about {exact // MIB} MB beside X'{exact:X}'", text)
    region.seen.add(column)
    region.row[column] = value


def begin(line: Line, sink: Sink) -> Region | bool:
    """Open a record at its first figure."""
    found = mp1b.origin(line, sink)
    if not found:
        return False
    if not _WHERE.search(found[1]):
        return False
    source = found[0]
    names = {"queue_manager": source.queue_manager, "level": source.level}
    row = sink.row("mq_storage_region", mp1b.at(line, source), names)
    region = Region(source, sink, row)
    take(region, line, found[1])
    return region
