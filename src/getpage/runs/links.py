"""LINKs that a table of interfaces and data sizes stands for.

A COMMAREA holds 32 KB, so that more data takes more LINKs in the same unit of work; a channel passes its
containers in one. Over the MQ DPL bridge a LINK takes a message each way (CICS V5 performance, Impact 2014,
"CICS MQ DPL Bridge").
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from getpage.result.prove import FigureRule
from getpage.runs import units
from getpage.runs.agree import agreement
from getpage.runs.model import Cell, FigureCheck, Point, Points, RunColumn
from getpage.runs.span import Span

LINKS: Final = "links"
RULE: Final = "LINKs = data / size of the COMMAREA (32 KB at most), rounded up; 1 with a channel"
_COMMAREA_BYTES: Final = 32 * 1024
_COMMAREA: Final = re.compile(r"(?i)\bcomm-?areas?\b")
_CHANNEL: Final = re.compile(r"(?i)\b(containers?|channels?)\b")
_SIZE: Final = re.compile(r"(?i)([0-9]{1,9}) ?(bytes|kb|kib|k)\b")
_DATA: Final = re.compile(r"(?:size_of_)?(?:data|messages?|payload)(?:_size)?")
#: Columns that count LINKs, or the messages that bring them.
_COUNTS: Final = re.compile(r"links|messages(_each_way)?")


def with_links(points: Points) -> Points:
    """The table with its LINKs, where it has sizes of data and interfaces and prints no LINKs; printed ones
    are checked.
    """
    data = next((c for c in points.columns if c.unit in units.STORAGE and _DATA.fullmatch(c.name)), None)
    links = {point.label: _links(point, data) for point in points.points} if data else {}
    if data is None or not any(links.values()):
        return points
    points = replace(points, checks=(*points.checks, *_checks(points, data, links)))
    if points.column(LINKS):
        return points
    column = RunColumn(name=LINKS, heading="Links", unit="", derived=True)
    runs = tuple(_with_links(point, data, links[point.label]) for point in points.points)
    return replace(points, columns=(column, *points.columns), points=runs)


def _links(point: Point, data: RunColumn) -> int | None:
    """The LINKs of one run; None where its size or interface is not known."""
    cell = point.cells.get(data.name)
    interface = _interface(point)
    if cell is None or cell.value <= 0 or cell.span.open_ended:
        return None
    size = cell.value * float(units.SPELLED[data.unit.lower()].size)
    if _COMMAREA.search(interface):
        area = _commarea_bytes(interface)
        return None if area is None else math.ceil(size / area)
    return 1 if _CHANNEL.search(interface) else None


def _interface(point: Point) -> str:
    """The cell of a run that names its interface: one under "Interface", else its label."""
    named = (text for heading, text in point.texts.items() if heading.lower() == "interface")
    return next(named, point.label)


def _commarea_bytes(interface: str) -> int | None:
    """The size of a COMMAREA: as named, else 32 KB; None for a size that it cannot have."""
    named = _SIZE.search(interface)
    unit = units.suffix(named[2], "storage") if named else None
    size = int(named[1]) * int(unit.size) if named and unit else _COMMAREA_BYTES
    return size if 0 < size <= _COMMAREA_BYTES else None


def _with_links(point: Point, data: RunColumn, links: int | None) -> Point:
    if links is None:
        return point
    cell = point.cells[data.name]
    label = f"{point.label}, Links"
    fact = replace(cell.fact, label=label, value=links, unit="", column=LINKS, ibm_name="", trust="computed")
    counted = Cell(span=Span.exact(links), text="", line=point.line, fact=fact)
    return replace(point, cells={**point.cells, LINKS: counted})


def _checks(points: Points, data: RunColumn, links: dict[str, int | None]) -> Iterator[FigureCheck]:
    for column in points.columns:
        if not _COUNTS.fullmatch(column.name):
            continue
        for point in points.points:
            cell, expected = point.cells.get(column.name), links[point.label]
            if cell is None or expected is None:
                continue
            yield FigureCheck(
                label=cell.fact.label,
                kind=FigureRule.LINKS,
                rule=RULE,
                printed=cell.span,
                computed=Span.exact(expected),
                unit="",
                verdict=agreement(cell.span, Span.exact(expected)),
                facts=(cell.fact, point.cells[data.name].fact),
            )
