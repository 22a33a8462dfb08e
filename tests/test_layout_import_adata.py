"""Layouts from the assembler's associated data: the same as from its listing, with RDWs and without."""

import random
import struct
from contextlib import suppress

import pytest

from getpage.core.errors import GetpageError
from getpage.layouts import import_listing
from getpage.layouts.build import as_toml
from test_layout_import_printed import section
from test_layout_import_sections import ROWS

_HEADER = 12
_FIXED = 124
EQU = 0x0C


def record(kind: int, body: bytes, *, level: int = 3, flag: int = 0) -> bytes:
    return struct.pack(">BHBBB4xH", 16, kind, level, flag, 1, len(body)) + body


def source(number: int, loc: int, text: str, *, base: int = _HEADER, names: str = "MYMACMYLIB") -> bytes:
    """A source analysis record; `base` is what the offset of the text counts from."""
    offset = base + _FIXED + len(names)
    fixed = struct.pack(">I I 16x I", 1, number, loc).ljust(108, b"\0") + struct.pack(">II8x", offset, 80)
    return record(0x30, fixed + names.encode("cp037") + text.ljust(72).ljust(80, "0").encode("cp037"))


def symbol(number: int, value: int, kind: int) -> bytes:
    return record(0x42, struct.pack(">IIIB", 1, number, value, kind) + bytes(40))


def assembly(rows, *, base: int = _HEADER, rdw: bool = False) -> bytes:
    statements = [(0, "MINE     DSECT ,                  A SECTION"), *rows, (0, "         END")]
    records = [record(0x00, bytes(60)), record(0x01, bytes(20))]
    records += [source(n, loc or 0, text, base=base) for n, (loc, text) in enumerate(statements, 1)]
    if rdw:
        records = [struct.pack(">HH", len(record) + 4, 0) + record for record in records]
    return b"".join(records)


def imported(tmp_path, data: bytes):
    path = tmp_path / "mine"
    path.write_bytes(data)
    return import_listing(path)


@pytest.mark.parametrize("rdw", [False, True])
@pytest.mark.parametrize("base", [0, _HEADER])
def test_the_layout_is_that_of_the_listing_with_rdws_or_without(tmp_path, rdw, base):
    (ours,) = imported(tmp_path, assembly(ROWS, base=base, rdw=rdw))
    (listed,) = imported(tmp_path, section("MINE", 119, ROWS).encode())
    assert ours.layout.source.startswith("ADATA mine, DSECT MINE")
    assert [(f.name, f.at, f.type, f.ibm) for f in ours.layout.fields] == [
        (f.name, f.at, f.type, f.ibm) for f in listed.layout.fields
    ]
    assert len(ours.layout.fields) > 15
    assert ours.notes == listed.notes
    fields = as_toml(ours.layout).partition("fields =")[2]
    assert fields == as_toml(listed.layout).partition("fields =")[2]


def test_the_value_of_an_equ_is_that_of_its_symbol_where_the_statement_alone_does_not_tell(tmp_path):
    rows = [(0, "LENGTH   EQU   OTHER*2"), (0, "TEXT     DS    CL(LENGTH)         TEXT")]
    data = assembly(rows)
    with pytest.raises(GetpageError, match="DSECT"):
        imported(tmp_path, data)
    (first,) = imported(tmp_path, data + symbol(2, 12, EQU) + symbol(3, 99, 0x0D))
    assert [(f.ibm, f.type) for f in first.layout.fields] == [("TEXT", "text:12")]


def test_a_statement_goes_on_in_the_record_after_a_mark_in_column_72(tmp_path):
    first = "FIELD    DS    CL8                A REMARK THAT".ljust(71) + "X"
    rows = [(0, first), (0, " " * 15 + "GOES ON")]
    (result,) = imported(tmp_path, assembly(rows))
    assert [(f.ibm, f.type, f.meaning) for f in result.layout.fields] == [
        ("FIELD", "text:8", "A REMARK THAT GOES ON")
    ]


def test_errors_of_the_assembler_and_a_missing_end_are_said(tmp_path):
    data = b"".join(source(n, 0, text) for n, text in enumerate(["MINE     DSECT", "A        DS    F"], 1))
    (first,) = imported(tmp_path, data + record(0x32, bytes(40)))
    assert any("no END" in note for note in first.notes)
    assert any("flagged 1" in note for note in first.notes)


WHOLE = assembly(ROWS)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (WHOLE[:-5], "after the header"),
        (record(0x30, bytes(10)), "a whole source analysis record"),
        (record(0x00, bytes(10)), "no source analysis record"),
        (record(0x00, bytes(10), level=4), "level 4"),
        (record(0x00, bytes(10), flag=2), "flag X'02'"),
        (source(1, 0, "MINE DSECT") + source(2, 0, "A DS F", base=7), "ends the record"),
        (WHOLE + b"\x10\x00", "is the file cut"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place_and_what_to_do(tmp_path, data, text):
    with pytest.raises(GetpageError, match=text) as error:
        imported(tmp_path, data)
    assert "mine" in str(error.value)


@pytest.mark.parametrize("seed", range(40))
def test_damaged_bytes_raise_nothing_else(tmp_path, seed):
    chance = random.Random(seed)
    data = bytearray(WHOLE)
    for _ in range(chance.randrange(1, 60)):
        data[chance.randrange(2, len(data))] = chance.randrange(256)
    for cut in (len(data), chance.randrange(len(data))):
        with suppress(GetpageError):
            imported(tmp_path, bytes(data[:cut]))
