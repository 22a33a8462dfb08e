"""Which product's reader knows an XML file, and whether it finds a report with values there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final

from getpage.contract.printed import Row
from getpage.contract.product import Product
from getpage.contract.xml import AlikeRows, Reported, XmlReader
from getpage.core.errors import GetpageError
from getpage.evidence.coding import PLAIN, Coding
from getpage.evidence.lines import lines_of, open_unpacked
from getpage.products import registry

from .document import parse

_CHUNK: Final = 1 << 18
#: Bytes in which the root element must show itself for a file to be taken for a report.
_HEAD: Final = 1 << 16
#: Lines put together at once.
_LINES: Final = 1 << 11
#: The encoding that a document names, which is not that of its lines any more.
_DECLARED: Final = re.compile(rb"(<\?xml[^>]{0,200}?)\s+encoding\s*=\s*[\"'][^\"']{0,40}[\"']")
#: The root element of a document with a declaration, behind comments and other instructions. What was taken
#: is not given back (`+`): text that nearly is one would be tried in all ways otherwise.
_ROOT: Final = re.compile(
    r"\ufeff?<\?xml\s(?:[^<]++|<!--(?:[^-]++|-(?!->))*+-->|<\?[^<]*+|<![A-Z][^<]*+)*+<([A-Za-z_:][\w:.-]{0,63})"
)
#: That of a document without one, which begins with it, and with an element in it: text has other brackets.
#: Pages are left out, as people save logs as such.
_UNDECLARED: Final = re.compile(
    r"\ufeff?\s*+(?:<!--(?:[^-]++|-(?!->))*+-->\s*+)*+<((?!(?i:html|body|pre)\b)[A-Za-z_:][\w:.-]{0,63})"
    r"(?:\s++[\w:.-]++\s*+=\s*+(?:\"[^\"<]*+\"|'[^'<]*+'))*+\s*+>\s*+<[!?A-Za-z_]"
)


def looks_like_xml(head: bytes) -> bool:
    """True if a file begins as a report in XML that a product reads."""
    return _reader(head) is not None


def root_words() -> list[str]:
    """What a document must have that a product reads."""
    return [f"<{reader.root}" for reader in _readers().values()]


def reader_of(path: Path, coding: Coding = PLAIN) -> XmlReader:
    """The reader of a file; GetpageError where no product has one."""
    reader = _reader(next(chunks(path, coding), b""))
    if reader is None:
        message = f"{path}: {_unknown('XML whose root element')}"
        raise GetpageError(message, "getpage collect")
    return reader


def other_xml(head: str) -> str | None:
    """Why text that is XML is no report, whatever follows; None where it may be one."""
    root = _ROOT.match(head) or _UNDECLARED.match(head)
    return _unknown(f"XML with the root element <{root[1]}>, which") if root else None


def _unknown(what: str) -> str:
    known = ", ".join(f"<{reader.root}>" for reader in _readers().values())
    return f"{what} getpage does not know; it knows {known}"


def product_of(reader: XmlReader) -> Product:
    """The product whose reader it is."""
    return next(product for product in registry.PRODUCTS if product.xml and reader in product.xml())


def _reader(head: bytes) -> XmlReader | None:
    head = head[:_HEAD]
    if b"<" not in head:
        return None
    utf16 = head[:2] in (b"\xff\xfe", b"\xfe\xff")
    text = head.decode("utf-16" if utf16 else "latin-1", errors="replace")
    return next((reader for root, reader in _readers().items() if re.search(root, text)), None)


@cache
def _readers() -> Mapping[str, XmlReader]:
    """The readers of all products by the pattern of their root element."""
    readers = (reader for product in registry.PRODUCTS if product.xml for reader in product.xml())
    return {rf"<{re.escape(reader.root)}[\s>]": reader for reader in readers}


def chunks(path: Path, coding: Coding = PLAIN) -> Iterator[bytes]:
    """The bytes of a file in pieces, unpacked; EBCDIC and records become lines of UTF-8."""
    if coding.records is None and not coding.ebcdic:  # expat knows UTF-16 by itself
        with open_unpacked(path) as file:
            while chunk := file.read1(_CHUNK):  # what comes before damage is read
                yield chunk
        return
    lines = (line for _, line in lines_of(path, coding))
    while piece := "\n".join(islice(lines, _LINES)):
        yield _DECLARED.sub(rb"\1", piece.encode()) + b"\n"


class _ReachedError(Exception):
    """The first value was reached; ends the parse."""


class _First:
    """Stops at the first row, and keeps where reading went wrong before it."""

    def __init__(self, title: str) -> None:
        self.why = f"{title} without a report that has values"

    def row(self, table: str, row: Row) -> None:  # noqa: ARG002 - the first ends it
        raise _ReachedError

    def alike(self, table: str, rows: AlikeRows) -> None:  # noqa: ARG002 - as above
        if rows.count:
            raise _ReachedError

    def report(self, report: Reported) -> None:
        pass

    def refuse(self, offset: int, expected: str, actual: str) -> None:
        self.why = f"XML that goes wrong at byte {offset:,}: expected {expected}, found {actual!r}"


def why_not(path: Path, coding: Coding = PLAIN) -> str | None:
    """Why a file of a known root is no evidence; None when it is."""
    try:
        reader = reader_of(path, coding)
        first = _First(reader.title)
        parse(chunks(path, coding), reader.reading(first), reader.root)
    except _ReachedError:
        return None
    except OSError as error:
        return f"{error}; the file is cut off or damaged, transfer it again"
    return first.why
