"""IFCIDs of Db2 without a layout: counted by name and release, and decoded with a site's own layout."""

import json

import polars as pl
import pytest

from db2_records import START, record
from getpage import _native
from getpage.evidence.dictionary import load_dictionary
from getpage.evidence.record_kinds import described
from getpage.products.db2.gtf import release
from mq_evidence import micros
from test_cli import run
from test_layout_import_printed import section

#: A data set statistics section as a site's listing may have it. The names behind the first three are ours.
LISTING_199 = [
    (0, "QW0199DB DS    H                  DBID"),
    (2, "QW0199OB DS    H                  OBID"),
    (4, "QW0199BP DS    F                  BUFFER POOL"),
    (8, "QW0199X1 DS    F                  SYNC I/O: AVERAGE DELAY"),
    (12, "QW0199X2 DS    F                  SYNC I/O: PAGES"),
]
LISTING_6 = [
    (0, "QW0006DB DS    H                  DBID"),
    (2, "QW0006OB DS    H                  OBID"),
    (4, "QW0006BP DS    F                  BUFFER POOL"),
    (8, "QW0006PN DS    XL4                FIRST PAGE"),
    (12, "QW0006F  DS    C                  TYPE OF READ"),
    (13, "         DS    XL3                RESERVED"),
    (16, "QW0006AC DS    A                  ACE"),
]


def traced(ifcid: int, *sections: bytes, second: int = 0, written: bytes = b"\xc1") -> bytes:
    """A record of SMF 102 of any IFCID: header and product section of one of 198, then these sections."""
    spec = record(198, START, {"QW0198": [{"page": 1}]}, type=102)
    spec["common"] = {"system": "SYS1", "subsystem": "DB1A", "written": micros(START)}
    spec["common"] |= {"event_time": micros(START) + second * 1_000_000, "ifcid_sequence": second + 1}
    whole = bytes(_native.encode_records([spec])[0])
    at, length = int.from_bytes(whole[28:32], "big"), int.from_bytes(whole[32:34], "big")
    product = bytearray(whole[at : at + length])
    product[4:6], product[7:8] = ifcid.to_bytes(2, "big"), written
    first, size = 44 + length, len(sections[0])
    body = whole[4:28] + numbers((44, 4), (length, 2), (1, 2), (first, 4), (size, 2), (len(sections), 2))
    body += bytes(product) + b"".join(sections)
    return numbers((len(body) + 4, 2), (0, 2)) + body


def numbers(*values: tuple[int, int]) -> bytes:
    return b"".join(value.to_bytes(width, "big") for value, width in values)


def data_set(dbid: int, delay: int, pages: int) -> bytes:
    return numbers((dbid, 2), (5, 2), (1, 4), (delay, 4), (pages, 4))


DUMP = b"".join(
    (
        traced(199, data_set(260, 800, 9_000), data_set(261, 300, 50)),
        traced(199, data_set(260, 900, 7_000), second=60),
        *(
            traced(6, numbers((260, 2), (5, 2), (1, 4), (77 + n, 4), (0xD9 << 24, 4), (0, 4)))
            for n in range(3)
        ),
        traced(172, b"\0" * 40, written=b"\xd1"),
        traced(9_999, b"\0" * 40),
    )
)


@pytest.fixture
def dump(tmp_path):
    path = tmp_path / "dump"
    path.write_bytes(DUMP)
    return path


def imported(tmp_path, name: str, rows, *, subtype: int, table: str):
    """A layout of the section, made from its listing by the command."""
    path = tmp_path / f"{name}.txt"
    last, source = rows[-1]
    path.write_text(section(name, last + (4 if " F " in source or " A " in source else 1), rows))
    place = ("--type", "102", "--subtypes", str(subtype), "--triplet", "1", "--table", table)
    done = run("layout", "import", path, *place, "--out", tmp_path / "layouts")
    assert done.returncode == 0, done.stderr


def asked(tmp_path, query: str) -> pl.DataFrame:
    done = run("sql", tmp_path / "store", query, "--format", "json")
    assert done.returncode == 0, done.stderr
    return pl.DataFrame(json.loads(done.stdout))


def test_inspect_counts_every_ifcid_by_its_name_and_the_releases_that_wrote_it(dump):
    done = run("inspect", dump, "--format", "json")
    by_subtype = {entry["subtype"]: entry for entry in json.loads(done.stdout)["record_types"]}
    assert {ifcid: entry["records"] for ifcid, entry in by_subtype.items()} == {
        6: 3,
        172: 1,
        199: 2,
        9_999: 1,
    }
    assert (by_subtype[199]["name"], by_subtype[199]["state"], by_subtype[199]["release"]) == (
        "data set statistics",
        "ignored",
        "Db2 12",
    )
    assert (by_subtype[172]["name"], by_subtype[172]["state"], by_subtype[172]["release"]) == (
        "deadlock",
        "unknown",
        "Db2 13",
    )
    assert (by_subtype[9_999]["name"], by_subtype[9_999]["state"]) == ("", "unknown")
    for item in by_subtype.values():
        assert "getpage layout import" in item["why"]
    notes = " ".join(json.loads(done.stdout)["sources"][0]["notes"])
    assert "2 records of IFCID 199, data set statistics: not decoded" in notes
    assert "1 record of IFCID 172, deadlock: not decoded" in notes


def test_inspect_says_in_words_what_would_decode_them(dump):
    shown = " ".join(run("inspect", dump).stdout.decode().split())
    assert "Db2 performance trace: read I/O begin (Db2 12)" in shown
    assert "Not decoded" in shown
    assert "DSNDQW00" in shown


def test_a_release_is_said_as_people_say_it_and_any_other_byte_as_it_is():
    assert [release(item) for item in ("A1", "C1", "D1", "C2")] == [
        "Db2 10",
        "Db2 12",
        "Db2 13",
        "Db2 release X'C2'",
    ]
    assert described({"title": "Db2 statistics"}) == "Db2 statistics"


def test_a_listing_of_a_site_makes_data_set_statistics_a_table_with_the_time_and_member_of_each(
    tmp_path, dump
):
    imported(tmp_path, "QW0199", LISTING_199, subtype=199, table="my_data_sets")
    done = run("load", dump, "--into", tmp_path / "store", "--layouts", tmp_path / "layouts")
    assert done.returncode == 0, done.stderr
    rows = asked(tmp_path, "select * from my_data_sets order by record, qw0199db")
    assert rows["qw0199db"].to_list() == [260, 261, 260]
    assert rows["qw0199x1"].to_list() == [800, 300, 900]
    assert set(rows["subsystem"]) == {"DB1A"}
    assert set(rows["release"]) == {"C1"}
    assert rows["event_time"].n_unique() == 2
    reads = asked(
        tmp_path,
        "select qw0199db, sum(qw0199x2) as pages from my_data_sets group by all order by pages desc",
    )
    assert reads.rows() == [(260, 16_000), (261, 50)]
    field = load_dictionary([tmp_path / "layouts"]).field("my_data_sets", "qw0199db")
    assert (field.trust, field.records) == ("ibm", ("102.199",))


def test_a_listing_of_a_site_makes_begins_of_read_i_o_a_table(tmp_path, dump):
    imported(tmp_path, "QW0006", LISTING_6, subtype=6, table="my_reads")
    shown = json.loads(run("inspect", dump, "--layouts", tmp_path / "layouts", "--format", "json").stdout)
    states = {item["subtype"]: item["state"] for item in shown["record_types"]}
    assert states == {6: "decoded", 172: "unknown", 199: "ignored", 9_999: "unknown"}
    done = run("load", dump, "--into", tmp_path / "store", "--layouts", tmp_path / "layouts")
    assert done.returncode == 0, done.stderr
    rows = asked(tmp_path, "select * from my_reads order by record")
    assert rows["qw0006pn"].to_list() == [77, 78, 79]
    assert set(rows["qw0006f"]) == {"R"}
    assert rows["agent"].null_count() == 0
