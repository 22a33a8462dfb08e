"""Statements of an HLASM listing, without pages, titles, control characters and continuations.

Reference: HLASM Programmer's Guide (SC26-4941), "Source and object section" of the assembler listing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from getpage.core.errors import GetpageError
from getpage.layouts.columns import CONTINUED, TEXT, Columns, heading, numbers
from getpage.layouts.source import remark, split_statement

#: Characters of a line that a message shows.
_SHOWN = 60


def problem(listing: str, line: int, expected: str, actual: str) -> GetpageError:
    """An error that points to a line of the listing."""
    shown = "".join(c if c.isprintable() else "?" for c in actual.strip())
    if len(shown) > _SHOWN:
        shown = shown[:_SHOWN] + "..."
    return GetpageError(
        f"{listing}, line {line}: expected {expected}; found: {shown or 'nothing'}; assemble again and "
        "transfer the whole listing as text",
        "getpage layout import --help",
    )


#: More than the 9 lines that the assembler allows.
CONTINUATIONS = 20


@dataclass(frozen=True, slots=True)
class SourceStatement:
    """One statement, or one comment, and the line that it stands in."""

    line: int
    loc: int | None
    addresses: tuple[int, ...]
    name: str = ""
    operation: str = ""
    operands: str = ""
    remark: str = ""
    comment: str | None = None


@dataclass(frozen=True, slots=True)
class Raw:
    """A statement as it was read: its first line up to column 71, and what its continuations add."""

    line: int
    loc: int | None
    addresses: tuple[int, ...]
    source: str
    more: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Listing:
    """All statements, who assembled them and when, and whether the listing is whole."""

    file: str
    stamp: str
    statements: tuple[SourceStatement, ...]
    ended: bool
    flagged: int
    #: What the file is.
    kind: str = "assembler listing"


def parse_listing(text: str, file: str) -> Listing:
    """The statements of a listing's text."""
    lines = text.replace("\f", "").split("\n")
    columns: Columns | None = None
    raw: list[Raw] = []
    flagged, open_, stamp = 0, False, ""
    for number, full in enumerate(lines, 1):
        line = full.rstrip("\r\n ")[:300]
        if (new := heading(line)) is not None:
            columns, stamp = new, stamp or new.stamp
            continue
        if columns is None:
            continue
        if (statement := columns.statement(line)) is not None:
            before, _, source = statement
            loc, addresses = numbers(before)
            raw.append(Raw(number, loc, tuple(addresses), source[:TEXT]))
            open_ = continues(source)
        elif open_ and len(raw[-1].more) < CONTINUATIONS and (more := columns.continuation(line)) is not None:
            raw[-1].more.append(more[CONTINUED:TEXT].ljust(TEXT - CONTINUED))
            open_ = continues(more)
        elif "** ASMA" in line and line.rstrip()[:24].find("E ") > 0:
            flagged += 1
    if columns is None:
        first = next((line for line in lines if line.strip()), "")
        wanted = "the heading 'Loc  Object Code    Addr1 Addr2  Stmt   Source Statement' of an HLASM listing"
        raise problem(file, 1, wanted, first)
    statements = tuple(as_statements(raw))
    ended = any(statement.operation == "END" for statement in statements)
    return Listing(file, stamp, statements, ended, flagged)


def continues(source: str) -> bool:
    """Whether column 72 of a line says that the next one belongs to it."""
    return source[TEXT : TEXT + 1] not in ("", " ")


def as_statements(raw: Iterable[Raw]) -> Iterator[SourceStatement]:
    """Statements with their continuations put together, and comments."""
    for first in raw:
        text = first.source.ljust(TEXT)
        for part in first.more:
            bare = text.rstrip()
            text = bare + part.lstrip() if bare.endswith(",") else text + part
            text = text.ljust(TEXT)
        if text.startswith(("*", ".*")):
            comment = text.removeprefix(".").rstrip()
            yield SourceStatement(first.line, first.loc, first.addresses, comment=comment)
            continue
        name, operation, operands, note = split_statement(text)
        if operation in ("DSECT", "CSECT", "RSECT", "COM"):
            operands, note = "", remark(f"{operands.strip(',')} {note}")
        if operation:
            yield SourceStatement(first.line, first.loc, first.addresses, name, operation, operands, note)
