"""A product of its own, added as a folder and a line in the registry, goes through every verb and rendering
with nothing else touched.
"""

from __future__ import annotations

import importlib
import json
import re
import shutil
import struct
from datetime import datetime, timedelta
from pathlib import Path

import pytest

import getpage
import toy.analyse
import zos_records
from getpage.cli.app import app
from getpage.contract.product import Product
from getpage.core.names import Image, KnobId, Subsystem
from getpage.products import registry
from getpage.result.forecast import FigureName
from toy import PRODUCT

LAYOUTS = [Path(__file__).parent / "toy" / "layouts"]
SERVER = Subsystem("toy", Image("SYSA"), "TOY1")
KNOB = KnobId(SERVER, "AREA")
START = datetime(2012, 7, 24, 6, 45)
QUARTER = timedelta(minutes=15)
#: Seconds of folding and of waiting in a quarter of an hour, by size of the area in KB.
SMALL, LARGE = (65_536, 270.0, 180.0), (1_048_576, 9.0, 4.5)


@pytest.fixture(autouse=True)
def _registered(monkeypatch):
    """The line in the registry."""
    monkeypatch.setattr(registry, "PACKAGES", (*registry.PACKAGES, "toy"))
    monkeypatch.setattr(registry, "PRODUCTS", type(registry.PRODUCTS)())


def smf_time(moment: datetime) -> bytes:
    hundredths = ((moment.hour * 60 + moment.minute) * 60 + moment.second) * 100
    packed = bytes.fromhex(f"{(moment.year - 1900) // 100:02}{moment:%y%j}f".zfill(8))
    return struct.pack(">I", hundredths) + packed


def record(start: datetime, area: tuple[int, float, float], requests: int = 90_000) -> bytes:
    size, folding, wait = area
    cpu = 300.0 + folding
    section = smf_time(start) + struct.pack(
        ">QQQQQQ", 900 * 10**6, size, requests, *(round(s * 1e6) for s in (cpu, folding, wait))
    )
    body = (
        struct.pack(">BB", 0x1E, 201)
        + smf_time(start + QUARTER)
        + "SYSATOY1".encode("cp037")
        + struct.pack(">HIHH", 1, 32, len(section), 1)
        + section
    )
    return struct.pack(">HH", len(body) + 4, 0) + body


def site(directory: Path, areas: list[tuple[int, float, float]]) -> Path:
    """A dump of the toy, a log of it, and of z/OS what is free."""
    directory.mkdir()
    (directory / "toy.smf").write_bytes(b"".join(record(START + n * QUARTER, a) for n, a in enumerate(areas)))
    zos_records.write(directory / "zos.smf", [zos_records.smf71("SYSA", n) for n in range(len(areas))])
    prefix = "M 0000000 SYSA     2012206 10:30:00.00 STC00042 00000090  "
    log = f"{prefix}TOY001I TOY1 WORK AREA {areas[-1][0]} KB\n"
    (directory / "toy.log").write_text(log)
    return directory


@pytest.fixture
def evidence(tmp_path):
    return site(tmp_path / "site", [LARGE, LARGE, *[SMALL] * 6])


def run(capsys, *words) -> tuple[int, str]:
    code = app(
        [*map(str, words), "--layouts", str(LAYOUTS[0])], result_action="return_value", exit_on_error=False
    )
    return code or 0, capsys.readouterr().out


def test_its_records_and_its_messages_fill_its_table(evidence, tmp_path):
    store = getpage.load(evidence, into=tmp_path / "store", layouts=LAYOUTS)
    rows = store.table("toy_area").collect().sort("written")
    assert rows.height == 9
    assert rows["area_kb"].to_list() == [1_048_576] * 2 + [65_536] * 7
    assert rows["folding_us"].to_list()[:3] == [9_000_000, 9_000_000, 270_000_000]


def test_a_check_finds_what_its_rule_finds_with_the_command_and_where_every_number_stands(evidence):
    result = getpage.check(evidence, layouts=LAYOUTS)
    [finding] = [finding for finding in result.findings if finding.product == "toy"]
    assert finding.claim == "Requests of SYSA.TOY1 waited 18 min 9 s for its work area."
    assert {fact.file.rpartition("/")[2] for fact in finding.evidence} == {"toy.smf", "toy.log"}
    [change] = finding.changes
    assert (change.command, change.undo) == ("SET AREA=1048576K", "SET AREA=65536K")
    assert "free" in change.caution  # it was held against the real storage of its image


def test_adding_a_check_is_adding_one_file(evidence, tmp_path, monkeypatch):
    checks = tmp_path / "more" / "toy_checks"
    shutil.copytree(Path(__file__).parent / "toy" / "checks", checks)
    rule = (checks / "area_small.py").read_text()
    added = rule.replace("toy-area-small", "toy-area-seen").replace("<= SHARE", "< 0 * SHARE")
    (checks / "area_seen.py").write_text(added)
    monkeypatch.syspath_prepend(checks.parent)
    monkeypatch.setattr(toy.analyse, "RULES", importlib.import_module("toy_checks").RULES)
    result = getpage.check(evidence, layouts=LAYOUTS)
    assert {finding.check for finding in result.findings if finding.product == "toy"} == {
        "toy-area-small",
        "toy-area-seen",
    }
    [looked] = [scope for scope in result.looked if scope.product == "toy"]
    assert (looked.rules, looked.what) == (2, "work area")


def test_contributing_names_files_that_are_there_and_walks_through_five():
    root = Path(__file__).parents[1]
    text = (root / "CONTRIBUTING.md").read_text()
    named = re.findall(r"`([\w./-]+\.(?:py|toml|ini))`", text)
    folders = ("", "src", "src/getpage", "src/getpage/products", "src/getpage/products/common/text")
    own = {"record.toml", "scopes.py"}  # of a record type, of each product
    absent = [name for name in named if not any((root / folder / name).is_file() for folder in folders)]
    assert set(absent) <= own
    assert len(re.findall(r"^\d\. `src/[^`]+`", text, re.MULTILINE)) == 5


def test_the_ledger_counts_its_fixed_area_once_in_the_account_of_its_image(evidence):
    result = getpage.check(evidence, layouts=LAYOUTS)
    [account] = [account for account in result.accounts if account.of == Image("SYSA")]
    mine = [line for line in account.lines if line.holder == "TOY1 work area"]
    assert [(line.bytes, line.place) for line in mine] == [(64 << 20, "real storage")]


def test_a_plan_gives_it_storage_for_the_processor_time_and_the_waits_that_it_saves(evidence):
    plan = getpage.plan(evidence, add="2G", within_ledger=False, layouts=LAYOUTS)
    [item] = plan.items
    assert item.knob == KNOB
    assert item.size_after == 1_048_576
    assert item.reads_avoided is None
    assert item.cpu_saved.value == pytest.approx((270 - 9) * 4)
    assert item.wait_saved.value == pytest.approx((180 - 4.5) * 4)
    assert [step.change.command for step in plan.steps] == ["SET AREA=1048576K"]


def test_a_forecast_of_it_has_cpu_and_waits_and_no_reads(evidence):
    forecast = getpage.forecast(evidence, "TOY1.AREA=1048576", processors=4, busy_percent=40, layouts=LAYOUTS)
    saved = forecast.figure(SERVER, FigureName.CPU_SAVED).after
    assert saved.value == pytest.approx((270 - 9) / 900)
    assert forecast.figure(SERVER, FigureName.READS_AVOIDED) is None
    assert forecast.figure(KNOB, FigureName.READS) is None
    response = forecast.figure(SERVER, FigureName.RESPONSE)
    assert response.after.value < response.before.value


def test_a_proof_compares_its_work_before_and_after_and_scores_the_forecast(evidence, tmp_path, capsys):
    later = site(tmp_path / "later", [LARGE] * 8)
    saved = tmp_path / "forecast.json"
    code, text = run(capsys, "forecast", evidence, "--change", "toy.TOY1.AREA=1048576", "--format", "json")
    assert code == 0
    saved.write_text(text)
    proof = getpage.prove(evidence, later, forecast=saved, layouts=LAYOUTS)
    cpu = proof.difference(SERVER, FigureName.CPU_PER_UNIT)
    assert cpu.after.value == pytest.approx(309 / 90_000)
    assert [(item.knob, item.after) for item in proof.changed] == [(KNOB, 1_048_576)]
    assert any(score.actual is not None for score in proof.scores)


def asked(verb: str, evidence: Path, tmp_path: Path, capsys) -> list:
    """A verb and what it is asked of the toy."""
    change = ["--change", "toy.TOY1.AREA=1048576"]
    if verb == "plan":
        return [verb, evidence, "--add", "2G"]
    if verb == "forecast":
        return [verb, evidence, *change]
    if verb == "prove":
        saved = tmp_path / "forecast.json"
        saved.write_text(run(capsys, "forecast", evidence, *change, "--format", "json")[1])
        return [verb, evidence, site(tmp_path / "later", [LARGE] * 8), "--forecast", saved]
    return [verb, evidence]


@pytest.mark.parametrize("verb", ["inspect", "check", "ledger", "plan", "forecast", "prove"])
@pytest.mark.parametrize("form", ["table", "json", "csv", "md"])
def test_every_rendering_of_every_verb_shows_it(evidence, tmp_path, capsys, verb, form):
    code, text = run(capsys, *asked(verb, evidence, tmp_path, capsys), "--format", form)
    assert code == 0
    assert ("toy" if verb == "inspect" else "TOY1") in text


@pytest.mark.parametrize("verb", ["plan", "forecast", "prove"])
def test_the_page_of_a_verb_shows_it(evidence, tmp_path, capsys, verb):
    page = tmp_path / "page.html"
    code, _ = run(capsys, *asked(verb, evidence, tmp_path, capsys), "--output", page)
    assert code == 0
    assert "TOY1" in page.read_text()


def test_inspect_says_what_its_records_and_messages_answer(evidence):
    inspection = getpage.inspect(evidence, layouts=LAYOUTS)
    assert {item.what for item in inspection.record_types if "toy" in item.what.lower()} == {
        "Toy statistics",
        "toy_area",
    }
    assert [
        (answer.question, answer.answered) for answer in inspection.answers if answer.product == "toy"
    ] == [("How large are work areas?", True)]


def test_how_a_site_comes_by_its_evidence_is_told(capsys):
    code = app(["collect", "--for", "toy"], result_action="return_value", exit_on_error=False)
    assert not code
    assert "OUTDD(OUT,TYPE(201))" in capsys.readouterr().out


@pytest.mark.parametrize("form", ["html", "md", "csv", "json"])
def test_a_report_has_its_finding_its_command_and_its_account(evidence, tmp_path, capsys, form):
    page = tmp_path / f"report.{form}"
    code, _ = run(capsys, "report", evidence, "--output", page)
    assert code == 0
    text = page.read_text().replace("\\_", "_").replace("&nbsp;", " ")
    assert "waited 18 min 9 s for its work area" in text
    assert "SET AREA=1048576K" in text


def test_its_rule_is_explained_and_its_columns_are_in_the_dictionary(capsys):
    assert registry.checks()["toy-area-small"].explanation.startswith("Work area that requests wait for.")
    _, text = run(capsys, "fields", "--table", "toy_area", "--format", "json")
    assert {row["column"] for row in json.loads(text)} >= {"folding_us", "wait_us", "area_kb"}


@pytest.mark.parametrize("name", list(Product.__dataclass_fields__))
def test_a_fact_of_a_product_that_is_left_out_is_an_error(name):
    stated = {field: getattr(PRODUCT, field) for field in Product.__dataclass_fields__ if field != name}
    with pytest.raises(TypeError, match=name):
        Product(**stated)
