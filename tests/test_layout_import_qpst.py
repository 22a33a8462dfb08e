"""A listing of QPST becomes a site's layout that reads the same values as the built-in one."""

import json
import tomllib
from pathlib import Path

import polars as pl

from getpage import _native
from getpage.evidence.dictionary import load_dictionary
from getpage.layouts import Place, import_listing
from test_cli import run
from test_layout_import_printed import section
from test_store import pool_spec

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


def loaded(tmp_path: Path, dump: Path, name: str, table: str, *options: str | Path) -> pl.DataFrame:
    store = tmp_path / name
    done = run("load", dump, "--into", store, "--format", "json", *options)
    assert done.returncode == 0, done.stderr
    done = run("sql", store, f"select * from {table} order by record", "--format", "json")
    assert done.returncode == 0, done.stderr
    return pl.DataFrame(json.loads(done.stdout))


def test_the_imported_layout_reads_what_the_built_in_one_reads(tmp_path):
    records = _native.encode_records(json.dumps([pool_spec(minute, 100 + minute) for minute in range(5)]))
    dump = tmp_path / "dump.bin"
    dump.write_bytes(b"".join(records))
    layouts = tmp_path / "layouts"
    done = run("layout", "import", listing(tmp_path / "qpst.txt"), *PLACE, "--out", layouts)
    assert done.returncode == 0, done.stderr
    ours = loaded(tmp_path, dump, "ours", "my_pools", "--layouts", layouts)
    builtin = loaded(tmp_path, dump, "builtin", "mq_buffer_pool")
    columns = [field["name"] for field in PLAIN]
    assert ours.height == builtin.height > 0
    assert ours.select(columns).equals(builtin.select(columns))
    assert ours["reads"].n_unique() > 1
    field = load_dictionary([layouts]).field("my_pools", "reads")
    assert (field.trust, field.ibm_name) == ("ibm", "QPSTRIO")
    assert "assembler listing qpst.txt, DSECT QPST" in field.source


def test_the_comparison_tells_agreement_from_moved_new_and_missing(tmp_path):
    (same,) = import_listing(listing(tmp_path / "qpst.txt"))
    verdicts = {difference.ibm: difference.verdict for difference in same.differences}
    assert {verdicts[field["ibm"]] for field in PLAIN} == {"agrees"}
    assert (verdicts["QPSTFLGS"], verdicts["QPSTLOC"], verdicts["QPSTF4KB"]) == ("new", "missing", "missing")
    (later,) = import_listing(listing(tmp_path / "later.txt", moved=4))
    verdicts = {difference.ibm: difference.verdict for difference in later.differences}
    assert (verdicts["QPSTCBS"], verdicts["QPSTGETP"], verdicts["QPSTSOS"]) == ("agrees", "moved", "moved")
    (one,) = [difference for difference in later.differences if difference.ibm == "QPSTGETP"]
    assert (one.column, one.listing, one.builtin) == ("getpages_old", "28 +4 u32", "24 +4 UInt32")


def test_changed_lengths_and_types_are_told_and_keep_the_built_in_name_only_where_the_column_stays(tmp_path):
    rows = [
        (8, "QPSTPOOL DS    H"),
        (10, "         DS    H"),
        (12, "QPSTNBUF DS    CL4"),
        (16, "QPSTCBSL DS   F"),
    ]
    path = tmp_path / "odd.txt"
    path.write_text(section("QPST", 20, rows))
    (one,) = import_listing(path, place=Place(type=115, subtypes=(215,), triplet=1))
    assert one.layout.table == "mq_buffer_pool"
    verdicts = {d.ibm: (d.verdict, d.column) for d in one.differences}
    assert verdicts["QPSTPOOL"] == ("length changed", "buffer_pool")
    assert verdicts["QPSTNBUF"] == ("type changed", "qpstnbuf")
    assert verdicts["QPSTCBSL"] == ("agrees", "lowest_stealable")


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
    for options, said in (
        (("--type", "115"), b"needs all of"),
        (("--table", "mine"), b"--table needs"),
        (("--type", "999", "--subtypes", "1", "--triplet", "1"), b"0 to 255"),
        (("--type", "1", "--subtypes", "1", "--triplet", "1", "--table", "../x"), b"lower-case"),
        (("--out", str(tmp_path / "out")), b"replaces the built-in one"),
        (("--dsect", "QXST"), b"it has: QPST"),
    ):
        done = run("layout", "import", path, *options)
        assert (done.returncode, said in done.stderr) == (2, True), done.stderr
