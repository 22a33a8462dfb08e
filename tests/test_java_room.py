"""MEMLIMIT and LFAREA for heaps: commands where the evidence has the address space and the frames."""

from __future__ import annotations

import pytest

import getpage
import zos_records
from getpage.cli.app import run_command
from getpage.core.names import Image, Subsystem
from getpage.report.members import members
from java_evidence import MIB, log, write
from test_java_heaps import stops

GB = 1024  # MB
LFAREA = """\
IAR019I  14.37.22 DISPLAY VIRTSTOR
SOURCE =  00
TOTAL LFAREA = 64M , {there}G
LFAREA AVAILABLE = 32M , {free}G
LFAREA ALLOCATED (1M) = 32M
LFAREA ALLOCATED (4K) = 0M
MAX LFAREA ALLOCATED (1M) = 62M
MAX LFAREA ALLOCATED (4K) = 0M
LFAREA ALLOCATED (PAGEABLE1M) = 0M
MAX LFAREA ALLOCATED (PAGEABLE1M) = 0M
LFAREA ALLOCATED NUMBER OF 2G PAGES = {used}
MAX LFAREA ALLOCATED NUMBER OF 2G PAGES = {used}
"""


def site(
    tmp_path, *, memlimit_mb, high_mb, heaps=("WEB1",), program="BBOSR", job="WEB1S", frames=None, **settings
):
    by_name = {f"{name}@SYSA__gc__log": log(stops(old=740 + n), **settings) for n, name in enumerate(heaps)}
    directory = write(tmp_path / "logs", **by_name)
    more = {"memlimit_mb": memlimit_mb, "private_64_bytes_high": high_mb * MIB}
    records = [zos_records.smf71("SYSA", n) for n in range(4)]
    records += [zos_records.smf30("SYSA", n, job, 0.0, **more) for n in range(4)]
    for record in records[4:]:
        record["common"]["program"] = program
    zos_records.write(directory / "zos.smf", records)
    if frames:
        (directory / "lfarea.txt").write_text(LFAREA.format(**frames))
    return directory


def test_memlimit_is_raised_before_the_heap_that_needs_it(tmp_path):
    directory = site(tmp_path, memlimit_mb=2 * GB, high_mb=2000)
    plan = getpage.plan(directory, add="8G", within_ledger=False, system="SYSA")
    raised, sized = [
        next(step.change for step in plan.steps if step.change.setting == name)
        for name in ("MEMLIMIT", "heap size")
    ]
    more = sized.way.size_final - 1024
    assert raised.command == f"MEMLIMIT={-(-(2000 + more) // GB)}G"
    assert raised.undo == "MEMLIMIT=2048M"
    assert "started task or job WEB1S" in raised.place
    assert raised.because == sized.because
    assert f"MEMLIMIT of WEB1S is raised ({raised.command})" in sized.only_after
    assert "MEMLIMIT" not in sized.caution
    assert f"SMF30MEM of SMF 30 is {-(-(2000 + more) // GB) * GB:,}" in raised.verify
    result = members(plan)
    assert raised.command in result["WEB1JVO"].splitlines()
    assert raised.undo in result["WEB1JVU"].splitlines()


@pytest.mark.parametrize("limit", [16 * GB, 17_592_186_040_320])
def test_memlimit_that_is_wide_enough_is_left_as_it_is(tmp_path, limit):
    directory = site(tmp_path, memlimit_mb=limit, high_mb=1200)
    plan = getpage.plan(directory, add="8G", within_ledger=False)
    assert {step.change.setting for step in plan.steps} >= {"heap size"}
    assert not [step for step in plan.steps if step.change.setting == "MEMLIMIT"]
    assert "MEMLIMIT" not in next(s.change.caution for s in plan.steps if s.change.setting == "heap size")


def test_a_heap_in_a_region_of_cics_is_that_of_its_jvm_server(tmp_path):
    directory = site(tmp_path, memlimit_mb=2 * GB, high_mb=1200, program="DFHSIP", job="WEB1")
    result = getpage.check(directory)
    places = {change.place for finding in result.findings for change in finding.changes}
    assert "the JVM profile of the JVM server in region WEB1 of CICS, at its next start" in places
    [table] = [table for table in result.tables if table.title.startswith("Address spaces of Java")]
    assert table.rows == (("WEB1", "JVM server of a CICS region", "SYSA.WEB1", "2 GiB", "1.17 GiB"),)


def test_zfs_is_named_beside_the_heaps(tmp_path):
    directory = site(tmp_path, memlimit_mb=2 * GB, high_mb=1200)
    record = zos_records.smf30(
        "SYSA", 0, "ZFS", 0.0, memlimit_mb=17_592_186_040_320, private_64_bytes_high=GB * MIB
    )
    zos_records.write(directory / "zfs.smf", [record])
    [table] = [
        table for table in getpage.check(directory).tables if table.title.startswith("Address spaces of Java")
    ]
    assert [row[:2] for row in table.rows] == [("WEB1S", "program BBOSR"), ("ZFS", "zFS of SYSA")]
    assert table.rows[1][3:] == ("NOLIMIT", "1 GiB")


@pytest.mark.parametrize(
    ("there", "used", "command"),
    [(4, 2, "LFAREA=(1M=(64),2G=(6))"), (0, 0, "LFAREA=(1M=(64),2G=(4))"), (9, 0, "LFAREA=(1M=(64),2G=(4))")],
)
def test_lfarea_has_the_frames_of_all_heaps_of_a_system_beside_what_others_use(
    tmp_path, there, used, command
):
    most = {"maxHeapSize": hex(4 * GB * MIB), "requestedPageSize": "0x80000000", "pageSize": "0x100000"}
    directory = site(
        tmp_path, memlimit_mb=64 * GB, high_mb=1200, heaps=("WEB1", "WEB2"),
        frames={"there": 2 * there, "free": 2 * (there - used), "used": used}, **most,
    )  # fmt: skip
    plan = getpage.plan(directory, add="8G", within_ledger=False, system="SYSA")
    [area] = [step.change for step in plan.steps if step.change.setting == "LFAREA"]
    assert (area.command, area.subsystem) == (command, Subsystem("zos", Image("SYSA")))
    assert area.undo == f"LFAREA=(1M=(64),2G=({there}))"
    assert {str(name.object) for name in area.because} == {f"SYSA.WEB{n} heap pages" for n in (1, 2)}
    pages = [step.change for step in plan.steps if step.change.setting == "heap pages"]
    assert {page.command for page in pages} == {"-Xlp:objectheap:pagesize=2G,nonpageable"}
    assert all(("LFAREA is raised" in page.only_after) is (there - used < 4) for page in pages)
    result = members(plan)
    assert command in result["SYSAPRM"]
    # More frames take real storage, which the ledger has to have free.
    assert (command in result["SYSAPRM"].splitlines()) is not bool(area.only_after)
    assert (area.undo in result["SYSAPRU"].splitlines()) is not bool(area.only_after)


def test_where_there_are_as_many_frames_as_heaps_need_nothing_is_to_be_set(tmp_path):
    most = {"maxHeapSize": hex(4 * GB * MIB), "requestedPageSize": "0x80000000", "pageSize": "0x100000"}
    directory = site(
        tmp_path, memlimit_mb=64 * GB, high_mb=1, frames={"there": 6, "free": 4, "used": 1}, **most
    )
    plan = getpage.plan(directory, add="8G", within_ledger=False, system="SYSA")
    assert not [step for step in plan.steps if step.change.setting == "LFAREA"]
    [pages] = [step.change for step in plan.steps if step.change.setting == "heap pages"]
    assert "3 frames are there and 1 are or were in use" in pages.caution
    assert not pages.only_after


def test_the_command_line_says_both(tmp_path, capsys):
    directory = site(tmp_path, memlimit_mb=2 * GB, high_mb=2000)
    assert run_command(["plan", str(directory), "--add", "8G"]) in (0, 1)
    assert "MEMLIMIT=" in capsys.readouterr().out
