"""What a user meets first: times, sizes given twice, closed pipes, windows without evidence, bare replies."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import datetime
from typing import TYPE_CHECKING

import pytest

import getpage
import sample_site
from getpage.app.check import CheckRequest, is_enough
from getpage.app.plan import PlanRequest
from getpage.app.prove import ProveRequest
from getpage.app.sides import both_sides, window
from getpage.contract.checks import Scope
from getpage.core.amounts import local_time
from getpage.core.errors import GetpageError
from getpage.evidence.opened import open_evidence
from getpage.products.registry import PRODUCTS
from in_process import run_bytes as run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DUMP = """IEE857I 10.00.00 DUMP OPTION 123
   SDUMP- ADD OPTIONS (LSQA,TRT),BUFFERS=00000000K,MAXSPACE=00008000M,MSGTIME=99999 MINUTES
"""
FRAMES = """IAR019I  14.37.22 DISPLAY VIRTSTOR 299
SOURCE = 00
TOTAL LFAREA = 64M , 0G
LFAREA ALLOCATED (1M) = 16M
MAX LFAREA ALLOCATED (1M) = 32M
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    directory = tmp_path_factory.mktemp("site")
    (directory / "reply.txt").write_text(DUMP)
    store = sample_site.copy_store(directory / "store")
    getpage.load(directory / "reply.txt", into=store)
    with sample_site.only_read(store):
        yield store


# times


@pytest.mark.parametrize("text", ["2026-11-18T24:00", "2026-11-18T24", "2026-11-18T24:00:00"])
def test_24_00_is_the_end_of_the_day(text: str) -> None:
    assert local_time(text) == datetime(2026, 11, 19)
    assert window(f"2026-11-18T20..{text}", "--before").last == datetime(2026, 11, 19)


@pytest.mark.parametrize("text", ["2026-11-18T00:00:00Z", "2026-11-18T00:00+01:00"])
def test_a_time_with_a_zone_is_refused_with_a_sentence(site: Path, text: str) -> None:
    done = run("check", site, "--from", text)
    assert done.returncode == 2
    assert b"times are local times, as the systems wrote them, without a zone" in done.stderr
    assert b"Traceback" not in done.stderr


def test_python_refuses_a_zone_too() -> None:
    with pytest.raises(GetpageError, match="without a zone"):
        CheckRequest(paths="s", first=datetime.fromisoformat("2026-11-18T00:00:00+00:00"))


@pytest.mark.parametrize("text", ["", "noon", "2026-02-30T10:00", "9999-12-31T24:00", "2026-11-18T25:00"])
def test_what_is_no_time_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(GetpageError, match="2026-05-21T16:00"):
        local_time(text)


# given twice, or to nobody


@pytest.mark.parametrize(
    ("add", "problem"),
    [
        ("SYSA=64G,SYSA=1G", "SYSA is given twice"),
        ("64G,1G", "given twice"),
        ("SYSA=64G,1G", "one size names a system"),
        ("64 parrots", "Next: write 64G"),
        ("9" * 400, "Next: write 64G"),
    ],
)
def test_added_storage_that_cannot_be_is_refused_before_evidence_is_read(add: str, problem: str) -> None:
    with pytest.raises(GetpageError, match=problem):
        PlanRequest(paths="nowhere", add=add)


def test_two_spellings_of_one_weight_are_refused(site: Path) -> None:
    assert b"cpu is given twice" in run("plan", site, "--weight", "cpu=1,cpu=2").stderr
    with pytest.raises(GetpageError, match=r"SYSB\.MQB1 is given twice, in two spellings"):
        getpage.plan(site, weights={"MQB1": 2, "SYSB.MQB1": 3})


def test_storage_for_several_systems_asks_to_which_with_the_commands_to_enter(site: Path) -> None:
    done = run("plan", site, "--add", "64G")
    assert done.returncode == 2
    told = done.stderr.decode()
    assert "SYSA=64G or SYSB=64G or SYSC=64G, or divided: SYSA=32G,SYSB=32G" in told
    assert told.endswith(f"Next: getpage plan {site} --add SYSA=64G\n")


# pipes


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (("check", "{site}/mq-joblog.txt", "--fail-on", "critical"), 1),
        (("check", "{site}/mq-joblog.txt"), 0),
        (("check", "{site}/mq-joblog.txt", "--format", "json"), 0),
        (("sql", "{store}", "select * from mq_buffer_pool", "--format", "csv"), 0),
        (("fields", "--format", "json"), 0),
    ],
    ids=str,
)
def test_a_reader_that_had_enough_changes_no_exit_code(line: tuple[str, ...], code: int) -> None:
    places = {"site": sample_site.site(), "store": sample_site.store()}
    program = "import sys; sys.argv[0] = 'getpage'; from getpage.cli import main; main()"
    command = [sys.executable, "-c", program, *(part.format(**places) for part in line)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()
        said = started.stderr.read()
        assert started.wait() == code, said
    assert b"Error" not in said


# help


def test_what_fail_on_takes_is_what_its_help_lists() -> None:
    shown = {
        verb: " ".join(run(verb, "--help").stdout.decode().replace("\u2502", " ").split())
        for verb in ("check", "prove")
    }
    assert "[choices: critical, warning, info]" in shown["check"]
    assert "[choices: worse, better, changed]" in shown["prove"]


# nothing is well that no rule looked at


@pytest.mark.parametrize("verb", ["check", "report", "ledger", "plan", "outage"])
@pytest.mark.parametrize("ends", [("--from", "2031-01-01T00:00"), ("--to", "2020-01-01T00:00")])
def test_a_window_without_evidence_is_not_well(
    site: Path, tmp_path: Path, verb: str, ends: tuple[str, str]
) -> None:
    out = ("-o", tmp_path / "x.html") if verb == "report" else ()
    done = run(verb, site, *ends, *out)
    assert done.returncode == 3
    assert b"not enough evidence: nothing in it is of" in done.stderr
    assert b"2026-11-18" in done.stderr
    assert not done.stdout


def test_evidence_to_which_no_rule_applies_ends_with_3_and_says_what_would_help(tmp_path: Path) -> None:
    """A reply of dump options alone: no rule can hold it against anything."""
    path = tmp_path / "reply.txt"
    path.write_text(DUMP)
    done = run("check", path, "--format", "json")
    assert done.returncode == 3
    said = json.loads(done.stdout)
    assert said["looked"] == []
    assert any("SMF 71" in sentence for sentence in said["verdict"])
    assert said["verdict"][0].startswith("Not enough evidence: no rule applies")
    shown = run("check", path)
    assert shown.returncode == 3
    assert b"nothing to report" not in shown.stdout
    page = tmp_path / "report.html"
    assert run("report", path, "-o", page).returncode == 3
    assert "Not enough evidence" in page.read_text()


def test_where_nothing_is_found_the_answer_says_how_many_rules_looked_at_what(tmp_path: Path) -> None:
    path = tmp_path / "reply.txt"
    path.write_text(FRAMES)
    result = getpage.check(path)
    assert is_enough(result)
    assert result.verdict[0] == "1 rule looked at 1 z/OS system with its large frames: nothing to report."
    assert run("check", path).returncode == 0


def test_a_critical_finding_without_a_command_is_the_first_thing(tmp_path: Path) -> None:
    path = tmp_path / "joblog.txt"
    path.write_text(
        "CSQY220I MQ21 CSQSCTL Queue manager storage usage:\n"
        "local storage: used 1480MB, free 39MB; above bar: used 197MB, free >10GB\n"
    )
    result = getpage.check(path)
    assert [str(finding.severity) for finding in result.findings] == ["critical"]
    assert "nothing to report" not in " ".join(result.verdict)
    assert [thing.finding for thing in result.first] == [result.findings[0].id]
    # Nothing of it says that there are no pools.
    assert "DISPLAY USAGE TYPE(PAGESET)" in result.findings[0].no_command
    assert "pools below the bar" not in [fact.label for fact in result.findings[0].evidence]


@pytest.mark.parametrize("product", tuple(PRODUCTS), ids=lambda product: product.name)
def test_every_rule_says_once_what_it_looks_at(product) -> None:
    from importlib import import_module

    checks = import_module(f"getpage.products.{product.name}.checks")
    rules = [*checks.RULES, *getattr(checks, "SYSPLEX_RULES", ())]
    assert all(isinstance(rule.LOOKS_AT, Scope) for rule in rules)


def test_what_finds_something_has_looked(site: Path) -> None:
    result = getpage.check(site)
    products = {checked.product for checked in result.looked}
    assert {finding.product for finding in result.findings} <= products
    by_what = {(checked.product, checked.what): checked.objects for checked in result.looked}
    assert by_what["mq", "buffer pool"] == 23
    assert by_what["zos", "z/OS system with its paging"] == 3


# replies that name no system


def test_a_bare_reply_among_several_systems_is_asked_for_by_its_file_and_counts_when_it_is_told(
    site: Path,
) -> None:
    result = getpage.check(site)
    [asked] = [missing for missing in result.missing if "reply.txt" in missing.subsystem]
    assert "Which z/OS system does D DUMP,OPTIONS belong to?" in asked.question
    assert asked.supply.startswith("--system with one of SYSA, SYSB")
    kept = {
        str(account.of)
        for account in result.accounts
        for line in account.free_at_minimum
        if line.note == "MAXSPACE"
    }
    assert kept == {"SYSB"}  # of which the log of a dump tells it
    told = getpage.check(site, system="SYSA")
    assert not [missing for missing in told.missing if "reply.txt" in missing.subsystem]
    [sysa] = [account for account in told.accounts if str(account.of) == "SYSA" and account.free_at_minimum]
    assert any("MAXSPACE" in line.note for line in sysa.free_at_minimum)
    assert not [total for total in result.totals if "not named" in total.whose]


def test_a_bare_reply_is_of_the_only_system_that_records_name(tmp_path: Path) -> None:
    with open_evidence([str(sample_site.site() / "db2-syslog.txt")]) as (evidence, _):
        systems = set(evidence.frame("db2_buffer_pool")["system"].drop_nulls())
    assert systems  # the log names its systems: nothing of it is filled in
    (tmp_path / "reply.txt").write_text(DUMP)
    with open_evidence([str(tmp_path / "reply.txt")], system="SYSX") as (evidence, _):
        assert evidence.frame("zos_dump_option")["system"].to_list() == ["SYSX"]


def test_a_load_can_say_of_which_system_its_replies_are(tmp_path: Path) -> None:
    (tmp_path / "reply.txt").write_text(DUMP + FRAMES)
    store = getpage.load(tmp_path / "reply.txt", into=tmp_path / "store", system="SYSX")
    assert store.sql(
        "select system from zos_dump_option union all select system from zos_large_frames"
    ).fetchall() == [("SYSX",), ("SYSX",)]


def test_a_report_by_interval_is_of_the_product_that_reads_it() -> None:
    from getpage.evidence import spans

    start, end = datetime(2026, 11, 18), datetime(2026, 11, 18, 0, 15)
    row = {"report": "WLMGL", "system": "SYSA", "interval_start": start, "written": end}
    found = spans.Spans()
    spans.note_rows(found, "zos_service_class", [row], ())
    spans.note_rows(found, "mq_buffer_pool", [row | {"report": "MP"}], ())
    assert [(line["product"], line["report"]) for line in found.plain()] == [("mq", "MP"), ("zos", "WLMGL")]


# the dump reserve


def test_what_a_dump_needs_is_what_is_kept_and_what_is_missing_shared_storage_included(site: Path) -> None:
    result = getpage.check(site)
    [sysa] = [account for account in result.accounts if str(account.of) == "SYSA"]
    held = {line.holder: line.bytes for line in (*sysa.lines, *sysa.free_at_minimum)}
    assert held["missing for a dump"]
    assert held["a dump needs"] == held["dump reserve"] + held["missing for a dump"]
    [member] = [account for account in result.accounts if str(account.of) == "SYSA.DBP1"]
    parts = {line.holder: line.bytes for line in member.lines if line.place == "real storage"}
    [needs] = [line for line in member.lines if line.holder == "MAXSPACE for a dump"]
    assert parts["shared storage of threads and system"]
    assert f"without shared storage {parts['shared storage of threads and system'] >> 20} MiB" in needs.note
    assert needs.bytes >= parts["common storage"]


@pytest.mark.parametrize("line", [("check", "{}", "--all"), ("ledger", "{}")], ids=str)
def test_the_sum_of_a_dump_stands_in_check_and_in_the_ledger(site: Path, line: tuple[str, ...]) -> None:
    words = " ".join(run(*(part.format(site) for part in line)).stdout.decode().split())
    assert "a dump needs" in words
    assert "missing for a dump" in words
    if line[0] == "check":
        assert "DBM1 9.67 GiB + DIST 180 MiB + common 96 MiB - pools 7.67 GiB" in words
        assert "without shared storage 420 MiB, which IBM's formula does not name" in words
        assert "1,050,000 buffers in 6 pools" in words


def test_a_proof_can_say_of_which_system_its_replies_are(site: Path) -> None:
    halves = {"before_window": "2026-11-18T00..2026-11-18T12", "after_window": "2026-11-18T12..2026-11-18T24"}
    asked, _ = both_sides(site, None, **halves)
    assert [missing for missing in asked.observed.missing if "reply.txt" in missing.subsystem]
    told, after = both_sides(site, None, **halves, system="SYSB")
    for side in (told, after):
        assert not [missing for missing in side.observed.missing if "reply.txt" in missing.subsystem]
    with pytest.raises(GetpageError, match="--system"):
        ProveRequest(before="runs.csv", system="SYSB")
