"""Columns of text on a terminal, laid out once: thousands of rows take tenths of a second.

Rich measures and renders every cell several times, for cells that may be anything; these are text. Widths are
shared out as Rich's tables do it: the widest columns that may wrap give way until all fit, so that short
columns keep their width. Words that fit on no line are folded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, ConsoleOptions

_GAP = 2  # blanks between columns
_RULE = "─"

Line = tuple[str, Style]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column: its title, the style of its cells, and how they are set."""

    title: str = ""
    style: str = ""
    right: bool = False
    wraps: bool = True


class Grid:
    """Rows of text in columns; with `headed` under titles and a rule, framed by a blank on each side."""

    def __init__(self, *columns: Column, headed: bool = False, indent: int = 0, after: int = 0) -> None:
        """Without rows; `indent` blanks stand before each line, `after` lines stay empty below all."""
        self._columns, self._headed, self._indent, self._after = columns, headed, indent, after
        self._rows: list[tuple[Text, ...]] = []

    def add(self, *cells: Text | str) -> None:
        """Add a row; a style of a text is that of the whole text or of whole lines of it."""
        self._rows.append(tuple(Text(cell) if isinstance(cell, str) else cell for cell in cells))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        """The lines, all of one width."""
        titles = [Text(column.title, style="bold") for column in self._columns]
        edge, between = (" ", " " * (_GAP + 1)) if self._headed else ("", " " * _GAP)
        margin = " " * self._indent
        around = len(edge) * 2 + (len(between) - _GAP) * (len(self._columns) - 1)
        rows = [titles, *self._rows] if self._headed else self._rows
        widths = self._widths(rows, options.max_width - self._indent - around)
        whole = sum(widths) + len(between) * (len(widths) - 1)

        def lines(cells: Sequence[Text]) -> Iterator[Segment]:
            laid = [
                _laid(console, cell, column, width)
                for cell, column, width in zip(cells, self._columns, widths, strict=True)
            ]
            for i in range(max(map(len, laid))):
                before = margin + edge
                for cell, width in zip(laid, widths, strict=True):
                    yield Segment(before)
                    yield Segment(*cell[i]) if i < len(cell) else Segment(" " * width)
                    before = between
                yield Segment(f"{edge}\n")

        blank = Segment(f"{margin}{edge}{' ' * whole}{edge}\n")
        if self._headed:
            yield blank
            yield from lines(titles)
            yield Segment(f"{margin}{edge}{_RULE * whole}{edge}\n")
        for row in self._rows:
            yield from lines(row)
        if self._headed:
            yield blank
        for _ in range(self._after):
            yield blank

    def _widths(self, rows: Sequence[Sequence[Text]], room: int) -> list[int]:
        """The widest line of each column; where they do not fit, the widest that may wrap give way."""
        gaps = [_GAP] * (len(self._columns) - 1) + [0]
        widths = [max((_width(row[at]) for row in rows), default=1) + gap for at, gap in enumerate(gaps)]
        wraps = [at for at, column in enumerate(self._columns) if column.wraps]
        while (excess := sum(widths) - room) > 0 and any(widths[at] for at in wraps):
            widest = max(widths[at] for at in wraps)
            most = [at for at in wraps if widths[at] == widest]
            step = min(excess, widest - max((widths[at] for at in wraps if widths[at] != widest), default=0))
            for left, at in zip(range(len(most), 0, -1), most, strict=True):
                less = min(step, round(excess / left))
                widths[at] -= less
                excess -= less
        return [max(1, width - gap) for width, gap in zip(widths, gaps, strict=True)]


def _width(cell: Text) -> int:
    plain = cell.plain
    if plain.isascii() and "\n" not in plain:
        return len(plain)
    return max((line.cell_len for line in cell.split(allow_blank=True)), default=0)


def _laid(console: Console, cell: Text, column: Column, width: int) -> list[Line]:
    """The lines of one cell, each as wide as its column."""
    base = console.get_style(column.style or "") + console.get_style(cell.style or "")
    made: list[Line] = []
    start = 0
    for paragraph in cell.plain.split("\n"):
        style = base
        for span in cell.spans:
            if span.start <= start and span.end >= start + len(paragraph):
                style += console.get_style(span.style)
        made += [(_set(line, column, width), style) for line in _wrapped(console, paragraph, width)]
        start += len(paragraph) + 1
    return made


def _set(line: str, column: Column, width: int) -> str:
    blanks = " " * (width - (len(line) if line.isascii() else Text(line).cell_len))
    return blanks + line if column.right else line + blanks


def _wrapped(console: Console, text: str, width: int) -> list[str]:
    """Lines of at most so many cells."""
    if not text.isascii() or "  " in text or "\t" in text:
        return _folded(console, text, width)
    lines, at = [], 0
    while len(text) - at > width:
        cut = text.rfind(" ", at + 1, at + width + 1)
        if cut < 0:
            return _folded(console, text, width)
        lines.append(text[at:cut])
        at = cut + 1
    return [*lines, text[at:]]


def _folded(console: Console, text: str, width: int) -> list[str]:
    wrapped = Text(text).wrap(console, width, overflow="fold")
    return [line.plain.rstrip() for line in wrapped] or [""]
