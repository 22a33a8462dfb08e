"""IM-1 and what belongs to it, asked of evidence: what IMS buffers find, where storage is short or wasted,
what another size brings, and the statements with undo.
"""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from datetime import timedelta

import pytest

import getpage
import zos_records
from getpage.cli.app import run_command
from getpage.core.names import Image, Subsystem
from getpage.result import Kind, Severity
from ims_evidence import (
    DFSPB,
    DFSSTAT,
    DFSVSM,
    FAILURES,
    LOGGER,
    START,
    STAT_ENHANCED,
    heading,
    osam,
    traced,
    traces,
    write,
)

IMSP = Subsystem("ims", Image("SYSA"), "IMSP")
KNOB = "SYSA.IMSP.OSAM-O04K"


def checked(tmp_path, **texts):
    return getpage.check(write(tmp_path / "evidence", **texts))


def found(result, check):
    return [finding for finding in result.findings if finding.check == f"ims-{check}"]


def told(*words):
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run_command([*map(str, words), "--format", "json"])
    assert code == 0, err.getvalue()
    return json.loads(out.getvalue())


def since(moment, **figures):
    """Counters since IMS started, in a log with times: enhanced statistics of VSAM."""
    text = STAT_ENHANCED
    for name, value in figures.items():
        was = {"found": "0000095000", "reads": "0000005000", "buffers": "0000600"}[name]
        text = text.replace(was, f"{value:0{len(was)}}")
    return f"{moment:%Y-%m-%d %H:%M:%S} PROGRAM IMSSTAT\n" + "".join(
        f"{moment:%Y-%m-%d %H:%M:%S} {line}\n" if "FIXOPT" in line else f"{line}\n"
        for line in text.strip("\n").split("\n")
    )


def test_the_real_report_says_77_7_percent_and_that_its_buffers_are_fixed_already(tmp_path):
    directory = write(tmp_path, dfsstat=DFSSTAT)
    text = told("check", directory)
    [reads] = [finding for finding in text["findings"] if finding["check"] == "ims-subpool-reads"]
    assert reads["headline"] == "375,355 reads; hit ratio 77.7 %"
    assert "No report says how long it counted" in reads["no_command"]
    assert [finding["check"] for finding in text["findings"]] == ["ims-subpool-reads"]
    [table] = [table for table in text["tables"] if table["title"] == "Subpools of IMS"]
    row = dict(zip(table["columns"], table["rows"][0], strict=True))
    assert (row["found %"], row["MiB"], row["page-fixed"], row["reads/s"]) == (77.7, 3.9, "yes", None)
    questions = [need["question"] for need in text["missing"]]
    assert any("how long it counted" in question for question in questions)


@pytest.mark.parametrize("found_share", [0.777, 0.81, 0.6])
def test_a_run_that_finds_little_is_told_and_one_that_finds_most_is_not(tmp_path, found_share):
    request = 2_000_000
    hits = round(request * found_share)
    result = checked(tmp_path, dfsstat=osam(requests=request, found=hits, reads=request - hits, fix="Y/Y"))
    assert bool(found(result, "subpool-reads")) is (found_share < 0.8)


def test_reads_a_second_come_from_the_interval_of_a_trace(tmp_path):
    result = checked(tmp_path, monitor=traces(3, requests=900_000, found=700_000, reads=180_000))
    [reads] = found(result, "subpool-reads")
    assert reads.headline == "200 reads/s; hit ratio 77.8 %"
    facts = {fact.label: fact for fact in reads.evidence}
    assert (facts["reads"].value, facts["requests"].value) == (180_000, 900_000)
    assert facts["reads per second"].interval_seconds == 900
    assert reads.severity is Severity.WARNING
    assert "Only its present size was measured" in reads.no_command


def test_reads_a_second_come_from_two_calls_with_their_times_and_not_over_a_restart(tmp_path):
    calls = [
        since(START, found=1_000_000, reads=100_000),
        since(START + timedelta(hours=1), found=1_900_000, reads=1_000_000),
        since(START + timedelta(hours=2), found=5_000, reads=900),
        since(START + timedelta(hours=3), found=905_000, reads=900_900),
    ]
    result = checked(tmp_path, stat="".join(calls))
    [reads] = found(result, "subpool-reads")
    assert reads.object.name == "VSAM-VPL3-4096"
    assert reads.headline.startswith("250 reads/s")
    [table] = [table for table in result.tables if table.title == "Subpools of IMS"]
    row = dict(zip(table.columns, table.rows[0], strict=True))
    assert (row["reads"], row["reads/s"]) == (900_000 * 2, 250.0)


def test_a_healthy_subpool_is_left_alone(tmp_path):
    result = checked(tmp_path, monitor=traces(3, found=890_000, reads=9_000, fix="Y/Y", busy=300))
    assert [finding.check for finding in result.findings] == []
    assert {scope.what for scope in result.looked if scope.product == "ims"} == {
        "subpool with its counters",
        "subpool with known page fixing",
    }


def test_steals_that_waited_ask_for_half_as_many_buffers_again_with_undo_and_verification(tmp_path):
    result = checked(
        tmp_path, monitor=traces(2, found=890_000, reads=9_000, waits=40, fix="Y/Y"), DFSVSM00=DFSVSM
    )
    [waits] = found(result, "subpool-waits")
    assert waits.headline == "80 requests waited: none of 1,000 buffers was free"
    [change] = waits.changes
    assert (change.command, change.undo) == ("IOBF=(4096,1500,Y,Y,O04K)", "IOBF=(4096,1000,Y,Y,O04K)")
    assert (change.lasting, change.lasting_undo) == (change.command, change.undo)
    assert change.storage_bytes == 500 * 4096
    assert "UPDATE POOL TYPE(DBAS) SECTION(OSAMxxx): no restart" in change.place
    assert "TOTAL BUFFERS IN SUBPOOL 1,500" in change.verify
    assert "avoid the busiest hour" in change.caution
    assert "DFSVSMxx as well" in change.caution
    assert "page-fixed: 5.86 MiB in all" in change.caution


def test_a_subpool_that_is_short_in_several_ways_is_one_finding(tmp_path):
    result = checked(tmp_path, monitor=traces(2, waits=40, steals=20_000))
    [finding] = [finding for finding in result.findings if finding.kind is Kind.SHORTAGE]
    assert "200 reads/s" in " ".join(finding.symptoms)
    assert finding.changes


@pytest.mark.parametrize(("steals", "told_of"), [(99, False), (100, True), (5_000, True)])
def test_writes_that_make_buffers_free_are_told_from_a_hundredth_of_the_reads(tmp_path, steals, told_of):
    text = traced(found=890_000, reads=9_000, steals=steals, fix="Y/Y")
    assert bool(found(checked(tmp_path, monitor=text), "subpool-steals")) is told_of


def test_steals_before_a_subpool_was_enlarged_are_not_told_of_it(tmp_path):
    before = traces(2, steals=20_000, found=890_000, reads=9_000, fix="Y/Y")
    after = traces(2, start=START + timedelta(hours=2), buffers=2_000, found=890_000, reads=9_000, fix="Y/Y")
    assert found(checked(tmp_path / "a", monitor=before), "subpool-steals")
    assert not found(checked(tmp_path / "b", monitor=before + after), "subpool-steals")


def test_buffers_that_a_write_error_keeps_are_critical_and_no_size_answers_them(tmp_path):
    [error] = found(checked(tmp_path, dfsstat=osam(locked=3, fix="Y/Y")), "subpool-errors")
    assert error.severity is Severity.CRITICAL
    assert error.headline.startswith("3 buffers locked by write errors")
    assert (error.changes, bool(error.no_command)) == ((), True)


def test_requests_that_wait_for_each_other_are_a_note_that_more_buffers_do_not_end_it(tmp_path):
    [note] = found(checked(tmp_path, monitor=traced(busy=9_000, fix="Y/Y")), "subpool-busy")
    assert note.severity is Severity.INFO
    assert note.headline.startswith("1 % of requests waited")
    assert not found(checked(tmp_path / "less", monitor=traced(busy=8_900, fix="Y/Y")), "subpool-busy")


def test_a_busy_pageable_subpool_is_told_up_to_3_percent_and_what_fixes_it(tmp_path):
    result = checked(
        tmp_path, monitor=traces(2, found=890_000, reads=50_000), DFSVSM00=DFSVSM.replace("Y,Y", "N,N")
    )
    [note] = found(result, "subpool-not-fixed")
    assert "0 to 3 % of CPU (SHARE 17878" in note.claim
    [change] = note.changes
    assert (change.command, change.undo) == ("IOBF=(4096,1000,Y,Y,O04K)", "IOBF=(4096,1000,N,N,O04K)")
    assert (change.storage_bytes, change.fixes_bytes) == (0, 1000 * 4096)
    assert "3.91 MiB" in change.caution
    assert not found(
        checked(tmp_path / "fixed", monitor=traces(2, reads=50_000, fix="Y/Y")), "subpool-not-fixed"
    )


def test_fixing_a_vsam_subpool_is_its_pool_s_statement_with_what_else_it_says(tmp_path):
    members = "POOLID=VPL3,FIXDATA=NO,STRINGNM=40\nVSRBF=4096,600,D\n"
    calls = since(START).replace("N/Y/Y", "N/N/N") + since(
        START + timedelta(hours=1), found=9_000_000, reads=1_000_000
    ).replace("N/Y/Y", "N/N/N")
    result = checked(tmp_path, stat=calls, DFSVSM00=members)
    [change] = found(result, "subpool-not-fixed")[0].changes
    assert change.command == "POOLID=VPL3,FIXDATA=YES,FIXBLOCK=YES,STRINGNM=40"
    assert change.undo == "POOLID=VPL3,FIXDATA=NO,STRINGNM=40"
    assert "It fixes all subpools of that VSAM pool" in change.caution


def test_a_subpool_that_nothing_used_since_ims_started_is_waste_and_in_a_trace_a_note(tmp_path):
    calls = since(START, found=0, reads=0) + since(START + timedelta(hours=9), found=0, reads=0)
    result = checked(tmp_path, stat=calls, DFSVSM00="POOLID=VPL3\nVSRBF=4096,600\n")
    [unused] = found(result, "subpool-unused")
    assert unused.kind is Kind.WASTE
    assert unused.storage_bytes == 597 * 4096
    # 2.33 MiB are not worth a command.
    assert (unused.severity, unused.changes) == (Severity.INFO, ())
    [note] = found(
        checked(tmp_path / "trace", monitor=traced(requests=0, found=0, reads=0, writes=0)), "subpool-unused"
    )
    assert (note.kind, note.changes) == (Kind.NOTE, ())


@pytest.mark.parametrize(("bytes_wanted", "wanted"), [(8_888, 160), (200_000, 276)])
def test_a_pool_without_space_gets_twice_its_size_or_what_was_asked_for_more(tmp_path, bytes_wanted, wanted):
    text = heading(START, START + timedelta(hours=1)) + FAILURES.replace("8888", str(bytes_wanted))
    result = checked(tmp_path, monitor=text, DFSPB00=DFSPB)
    by = {item.object.name: item for item in found(result, "pool-space")}
    assert set(by) == {"CSAPSB pool", "DMB pool"}
    [change] = by["CSAPSB pool"].changes
    assert (change.command, change.undo) == (f"CSAPSB={wanted}", "CSAPSB=80")
    assert change.storage_bytes == (wanted - 80) << 10
    assert "restart" in change.caution


def test_a_pool_of_which_no_member_says_the_size_is_told_without_a_command(tmp_path):
    [first, _] = found(checked(tmp_path, monitor=FAILURES), "pool-space")
    assert first.changes == ()
    assert "load DFSPBxx" in first.no_command


@pytest.mark.parametrize(("waits", "told_of"), [(119, False), (120, True), (4_000, True)])
def test_waits_for_log_buffers_ask_for_twice_as_many_fixed(tmp_path, waits, told_of):
    text = LOGGER.replace("non-chkpt invokers              1", f"non-chkpt invokers {waits:14,}")
    result = checked(tmp_path, irur=text, DFSVSM00=DFSVSM)
    assert bool(found(result, "log-buffers")) is told_of
    for item in found(result, "log-buffers"):
        [change] = item.changes
        assert (change.command, change.undo) == ("BUFNO=10", "BUFNO=5")
        assert change.fixes_bytes == change.storage_bytes == 5 * 22_528


def test_fixed_buffers_stand_fixed_in_the_account_beside_what_z_os_has(tmp_path):
    directory = write(tmp_path, monitor=traces(2, fix="Y/Y"), DFSVSM00=DFSVSM, DFSPB00=DFSPB)
    zos_records.write(directory / "zos.smf", [zos_records.smf71("SYSA", n) for n in range(4)])
    account = next(account for account in getpage.check(directory).accounts if account.of == IMSP)
    lines = {line.holder: line for line in account.lines}
    assert (lines["subpool OSAM-O04K"].bytes, lines["subpool OSAM-O04K"].fixed) == (1000 * 4096, True)
    assert (lines["subpool OSAM-8192"].bytes, lines["subpool OSAM-8192"].fixed) == (200 * 8192, False)
    assert lines["log buffers"].bytes == 5 * 22_528
    assert lines["DLIPSB pool"].bytes == 1_200 << 10
    ledger = told("ledger", directory)
    [of_system] = [account for account in ledger["accounts"] if account["of"] == "SYSA"]
    assert [line["fixed"] for line in of_system["lines"] if line["holder"] == "IMSP subpool OSAM-O04K"] == [
        True
    ]


def test_a_report_has_pictures_of_every_subpool_with_intervals(tmp_path):
    directory = write(tmp_path, monitor=traces(4))
    titles = [picture.title for picture in getpage.check(directory).pictures]
    assert "Reads per second, OSAM-O04K of SYSA.IMSP" in titles
    assert "Requests that found their block, OSAM-O04K of SYSA.IMSP" in titles


def test_collect_names_what_to_bring_and_how_to_name_it():
    result = told("collect", "--for", "ims.monitor")
    text = json.dumps(result)
    assert "/TRACE SET ON MON ALL" in text
    assert "IMSP@SYSA.monitor.txt" in text


def test_what_update_pool_changed_since_is_what_undo_goes_back_to_and_the_member_what_lasts(tmp_path):
    text = traces(2, buffers=2_000, found=890_000, reads=9_000, waits=40, fix="N/N")
    result = checked(tmp_path, monitor=text, DFSVSM00="IOBF=(4096,1000,Y,Y,O04K,A)\n")
    [change] = [change for change in found(result, "subpool-waits")[0].changes if change.knob is not None]
    assert (change.command, change.undo) == ("IOBF=(4096,3000,N,Y,O04K,A)", "IOBF=(4096,2000,N,Y,O04K,A)")
    assert change.lasting_undo == "IOBF=(4096,1000,Y,Y,O04K,A)"


def test_more_buffers_than_ims_allows_are_refused(tmp_path):
    directory = write(tmp_path, monitor=traces(2))
    err = io.StringIO()
    with redirect_stdout(io.StringIO()), redirect_stderr(err):
        code = run_command(["forecast", str(directory), "--change", f"{KNOB}=40000"])
    assert code != 0
    assert "32,767" in err.getvalue() or "32767" in err.getvalue()


def test_what_failed_before_a_member_was_changed_asks_for_no_more_than_was_given(tmp_path):
    """Members have no time: in a store of both days nothing tells which size had no space."""
    for day, size in enumerate((80, 160)):
        folder = tmp_path / str(day)
        folder.mkdir()
        member = f"CSAPSB={size},DLIPSB=1200,PSBW=24,DMB=500\n"
        (folder / f"IMSP@SYSA.DFSPB{day}.txt").write_text(member)
        if not day:
            text = heading(START, START + timedelta(minutes=5)) + FAILURES
            (folder / "IMSP@SYSA.monitor.txt").write_text(text)
        getpage.load(folder, into=tmp_path / "store")
        result = getpage.check(tmp_path / "store")
        mine = [
            finding
            for finding in result.findings
            if finding.check == "ims-pool-space" and "CSAPSB" in finding.object.name
        ]
        commands = [change.command for change in result.changes if "CSAPSB" in change.command]
        assert (len(mine), len(commands)) == (1, 1 - day)
    assert mine[0].severity is Severity.INFO
    assert "Members have several sizes" in mine[0].claim
