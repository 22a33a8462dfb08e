"""How a text is written: which characters its bytes stand for, and where its lines end.

What: UTF-8 and ASCII, UTF-16, and EBCDIC, in lines that end with a character, in records of one length, or
in records behind record descriptor words, as a data set comes off z/OS. Found out from the first bytes.
Why: what was downloaded in binary, or sent tersed, was never translated.
Limits: code pages of EBCDIC have letters, digits and most punctuation of English in the same places, which
is all that messages and reports need; they differ in brackets and national letters. 1047, which z/OS UNIX
writes, is told from 037 by its brackets; any other has to be said.
Reference: IBM CDRA, CCSIDs 37 and 1047; z/OS DFSMS Using Data Sets, "Format-V records".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from getpage.core.errors import GetpageError

#: Code pages of EBCDIC that Python has, and 1047, by their numbers.
CODE_PAGES: Final = ("037", "273", "424", "500", "875", "1026", "1047", "1140")
#: 1047 has these bytes of 037 in each other's places: [ ] and their places' letters, ^ and ¬.
_1047: Final = bytes.maketrans(b"\xad\xbd\x5f\xb0\xba\xbb", b"\xba\xbb\xb0\x5f\xad\xbd")
_BRACKETS_1047: Final = b"\xad\xbd"
_BRACKETS_037: Final = b"\xba\xbb"

#: Letters, digits, blanks and the punctuation that reports are made of, in EBCDIC.
_EBCDIC: Final = bytes(
    [0x40, *b"KLMNPZ[\\]^`akmnoz{|}~\x7f"]
    + [base + i for base in (0x81, 0x91, 0xC1, 0xD1) for i in range(9)]
    + [base + i for base in (0xA2, 0xE2) for i in range(8)]
    + list(range(0xF0, 0xFA))
)
#: Share of such bytes from which a text is one of EBCDIC: what is left is line ends and national letters.
_MOST: Final = 0.85
#: Bytes looked at.
_SAMPLE: Final = 1 << 16
#: Record lengths of listings and card images; tried where nothing tells.
_LENGTHS: Final = (133, 121, 80, 132, 137, 120, 125, 131, 134, 255, 256, 100)
#: Share of records that end with a blank, under their right length.
_BLANK_ENDS: Final = 0.95


@dataclass(frozen=True, slots=True)
class Coding:
    """Character encoding and line structure of a text.

    `codec` is Python's name of it, or 1047. A line ends with the bytes `newline`, each of `unit`; where
    `records` is not None, it is a record of so many bytes, or, if that is 0, one behind its descriptor word.
    """

    codec: str = "utf-8"
    newline: bytes = b"\n"
    unit: int = 1
    records: int | None = None

    @property
    def ebcdic(self) -> bool:
        """Whether its characters are those of EBCDIC."""
        return not self.codec.startswith("utf")

    @property
    def name(self) -> str:
        """Its name in messages; empty for plain text."""
        written = {"utf-8": "", "utf-16-le": "UTF-16", "utf-16-be": "UTF-16"}.get(
            self.codec, f"EBCDIC ({self.codec.removeprefix('cp')})"
        )
        lines = "" if self.records is None else f"records of {self.records} bytes" if self.records else "RDW"
        return ", ".join(filter(None, (written, lines)))

    def text(self, line: bytes) -> str:
        """A line as text."""
        if self.codec == "1047":
            return line.translate(_1047).decode("cp037")
        return line.decode(self.codec, errors="replace").removeprefix("\ufeff")


PLAIN: Final = Coding()


def code_page(text: str) -> str:
    """The code page that a user names (1047, IBM-1047, cp037); GetpageError where it is not known."""
    digits = re.sub(r"^(?:ibm|cp|ccsid)?[-_ ]?0*", "", text.strip().lower())
    for known in CODE_PAGES:
        if digits == known.lstrip("0"):
            return known if known == "1047" else f"cp{known}"
    message = f"--codepage {text}: not a known EBCDIC code page; known are {', '.join(CODE_PAGES)}"
    raise GetpageError(message, f"--codepage {min(CODE_PAGES)}")


def coding_of(
    head: bytes, *, size: int | None, records: int | None = None, page: str | None = None
) -> Coding:
    """Detect the coding of a text from its first bytes, `head`. `size` is its size in bytes if known,
    `records` the record length that its packing states, and `page` the EBCDIC code page if the user gives
    one.
    """
    if head[:2] == b"\xff\xfe" or _zeros(head) == 1:
        return Coding("utf-16-le", b"\n\0", 2)
    if head[:2] == b"\xfe\xff" or _zeros(head) == 0:
        return Coding("utf-16-be", b"\0\n", 2)
    if records is None and _has_words(head):
        records = 0
    sample = (
        b"".join(line for _, line in records_of(head[:_SAMPLE], records)) if records is not None else head
    )
    if not is_ebcdic(sample[:_SAMPLE]):
        # Text in records is text in lines where its records hold line ends.
        lines = records is None or (records > 0 and sample.count(b"\n") * 300 > len(sample))
        return PLAIN if lines else Coding(records=records)
    codec = page or _page(sample)
    if records is None:
        newline = max(b"\x15", b"\x25", key=sample.count)
        if sample.count(newline) * 300 > len(sample):
            return Coding(codec, newline)
        records = _length(head, size)
    return Coding(codec, b"\x15", records=records)


def is_ebcdic(sample: bytes) -> bool:
    """Whether bytes are text in EBCDIC."""
    if not sample or sample.count(b"\x40") <= sample.count(b"\x20"):
        return False
    return len(sample) - len(sample.translate(None, _EBCDIC)) >= _MOST * len(sample)


def records_of(data: bytes, records: int | None) -> Iterator[tuple[int, bytes]]:
    """The records in some bytes, each with its offset; the last one may be cut off."""
    at = 0
    while at < len(data):
        length = records or int.from_bytes(data[at : at + 2])
        skip = 0 if records else 4
        yield at, data[at + skip : at + max(length, skip)]
        at += max(length, skip, 1)


def _zeros(head: bytes) -> int | None:
    """At which bytes of each two there are zeros, as ASCII in UTF-16 has them; None where at neither."""
    sample = head[:4096]
    if b"\0" not in sample:
        return None
    share = [sample[side::2].count(0) / max(1, len(sample) // 2) for side in (0, 1)]
    return next((side for side in (0, 1) if share[side] > 0.6 and share[1 - side] < 0.05), None)


def _has_words(head: bytes) -> bool:
    """Whether the bytes are a sequence of records with valid descriptor words (RDW)."""
    at = count = 0
    while at + 4 <= len(head):
        length = int.from_bytes(head[at : at + 2])
        if head[at + 2 : at + 4] != b"\0\0" or not 4 <= length <= 32_760:
            return False
        at, count = at + length, count + 1
    return count >= 2


def _page(sample: bytes) -> str:
    """The code page that brackets speak for; 1047 where there are none."""
    for_1047, for_037 = (
        sum(map(sample.count, map(bytes, zip(marks)))) for marks in (_BRACKETS_1047, _BRACKETS_037)
    )
    return "cp037" if for_037 > for_1047 else "1047"


def _length(head: bytes, size: int | None) -> int | None:
    """The record length under which records end with blanks, as lines of fixed length do."""
    for length in _LENGTHS:
        ends = head[length - 1 :: length]
        if (
            (size is None or size % length == 0)
            and len(ends) > 1
            and ends.count(0x40) >= _BLANK_ENDS * len(ends)
        ):
            return length
    return None
