"""IFCID 199 by a site's own DSECT: records say of page sets what their print says, to the statement."""

import json

import pytest

from db2_evidence import HOUR, START
from getpage import _native
from in_process import run
from mq_evidence import micros
from test_db2_placement import site
from test_layout_import_printed import section

#: A DSECT of this test's own making, with fields of its own names but the first.
FIELDS = {
    "QW0199DB": ("database_id", 0, "XL2"),
    "QW0199OX": ("object_id", 2, "XL2"),
    "QW0199BX": ("buffer_pool", 4, "F"),
    "QW0199S1": ("sync_pages", 12, "F"),
    "QW0199A1": ("async_pages", 16, "F"),
    "QW0199C1": ("pages_cached", 20, "F"),
    "QW0199C2": ("pages_changed", 24, "F"),
    "QW0199G1": ("getpages", 32, "FD"),
    "QW0199GD": ("group_dependent", 8, ""),
}
PLACE = ("--type", "102", "--subtypes", "199", "--triplet", "1")
COLUMNS = "".join(f'{column} = "{ibm}"\n' for ibm, (column, _, _) in FIELDS.items())


def listing(path, *, moved: int = 0):
    rows = [(at + moved, f"{ibm:8} DS    {kind}") for ibm, (_, at, kind) in FIELDS.items() if kind]
    rows = sorted([*rows, (8 + moved, "QW0199FG DS    XL1                FLAGS")])
    dependent = (None, "QW0199GD EQU   X'40'              DEPENDS ON ITS GROUP BUFFER POOL")
    rows.insert(rows.index(next(row for row in rows if "QW0199FG" in row[1])) + 1, dependent)
    front = [(0, f"         DS    XL{moved}")] if moved else []
    path.write_text(section("QW0199", 40 + moved, [*front, *rows]))
    return path


def records(layouts) -> bytes:
    """Two page sets of BP1 in three intervals of an hour: one is scanned, the other is read at random."""
    pages = {"pages_cached": 400_000, "pages_changed": 90, "sync_pages": 2_000_000, "async_pages": 0}
    read = {"database_id": 301, "object_id": 3, "buffer_pool": 1, "getpages": 9_000_000, **pages}
    read |= {"group_dependent": False}
    scanned = {"pages_cached": 50_000, "pages_changed": 0, "sync_pages": 0, "async_pages": 900_000}
    rows = [read, read | scanned | {"object_id": 2, "getpages": 1_000_000}]
    header = {"system": "SY1", "subsystem": "DB1A", "member": "DB1A"}
    specs = [
        {
            "record_type": 102,
            "subtype": 199,
            "common": header | {"written": micros(START + hour * HOUR)},
            "sections": {"QW0199": rows},
        }
        for hour in range(3)
    ]
    return b"".join(_native.encode_records(specs, [layouts]))


def imported(tmp_path, columns=COLUMNS, **shape):
    told = tmp_path / "page-sets.toml"
    told.write_text(f'table = "db2_object"\n[columns]\n{columns}')
    where = (*PLACE, "--columns", told, "--out", tmp_path / "layouts")
    return run("layout", "import", listing(tmp_path / "qw02.txt", **shape), *where)


@pytest.mark.parametrize("moved", [0, 24])
def test_records_by_the_sites_listing_move_a_page_set_as_displays_of_it_do(tmp_path, moved):
    done = imported(tmp_path, moved=moved)
    assert done.returncode == 0, done.stderr
    layouts, evidence = tmp_path / "layouts", tmp_path / "evidence"
    evidence.mkdir()
    (evidence / "trace.smf").write_bytes(records(layouts))
    (evidence / "db2.log").write_text(site())
    done = run("load", evidence, "--into", tmp_path / "store", "--layouts", layouts)
    assert done.returncode == 0, done.stderr
    result = json.loads(run("check", tmp_path / "store", "--format", "json").stdout)
    [scans] = [finding for finding in result["findings"] if finding["check"] == "db2-object-scans"]
    assert scans["object"] == "SY1.DB1A PAY.HIST"
    assert scans["headline"] == "Scans BP1: holds 10 % of it, others read 556/s"
    [change] = [change for change in result["changes"] if change["setting"] == "PAY.HIST BUFFERPOOL"]
    assert (change["command"], change["undo"]) == (
        "ALTER TABLESPACE PAY.HIST BUFFERPOOL BP3",
        "ALTER TABLESPACE PAY.HIST BUFFERPOOL BP1",
    )


@pytest.mark.parametrize(
    ("columns", "refused"),
    [
        (COLUMNS.replace("QW0199C1", "QW0199ZZ"), "QW0199ZZ"),
        (COLUMNS.replace("pages_cached", "pages_cashed"), "pages_cashed"),
        (COLUMNS.replace("pages_cached", "space"), "QW0199C1 as Utf8"),
    ],
)
def test_a_field_or_a_column_that_there_is_not_is_refused_and_nothing_is_written(tmp_path, columns, refused):
    done = imported(tmp_path, columns)
    assert done.returncode != 0
    assert refused in done.stderr
    assert not (tmp_path / "layouts").exists()
