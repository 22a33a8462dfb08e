"""The statements of an HLASM listing: pages, titles, control characters and continuations taken away.

Reference: HLASM Programmer's Guide (SC26-4941), "Source and object section" of the assembler listing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.errors import GetpageError
from getpage.layouts.columns import CONTINUED, TEXT, Columns, heading, numbers
from getpage.layouts.problem import problem
from getpage.layouts.source import remark, split_statement

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

#: A listing of all of a product's macros has some 20 MB.
_LARGEST = 256 << 20
#: More than the 9 lines that the assembler allows.
_CONTINUATIONS = 20


@dataclass(frozen=True, slots=True)
class Statement:
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
class Listing:
    """All statements, who assembled them and when, and whether the listing is whole."""

    file: str
    stamp: str
    statements: tuple[Statement, ...]
    ended: bool
    flagged: int


def read_listing(path: Path) -> Listing:
    """Read a listing; GetpageError when the file is something else."""
    try:
        if path.stat().st_size > _LARGEST:
            msg = f"{path}: larger than any listing of mapping macros; assemble fewer of them"
            raise GetpageError(msg)
        data = path.read_bytes()
    except OSError as error:
        msg = f"{path}: {error.strerror or error}"
        raise GetpageError(msg) from error
    _refuse_binary(path, data)
    return parse_listing(data.decode("utf-8", errors="replace"), path.name)


def _refuse_binary(path: Path, data: bytes) -> None:
    head = data[:65536]
    if data[:1] == b"\x10" and b"\0" in head:
        msg = (
            f"{path}: begins as SYSADATA (ADATA) does; getpage reads the printed listing instead: "
            "download SYSPRINT of the same assembly as text"
        )
        raise GetpageError(msg)
    if head.count(b"\x40") * 4 > len(head):
        msg = f"{path}: is in EBCDIC; download the listing again as text, not binary"
        raise GetpageError(msg)
    if b"\0" in head:
        what = "is binary (SYSADATA? an object deck?)"
        msg = f"{path}: {what}; the printed listing, SYSPRINT, is needed, downloaded as text"
        raise GetpageError(msg)


def parse_listing(text: str, file: str) -> Listing:
    """The statements of a listing's text."""
    lines = text.replace("\f", "").split("\n")
    columns: Columns | None = None
    raw: list[tuple[int, str, str, list[str]]] = []
    flagged, open_, stamp = 0, False, ""
    for number, full in enumerate(lines, 1):
        line = full.rstrip("\r\n ")[:300]
        if (new := heading(line)) is not None:
            columns, stamp = new, stamp or new.stamp
            continue
        if columns is None:
            continue
        if (found := columns.statement(line)) is not None:
            before, _, source = found
            raw.append((number, before, source[:TEXT], []))
            open_ = _continued(source)
        elif open_ and len(raw[-1][3]) < _CONTINUATIONS and (more := columns.continuation(line)) is not None:
            raw[-1][3].append(more[CONTINUED:TEXT].ljust(TEXT - CONTINUED))
            open_ = _continued(more)
        elif "** ASMA" in line and line.rstrip()[:24].find("E ") > 0:
            flagged += 1
    if columns is None:
        first = next((line for line in lines if line.strip()), "")
        wanted = "the heading 'Loc  Object Code    Addr1 Addr2  Stmt   Source Statement' of an HLASM listing"
        raise problem(file, 1, wanted, first)
    statements = tuple(_statements(raw))
    ended = any(statement.operation == "END" for statement in statements)
    return Listing(file, stamp, statements, ended, flagged)


def _continued(source: str) -> bool:
    return source[TEXT : TEXT + 1] not in ("", " ")


def _statements(raw: list[tuple[int, str, str, list[str]]]) -> Iterator[Statement]:
    for line, before, source, more in raw:
        loc, addresses = numbers(before)
        text = source.ljust(TEXT)
        for part in more:
            bare = text.rstrip()
            text = bare + part.lstrip() if bare.endswith(",") else text + part
            text = text.ljust(TEXT)
        if text.startswith(("*", ".*")):
            yield Statement(line, loc, tuple(addresses), comment=text.removeprefix(".").rstrip())
            continue
        name, operation, operands, note = split_statement(text)
        if operation in ("DSECT", "CSECT", "RSECT", "COM"):
            operands, note = "", remark(f"{operands.strip(',')} {note}")
        if operation:
            yield Statement(line, loc, tuple(addresses), name, operation, operands, note)
