"""Text for a terminal: tables and lines of at most 100 columns.

Colours are left to rich, which drops them when the output is piped or NO_COLOR is set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from getpage.core.text import clean, one_line
from getpage.report.common import ways
from getpage.report.common.blocks import Command, Heading, Lines, Sheet, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console

    from getpage.report.common.blocks import Block
    from getpage.result import Change

#: Wider lines are hard to read, and logs and mails are cut at about this.
WIDEST = 100
#: Columns between two columns of a table.
_BETWEEN = 3  # with its share of the edges


def show(blocks: Iterable[Block], console: Console) -> None:
    """Print blocks, without the evidence behind claims: that is for the forms that are kept."""
    for block in blocks:
        match block:
            case Heading(words):
                line(console, f"\n{words}", style="bold")
            case Words(lines=lines, listed=listed):
                for words in lines:
                    line(console, f"{'- ' if listed else ''}{one_line(words)}")
            case Lines(words):
                line(console, f"\n{clean(words)}\n", fold=False)
            case Sheet(title, columns, rows, note, evidence):
                if not evidence:
                    table(console, title, columns, rows)
                    line(console, one_line(note)) if note else None
            case Command(number, change):
                _command(console, number, change)


def line(console: Console, words: str, *, style: str = "", fold: bool = True) -> None:
    """Words as they are; text that is to be copied is not folded."""
    width = min(console.width, WIDEST) if fold else None
    console.print(Text(words, style=style), width=width, markup=False, highlight=False, soft_wrap=not fold)


def table(
    console: Console,
    title: str,
    columns: Sequence[str],
    data: Sequence[Sequence[Any]],
    *,
    or_one_by_one: bool = False,
) -> None:
    """Rows under their heads, columns of numbers to the right, no word or figure broken that fits; where not
    all fit, with `or_one_by_one` a line a column instead, row by row.
    """
    width = min(console.width, WIDEST)
    heads = [one_line(column) for column in columns]
    cells = [[_shown(value) for value in row] for row in data]
    narrowest = [
        max(_longest(head), 0, *(_longest(row[at]) for row in cells)) for at, head in enumerate(heads)
    ]
    fits = sum(narrowest) + _BETWEEN * len(heads) <= width
    if or_one_by_one and cells and not fits:
        _one_by_one(console, title, heads, cells)
        return
    grid = Table(title=_title(title), title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    for at, head in enumerate(heads):
        number = bool(data) and all(isinstance(row[at], (int, float)) or row[at] is None for row in data)
        least = narrowest[at] if fits else None
        grid.add_column(Text(head), justify="right" if number else "left", overflow="fold", min_width=least)
    for row in cells:
        grid.add_row(*map(Text, row))
    console.print(grid, width=width)


def _title(title: str) -> Text | None:
    return Text(one_line(title), style="bold") if title else None


def _longest(words: str) -> int:
    """Columns of the longest word."""
    return max(map(cell_len, words.split()), default=0)


def _one_by_one(console: Console, title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Each row as lines of a head and its cell."""
    from getpage.report.common.grid import Column, Grid

    if title:
        line(console, one_line(title), style="bold")
    for number, row in enumerate(rows, 1):
        line(console, f"row {number}", style="bold")
        grid = Grid(Column(wraps=False), Column(), indent=2)
        for head, cell in zip(heads, row, strict=True):
            grid.add(head, cell)
        console.print(grid, width=min(console.width, WIDEST))


def _shown(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return "" if value is None else one_line(str(value))
    return f"{value:,}" if isinstance(value, int) else f"{value:,.3f}".rstrip("0").rstrip(".")


def _command(console: Console, number: int, change: Change) -> None:
    place = f" in {change.place}" if change.place else ""
    of = f"{change.subsystem}, step {change.step}, {change.setting}{place}"
    line(console, one_line(f"{number}. {of}: {change.effect}"))
    line(console, f"    {clean(change.command)}", fold=False)
    told = (
        ("not yet", f"only after {change.only_after}" if change.only_after else ""),
        ("size", ways.sizes(change)),
        ("storage", ways.storage(change)),
        ("then", ways.later(change)),
        ("undo", change.undo),
        ("lasting", ways.lasting(change)),
        ("verify", change.verify),
        ("after", change.verify_after),
        ("because", ", ".join(map(str, change.because))),
        ("caution", change.caution),
    )
    for name, words in told:
        if words:
            line(console, f"      {name:8}{one_line(words)}")
