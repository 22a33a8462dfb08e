"""Markdown as GitHub reads it: what is escaped, and how tables, lists and commands are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from getpage.core import numbers, text
from getpage.report.common import sheets, ways
from getpage.report.common.blocks import Block, Command, Heading, Lines, OtherForms, Priorities, Sheet, Words
from getpage.result import Change, Fact, Priority, Scalar

# What Markdown gives a meaning to anywhere, and what it does at the start of a line only.
_SPECIAL = re.compile(r"([\\`*_\[\]|~])")
_LEADING = re.compile(r"^([#+=-]+(?=\s|$)|>|\d+[.)](?=\s|$))")


def document(title: str, blocks: Iterable[Block]) -> str:
    """A text of its own."""
    return "\n\n".join([f"# {escape(title)}", *parts(blocks, level=2)]) + "\n"


def parts(blocks: Iterable[Block], *, level: int) -> Iterator[str]:
    """Blocks as paragraphs; headings and titles are of `level`."""
    mark = "#" * level
    for block in blocks:
        match block:
            case Heading(words):
                yield f"{mark} {escape(words)}"
            case Words(lines=lines):
                yield bullets(lines)
            case Priorities(things):
                if things:
                    yield f"{mark} First"
                    yield "\n".join(_priority(number, thing) for number, thing in enumerate(things, 1))
            case OtherForms():
                pass  # this is one of them
            case Lines(words):
                yield code(words)
            case Sheet(title, columns, rows, note):
                yield from ([f"{mark} {escape(title)}"] if title else [])
                yield from ([escape(note)] if note else [])
                yield table(columns, rows)
            case Command(number, change, of):
                yield f"**{number}.** {change_head(change)}{f' ({escape(of)})' if of else ''}"
                yield from change_parts(change, because=change.because)


def _priority(number: int, thing: Priority) -> str:
    what = f"{number}. **{thing.severity}: {escape(thing.shown_object)}: {escape(thing.headline)}**"
    return f"{what}  \n   {escape(thing.do)} (finding {escape(str(thing.finding))})"


def change_head(change: Change) -> str:
    """Which knob of which subsystem a change turns, and where that is set."""
    place = f" in {escape(change.place)}" if change.place else ""
    knob = f" ({escape(str(change.knob))})" if change.knob else ""
    return f"{escape(str(change.subsystem))}, step {change.step}: {escape(change.setting)}{knob}{place}"


def change_parts(change: Change, *, because: Iterable[object] = ()) -> list[str]:
    """A command with what it does, how it is verified and taken back, and the numbers that it rests on."""
    why = ", ".join(map(str, because))
    points = [
        *([f"Not yet: only after {change.only_after}"] if change.only_after else []),
        f"Effect: {change.effect}",
        *([f"Size: {size}"] if (size := ways.sizes(change)) else []),
        f"Storage: {ways.storage(change)}",
        f"Verify after {change.verify_after}: {change.verify}",
        *([f"Because: {why}"] if why else []),
        *([f"To make it last: {last}"] if (last := ways.lasting(change)) else []),
        *([f"Caution: {change.caution}"] if change.caution else []),
        "Undo:",
    ]
    then = change.way.then if change.way else ()
    later = (
        [bullets(["Then, one at a time, each after checking the one before:"]), code("\n".join(then))]
        if then
        else []
    )
    watch = [bullets([f"{ways.WATCH}:"]), code(change.watch)] if change.watch else []
    return [
        code(change.command),
        bullets(points),
        code(change.undo),
        *later,
        *watch,
        *fact_table(change.evidence),
    ]


def fact_table(evidence: Iterable[Fact]) -> list[str]:
    """Facts as a table; nothing where there is none."""
    rows = sheets.fact_rows(evidence)
    return [table(sheets.FACT_COLUMNS, rows)] if rows else []


def table(columns: Iterable[str], rows: Iterable[Iterable[Scalar]]) -> str:
    """A table; cells are on one line, whatever they hold."""
    head = [escape(column) for column in columns]
    lines = [head, ["---"] * len(head), *([escape(_cell(cell)) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(cell: Scalar) -> str:
    return cell if isinstance(cell, str) else numbers.scalar(cell)


def bullets(sentences: Iterable[str]) -> str:
    """Sentences as a list."""
    return "\n".join(f"- {escape(sentence)}" for sentence in sentences)


def code(words: str) -> str:
    """Text that is shown as it is, within a fence that it cannot end."""
    words = text.clean(words)
    longest = max((len(run) for run in re.findall(r"`+", words)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{words}\n{fence}"


def escape(words: str) -> str:
    """Words without a meaning to Markdown or HTML, on one line."""
    escaped = _SPECIAL.sub(r"\\\1", text.one_line(words)).replace("&", "&amp;").replace("<", "&lt;")
    return _LEADING.sub(lambda start: f"{start[0][:-1]}\\{start[0][-1]}", escaped)
