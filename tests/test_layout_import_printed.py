"""A listing as HLASM prints it, for the tests of the import; and what its columns, pages and marks become."""

from pathlib import Path

import pytest

from getpage.core.errors import GetpageError
from getpage.layouts.importing import read_listing
from getpage.layouts.listing import parse_listing

HEADING = (
    "  Loc  Object Code    Addr1 Addr2  Stmt   Source Statement".ljust(94) + "HLASM R6.0  2026/03/14 09.26"
)
LONG = "  Loc    Object Code      Addr1    Addr2    Stmt  Source Statement".ljust(94) + (
    "HLASM R6.0  2026/03/14 09.26"
)


def line(number, source, loc=None, addresses=(), *, mark="+", digits=6) -> str:
    """One printed statement: Loc, addresses, statement number, mark, 80 source columns."""
    width = digits - 1 if digits == 6 else 8
    at = "" if loc is None else f"{loc:0{digits}X}"
    shown = " ".join(f"{address:0{width}X}" for address in addresses)
    before = at.ljust(22 if digits == 6 else 25) + shown.rjust(11)
    marker = 39 if digits == 6 else 48
    text = f"{number:>{marker - len(before)}}" if number else " " * (marker - len(before))
    return before + text + mark + source.ljust(72)[:72] + "02-MYMAC"


def section(name, length, rows, *, title="", end=True, digits=6, heading=HEADING, asa=False) -> str:
    """A whole listing: `rows` are (loc or None, source) after the DSECT statement, page breaks between."""
    first = line(1, f"{name:8} DSECT {title}", 0, (0, length), digits=digits)
    body = [first, *(line(n, source, loc, digits=digits) for n, (loc, source) in enumerate(rows, 2))]
    if end:
        body.append(line(len(body) + 1, "         END", mark=" ", digits=digits))
    lines = []
    for start in range(0, len(body), 20):
        lines += [
            ("1", f"My mapping macros {'Page':>90} {start // 20 + 3:>4}"),
            (" ", "  Active Usings: None"),
        ]
        lines.append(("0", heading))
        lines += [(" ", text) for text in body[start : start + 20]]
    return "\n".join((control if asa else "") + text for control, text in lines) + "\n"


ROWS = [
    (0, "FIRST    DS    F                  THE FIRST"),
    (4, "SECOND   DS    CL8                THE SECOND"),
]


@pytest.mark.parametrize("asa", [False, True])
@pytest.mark.parametrize(("digits", "heading"), [(6, HEADING), (8, LONG)])
def test_statements_are_read_with_and_without_control_characters_and_in_both_widths(asa, digits, heading):
    text = section("MINE", 12, ROWS * 15, title="MY OWN", asa=asa, digits=digits, heading=heading)
    listing = parse_listing(text, "mine.txt")
    dsect, first, second = listing.statements[:3]
    assert (dsect.name, dsect.operation, dsect.addresses, dsect.remark) == (
        "MINE",
        "DSECT",
        (0, 12),
        "MY OWN",
    )
    assert (first.loc, first.name, first.operands, first.remark) == (0, "FIRST", "F", "THE FIRST")
    assert (second.loc, second.name, second.operands) == (4, "SECOND", "CL8")
    assert len(listing.statements) == 32
    assert listing.stamp == "HLASM R6.0  2026/03/14 09.26"
    assert listing.ended


def test_a_control_character_that_touches_the_location_is_no_digit_of_it():
    text = "0" + HEADING + "\n0" + line(60, "X        DS    F", 8) + "\n"
    assert parse_listing(text, "x").statements[0].loc == 8


@pytest.mark.parametrize("kind", ["D", "R", "C"])
def test_a_page_that_begins_inside_a_section_has_its_kind_in_the_heading(kind):
    text = f"{kind}-{HEADING[2:]}\n{line(60, 'X        DS    F', 8)}\n"
    assert parse_listing(text, "x").statements[0].loc == 8


def test_continued_statements_are_one_statement():
    first = line(7, "LONG     DS    CL8                BEGINS HERE AND".ljust(71) + "X", 4)
    two = line("", "               GOES ON HERE")
    (statement,) = parse_listing("\n".join((HEADING, first, two)), "x").statements
    assert (statement.operands, statement.remark) == ("CL8", "BEGINS HERE AND GOES ON HERE")


def test_strings_with_blanks_and_length_attributes_are_told_apart():
    rows = [
        line(1, "A        DC    CL8'IT''S B C'     TEXT", 0),
        line(2, "B        DS    XL(L'A-1)  REST", 8),
    ]
    first, second = parse_listing("\n".join((HEADING, *rows)), "x").statements
    assert (first.operands, first.remark) == ("CL8'IT''S B C'", "TEXT")
    assert (second.operands, second.remark) == ("XL(L'A-1)", "REST")


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\x10\x00\x01\x03\x00" * 40, "offset 0: expected 4096 bytes"),
        (("HELLO  " * 40).encode("cp037"), "EBCDIC"),
        (bytes(range(256)), "SYSPRINT"),
        (b"Dear colleague", "line 1: expected the heading"),
        (b"", "line 1: expected the heading"),
    ],
)
def test_what_is_no_listing_is_said_to_be_what_it_is(data, text, tmp_path: Path):
    path = tmp_path / "listing"
    path.write_bytes(data)
    with pytest.raises(GetpageError, match=text):
        read_listing(path)
    with pytest.raises(GetpageError, match="No such file"):
        read_listing(tmp_path / "none")
