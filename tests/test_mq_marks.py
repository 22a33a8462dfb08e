"""What MQ writes where there was nothing, and what layouts of MQ say of real records."""

from __future__ import annotations

import tomllib

import polars as pl
import pytest

from getpage import _native
from mq_evidence import SAMPLES
from test_oracle import ORACLE, ROOT, with_dump
from test_oracle import decode as decoded

#: The mark of a section: X'8FFFFFFF' of channels, X'0FFFFFFF' of queues.
MARKS = {"QCST": 2_415_919_103, "WQST": 268_435_455}
DUMPS = [SAMPLES / name for name in ("SMF_MQ1000.dat", "TEST115.dat", "TEST116.dat")]


def layouts():
    """Every map of a section of SMF 115 and 116."""
    for path in sorted((ROOT / "layouts" / "smf").glob("11[56]/*.toml")):
        document = tomllib.loads(path.read_text())
        if "section" in document:
            yield path.name, document


@pytest.mark.parametrize("section", MARKS)
def test_the_mark_of_no_value_is_null_and_one_less_is_a_value(section, tmp_path):
    [layout] = [item for _, item in layouts() if item["section"] == section]
    marked = [field["name"] for field in layout["fields"] if field.get("none") == MARKS[section]]
    assert len(marked) == 2
    where = layout["where"][0]
    rows = [dict.fromkeys(marked, MARKS[section] - less) for less in (0, 1)]
    record = {
        "record_type": where["type"],
        "subtype": where["subtypes"][0],
        "common": {"system": "SYS1", "subsystem": "MQ1A", "written": 1_780_000_000_000_000},
        "sections": {section: rows},
    }
    (tmp_path / "dump").write_bytes(b"".join(_native.encode_records([record])))
    tables, _ = decoded(tmp_path / "dump", tmp_path)
    assert tables[layout["table"]].select(marked).rows() == [(None, None), (MARKS[section] - 1,) * 2]


@with_dump
@pytest.mark.parametrize("dump", DUMPS, ids=lambda path: path.name)
def test_no_mark_of_no_value_is_a_number_in_real_records(dump, tmp_path):
    tables, _ = decoded(dump, tmp_path)
    marks = list(MARKS.values())
    for name, table in tables.items():
        for column in table.select(pl.selectors.integer()).columns:
            assert not table[column].is_in(marks).any(), f"{name}.{column}"
    if dump.read_bytes().count(MARKS["WQST"].to_bytes(4)):
        queues = tables["mq_task_queue"]
        assert queues["get_message_length_min"].null_count() + queues["put_message_length_min"].null_count()


@with_dump
def test_what_a_layout_says_of_real_records_is_so_of_those_at_hand(tmp_path):
    """`no real record seen` of a section that no dump has, and of no other; QCST is one of them."""
    seen: set[str] = set()
    for number, dump in enumerate(DUMPS):
        (tmp_path / str(number)).mkdir()
        seen |= set(decoded(dump, tmp_path / str(number))[0])
    unseen = {item["section"]: item for _, item in layouts() if "table" in item and item["table"] not in seen}
    for name, layout in layouts():
        text = "no real record" in layout["source"]
        assert text is (layout["section"] in unseen), name
        if text:
            assert layout["trust"] in {"code", "ibm", "derived"}
            assert not any(field.get("trust") == "seen" for field in layout["fields"]), name
    assert "QCST" in unseen
    assert "QESD" not in unseen


@with_dump
def test_every_row_of_shared_message_data_sets_is_that_of_the_oracle_and_all_its_counters_are_0(tmp_path):
    """Which is why only structure, number and length are proven: zeros stand in any order."""
    rows = decoded(DUMPS[0], tmp_path)[0]["mq_shared_message_data_set"].sort("record", maintain_order=True)
    shown = pl.read_csv(ORACLE / "SMF-QESD.csv", infer_schema=False)
    names = shown["Structure"].str.strip_chars(' "')
    assert rows["structure"].to_list() == names.to_list()
    assert rows["structure_number"].to_list() == shown["Structure_Number"].cast(pl.Int64).to_list()
    [layout] = [item for _, item in layouts() if item["section"] == "QESD"]
    proven = {field["name"] for field in layout["fields"] if field.get("trust") == "seen"}
    assert proven == {"structure", "structure_number"}
    counters = [
        field["name"]
        for field in layout["fields"]
        if field["name"] not in proven and field["type"] in {"u32", "u64"}
    ]
    assert len(counters) > 50
    assert rows.select(pl.max_horizontal(pl.col(counters).max().fill_null(0))).item() == 0
