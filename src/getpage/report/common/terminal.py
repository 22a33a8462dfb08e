"""Text for a terminal: tables and lines of at most 100 columns.

Colours are left to rich, which drops them when the output is piped or NO_COLOR is set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from getpage.core import numbers
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


def table(console: Console, title: str, columns: Sequence[str], data: Sequence[Sequence[Any]]) -> None:
    """Rows under their heads; columns of numbers to the right."""
    heading = Text(one_line(title), style="bold") if title else None
    grid = Table(title=heading, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    for index, column in enumerate(columns):
        number = bool(data) and all(
            isinstance(row[index], (int, float)) or row[index] is None for row in data
        )
        grid.add_column(Text(one_line(column)), justify="right" if number else "left", overflow="fold")
    for row in data:
        grid.add_row(*(Text(_shown(value)) for value in row))
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
    fixes = f"; page-fixes {numbers.storage(change.fixes_bytes)}" if change.fixes_bytes else ""
    told = (
        ("not yet", f"only after {change.only_after}" if change.only_after else ""),
        ("size", ways.sizes(change)),
        ("storage", f"{numbers.storage_change(change.storage_bytes)}{fixes}"),
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
