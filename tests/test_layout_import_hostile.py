"""Hostile listings end in a layout that can be used or in one clear error that points to a line."""

import random
import tomllib

import pytest

from getpage.core.errors import GetpageError
from getpage.evidence.dictionary import load_dictionary
from getpage.layouts import SectionPlace, import_listing
from getpage.layouts.build import as_toml
from test_layout_import_printed import HEADING, section
from test_layout_import_sections import ROWS

PLACE = SectionPlace(type=115, subtypes=(215,), triplet=1)


def attempt(path, text):
    """Import; what comes out must be TOML. Only GetpageError may be raised."""
    path.write_text(text, encoding="utf-8", errors="replace")
    try:
        imported = import_listing(path)
    except GetpageError as error:
        return str(error)
    for item in imported:
        tomllib.loads(as_toml(item.layout))
    return ""


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        ([(0, "A1       DS    F"), (4, "A1       DS    F")], "line 6: expected a name that stands once"),
        ([(None, "A1       DS    F")], "line 5: expected 6 or 8 hexadecimal digits in the Loc column"),
        ([(0, "A1       DS    999999999F")], "line 5: expected fields within 32760 bytes"),
        ([(0xFFFFFF, "A1       DS    F")], "found: A1, which ends at 16777219"),
    ],
)
def test_an_impossible_statement_is_named_with_line_expectation_and_finding(rows, text, tmp_path):
    path = tmp_path / "listing.txt"
    assert text in attempt(path, section("MINE", 8, rows))


@pytest.mark.parametrize(
    "source",
    [
        "A1       DS    99999999999999999999999F",
        "A1       DS    CL99999999999999999999",
        "A1       DS    CL(9*9*9999999999)",
        "A1       DS    CL(1/0)",
        "A1       DS    CL(" + "(" * 40,
        "A1       DS    (A1)CL(L'A1)",
        "A1       DS    CL8'",
        "A1       DS    ,",
        "A1       DS",
        "A1       DS    -4F",
        "A1       DS    XL(X'')",
        "A1       ORG   A1",
        "A1       EQU   A1+A1",
        "A1       EQU   C'\u20ac\u00e9'",
        "A1       DC    X'',F',,,'",
        "A1       DS    \u0663F",
    ],
)
def test_odd_operands_are_left_out(source, tmp_path):
    rows = [(0, source), (0, source.replace("A1", "A2")), (8, "A3       DS    F")]
    attempt(tmp_path / "listing.txt", section("MINE", 12, rows))


def test_origins_that_go_in_circles_end(tmp_path):
    rows = [(0, "A1       DS    F")]
    rows += [row for n in range(200) for row in ((0, "         ORG   A1"), (0, f"B{n:<8}DS    F"))]
    assert attempt(tmp_path / "listing.txt", section("MINE", 4, rows)) == ""


def test_a_listing_cut_anywhere_is_read_or_refused(tmp_path):
    text = section("MINE", 119, ROWS)
    for end in range(0, len(text), 97):
        attempt(tmp_path / "listing.txt", text[:end])


@pytest.mark.parametrize("seed", range(60))
def test_damaged_listings_and_noise_raise_nothing_else(seed, tmp_path):
    chance = random.Random(seed)
    letters = list(section("MINE", 119, ROWS))
    for _ in range(chance.randrange(1, 200)):
        letters[chance.randrange(len(letters))] = chance.choice(
            "0F'(),*+ XLDSQ\n\t\x00\u00b2\u0663\x85\"\\\udcff"
        )
    attempt(tmp_path / "listing.txt", "".join(letters))
    noise = "".join(chr(chance.randrange(1, 0x250)) for _ in range(4000))
    attempt(tmp_path / "listing.txt", HEADING + "\n" + noise)


def test_a_damaged_listing_that_is_read_makes_a_layout_that_can_be_used(tmp_path):
    text = (
        section("MINE", 119, ROWS)
        .replace("STORE CLOCK", 'ST"\\ \u00b2\x7f\u2028X')
        .replace("MINETXT ", "M\u00c4NETXT")
    )
    path, layouts = tmp_path / "listing.txt", tmp_path / "layouts"
    path.write_text(text, encoding="utf-8")
    (first,) = import_listing(path, place=PLACE, table="mine")
    first.write(layouts)
    assert load_dictionary([layouts]).of_table("mine")


def test_a_megabyte_of_parentheses_and_apostrophes_is_read_at_once(tmp_path):
    attempt(tmp_path / "listing.txt", HEADING + "\n" + "('L" * 400_000 + "\n" + ("'" * 200 + "\n") * 5000)
