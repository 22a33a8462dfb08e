"""Read printed evidence: console messages, command replies and reports, within any log.

What: the messages and reports that the products know (`Product.printed`), out of logs of any form. They
become rows of the same tables that records fill.
Why: a job log is at hand where SMF is not, and the messages say things that SMF does not.
Limits: a text says what was true when it was printed; what it does not print is absent from the row. Text
that looks like a known message and cannot be read is damage; text that looks like nothing known is passed
over.
Reference: IBM z/OS MVS System Messages, on the forms of logs; each reader names that of its own form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from getpage.contract.printed import Cover, Row, TextDamage
from getpage.products import registry

from .assemble import Assembler, Readers

__all__ = ["TextEvidence", "looks_like_text_evidence", "marks", "read_text", "stream_text"]

#: Lines after which rows that are done are handed on.
_LINES: Final = 1 << 12


@dataclass(frozen=True, slots=True)
class TextEvidence:
    """The evidence of a text: rows by table, what could not be read (the first places, and how many there
    are), and how many lines a reader recognized.
    """

    rows: dict[str, list[Row]]
    damage: list[TextDamage]
    matched_lines: int
    damaged: int = 0


def read_text(lines: Iterable[tuple[int, str]]) -> TextEvidence:
    """Read lines, each with its byte offset in the file, into rows by table, and damage."""
    rows: dict[str, list[Row]] = {}

    def keep(table: str, more: Sequence[Row], covers: Sequence[Cover]) -> None:  # noqa: ARG001
        rows.setdefault(table, []).extend(more)

    read = stream_text(lines, keep)
    return TextEvidence(rows, read.damage, read.matched_lines, read.damaged)


def stream_text(
    lines: Iterable[tuple[int, str]], take: Callable[[str, Sequence[Row], Sequence[Cover]], None]
) -> TextEvidence:
    """The same, and hand rows on as soon as nothing of them will be changed: `take` is given a table, some of
    its rows, and the times that these are of. The result has no rows.
    """
    assembler = Assembler(_readers(registry.PACKAGES))
    sink = assembler.sink

    def hand_on(rows: dict[str, list[Row]]) -> None:
        covers, sink.covers = sink.covers, []
        for table in sorted(rows):
            take(table, rows[table], [cover for cover in covers if cover.table == table])

    for number, (offset, text) in enumerate(lines, start=1):
        assembler.feed(offset, text)
        if number % _LINES == 0 and sink.done:
            done, sink.done = sink.done, {}
            hand_on(done)
    assembler.close()
    rest = {table: [row for row in rows if sink.holds(table, row)] for table, rows in sink.rows.items()}
    for table, rows in sink.done.items():
        rest.setdefault(table, []).extend(rows)
    hand_on(rest)
    damage = sorted(sink.damage, key=lambda item: item.offset)
    return TextEvidence({}, damage, assembler.matched, sink.damaged)


@lru_cache(maxsize=1)
def _readers(_: tuple[str, ...]) -> Readers:
    """The readers of the products of these packages: a directory may have thousands of small texts."""
    return Readers(product.printed() for product in registry.PRODUCTS)


def marks() -> tuple[str, ...]:
    """Words in upper case without which no line of a text is evidence."""
    return _readers(registry.PACKAGES).marks


def looks_like_text_evidence(sample: str) -> bool:
    """True if a reader recognizes a line of the text. It is read up to that line, and not at all where no
    line has a mark of a reader.
    """
    readers = _readers(registry.PACKAGES)
    marked = readers.marked(sample)
    if not marked:
        return False
    assembler, lines, number = Assembler(readers), sample.splitlines(), 0
    for mark in marked:
        assembler.pass_over(mark - number)
        number = max(number, mark)
        while number < len(lines) and (number == mark or assembler.waits):
            assembler.feed(number, lines[number])
            if assembler.matched:
                return True
            number += 1
    return False
