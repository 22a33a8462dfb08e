"""A listing of QPST becomes a site's layout that reads the same values as the built-in one."""

import json
import tomllib
from pathlib import Path

import polars as pl
import pytest

from getpage import _native
from getpage.core.errors import GetpageError
from getpage.evidence.dictionary import load_dictionary
from getpage.layouts import SectionPlace, import_listing
from store_records import pool_spec
from test_cli import run
from test_layout_import_printed import section

LAYOUT = tomllib.loads((Path(__file__).parents[1] / "layouts/smf/115/qpst.toml").read_text())
PLAIN = [field for field in LAYOUT["fields"] if "bits" not in field]
PLACE = ("--type", "115", "--subtypes", "215", "--triplet", "1", "--table", "my_pools")


def listing(path: Path, *, moved: int = 0) -> Path:
    """QPST in listing form, its public field names each a fullword; `moved` inserts bytes before QPSTGETP."""
    rows = [
        (0, "QPSTID   DS    XL2                IDENTIFIER"),
        (2, "QPSTLL   DS    H                  LENGTH"),
    ]
    rows.append((4, "QPSTEYEC DC    CL4'QPST'          EYE CATCHER"))
    for field in PLAIN:
        at = field["at"] + (moved if field["at"] >= 24 else 0)
        if moved and field["at"] == 24:
            rows.append((24, f"         DS    XL{moved}                RESERVED"))
        rows.append((at, f"{field['ibm']:8} DS    F"))
    rows.append((72 + moved, "QPSTFLGS DS    XL4                WHERE AND HOW THE POOL LIES"))
    rows += [(76 + moved, f"         DS    XL{28 - moved}               RESERVED")]
    path.write_text(section("QPST", 104, rows, title="BUFFER MANAGER STATISTICS"))
    return path


def loaded(tmp_path: Path, layouts: Path, *tables: str) -> list[pl.DataFrame]:
    records = _native.encode_records([pool_spec(minute, 100 + minute) for minute in range(5)])
    dump = tmp_path / "dump.bin"
    dump.write_bytes(b"".join(records))
    done = run("load", dump, "--into", tmp_path / "store", "--layouts", layouts)
    assert done.returncode == 0, done.stderr
    queries = [f"select * from {table} order by record" for table in tables]
    answers = [run("sql", tmp_path / "store", query, "--format", "json").stdout for query in queries]
    return [pl.DataFrame(json.loads(answer)) for answer in answers]


def test_the_imported_layout_stands_beside_the_built_in_one_and_reads_the_same(tmp_path):
    layouts = tmp_path / "layouts"
    done = run("layout", "import", listing(tmp_path / "qpst.txt"), *PLACE, "--out", layouts)
    assert done.returncode == 0, done.stderr
    columns = ["record", *(field["name"] for field in PLAIN)]
    ours, builtin = (
        frame.select(columns).sort("record", "buffer_pool")
        for frame in loaded(tmp_path, layouts, "my_pools", "mq_buffer_pool")
    )
    assert ours.height > 5
    assert ours.equals(builtin)
    assert ours["reads"].n_unique() > 1
    field = load_dictionary([layouts]).field("my_pools", "reads")
    assert (field.trust, field.ibm_name) == ("ibm", "QPSTRIO")
    assert "assembler listing qpst.txt, DSECT QPST" in field.source
    assert load_dictionary([layouts]).field("mq_buffer_pool", "reads").trust == "seen"


def test_a_section_of_another_name_decodes_arrays_of_every_type(tmp_path):
    rows = [(0, "MYTXT    DS    3CL4"), (12, "MYPK     DS    2PL3"), (18, "MYHEX    DS    2XL5")]
    rows += [(32, "MYFLT    DS    2D"), (48, "MYSHORT  DS    2E"), (56, "MYLONG   DS    2FD")]
    rows += [(72, "MYCLOCK  DS    2XL8"), (88, "MYHALF   DS    4H")]
    path, layouts = tmp_path / "mine.txt", tmp_path / "layouts"
    path.write_text(section("MINE", 96, rows))
    (first,) = import_listing(path, place=SectionPlace(type=115, subtypes=(215,), triplet=1), table="mine")
    assert first.notes == ()
    first.write(layouts)
    (frame,) = loaded(tmp_path, layouts, "mine")
    assert frame["mytxt"][0][1] == "QPST"
    assert frame["mypk"][0].len() == 2
    assert frame["myhalf"][0].len() == 4


def test_the_comparison_tells_agreement_from_moved_new_and_missing(tmp_path):
    (same,) = import_listing(listing(tmp_path / "qpst.txt"))
    verdicts = {difference.ibm: difference.verdict for difference in same.differences}
    assert {verdicts[field["ibm"]] for field in PLAIN} == {"agrees"}
    assert (verdicts["QPSTFLGS"], verdicts["QPSTLOC"], verdicts["QPSTF4KB"]) == ("new", "missing", "missing")
    (later,) = import_listing(listing(tmp_path / "later.txt", moved=4))
    verdicts = {difference.ibm: difference.verdict for difference in later.differences}
    assert (verdicts["QPSTCBS"], verdicts["QPSTGETP"], verdicts["QPSTSOS"]) == ("agrees", "moved", "moved")
    (first,) = [difference for difference in later.differences if difference.ibm == "QPSTGETP"]
    assert (first.column, first.listing, first.builtin) == ("getpages_old", "28 +4 u32", "24 +4 UInt32")


def test_changed_lengths_and_types_are_told_and_keep_the_built_in_name_only_where_the_column_stays(tmp_path):
    rows = [
        (8, "QPSTPOOL DS    H"),
        (10, "         DS    H"),
        (12, "QPSTNBUF DS    CL4"),
        (16, "QPSTCBSL DS   F"),
    ]
    path = tmp_path / "odd.txt"
    path.write_text(section("QPST", 20, rows))
    (first,) = import_listing(path, place=SectionPlace(type=115, subtypes=(215,), triplet=1))
    assert first.layout.table == "mq_buffer_pool"
    verdicts = {d.ibm: (d.verdict, d.column) for d in first.differences}
    assert verdicts["QPSTPOOL"] == ("length changed", "buffer_pool")
    assert verdicts["QPSTNBUF"] == ("type changed", "qpstnbuf")
    assert verdicts["QPSTCBSL"] == ("agrees", "lowest_stealable")


def test_a_built_in_table_is_never_left_without_its_columns(tmp_path):
    place = SectionPlace(type=115, subtypes=(215,), triplet=1)
    (first,) = import_listing(listing(tmp_path / "qpst.txt"), place=place)
    with pytest.raises(GetpageError, match="mq_buffer_pool would lack location, page_class"):
        first.write(tmp_path / "out")
    path = tmp_path / "qwhs.txt"
    rows = [
        (0, "QWHSLEN  DS    H"),
        (2, "         DS    XL14"),
        (16, "QWHSSTCK DS    XL8                STORE CLOCK"),
        (24, "         DS    XL12"),
        (36, "QWHSTIME DS    XL8                INTERVAL START"),
    ]
    path.write_text(section("QWHS", 44, rows))
    (header,) = import_listing(path)
    types = {field.ibm: field.type for field in header.layout.fields}
    assert types == {"QWHSLEN": "u16", "QWHSSTCK": "stck", "QWHSTIME": "stcklocal"}
    with pytest.raises(GetpageError, match="Next: getpage layout import LISTING"):
        header.write(tmp_path / "out")


def test_the_verb_prints_rows_for_people_and_programs_and_writes_only_when_asked(tmp_path):
    path = listing(tmp_path / "qpst.txt")
    done = run("layout", "import", path, "--format", "json")
    rows = {row["ibm"]: row for row in json.loads(done.stdout)}
    assert rows["QPSTRIO"]["verdict"] == "agrees"
    assert b"QPST: 16 agrees" in done.stderr
    assert sorted(tmp_path.iterdir()) == [path]
    assert b"QPSTRIO" in run("layout", "import", path).stdout


def test_a_place_given_in_part_and_a_built_in_section_without_place_are_refused(tmp_path):
    path = listing(tmp_path / "qpst.txt")
    for options, item in (
        (("--type", "115"), b"needs all of"),
        (("--table", "mine"), b"--table needs"),
        (("--type", "999", "--subtypes", "1", "--triplet", "1"), b"0 to 255"),
        (("--type", "1", "--subtypes", "1", "--triplet", "1", "--table", "../x"), b"lower-case"),
        (("--out", str(tmp_path / "out")), b"replaces the built-in one"),
        (("--dsect", "QXST"), b"--dsect QPST"),
    ):
        done = run("layout", "import", path, *options)
        assert (done.returncode, item in done.stderr) == (2, True), done.stderr
