"""SMF 100 and 101 of Db2, from bytes to the tables that the displays fill too."""

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

import getpage
from examples import examples
from getpage import _native
from getpage.cli.output import Format
from getpage.cli.sql import sql_command
from getpage.evidence.load import load
from getpage.evidence.store import Store
from getpage.evidence.view import StoreEvidence

#: 2026-05-21 16:30:00, in microseconds since 1970.
START = 1_779_381_000_000_000
MINUTE = 60_000_000

DISPLAY = """\
DSNB401I  -DB1A BUFFERPOOL NAME BP2, BUFFERPOOL ID 2, USE COUNT 47
DSNB402I  -DB1A BUFFER POOL SIZE = 4000 BUFFERS  AUTOSIZE = NO
             ALLOCATED           =     4000  TO BE DELETED    =        0
             IN-USE/UPDATED      =        0
DSNB411I  -DB1A RANDOM GETPAGE = 491222 SYNC READ I/O (R) = 18193
DSN9022I  -DB1A DSNB1CMD '-DISPLAY BUFFERPOOL' NORMAL COMPLETION
"""


def common(minute, **more):
    times = {"written": START + minute * MINUTE, "event_time": START + minute * MINUTE}
    return {"system": "SYS1", "member": "DB1A", "release": "C1"} | times | more


def statistics(minute, *, release_length=520, **more):
    pools = [
        {"buffer_pool": number, "getpages": 1000 * minute + number, "buffers": 4000, "page_ins_read": minute}
        for number in (2, 80)
    ]
    return {
        "record_type": 100,
        "subtype": 2,
        "common": common(minute),
        "sections": {"QBST": pools, "QBSP": [{"buffer_pool": 2, "avoidable_sync_random": 7 * minute}]},
        "lengths": {"QBST": release_length},
    } | more


def account(minute, **more):
    return {
        "record_type": 101,
        "subtype": 3,
        "common": common(minute, plan="PAYROLL", connection_type="CICS", drain_wait=5.0),
        "sections": {
            "QWAC": [{"begin_time": START, "commits": 3, "class2_cpu": 500.0}],
            "QBAC": [{"buffer_pool": 2, "getpages": 30}, {"buffer_pool": 80, "getpages": 1}],
        },
    } | more


def records(*specifications):
    return [bytes(record) for record in _native.encode_records(specifications)]


def loaded(tmp_path, data, *texts):
    (tmp_path / "DUMP").write_bytes(data)
    paths = [tmp_path / "DUMP"]
    for number, text in enumerate(texts):
        paths.append(tmp_path / f"LOG{number}")
        paths[-1].write_text(text)
    store = Store.create(tmp_path / "store")
    return store, load([str(path) for path in paths], store)


def renumbered(record, ifcid):
    """The record with another IFCID."""
    product = int.from_bytes(record[28:32], "big")
    return record[: product + 4] + ifcid.to_bytes(2, "big") + record[product + 6 :]


def test_pools_of_records_and_of_displays_are_rows_of_one_table_each_with_its_own_columns(tmp_path):
    store, _ = loaded(tmp_path, b"".join(records(statistics(1), statistics(2))), DISPLAY)
    rows = store.table("db2_buffer_pool").collect()
    of_records = rows.filter(pl.col("statistics") == "CUMULATIVE").sort("written", "buffer_pool")
    assert of_records["pool"].to_list() == ["BP2", "BP32K", "BP2", "BP32K"]
    assert of_records["getpages"].to_list() == [1002, 1080, 2002, 2080]
    assert of_records["getpages_random"].null_count() == 4
    displayed = rows.filter(pl.col("getpages_random") == 491222)
    assert displayed["getpages"].to_list() == [None]
    assert set(rows["member"]) == {"DB1A"}
    assert set(rows["buffers"]) == {4000}


def test_a_fact_names_the_field_of_the_source_that_its_row_is_from(tmp_path):
    store, _ = loaded(tmp_path, b"".join(records(statistics(1))), DISPLAY)
    evidence = StoreEvidence(store)
    rows = evidence.frame("db2_buffer_pool").rows(named=True)
    facts = {row["getpages"] is None: evidence.fact("db2_buffer_pool", "member", row) for row in rows}
    assert {fact.ibm_name for fact in facts.values()} == {"SM100SSI", "command prefix"}
    assert facts[True].ibm_name == "command prefix"
    trust = {f.section: f.trust for f in getpage.fields("db2_buffer_pool") if f.column == "page_ins_read"}
    assert trust == {"DSNB401I": "derived", "QBST": "code"}


def test_releases_are_mixed_in_one_dump_and_a_shorter_section_has_no_value_for_what_it_lacks(tmp_path):
    old, new = records(statistics(1, release_length=480), statistics(2))
    store, done = loaded(tmp_path, old + new)
    rows = store.table("db2_buffer_pool").filter(pl.col("pool") == "BP2").sort("written").collect()
    assert rows["random_hits_on_sequential"].to_list() == [None, 0]
    assert rows["getpages"].to_list() == [1002, 2002]
    assert done.files[0]["damage"]["count"] == 0


def test_accounting_rows_know_their_plan_and_pools(tmp_path):
    store, _ = loaded(tmp_path, b"".join(records(account(1), account(2, compressed=True))))
    rows = store.table("db2_accounting_pool").sort("written", "buffer_pool").collect()
    assert rows["plan"].to_list() == ["PAYROLL"] * 4
    assert rows["pool"].to_list() == ["BP2", "BP32K"] * 2
    assert "drain_wait" not in rows.columns
    threads = store.sql(
        "select plan, connection_type, commits, class2_cpu, drain_wait from db2_thread_account"
    )
    assert threads.fetchall() == [("PAYROLL", "CICS", 3, 500.0, 5.0)] * 2


def test_a_record_and_its_compressed_copy_are_the_same_record(tmp_path):
    plain, packed = records(account(1), account(1, compressed=True))
    assert len(packed) < len(plain)
    store, done = loaded(tmp_path, plain + packed)
    assert done.duplicates == 1
    assert store.table("db2_thread_account").collect().height == 1


def test_coverage_names_the_member_and_counts_every_ifcid(tmp_path):
    first, second = records(statistics(1), account(1))
    summary = loaded(tmp_path, first + second + renumbered(first, 318) + renumbered(first, 202))[1].files[0]
    states = {(c["record_type"], c["subtype"]): c["state"] for c in summary["counts"]}
    assert states == {(100, 2): "decoded", (101, 3): "decoded", (100, 318): "unknown", (100, 202): "ignored"}
    assert {(c["system"], c["subsystem"]) for c in summary["coverage"]} == {("SYS1", "DB1A")}


def test_what_cannot_be_expanded_says_what_to_run(tmp_path):
    (record,) = records(statistics(1))
    broken = len(record).to_bytes(2, "big") + record[2:28] + b"\x80" + bytes(len(record) - 29)
    damage = loaded(tmp_path, record + broken)[1].files[0]["damage"]
    assert damage["count"] == 1
    assert damage["listed"][0]["offset"] == len(record)
    assert "DSNTSMFD" in damage["listed"][0]["found"]


def test_times_of_the_tod_clock_are_shown_in_utc_by_sql(tmp_path, capsys):
    loaded(tmp_path, b"".join(records(account(1))))
    query = "select begin_time, member as begin_time from db2_thread_account"
    sql_command(tmp_path / "store", query, format=Format.CSV)
    assert "2026-05-21 16:30:00" in capsys.readouterr().out


WHOLE = records(statistics(1), account(1), statistics(2, compressed=True), account(2))


@settings(max_examples=examples(40), deadline=None)
@given(data=st.data())
def test_damaged_bytes_are_refused_or_read_and_every_record_is_accounted_for(tmp_path_factory, data):
    number = data.draw(st.integers(0, len(WHOLE) - 1))
    record = bytearray(WHOLE[number])
    for _ in range(data.draw(st.integers(1, 4))):
        record[data.draw(st.integers(18, len(record) - 1))] = data.draw(st.integers(0, 255))
    parts = [*WHOLE[:number], bytes(record), *WHOLE[number + 1 :]]
    directory = tmp_path_factory.mktemp("damaged")
    (directory / "DUMP").write_bytes(b"".join(parts))
    summary = _native.inspect_file(directory / "DUMP", [])
    counted = sum(count["records"] for count in summary["counts"])
    assert counted + summary["damage"]["count"] == len(WHOLE)
