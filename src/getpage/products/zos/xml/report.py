"""Reports put together from elements: what each is of, and its tables, variables and captions.

The Postprocessor writes a `postprocessor` an interval, with segments, parts, tables (heads before rows) and
lists of variables; Monitor III writes a `report` with captions and one table (rows before heads). A figure,
that is a table, a list or a caption, is handed on as soon as it is complete, so that memory holds one at a
time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Final, Protocol

from getpage import _native
from getpage.products.common.text import figures

#: More columns or rows than any report has; beyond them it is damage.
MOST_COLUMNS: Final = 1000
MOST_ROWS: Final = 100_000

_SYSTEMS = ("SYSTEM", "MVS_IMAGE")
ROOT: Final = "ddsml"
_ROOTS = ("postprocessor", "report")
_META = (
    "description", "rmf-report", "resname", "restype", "reslabel", "display-start", "display-end",
    "local-start", "local-end", "report-interval",
)  # fmt: skip


_PLAIN = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})")
_LENGTH = re.compile(r"([0-9]{1,6}):([0-5][0-9]):([0-9]{3})")


@dataclass(slots=True)
class ReportRow:
    """One row of a table, or one variable (`label` and one cell)."""

    at: int
    cells: list[str | None]
    kind: str = ""
    label: str | None = None


@dataclass(slots=True)
class ReportPart:
    """A table, a list of variables, a caption, or messages."""

    kind: str
    heads: list[str] = field(default_factory=list)
    rows: list[ReportRow] = field(default_factory=list)
    segment: str | None = None
    part: str | None = None
    full: bool = False


@dataclass(slots=True)
class XmlReport:
    """One report: its name, its place in the file, and its heading."""

    at: int
    ordinal: int
    metric: str = ""
    meta: dict[str, str] = field(default_factory=dict)
    figures: int = 0

    @property
    def resource(self) -> str | None:
        """The resource that it is about, as the report names it."""
        return self.meta.get("resname") or self.meta.get("reslabel")

    @property
    def system(self) -> str | None:
        """The z/OS system, where the report is of one."""
        if self.meta.get("restype") not in _SYSTEMS:
            return None
        label = self.meta.get("reslabel", "").split(",")
        return self.meta.get("resname") or (label[1] if len(label) == 3 else None)

    @property
    def start(self) -> datetime | None:
        """The beginning of its interval, local time."""
        return _moment(self.meta.get("local-start") or self.meta.get("display-start") or "")

    @property
    def end(self) -> datetime | None:
        """The end of its interval, local time."""
        return _moment(self.meta.get("local-end") or self.meta.get("display-end") or "")

    @property
    def microseconds(self) -> float | None:
        """The length of its interval: as it is printed, to the millisecond, else from its ends, in whole
        seconds.
        """
        printed = _length(self.meta.get("report-interval") or "")
        if printed is not None:
            return printed
        if self.start is None or self.end is None or self.end < self.start:
            return None
        return (self.end - self.start).total_seconds() * 1e6


#: A report names its times once, and each of its rows asks for them.
@lru_cache(maxsize=64)
def _moment(text: str) -> datetime | None:
    """A local time: `09/10/2020-00.00.00` (en-us) or `20220421122000`."""
    digits = _PLAIN.fullmatch(text)
    if digits:
        return figures.moment(
            figures.calendar(*digits.group(1, 2, 3)), figures.clock(":".join(digits.group(4, 5, 6)))
        )
    return (
        figures.moment(figures.american(text[:10]), figures.clock(text[11:])) if text[10:11] in "- " else None
    )


@lru_cache(maxsize=64)
def _length(text: str) -> float | None:
    """Microseconds of an interval in minutes, seconds and thousandths, `29:59:999`."""
    match = _LENGTH.fullmatch(text)
    if not match:
        return None
    minutes, seconds, thousandths = map(int, match.groups())
    return ((minutes * 60 + seconds) * 1000 + thousandths) * 1e3


class ReportSink(Protocol):
    """Who takes what is complete."""

    def figure(self, report: XmlReport, figure: ReportPart) -> None:
        """A table, list or caption is complete."""

    def report(self, report: XmlReport) -> None:
        """A report is complete."""

    def refuse(self, offset: int, expected: str, actual: str) -> None:
        """Something could not be read."""


class Builder:
    """Turns elements into figures and reports."""

    def __init__(self, reader: ReportSink) -> None:
        """Hand what is complete to `reader`."""
        self._reader = reader
        self._path: list[str] = []
        self._count = 0
        self._reset()

    def _reset(self) -> None:
        self._report: XmlReport | None = None
        self._segment: str | None = None
        self._part: str | None = None
        self._name: str | None = None
        self._figure: ReportPart | None = None
        self._table = ReportPart("cell")
        self._row: ReportRow | None = None
        self._value: str | None = None

    def take(self, data: bytes, offset: int) -> tuple[int, str, int]:
        """Hand on the plain reports at the beginning of `data`."""
        reports, end, what, end_of_that = _native.rmf_reports(data)
        for at, metric, meta, parts in reports:
            self._count += 1
            report = XmlReport(offset + at, self._count, metric, dict(meta))
            for kind, heads, segment, part, rows in parts:
                filled = [ReportRow(offset + place, cells, of, label) for place, of, label, cells in rows]
                report.figures += 1
                self._reader.figure(report, ReportPart(kind, heads, filled, segment, part))
            self._reader.report(report)
        return end, what, end_of_that

    def start(self, name: str, attributes: dict[str, str], offset: int) -> None:
        """Open what the element opens."""
        if name == ROOT:
            self._path = []
            self._reset()
        elif name in _ROOTS and len(self._path) == 1:
            self._count += 1
            self._report = XmlReport(offset, self._count)
        elif self._report:
            self._open(name, attributes, offset)
        self._path.append(name)

    def _open(self, name: str, attributes: dict[str, str], offset: int) -> None:
        assert self._report
        if name == "metric":
            self._report.metric = attributes.get("id", "")[:16]
        elif name in ("segment", "part"):
            self._part = None
            if name == "segment":
                self._segment = None
        elif name == "table":
            self._figure = ReportPart("cell", segment=self._segment, part=self._part)
        elif name in ("var-list", "caption"):
            kind = "var" if name == "var-list" else "caption"
            self._figure = ReportPart(kind, segment=self._segment, part=self._part)
        elif name == "var":
            self._name = self._value = None
            self._row = ReportRow(offset, [])
        elif name == "message":
            self._row = ReportRow(offset, [])
        elif name == "row":
            self._row = ReportRow(offset, [], kind=attributes.get("type", ""))

    def end(self, name: str, text: str, offset: int) -> None:
        """Close what the element opened."""
        if self._path:
            self._path.pop()
        above = self._path[-1] if self._path else ""
        if self._report is None:
            return
        if name in _ROOTS and len(self._path) == 1:
            self._finish()
        elif name == "col":
            self._cell(above, text, offset)
        elif name == "row":
            self._keep(self._figure or self._table, offset)
        elif name == "name":
            self._named(above, text)
        elif name == "value" and above == "var":
            self._value = text
        elif name == "var":
            self._variable(offset)
        elif name in ("table", "var-list", "caption"):
            self._done(self._figure)
            self._figure = None
        elif name == "message":
            self._message(offset)
        elif above == "message" and self._row and text:
            self._row.cells.append(text)
            self._row.label = self._row.label or name
        elif name in _META:
            self._report.meta.setdefault(name, text)

    def _named(self, above: str, text: str) -> None:
        if above == "segment":
            self._segment = text
        elif above == "part":
            self._part = text
        elif above == "var":
            self._name = text

    def _cell(self, above: str, text: str, offset: int) -> None:
        if above == "column-headers":
            heads = (self._figure or self._table).heads
            if len(heads) < MOST_COLUMNS:
                heads.append(text)
        elif above == "row" and self._row:
            if len(self._row.cells) < MOST_COLUMNS:
                self._row.cells.append(text or None)
            elif len(self._row.cells) == MOST_COLUMNS:
                self._row.cells.append(None)
                self._reader.refuse(offset, f"at most {MOST_COLUMNS} columns", text)

    def _keep(self, figure: ReportPart, offset: int) -> None:
        row, self._row = self._row, None
        if row is None:
            return
        del row.cells[MOST_COLUMNS:]
        if len(figure.rows) < MOST_ROWS:
            row.label = row.cells[0] if row.cells else None
            figure.rows.append(row)
        elif not figure.full:
            figure.full = True
            self._reader.refuse(offset, f"at most {MOST_ROWS:,} rows", "one more")

    def _variable(self, offset: int) -> None:
        row, self._row = self._row, None
        figure = self._figure
        if row is None or figure is None or len(figure.rows) >= MOST_ROWS:
            self._reader.refuse(offset, "a variable within a list", self._name or "")
            return
        row.label, row.cells = self._name, [self._value or None]
        figure.rows.append(row)

    def _message(self, offset: int) -> None:
        row, self._row = self._row, None
        if row and row.cells:
            row.cells = [" ".join(cell for cell in row.cells if cell)]
            row.label = "message"
            self._done(ReportPart("message", rows=[row], segment=self._segment, part=self._part))
        elif row:
            self._reader.refuse(offset, "a message with words", "none")

    def _done(self, figure: ReportPart | None) -> None:
        if figure and figure.rows and self._report:
            self._report.figures += 1
            self._reader.figure(self._report, figure)

    def _finish(self) -> None:
        report = self._report
        self._done(self._table)
        if report:
            self._reader.report(report)
        self._reset()

    def refuse(self, offset: int, expected: str, actual: str) -> None:
        """The document breaks off: hand on what is complete of the report that was being read."""
        if self._report:
            if self._figure is None or self._figure.kind == "cell":
                self._done(self._figure or self._table)
            self._reader.report(self._report)
        self._reset()
        self._path = []
        self._reader.refuse(offset, expected, actual)
