"""The statements of an assembly from its associated data file (option ADATA, SYSADATA).

It has every statement as it would be printed under PRINT ON,GEN, whatever the macros suppress, and the
value of every EQU. Records have a header of 12 bytes with the length of what follows, so that a file is
read whether its RDWs came along in the transfer or not. Where the text of a statement stands is counted
from the beginning of the record; as one may count with the header or without it, that is taken which lets
the text of every statement end its record, and a file in which neither does is refused.

Reference: HLASM Programmer's Guide (SC26-4941), "Associated data file output": common header, Source Analysis
(X'0030'), Source Error (X'0032') and Symbol (X'0042') records at architecture level 3. The places of the
source analysis fields are those of a public reader of these records.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from getpage.core.errors import GetpageError
from getpage.layouts.columns import CONTINUED, TEXT
from getpage.layouts.listing import CONTINUATIONS, Listing, Raw, as_statements, continues

#: Language code of HLASM, and the architecture level that this reader knows.
_HLASM, _LEVEL = 16, 3
_CONTINUED, _LITTLE_ENDIAN = 0x01, 0x02
#: Language, record type, level, flag, edition, 4 reserved bytes, length of what follows.
_HEADER: Final = struct.Struct(">BHBBB4xH")
_SOURCE, _ERROR, _SYMBOL = 0x30, 0x32, 0x42
#: Statement number and location counter; offset and length of the source text, behind the header.
_AT: Final = struct.Struct(">4xI16xI")
_TEXT: Final = struct.Struct(">II")
_TEXT_AT = 108
#: Statement number, location counter or value, and symbol type; X'0C' is the name of an EQU.
_NAMED: Final = struct.Struct(">4xIIB")
_EQU = 0x0C
_RDW = 4


@dataclass(frozen=True, slots=True)
class _Record:
    offset: int
    kind: int
    body: bytes


def is_adata(data: bytes) -> bool:
    """Whether a file begins as associated data does, with an RDW or without."""
    return data[:2] == b"\x10\x00" or (data[4:6] == b"\x10\x00" and data[2:4] == b"\0\0")


def parse_adata(data: bytes, file: str) -> Listing:
    """The statements, as those of a listing; GetpageError where the file is damaged or of another level."""
    records = list(_records(data, file))
    source = [record for record in records if record.kind == _SOURCE]
    if not source:
        message = (
            f"{file}: no source analysis record (X'0030') among its {len(records)} ADATA records; "
            "assemble again with the option ADATA, and transfer SYSADATA in binary"
        )
        raise GetpageError(message, "getpage layout import --help")
    named = (_NAMED.unpack_from(r.body) for r in records if r.kind == _SYMBOL and len(r.body) >= _NAMED.size)
    values = {statement: value for statement, value, kind in named if kind == _EQU}
    statements = tuple(as_statements(_lines(source, _base(source, file), values)))
    ended = any(statement.operation == "END" for statement in statements)
    flagged = sum(record.kind == _ERROR for record in records)
    return Listing(file, "", statements, ended, flagged, kind="ADATA")


def _records(data: bytes, file: str) -> Iterator[_Record]:
    at, rdw = 0, 0 if data[:2] == b"\x10\x00" else _RDW
    while at < len(data):
        begin = at + rdw
        if begin + _HEADER.size > len(data):
            raise _damage(file, at, "a header of 12 bytes", f"{len(data) - at} bytes: is the file cut?")
        language, kind, level, flag, _, length = _HEADER.unpack_from(data, begin)
        if language != _HLASM or level != _LEVEL or flag & _LITTLE_ENDIAN:
            wanted = "an ADATA record of HLASM at architecture level 3, big-endian"
            raise _damage(file, at, wanted, f"language {language}, level {level}, flag X'{flag:02X}'")
        end = begin + _HEADER.size + length
        if end > len(data):
            raise _damage(file, at, f"{length} bytes after the header", f"{len(data) - begin - _HEADER.size}")
        if rdw and int.from_bytes(data[at : at + 2]) != end - at:
            raise _damage(file, at, f"an RDW of {end - at}", str(int.from_bytes(data[at : at + 2])))
        if kind == _SOURCE and (flag & _CONTINUED or length < _TEXT_AT + _TEXT.size):
            raise _damage(file, at, "a whole source analysis record", f"{length} bytes of it")
        yield _Record(at, kind, data[begin + _HEADER.size : end])
        at = end


def _base(source: Sequence[_Record], file: str) -> int:
    """What offsets of source text count from: 12 with the header, 0 without it."""
    for base in (_HEADER.size, 0):
        if all(_ends(record, base) for record in source):
            return base
    odd = next(record for record in source if not _ends(record, _HEADER.size))
    offset, length = _TEXT.unpack_from(odd.body, _TEXT_AT)
    raise _damage(file, odd.offset, "source text that ends the record", f"offset {offset}, length {length}")


def _ends(record: _Record, base: int) -> bool:
    offset, length = _TEXT.unpack_from(record.body, _TEXT_AT)
    return bool(offset - base >= _TEXT_AT + _TEXT.size and offset - base + length == len(record.body))


def _lines(source: Sequence[_Record], base: int, values: dict[int, int]) -> Iterator[Raw]:
    held: Raw | None = None
    open_ = False
    for record in source:
        number, loc = _AT.unpack_from(record.body)
        offset, _ = _TEXT.unpack_from(record.body, _TEXT_AT)
        text = record.body[offset - base :].decode("cp037")
        if held is not None and open_ and len(held.more) < CONTINUATIONS:
            held.more.append(text[CONTINUED:TEXT].ljust(TEXT - CONTINUED))
        else:
            if held is not None:
                yield held
            addresses = (values[number],) if number in values else ()
            held = Raw(number, loc, addresses, text[:TEXT])
        open_ = continues(text)
    if held is not None:
        yield held


def _damage(file: str, offset: int, expected: str, actual: str) -> GetpageError:
    advice = "download SYSADATA in binary again, or give the listing (SYSPRINT), as text"
    problem = f"{file}, offset {offset}: expected {expected}; found: {actual}; {advice}"
    return GetpageError(problem, "getpage layout import --help")
