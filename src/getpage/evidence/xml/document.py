"""Elements of an XML file as events with byte offsets, streamed, safe on hostile input.

What: expat, fed in pieces, with everything switched off that a report never needs. A document type is
refused, so no entity can be declared, expanded or fetched. Several documents may follow each other, as the
spool of a batch job has them; text between them is passed over.
Limits: elements nest `DEEPEST` deep at most, and an element's text is cut at `LONGEST`.
Reference: Python documentation, "XML vulnerabilities" (xml.parsers.expat, defusedxml).
"""

from __future__ import annotations

import re
import xml.parsers.expat as expat
from collections.abc import Iterator
from typing import Final

from getpage.contract.xml import ByReport, Listener
from getpage.core.units import MIB

#: Reports nest 8 deep; more is none.
DEEPEST: Final = 40
#: Characters kept of an element's text: no value of a report comes near.
LONGEST: Final = 1000

#: Bytes of a report that are held until all of it is there; a longer one is read by its elements.
_LONGEST_REPORT: Final = 16 * MIB
#: All that stands before the first report, where reports can be taken whole: a declaration, instructions, and
#: the root.
_TOP: Final = (
    rb"(?:<\?xml(?:\s[^<>?]{0,200})?\?>\s*+)?(?:<\?(?!xml\s)[^<>?]{0,1000}\?>\s*+)*+"
    rb"<%s(?:\s[^<>]{0,1000})?(?<!/)>"
)
_ENCODING: Final = re.compile(rb"<\?xml[^<>]*?\sencoding\s*=\s*[\"']([^\"']*)")
_ASCII: Final = (b"utf-8", b"us-ascii", b"ascii", b"iso-8859-1")

#: Characters of a start tag that expat would keep waiting for; attributes of reports are short.
_LONGEST_TAG: Final = MIB

_JUNK = expat.errors.codes[expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]


class RefusedError(Exception):
    """Something that no report has; the message says what belongs there."""


class _Document:
    """One document: an expat parser and the open elements."""

    def __init__(self, base: int, listener: Listener) -> None:
        self.base = base
        self.fed = 0
        self._texts: list[str] = []
        self._listener = listener
        self._parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        parser.StartDoctypeDeclHandler = self._doctype
        parser.EntityDeclHandler = self._entity
        parser.ExternalEntityRefHandler = self._external

    @property
    def is_at_top(self) -> bool:
        """Whether the root is open and nothing in it, as far as it was fed."""
        return len(self._texts) == 1

    def passed(self, count: int) -> None:
        """So many bytes were dealt with otherwise."""
        self.base += count

    @property
    def offset(self) -> int:
        return self.base + max(0, self._parser.CurrentByteIndex)

    @property
    def failed_at(self) -> int:
        return self.base + max(0, self._parser.ErrorByteIndex)

    def feed(self, data: bytes, final: bool = False) -> None:
        try:
            self._parser.Parse(data, final)
        except LookupError as error:  # how Python's expat says that it does not know an encoding
            raise RefusedError("an encoding that is known, such as UTF-8") from error
        self.fed += len(data)
        if self.base + self.fed - self.offset > _LONGEST_TAG:
            raise RefusedError("an end to this tag")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self._texts) >= DEEPEST:
            message = f"elements no more than {DEEPEST} deep"
            raise RefusedError(message)
        self._texts.append("")
        self._listener.start(name, attributes, self.base + self._parser.CurrentByteIndex)

    def _end(self, name: str) -> None:
        text = self._texts.pop()[:LONGEST].strip()
        self._listener.end(name, text, self.base + self._parser.CurrentByteIndex)

    def _data(self, text: str) -> None:
        if self._texts and len(self._texts[-1]) < LONGEST:
            self._texts[-1] += text

    def _doctype(self, *_: object) -> None:
        raise RefusedError("a report without a document type")

    def _entity(self, *_: object) -> None:
        raise RefusedError("a report without entities of its own")

    def _external(self, *_: object) -> int:
        raise RefusedError("a report without references to other files")


def parse(chunks: Iterator[bytes], listener: Listener, root: str) -> None:
    """Tell `listener` of all elements of all documents in `chunks`; never raises for what is in them.

    A document begins at its declaration or at its root element.
    """
    begin = re.compile(rb"<\?xml|<" + re.escape(root).encode() + rb"[\s>]")
    reports = _Reports(listener, root) if isinstance(listener, ByReport) else None
    document: _Document | None = None
    done = 0
    held = b""
    for piece in _and_end(chunks):
        chunk = rest = held + piece
        held = b""
        while rest:
            at = done + len(chunk) - len(rest)
            if document is None:
                start = 0 if at == 0 and rest[:2] in (b"\xff\xfe", b"\xfe\xff") else _begins(begin, rest)
                if start is None:
                    break
                document, rest = _Document(at + start, listener), rest[start:]
                if reports:
                    reports.begin(rest)
            length = len(rest)
            if reports and reports.goes_on:
                taken, length = reports.take(document, rest, is_last=not piece)
                rest = rest[taken:]
                if length == 0:
                    held = rest
                    break
            fed = _fed(document, rest, length, listener, begin)
            if fed:
                document, rest = None, fed
                if fed == b"-":
                    return
            else:
                rest = rest[length:]
        done += len(chunk) - len(held)
    if document is not None:
        _finish(document, listener)


def _and_end(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """All pieces, and an empty one where no more will come."""
    try:
        yield from chunks
    except OSError:
        yield b""
        raise
    yield b""


class _Reports:
    """Takes the reports of a document whole, as long as nothing else stands between them."""

    def __init__(self, listener: ByReport, root: str) -> None:
        self._listener = listener
        self._top = re.compile(_TOP % re.escape(root).encode())
        self.goes_on = False
        self._head = 0

    def begin(self, data: bytes) -> None:
        """A document begins with these bytes."""
        top = self._top.match(data)
        encoding = _ENCODING.match(data)
        self.goes_on = top is not None and (encoding is None or encoding[1].lower() in _ASCII)
        self._head = top.end() if top else 0

    def take(self, document: _Document, data: bytes, *, is_last: bool) -> tuple[int, int]:
        """How many bytes were taken, and how many of the others the document is to be fed next; none where a
        report is waited for.
        """
        if self._head:
            fed, self._head = self._head, 0
            return 0, fed
        if not document.is_at_top:
            self.goes_on = False
            return 0, len(data)
        taken, what, end = self._listener.take(data, document.base + document.fed)
        document.passed(taken)
        left = len(data) - taken
        if what == "left":
            return taken, end - taken
        if (what == "open" or not left) and left <= _LONGEST_REPORT and not is_last:
            return taken, 0
        self.goes_on = False
        return taken, left


def _begins(begin: re.Pattern[bytes], data: bytes) -> int | None:
    match = begin.search(data)
    return match.start() if match else None


def _fed(
    document: _Document, data: bytes, length: int, listener: Listener, begin: re.Pattern[bytes]
) -> bytes:
    """Feed the beginning of `data`; what is left of it where a document ended, or `-` where reading ends."""
    start = document.base + document.fed
    try:
        document.feed(data[:length])
    except RefusedError as error:
        listener.refuse(document.offset, str(error), _seen(data, document.offset - start))
        return b"-"
    except expat.ExpatError as error:
        at = max(0, document.failed_at - start)
        if error.code == _JUNK:
            begins = _begins(begin, data[at:])
            return data[at + begins :] if begins is not None else b" "
        listener.refuse(
            document.failed_at, f"well-formed XML ({expat.ErrorString(error.code)})", _seen(data, at)
        )
        return b"-"
    return b""


def _finish(document: _Document, listener: Listener) -> None:
    try:
        document.feed(b"", final=True)
    except RefusedError as error:
        listener.refuse(document.offset, str(error), "the file ends here")
    except expat.ExpatError as error:
        if error.code != _JUNK:
            expected = f"well-formed XML ({expat.ErrorString(error.code)})"
            listener.refuse(document.failed_at, expected, "the file ends here")


def _seen(data: bytes, at: int) -> str:
    return data[max(0, at) : max(0, at) + 60].decode("latin-1")
