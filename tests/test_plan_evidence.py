"""From evidence to commands, in every form."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

import getpage
from db2_evidence import START, hours, logged
from getpage.cli.output import Format
from getpage.cli.plan import plan_command
from getpage.contract.observation import Observation
from getpage.contract.storage import LEAST_KEPT
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.core.numbers import storage
from getpage.plan import PlanSettings, plan_of
from getpage.report.plan.sentences import sentences
from getpage.result import Severity
from getpage.result.plan import PLAN_VERSION, Reason
from in_process import run
from named import knob_id
from plan_site import FALLING, PAGE, knob, plan
from test_knobs import PAGE_SETS, simulated
from test_rmf_xml import REPORT

#: Frames of which 400,000 less the least reserve can be given, as 10 % of 16 GiB stay free.
FREE = 400_000 - LEAST_KEPT // 4096 + 419_431


def evidence(tmp_path, free: int = FREE):
    text = hours(
        simulated(2_400_000),
        {"pool": "BP2", "id": 2, "sync_random": 7_200_000},
        {"pool": "BP3", "id": 3, "size": 300_000, **simulated(600_000)},
    )
    (tmp_path / "db2.log").write_text(logged(text, START + timedelta(hours=1)))
    (tmp_path / "paging.xml").write_text(REPORT.format(hour=10, least=free).replace("SYSA", "SY1"))
    return [str(tmp_path)]


def test_from_displays_and_rmf_to_commands(tmp_path):
    result = getpage.plan(evidence(tmp_path))
    assert {step.change.command for step in result.steps} == {
        "-ALTER BUFFERPOOL(BP1) VPSIZE(600000)",
        "-ALTER BUFFERPOOL(BP3) VPSIZE(400000)",
        "-ALTER BUFFERPOOL(BP1) SPSIZE(200000)",
        "-ALTER BUFFERPOOL(BP2) SPSIZE(100000) SPSEQT(80)",
        "-ALTER BUFFERPOOL(BP3) SPSIZE(200000)",
    }
    simulation = sum(step.change.storage_bytes for step in result.steps if "SPSIZE" in step.change.command)
    assert result.budgets[0].left == 200_000 * PAGE - simulation - LEAST_KEPT
    assert result.cpu_saved.low < result.cpu_saved.value < result.cpu_saved.high
    assert {item.knob: item.reason for item in result.not_done} == {
        knob_id("db2", "SY1.DB1A.BP2"): Reason.EVIDENCE
    }


def test_mq_1_a_few_megabytes_that_are_spare_are_found_and_are_no_command(tmp_path):
    (tmp_path / "mq.txt").write_text(PAGE_SETS)
    result = getpage.check(tmp_path)
    spare = {
        str(finding.object): finding for finding in result.findings if finding.check == "mq-pool-oversized"
    }
    assert [item.storage_bytes for item in spare.values()] == [3706 * PAGE] * 2
    assert {item.severity for item in spare.values()} == {Severity.INFO}
    assert not result.changes


@pytest.mark.parametrize("form", list(Format))
def test_every_form_holds_the_commands(tmp_path, capsys, form):
    paths = evidence(tmp_path)
    assert plan_command(paths, add="1G", format=form) == 0
    out = capsys.readouterr().out
    assert "ALTER BUFFERPOOL(BP1) VPSIZE(600000)" in out
    if form is Format.JSON:
        document = json.loads(out)
        assert (document["kind"], document["version"]) == ("plan", PLAN_VERSION)
    if form is Format.TABLE:
        assert max(map(len, out.splitlines())) <= 100


def test_the_page_has_pictures_and_no_script_and_the_report_has_the_plan(tmp_path):
    from getpage.cli.report import report_command

    paths = evidence(tmp_path)
    assert plan_command(paths, output=tmp_path / "plan.html") == 0
    page = (tmp_path / "plan.html").read_text()
    assert page.count("<svg") >= 2
    assert "<script" not in page
    assert "step-taken" in page
    assert report_command(paths, output=tmp_path / "report.html") == 0
    assert 'id="plan"' in (tmp_path / "report.html").read_text()


def test_the_report_has_the_forecast_of_what_the_plan_grows(tmp_path):
    from getpage.app.report import with_plan
    from getpage.evidence.opened import open_evidence
    from getpage.evidence.window import Window

    with open_evidence(evidence(tmp_path), window=Window(None, None), layouts=()) as (seen, _):
        result = with_plan(seen)
    grown = [item for item in result.plan.items if item.reads_avoided]
    assert grown
    assert [entry.knob for entry in result.forecast.asked] == [item.knob for item in grown]
    figures = {(figure.subject, figure.name): figure.after for figure in result.forecast.figures}
    for item in grown:
        avoided = figures[item.knob, "reads avoided"]
        assert avoided.value == pytest.approx(item.reads_avoided.value)
        assert avoided.low <= avoided.value <= avoided.high
    page = getpage.report.render(result, "html", title="t", generated_by="g")
    assert 'id="forecast"' in page
    assert f"--change {grown[0].knob}={grown[0].size_after}" in page
    assert json.loads(getpage.report.render(result, "json"))["forecast"]["figures"]


def test_the_same_evidence_gives_the_same_bytes(tmp_path, capsys):
    paths = evidence(tmp_path)
    pages = []
    for _ in range(2):
        plan_command(paths, format=Format.JSON)
        pages.append(capsys.readouterr().out)
    assert pages[0] == pages[1]


@pytest.mark.parametrize(
    ("needed", "problem"),
    [
        (PlanSettings(add="SYSX=1G"), "no knob is on SYSX"),
        (PlanSettings(protect=["db2.DB1A.BP7"]), "no such knob"),
        (PlanSettings(weights={"mq.MQ9": 2}), "no such knob"),
        (PlanSettings(weights={"cpu": -1}), "expected 0 or more"),
    ],
)
def test_what_cannot_be_is_refused_with_what_to_do(needed, problem):
    with pytest.raises(GetpageError, match=problem):
        plan(knob("BP1", 1000, FALLING), asked=needed)


def test_a_saved_curve_that_is_not_there_is_named():
    with pytest.raises(GetpageError, match=r"nowhere\.json"):
        plan_of(Observation(knobs=(knob("BP1", 1000, FALLING),)), curves=["nowhere.json"])


def test_no_knob_at_all_ends_with_what_would_help():
    with pytest.raises(NotEnoughEvidenceError, match="SMF 115"):
        plan()


def test_what_is_given_where_nobody_knows_what_is_free_is_said_and_not_called_nothing(tmp_path):
    text = hours({"size": 100_000, **simulated(2_400_000)})
    (tmp_path / "db2.log").write_text(logged(text, START + timedelta(hours=1)))
    result = getpage.plan(tmp_path)
    [grown] = result.items
    assert (grown.storage_bytes > 0, grown.counted_bytes) == (True, 0)
    [sentence] = [sentence for sentence in sentences(result) if sentence.startswith("Real storage")]
    assert f"{storage(grown.storage_bytes)} that checks ask for are not included: make sure" in sentence


@pytest.mark.parametrize("added", ["1", "4095"])
def test_less_than_a_page_that_is_added_gives_nothing_and_more_no_more_than_itself(tmp_path, added):
    paths = evidence(tmp_path)

    def given(size: str) -> tuple[dict[str, int], int]:
        done = run("plan", *paths, "--least", "0", "--add", size, "--format", "json")
        document = json.loads(done.stdout)
        [budget] = document["budgets"]
        assert budget["taken"] <= budget["added"]
        return {item["knob"]: item["size_after"] for item in document["items"]}, budget["added"]

    assert given(added) == given("0") == ({}, 0)
    assert given("4K") == ({}, 4096)
    assert given("4G")[0]
