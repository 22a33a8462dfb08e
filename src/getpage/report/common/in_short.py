"""What a terminal shows of a long result unless asked for all of it: the beginning, in about sixty lines.

Sentences, tables and commands keep their order, but for the commands, a line each, which follow the first
sentences. Tables show their first rows. What has no room is named with its number of rows: nothing is left
out without a word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.core import numbers, text
from getpage.report.common import terminal
from getpage.report.common.blocks import Command, Heading, Sheet, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from getpage.report.common.blocks import Block
    from getpage.report.common.screen import Screen

#: Lines of a screen that a person reads at one look; two of them say how to see the rest.
MOST_LINES: Final = 60
_FOOT: Final = 4
_SENTENCES: Final = 8
_COMMAND: Final = 48


def lines(blocks: Iterable[Block], top: int, screen: Screen) -> Iterator[str]:
    """The beginning of blocks, `top` rows of each table."""
    used, left = 0, []
    for block in _commands_second(list(blocks)):
        if isinstance(block, Sheet) and block.evidence:
            continue
        short, more = _cut(block, top)
        shown = "".join(terminal.lines([short], screen))
        height = shown.count("\n") + bool(more)
        if used + height > MOST_LINES - _FOOT:
            left.append(_named(block))
            continue
        used += height
        yield shown
        if more:
            yield from screen.lines(f"{numbers.counted(more, 'more row')}: --all, or --top N", "dim")
    named = ", ".join(dict.fromkeys(name for name in left if name))
    if named:
        words = f"\nNot shown: {named}. --all shows everything, as do the other forms and getpage report."
        yield from screen.lines(text.shorten(words, 3 * screen.columns), "dim")


def _commands_second(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks, their commands as one table behind the first sentences."""
    commands = [block for block in blocks if isinstance(block, Command)]
    placed = not commands
    for place, block in enumerate(blocks):
        follows = blocks[place + 1] if place + 1 < len(blocks) else None
        if isinstance(block, Command) or (isinstance(block, Heading) and isinstance(follows, Command)):
            continue
        yield block
        if not placed:
            placed = True
            yield _table_of(commands)


def _table_of(commands: Sequence[Command]) -> Sheet:
    rows = []
    for command in commands:
        size = command.change.total_bytes
        sign = "+" if size > 0 else "-"
        rows.append(
            (
                str(command.number),
                str(command.change.subsystem),
                text.shorten(text.one_line(command.change.command), _COMMAND),
                f"{sign}{numbers.storage(abs(size))}" if size else "",
                "waits" if command.change.only_after else "",
            )
        )
    return Sheet("Commands, in their order", ("no.", "for", "command", "storage", ""), rows)


def _cut(block: Block, top: int) -> tuple[Block, int]:
    """A block with its first rows or sentences, and how many more it has."""
    if isinstance(block, Sheet) and len(block.rows) > top:
        return Sheet(block.title, block.columns, block.rows[:top], block.note), len(block.rows) - top
    if isinstance(block, Words) and len(block.lines) > _SENTENCES:
        return Words(block.lines[:_SENTENCES], block.listed, block.foot), len(block.lines) - _SENTENCES
    return block, 0


def _named(block: Block) -> str:
    if isinstance(block, Sheet):
        return f"{block.title} ({len(block.rows)})"
    return block.words if isinstance(block, Heading) else ""
