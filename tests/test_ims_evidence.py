"""Reports, calls and members of IMS: what they say is in the tables, what contradicts itself is refused."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import getpage
from examples import examples
from getpage.cli.app import run_command
from getpage.evidence.text import read_text
from ims_evidence import (
    DFSPB,
    DFSSTAT,
    DFSVSM,
    FAILURES,
    LOGGER,
    MONITOR,
    START,
    STAT_ENHANCED,
    STAT_OSAM,
    STAT_OSAM_ENHANCED,
    STAT_VSAM,
    VSAM_DFSSTAT,
    heading,
    osam,
    traced,
    write,
)

EVERY = (
    DFSSTAT,
    VSAM_DFSSTAT,
    MONITOR,
    FAILURES,
    LOGGER,
    STAT_OSAM,
    STAT_OSAM_ENHANCED,
    STAT_VSAM,
    STAT_ENHANCED,
    DFSVSM,
    DFSPB,
)


def rows(text, table="ims_subpool"):
    """The rows of a text, without what is not there, and what was refused."""
    read = read_text(enumerate(text.split("\n")))
    actual = [{k: v for k, v in row.items() if v is not None} for row in read.rows.get(table, ())]
    return actual, read.damage


def test_the_report_of_an_osam_subpool_comes_back_label_by_label():
    [row], damage = rows(DFSSTAT)
    assert damage == []
    assert (row["access"], row["subpool_id"], row["buffer_bytes"], row["buffers"]) == (
        *("OSAM", "O04K"),
        *(4096, 1000),
    )
    assert (row["fixed_blocks"], row["fixed_buffers"], row["covers"]) == (True, True, "run")
    assert (row["requests"], row["found"], row["searched"]) == (1_765_296, 1_370_897, 1_987_604)
    assert (row["reads"], row["steal_writes"], row["writes"], row["total_ios"]) == (
        *(375_355, 0),
        *(150_284, 525_639),
    )
    assert (row["busy_id_waits"], row["ownership_waits"], row["buffer_waits"]) == (1431, 296, 0)


def test_a_report_without_alignment_and_with_carriage_control_is_the_same():
    plain = "\n".join(" ".join(line.split()) for line in DFSSTAT.split("\n"))
    control = "\n".join(f"0{line.lstrip()}" if line.strip() else line for line in DFSSTAT.split("\n"))
    for text in (plain, control.replace("0*** ", "1*** ")):
        [row], damage = rows(text)
        assert damage == []
        assert (row["requests"], row["reads"], row["total_ios"]) == (1_765_296, 375_355, 525_639)


def test_the_report_of_a_vsam_subpool_has_its_pool_and_its_writes_to_make_space():
    [row], damage = rows(VSAM_DFSSTAT)
    assert damage == []
    assert (row["access"], row["pool_id"], row["kind"], row["buffers"]) == ("VSAM", "VPL1", "D", 1000)
    assert (row["reads"], row["writes"], row["steal_writes"], row["total_ios"]) == (
        *(51_238, 138_637),
        *(9_288, 199_163),
    )
    assert (row["fixed_index"], row["fixed_blocks"], row["fixed_buffers"]) == (False, True, False)
    assert row["hiperspace_buffers"] == 50


def test_a_report_of_all_subpools_together_is_no_subpool():
    every = re.sub(r"(SUBPOOL BUFFER SIZE +)4,096", r"\g<1>  ALL", VSAM_DFSSTAT)
    assert rows(VSAM_DFSSTAT + every)[0] == rows(VSAM_DFSSTAT)[0]
    assert rows(VSAM_DFSSTAT + every)[1] == []


def test_the_monitor_tells_the_difference_and_how_long_it_took():
    [row], damage = rows(MONITOR)
    assert damage == []
    assert (row["covers"], row["interval_us"]) == ("trace", 121e6)
    assert (row["requests"], row["found"], row["reads"], row["busy_id_waits"]) == (
        *(558_539, 430_881),
        *(122_095, 517),
    )
    assert "written" not in row


def test_the_heading_of_its_page_tells_the_day():
    at = START.replace(hour=17, minute=8, second=15)
    [row], _ = rows(heading(at, at + timedelta(seconds=121)) + MONITOR)
    assert (row["interval_start"], row["written"]) == (at, at + timedelta(seconds=121))


def test_an_interval_over_midnight_is_as_long_as_it_is():
    [row], damage = rows(traced(start=START.replace(hour=23, minute=55)))
    assert damage == []
    assert row["interval_us"] == 900e6
    assert row["written"] - row["interval_start"] == timedelta(minutes=15)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (osam(reads=9_000, total=10_001), "reads + steal_writes + writes = total_ios"),
        (osam(requests=100, found=101), "found <= requests"),
        (MONITOR.replace("122095", "122096"), "the difference of the two counts before it"),
        (DFSSTAT[:400], "the size of a subpool, its buffers, and what was found and read"),
        (DFSSTAT.replace("375355", "37x355"), "a number behind its label"),
        (FAILURES.replace("TOTAL                              2", "TOTAL  3"), "occurrences that add up"),
        (LOGGER[:400], "Buffer waits below Logger Statistics"),
        (STAT_VSAM.replace("0090000 ", ""), "16 counts below their heads"),
        (heading(START, START - timedelta(days=1)), "when the trace started and when it stopped, later"),
    ],
)
def test_what_contradicts_itself_or_is_cut_off_is_refused_with_what_belongs_there(text, expected):
    tables = ("ims_subpool", "ims_log_buffers")
    actual = [row for table in tables for row in rows(text, table)[0]]
    assert actual == []
    assert any(row.expected.startswith(expected) for row in rows(text)[1]), rows(text)[1]


def test_one_report_that_is_wrong_takes_no_other_with_it():
    actual, damage = rows(osam(name="A", total=1) + osam(name="B") + osam(name="C"))
    assert [row["subpool_id"] for row in actual] == ["B", "C"]
    assert len(damage) == 1


@pytest.mark.parametrize(
    ("text", "access", "wanted"),
    [
        (STAT_OSAM, "OSAM", {"requests": 90_000, "found": 81_000, "reads": 9_000}),
        (
            STAT_VSAM,
            "VSAM",
            {"pool_id": "VPL2", "buffer_bytes": 8192, "buffers": 200, "reads": 10_000, "steal_writes": 7},
        ),
        (
            STAT_ENHANCED,
            "VSAM",
            {"pool_id": "VPL3", "buffers": 600, "hiperspace_buffers": 50, "found": 95_000, "reads": 5_000},
        ),
    ],
)
def test_stat_calls_are_counts_since_ims_started(text, access, wanted):
    [row], damage = rows(text)
    assert damage == []
    assert (row["access"], row["covers"]) == (access, "start")
    assert wanted.items() <= row.items()


def test_enhanced_statistics_of_osam_have_what_its_report_has():
    [row], damage = rows(STAT_OSAM_ENHANCED)
    assert damage == []
    assert (row["access"], row["subpool_id"], row["buffer_bytes"], row["buffers"]) == (
        *("OSAM", "O08K"),
        *(8192, 500),
    )
    assert (row["requests"], row["found"], row["reads"]) == (1_765_296, 1_370_897, 375_355)
    assert (row["steal_writes"], row["writes"], row["ownership_waits"]) == (12, 150_284, 296)
    assert (row["buffer_waits"], row["locked"]) == (3, 2)
    assert (row["fixed_blocks"], row["fixed_buffers"]) == (True, False)


def test_a_stat_call_in_lines_of_120_columns_is_the_same():
    lines = STAT_VSAM.split("\n")
    wide = "\n".join(
        (f"{lines[0]}   {lines[4].strip()}", f"{lines[1]} {lines[5]}", f"{lines[2]} {lines[6]}", "")
    )
    first, second = rows(wide)[0], rows(STAT_VSAM)[0]
    assert [{k: v for k, v in row.items() if k != "record"} for row in first] == [
        {k: v for k, v in row.items() if k != "record"} for row in second
    ]


def test_members_are_statements_with_what_ims_makes_of_them():
    actual, damage = rows(DFSVSM, "ims_definition")
    assert damage == []
    by = {row["text"]: row for row in actual}
    osam_id = by["IOBF=(4096,1000,Y,Y,O04K)"]
    assert (osam_id["buffers"], osam_id["fixed_buffers"], osam_id["subpool_id"]) == (1000, True, "O04K")
    assert (by["IOBF=(8K,200,N,N)"]["buffer_bytes"], by["IOBF=(8K,200,N,N)"]["fixed_buffers"]) == (
        8192,
        False,
    )
    data, index = by["VSRBF=4096,1000,D,HSO,50"], by["VSRBF=2048,40,I"]
    assert (data["pool_id"], data["fixed_buffers"], data["hiperspace_buffers"]) == ("VPL1", True, 50)
    assert (index["pool_id"], index["kind"]) == ("VPL1", "I")
    [log] = [row for row in actual if row["statement"] == "OLDSDEF"]
    assert (log["buffers"], log["buffer_bytes"]) == (5, 22_528)


@pytest.mark.parametrize(
    ("line", "size", "number"),
    [
        ("IOBF=(2K)", 2048, 4),
        ("IOBF=(600,3)", 1024, 4),
        ("IOBF=(5000,40000)", 6144, 255),
        ("IOBF=(512,0)", 512, 0),
        ("VSRBF=512,2", 512, 3),
    ],
)
def test_sizes_are_rounded_as_ims_rounds_them(line, size, number):
    [row], _ = rows(line, "ims_definition")
    assert (row["buffer_bytes"], row["buffers"]) == (size, number)


def test_pools_are_in_kilobytes_unless_they_say_otherwise_and_to_whole_pages():
    actual, _ = rows("VSPEC=00,PSBW=18,DMB=2M\nCSAPSB=80,DLIPSB=1200,\nPSB=MYPSB\n", "ims_definition")
    assert {row["statement"]: row["pool_bytes"] for row in actual} == {
        "PSBW": 20_480,
        "DMB": 2 << 20,
        "CSAPSB": 81_920,
        "DLIPSB": 1_200 << 10,
    }


@pytest.mark.parametrize(
    "line", ["IOBF=(90000,10)", "VSRBF=5000,10", "OLDSDEF OLDS=(00),BUFNO=1", "POOLID=TOOLONG"]
)
def test_a_statement_that_ims_would_not_take_is_refused(line):
    actual, damage = rows(line, "ims_definition")
    assert actual == []
    assert len(damage) == 1


def test_messages_of_pools_that_are_too_small_name_pool_and_psb():
    log = (
        "09.15.00 STC00042  DFS993I DLS PSB POOL TOO SMALL, UNABLE TO SCHEDULE PSB PAYPSB1. IMSP\n"
        "09.15.01 STC00042  DFS0567I PSB POOL TOO SMALL-PSB PAYPSB2 STOPPED.\n"
    )
    actual, _ = rows(log, "ims_pool_failure")
    assert [(row["pool"], row["psb"], row["message"]) for row in actual] == [
        ("DPSB", "PAYPSB1", "DFS993I"),
        ("DLMP", "PAYPSB2", "DFS0567I"),
    ]


def test_a_report_and_a_member_are_of_the_ims_that_their_files_name(tmp_path):
    write(tmp_path, monitor=traced(), DFSVSM00=DFSVSM)
    write(tmp_path, "IMSQ@SYSB", monitor=traced(buffers=50))
    by_name = {str(account.of): len(account.lines) for account in getpage.check(tmp_path).accounts}
    assert set(by_name) == {"SYSA.IMSP", "SYSB.IMSQ"}


def test_what_no_file_names_is_of_the_only_ims_there_is_or_of_the_system_that_is_said(tmp_path):
    first = write(tmp_path / "one", monitor=traced())
    (first / "DFSVSM00").write_text(DFSVSM)
    [account] = getpage.check(first).accounts
    assert str(account.of) == "SYSA.IMSP"
    assert {line.holder for line in account.lines} >= {
        "subpool OSAM-O04K",
        "subpool OSAM-8192",
        "log buffers",
    }
    two = tmp_path / "two"
    two.mkdir()
    (two / "monitor.txt").write_text(traced())
    [account] = getpage.check(two, system="SYSX").accounts
    assert str(account.of) == "SYSX"


@settings(deadline=None, max_examples=examples(60))
@given(st.data())
def test_reports_with_lines_lost_doubled_or_changed_are_read_without_an_error_and_never_twice(data):
    lines = data.draw(st.sampled_from(EVERY)).split("\n") + data.draw(st.sampled_from(EVERY)).split("\n")
    for _ in range(data.draw(st.integers(0, 6))):
        at = data.draw(st.integers(0, len(lines) - 1))
        line = lines[at]
        lines[at : at + 1] = data.draw(
            st.sampled_from(
                [
                    [],
                    [line, line],
                    [line[: len(line) // 2]],
                    [line.replace("0", "9")],
                    [re.sub(r"\d", "x", line)],
                ]
            )
        )
    read = read_text(enumerate(lines))
    assert len(read.rows.get("ims_subpool", [])) <= 4
    for row in read.rows.get("ims_subpool", []):
        parts = [row.get(name) for name in ("reads", "steal_writes", "writes")]
        if row.get("total_ios") is not None and None not in parts:
            assert sum(parts) == row["total_ios"]


def test_a_check_of_reports_without_a_time_says_what_it_read(tmp_path, capsys):
    (tmp_path / "IMSP@SYSA.dfsstat.txt").write_text(DFSSTAT)
    run_command(["check", str(tmp_path), "--all"])
    shown = " ".join(capsys.readouterr().out.split())
    assert "ims_subpool time not known" in shown
