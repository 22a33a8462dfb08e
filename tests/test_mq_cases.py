"""The published cases MQ-1 to MQ-7 (IBM REDP-5238, 4.2.1; SHARE on MQ V8 pools), from evidence to answer."""

import pytest

from getpage.products.mq import PRODUCT
from getpage.products.mq.storage import memlimit_needed
from getpage.result import Finding, Kind, Severity
from mq_evidence import (
    changes_of,
    commands,
    findings,
    from_records,
    from_text,
    page_sets,
    pools,
    region,
)

MIB = 1 << 20

MQ21 = """\
Page  Buffer  Total  Unused  Persistent  NonPersist  Expansion
set   pool   pages  pages  data pages  data pages  count
-    0     0    5038    4980         58         0 USER    0
-    1     1    1078    1061         17         0 USER    0
-    2     2    1078    1074          4         0 USER    0
-    3     3    1078    1075          0         3 USER    0
-    4     4   71634   71621         13         0 USER    0
-    5     5    1078    1078          0         0 USER    0
End of page set report

CSQP001I !MQ21 Buffer pool 0 has 1000 buffers, 991 (99%) stealable
CSQP001I !MQ21 Buffer pool 1 has 1000 buffers, 995 (99%) stealable
CSQP001I !MQ21 Buffer pool 2 has 5000 buffers, 4999 (99%) stealable
CSQP001I !MQ21 Buffer pool 3 has 5000 buffers, 4995 (99%) stealable
CSQP001I !MQ21 Buffer pool 4 has 5000 buffers, 4994 (99%) stealable
CSQP001I !MQ21 Buffer pool 5 has 1000 buffers, 999 (99%) stealable
"""

QPST = """\
> 01 Buffs  200000 Low   9664 Now    10004 Getp 4604118 Getn  776616
   01 Rio      5034 STW 795724 TPW   554594 WIO  164024 IMW   33834
   01 DWT        17 DMC    229 STL  1226479 STLA     12 SOS       0
   01 Location - below bar
"""

QPST_RECORD = {
    "buffer_pool": 1,
    "buffers": 200_000,
    "lowest_stealable": 9_664,
    "stealable": 10_004,
    "getpages_old": 4_604_118,
    "getpages_new": 776_616,
    "reads": 5_034,
    "page_updates": 795_724,
    "pages_written": 554_594,
    "writes": 164_024,
    "immediate_writes": 33_834,
    "deferred_write_starts": 17,
    "synchronous_write_threshold": 229,
    "steals": 1_226_479,
    "steal_collisions": 12,
}

MQ51 = """\
CSQI065I !MQ51 Buffer pool attributes ...
  Buffer  Available  Stealable  Stealable  Page  Location
   pool   buffers   buffers   percentage class
-    0      2001      1976           98 4KB    BELOW
-    1      2001      1999           99 4KB    BELOW
-    2      1051      1050           99 4KB    BELOW
-    3      1051      1050           99 4KB    BELOW
-    4     25000         0            0 4KB    BELOW
End of buffer pool attributes
"""

VTS1 = """\
10.48.00 STC30242 CSQY220I @VTS1 CSQSCTL Queue manager storage usage: 299
299 local storage: used 992MB, free 527MB: above bar: used 197MB, free
299 >10GB
"""

CALLS = """\
-MQ call-\tN\tET\tCT\tSusp\tLOGW\tPSET
Get\t: {0}\t{1}
Put\t: {0}\t{2}
Maximum depth encountered 10000
"""


def facts(finding: Finding) -> dict:
    """The numbers of a finding by label."""
    return {fact.label: fact.value for fact in finding.evidence}


def test_mq_1_two_of_six_pools_are_oversized_by_3706_buffers_each():
    over = findings(from_text(MQ21), "mq-pool-oversized")
    assert [str(finding.object) for finding in over] == ["MQ21 pool 2", "MQ21 pool 3"]
    for finding in over:
        assert facts(finding)["spare buffers"] == 3_706
        assert facts(finding)["buffers that can be of use"] == 1_294
        assert finding.storage_bytes == 3_706 * 4096
        assert finding.kind is Kind.WASTE


def test_mq_1_less_than_64_mib_of_spare_buffers_is_reported_and_not_worth_a_command():
    assert changes_of(from_text(MQ21)) == ()
    over = findings(from_text(MQ21), "mq-pool-oversized")
    assert {finding.severity for finding in over} == {Severity.INFO}
    assert over[0].headline == "3,706 spare buffers (14.5 MiB) beyond 120 % of its page sets"


def test_mq_1_with_ten_times_the_buffers_the_commands_reduce_both_pools_to_1294():
    changes = changes_of(from_text(MQ21.replace("5000 buffers, 499", "50000 buffers, 49999")))
    assert [change.command for change in changes if "1294" in change.command] == [
        "ALTER BUFFPOOL(2) BUFFERS(1294)",
        "ALTER BUFFPOOL(3) BUFFERS(1294)",
    ]
    assert [change.undo for change in changes if "1294" in change.command] == [
        "ALTER BUFFPOOL(2) BUFFERS(50000)",
        "ALTER BUFFPOOL(3) BUFFERS(50000)",
    ]
    assert {change.storage_bytes for change in changes} == {-48_706 * 4096}


def test_mq_2_from_text_the_pool_is_undersized_and_its_delay_is_19_4_s_at_500_us():
    (finding,) = findings(from_text(QPST), "mq-pool-undersized")
    assert finding.severity is Severity.CRITICAL
    assert str(finding.object) == "pool 1"
    assert finding.headline == "95.2 % of 200,000 buffers in use at the peak"
    assert facts(finding)["time of a page read, default (REDP-5238, 4.2.1)"] == 500
    assert finding.delay_seconds == pytest.approx(19.434)


def test_mq_2_from_smf_the_answer_is_the_same():
    (finding,) = findings(from_records(pools(QPST_RECORD)), "mq-pool-undersized")
    assert str(finding.object) == "SYS1.MQP1 pool 1"
    assert "95.2 %" in finding.headline
    assert finding.delay_seconds == pytest.approx(19.434)
    low = next(fact for fact in finding.evidence if fact.ibm_name == "QPSTCBSL")
    assert (low.value, low.record, low.interval_seconds) == (9_664, 0, 900.0)


def test_mq_2_the_measured_time_takes_the_place_of_500_us():
    measured = {
        "page_set": 4,
        "buffer_pool": 1,
        "total_pages": 900_000,
        "unused_pages": 100_000,
        "read_count": 5_034,
        "read_pages": 5_034,
        "read_elapsed": 5_034 * 160.0,
        "immediate_write_count": 33_834,
        "immediate_write_pages": 33_834,
        "immediate_write_elapsed": 33_834 * 190.0,
    }
    evidence = from_records(pools(QPST_RECORD), page_sets(measured))
    (finding,) = findings(evidence, "mq-pool-undersized")
    assert finding.delay_seconds == pytest.approx((5_034 * 160 + 33_834 * 190) / 1e6)
    assert facts(finding)["time of a page read, measured (QIS1GETT / QIS1GETP, SMF 115 subtype 201)"] == 160
    assert (
        facts(finding)["time of a page written, measured (QIS1IMWT / QIS1IMWP, SMF 115 subtype 201)"] == 190
    )


def test_mq_3_the_pools_of_mq51_take_121_5_mib_and_pool_4_has_none_left():
    observation = PRODUCT.analyse(from_text(MQ51))
    (account,) = observation.accounts
    held = [line.bytes for line in account.lines if line.holder.startswith("pool")]
    assert sum(held) == 31_104 * 4096 == 121.5 * MIB
    [whole] = [line for line in account.lines if line.holder == "all pools"]
    assert (whole.bytes, whole.note, whole.place) == (121.5 * MIB, "31,104 buffers in 5 pools", "sum")
    (finding,) = [finding for finding in observation.findings if finding.check == "mq-pool-undersized"]
    assert (str(finding.object), finding.severity) == ("MQ51 pool 4", Severity.CRITICAL)
    assert finding.headline == "100 % of 25,000 buffers in use at the peak"
    assert facts(finding)["available buffers at the end"] == 0


def test_mq_4_the_room_below_the_bar_is_527_mib_and_75_to_80_percent_bound_the_pools():
    (finding,) = findings(from_text(VTS1), "mq-storage-below-the-bar")
    assert str(finding.object) == "VTS1"
    assert finding.headline == "527 MiB free below the bar of 1.48 GiB"
    assert facts(finding)["75 % of it"] == round(0.75 * 1_519 * MIB)
    assert facts(finding)["80 % of it"] == round(0.80 * 1_519 * MIB)
    assert "1.11 GiB (75 %), never over 1.19 GiB (80 %)" in finding.claim
    (account,) = PRODUCT.analyse(from_text(VTS1)).accounts
    assert [line.bytes for line in account.free_at_minimum] == [527 * MIB, 10 << 30]


def test_mq_4_pools_that_reach_80_percent_of_the_region_are_critical():
    below = {"buffer_pool": 1, "buffers": 330_000, "lowest_stealable": 200_000}
    evidence = from_records(pools(below), region(available_31=200 << 20))
    (finding,) = findings(evidence, "mq-pools-below-the-bar")
    assert finding.severity is Severity.CRITICAL
    assert "take 80.6 % of 31-bit storage" in finding.headline


def test_mq_5_the_gets_wait_29_of_39_us_for_the_page_set_and_none_do_after_the_change():
    before = from_text(CALLS.format(949070, "39\t9\t30\t0\t29", "14\t8\t5\t0\t"))
    after = from_text(CALLS.format(1063808, "10\t9\t0\t0\t0", "10\t9\t0\t0\t"))
    (finding,) = findings(before, "mq-queue-page-set-wait")
    assert finding.headline == "74.4 % of MQGET elapsed time waits for page set I/O"
    assert facts(finding)["MQGET page set wait, a call"] == 29
    assert facts(finding)["MQGET elapsed, a call"] == 39
    assert finding.delay_seconds == pytest.approx(949_070 * 29e-6)
    assert findings(after, "mq-queue-page-set-wait") == []


def test_mq_6_the_commands_shrink_first_then_grow_the_most_delayed_by_10_percent():
    evidence = from_records(
        pools(
            {"buffer_pool": 1, "lowest_stealable": 1_000, "reads": 400, "synchronous_write_threshold": 2},
            {"buffer_pool": 2, "lowest_stealable": 2_000, "reads": 90_000, "synchronous_write_threshold": 9},
            {"buffer_pool": 3, "buffers": 50_000, "lowest_stealable": 49_000},
        ),
        page_sets(
            {"page_set": 1, "buffer_pool": 1},
            {"page_set": 2, "buffer_pool": 2},
            {"page_set": 3, "buffer_pool": 3, "total_pages": 1_078, "unused_pages": 1_000},
        ),
        region(),
    )
    assert commands(evidence) == [
        "ALTER BUFFPOOL(3) BUFFERS(1294)",
        "ALTER BUFFPOOL(2) BUFFERS(55000)",
        "ALTER BUFFPOOL(1) BUFFERS(55000)",
    ]


def test_mq_6_a_pool_goes_above_the_bar_when_there_is_no_room_below():
    evidence = from_records(
        pools({"buffer_pool": 1, "buffers": 200_000, "lowest_stealable": 9_664}),
        region(available_31=110 << 20),
    )
    assert commands(evidence) == ["ALTER BUFFPOOL(1) BUFFERS(220000) LOCATION(ABOVE)"]


def test_mq_6_a_busy_pool_above_the_bar_is_fixed_last():
    evidence = from_records(
        pools(
            {"buffer_pool": 1, "location": "ABOVE", "reads": 40_000, "pages_written": 90_000},
            {"buffer_pool": 2, "buffers": 20_000, "lowest_stealable": 500},
        ),
        region(),
    )
    assert commands(evidence) == [
        "ALTER BUFFPOOL(2) BUFFERS(22000)",
        "ALTER BUFFPOOL(1) BUFFERS(50000) LOCATION(ABOVE) PAGECLAS(FIXED4KB)",
    ]


def test_mq_7_memlimit_is_2_gib_and_4096_bytes_a_page_and_200_bytes_a_message():
    assert memlimit_needed(1_048_576, 500_000) == (2 << 30) + 1_048_576 * 4096 + 500_000 * 200
    assert memlimit_needed(0, None) == 2 << 30


def test_mq_7_a_memlimit_below_that_is_reported_with_what_is_missing():
    above = {"buffer_pool": 1, "buffers": 1_048_576, "lowest_stealable": 900_000, "location": "ABOVE"}
    evidence = from_records(pools(above), region(memory_limit=4_096, available_64=3 << 30))
    (finding,) = findings(evidence, "mq-memlimit")
    assert finding.severity is Severity.WARNING
    assert finding.storage_bytes == 2 << 30
    assert finding.headline == "MEMLIMIT is 4 GiB; its pools need 6 GiB"
