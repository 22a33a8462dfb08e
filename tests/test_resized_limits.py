"""Evidence from before and after a limit was raised, as a store that is loaded day by day has it: what came
to the lower limit is not told of the present one, nor is the limit raised for it again.
"""

from __future__ import annotations

from datetime import datetime

import pytest

import getpage
from cics_evidence import check, number
from db2_evidence import findings, logged
from db2_records import START as DB2_START
from db2_records import statistics as counted
from getpage import _native
from getpage.result import Kind, Severity
from java_evidence import MIB, log, stop, write
from test_cics_smf import check as of_records
from test_cics_smf import statistics
from test_db2_edm import ROOM
from test_java_heaps import GLOBAL
from test_text_db2 import GROUP

TASKS = """\
   Maximum transactions allowed (MXT) . . . . . : {limit}
   Times at MXT . . . . . . . . . . . . . . . . : {times}
   Peak Active User transactions . . . . . . . .: 400
   Peak Queued User transactions . . . . . . . .: {times}
   Total Queued User transactions. . . . . . . .: {times}
"""
CLASSES = """\
  Tclass    Trans in   Attach in   Class   At Class   Current   Peak     Current   Peak
  Name      Tclass     Tclass      Limit   Limit      Active    Active   Queued    Queued
  DSWTCLA         4       20,811      {limit}        {times}         3       40         0       {times}
"""
POOL = """\
   TCB Pool. . . . . . . . . . . . . . . . : OPEN
   Max TCB Pool Limit. . . . . . . . . . . : {limit}
   Times at Max TCB Pool Limit . . . . . . : {times}
   Total Requests delayed by Max TCB Pool Limit . : {times}
   Peak Requests delayed by Max TCB Pool Limit . : {times}
"""
FILES = "FILES - PERFORMANCE INFORMATION STATISTICS\nPARTS {limit} 2 0 {times} 4 10 10\n"
BUFFERS = """\
   Number of temp storage buffers. . . . . . . :  {limit}
   Buffer waits. . . . . . . . . . . . . . . . :  {times}
   Peak users waiting on buffer. . . . . . . . :  {times}
   Number of strings . . . . . . . . . . . . . :  3
"""
MAIN = """\
   Current TSMAINLIMIT setting . . . . . . . . :  {limit}M
   Times at TSMAINLIMIT. . . . . . . . . . . . :  {times}
   Peak storage used for TSMAINLIMIT . . . . . :  20M
"""
STRINGS = """\
   Pool Number . . . . : 3     Time Created . . : 06:00:01
   Total number of strings . . . . . . . . : {limit}
   Total requests waited for strings . . . : {times}
   Peak requests waited for strings. . . . : {times}
"""
SHORT = """\
  Current DSA limit. . . . . : {limit}0K
  Current DSA total. . . . . : 900K
  Peak DSA total . . . . . . : 900K
                                       CDSA      UDSA      SDSA      RDSA    Totals
    Current DSA Size. . . . . . :      512K      512K      512K      256K    1,792K
    Times Cushion released. . . :         0      {times}         0         0
    Times went Short-On-Storage :         0      {times}         0         0
"""
PEAK = """\
  Current EDSA limit . . . . : {limit}M
  Peak EDSA total. . . . . . : 198M
"""
COUNTED = {"class": CLASSES, "TCB pool": POOL, "file": FILES, "MXT": TASKS, "TS buffers": BUFFERS}
COUNTED |= {"TSMAINLIMIT": MAIN, "DSALIM": SHORT}


def on(day: int, text: str, limit: int, times: int, hour: int = 10) -> str:
    """A page of DFH0STAT of a day."""
    heading = (
        f"Applid IYCUA001  Sysid C001  Jobname CICSA001  Date 07/{day}/2012  Time {hour}:00:00  CICS 6.8.0\n"
    )
    return heading + text.format(limit=limit, times=times)


def told(tmp_path, *pages: str) -> list:
    tmp_path.mkdir(exist_ok=True)
    return [
        finding
        for finding in check(tmp_path, *pages).findings
        if finding.kind in (Kind.SHORTAGE, Kind.RISK) and finding.product == "cics"
    ]


def is_of_now(finding) -> bool:
    """Whether its command is undone to 200, as which each of the pages spells it."""
    [change] = finding.changes
    return any(str(size) in change.undo for size in (200, 200 << 20, 2000 << 10))


@pytest.mark.parametrize("what", COUNTED)
def test_what_came_to_a_lower_limit_is_not_told_of_the_one_of_now(tmp_path, what):
    text = COUNTED[what]
    short, well = on(24, text, 100, 60), on(25, text, 200, 0)
    [alone] = told(tmp_path / "alone", short)
    assert alone.changes
    assert told(tmp_path / "well", well) == []
    assert told(tmp_path / "both", short, well) == []
    [again] = told(tmp_path / "again", short, on(26, text, 200, 30))
    assert is_of_now(again)


@pytest.mark.parametrize("what", COUNTED)
def test_what_came_to_a_higher_limit_than_that_of_now_is_told(tmp_path, what):
    text = COUNTED[what]
    [first] = told(tmp_path, on(24, text, 300, 60), on(25, text, 200, 0))
    assert is_of_now(first)


def test_a_page_of_the_same_day_counts_what_came_to_the_lower_limit_again(tmp_path):
    before, after = on(24, POOL, 40, 83), on(24, POOL, 51, 83, hour=11)
    assert told(tmp_path / "day", before, after) == []
    assert told(tmp_path / "next", before, on(25, POOL, 51, 83))


def test_an_interval_in_which_a_limit_was_raised_counts_as_one_from_before(tmp_path):
    def tasks(n: int, limit: int, times: int) -> dict:
        row = {"mxt": limit, "peak_active": limit, "times_at_mxt": times, "peak_queued": times}
        return statistics(n, DFHXMGDS=row | {"total_active": 6_900, "total_delayed": times})

    raised = [tasks(0, 400, 9), tasks(1, 500, 5)]
    actual = {}
    for name, specs in {"raised": raised, "short": [*raised, tasks(2, 500, 3)]}.items():
        (tmp_path / name).mkdir()
        actual[name] = [
            finding for finding in of_records(tmp_path / name, specs).findings if finding.product == "cics"
        ]
    assert actual["raised"] == []
    [finding] = actual["short"]
    assert number(finding, "times at MXT") == 3
    assert [change.command for change in finding.changes] == ["CEMT SET SYSTEM MAXTASKS(510)"]


def test_counts_at_several_limits_are_said_of_the_lowest_of_them(tmp_path):
    [finding] = told(tmp_path, on(24, CLASSES, 300, 60), on(25, CLASSES, 200, 70))
    assert finding.headline.endswith("MAXACTIVE of 200 or more")
    assert number(finding, "times at the limit") == 70


def test_a_peak_is_judged_by_the_limit_of_now(tmp_path):
    [near] = told(tmp_path / "near", on(24, PEAK, 200, 0))
    assert near.headline == "Storage above 16 MB peaked at 99 % of its limit"
    assert told(tmp_path / "raised", on(24, PEAK, 200, 0), on(25, PEAK, 300, 0)) == []
    [lowered] = told(tmp_path / "lowered", on(24, PEAK, 300, 0), on(25, PEAK, 200, 0))
    assert lowered.headline == "Storage above 16 MB peaked at 99 % of its limit"
    shown = {fact.label: fact.value for fact in lowered.evidence}
    assert shown["EDSALIM"] == 200 << 20


def test_an_lsr_pool_that_was_built_anew_counts_anew(tmp_path):
    assert told(tmp_path / "well", on(24, STRINGS, 10, 55), on(25, STRINGS, 16, 0)) == []
    [finding] = told(tmp_path / "short", on(24, STRINGS, 10, 55), on(25, STRINGS, 16, 80))
    assert finding.headline == "Requests waited 80 times for a string"
    assert [change.undo for change in finding.changes] == [
        "CEDA ALTER LSRPOOL(name) GROUP(group) STRINGS(16)"
    ]


def test_a_message_about_a_limit_that_was_raised_since_is_not_told(tmp_path):
    log = (
        "M 0000000 MV2A     2012206 16:31:01.00 JOB19423 00000090  DFHSM0133 IYCUA001 CICS is under stress.\n"
    )
    assert told(tmp_path / "before", log, on(24, PEAK, 250, 0))
    assert told(tmp_path / "raised", log, on(24, PEAK, 250, 0), on(25, PEAK, 300, 0)) == []


def test_so_it_is_in_a_store_that_is_loaded_day_by_day(tmp_path):
    for day, (limit, times) in {24: (400, 60), 25: (460, 0)}.items():
        path = tmp_path / f"{day}.txt"
        path.write_text(on(day, TASKS, limit, times))
        getpage.load(path, into=tmp_path / "store")
        checks = [
            finding.check
            for finding in getpage.check(tmp_path / "store").findings
            if finding.product == "cics"
        ]
        assert checks == (["cics-max-tasks"] if times else [])


def heap(hour: int, most: int, **said) -> str:
    """A log of a heap of so many MiB, 740 of which are alive."""
    said = {"old": 740, "heap": most, "interval": 10_000.0} | said
    every = [said | (GLOBAL if n % 10 == 0 else {}) for n in range(1, 61)]
    result = [stop(n, second=n * item["interval"] / 1000, **item) for n, item in enumerate(every, 1)]
    sizes = {"maxHeapSize": hex(most * MIB), "initialHeapSize": hex(most * MIB)}
    pages = {"pageSize": "0x100000", "requestedPageSize": "0x100000"}
    text = log(result, **sizes, **pages)
    for late in (10, 9):
        text = text.replace(f"T{late:02}:", f"T{late - 9 + hour:02}:")
    return text


def of_heap(tmp_path, *logs: str) -> tuple[list[str], list[str]]:
    by_name = {f"WEB1@SYSA__gc__log__{n:03}": log for n, log in enumerate(logs)}
    result = getpage.check(write(tmp_path, **by_name))
    actual = [
        finding
        for finding in result.findings
        if finding.product == "java" and finding.severity is not Severity.INFO
    ]
    return [item.check for item in actual], [change.undo for item in actual for change in item.changes]


def test_what_a_smaller_heap_lacked_is_not_told_of_the_one_of_now(tmp_path):
    short, well = heap(9, 1024), heap(10, 3072)
    assert of_heap(tmp_path / "short", short)[0] == ["java-heap-small"]
    assert of_heap(tmp_path / "well", well) == ([], [])
    assert of_heap(tmp_path / "both", short, well) == ([], [])
    [full], [undo] = of_heap(tmp_path / "again", short, heap(10, 3072, old=2300))
    assert (full, undo) == ("java-heap-small", "-Xms3072m -Xmx3072m")


def test_an_allocation_that_found_no_room_in_a_larger_heap_is_told(tmp_path):
    failed = heap(9, 4096).replace('<gc-end id="8"', '<allocation-unsatisfied id="7" /><gc-end id="8"', 1)
    assert of_heap(tmp_path / "larger", failed, heap(10, 3072))[0] == ["java-heap-small"]
    assert of_heap(tmp_path / "smaller", failed, heap(10, 5120))[0] == []


def test_a_heap_that_gave_room_back_is_not_asked_for_it_again(tmp_path):
    few = {"old": 700, "interval": 100_000.0}
    large = heap(9, 4096, nursery=1024, room=768, **few)
    assert of_heap(tmp_path / "large", large)[0] == ["java-heap-large"]
    assert of_heap(tmp_path / "both", large, heap(12, 1792, nursery=448, room=336, **few))[0] == []


def test_what_a_smaller_directory_of_a_group_buffer_pool_lacked_is_not_told_of_the_one_of_now():
    def look(day: int, entries: int, invalidated: int) -> str:
        text = GROUP.replace("= 61394", f"= {entries}").replace("= 4489", f"= {invalidated}")
        return logged(text, datetime(2026, 5, 17 + day, 18))

    def told(*looks: str) -> list[str]:
        return [finding.headline for finding in findings("".join(looks), "db2-group-pool-directory")]

    def short(entries: int) -> str:
        return look(1, entries, 1_000) + look(2, entries, 1_300)

    assert "300 pages invalidated" in told(short(61_394))[0]
    well = look(3, 95_000, 1_300), look(4, 95_000, 1_300)
    assert told(*well) == []
    assert told(short(61_394), *well) == []
    assert "200 pages invalidated" in told(short(61_394), *well, look(5, 95_000, 1_500))[0]
    assert "300 pages invalidated" in told(short(120_000), *well)[0]


def test_a_limit_that_is_raised_as_the_command_says_is_raised_no_further_than_what_was_wanted(tmp_path):
    limit = 100
    for day, wanted in enumerate((150, 120, 180, 180, 90), 20):
        path = tmp_path / f"{day}.txt"
        path.write_text(on(day, CLASSES, limit, max(0, wanted - limit)))
        getpage.load(path, into=tmp_path / "store")
        commands = [change.command for change in getpage.check(tmp_path / "store").changes]
        most = max(limit, wanted)
        assert commands == ([f"CEMT SET TCLASS(DSWTCLA) MAXIM({most})"] if wanted > limit else [])
        limit = most
    assert limit == 180


def edm_day_by_day(tmp_path, *days: dict) -> list[list]:
    """What is found of EDM pools after each day, in a store of it and of all before it."""
    records = counted("QISE", [ROOM | day for day in days for _ in range(5)])
    collected = []
    for day in range(len(days)):
        mine = records[day * 5 + (day > 0) : day * 5 + 6]
        for item in mine:
            item["common"]["written"] += day * 86_400 * 1_000_000
        path = tmp_path / f"{day}.smf"
        path.write_bytes(b"".join(_native.encode_records(mine)))
        getpage.load(path, into=tmp_path / "store")
        text = getpage.check(tmp_path / "store").findings
        collected.append([entry for entry in text if entry.check == "db2-edm-pool"])
    return collected


#: A pool that is full, by how its columns begin, and what it counts then.
FULL = {
    "dbd": {"dbd_failures": 2},
    "skeleton": {"skeleton_free": 100, "skeleton_stealable": 9, "package_loads": 9_000},
    "statement": {"statement_free": 100},
}


@pytest.mark.parametrize("pool", FULL)
def test_what_a_smaller_edm_pool_lacked_is_not_told_of_the_one_of_now(tmp_path, pool):
    larger = {f"{pool}_pages": 204_800}
    before, well, again = edm_day_by_day(tmp_path, FULL[pool], larger, larger | FULL[pool])
    assert len(before) == 1
    assert well == []
    [finding] = again
    assert {fact.value for fact in finding.evidence if fact.column == f"{pool}_pages"} == {204_800}
    begun = [fact.interval_start for fact in finding.evidence if fact.interval_start is not None]
    assert begun
    assert min(begun).day > DB2_START.day


def test_what_one_edm_pool_lacked_is_told_though_another_one_was_enlarged(tmp_path):
    full = FULL["dbd"]
    [_, shown] = edm_day_by_day(tmp_path, full, {"statement_pages": 204_800})
    assert "10 requests" in shown[0].headline


def test_what_a_larger_edm_pool_lacked_is_told_of_the_one_of_now(tmp_path):
    [_, shown] = edm_day_by_day(tmp_path, {"dbd_pages": 204_800} | FULL["dbd"], {})
    assert len(shown) == 1
