"""Judgment of sorts: EXPMAX within what is left, dumps beside sorts, and nothing more once it is done."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

import getpage
from dump_evidence import dump
from getpage.result import Severity
from in_process import run
from sample_site import only_read
from sort_evidence import GIB, START, messages, sort
from test_sort_cases import MIB, giant, twenty
from test_sort_utility import said as utility
from zos_records import paging, smf71, smf72, write

FRAME = 4096


def of_sorts(result):
    return [finding for finding in result.findings if finding.check.startswith("sort-")]


def expmax(result) -> list[int]:
    """MiB of the commands that set EXPMAX."""
    commands = [change.command for change in result.changes if change.setting == "EXPMAX"]
    return [int(command.removeprefix("EXPMAX=").partition(",")[0]) for command in commands]


@pytest.mark.parametrize(
    ("online_gib", "free_gib", "dump_gib"), [(90, 45.8, 0), (90, 45.8, 14), (400, 60, 4), (120, 30, 0)]
)
@pytest.mark.parametrize("later_gib", [0, 11, -31])
@pytest.mark.parametrize("add", [None, "8G"])
def test_expmax_leaves_what_a_dump_needs_and_a_tenth(
    tmp_path, online_gib, free_gib, dump_gib, later_gib, add
):
    """Hours after the sorts have so much more free, or less."""
    site = tmp_path / "site"
    site.mkdir()
    online = {f"total_{which}": online_gib * GIB // FRAME for which in ("minimum", "average", "maximum")}
    specs = [
        smf71("AL18", n, paging(round(max(1, free_gib + later_gib * (n > 4)) * GIB / FRAME), **online))
        for n in range(12)
    ]
    for n in range(6):
        specs += sort(f"CUST{n}", 20.0, 20.0, begin=0, end=30)
    specs.append(smf72("AL18", 0, "BATCH", regions=6, rate=0.0, execution_samples=1000.0,
                       cpu_using_samples=100, cpu_delay_samples=0, using_samples=600,
                       io_delay_samples=300))  # fmt: skip
    write(site / "dump.smf", specs)
    shown = "DYNAPCT=10 ,MOWRK=Y,TUNE=STOR,EXPMAX=0      ,EXPOLD=0      ,EXPRES=10%"
    (site / "jobs.txt").write_text(messages("CUST0", size=20 * GIB, site=shown))
    if dump_gib:
        reply = f"IEE857I 10.00.00 DUMP OPTION\n   SDUMP- ADD OPTIONS (LSQA),MAXSPACE={dump_gib * 1024:08}M\n"
        (site / "dump.txt").write_text(reply)
    left = free_gib * 1024 - max(dump_gib, 0.1 * online_gib) * 1024
    with only_read(site):
        assert all(size <= left for size in expmax(getpage.check(site)))
        items = getpage.plan(site, add=add).items if add is not None else ()
    assert all(item.size_after <= left + 8 * 1024 for item in items if "EXPMAX" in str(item.knob))


@pytest.mark.parametrize(("minute", "is_tied"), [(4.0, True), (700.0, False)])
def test_sorts_that_spill_while_a_dump_holds_storage_are_tied_to_it(tmp_path, minute, is_tied):
    site = twenty(tmp_path / "site")
    log = dump(20, at=START + timedelta(minutes=minute), job="MQB7MSTR", writes=520)
    (site / "syslog.txt").write_text(log)
    [finding] = [sort for sort in of_sorts(getpage.check(site)) if sort.check == "sort-work-on-disk"]
    assert finding.headline.endswith("while a dump held storage") is is_tied
    assert ("MQB7MSTR" in finding.claim) is is_tied
    assert all(("a night without a dump" in change.only_after) is is_tied for change in finding.changes)


def test_what_was_carried_out_is_not_asked_for_again(tmp_path):
    first = getpage.check(twenty(tmp_path / "first"))
    [size] = expmax(first)
    again = twenty(tmp_path / "again", expmax=str(size))
    # With that storage all of the work is in it, as messages and records of the next night show.
    specs = [smf71("AL18", n, paging(220_000_000 - size * MIB // FRAME)) for n in range(3)]
    text = ""
    for n, work in enumerate((40, 36, 32, 28, 24, 22, 20, 18)):
        job = f"CUST{n:03}"
        specs += sort(job, work, 0.0, begin=0, end=0.4 * work)
        text += messages(
            job, size=work * GIB, memory_object=work * 1024,
            site=f"DYNAPCT=10 ,MOWRK=Y,TUNE=STOR,EXPMAX={size:<7},EXPOLD=0      ,EXPRES=10%",
        )  # fmt: skip
    write(again / "dump.smf", specs)
    (again / "jobs.txt").write_text(text)
    result = getpage.check(again)
    assert [finding.check for finding in of_sorts(result) if finding.severity is not Severity.INFO] == []
    assert [change for change in result.changes if change.product == "sort"] == []


@pytest.mark.parametrize("size", [0.4, 6.0, 40.0])
def test_sorts_in_storage_are_healthy(tmp_path, size):
    specs = [smf71("AL18", n, paging(90_000_000)) for n in range(3)]
    for n in range(4):
        specs += sort(f"JOB{n}", size, 0.0, begin=5 * n, end=5 * n + 4)
    (tmp_path / "jobs.txt").write_text(
        "".join(
            messages(f"JOB{n}", size=round(size * GIB), memory_object=round(size * 1024)) for n in range(4)
        )
    )
    write(tmp_path / "dump.smf", specs)
    result = getpage.check(tmp_path)
    assert [finding.check for finding in of_sorts(result) if finding.severity is not Severity.INFO] == []


def worst(tmp_path):
    """Evidence in which all rules find something, with the longest names."""
    twenty(tmp_path / "options", expmax="0").joinpath("dump.txt").write_text("")
    twenty(tmp_path / "tune", tune="DISK", free=53_000_000, expmax="MAX", pace=88 / 60, cpu=2.2, start=15.0)
    twenty(tmp_path / "class", cpu_delay=700)
    (tmp_path / "giant").mkdir()
    giant(tmp_path / "giant", 8)
    (tmp_path / "exit").mkdir()
    (tmp_path / "exit" / "job.txt").write_text(messages("EXITJOB1", size=400 * GIB, inserted=4_294_967))
    (tmp_path / "full").mkdir()
    log = "M 0000000 AL18 2012206 07:01:00.12 JOB00242 00000090  "
    (tmp_path / "full" / "log.txt").write_text(
        log + "ICE046A 0 SORT CAPACITY EXCEEDED - RECORD COUNT: 1234567\n"
        + log + "ICE039A 0 INSUFFICIENT MAIN STORAGE - ADD AT LEAST 512K BYTES\n"
    )  # fmt: skip
    (tmp_path / "reorg").mkdir()
    (tmp_path / "reorg" / "reorg.txt").write_text(utility("SW01", "ABOVE", 8120, 20))
    return [finding for place in sorted(tmp_path.iterdir()) for finding in of_sorts(getpage.check(place))]


def test_headlines_fit_and_leave_the_name_to_their_object_and_claims_are_short(tmp_path):
    findings = worst(tmp_path)
    assert {finding.check for finding in findings} == {
        "sort-options", "sort-ran-out", "sort-service-class", "sort-too-large", "sort-tune",
        "sort-unknown-size", "sort-utility-memory", "sort-work-on-disk",
    }  # fmt: skip
    for finding in findings:
        assert 0 < len(finding.headline) <= 72, finding.headline
        assert finding.object.subsystem.name not in finding.headline
        assert finding.object.name not in finding.headline
        sentences = [part for part in finding.claim.rstrip(".").split(". ") if part]
        assert len(sentences) <= 2, finding.claim
        assert all(len(sentence.split()) <= 20 for sentence in sentences), finding.claim


def told(*line: object) -> str:
    """What the command line prints, in one line."""
    done = run(*line)
    assert done.returncode in (0, 1), done.stderr
    return " ".join(done.stdout.split())


def test_expmax_that_allows_more_than_is_free_is_not_lowered(tmp_path):
    """125,000 MiB are free beside what stays; a command for those would halve what ICE236I shows."""
    held = twenty(tmp_path / "held", expmax="5000", free=45_000_000)
    assert "EXPOLD=0" in told("check", held, "--format", "md")
    wide = twenty(tmp_path / "wide", expmax="250000", free=45_000_000)
    for verb in ("check", "report"):
        shown = told(verb, wide, "--format", "md")
        assert "EXPMAX allows more already than is free for them" in shown
        assert "EXPOLD=0" not in shown
    assert "EXPOLD=0" not in told("plan", wide, "--add", "20G", "--format", "md")
    asked = told("forecast", wide, "--change", "DFSORT.EXPMAX=90000", "--format", "md")
    assert "ICE236I shows EXPMAX=250000: this lowers it." in asked


def test_expmax_that_is_asked_for_waits_until_ice236i_shows_what_to_go_back_to(tmp_path):
    site = twenty(tmp_path / "site", expmax="7000")
    line = ("forecast", site, "--change", "DFSORT.EXPMAX=90000", "--format", "md")
    assert "EXPMAX=7000,EXPOLD=50%" in told(*line)
    (site / "jobs.txt").unlink()
    shown = told(*line)
    assert "only after ICE236I in the output of any sort has shown EXPMAX and EXPOLD" in shown
    assert "EXPMAX=MAX" not in shown


@pytest.mark.parametrize(
    ("shown", "now"), [("777", "EXPMAX=777"), ("20001", "EXPMAX=20001"), (None, "not shown")]
)
def test_what_sorts_held_is_not_said_to_be_the_present_expmax(tmp_path, shown, now):
    """They need not have had all that it allows; only ICE236I shows what it is."""
    site = twenty(tmp_path / "site", scale=0.3, expmax=shown or "0")
    if shown is None:
        (site / "jobs.txt").unlink()
    done = run("forecast", site, "--change", "DFSORT.EXPMAX=40000", "--format", "md")
    assert done.returncode == 0, done.stderr
    assert re.search(rf"\| {now} \([0-9,]+ held\) \|", done.stdout), done.stdout
