"""Message regions of IMS: how long messages wait for one, why the regions are occupied, and what is done."""

from __future__ import annotations

from datetime import timedelta

import pytest

import getpage
from getpage.evidence.text import read_text
from getpage.result import Cause, Severity
from ims_evidence import START, heading, write

HEADS = "TPTRAN;TPCLASS;TPCPSTN;TPMPP;TPINUTC;TPSTARTU;TPENDU;TPTDBIO;TPTDBPL"
#: Two regions of class 1, one of class 2.
STARTED = "".join(
    f"2026-03-12 06:00:0{number} DFS551I MESSAGE REGION IMSPM{number} STARTED. ID={number:05} TIME=0600 "
    f"CLASSES={of:03},000,000,000\n"
    for number, of in ((1, 1), (2, 1), (3, 2))
)


def records(*, every, seconds, regions=(1, 2), name="PAYT1", of=1, io=0.1, locks=0.0, hours=1):
    """Messages at equal distances, each in the region that is free first; its time on the queue besides."""
    free, waited, lines = dict.fromkeys(regions, 0.0), 0.0, []
    for nth in range(int(hours * 3600 / every)):
        came = nth * every
        region = min(free, key=lambda number: (free[number], number))
        start = max(came, free[region])
        free[region] = start + seconds
        waited += start - came
        times = (START + timedelta(seconds=second) for second in (came, start, start + seconds))
        stamps = (f"{time:%Y-%m-%d %H:%M:%S.%f}" for time in times)
        parts = (round(seconds * share * 1e6) for share in (io, locks))
        lines.append(";".join(map(str, (name, of, region, "Y", *stamps, *parts))))
    return lines, waited


def checked(tmp_path, lines, joblog=STARTED, heads=HEADS):
    return getpage.check(write(tmp_path / "evidence", log="\n".join([heads, *lines]) + "\n", joblog=joblog))


def about(result, check):
    return [finding for finding in result.findings if finding.check == check]


def test_messages_that_wait_for_occupied_regions_get_the_idle_region_with_undo(tmp_path):
    lines, waited = records(every=1.95, seconds=4.0)
    result = checked(tmp_path, [*lines, *records(every=60, seconds=1.0, regions=(3,), of=2)[0]])
    (finding,) = about(result, "ims-regions-occupied")
    assert finding.delay_seconds == pytest.approx(waited, rel=0.05)  # the first quarter waits too little
    assert finding.severity is not Severity.INFO
    (change,) = [change for change in result.changes if finding.id in change.because]
    assert (change.command, change.undo) == (
        "/ASSIGN CLASS 2 1 TO REGION 3",
        "/ASSIGN CLASS 2 TO REGION 3",
    )
    assert "2.1 regions: 3 in all" in change.effect


def test_where_no_region_is_idle_another_one_is_started(tmp_path):
    lines = records(every=1.95, seconds=4.0)[0] + records(every=4.0, seconds=3.5, regions=(3,), of=2)[0]
    result = checked(tmp_path, lines)
    (finding,) = about(result, "ims-regions-occupied")
    (change,) = [change for change in result.changes if finding.id in change.because]
    assert change.command == "/START REGION member"
    assert change.storage_bytes == 64 << 20
    assert "IMSPM1" in change.caution


@pytest.mark.parametrize(("part", "cause"), [("locks", Cause.LOCK), ("io", Cause.ELSEWHERE)])
def test_regions_that_wait_get_no_more_regions(tmp_path, part, cause):
    lines, _ = records(every=1.95, seconds=4.0, **{"io": 0.1, "locks": 0.1} | {part: 0.7})
    result = checked(tmp_path, lines)
    (finding,) = about(result, "ims-regions-occupied")
    assert finding.cause is cause
    assert "70 % of the time" in finding.claim
    assert not result.changes


def test_without_the_times_of_locks_and_io_the_cause_is_not_known_and_nothing_is_started(tmp_path):
    lines = [line.rsplit(";", 2)[0] for line in records(every=1.95, seconds=4.0)[0]]
    result = checked(tmp_path, lines, heads=HEADS.rsplit(";", 2)[0])
    (finding,) = about(result, "ims-regions-occupied")
    assert finding.no_command.startswith("Add TPTDBPL and TPTDBIO")
    assert not result.changes


def test_messages_that_wait_for_a_serial_transaction_are_told_from_those_that_wait_for_regions(tmp_path):
    lines, waited = records(every=4.0, seconds=4.1, regions=(1,))
    result = checked(tmp_path, lines)
    (finding,) = about(result, "ims-messages-queued")
    assert "one region at a time" in finding.claim
    assert finding.delay_seconds == pytest.approx(waited, rel=0.05)
    assert not about(result, "ims-regions-occupied")
    assert not result.changes


def test_regions_that_are_free_when_messages_come_are_silent(tmp_path):
    result = checked(tmp_path, records(every=4.0, seconds=4.0)[0])
    assert not [f for f in result.findings if f.check in ("ims-regions-occupied", "ims-messages-queued")]


def test_the_parts_of_the_time_of_a_message_add_up(tmp_path):
    lines, waited = records(every=1.95, seconds=4.0, io=0.3, locks=0.2)
    result = checked(tmp_path, lines)
    (table,) = [table for table in result.tables if table.title.startswith("Transaction time of")]
    (first, *_) = table.rows
    _, _, queue, locks, io, other, total, _ = first
    assert queue + locks + io + other == pytest.approx(total, abs=0.2)
    assert (locks, io, other) == (800, 1_200, 2_000)
    units = sum(row[1] for row in table.rows)
    assert units == len(lines)
    assert sum(row[1] * row[2] for row in table.rows) / 1e3 == pytest.approx(waited, rel=1e-3)
    (picture,) = [picture for picture in result.pictures if picture.title.startswith("Where the time")]
    whole, *parts = (curve.values for curve in picture.curves)
    assert list(whole) == pytest.approx([sum(values) for values in zip(*parts, strict=True)])


def test_threads_of_dbctl_are_counted_by_hour_and_in_use(tmp_path):
    lines = [line.replace(";Y;", ";N;", 1) for line in records(every=2.0, seconds=3.0, hours=0.5)[0]]
    heads = f"{HEADS};TPDBT"
    result = checked(tmp_path, [f"{line};Y" for line in lines], joblog="", heads=heads)
    (table,) = [table for table in result.tables if table.title.startswith("Threads of DBCTL")]
    (row,) = table.rows
    assert row[1:4] == (2, 0.75, 900)  # 900 units of 3 s in 3,600 s
    assert not [finding for finding in result.findings if "queued" in finding.check]


def test_a_unit_of_work_counts_in_each_quarter_of_an_hour_that_it_lasts_in():
    line = "PAYB;;7;N;;2026-03-12 09:10:00;2026-03-12T09:50:30+0100;0;0"
    rows = read_text(enumerate([HEADS, line])).rows["ims_region"]
    assert [(f"{row['interval_start']:%H:%M}", row["busy_us"] / 1e6, row["units"]) for row in rows] == [
        ("09:00", 300, 1),
        ("09:15", 900, 0),
        ("09:30", 900, 0),
        ("09:45", 330, 0),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "PAYT1;1;1;Y;2026-03-12 09:00:00;2026-03-12 09:00:01;2026-03-12 09:00:00;0;0",
        "PAYT1;1;1;Y;2026-03-12 09:00:00;2026-03-12 09:00:01;2026-03-19 09:00:00;0;0",
        "PAYT1;1;1;Y;1926-03-12 09:00:00;2026-03-12 09:00:01;2026-03-12 09:00:02;0;0",
        "PAYT1;1;1;Y;2026-03-12 09:00:00;2026-03-12 09:00:01;2026-03-12 09:00:02;900000;200000",
        "PAYT1;1;99999999999999999999;Y;2026-03-12 09:00:00;2026-03-12 09:00:01;2026-03-12 09:00:02;0;0",
        "/STOP REGION 1;1;1;Y;2026-03-12 09:00:00;2026-03-12 09:00:01;2026-03-12 09:00:02;0;0",
        "PAYT1);1;1;Y;2026-03-12 09:00:00;2026-03-12 09:00:01;2026-03-12 09:00:02;0;0",
        "PAYT1;-1;1;Y;2026-02-30 09:00:00;2026-03-12 09:00:01;2026-03-12 09:00:02;0;0",
        "PAYT1;1;1;Y;9999-12-31 23:59:59;9999-12-31 23:59:59;9999-12-31 23:59:59;0;0;1",
    ],
)
def test_a_record_that_cannot_be_is_damage_and_adds_nothing(line):
    read = read_text(enumerate([HEADS, line]))
    assert read.damaged == 1
    assert not read.rows.get("ims_transaction")


def test_the_last_quarter_of_the_calendar_is_no_defect():
    line = "PAYT1;1;1;Y;9999-12-31 23:59:58;9999-12-31 23:59:58;9999-12-31 23:59:59;0;0"
    assert read_text(enumerate([HEADS, line])).damaged == 1


def summary(title, rows):
    page = heading(START, START + timedelta(minutes=15)).replace("BUFFER POOL STATISTICS", title)
    return "\n".join([page.rstrip("\n"), *rows]) + "\n"


def test_the_region_summary_gives_occupancy_and_waits():
    text = summary(
        "****REGION SUMMARY****",
        [
            "SCHEDULING AND TERMINATION",
            "**REGION     5           5        4146       829       948   4146       829       948   287A,B",
            "ELAPSED EXECUTION",
            "_______ _________",
            "**REGION     5           5   600000000 120000000 130000000 450000000  90000000 100000000   A,B",
            "**TOTALS                 5   600000000   120000000",
            "REGION OCCUPANCY",
            "**REGION     5       75.0%",
            "**REGION     6      175.0%",
        ],
    )
    read = read_text(enumerate(text.splitlines()))
    (row,) = read.rows["ims_region"]
    assert (row["region"], row["units"], row["execution_us"], row["waited_us"]) == (5, 5, 6e8, 1.5e8)
    assert row["busy_us"] == pytest.approx(0.75 * 900e6)
    assert read.damaged == 1


@pytest.mark.parametrize(("active", "command"), [(450_000_000, "/START REGION member"), (90_000_000, None)])
def test_reports_of_the_monitor_alone_show_that_all_regions_were_occupied_and_why(tmp_path, active, command):
    figures = f"5   600000000 120000000 130000000 {active:>9}  18000000  20000000"
    regions = summary(
        "****REGION SUMMARY****",
        [
            *("ELAPSED EXECUTION", *(f"**REGION  {number}   {figures}" for number in (1, 2, 3))),
            *("REGION OCCUPANCY", *(f"**REGION  {number}   97.0%" for number in (1, 2, 3))),
        ],
    )
    queue = summary(
        "****TRANSACTION QUEUING****",
        [
            "TRANSACTION    DEQUED   SCHEDS.  MINIMUM    MEAN        MAXIMUM    MEAN     NUMBER",
            " PAYT1           60        3        0       9.50          41      20.00      883A,B",
        ],
    )
    result = getpage.check(write(tmp_path / "evidence", monitor=regions + queue, joblog=STARTED))
    (finding,) = about(result, "ims-regions-occupied")
    assert finding.headline == "41 messages on the queue, all regions occupied"
    assert [change.command for change in result.changes] == ([command] if command else [])


def test_a_pool_above_the_bar_that_was_not_created_is_told_with_its_reason(tmp_path):
    log = (
        "2026-03-12 06:00:01 DFS0811A UNABLE TO OBTAIN 004 GIGABYTES OF 64-BIT STORAGE FOR THE ACB POOL. "
        "REASON=0008\n"
    )
    member = "<SECTION=DATABASE>\nACBIN64=4\n"
    (finding,) = about(getpage.check(write(tmp_path / "a", joblog=log, DFSDF001=member)), "ims-acb-pool")
    assert finding.headline == "Not created: 4 GiB above the bar not obtained"
    assert "0008" in finding.no_command
    made = getpage.check(write(tmp_path / "b", joblog=STARTED, DFSDF001=member))
    assert not about(made, "ims-acb-pool")
    (line,) = [line for account in made.accounts for line in account.lines]
    assert (line.holder, line.bytes) == ("64-bit ACB pool", 4 << 30)


def test_the_pool_above_the_bar_is_sized_as_ibms_example_sizes_it(tmp_path):
    """57,000 members of 850 MB in ACBLIB, pools of 250 MB for DMBs and of 300 MB for PSBs: ACBIN64=1."""
    log = "DFS0811A UNABLE TO OBTAIN 002 GIGABYTES OF 64-BIT STORAGE FOR THE ACB POOL. REASON=0008\n"
    pools = f"PSB={300 * 1024},PSBW=64,DMB={250 * 1024}\n"
    texts = {"joblog": log, "DFSDF001": "<SECTION=DATABASE>\nACBIN64=2\n", "DFSPB001": pools}
    (finding,) = about(getpage.check(write(tmp_path, **texts)), "ims-acb-pool")
    assert "ACBIN64=1 holds as much as their pools there, 550 MiB" in finding.claim


def test_other_reports_of_the_monitor_with_the_same_sections_are_not_taken_for_it():
    text = summary("****PROGRAMS BY REGION****", ["REGION OCCUPANCY", "**REGION     5       75.0%"])
    assert "ims_region" not in read_text(enumerate(text.splitlines())).rows


def test_the_transaction_queuing_report_is_read_as_ibm_prints_it():
    text = summary(
        "****TRANSACTION QUEUING****",
        [
            "               NUMBER   NUMBER   ..ON QUEUE WHEN SCHEDULED.....   DEQUED   DISTRIBUTION",
            "TRANSACTION    DEQUED   SCHEDS.  MINIMUM    MEAN        MAXIMUM    MEAN     NUMBER",
            "___________    ______   ______   _______    ____        _______    ____     ______",
            " SC6X            13        1        0       0.00           0      13.00      883A,B",
            " IT8W            17        3        0       0.00           0       5.66      887A,B",
            " IT9W            17        3        0       0.00           0       9.99      887A,B",
        ],
    )
    read = read_text(enumerate(text.splitlines()))
    rows = [(row["transaction"], row["units"], row["schedules"]) for row in read.rows["ims_transaction"]]
    assert rows == [("SC6X", 13, 1), ("IT8W", 17, 3)]
    assert read.damaged == 1
