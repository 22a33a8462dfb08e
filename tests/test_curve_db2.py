"""SMF 102 with IFCID 198, Db2's pool, and the messages of its simulated pool."""

from __future__ import annotations

import re

import pytest

import curve_traces as traces
import getpage
import sample_site

TRACE = traces.references(4000, pools=("BP1", "BP32K"), seed=7)
BP1 = [r for r in TRACE if r.pool == "BP1"]
COLUMNS = ("sync_random", "sync_sequential", "asynchronous")


@pytest.fixture
def dump(tmp_path):
    path = tmp_path / "DUMP"
    path.write_bytes(traces.smf_of(TRACE))
    return path


def test_a_trace_of_smf_102_gives_the_curve_of_each_pool_and_says_how_it_is_known(dump):
    curves = getpage.curve(dump, sizes="50,200")
    assert [pool.pool for pool in curves.pools] == ["BP1", "BP32K"]
    assert [row.reads for row in curves.pools[0].rows] == [traces.lru_reads(BP1, size) for size in (50, 200)]
    assert curves.pools[1].page_bytes == 32768
    assert any("derived layout" in note for note in curves.notes)


def test_a_page_set_that_is_moved_is_read_as_if_its_getpages_were_of_the_other_pool(dump):
    curves = getpage.curve(dump, sizes="50,200", move="260.3=BP4")  # object 1 of the trace
    moved = [r for r in TRACE if r.object == "1"]
    stays = [r for r in BP1 if r.object != "1"]
    by_pool = {pool.pool: [row.reads for row in pool.rows] for pool in curves.pools}
    assert by_pool["BP4"] == [traces.lru_reads(moved, size) for size in (50, 200)]
    assert by_pool["BP1"] == [traces.lru_reads(stays, size) for size in (50, 200)]


@pytest.mark.parametrize(
    ("move", "problem"),
    [
        ("260.3=BP99X", "expected DBID.OBID=POOL"),
        ("PAY.HIST=BP4", "expected DBID.OBID=POOL"),
        ("261.3=BP4", "no getpage of DBID 261, OBID 3"),
    ],
)
def test_a_move_that_cannot_be_is_refused(dump, move, problem):
    with pytest.raises(getpage.GetpageError, match=problem):
        getpage.curve(dump, sizes="50", move=move)


def test_a_trace_without_page_sets_of_db2_has_nothing_to_move(tmp_path):
    path = tmp_path / "trace.csv"
    path.write_bytes(traces.as_csv(BP1))
    with pytest.raises(getpage.GetpageError, match="csv has no DBID and OBID"):
        getpage.curve(path, sizes="50", move="260.3=BP4")


def test_releases_and_set_writes_are_no_references(tmp_path):
    specs = [traces.smf_specification(r, i) for i, r in enumerate(BP1)]
    more = [
        traces.smf_specification(r, len(BP1) + i, function=f)
        for i, (r, f) in enumerate(zip(BP1, ["release", "set write"] * 100, strict=False))
    ]
    (tmp_path / "DUMP").write_bytes(traces.as_smf(specs + more))
    curves = getpage.curve(tmp_path / "DUMP", sizes=[50])
    assert curves.pools[0].getpages == len(BP1)


def test_lost_records_are_counted_and_refused_beyond_the_limit(tmp_path):
    specs = [traces.smf_specification(r, i) for i, r in enumerate(TRACE)]
    path = tmp_path / "DUMP"
    path.write_bytes(traces.as_smf(specs[:1000] + specs[1040:]))
    curves = getpage.curve(path)
    assert any("40 of 4000 records" in note and "1.00 %" in note for note in curves.notes)
    path.write_bytes(traces.as_smf(specs[:1000] + specs[1200:]))
    with pytest.raises(getpage.GetpageError, match=r"200 of 4000 records .*5.00 %.*offset \d+.*--lost-limit"):
        getpage.curve(path)
    assert getpage.curve(path, lost_limit=0.1).pools


def test_damaged_records_count_as_lost(tmp_path):
    data = bytearray(traces.smf_of(TRACE))
    length = len(data) // len(TRACE)
    for i in range(100, 300):
        data[i * length + 28 : i * length + 36] = b"\xff" * 8
    (tmp_path / "DUMP").write_bytes(data)
    with pytest.raises(getpage.GetpageError, match="records of IFCID 198 are missing"):
        getpage.curve(tmp_path / "DUMP")


@pytest.mark.parametrize(
    ("column", "value", "says"),
    [
        ("function", "unknown (17)", "function .QW0198FC."),
        ("access_type", "unknown (0)", "access type .QW0198AT."),
        ("buffer_pool", 77, "buffer pool .QW0198BP."),
    ],
)
def test_values_that_ifcid_198_cannot_have_refuse_the_layout(column, value, says, tmp_path):
    specs = [traces.smf_specification(r, i) for i, r in enumerate(BP1[:20])]
    specs[9]["sections"]["QW0198"][0][column] = value
    (tmp_path / "DUMP").write_bytes(traces.as_smf(specs))
    with pytest.raises(
        getpage.GetpageError, match=rf"DUMP, record at offset \d+: IFCID 198, {says}.*--layouts"
    ):
        getpage.curve(tmp_path / "DUMP")


def test_files_of_smf_out_of_order_and_files_given_twice_are_refused(tmp_path):
    specs = [traces.smf_specification(r, i) for i, r in enumerate(BP1)]
    for spec in specs[500:]:
        spec["common"]["event_time"] += 60_000_000
    early, late = tmp_path / "early", tmp_path / "late"
    early.write_bytes(traces.as_smf(specs[:500]))
    late.write_bytes(traces.as_smf(specs[500:]))
    getpage.curve([early, late])
    with pytest.raises(getpage.GetpageError, match=r"early.*QWHSSTCK"):
        getpage.curve([late, early])
    single = tmp_path / "single"
    single.write_bytes(traces.as_smf(specs[499:500]))
    with pytest.raises(getpage.GetpageError, match="give each file once"):
        getpage.curve([early, single])


def test_two_subsystems_in_one_dump_are_told_apart_only_on_request(tmp_path):
    specs = [
        traces.smf_specification(r, i, subsystem=("DB1A", "DB2B")[i % 2]) for i, r in enumerate(BP1[:200])
    ]
    for number, spec in enumerate(specs):
        spec["common"]["ifcid_sequence"] = number // 2 + 1
    (tmp_path / "DUMP").write_bytes(traces.as_smf(specs))
    with pytest.raises(getpage.GetpageError, match="DB1A and DB2B; choose one with --subsystem"):
        getpage.curve(tmp_path / "DUMP")
    assert getpage.curve(tmp_path / "DUMP", subsystem="DB2B").pools[0].getpages == 100


def test_records_of_mq_are_no_trace():
    smf = sample_site.site() / "smf-dump.bin"
    with pytest.raises(getpage.GetpageError, match=r"START TRACE\(PERFM\)"):
        getpage.curve(smf)


@pytest.mark.parametrize("vpseqt", [100, 80, 20, 0])
def test_the_pool_of_db2_gives_what_a_plain_simulation_gives(vpseqt, dump):
    sizes = [20, 60, 150, 400]
    curves = getpage.curve(dump, pool="BP1", sizes=sizes, vpseqt=[vpseqt, 50])
    rows = [row for row in curves.pools[0].rows if row.vpseqt == vpseqt]
    by_size = {row.size: tuple(getattr(row, name) for name in COLUMNS) for row in rows}
    assert by_size == {size: traces.db2_reads(BP1, size, vpseqt) for size in sizes}


def numbers(text, label):
    return int(re.search(rf"{re.escape(label)}\s*=\s*(-?\d+)", text)[1])


@pytest.mark.parametrize(("spsize", "spseqt"), [(100, 30), (300, 80), (-60, 80), (-60, 10), ("1x", 50)])
def test_the_simulated_pool_agrees_with_the_rows_of_the_curve(spsize, spseqt, dump):
    current, vpseqt = 120, 80
    curves = getpage.curve(
        dump, pool="BP1", sizes=[60], current=current, spsize=spsize, spseqt=spseqt, read_us=2000
    )
    buffers = 120 if spsize == "1x" else spsize
    rows = {(row.size, row.vpseqt): row for row in curves.pools[0].rows}
    real, other = rows[current, vpseqt], rows[current + buffers, spseqt]
    text = curves.messages()
    assert numbers(text, "DSNB431I  SIMULATED BUFFER POOL SIZE") == buffers
    assert numbers(text, "SYNC  READ I/O (R)") == real.sync_random - other.sync_random
    assert numbers(text, "SYNC  READ I/O (S)") == real.sync_sequential - other.sync_sequential
    assert numbers(text, "ASYNC  READ I/O") == real.asynchronous - other.asynchronous
    delay = (real.sync_random + real.sync_sequential - other.sync_random - other.sync_sequential) * 2
    assert numbers(text, "TOTAL AVOIDABLE SYNC I/O DELAY") == delay
    small = min(real, other, key=lambda row: row.size)
    assert numbers(text, "PAGES MOVED INTO SIMULATED BUFFER POOL") == small.reads - min(
        small.size, small.reads
    )
    assert numbers(text, "IN-USE") <= numbers(text, "ALLOCATED") == abs(buffers)
    assert traces.db2_reads(BP1, current + buffers, spseqt) == tuple(getattr(other, name) for name in COLUMNS)


def test_a_larger_pool_avoids_reads_and_a_smaller_one_adds_them(dump):
    grown = getpage.curve(dump, pool="BP1", current=100, spsize=200).pools[0].simulated
    shrunk = getpage.curve(dump, pool="BP1", current=100, spsize=-50).pools[0].simulated
    assert grown.avoidable_sync_random > 0 > shrunk.avoidable_sync_random
    assert grown.delay_ms > 0 > shrunk.delay_ms


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"spsize": 100}, "--current"),
        ({"spsize": -100, "current": 100}, "1 to 4,000,000,000"),
        ({"spsize": 0, "current": 100}, "would be the real one"),
        ({"spsize": 10, "current": 100, "pgsteal": "fifo"}, "DSNB614I"),
        ({"spseqt": 10}, "--spseqt needs --spsize"),
        ({"spsize": 10, "current": 100, "spseqt": 101}, "percentage"),
        ({"vpseqt": "80,120"}, "0 to 100"),
        ({"pgsteal": "clock"}, "lru, fifo or none"),
        ({"sizes": "0.5x"}, "--current"),
        ({"sizes": "many"}, "2GiB"),
        ({"sizes": "0"}, "1 to 4,000,000,000"),
        ({"sample": 2.0}, "at most 1"),
        ({"sample": 0.1, "vpseqt": 80}, "for plain LRU"),
        ({"read_us": -1}, "microseconds"),
    ],
)
def test_settings_that_cannot_be_are_refused_with_what_to_do(settings, says, dump):
    with pytest.raises(getpage.GetpageError, match=says):
        getpage.curve(dump, **settings)


def test_the_fields_of_ifcid_198_say_that_they_are_derived():
    fields = {field.column: field for field in getpage.fields("db2_getpage")}
    assert fields["page"].trust == "derived"
    assert fields["ifcid_sequence"].trust == "ibm"
