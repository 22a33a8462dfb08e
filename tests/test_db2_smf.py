"""What Db2's rules say of SMF 100: the same as of displays, and what only records tell."""

import itertools
import json
from datetime import timedelta

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from db2_evidence import display, logged
from db2_records import (
    POOL,
    QUARTER,
    START,
    commands,
    findings,
    only,
    pools,
    record,
    said,
    statistics,
    thread,
    when,
)
from getpage import _native, report
from getpage.answers import answers
from getpage.ledger import books
from getpage.result import Kind, Severity
from getpage.systems.db2 import SYSTEM
from getpage.systems.db2.measured import Measured, Series
from getpage.systems.db2.member import members
from mq_evidence import Frames, from_records, from_text
from zos_evidence import check

GIB = 1 << 30


def facts(finding):
    return {fact.column or fact.label: fact for fact in finding.evidence}


def together(*evidence: Frames) -> Frames:
    """Records and displays as one evidence, the displays from a file of their own."""
    frames: dict[str, list[pl.DataFrame]] = {}
    for number, one in enumerate(evidence, 1):
        for table, frame in one.frames.items():
            frames.setdefault(table, []).append(frame.with_columns(pl.lit(number, pl.UInt32).alias("file")))
    return Frames({table: pl.concat(parts, how="diagonal_relaxed") for table, parts in frames.items()})


def shown_at(moment) -> Frames:
    return from_text(logged(display(), moment).replace("SY1 ", "SYS1"))


HEALTHY = (
    *pools({}, {"buffer_pool": 2}),
    *statistics("QVLS", [{"class_14": 9_000, "class_24": 900}] * 5, ifcid=1),
    *statistics("Q3ST", [{"signons": 90_000, "threads_created": 900, "commits": 90_000}] * 5, ifcid=1),
    *statistics("QDST", [{"dbats_reused": 90_000, "dbats_created": 90}] * 5, ifcid=1),
    *statistics("QJST-Db2", [{"writes_waited": 90_000}] * 5, ifcid=1),
    *statistics("QSST-Db2", [{}] * 5, ifcid=1),
    *statistics("QBGL", [{"buffer_pool": 1, "invalidated_returned": 9_000}] * 5),
    *statistics("QXST", [{"selects": 1_000}] * 5),
)


def test_healthy_records_get_no_finding_and_no_change():
    result = said(*HEALTHY)
    assert (result.findings, result.changes) == ((), ())
    first = answers([result])
    assert (first.short, first.wasted, first.do) == ((), (), ())


def test_random_is_what_is_not_sequential_and_hit_ratios_are_as_ibm_defines_them():
    (member,) = members(from_records(*pools({})))
    row = member.pools[0].last
    assert (row["getpages_random"], row["sync_reads_random"], row["seconds"]) == (9_000_000, 9_000, 900)
    assert row["random_hit_ratio"] == pytest.approx((9_000_000 - 9_000) / 9_000_000)
    assert row["sequential_hit_ratio"] == pytest.approx((900_000 - 25 - 75_000) / 900_000)
    assert row["residency"] == pytest.approx(500_000 * 900 / (9_025 + 75_000))


def test_a_number_of_an_interval_stands_in_both_records_that_it_is_the_difference_of():
    finding = only("db2-pool-reads", *pools({"sync_reads": 1_000_000}))
    reads = facts(finding)["sync_reads_random"]
    assert (reads.value, reads.unit, reads.trust) == (999_975, "count", "computed")
    assert reads.less_record == 0
    assert reads.record > 0
    assert reads.interval_seconds == 900
    assert facts(finding)["buffers"].ibm_name == "QBSTVPL"


def test_many_reads_ask_for_a_simulation_and_say_what_they_cost_by_published_figures():
    records = pools({"sync_reads": 1_000_000})
    assert commands(*records) == ["-ALTER BUFFERPOOL(BP1) SPSIZE(100000)"]
    costs = [f.value for f in only("db2-pool-reads", *records).evidence if "published" in f.label]
    assert costs == [20.0, 70.0, 20.0, 40.0]


def test_a_restart_drops_its_interval_and_no_other():
    before, after = pools({}, intervals=3), pools({"sync_reads": 500}, intervals=3)
    for shifted in after:
        shifted["common"]["written"] += 4 * 900_000_000
    (member,) = members(from_records(*before, *after))
    assert member.pools[0].frame["sync_reads"].to_list() == [9_025] * 3 + [500] * 3
    claim = only("db2-intervals-lost", *before, *after).claim
    assert "between 2026-03-12 09:45:00 and 2026-03-12 10:00:00" in claim


def test_a_missing_record_is_said_and_its_interval_is_twice_as_long():
    records = pools({}, intervals=7)
    del records[3]
    claim = only("db2-intervals-lost", *records).claim
    assert "every 15.0 minutes" in claim
    assert "none came between 2026-03-12 09:30:00 and 2026-03-12 10:00:00" in claim


@given(st.lists(st.integers(0, 10**9), min_size=2, max_size=12))
def test_rates_are_never_negative_and_a_restart_never_invents_reads(readings):
    rows = [{"buffer_pool": 1, "buffers": 1000, "getpages": 2 * n, "sync_reads": n} for n in readings]
    records = [record(2, when(n), {"QBST": [row]}) for n, row in enumerate(rows)]
    (member,) = members(from_records(*records))
    frame = member.pools[0].frame
    assert (frame["sync_reads"] >= 0).all()
    if frame["difference"].any():
        assert frame["sync_reads"].sum() <= sum(max(0, b - a) for a, b in itertools.pairwise(readings))


def test_page_ins_are_a_shortage_and_nothing_grows():
    records = pools({"sync_reads": 1_000_000, "page_ins_read": 60_000})
    assert only("db2-pool-page-ins", *records).kind is Kind.SHORTAGE
    assert commands(*records) == []


def test_a_pool_with_few_getpages_gives_back_and_one_without_is_unused():
    quiet = {"buffer_pool": 7} | dict.fromkeys(set(POOL) - {"buffer_pool", "buffers"}, 0)
    assert commands(*pools({}, quiet | {"getpages": 4_500})) == ["-ALTER BUFFERPOOL(BP7) VPSIZE(375000)"]
    unused = only("db2-pool-unused", *pools({}, quiet))
    assert unused.object == "SYS1.DB1A BP7"
    assert "not one getpage from 2026-03-12 09:00:00 to 10:15:00 (5 intervals)" in unused.claim


def test_sequential_pages_at_a_threshold_that_records_do_not_have_are_said_without_a_command():
    crowded = {"sync_reads": 180_000, "highest_sequential_buffers": 400_000, "sequential_threshold_hits": 40}
    finding = only("db2-pool-sequential", *pools(crowded))
    assert "held 80 % of BP1" in finding.claim
    assert "which records do not have" in finding.claim
    assert commands(*pools(crowded)) == []
    assert findings("db2-pool-sequential", *pools(crowded | {"highest_sequential_buffers": 90_000})) == []


def test_attributes_of_a_display_complete_the_records():
    crowded = {"sync_reads": 180_000, "highest_sequential_buffers": 400_000, "sequential_threshold_hits": 40}
    shown = shown_at(START + timedelta(minutes=20))
    evidence = together(from_records(*pools(crowded)), shown)
    result = SYSTEM.analyse(evidence)
    assert [c.command for c in result.changes] == ["-ALTER BUFFERPOOL(BP1) VPSEQT(60)"]
    (finding,) = [f for f in result.findings if f.check == "db2-pool-sequential"]
    assert (facts(finding)["sequential_threshold"].file, facts(finding)["sync_reads_random"].file) == (
        "file 2",
        "file 1",
    )
    assert not any("How are pools defined" in gap.question for gap in result.missing)


def test_sorts_without_buffers_ask_for_a_step():
    records = pools({"buffer_pool": 7, "sorts_limited": 4})
    assert "20 merges limited" in only("db2-pool-work-files", *records).claim
    assert commands(*records) == ["-ALTER BUFFERPOOL(BP7) VPSIZE(550000)"]


SIMULATED = {"buffer_pool": 1, "avoidable_sync_random": 100_000, "pages_moved_in": 300_000}


def simulated(*highest: int, **columns):
    rows = [SIMULATED | {"highest_in_use": most, "in_use": most} | columns for most in highest]
    return [*pools({"sync_reads": 1_000_000}, intervals=len(rows)), *statistics("QBSP", rows)]


def test_a_simulation_counts_over_all_its_records_and_its_most_in_use_is_what_it_proved():
    records = simulated(90_000, 100_000, 100_000, 100_000)
    finding = only("db2-pool-simulation", *records)
    assert "100,000 more buffers would have avoided 400,000 synchronous reads" in finding.claim
    assert "(10 % of them)" in finding.claim
    assert (
        "8.0 s to 28.0 s of CPU on zEC12 (20 to 70 us a read) or 8.0 s to 16.0 s of CPU on z13"
        in finding.claim
    )
    assert finding.delay_seconds == 0, "the unit of the delay in the record is not settled"
    assert commands(*records)[0] == "-ALTER BUFFERPOOL(BP1) VPSIZE(600000)"


def test_a_simulation_that_stayed_full_and_brought_little_is_doubled():
    records = simulated(100_000, 100_000, 100_000, avoidable_sync_random=1_000)
    assert commands(*records) == ["-ALTER BUFFERPOOL(BP1) SPSIZE(200000)"]


def test_latches_are_said_from_a_thousand_waits_a_second_with_the_busiest_pools():
    waits = statistics("QVLS", [{"class_14": 1_800_000, "class_24": 10}] * 5, ifcid=1)
    small = {"buffer_pool": 2, "getpages": 99_000, "getpages_sequential": 9_000}
    finding = only("db2-latch-contention", *pools({}, small), *waits)
    assert (finding.severity, finding.kind) == (Severity.INFO, Kind.NOTE)
    assert "2,000 times a second for latch class 14" in finding.claim
    assert "BP1 (99 %)" in finding.claim
    many = statistics("QVLS", [{"class_24": 10_800_000}] * 5, ifcid=1)
    assert only("db2-latch-contention", *many).severity is Severity.WARNING
    writes = statistics("QVLS", [{"class_23": 1_800_000}] * 5, ifcid=1)
    assert "latch class 23 (deferred writes" in only("db2-latch-contention", *writes).claim


def test_a_contended_pool_that_never_reads_is_offered_fifo():
    none = dict.fromkeys(("sync_reads", "sync_reads_sequential", "sequential_prefetch_pages"), 0)
    waits = statistics("QVLS", [{"class_14": 1_800_000}] * 5, ifcid=1)
    shown = shown_at(START)
    quiet = SYSTEM.analyse(together(from_records(*pools(none)), shown))
    assert [change.command for change in quiet.changes] == []
    contended = SYSTEM.analyse(together(from_records(*pools(none), *waits), shown))
    (change,) = contended.changes
    assert (change.command, change.undo) == (
        "-ALTER BUFFERPOOL(BP1) PGSTEAL(FIFO)",
        "-ALTER BUFFERPOOL(BP1) PGSTEAL(LRU)",
    )


def test_log_buffers_that_were_all_in_use_or_paged_are_a_shortage():
    waits = statistics("QJST-Db2", [{"no_buffer_waits": 3, "writes_waited": 100}] * 2, ifcid=1)
    assert "waited 6 times because no log buffer was available" in only("db2-log-buffers", *waits).claim
    paged = statistics("QJST-Db2", [{"buffer_page_ins": 300, "writes_waited": 900}] * 2, ifcid=1)
    assert "paged in 600 times for 1,800 write requests" in only("db2-log-buffers", *paged).claim


def test_contraction_of_storage_is_a_warning_and_agents_that_ended_are_critical():
    short = statistics("QSST-Db2", [{"contractions": 2}] * 2, ifcid=1)
    assert only("db2-storage-contracted", *short).severity is Severity.WARNING
    ended = statistics("QSST-Db2", [{"contractions": 2, "abends": 1}] * 2, ifcid=1)
    assert only("db2-storage-contracted", *ended).severity is Severity.CRITICAL


def test_group_pools_of_records_are_judged_like_those_of_displays():
    lost = {
        "buffer_pool": 1,
        "invalidated_returned": 400,
        "invalidated_not_returned": 600,
        "writes_failed": 2,
    }
    records = statistics("QBGL", [lost] * 3)
    assert "40 % of the 3,000 reads" in only("db2-group-pool-invalidation", *records).claim
    assert only("db2-group-pool-writes-failed", *records).severity is Severity.CRITICAL


def storage(at: float, **columns) -> dict:
    """IFCID 225: DBM1 of 10 GiB, of which 8 GiB back pools, DIST of 1 GiB, common storage of 0.5 GiB."""
    dbm1 = {"space": "DBM1", "real": 10 * GIB, "real_above": 9 * GIB, "real_above_without_pools": GIB}
    sections = {
        "QW0225-1": [dbm1 | {"auxiliary": 0} | columns, {"space": "DIST", "real": GIB}],
        "QW0225-2": [{"allied_threads": 40, "dbats": 7}],
        "QW0225-COMMON": [{"real": GIB // 2}],
        "QW0225-3": [{"available": 3 * GIB, "log_write_real": 64 << 20}],
    }
    return record(225, when(at), sections)


def test_what_backs_the_pools_is_known_from_225_and_the_rest_of_dbm1_is_a_line():
    (account,) = said(*pools({"buffers": 3_000_000}), storage(5)).accounts
    lines = {line.holder: line for line in account.lines}
    assert lines["DBM1 without pools"].bytes == 2 * GIB
    assert "of the pools 8 GiB are in real storage" in lines["DBM1 without pools"].note
    assert lines["DIST"].bytes == GIB
    assert lines["MSTR log buffers"].bytes == 64 << 20
    assert lines["MAXSPACE for a dump"].bytes == (2 * GIB + GIB + GIB // 2)


def test_real_storage_as_db2_saw_it_is_the_ledger_where_rmf_is_absent():
    metrics = [
        record(1, when(n / 15), {"QWOS": [{"partition_real": 65_536, "partition_real_free": free}]})
        for n, free in enumerate((20_480, 10_240, 15_360))
    ]
    found = said(*metrics, storage(1))
    (account,) = books(found.accounts, found.real_storage)
    free = {line.holder: line.bytes for line in account.free_at_minimum}
    assert free["dump reserve"] == 3 * GIB + GIB // 2
    assert sum(free.values()) == 10 * GIB
    held = {line.holder: line.bytes for line in account.lines if line.place == "real storage"}
    assert (held["DB1ADBM1"], held["DB1ADIST"]) == (10 * GIB, GIB)
    assert held["DB1A common storage"] == GIB // 2
    assert not any(line.place == "virtual" for line in account.lines), "what was measured is not a promise"
    assert sum(held.values()) + sum(free.values()) == 64 * GIB
    assert "as db2 saw it" in account.note


def test_growth_says_what_db2_itself_saw_free():
    metrics = record(1, when(2), {"QWOS": [{"partition_real": 65_536, "partition_real_free": 5_120}]})
    (change,) = answers([said(*pools({"sorts_limited": 4}), metrics)]).changes
    assert "SYS1 had 5 GiB free on average of the interval with least, as Db2 saw it" in change.caution
    assert "the minimum is not in this evidence" in change.caution
    assert [fact.column for fact in change.evidence] == ["partition_real_free"]
    (unseen,) = answers([said(*pools({"sorts_limited": 4}))]).changes
    assert "this evidence does not show it" in unseen.caution


def test_storage_on_auxiliary_storage_is_found_in_records():
    assert only("db2-storage-paged-out", *pools({}), storage(1, auxiliary=12 << 20)).storage_bytes == 12 << 20


def test_quarters_of_an_hour_are_judged_and_not_the_minutes_that_make_them():
    busy = [POOL | {"sync_reads": 90_000 if n == 20 else 100} for n in range(60)]
    records = statistics("QBST", busy, step=1 / 15)
    (member,) = members(from_records(*records))
    assert member.pools[0].frame.height == 4
    assert member.pools[0].frame["seconds"].to_list()[1:] == [QUARTER.total_seconds()] * 2 + [840]
    assert findings("db2-pool-reads", *records) == []


def test_a_dump_of_all_records_makes_a_report_with_both_ends_of_its_differences(tmp_path):
    threads = [thread(n, plan="PAYROLL", sync_io_wait=1_000_000, sync_io_waits=900) for n in range(20)]
    records = [*HEALTHY, *pools({"sync_reads": 1_000_000, "buffer_pool": 3}), storage(5), *threads]
    (tmp_path / "smf").write_bytes(b"".join(_native.encode_records(json.dumps(records))))
    result = check(tmp_path)
    (finding,) = [f for f in result.findings if f.check == "db2-pool-reads"]
    (reads,) = [f for f in finding.evidence if f.column == "sync_reads_random"]
    assert (reads.file.endswith("smf"), reads.less_file, reads.ibm_name) == (
        True,
        reads.file,
        "QBSTRIO - QBSTSIO",
    )
    place = f"offset {reads.record} less offset {reads.less_record}"
    assert place in report.markdown(result)
    assert f'less <span class="nowrap"> offset {reads.less_record}' in report.html(
        result, title="t", generated_by="g"
    )
    assert f"@{reads.record} less {reads.file}@{reads.less_record}" in report.csv(result)


def shown_twice(**columns) -> Frames:
    """Displays of one pool at the start and an hour later, each of its own hour."""
    end = START + timedelta(hours=1)
    text = logged(display(**columns), START) + logged(display(hour=1, **columns), end)
    return from_text(text.replace("SY1 ", "SYS1"))


def beside(records: list[dict], shown: Frames):
    """What the rules say of records and a display of the same object, by check."""
    return {f.check: f for f in SYSTEM.analyse(together(from_records(*records), shown)).findings}


def test_what_only_a_display_counts_of_a_pool_is_found_beside_its_records():
    found = beside(pools({}), shown_twice(dmth=6, no_buffer=11))["db2-pool-thresholds"]
    assert found.severity is Severity.CRITICAL
    assert "95 % unavailable) 12 times" in found.claim
    assert "90 % unavailable) 22 times" in found.claim
    assert facts(found)["data_manager_threshold_hits"].file == "file 2"


def test_what_records_and_displays_both_count_is_counted_once():
    records = pools({"sync_reads": 1_000_000})
    with_display = together(from_records(*records), shown_twice(sync_random=30_000_000, dmth=1))
    for column in ("getpages", "sync_reads", "pages_read", "pages_written", "sync_reads_random"):
        alone, both = (members(e)[0].pools[0].total(column) for e in (from_records(*records), with_display))
        assert alone == both > 0
    assert members(with_display)[0].pools[0].worst("sync_reads")["file"] == 1


GROUP_DETAIL = """\
DSNB750I  -DB1A DISPLAY FOR GROUP BUFFER POOL GBP1 FOLLOWS
DSNB755I  -DB1A DB2 GROUP BUFFER POOL STATUS
             CONNECTED                                = YES
             CURRENT DIRECTORY TO DATA RATIO          = 5
DSNB783I  -DB1A CUMULATIVE GROUP DETAIL STATISTICS SINCE 09:00:00 MAR 12, 2026
DSNB784I  -DB1A GROUP DETAIL STATISTICS
             READS
               DATA RETURNED                          = 4000
DSNB786I  -DB1A WRITES
               CHANGED PAGES                          = 2000
               FAILED DUE TO LACK OF STORAGE          = 0
DSNB787I  -DB1A RECLAIMS
               FOR DIRECTORY ENTRIES                  = 2427180
               FOR DATA ENTRIES                       = 0
             CASTOUTS                                 = 3298
DSNB788I  -DB1A CROSS INVALIDATIONS
               DUE TO DIRECTORY RECLAIMS              = 1213590
               DUE TO WRITES                          = 8073
               EXPLICIT                               = 0
DSNB790I  -DB1A DISPLAY FOR GROUP BUFFER POOL GBP1 IS COMPLETE
DSN9022I  -DB1A DSNB1CMD '-DISPLAY GROUPBUFFERPOOL' NORMAL COMPLETION
"""


def test_directory_reclaims_of_a_group_display_are_found_beside_records_of_the_member():
    lost = {"buffer_pool": 1, "invalidated_returned": 400, "invalidated_not_returned": 600}
    shown = from_text(logged(GROUP_DETAIL, START + timedelta(hours=1)).replace("SY1 ", "SYS1"))
    found = beside(statistics("QBGL", [lost] * 5), shown)
    assert "took 2,427,180 directory entries" in found["db2-group-pool-directory"].claim
    assert "invalidated 1,213,590 pages" in found["db2-group-pool-directory"].claim
    assert "40 % of the 5,000 reads" in found["db2-group-pool-invalidation"].claim


@given(st.integers(1, 8), st.integers(0, 8), st.booleans())
def test_each_counter_is_of_one_kind_of_measurement_alone(records, displays, shared):
    """Whichever kind has more intervals: never the sum of both, and never nothing where one has it."""
    rows = [
        {"statistics": "CUMULATIVE", "reclaims": 7 if shared else None, "n": n} for n in range(records)
    ] + [{"statistics": "INCREMENTAL", "reclaims": 5, "n": n} for n in range(displays)]
    frame = pl.DataFrame(rows, schema={"statistics": pl.String, "reclaims": pl.Int64, "n": pl.Int64})
    kinds = sorted(frame.partition_by("statistics"), key=lambda one: -one.height)
    pool = Measured(1, "BP1", Series(frame=kinds[0], others=tuple(kinds[1:]), shown=frame))
    sums = {(7 if shared else 0) * records, 5 * displays}
    assert pool.total("reclaims") in sums
    assert (pool.total("reclaims") > 0) == bool(sum(sums))
