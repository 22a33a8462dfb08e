"""MP1B: the region, the buffer pools and the average calls, as the SupportPac prints them."""

from datetime import datetime

import pytest

from getpage.evidence.text import TextEvidence, read_text

MB = 1 << 20


def read(text: str) -> TextEvidence:
    lines, offset = [], 0
    for line in text.split("\n"):
        lines.append((offset, line))
        offset += len(line.encode()) + 1
    return read_text(lines)


START = "MVAA,VTS1,2015/12/08,11:16:31,VRM:710,"
REGION = "\n".join(
    START + line
    for line in (
        " Region >16MB size , 1520 MB",
        " >16MB Allocated user , 00eb0000, 14 MB",
        " >16MB Allocated system, 3d1a7000, 977MB",
        " >16MB Max limit ,5f000000, 1520 MB",
        " >16MB Start of region ,21000000,",
        " >16MB Current High ,21eb1000,",
        " >16MB not used , 527 MB",
    )
)
POOL = """\
> 01 Buffs  200000 Low   9664 Now    10004 Getp 4604118 Getn  776616
   01 Rio      5034 STW 795724 TPW   554594 WIO  164024 IMW   33834
   01 DWT        17 DMC    229 STL  1226479 STLA     12 SOS       0
   01 Location - below bar"""
POOL_COLUMNS = {
    "buffer_pool": 1,
    "buffers": 200000,
    "lowest_stealable": 9664,
    "stealable": 10004,
    "getpages_old": 4604118,
    "getpages_new": 776616,
    "reads": 5034,
    "page_updates": 795724,
    "pages_written": 554594,
    "writes": 164024,
    "immediate_writes": 33834,
    "deferred_write_starts": 17,
    "synchronous_write_threshold": 229,
    "steals": 1226479,
    "steal_collisions": 12,
    "no_buffer_waits": 0,
    "location": "BELOW",
}
CALLS = """\
-MQ call-\tN\tET\tCT\tSusp\tLOGW\tPSET
Get\t: 949070\t39\t9\t30\t0\t29
Put\t: 949070\t14\t8\t5 0\t\t
Maximum depth encountered 10000"""
ALIGNED = """\
-MQ call-           N      ET      CT    Susp    LOGW    PSET  Epages
Get       :    949070      39       9      30       0      29       7
Inq       :        10       3       2                                
Put       :   949,070      14       8       5               0        
Maximum depth encountered 10000"""


def test_the_region_is_one_row_in_bytes_with_hexadecimal_figures_exact():
    evidence = read(REGION)
    assert evidence.damage == []
    (row,) = evidence.rows["mq_storage_region"]
    assert row == {
        "record": 0,
        "system": "MVAA",
        "queue_manager": "VTS1",
        "written": datetime(2015, 12, 8, 11, 16, 31),
        "level": "710",
        "region_31_size": 1520 * MB,
        "user_31_allocated": 0xEB0000,
        "system_31_allocated": 0x3D1A7000,
        "region_31_limit": 0x5F000000,
        "region_31_start": 0x21000000,
        "region_31_top": 0x21EB1000,
        "available_31": 527 * MB,
    }


def test_what_the_region_has_allocated_is_what_the_queue_manager_says_is_used():
    (row,) = read(REGION).rows["mq_storage_region"]
    assert (row["user_31_allocated"] + row["system_31_allocated"]) // MB == 992


def test_two_figures_that_disagree_are_damage_and_the_exact_one_is_kept():
    evidence = read(REGION.replace("977MB", "97MB"))
    (row,) = evidence.rows["mq_storage_region"]
    assert row["system_31_allocated"] == 0x3D1A7000
    (damage,) = evidence.damage
    assert "977 MB" in damage.expected


def test_each_time_and_queue_manager_is_a_row_of_its_own():
    later = REGION.replace("11:16:31", "11:46:31")
    other = REGION.replace("VTS1", "VTS2")
    rows = read(f"{REGION}\n{later}\n{other}\n{other}").rows["mq_storage_region"]
    assert len(rows) == 4
    assert all(row["available_31"] == 527 * MB for row in rows)


@pytest.mark.parametrize("figure", ["", "many MB", "99999999 MB", "nothing,at,all"])
def test_a_region_figure_that_cannot_be_read_is_damage_and_the_others_are_kept(figure):
    evidence = read(REGION.replace("1520 MB\n", f"{figure}\n", 1))
    (row,) = evidence.rows["mq_storage_region"]
    assert "region_31_size" not in row
    assert row["available_31"] == 527 * MB
    assert [damage.offset for damage in evidence.damage] == [0]


def test_other_mp1b_lines_are_passed_over():
    assert read(f"{START} Opens ,12\n{START} Gets ,99") == TextEvidence({}, [], 0)


def test_the_four_lines_of_a_pool_are_one_row():
    evidence = read(POOL)
    assert evidence.damage == []
    (row,) = evidence.rows["mq_buffer_pool"]
    assert row == {"record": 0, "system": None, "queue_manager": None, "written": None, **POOL_COLUMNS}


def test_a_pool_right_below_a_line_that_names_its_record_belongs_to_that():
    (row,) = read(f"{START} Buffer manager\n{POOL}").rows["mq_buffer_pool"]
    assert (row["system"], row["queue_manager"]) == ("MVAA", "VTS1")
    assert row["written"] == datetime(2015, 12, 8, 11, 16, 31)


def test_a_pool_far_below_such_a_line_belongs_to_nothing():
    (row,) = read(f"{START} Buffer manager\n" + "\n" * 60 + POOL).rows["mq_buffer_pool"]
    assert row["queue_manager"] is None


def test_pools_one_after_another_are_a_row_each():
    second = POOL.replace("01 ", "02 ").replace("> 02", "  02").replace("below bar", "above bar, fixed")
    first, other = read(f"{POOL}\n{second}").rows["mq_buffer_pool"]
    assert (first["buffer_pool"], other["buffer_pool"]) == (1, 2)
    assert (other["location"], other["page_class"]) == ("ABOVE", "FIXED4KB")


def test_a_pool_line_that_breaks_off_keeps_the_figures_before_the_break():
    evidence = read(POOL.replace("TPW   554594", "TPW 55x594"))
    (row,) = evidence.rows["mq_buffer_pool"]
    assert row["page_updates"] == 795724
    assert "pages_written" not in row
    assert row["no_buffer_waits"] == 0
    assert len(evidence.damage) == 1


def test_a_pool_without_its_first_line_is_damage():
    evidence = read("\n".join(POOL.split("\n")[1:]))
    assert evidence.rows == {}
    assert evidence.damage[0].offset == 0


@pytest.mark.parametrize("calls", [CALLS, ALIGNED])
def test_average_calls_are_a_row_for_each_kind(calls):
    evidence = read(calls)
    assert evidence.damage == []
    rows = {row["call"]: row for row in evidence.rows["mq_call_average"]}
    figures = ("calls", "elapsed", "cpu", "suspended", "log_wait", "page_set_wait")
    assert [rows["GET"][figure] for figure in figures] == [949070, 39, 9, 30, 0, 29]
    assert [rows["PUT"][figure] for figure in figures[:4]] == [949070, 14, 8, 5]
    assert {row["maximum_depth"] for row in rows.values()} == {10000}


def test_a_missing_figure_is_found_by_its_column_where_columns_line_up():
    put = read(ALIGNED).rows["mq_call_average"][2]
    assert put["page_set_wait"] == 0
    assert "log_wait" not in put


def test_a_missing_last_figure_is_absent_where_columns_do_not_line_up():
    put = read(CALLS).rows["mq_call_average"][1]
    assert put["log_wait"] == 0
    assert "page_set_wait" not in put


def test_the_queue_named_above_the_calls_is_theirs_and_nobody_elses():
    evidence = read(f"Open name ORDERS.IN     Object type:Local Queue\n{CALLS}\n{CALLS}")
    assert [row.get("queue") for row in evidence.rows["mq_call_average"]] == [
        "ORDERS.IN",
        "ORDERS.IN",
        None,
        None,
    ]


@pytest.mark.parametrize(
    "broken", ["Get : many 39 9", "Get :", "Get : 1 2 3 4 5 6 7 8 9", "Get : 99999999999 1"]
)
def test_a_call_that_cannot_be_read_is_damage_and_the_others_are_kept(broken):
    evidence = read(CALLS.replace("Get\t: 949070\t39\t9\t30\t0\t29", broken))
    assert [row["call"] for row in evidence.rows["mq_call_average"]] == ["PUT"]
    assert len(evidence.damage) == 1


@pytest.mark.parametrize("text", ["-MQ call- N ET CT", "-MQ call- something else"])
def test_heads_without_calls_are_damage(text):
    evidence = read(text)
    assert evidence.rows == {}
    assert len(evidence.damage) == 1
