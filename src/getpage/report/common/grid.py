"""Columns of text on a terminal, laid out once: thousands of rows take tenths of a second.

Where columns do not fit, the widest that may wrap give way until all fit, so that short columns keep their
width; none becomes narrower than its longest word while there is another way. Words that fit on no line are
folded. What would stand in a tall and narrow cell can stand below its row instead (`heights`, `add`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from getpage.report.common.screen import KEPT_BLANK, Screen, columns, folded

_GAP = 2  # blanks between columns
_RULE = "─"
_BELOW = 4  # blanks before what stands below a row


class Styled(NamedTuple):
    """Words in a style. A tuple, as the findings of fifty subsystems are a hundred thousand of them."""

    words: str
    style: str = ""


#: A cell, or its paragraphs, each in a style.
Cell = str | Styled | tuple[Styled, ...]

#: Where a line may break: a no-break space keeps a number with its unit.
_BREAK: Final = " "


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
        self._rows: list[list[tuple[Styled, ...]]] = []
        self._below: list[tuple[tuple[str, str], ...]] = []

    def add(self, *cells: Cell, below: Sequence[tuple[str, str]] = ()) -> None:
        """Add a row; `below` it stand words with a name before each, over all columns."""
        self._rows.append(
            [_paragraphs(cell, column.style) for cell, column in zip(cells, self._columns, strict=True)]
        )
        self._below.append(tuple(below))

    def heights(self, screen: Screen) -> list[list[int]]:
        """How many lines each cell takes, by column and row."""
        return [
            [len(_laid(row[at], width)) for row in self._rows]
            for at, width in enumerate(self._room(screen)[0])
        ]

    def lines(self, screen: Screen) -> Iterator[str]:
        """The lines, with their ends."""
        widths, margin, between = self._room(screen)
        if self._headed:
            yield "\n"
            titles = [(Styled(column.title, "bold"),) for column in self._columns]
            yield from self._row(screen, titles, widths, margin, between, bottom=True)
            yield f"{margin}{_RULE * (sum(widths) + len(between) * (len(widths) - 1))}\n"
        widest = max((columns(name) for below in self._below for name, _ in below), default=0)
        for row, below in zip(self._rows, self._below, strict=True):
            yield from self._row(screen, row, widths, margin, between)
            named = Grid(Column(style="dim", wraps=False), Column(), indent=len(margin) + _BELOW)
            for name, words in below:
                named.add(name + " " * (widest - columns(name)), words)
            yield from named.lines(screen) if below else ()
        yield "\n" * (self._headed + self._after)

    def _room(self, screen: Screen) -> tuple[list[int], str, str]:
        """How wide each column is, and what stands before the first and between two."""
        edge, between = (" ", " " * (_GAP + 1)) if self._headed else ("", " " * _GAP)
        margin = " " * self._indent + edge
        around = len(margin) + len(edge) + (len(between) - _GAP) * (len(self._columns) - 1)
        return self._widths(screen.columns - around), margin, between

    def _row(
        self,
        screen: Screen,
        cells: Sequence[tuple[Styled, ...]],
        widths: Sequence[int],
        margin: str,
        between: str,
        *,
        bottom: bool = False,
    ) -> Iterator[str]:
        laid = [_laid(cell, width) for cell, width in zip(cells, widths, strict=True)]
        height = max(map(len, laid))
        for i in range(height):
            line, blanks = "", margin
            for cell, column, width in zip(laid, self._columns, widths, strict=True):
                at = i - (height - len(cell)) if bottom else i
                part = cell[at] if 0 <= at < len(cell) else None
                if part and part.words:
                    room = " " * (width - columns(part.words))
                    words = part.words.replace(KEPT_BLANK, " ")
                    line += blanks + room * column.right + screen.shown(words, part.style)
                    blanks = room * (not column.right) + between
                else:
                    blanks += " " * width + between
            yield f"{line}\n"

    def _widths(self, room: int) -> list[int]:
        """The widest line of each column; where they do not fit, the widest that may wrap give way, down to
        their longest word, then to their longest part of an interval, and only then further.
        """
        gaps = [_GAP] * (len(self._columns) - 1) + [0]
        cells = [[part.words for row in self._rows for part in row[at]] for at in range(len(self._columns))]
        for column, own in zip(self._columns, cells, strict=True):
            own.append(column.title)
        widths = [max(map(columns, own)) + gap for own, gap in zip(cells, gaps, strict=True)]
        if sum(widths) > room:
            longest = [max(map(_longest, own)) + gap for own, gap in zip(cells, gaps, strict=True)]
            wraps = [column.wraps for column in self._columns]
            least = [
                least if may else width for least, width, may in zip(longest, widths, wraps, strict=True)
            ]
            widths = _narrowed(widths, least, room)
            parts = [max(map(_longest_part, own)) + gap for own, gap in zip(cells, gaps, strict=True)]
            widths = _narrowed(widths, [min(pair) for pair in zip(least, parts, strict=True)], room)
            widths = _narrowed(widths, [w * (not may) for w, may in zip(widths, wraps, strict=True)], room)
        return [max(1, width - gap) for width, gap in zip(widths, gaps, strict=True)]


def longest_word(cells: Sequence[str]) -> int:
    """Columns of the longest word of a column."""
    return max(map(_longest, cells), default=0)


def _longest(words: str) -> int:
    size = len if columns(words) == len(words) else columns
    return max(map(size, words.split(_BREAK)), default=0)


def _longest_part(words: str) -> int:
    """As `_longest`, of intervals broken behind their `to`."""
    return _longest(words.replace(f"{KEPT_BLANK}to{KEPT_BLANK}", f"{KEPT_BLANK}to "))


def _narrowed(widths: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """Widths that fit, or come near it: the widest give way together, none below its least."""
    widths = list(widths)
    while (excess := sum(widths) - room) > 0:
        giving = [at for at, width in enumerate(widths) if width > least[at]]
        if not giving:
            break
        widest = max(widths[at] for at in giving)
        most = [at for at in giving if widths[at] == widest]
        next_widest = max((widths[at] for at in giving if widths[at] != widest), default=0)
        step = min(excess, widest - max(next_widest, *(least[at] for at in most)))
        for left, at in zip(range(len(most), 0, -1), most, strict=True):
            less = min(step, round(excess / left))
            widths[at] -= less
            excess -= less
    return widths


def _paragraphs(cell: Cell, style: str) -> tuple[Styled, ...]:
    """The paragraphs of a cell, each with the style of its column before its own."""
    if isinstance(cell, str):
        return tuple(Styled(words, style) for words in cell.split("\n"))
    parts = (cell,) if isinstance(cell, Styled) else cell
    return tuple(
        Styled(words, f"{style} {part.style}".strip()) for part in parts for words in part.words.split("\n")
    )


def _laid(cell: Sequence[Styled], width: int) -> list[Styled]:
    """The lines of one cell."""
    return [Styled(line, part.style) for part in cell for line in folded(part.words, width)]
