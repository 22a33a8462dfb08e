"""Logs of garbage collection become rows, whatever their form, and damage where they are cut or hostile."""

from __future__ import annotations

from pathlib import Path

import pytest

import getpage
from java_evidence import G1, HEAD, MIB, OLDER, SHENANDOAH, START, TAIL, initialized, log, stop, write

SAMPLES = Path(__file__).parent.parent.parent / "shared" / "samples" / "gc"
with_samples = pytest.mark.skipif(not SAMPLES.is_dir(), reason="the real logs are not here")


def rows(tmp_path, table="java_collection", **logs):
    store = getpage.load(write(tmp_path / "logs", **logs), into=tmp_path / "store")
    return store.table(table).collect().sort("file", "record").to_dicts()


@with_samples
@pytest.mark.parametrize(
    ("name", "pauses", "milliseconds", "longest", "after"),
    [
        ("SampleIBMJ9_R28_af_scavenge_full_header.txt", 2, 47.096, 25.388, 81_606_056),
        ("SampleIBMJ9_R28_concurrent_collection.txt", 1, 1182.375, 1182.375, 1_373_037_568),
        ("SampleIBMJ9_R28_sys_global.txt", 1, 97.756, 97.756, 81_125_160),
        ("SampleIBMJ9_R26_GAFP1_full_header.txt", 1, 5.290, 5.290, 469_762_048 - 465_077_008),
        ("jvm-gc-10Nov2022.log", 10, 801.121, 428.033, 4109 * MIB),
        ("factorization-serialgc-tip.log", 17, 6187.197, 1767.228, 1 * MIB),
        ("ujl-parallel-gc-all-safepoint-cpu.txt", 8, 63.721, 13.561, 63 * MIB),
        ("ujl-zgc-gc-all.txt", 3, 2.653, 1.279, 8800 * MIB),
    ],
)
def test_a_real_log_has_the_pauses_that_a_script_counted_in_it(
    tmp_path, name, pauses, milliseconds, longest, after
):
    store = getpage.load(SAMPLES / name, into=tmp_path / "store")
    to_dicts = store.table("java_collection").collect().sort("record").to_dicts()
    stops = [row["pause_us"] / 1e3 for row in to_dicts if row["pause_us"] is not None]
    assert (len(stops), max(stops)) == (pauses, pytest.approx(longest))
    assert sum(stops) == pytest.approx(milliseconds)
    assert [row["heap_after"] for row in to_dicts if row["heap_after"]][-1] == after


@with_samples
def test_a_real_log_of_j9_tells_its_settings_and_what_was_allocated(tmp_path):
    store = getpage.load(SAMPLES / "SampleIBMJ9_R28_af_scavenge_full_header.txt", into=tmp_path / "store")
    [heap] = store.table("java_heap").collect().to_dicts()
    assert (heap["collector"], heap["heap_max"], heap["page_bytes"]) == ("gencon", 536_870_912, 4096)
    assert (heap["page_bytes_asked"], heap["compressed_references"], heap["gc_threads"]) == (4096, True, 16)
    assert heap["options"] == "-Xms512m -Xmx512m"
    first = store.table("java_collection").collect().sort("record").row(0, named=True)
    assert (first["allocated"], first["cause"]) == (67_266_664, "allocation failure")


def test_a_stop_of_j9_has_what_its_elements_say(tmp_path):
    resize = (
        '<heap-resize id="6" type="expand" space="tenure" amount="1048576" reason="satisfy allocation '
        'request" /><warning details="aborted collection due to insufficient free space" />'
    )
    [row] = rows(tmp_path, web__log=log([stop(1, promoted=3, more=resize)]))
    assert (row["kind"], row["pause_us"], row["cpu_us"], row["interval_us"]) == ("young", 20_000, 60_000, 1e7)
    assert (row["copied"], row["promoted"], row["allocated"]) == (8 * MIB, 3 * MIB, 184 * MIB)
    assert (row["young_room"], row["old_after"], row["heap_committed"]) == (192 * MIB, 300 * MIB, 1024 * MIB)
    assert (row["resized"], row["resize_reason"]) == (MIB, "expand: satisfy allocation request")
    assert row["trouble"] == "aborted collection due to insufficient free space"
    assert row["live"] is None  # no global collection


def test_a_global_collection_tells_what_is_alive_without_the_survivor_space(tmp_path):
    request = '<sys-start reason="explicit" id="2" />'
    [row] = rows(tmp_path, web__log=log([stop(1, kind="global", cause=request)]))
    assert (row["kind"], row["explicit"], row["live"]) == ("global", True, 308 * MIB)
    assert row["heap_after"] == (308 + 64) * MIB


@pytest.mark.parametrize(("policy", "kind"), [("optthruput", "global"), ("balanced", "partial gc")])
def test_other_collectors_of_j9_are_read_too(tmp_path, policy, kind):
    memory = (
        '<mem-info id="4" free="{}" total="1000000"><mem type="eden" free="10" total="4000" /></mem-info>'
    )
    first = (
        f'<exclusive-start id="2" timestamp="{START.isoformat()}" intervalms="5.000"></exclusive-start>'
        f'<gc-start id="3" type="{kind}">{memory.format(1000)}</gc-start>'
        f'<gc-end id="5" type="{kind}" usertimems="3.0" systemtimems="1.0">{memory.format(700000)}</gc-end>'
        '<exclusive-end id="9" durationms="2.500" />'
    )
    [row] = rows(tmp_path, web__log=HEAD + initialized(gcPolicy=f"-Xgcpolicy:{policy}") + first + TAIL)
    assert (row["kind"], row["heap_before"], row["heap_after"]) == (kind.partition(" ")[0], 999_000, 300_000)
    assert (row["pause_us"], row["cpu_us"], row["young_room"]) == (2500, 4000, 4000)


def test_a_concurrent_phase_is_a_row_that_stopped_nothing(tmp_path):
    phase = (
        '<concurrent-start id="2" type="scavenge" contextid="7" '
        'timestamp="2026-03-12T09:00:01.000"></concurrent-start>'
        '<concurrent-end id="3" type="scavenge" contextid="7" timestamp="2026-03-12T09:00:01.250" '
        'terminationReason="Completed"></concurrent-end>'
    )
    [row] = rows(tmp_path, web__log=HEAD + initialized() + phase + TAIL)
    assert (row["kind"], row["pause_us"], row["concurrent_us"]) == ("concurrent", None, 250_000)
    assert row["cause"] == "Completed"


def test_a_piece_of_a_log_without_its_beginning_has_a_row_of_what_is_known(tmp_path):
    [heap] = rows(tmp_path, "java_heap", web__log=HEAD + stop(571) + TAIL)
    assert (heap["heap_max"], heap["compressed_references"]) == (None, True)


def test_the_same_stop_in_two_pieces_of_a_log_counts_once(tmp_path):
    whole, piece = log([stop(1), stop(2)]), HEAD + stop(2) + stop(3) + TAIL
    assert len(rows(tmp_path, web__log__001=whole, web__log__002=piece)) == 3


def test_two_machines_whose_logs_say_the_same_are_two(tmp_path):
    lines = (
        "[0.010s][info][gc] Using Serial\n[2.000s][info][gc] GC(0) Pause Young (A) 60M->20M(64M) 20.000ms\n"
    )
    more = "[3.000s][info][gc] GC(1) Pause Young (A) 61M->20M(64M) 20.000ms\n"
    texts = {
        "a__log": lines,
        "b__log": lines + more,
        "c__log": log([stop(1)]),
        "d__log": log([stop(1), stop(2)]),
    }
    assert len(rows(tmp_path, "java_heap", **texts)) == 4
    (tmp_path / "again").mkdir()
    assert len(rows(tmp_path / "again", **texts)) == 6


def test_a_log_of_a_machine_that_runs_has_no_closing_tag_and_no_damage(tmp_path):
    directory = write(tmp_path / "logs", web__log=log([stop(1)]).removesuffix(TAIL))
    assert not getpage.inspect(directory).damage


@pytest.mark.parametrize(
    "end",
    [
        stop(2)[:200],
        stop(2)[:-12],
        '<exclusive-start id="40" timestamp="x"></exclusive-start>' + stop(3),
        "<gc type='scavenger'/>",
        "<!DOCTYPE a [<!ENTITY b 'c'>]>",
        "&b;",
        "\x00\x01",
        "<a>" * 60,
    ],
)
def test_what_comes_before_damage_is_kept_and_the_damage_is_told(tmp_path, end):
    directory = write(tmp_path / "logs", web__log=HEAD + initialized() + stop(1) + end)
    store = getpage.load(directory, into=tmp_path / "store")
    assert store.table("java_collection").collect().height >= 1
    assert getpage.inspect(directory).damage


@pytest.mark.parametrize(
    ("attribute", "text"),
    [("durationms", "-5"), ("durationms", "nan"), ("durationms", "1e400"), ("durationms", "")],
)
def test_a_pause_that_is_no_time_is_damage_and_no_row(tmp_path, attribute, text):
    hostile = stop(1).replace(f'{attribute}="20.000" />', f'{attribute}="{text}" />')
    directory = write(tmp_path / "logs", web__log=HEAD + initialized() + hostile + stop(2) + TAIL)
    store = getpage.load(directory, into=tmp_path / "store")
    assert store.table("java_collection").collect().height == 1
    assert len(getpage.inspect(directory).damage) == 1


def test_sizes_that_no_storage_has_are_not_taken(tmp_path):
    hostile = stop(1).replace('totalBytes="', 'totalBytes="9999999999999999999')
    [row] = rows(tmp_path, web__log=HEAD + initialized(maxHeapSize="0xffffffffffffffffff") + hostile + TAIL)
    assert row["allocated"] is None


def test_times_after_a_clock_error_are_dropped(tmp_path):
    error = '<warning details="clock error detected, following timing may be inaccurate" />'
    [row] = rows(tmp_path, web__log=log([stop(1, more=error)]))
    assert (row["pause_us"], row["interval_us"]) == (None, None)
    assert row["trouble"].startswith("clock error")


def test_options_that_are_not_of_memory_stay_where_they_are(tmp_path):
    options = ("-Xmx1024m", "-Xmn256m", "-Ddb.password=secret", "-Xlp:objectheap:pagesize=1M,pageable")
    [heap] = rows(tmp_path, "java_heap", web__log=log([], options=options))
    assert heap["options"] == "-Xmx1024m -Xmn256m -Xlp:objectheap:pagesize=1M,pageable"
    assert heap["nursery"] == 256 * MIB


def test_a_log_in_ebcdic_is_read_alike(tmp_path):
    plain = rows(tmp_path, web__log=log([stop(1), stop(2)]))
    text = log([stop(1), stop(2)]).replace("\n", "\x85").encode("cp037")
    ebcdic = rows(tmp_path / "e", web__txt=text) if (tmp_path / "e").mkdir() is None else []
    unplaced = [{k: v for k, v in row.items() if k not in ("record", "file")} for row in plain]
    assert [{k: v for k, v in row.items() if k not in ("record", "file")} for row in ebcdic] == unplaced


@pytest.mark.parametrize("span", ["7.201s, 7.343s", "7.201s"])
def test_the_times_of_a_concurrent_phase_are_no_cause(tmp_path, span):
    line = (
        f"[2026-03-12T09:00:07.343+0100][7.343s][info][gc,marking] GC(2) Concurrent Mark ({span}) 142.000ms"
    )
    row = rows(tmp_path, web__log=f"{G1}{line}\n")[-1]
    assert (row["cause"], row["concurrent_us"]) == (None, 142_000)


def test_g1_prints_pauses_generations_and_processor_time(tmp_path):
    first, phase, full = rows(tmp_path, web__log=G1)
    assert (first["kind"], first["pause_us"], first["cpu_us"]) == ("young", 20_000, pytest.approx(60_000))
    assert (first["young_room"], first["copied"], first["promoted"]) == (50 * MIB, 7 * MIB, 3 * MIB)
    assert first["interval_us"] is None  # nothing is known of what came before
    assert (phase["kind"], phase["pause_us"], phase["concurrent_us"]) == ("concurrent", None, 90_000)
    assert (full["explicit"], full["cause"], full["live"]) == (True, "System.gc()", 11 * MIB)
    assert (full["allocated"], full["interval_us"]) == (50 * MIB, pytest.approx(1e7))
    assert str(full["written"]) == "2026-03-12 09:00:12.030000"


def test_shenandoah_prints_a_degenerated_collection_that_stops_all(tmp_path):
    actual = rows(tmp_path, web__log=SHENANDOAH)
    assert [row["kind"] for row in actual] == ["phase", "concurrent", "phase", "concurrent", "global"]
    assert (actual[-1]["cause"], actual[-1]["pause_us"]) == ("Mark", 80_000)


def test_the_older_form_of_hotspot_is_read_with_its_flags(tmp_path):
    young, full = rows(tmp_path, web__log=OLDER)
    assert (young["pause_us"], young["heap_after"]) == (pytest.approx(8112), 5090 << 10)
    assert (full["live"], full["old_committed"], full["cpu_us"]) == (63_435 << 10, 87_552 << 10, 60_000)
    assert (full["heap_before"], full["heap_committed"]) == (63_550 << 10, 125_952 << 10)


def test_pieces_of_a_log_without_dates_are_in_the_order_of_their_uptimes(tmp_path):
    def piece(first):
        return "".join(
            f"[{10 * n}.000s][info][gc] GC({n}) Pause Full (A) {90 + n}M->{50 + n}M(200M) 20.000ms\n"
            for n in range(first, first + 10)
        )

    pieces = {"web__log": piece(20), "web__log__0": piece(0), "web__log__1": piece(10)}
    growing = getpage.check(write(tmp_path / "logs", **pieces))
    [table] = [table for table in growing.tables if table.title == "Heaps of Java"]
    growth, low, _, high = table.rows[0][-1].replace("(", "").replace(")", "").split()[:4]
    assert pytest.approx(float(growth), rel=0.1) == 360  # 1 MB every 10 seconds
    assert 300 < float(low) <= float(growth) <= float(high) < 420


@pytest.mark.parametrize(
    "text",
    [
        "[2026-03-12T09:00:02.020+0100][2.020s][info][gc] GC(1) Pause Young (A) 6M->2M(64M) 999999999999s\n",
        "[0001-01-01T00:00:00.000+0000][9.9s][info][gc] GC(1) Pause Young (A) 6M->2M(64M) 9000.000ms\n",
    ],
)
def test_a_pause_that_reaches_beyond_the_calendar_is_a_row_all_the_same(tmp_path, text):
    assert len(rows(tmp_path, web__log=G1 + text)) == 4


def test_a_stop_before_the_calendar_began_is_a_row_all_the_same(tmp_path):
    early = stop(1).replace("2026-03-12", "0001-01-01").replace("T09:", "T00:")
    assert len(rows(tmp_path, web__log=log([early]))) == 1


def test_a_restart_in_the_same_log_is_another_machine(tmp_path):
    again = rows(tmp_path, web__log=G1 + G1.replace("09:", "10:"))
    assert [row["interval_us"] is None for row in again if row["pause_us"]] == [True, False, True, False]


@pytest.mark.parametrize(
    "text",
    [
        "[" * 4000,
        "[0.1s][info][gc] GC(999999999999) Pause Young 1M->1M(1M) 1ms",
        "[0.1s][info][gc] GC(1) Pause Young 99999999999999T->1M(1M) 1ms",
        "0.1: [GC (Allocation Failure) " + "(" * 3000,
        "[0.1s][info][gc,cpu] GC(1) User=1.2.3s Sys=0.00s Real=0.01s",
    ],
)
def test_hostile_lines_of_hotspot_leave_the_others_as_they_are(tmp_path, text):
    assert len(rows(tmp_path, web__log=text + "\n" + G1)) in (3, 4)


def test_the_same_log_is_of_two_machines_where_names_or_systems_say_so_and_else_of_one(
    tmp_path: Path,
) -> None:
    text = log(stop(n) for n in range(3))
    of_names = write(tmp_path / "names", A__log=text, B__log=text, **{"A__log__001": text})
    assert [file["path"][-5:] for file in getpage.load(of_names, into=tmp_path / "s").files()] == [
        "A.log",
        "B.log",
    ]
    first = write(tmp_path / "one", verbosegc__log=text)
    for system in ("SYSA", "SYSB", "SYSA", None):
        store = getpage.load(first, into=tmp_path / "t", system=system)
    assert sorted(store.table("java_heap").collect()["system"]) == ["SYSA", "SYSB"]
    assert len(store.files()) == 2
