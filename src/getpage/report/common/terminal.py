"""Blocks as text for a terminal: tables and lines of at most 100 columns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from getpage.core import numbers, text
from getpage.core.text import clean, one_line
from getpage.report.common import ways
from getpage.report.common.blocks import Command, Heading, Lines, OtherForms, Priorities, Sheet, Words
from getpage.report.common.grid import Column, Grid, Styled, longest_word
from getpage.report.common.screen import KEPT_BLANK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from getpage.report.common.blocks import Block
    from getpage.report.common.screen import Screen
    from getpage.result import Change, Priority


#: Of severities, which are words too: nothing is lost where there are no colours.
STYLES: Final = {"critical": "bold red", "warning": "yellow", "info": "dim"}
#: The longest next step of a thing to act on first.
_STEP: Final = 100
#: Columns between two columns of a table.
_BETWEEN = 3  # with its share of the edges
_INDENT = 4
#: Cells taller than these lines stand below their rows: nobody reads a sentence a word a line.
_TALLEST = 4
#: What is said of a change even where it is empty.
_ALWAYS = ("effect", "storage", "undo")


def lines(blocks: Iterable[Block], screen: Screen) -> Iterator[str]:
    """Blocks, without the evidence behind claims: that is for the forms that are kept."""
    above: Block | None = None
    for block in blocks:
        ends_in_words = (
            above.note and not above.evidence if isinstance(above, Sheet) else isinstance(above, Words)
        )
        if isinstance(block, Sheet) and ends_in_words and not block.evidence:
            yield "\n"
        above = block
        match block:
            case Heading(words):
                yield from screen.lines(f"\n{words}", "bold")
            case Words(lines=sentences, listed=listed):
                for words in sentences:
                    yield from screen.lines(f"{'- ' if listed else ''}{one_line(words)}")
            case Lines(words):
                yield from screen.lines(f"\n{clean(words)}\n", fold=False)
            case Sheet(title, columns, rows, note, evidence):
                if not evidence:
                    yield from table(title, columns, rows, screen)
                    if note:
                        yield from screen.lines(one_line(note))
            case Command(number, change):
                yield from _command(number, change, screen)
            case Priorities(things):
                yield from _first(things).lines(screen)
            case OtherForms():
                yield from screen.lines(f"{block.what}: {block.forms}.")


def _first(things: Sequence[Priority]) -> Grid:
    """What to act on first, each with its next step below it."""
    grid = Grid(Column(right=True, wraps=False), Column(wraps=False), Column(wraps=False), Column(), after=1)
    for number, thing in enumerate(things, 1):
        grid.add(
            str(number),
            Styled(thing.severity.value, STYLES[thing.severity]),
            one_line(thing.shown_object),
            (Styled(one_line(thing.headline), "bold"), Styled(text.shorten(one_line(thing.do), _STEP))),
        )
    return grid


def table(
    title: str,
    columns: Sequence[str],
    data: Sequence[Sequence[Any]],
    screen: Screen,
    *,
    or_one_by_one: bool = False,
) -> Iterator[str]:
    """Rows under their heads, columns of numbers to the right, no word or figure broken that fits. Columns
    of sentences for which there is no width stand below each row; where not all words fit, with
    `or_one_by_one` a line a column instead, row by row.
    """
    heads = [one_line(column) for column in columns]
    cells = [[_shown(value) for value in row] for row in data]
    if title:
        yield from screen.lines(one_line(title), "bold")
    if or_one_by_one and cells:
        narrowest = (longest_word([head, *(row[at] for row in cells)]) for at, head in enumerate(heads))
        if sum(narrowest) + _BETWEEN * len(heads) > screen.columns:
            yield from _one_by_one(heads, cells, screen)
            return
    numbers = [
        bool(data) and all(isinstance(row[at], (int, float)) or row[at] is None for row in data)
        for at in range(len(heads))
    ]
    yield from _with_room(heads, cells, numbers, screen).lines(screen)


def _with_room(
    heads: Sequence[str], cells: Sequence[Sequence[str]], numbers: Sequence[bool], screen: Screen
) -> Grid:
    """Rows of which no cell is tall: what would be stands below its row, a whole column of it or single
    cells. The first column names the row and stays.
    """
    beside, below = list(range(len(heads))), set[tuple[int, int]]()
    while True:
        grid = Grid(*(Column(title=heads[at], right=numbers[at]) for at in beside), headed=True)
        for row, own in enumerate(cells):
            apart = [at for at in range(len(heads)) if own[at] and (at not in beside or (row, at) in below)]
            grid.add(
                *("" if (row, at) in below else own[at] for at in beside),
                below=[(heads[at], own[at]) for at in apart],
            )
        heights = grid.heights(screen)[1:]
        tallest = max((max(column, default=0) for column in heights), default=0)
        if tallest <= _TALLEST:
            return grid
        at = next(at for at, column in zip(beside[1:], heights, strict=True) if max(column) == tallest)
        tall = {(row, at) for row, height in enumerate(heights[beside.index(at) - 1]) if height > _TALLEST}
        if 2 * len(tall) < sum(bool(own[at]) for own in cells):
            below |= tall
        else:
            beside.remove(at)


def _one_by_one(heads: Sequence[str], rows: Sequence[Sequence[str]], screen: Screen) -> Iterator[str]:
    """Each row as lines of a head and its cell."""
    for number, row in enumerate(rows, 1):
        yield from screen.lines(f"row {number}", "bold")
        grid = Grid(Column(wraps=False), Column(), indent=2)
        for head, cell in zip(heads, row, strict=True):
            grid.add(head, cell)
        yield from grid.lines(screen)


#: An interval or an amount is not broken over lines: `(8.8 to 15.3)`, `236 µs to 1.41 ms`, `1.53 GiB`.
_INTERVAL: Final = re.compile(
    r"\(?[-\u2212]?[\d.,]+(?: [µ%A-Za-z]+)? to [-\u2212]?[\d.,]+(?:[/%\w]+| [µ%/A-Za-z]+\b)?\)?"
    r"|\d{4}-\d\d-\d\d \d\d:\d\d|[\d.,]+ (?:[KMG]iB|[mµ]?s)\b"
)


def _shown(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        words = "" if value is None else one_line(str(value))
        return _INTERVAL.sub(lambda interval: interval[0].replace(" ", KEPT_BLANK), words)
    return f"{value:,}" if isinstance(value, int) else f"{value:,.3f}".rstrip("0").rstrip(".")


def _command(number: int, change: Change, screen: Screen) -> Iterator[str]:
    yield from screen.lines(one_line(f"{number}. {change.subsystem}, step {change.step}, {change.setting}"))
    yield from entered(change, [str(reason) for reason in change.because], screen)


def entered(change: Change, because: Sequence[str], screen: Screen) -> Iterator[str]:
    """A command as it is entered, and what is said of it, each with its name before it."""
    from getpage.result.trust import unproven  # tables of fields and of rules have no result

    # On a line of its own, so that a triple click or a mouse drag takes the command and nothing else.
    yield from screen.lines(clean(change.command), "bold", indent=_INDENT)
    named = (
        ("not yet", f"only after {change.only_after}" if change.only_after else ""),
        ("effect", change.effect),
        ("size", ways.sizes(change)),
        ("storage", ways.storage(change)),
        ("then", ways.later(change)),
        ("undo", change.undo),
        ("lasting", ways.lasting(change)),
        ("policy", _IN_MARKDOWN if change.watch else ""),
        ("verify", f"After {change.verify_after}: {change.verify}"),
        ("set in", change.place),
        ("because", ", ".join(because)),
        ("caution", change.caution),
        ("trust", unproven(change.evidence)),
    )
    facts = Grid(Column(style="dim", wraps=False), Column(), indent=_INDENT, after=1)
    for name, words in named:
        if words or name in _ALWAYS:
            facts.add(name, clean(words) if name == "undo" else one_line(words))
    yield from facts.lines(screen)


#: A file of one long line is no matter of a screen.
_IN_MARKDOWN: Final = "its file: --format md"
#: Lines of a screen that a person reads at one look, and those that say how to see the rest.
MOST_LINES: Final = 60
_FOOT: Final = 4
_SENTENCES: Final = 8
#: Columns of the name of a subsystem, and of a gap between two columns.
_NAME, _GAP = 26, 2


@dataclass(frozen=True, slots=True)
class _Commands:
    """All commands of some blocks, a row each."""

    commands: Sequence[tuple[int, Change]]


def first_lines(blocks: Iterable[Block], top: int, screen: Screen, most: int = MOST_LINES) -> Iterator[str]:
    """The beginning of blocks in `most` lines, `top` rows of each table."""
    used, left, above, forms, end = 0, [], "", "", ""
    for block in _commands_second(list(blocks)):
        match block:
            case Sheet(evidence=True):
                continue
            case Heading(words):
                above = words
                continue
            case OtherForms():
                forms = f", {block.forms}"
                continue
            case Words(method=True):
                left.append(above)
                above = ""
                continue
        shown = "".join(_shown_first(block, above, top, screen))
        name, above = _name_of(block) or above, ""
        if end and not end.endswith("\n\n") and not isinstance(block, Words):
            shown = f"\n{shown}"
        height = shown.count("\n")
        if used + height > most - _FOOT:
            left.append(name)
            continue
        used += height
        end = shown[-2:]
        yield shown
    named = ", ".join(dict.fromkeys(name for name in left if name))
    if named or forms:
        words = text.shorten(f"Not shown: {named}.", 2 * screen.columns) + " " if named else ""
        gap = "" if end.endswith("\n\n") else "\n"
        yield from screen.lines(f"{gap}{words}Everything: --all{forms}.", "dim")


def _shown_first(block: Block | _Commands, above: str, top: int, screen: Screen) -> Iterator[str]:
    """A block with its first rows or sentences, those of a foot one line each, and how many more it has."""
    if isinstance(block, _Commands):
        yield from commands_in_short(block.commands, top, screen)
        return
    more, unit = 0, "more line"
    if isinstance(block, Words) and block.foot:
        block = Words([text.shorten(line, screen.columns) for line in block.lines])
    elif isinstance(block, Sheet):
        more, unit = len(block.rows) - top, "more row"
        block = Sheet(block.title, block.columns, block.rows[:top], block.note)
    elif isinstance(block, Words):
        more = len(block.lines) - _SENTENCES
        block = Words(block.lines[:_SENTENCES], block.listed)
    yield from lines([Heading(above), block] if above else [block], screen)
    if more > 0:
        yield from screen.lines(f"{numbers.counted(more, unit)}: --all, or --top N", "dim")


def _commands_second(blocks: Sequence[Block]) -> Iterator[Block | _Commands]:
    """The blocks, their commands as one table behind the first sentences."""
    commands = [(block.number, block.change) for block in blocks if isinstance(block, Command)]
    placed = not commands
    for place, block in enumerate(blocks):
        if not (placed or isinstance(block, Priorities | Words)):
            placed = True
            yield _Commands(commands)
        follows = blocks[place + 1] if place + 1 < len(blocks) else None
        if not isinstance(block, Command) and not (
            isinstance(block, Heading) and isinstance(follows, Command)
        ):
            yield block


def commands_in_short(commands: Sequence[tuple[int, Change]], top: int, screen: Screen) -> Iterator[str]:
    """The first `top` commands in their order, a line each, under how many are ready."""
    if not commands:
        yield from screen.lines("No commands.", "bold")
        return
    waiting = sum(bool(change.only_after) for _, change in commands)
    counts = f"{len(commands) - waiting} ready{f', {waiting} waiting' if waiting else ''}"
    yield from screen.lines(f"Commands: {counts}", "bold")
    rows = [
        (
            str(number),
            text.shorten(one_line(str(change.subsystem)), _NAME),
            _signed(change.real_bytes),
            "waits" if change.only_after else "",
            one_line(change.command),
        )
        for number, change in commands[:top]
    ]
    room = screen.columns - sum(max(len(row[at]) for row in rows) + _GAP for at in range(4))
    plain, right = Column(wraps=False), Column(right=True, wraps=False)
    grid = Grid(right, plain, plain, right, plain)
    for number, of, size, waits, command in rows:
        grid.add(number, of, text.shorten(command, room), size, waits)
    yield from grid.lines(screen)
    more = len(commands) - top
    if more > 0:
        yield from screen.lines(f"{numbers.counted(more, 'more command')}: --all, or --top N", "dim")


def _signed(size: int) -> str:
    sign = "+" if size > 0 else "-"
    return f"{sign}{numbers.storage(abs(size))}" if size else ""


def _name_of(block: Block | _Commands) -> str:
    if isinstance(block, Sheet):
        return f"{block.title} ({numbers.counted(len(block.rows), 'row')})"
    return ""
