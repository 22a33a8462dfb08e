"""Records and displays of the same pools: each completes the other, and nothing counts twice."""

from datetime import timedelta

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from db2_displays import beside, shown_at, shown_twice, together
from db2_evidence import logged
from db2_records import START, facts, only, pools, statistics
from decided import listed
from getpage.core.names import Object, Subsystem
from getpage.products.common.fold import Fold
from getpage.products.db2 import PRODUCT
from getpage.products.db2.intervals.ways import Counters, MeasuredObject
from getpage.products.db2.member import members
from getpage.result import Severity
from mq_evidence import from_records, from_text


def test_attributes_of_a_display_complete_the_records():
    crowded = {"sync_reads": 180_000, "highest_sequential_buffers": 400_000, "sequential_threshold_hits": 40}
    shown = shown_at(START + timedelta(minutes=20))
    evidence = together(from_records(*pools(crowded)), shown)
    result = PRODUCT.analyse(evidence)
    assert [change.command for change in listed(result)] == ["-ALTER BUFFERPOOL(BP1) VPSEQT(60)"]
    (finding,) = [f for f in result.findings if f.check == "db2-pool-sequential"]
    assert (facts(finding)["sequential_threshold"].file, facts(finding)["sync_reads_random"].file) == (
        "file 2",
        "file 1",
    )
    assert not any("How are pools defined" in gap.question for gap in result.missing)


def test_a_contended_pool_that_never_reads_is_offered_fifo():
    none = dict.fromkeys(("sync_reads", "sync_reads_sequential", "sequential_prefetch_pages"), 0)
    waits = statistics("QVLS", [{"class_14": 1_800_000}] * 5, ifcid=1)
    shown = shown_at(START)
    quiet = PRODUCT.analyse(together(from_records(*pools(none)), shown))
    assert listed(quiet) == ()
    contended = PRODUCT.analyse(together(from_records(*pools(none), *waits), shown))
    (change,) = listed(contended)
    assert (change.command, change.undo) == (
        "-ALTER BUFFERPOOL(BP1) PGSTEAL(FIFO)",
        "-ALTER BUFFERPOOL(BP1) PGSTEAL(LRU)",
    )


def test_group_pools_of_records_are_judged_like_those_of_displays():
    lost = {
        "buffer_pool": 1,
        "invalidated_returned": 400,
        "invalidated_not_returned": 600,
        "writes_failed": 2,
    }
    records = statistics("QBGL", [lost] * 3)
    finding = only("db2-group-pool-invalidation", *records)
    assert finding.headline == "40 % of 3,000 reads of invalidated pages found them"
    assert (
        "Other members or directory reclaims invalidated the pages; no display tells which" in finding.claim
    )
    assert only("db2-group-pool-writes-failed", *records).severity is Severity.CRITICAL


def test_what_only_a_display_counts_of_a_pool_is_found_beside_its_records():
    actual = beside(pools({}), shown_twice(dmth=6, no_buffer=11))["db2-pool-thresholds"]
    assert actual.severity is Severity.CRITICAL
    assert actual.headline == "Data manager threshold hit 12 times"
    assert {fact.label: fact.value for fact in actual.evidence}["prefetch disabled in the window"] == 22
    assert facts(actual)["data_manager_threshold_hits"].file == "file 2"


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
    actual = beside(statistics("QBGL", [lost] * 5), shown)
    directory = actual["db2-group-pool-directory"]
    assert directory.headline == "1,213,590 pages invalidated by directory reclaims"
    assert {f.label: f.value for f in directory.evidence}["reads that went to disk for it, at most"] == 3_000
    assert "db2-group-pool-invalidation" not in actual


COUNTERS = Counters(totals=("reclaims",))


class Reclaiming(MeasuredObject):
    """An object of which reclaims are counted."""

    COUNTERS = COUNTERS


@given(st.integers(1, 8), st.integers(0, 8), st.booleans())
def test_each_counter_is_of_one_kind_of_measurement_alone(records, displays, shared):
    """Whichever kind has more intervals: never the sum of both, and never nothing where one has it."""
    rows = [
        {"statistics": "CUMULATIVE", "reclaims": 7 if shared else None, "n": n} for n in range(records)
    ] + [{"statistics": "INCREMENTAL", "reclaims": 5, "n": n} for n in range(displays)]
    frame = pl.DataFrame(rows, schema={"statistics": pl.String, "reclaims": pl.Int64, "n": pl.Int64})
    fold = Fold(("statistics",), COUNTERS.asks, order=("n",))
    fold.add(frame)
    ways = sorted(
        fold.done(), key=lambda measure: -frame.filter(pl.col("statistics") == measure.key[0]).height
    )
    pool = Reclaiming(object=Object(Subsystem("db2"), "GBP1"), number=1, ways=tuple(ways), shown=ways[0])
    sums = {(7 if shared else 0) * records, 5 * displays}
    assert pool.total("reclaims") in sums
    assert (pool.total("reclaims") > 0) == bool(sum(sums))
