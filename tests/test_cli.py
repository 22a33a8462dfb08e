"""The command line as a user meets it: output, errors, exit codes."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import sample_site
from db2_evidence import hours
from getpage.cli import app
from getpage.cli.app import run_command
from getpage.products.registry import checks
from in_process import run_bytes as run

GETPAGE = Path(sys.executable).with_name("getpage")


def process(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    command = [str(GETPAGE), *(str(argument) for argument in arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, check=False)


@cache
def checked(store: Path, form: str) -> bytes:
    """What a check of the store prints."""
    done = run("check", store, "--format", form)
    assert done.returncode == 0
    return done.stdout


@pytest.fixture(scope="module")
def site() -> Path:
    return sample_site.site()


@pytest.fixture(scope="module")
def store() -> Path:
    return sample_site.store()


WRONG = {
    "empty": (b"", "empty"),
    "pdf": (b"%PDF-1.4 something", "PDF"),
    "ascii": (b"\x01\x02QWHS...QPST" * 50, "EBCDIC to ASCII"),
    "noise": (bytes(range(256)) * 40, "no SMF record"),
    "words": (b"Dear colleague,\nplease find nothing attached.\n" * 20, "no message"),
}


@pytest.mark.parametrize(
    "verb", [("inspect",), ("check",), ("load", "--into", "s"), ("report", "-o", "r.html")]
)
@pytest.mark.parametrize("kind", sorted(WRONG))
def test_a_wrong_file_gets_one_clear_sentence_a_next_step_and_exit_code_2(
    verb: tuple[str, ...], kind: str, tmp_path: Path
) -> None:
    path = tmp_path / "evidence"
    content, says = WRONG[kind]
    path.write_bytes(content)
    arguments = [tmp_path / a if a in {"s", "r.html"} else a for a in verb[1:]]
    done = run(verb[0], path, *arguments)
    message = done.stderr.decode()
    assert done.returncode == 2
    assert says in message
    assert str(path) in message
    assert "Traceback" not in message
    _, step = message.splitlines()
    assert step.startswith("Next: ")
    assert done.stdout == b""


def test_a_page_that_names_records_is_not_called_a_translated_dump(tmp_path: Path) -> None:
    (tmp_path / "report.html").write_text("<p>QPST and QWHS are sections of SMF 115</p>\n" * 50)
    message = run("inspect", tmp_path).stderr.decode()
    assert "translated" not in message
    assert "no message, command output or report" in message


def test_a_directory_without_evidence_and_a_path_that_is_not_there_are_said(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.smf"):
        done = run("inspect", path)
        assert done.returncode == 2
        assert str(path) in done.stderr.decode()


@pytest.mark.parametrize("verb", [("inspect",), ("load", "--into", "other")], ids=" ".join)
def test_a_store_is_no_evidence_and_what_reads_it_is_said(
    store: Path, verb: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*verb, store)
    assert done.returncode == 2
    assert b"a store, not evidence" in done.stderr


def test_good_files_beside_a_bad_one_are_kept_and_the_exit_code_says_so(site: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"%PDF-1.4")
    done = run("load", site, bad, "--into", tmp_path / "s", "--format", "json")
    assert done.returncode == 2
    assert "bad.pdf" in done.stderr.decode()
    assert any(row["table"] == "mq_buffer_pool" and row["rows"] > 0 for row in json.loads(done.stdout))


def test_a_sample_site_and_a_load_say_what_to_run_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("getpage.cli.demo.write_site", lambda _: iter(()))
    assert run_command(["demo", str(tmp_path / "a site")]) == 0
    assert f"next: getpage report '{tmp_path}/a site' -o report.html" in capsys.readouterr().err
    (tmp_path / "db2.log").write_text(hours({}))
    assert run_command(["load", str(tmp_path / "db2.log"), "--into", str(tmp_path / "prod")]) == 0
    assert f"next: getpage check {tmp_path}/prod" in capsys.readouterr().err


def test_a_load_says_how_many_records_stand_in_the_evidence_twice(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["load", str(site / "smf-dump.bin"), "--into", str(tmp_path / "prod")]) == 0
    assert "1 record was there already" in capsys.readouterr().err


def test_standard_input_is_evidence(site: Path) -> None:
    done = process("inspect", "-", "--format", "json", stdin=(site / "smf-dump.bin").read_bytes())
    document = json.loads(done.stdout)
    assert document["sources"][0]["name"] == "standard input"
    assert {"115.215", "115.201"} <= {f"{t['type']}.{t['subtype']}" for t in document["record_types"]}


def test_inspect_says_framing_coverage_and_what_can_be_answered(site: Path) -> None:
    document = json.loads(run("inspect", site, "--format", "json").stdout)
    assert {"RDW", "text"} <= {source["framing"] for source in document["sources"]}
    assert {c["subsystem"] for c in document["coverage"]} >= {
        "SYSA.MQA1",
        "SYSA.MQA2",
        "SYSB.MQB1",
        "SYSB.MQB2",
    }
    assert any(c["gaps"] for c in document["coverage"])
    assert any(answer["answered"] for answer in document["answers"])


def test_tables_for_people_fit_100_columns(site: Path, store: Path) -> None:
    for arguments in (
        ("inspect", site),
        ("check", store),
        ("fields",),
        ("fields", "--table", "mq_buffer_pool"),
        ("explain",),
    ):
        for line in run(*arguments).stdout.decode().splitlines():
            assert len(line.rstrip()) <= 100, line


def test_check_gives_findings_under_the_agreed_keys(store: Path) -> None:
    result = json.loads(checked(store, "json"))
    for finding in result["findings"]:
        assert {"check", "product", "object", "severity", "claim", "evidence", "changes"} <= finding.keys()
    traced = [fact for finding in result["findings"] for fact in finding["evidence"] if fact["column"]]
    assert traced
    assert all(fact["file"] and fact["record"] is not None and fact["table"] for fact in traced)


def test_check_in_csv_and_markdown_names_every_finding(store: Path) -> None:
    findings = json.loads(checked(store, "json"))["findings"]
    rows = list(csv.DictReader(io.StringIO(checked(store, "csv").decode())))
    rows = [row for row in rows if row["section"] == "findings"]
    assert [row["object"] for row in rows] == [finding["object"] for finding in findings]
    markdown = checked(store, "md").decode().replace("\\_", "_")
    assert all(finding["object"] in markdown for finding in findings)


def test_fail_on_sets_the_exit_code(store: Path) -> None:
    assert checked(store, "json")  # which ends with 0
    assert run("check", store, "--fail-on", "critical").returncode == 1


def test_evidence_that_no_check_can_use_is_not_called_healthy(tmp_path: Path) -> None:
    path = tmp_path / "trailer.smf"
    path.write_bytes(
        bytes([0, 18, 0, 0, 0x1E, 3, 0, 0x5A, 0xAC, 0x48, 1, 0x26, 0x14, 0x1F, 0xE2, 0xE8, 0xE2, 0xC1]) * 3
    )
    for verb in (("check",), ("report", "-o", tmp_path / "r.html")):
        done = run(verb[0], path, *verb[1:])
        assert done.returncode == 3
        assert "not enough evidence" in done.stderr.decode()
        assert "SMF 115" in done.stderr.decode()


def test_a_window_leaves_out_what_is_outside(store: Path) -> None:
    whole = json.loads(checked(store, "json"))
    night = json.loads(run("check", store, "--format", "json", "--to", "2026-11-18T03:00").stdout)
    assert len(night["findings"]) < len(whole["findings"])
    assert run("check", store, "--from", "2026-11-19T00:00", "--to", "2026-11-18T00:00").returncode == 2


def test_a_report_is_the_same_for_the_same_evidence(store: Path, tmp_path: Path) -> None:
    pages = []
    for name, command in (("a.html", run), ("b.html", process)):  # processes order sets as they like
        assert command("report", store, "-o", tmp_path / name).returncode == 0
        pages.append((tmp_path / name).read_bytes())
    assert pages[0] == pages[1]
    assert pages[0].count(b"<script") == 1


def test_a_report_needs_a_known_ending_and_a_directory(store: Path, tmp_path: Path) -> None:
    assert run("report", store, "-o", tmp_path / "report.pdf").returncode == 2
    assert run("report", store, "-o", tmp_path / "missing" / "report.html").returncode == 2


def test_sql_answers_in_every_form_and_refuses_nonsense(store: Path) -> None:
    query = "select count(*) as n from mq_buffer_pool"
    assert json.loads(run("sql", store, query, "--format", "json").stdout)[0]["n"] > 0
    assert run("sql", store, query, "--format", "csv").stdout.decode().splitlines()[0] == "n"
    wrong = run("sql", store, "select nothing from nowhere")
    assert wrong.returncode == 2
    assert "Traceback" not in wrong.stderr.decode()


def test_fields_have_ibm_name_source_and_trust(tmp_path: Path) -> None:
    entries = json.loads(run("fields", "--format", "json").stdout)
    for entry in entries:
        assert {"table", "column", "ibm_name", "unit", "meaning", "source", "trust"} <= entry.keys()
        assert entry["trust"] in {"seen", "ibm", "code", "derived"}
    assert run("fields", "--table", "nonsense").returncode == 2
    assert tmp_path.is_dir()


def test_every_check_is_explained_under_the_same_headings() -> None:
    listed = {row["check"] for row in json.loads(run("explain", "--format", "json").stdout)}
    assert listed == set(checks())
    for check in checks().values():
        for heading in (
            "What it does",
            "Why it matters",
            "Evidence",
            "What to do",
            "How to verify",
            "References",
        ):
            assert heading in check.explanation, check.id
    text = run("explain", "mq-pool-undersized", "--format", "md").stdout.decode()
    assert "REDP-5238" in text
    assert run("explain", "no-such-check").returncode == 2


def test_every_verb_teaches_by_help() -> None:
    assert process("--help").returncode == 0
    verbs = [name for name in app if not name.startswith("-")]
    assert {"inspect", "load", "check", "report", "sql", "fields", "explain", "demo", "curve"} <= set(verbs)
    for verb in verbs:
        assert f"getpage {verb}" in run(verb, "--help").stdout.decode(), verb


def test_a_site_brings_its_own_layout(site: Path, tmp_path: Path) -> None:
    layouts = tmp_path / "layouts"
    layouts.mkdir()
    (layouts / "qpst.toml").write_text(
        'section = "QPST"\ntitle = "Pools, briefly"\ntable = "my_pools"\nsource = "us"\ntrust = "derived"\n'
        "where = [{ type = 115, subtypes = [215], triplet = 1 }]\n"
        'fields = [{ at = 12, type = "u32", name = "buffers", unit = "buffers", meaning = "buffers" }]\n'
    )
    done = run(
        "load", site / "smf-dump.bin", "--into", tmp_path / "s", "--layouts", layouts, "--format", "json"
    )
    assert {"my_pools"} <= {row["table"] for row in json.loads(done.stdout)}
    (layouts / "qpst.toml").write_text("section = [")
    broken = run("inspect", site, "--layouts", layouts)
    assert broken.returncode == 2
    assert "qpst.toml" in broken.stderr.decode()
