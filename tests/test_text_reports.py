"""The reports of DISPLAY USAGE: page sets and buffer pools."""

import pytest

from getpage.evidence.text import TextEvidence, read_text


def read(text: str) -> TextEvidence:
    lines, offset = [], 0
    for line in text.split("\n"):
        lines.append((offset, line))
        offset += len(line.encode()) + 1
    return read_text(lines)


PAGE_SETS = """\
CSQI010I !MQ21 Page set usage ...
Page  Buffer  Total  Unused  Persistent  NonPersist  Expansion
set   pool   pages  pages  data pages  data pages  count
_    0     0    5038    4980         58         0 USER    0
_    1     1    1078    1061         17         0 USER    0
_    2     2    1078    1074          4         0 SYSTEM  3
_    3     3    1078    1075          0         3 NONE    0
_    4     4   71634   71621         13         0 USER    0
_    5     5    1078    1078          0         0 USER    0
End of page set report"""

POOLS = """\
CSQI065I !MQ51 Buffer pool attributes ...
  Buffer  Available  Stealable  Stealable  Page  Location
   pool   buffers   buffers   percentage class
_    0      2001      1976           98 4KB    BELOW
_    1      2001      1999           99 4KB    BELOW
_    2      1051      1050           99 4KB    BELOW
_    3      1051      1050           99 4KB    BELOW
_    4     25000         0            0 4KB    BELOW
End of buffer pool attributes"""


def test_every_page_set_of_the_report_is_a_row():
    evidence = read(PAGE_SETS)
    assert evidence.damage == []
    assert evidence.matched_lines == 10
    rows = evidence.rows["mq_page_set"]
    assert [row["total_pages"] for row in rows] == [5038, 1078, 1078, 1078, 71634, 1078]
    assert rows[2] == {
        "record": PAGE_SETS.index("_    2"),
        "system": None,
        "queue_manager": "MQ21",
        "written": None,
        "page_set": 2,
        "buffer_pool": 2,
        "total_pages": 1078,
        "unused_pages": 1074,
        "persistent_pages": 4,
        "nonpersistent_pages": 0,
        "expansion_count": 3,
        "expansion_method": "SYSTEM",
        "status": "AVAILABLE",
    }


def test_every_buffer_pool_of_the_report_is_a_row():
    evidence = read(POOLS)
    assert evidence.damage == []
    rows = evidence.rows["mq_buffer_pool"]
    assert [row["buffers"] for row in rows] == [2001, 2001, 1051, 1051, 25000]
    assert (
        rows[4].items()
        >= {"buffer_pool": 4, "stealable": 0, "page_class": "4KB", "location": "BELOW"}.items()
    )
    assert {row["queue_manager"] for row in rows} == {"MQ51"}


def test_a_pool_above_the_bar_and_page_fixed_says_so():
    row = read(POOLS.replace("0            0 4KB    BELOW", "0            0 FIXED4KB ABOVE")).rows[
        "mq_buffer_pool"
    ][4]
    assert (row["page_class"], row["location"]) == ("FIXED4KB", "ABOVE")


@pytest.mark.parametrize("lead", ["_", "-", "", ">"])
def test_rows_are_read_whatever_stands_for_the_mark_before_them(lead):
    assert len(read(PAGE_SETS.replace("\n_ ", f"\n{lead} ")).rows["mq_page_set"]) == 6


def test_figures_may_have_commas_and_an_encryption_column():
    text = PAGE_SETS.replace(
        "_    4     4   71634   71621         13         0 USER    0", "_ 4 4 71,634 71,621 13 0 USER 0 YES"
    )
    row = read(text).rows["mq_page_set"][4]
    assert (row["total_pages"], row["encrypted"]) == (71634, True)


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("_    5     has never been online", "DEFINED"),
        ("_    5     OFFLINE", "OFFLINE"),
        ("_    5     5  is suspended", "SUSPENDED"),
        ("_    5     is not defined", "NOT DEFINED"),
        ("_    5     DEFINED", "DEFINED"),
    ],
)
def test_a_page_set_out_of_use_has_a_status_and_no_figures(words, status):
    evidence = read(PAGE_SETS.replace("_    5     5    1078    1078          0         0 USER    0", words))
    assert evidence.damage == []
    row = evidence.rows["mq_page_set"][5]
    assert (row["page_set"], row["status"]) == (5, status)
    assert "total_pages" not in row


@pytest.mark.parametrize("report", [PAGE_SETS, POOLS])
def test_a_report_in_a_job_log_is_put_together_by_its_id_among_other_messages(report):
    first, *others = report.split("\n")
    lines = [f"10.48.00 STC30242  {first} 123"]
    for line in others:
        lines += [f"   123             {line}", "10.48.00 STC00007  IEF403I NOISE - STARTED"]
    plain, logged = read(report), read("\n".join(lines))
    assert logged.damage == []
    for table, rows in plain.rows.items():
        assert [{**row, "record": 0} for row in rows] == [{**row, "record": 0} for row in logged.rows[table]]


def test_a_report_that_stops_keeps_its_rows_and_says_that_it_stops():
    evidence = read("\n".join(PAGE_SETS.split("\n")[:6]))
    assert len(evidence.rows["mq_page_set"]) == 3
    (damage,) = evidence.damage
    assert (damage.offset, damage.found) == (0, "the text ends here")
    assert "End of page set report" in damage.expected


@pytest.mark.parametrize(
    "bad",
    [
        "_    2     2    1078    1074          4",
        "_    2     2    1078    9999          4         0 USER    0",
        "_  200     2    1078    1074          4         0 USER    0",
        "_    2     2    99999999999999    1074    4     0 USER    0",
        "_    2     2    1078    1074          4         0 USER    65536",
        "_    2     2    10?8    1074          4         0 USER    0",
    ],
)
def test_a_row_that_cannot_be_is_damage_and_the_other_rows_are_kept(bad):
    text = PAGE_SETS.replace("_    2     2    1078    1074          4         0 SYSTEM  3", bad)
    evidence = read(text)
    assert [row["page_set"] for row in evidence.rows["mq_page_set"]] == [0, 1, 3, 4, 5]
    (damage,) = evidence.damage
    assert damage.offset == text.index(bad)
    assert damage.found == bad


def test_a_report_without_its_message_has_the_queue_manager_of_the_pools_after_it():
    headless = "\n".join(PAGE_SETS.split("\n")[1:])
    old_reply = f"{headless}\n\nCSQP001I !MQ21 Buffer pool 0 has 1000 buffers, 991 (99%) stealable"
    for reply in (old_reply, f"{headless}\n{POOLS.replace('MQ51', 'MQ21')}"):
        evidence = read(reply)
        assert evidence.damage == []
        assert {row["queue_manager"] for row in evidence.rows["mq_page_set"]} == {"MQ21"}
    assert {row["queue_manager"] for row in read(headless).rows["mq_page_set"]} == {None}


def test_a_queue_manager_far_below_a_report_is_not_taken_for_its_own():
    text = "\n".join(PAGE_SETS.split("\n")[1:]) + "\n" * 40 + "CSQP001I !MQ21 Buffer pool 0 has 1000 buffers"
    assert {row["queue_manager"] for row in read(text).rows["mq_page_set"]} == {None}


def test_another_report_ends_one_that_has_no_last_line():
    evidence = read("\n".join(PAGE_SETS.split("\n")[:-1]) + "\n" + POOLS)
    assert len(evidence.rows["mq_page_set"]) == 6
    assert len(evidence.rows["mq_buffer_pool"]) == 5
    assert len(evidence.damage) == 1


def test_a_message_inside_a_report_leaves_the_report_open():
    lines = PAGE_SETS.split("\n")
    lines.insert(5, "CSQP020E !MQ21 CSQP1RSW Buffer pool 1 is too small")
    evidence = read("\n".join(lines))
    assert evidence.damage == []
    assert len(evidence.rows["mq_page_set"]) == 6
    assert len(evidence.rows["mq_message"]) == 1


def test_a_report_that_never_ends_keeps_its_rows():
    evidence = read("CSQI065I !MQ51 Buffer pool attributes ...\n" + "_ 1 1000 900 90 4KB BELOW\n" * 150)
    assert len(evidence.rows["mq_buffer_pool"]) == 150
    assert len(evidence.damage) == 1


@pytest.mark.parametrize("report", [PAGE_SETS, POOLS])
def test_a_report_whose_first_lines_are_lost_keeps_its_rows(report):
    lines = report.split("\n")
    for lost in range(1, 5):
        evidence = read("\n".join(lines[lost:]))
        ((_, rows),) = evidence.rows.items()
        assert len(rows) == len(lines) - 1 - max(lost, 3)
        assert evidence.damage == []
