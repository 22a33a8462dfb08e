"""What a file is that has no records: a report in XML, text with something known in it, or neither."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final

from getpage import _native
from getpage.core.own_output import OUTPUT_WORDS, own_output
from getpage.evidence.coding import PLAIN, Coding, coding_of
from getpage.evidence.input_files import EvidenceFile, InputFile
from getpage.evidence.lines import SHORTEST, lines_in, lines_of, open_unpacked
from getpage.evidence.text import looks_like_text_evidence, marks
from getpage.evidence.text.assemble import LONGEST_LINE
from getpage.evidence.xml import looks_like_xml, other_xml, root_words, why_not
from getpage.result.inspection import NoEvidence

#: Share of bytes that text may have outside of printable characters, as logs with a few odd bytes do.
_ODD_BYTES: Final = 0.05
_ODD: Final = bytes((*range(9), *range(14, 32), 127))
#: Bytes that tell what a file is.
_HEAD: Final = 1 << 18
#: Bytes at the end of a long file that may hold the mark of an output.
_TAIL: Final = 256
#: Bytes looked at together for the first message of a long log.
_PIECE: Final = 1 << 22
#: Lines looked at together, of text that is not plain.
_LINES: Final = 1 << 14
UNKNOWN: Final = "no message, command output or report that getpage knows"


def words() -> _native.Marks:
    """Words without which a text is neither evidence nor an output, in upper case."""
    return _native.Marks([*marks(), *(word.upper() for word in (*OUTPUT_WORDS, *root_words()))])


def identify_text(file: InputFile, look: _native.Look, page: str | None) -> EvidenceFile | NoEvidence | str:
    """What a file is that is no SMF: a report, or why not; nothing to say where it is no text."""
    head, packing, records = look["all"], look["packing"], look["records"]
    if head is None:
        head = _beginning(file.path)
    size = look["file_bytes"] if packing is None else None
    coding = coding_of(head, size=size, records=records, page=page)
    sample = coding.text(head) if coding == PLAIN else _decoded(head, coding)
    evidence_file = EvidenceFile(
        path=file.path,
        name=file.name,
        kind="text",
        packing=packing,
        coding=coding,
        cut=file.cut,
        digest=look["digest"],
    )
    if why := own_output(sample, _tail(file.path, coding) if size is not None and size > _HEAD else sample):
        return NoEvidence(name=file.name, why=why, asked=False)
    if looks_like_xml(head if coding == PLAIN else sample.encode()):
        wrong = why_not(file.path, coding)
        if wrong is not None:
            return NoEvidence(name=file.name, why=wrong, asked=file.is_named)
        return replace(evidence_file, kind="xml")
    if not head or not _is_text(sample.encode() if coding != PLAIN else head):
        return ""
    if looks_like_text_evidence(sample):
        return evidence_file
    if (other := other_xml(sample)) is not None:
        return other
    try:
        return evidence_file if len(head) == _HEAD and _deeper(file.path, coding) else UNKNOWN
    except OSError as error:
        return f"{UNKNOWN} before its damage: {error}"


def _beginning(path: Path) -> bytes:
    try:
        return _native.Unpacked(path).read(_HEAD)
    except _native.EvidenceError as error:
        raise OSError(error.why) from error


def _decoded(head: bytes, coding: Coding) -> str:
    return "\n".join(line for _, line in lines_in(head, coding))


def _tail(path: Path, coding: Coding) -> str:
    """The last bytes of a file that is not packed."""
    with path.open("rb") as file:
        file.seek(-_TAIL, os.SEEK_END)
        return coding.text(file.read())


def _deeper(path: Path, coding: Coding) -> bool:
    """Whether a long log shows its first known message beyond the beginning; OSError where it is damaged."""
    if coding == PLAIN:
        with open_unpacked(path) as file:
            rest = b""  # of a line that goes on in the next piece
            while chunk := file.read1(_PIECE):  # what comes before damage is read
                ended, _, cut = (rest + chunk).rpartition(b"\n")
                whole = ended[_native.short_lines(ended, SHORTEST, False) :] or cut
                if looks_like_text_evidence(whole.decode("utf-8", errors="replace")):
                    return True
                rest = cut[-LONGEST_LINE:]
            return looks_like_text_evidence(rest.decode("utf-8", errors="replace"))
    lines = lines_of(path, coding)
    while batch := [line for _, line in islice(lines, _LINES)]:
        if looks_like_text_evidence("\n".join(batch)):
            return True
    return False


def _is_text(head: bytes) -> bool:
    head = head[:65536]
    odd = len(head) - len(head.translate(None, _ODD))
    return odd <= _ODD_BYTES * len(head) and b"\0" not in head
