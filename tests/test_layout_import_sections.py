"""What the sections of a listing become: offsets, types, names, meanings, notes."""

import tomllib

import pytest

from getpage.core.errors import GetpageError
from getpage.layouts import import_listing
from getpage.layouts.build import as_toml
from test_layout_import_printed import HEADING, line, section

ROWS = [
    (None, "********************************************************************"),
    (None, "*        A PROLOGUE THAT EXPLAINS THE SECTION                       *"),
    (None, "********************************************************************"),
    (None, "MINEID   EQU   X'D7'              CONTROL BLOCK ID"),
    (None, "MINETXTL EQU   6"),
    (0, "MINEEYE  DC    CL4'MINE'          EYE CATCHER"),
    (4, "MINELEN  DS    H                  /* LENGTH                       */"),
    (None, "*                                 /* OF THE SECTION               */"),
    (6, "MINEFLG  DS    XL1                FLAGS"),
    (None, "MINEFA   EQU   X'80'              FIXED"),
    (None, "MINEFB   EQU   B'01000000'        LARGE FRAMES"),
    (7, "         DS    X                  RESERVED"),
    (8, "MINEGRP  DS    0CL8               BOTH NAMES"),
    (8, "MINENAM  DS    CL4                NAME"),
    (12, "MINENAM2 DS    4C                 SECOND NAME"),
    (16, "MINETXT  DS    CL(MINETXTL)       TEXT"),
    (22, "MINEREST DS    XL(2*L'MINELEN-2)  REST"),
    (24, "         DS    0D"),
    (24, "MINETOD  DS    D                  STORE CLOCK VALUE"),
    (32, "MINERATE DS    D                  RATE"),
    (40, "MINESHRT DS    E                  SHORT RATE"),
    (44, "MINEARR  DS    4F                 COUNTERS"),
    (60, "MINEADR  DS    A"),
    (64, "MINEADR8 DS    AD                 ADDRESS"),
    (72, "MINELONG DS    FD                 LONG COUNTER"),
    (80, "MINEX8   DS    XL8                ANOTHER"),
    (88, "MINEX16  DS    XL16               A TOKEN"),
    (104, "MINEPKD  DS    PL8                PACKED"),
    (None, "*  WHAT THE NEXT FIELD SAYS"),
    (112, "MINEBITS DS    BL4"),
    (116, "MINE#X$  DS    AL3                THREE"),
    (112, "         ORG   MINEBITS"),
    (112, "MINEOVER DS    H                  REDEFINED"),
    (119, "         ORG   ,"),
    (119, "MINEEND  DS    0X"),
    (None, "MINELNG  EQU   *-MINE             LENGTH"),
]


@pytest.fixture
def imported(tmp_path):
    def from_text(text, **options):
        path = tmp_path / "mine.txt"
        path.write_text(text)
        return import_listing(path, **options)

    return from_text


def fields_of(imported):
    return {field["ibm"]: field for field in tomllib.loads(as_toml(imported.layout))["fields"]}


def test_every_type_has_its_place_its_layout_type_and_its_meaning(imported):
    (first,) = imported(section("MINE", 119, ROWS, title="MY OWN SECTION"))
    assert first.notes == ()
    fields = fields_of(first)
    assert {ibm: (f["at"], f["type"]) for ibm, f in fields.items()} == {
        "MINEEYE": (0, "text:4"),
        "MINELEN": (4, "u16"),
        "MINEFLG": (6, "u8"),
        "MINENAM": (8, "text:4"),
        "MINENAM2": (12, "text:4"),
        "MINETXT": (16, "text:6"),
        "MINEREST": (22, "u16"),
        "MINETOD": (24, "u64"),
        "MINERATE": (32, "hfp:8"),
        "MINESHRT": (40, "hfp:4"),
        "MINEARR": (44, "u32"),
        "MINEADR": (60, "hex:4"),
        "MINEADR8": (64, "hex:8"),
        "MINELONG": (72, "u64"),
        "MINEX8": (80, "u64"),
        "MINEX16": (88, "hex:16"),
        "MINEPKD": (104, "packed:8"),
        "MINEBITS": (112, "u32"),
        "MINE#X$": (116, "hex:3"),
        "MINEOVER": (112, "u16"),
    }
    assert (fields["MINEARR"]["count"], fields["MINEARR"]["stride"]) == (4, 4)
    assert fields["MINE#X$"]["name"] == "mine_x_"
    assert fields["MINELEN"]["meaning"] == "LENGTH OF THE SECTION"
    assert fields["MINEBITS"]["meaning"] == "WHAT THE NEXT FIELD SAYS"
    assert fields["MINEFLG"]["meaning"] == "FLAGS; X'80' MINEFA FIXED; B'01000000' MINEFB LARGE FRAMES"


def test_the_layout_names_its_source_its_length_and_its_eye_catcher(imported):
    (first,) = imported(section("MINE", 119, ROWS, title="MY OWN SECTION"))
    layout = tomllib.loads(as_toml(first.layout))
    assert layout["title"] == "MY OWN SECTION"
    assert layout["source"] == "assembler listing mine.txt, DSECT MINE, HLASM R6.0  2026/03/14 09.26"
    assert (layout["trust"], layout["lengths"]) == ("ibm", [119])
    assert layout["eye_catcher"] == {"at": 0, "text": "MINE"}


def test_a_location_that_the_sizes_contradict_is_said_and_not_trusted(imported):
    rows = [(0, "A1       DS    F"), (8, "A2       DS    F"), (12, "A3       DS    F")]
    (first,) = imported(section("MINE", 16, rows))
    (note,) = first.notes
    assert "A2 stands at 8 (X'8') by its Loc, but at 4 (X'4')" in note
    assert [field.trust for field in first.layout.fields] == ["derived", "derived", "ibm"]
    assert [field.at for field in first.layout.fields] == [0, 8, 12]


def test_a_listing_that_is_cut_is_said_to_be_cut(imported):
    (first,) = imported(section("MINE", 119, ROWS[:9], end=False))
    assert any("119 bytes by its DSECT statement, but its fields reach 7" in note for note in first.notes)
    assert any("no END statement" in note for note in first.notes)


def test_what_is_not_understood_is_left_out_and_said(imported):
    rows = [(0, "A1       DS    CL(NOTHERE)"), (8, "A2       DS    F"), (12, "A3       DS    BL.4")]
    (first,) = imported(section("MINE", 16, rows))
    assert [field.ibm for field in first.layout.fields] == ["A2"]
    assert sum("not understood, left out" in note for note in first.notes) == 2


def test_a_section_is_chosen_by_name_and_a_wrong_name_says_which_there_are(imported):
    text = section("ONE", 4, [(0, "F1       DS    F")], end=False) + section(
        "TWO", 4, [(0, "F2       DS    F")]
    )
    assert [item.layout.section for item in imported(text)] == ["ONE", "TWO"]
    assert [item.layout.section for item in imported(text, dsect="two")] == ["TWO"]
    with pytest.raises(GetpageError, match="known: ONE, TWO"):
        imported(text, dsect="three")
    with pytest.raises(GetpageError, match="Next: --dsect"):
        imported(text, table="mine")


def test_a_suppressed_expansion_says_what_to_print(imported):
    with pytest.raises(GetpageError, match="PRINT GEN"):
        imported("\n".join((HEADING, line(1, "         PRINT NOGEN"), line(2, "         MYMACRO"))))
