"""Db2's displays and report fragments as text: read in full, in any log, and never with an error."""

import tomllib
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import getpage
from db2_evidence import HOUR, START, display, logged
from getpage.evidence.inspect import inspect
from getpage.evidence.text import looks_like_text_evidence, read_text

LAYOUTS = Path(__file__).parent.parent / "layouts" / "text"

SIMULATED = """\
DSNB432I  -CEA1 SIMULATED BUFFER POOL ACTIVITY -
          AVOIDABLE READ I/O -
            SYNC  READ I/O (R)  =25463982
            SYNC  READ I/O (S)  =81181
            ASYNC  READ I/O      =15470503
            SYNC  GBP READS (R)  =11172099
            SYNC  GBP READS (S)  =4601
            ASYNC  GBP READS      =1181076
          PAGES MOVED INTO SIMULATED BUFFER POOL =53668641
          TOTAL AVOIDABLE SYNC I/O DELAY =35321543 MILLISECONDS
"""
GROUP = """\
DSNB750I  -DB1A DISPLAY FOR GROUP BUFFER POOL GBP1 FOLLOWS
DSNB755I  -DB1A DB2 GROUP BUFFER POOL STATUS
             CONNECTED                                = YES
             CURRENT DIRECTORY TO DATA RATIO          = 5
             PENDING DIRECTORY TO DATA RATIO          = 5
             CURRENT GBPCACHE ATTRIBUTE               = YES
             PENDING GBPCACHE ATTRIBUTE               = YES
DSNB756I  -DB1A CLASS CASTOUT THRESHOLD               = 5, 0
             GROUP BUFFER POOL CASTOUT THRESHOLD      = 30%
             GROUP BUFFER POOL CHECKPOINT INTERVAL    = 4 MINUTES
             RECOVERY STATUS                          = NORMAL
             AUTOMATIC RECOVERY                       = Y
DSNB757I  -DB1A MVS CFRM POLICY STATUS FOR DSNDB1A_GBP1 = NORMAL
             MAX SIZE INDICATED IN POLICY             = 61440 KB
             DUPLEX INDICATOR IN POLICY               = ENABLED
             CURRENT DUPLEXING MODE                   = DUPLEX
             ALLOCATED                                = YES
DSNB758I  -DB1A ALLOCATED SIZE                        = 61440 KB
             VOLATILITY STATUS                        = VOLATILE
DSNB759I  -DB1A NUMBER OF DIRECTORY ENTRIES           = 61394
             NUMBER OF DATA PAGES                     = 11370
             NUMBER OF CONNECTIONS                    = 2
DSNB799I  -DB1A SECONDARY GBP ATTRIBUTES
             ALLOCATED SIZE                           = 61440 KB
             NUMBER OF DIRECTORY ENTRIES              = 61394
             NUMBER OF DATA PAGES                     = 11370
DSNB783I  -DB1A CUMULATIVE GROUP DETAIL STATISTICS SINCE 15:35:23 MAY 17, 2026
DSNB784I  -DB1A GROUP DETAIL STATISTICS
             READS
               DATA RETURNED                          = 3845
DSNB785I  -DB1A DATA NOT RETURNED
               DIRECTORY ENTRY EXISTED                = 27
               DIRECTORY ENTRY CREATED                = 28336
               DIRECTORY ENTRY NOT CREATED            = 332, 0
DSNB786I  -DB1A WRITES
               CHANGED PAGES                          = 20909
               CLEAN PAGES                            = 0
               FAILED DUE TO LACK OF STORAGE          = 8
             CHANGED PAGES SNAPSHOT VALUE             = 974
DSNB787I  -DB1A RECLAIMS
               FOR DIRECTORY ENTRIES                  = 18281
               FOR DATA ENTRIES                       = 47
             CASTOUTS                                 = 16073
DSNB788I  -DB1A CROSS INVALIDATIONS
               DUE TO DIRECTORY RECLAIMS              = 4489
               DUE TO WRITES                          = 3624
               EXPLICIT                               = 0
DSNB773I  -DB1A MEMBER DETAIL STATISTICS
             SYNCHRONOUS READS
               DUE TO BUFFER INVALIDATION
                 DATA RETURNED                        = 400
                 DATA NOT RETURNED                    = 1600
DSNB774I  -DB1A DUE TO DATA PAGE NOT IN BUFFER POOL
                 DATA RETURNED                        = 1
                 DATA NOT RETURNED                    = 2
DSNB790I  -DB1A DISPLAY FOR GROUP BUFFER POOL GBP1 IS COMPLETE
DSN9022I  -DB1A DSNB1CMD '-DISPLAY GROUPBUFFERPOOL' NORMAL COMPLETION
"""
LSTATS = """\
DSNB401I  -DB1A BUFFERPOOL NAME BP8K0, BUFFERPOOL ID 100, USE COUNT 3
DSNB467I  -DB1A STATISTICS FOR TABLE SPACE DSNDB06.SYSTSKEY INSTANCE 1 - DATA SET #: 1 USE COUNT: 0
DSNB453I  -DB1A VP CACHED PAGES -
             CURRENT = 1,234  MAX = 2,345
             CHANGED = 1      MAX = 12
DSNB455I  -DB1A SYNCHRONOUS I/O DELAYS -
             AVERAGE DELAY = 2
             MAXIMUM DELAY = 22
             TOTAL PAGES   = 222
DSNB456I  -DB1A ASYNCHRONOUS I/O DELAYS -
             AVERAGE DELAY = 3 MAXIMUM DELAY = 33
             TOTAL PAGES   = 333 TOTAL I/O COUNT = 30
DSNB467I  -DB1A STATISTICS FOR INDEX SPACE DSNDB06.DSNKEY01 INSTANCE 1 - DATA SET #: 2 USE COUNT: 0
DSNB453I  -DB1A VP CACHED PAGES -
             CURRENT = 9 MAX = 10
"""
FRAGMENTS = """\
SUBSYSTEM: DB1A              ACCOUNTING REPORT - LONG
NORMAL TERM.     AVERAGE     TOTAL
---------------  -------  --------
NEW USER            0.67    539,864
DEALLOCATION        0.33    270518
APPL.PROGR. END     0.00         0
PLANANME\tTOT CL2CPU\tCOMMT s/sec
XKB1BR1\t433.93\t37.16
PACKAGE\tALLOC/sec\tTOT CL7CPU%\tCL7CPU Avg\tCL7CPU
KSBUARG\t108.77\t273.93\t6.52%\t0.000504
REAL AND AUXILIARY STORAGE FOR DBM1                     QUANTITY
--------------------------------------------  ------------------
REAL STORAGE IN USE                     (MB)             8403.51
  31 BIT IN USE                         (MB)              160.28
AUXILIARY STORAGE IN USE                (MB)                0.00
REAL STORAGE IN USE - SUMMARY                           QUANTITY
64-BIT COMMON                           (MB)               10.01
"""
WHOLE = display() + SIMULATED + GROUP + LSTATS + FRAGMENTS
LINES = WHOLE.split("\n")


def read(text: str) -> dict[str, list[dict]]:
    evidence = read_text(enumerate(text.split("\n")))
    assert evidence.damage == []
    return evidence.rows


def test_a_display_is_one_row_with_every_figure():
    (row,) = read(display())["db2_buffer_pool"]
    assert (row["member"], row["pool"], row["buffer_pool"], row["use_count"]) == ("DB1A", "BP1", 1, 47)
    assert (row["size_defined"], row["buffers"], row["buffers_in_use"]) == (500_000, 500_000, 1_000)
    assert (row["page_fixed"], row["page_steal"], row["frame_size"]) == (True, "LRU", "1M")
    assert (row["sequential_threshold"], row["deferred_write_threshold"]) == (80, 30)
    assert (row["vertical_write_threshold"], row["vertical_write_buffers"]) == (5, 0)
    assert (row["getpages_random"], row["sync_reads_random"]) == (36_000_000, 36_000)
    assert (row["sequential_prefetch_reads"], row["list_prefetch_reads"]) == (10_000, 0)
    assert (row["statistics"], row["interval_start"]) == ("INCREMENTAL", START)
    assert row["buffers_in_1m"] == 500_000


def test_a_log_gives_the_same_row_with_system_and_time():
    (plain,) = read(display())["db2_buffer_pool"]
    (row,) = read(logged(display(), START + HOUR))["db2_buffer_pool"]
    assert row["system"] == "SY1"
    assert row["interval_us"] == pytest.approx(3600e6, rel=1e-3)
    differ = {"system", "written", "interval_us", "record"}
    assert {k: v for k, v in row.items() if k not in differ} == {
        k: v for k, v in plain.items() if k not in differ
    }


def test_two_members_whose_displays_are_interleaved_are_told_apart():
    when = START + HOUR
    splitlines = logged(display(), when).splitlines()
    other = logged(display(member="DB2A", random=7, sync_random=1), when, job="STC99999")
    others = [
        line.replace(" 3", " 7") if line.startswith(("D ", "E ")) else line for line in other.splitlines()
    ]
    others = [f"{line[:-3]}7{line[-2:]}" if line[-5:-3] == "  " else line for line in others]
    mixed = [line for both in zip(splitlines, others, strict=True) for line in both]
    rows = read("\n".join(mixed))["db2_buffer_pool"]
    assert {row["member"]: row["getpages_random"] for row in rows} == {"DB1A": 36_000_000, "DB2A": 7}


def test_db_3_the_simulation_results_have_the_figures_of_the_paper():
    (row,) = read(SIMULATED)["db2_simulated_pool"]
    assert (row["member"], row["avoidable_sync_random"]) == ("CEA1", 25_463_982)
    assert (row["avoidable_sync_sequential"], row["avoidable_async"]) == (81_181, 15_470_503)
    assert (row["avoidable_group_random"], row["avoidable_group_sequential"]) == (11_172_099, 4_601)
    assert (row["avoidable_group_async"], row["pages_moved_in"]) == (1_181_076, 53_668_641)
    assert row["avoidable_sync_delay_ms"] == 35_321_543


def test_group_and_member_detail_of_a_group_buffer_pool_are_one_row():
    (row,) = read(GROUP)["db2_group_buffer_pool"]
    assert (row["pool"], row["buffer_pool"], row["ratio"], row["connections"]) == ("GBP1", 1, 5, 2)
    assert (row["size"], row["secondary_size"], row["duplex_mode"]) == (61440 << 10, 61440 << 10, "DUPLEX")
    assert (row["directory_entries"], row["data_pages"], row["castout_threshold"]) == (61394, 11370, 30)
    assert (row["group_reads_returned"], row["group_entry_not_created"]) == (3845, 332)
    assert (row["group_writes_failed"], row["changed_pages_now"]) == (8, 974)
    assert (row["directory_reclaims"], row["invalidations_by_reclaim"]) == (18281, 4489)
    assert (row["invalidated_returned"], row["invalidated_not_returned"]) == (400, 1600)
    assert (row["not_found_returned"], row["not_found_not_returned"]) == (1, 2)
    assert row["interval_start"] == datetime(2026, 5, 17, 15, 35, 23)


def test_page_sets_of_lstats_are_rows_and_their_two_maxima_are_told_apart():
    table, index = read(LSTATS)["db2_page_set"]
    assert (table["pool"], table["database"], table["space"]) == ("BP8K0", "DSNDB06", "SYSTSKEY")
    assert (table["pages_cached"], table["highest_pages_cached"]) == (1234, 2345)
    assert (table["pages_changed"], table["highest_pages_changed"]) == (1, 12)
    assert (table["sync_average_delay"], table["sync_pages"], table["async_reads"]) == (2, 222, 30)
    assert (index["type"], index["data_set"], index["pages_cached"]) == ("INDEX", 2, 9)
    assert "sync_pages" not in index


def test_fragments_of_reports_are_rows_of_the_subsystem_that_the_heading_names():
    rows = read(FRAGMENTS)
    assert {row["member"] for table in rows.values() for row in table} == {"DB1A"}
    assert [row["threads"] for row in rows["db2_thread_end"]] == [539_864, 270_518, 0]
    assert rows["db2_plan_activity"][0]["commits_per_second"] == 37.16
    assert rows["db2_package_activity"][0]["class7_cpu_share"] == 6.52
    dbm1, common = rows["db2_storage"]
    assert (dbm1["space"], dbm1["real"], dbm1["auxiliary"]) == ("DBM1", round(8403.51 * (1 << 20)), 0)
    assert common["space"] == "COMMON"


def test_counters_beyond_32_bits_and_thousands_separators_are_read():
    (row,) = read(display(random="12,345,678,901", sync_random=1 << 40))["db2_buffer_pool"]
    assert (row["getpages_random"], row["sync_reads_random"]) == (12_345_678_901, 1 << 40)


def test_missing_lines_are_nulls():
    text = "\n".join(
        line for line in display().split("\n") if "VP SEQ" not in line and "DSNB420I" not in line
    )
    (row,) = read_text(enumerate(text.split("\n"))).rows["db2_buffer_pool"]
    assert "sequential_threshold" not in row
    assert "page_updates" not in row


def test_a_value_on_the_line_after_its_label_is_read():
    (row,) = read(display().replace("IN-USE/UPDATED      = 1000", "IN-USE/UPDATED =\n   1000"))[
        "db2_buffer_pool"
    ]
    assert row["buffers_in_use"] == 1000


def test_a_year_that_is_not_printed_leaves_the_start_open():
    (row,) = read(display().replace("2026", "yyyy"))["db2_buffer_pool"]
    assert row["interval_start"] is None


def test_a_command_prefix_without_a_name_names_nobody():
    (row,) = read(display().replace("-DB1A ", "+ "))["db2_buffer_pool"]
    assert (row["member"], row["getpages_random"]) == (None, 36_000_000)


def test_the_end_of_another_command_is_no_evidence():
    assert not looks_like_text_evidence("DSN9022I  -DB1A DSNTDDIS 'DISPLAY THREAD' NORMAL COMPLETION")


def test_a_figure_that_is_none_is_damage_with_its_place():
    evidence = read_text(enumerate(display(dmth="12,34").split("\n")))
    (damage,) = evidence.damage
    assert "DMTH HIT" in damage.expected
    assert evidence.rows["db2_buffer_pool"][0]["getpages_random"] == 36_000_000


def test_every_column_is_a_field_of_the_layout_of_its_table():
    for table, rows in read(WHOLE).items():
        layout = tomllib.loads((LAYOUTS / f"{table}.toml").read_text(encoding="utf-8"))
        names = {field["name"] for field in layout["fields"]} | {"record"}
        for row in rows:
            assert row.keys() <= names


@settings(deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=60))
def test_known_lines_in_any_order_are_read_without_an_error(lines):
    read_text(enumerate(lines))


@settings(deadline=None)
@given(st.data())
def test_known_lines_with_any_character_changed_are_read_without_an_error(data):
    number = data.draw(st.integers(0, len(LINES) - 1))
    line = LINES[number]
    at = data.draw(st.integers(0, max(0, len(line) - 1)))
    changed = line[:at] + data.draw(st.text(max_size=3)) + line[at + 1 :]
    read_text(enumerate([*LINES[:number], changed, *LINES[number + 1 :]]))


def test_a_count_that_no_column_holds_is_damage_and_the_rest_of_its_row_is_kept(tmp_path):
    path = tmp_path / "db2.txt"
    path.write_text(
        GROUP.replace("CONNECTIONS                    = 2", "CONNECTIONS                    = 4294967296")
    )
    store = getpage.load(path, into=tmp_path / "store")
    damage = store.files()[0]["damage"]
    assert damage["count"] == 1
    assert "connections of db2_group_buffer_pool from 0 to 4294967295" in damage["listed"][0]["expected"]
    row = store.table("db2_group_buffer_pool").collect().row(0, named=True)
    assert row["connections"] is None
    assert inspect([str(path)]).files[0]["damage"]["count"] == 1
