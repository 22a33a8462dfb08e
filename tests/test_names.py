"""Every identity has one spelling, people may write less of it, and things of one name stay apart."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import curve_traces as traces
import getpage
from db2_evidence import START, hours, logged
from getpage import report
from getpage.contract.knob import coupling_facility, fixed_frames
from getpage.core.errors import GetpageError
from getpage.core.names import (
    ChangeId,
    FindingId,
    Image,
    KnobId,
    LimitId,
    Object,
    Subsystem,
    called,
    find,
)
from getpage.result.prove import Verdict
from getpage.result.saved import read_forecast
from named import knob_id, subsystem, thing
from sample_site import only_read
from test_db2_prove import AFTER, BEFORE, Side
from test_knobs import simulated
from test_rmf_xml import REPORT

if TYPE_CHECKING:
    from pathlib import Path

SYSA = Image("SYSA")
DB1A = Subsystem("db2", SYSA, "DB1A")
#: Evidence that names neither image nor subsystem, and evidence that names only the subsystem.
NOBODY, BARE = Subsystem("mq"), Subsystem("mq", name="MQ1A")


@pytest.mark.parametrize(
    ("case", "spelled"),
    [
        (SYSA, "SYSA"),
        (Image(), "?"),
        (DB1A, "SYSA.DB1A"),
        (BARE, "MQ1A"),
        (Subsystem("zos", SYSA), "SYSA"),
        (NOBODY, "mq"),
        (Object(DB1A, "BP1"), "SYSA.DB1A BP1"),
        (Object(DB1A), "SYSA.DB1A"),
        (Object(BARE, "pool 3"), "MQ1A pool 3"),
        (Object(NOBODY, "pool 3"), "pool 3"),
        (Object(NOBODY), "mq"),
        (Object(Subsystem("zos"), "PLEX1.CF1"), "PLEX1.CF1"),
        (KnobId(DB1A, "BP1"), "SYSA.DB1A.BP1"),
        (KnobId(BARE, "3"), "MQ1A.3"),
        (KnobId(NOBODY, "3"), "mq.3"),
        (fixed_frames(SYSA), "SYSA fixed frames"),
        (fixed_frames(Image()), "? fixed frames"),
        (LimitId(BARE, "MEMLIMIT"), "MQ1A MEMLIMIT"),
        (coupling_facility("PLEX1", "CF1"), "PLEX1.CF1 storage"),
        (FindingId("db2-pool-reads", Object(DB1A, "BP1")), "db2-pool-reads SYSA.DB1A BP1"),
        (ChangeId(DB1A, "BP1 VPSIZE", 1), "SYSA.DB1A BP1 VPSIZE"),
    ],
)
def test_an_identity_is_spelled_by_what_the_evidence_names_of_it(case, spelled):
    assert str(case) == spelled


def test_knobs_and_objects_know_their_product_and_image():
    assert {(item.product, item.image) for item in (KnobId(DB1A, "BP1"), Object(DB1A, "BP1"))} == {
        ("db2", SYSA)
    }


@pytest.mark.parametrize(
    ("case", "text"),
    [
        *((KnobId(DB1A, "BP1"), text) for text in ("SYSA.DB1A.BP1", "DB1A.BP1", "BP1", " bp1 ")),
        *((KnobId(DB1A, "BP1"), text) for text in ("db2.SYSA.DB1A.BP1", "db2.DB1A.BP1", "DB2.bp1")),
        *((KnobId(NOBODY, "3"), text) for text in ("mq.3", "3")),
        *((DB1A, text) for text in ("SYSA.DB1A", "DB1A", "db2.DB1A", "db2.SYSA.DB1A")),
        *((SYSA, text) for text in ("SYSA", "sysa", "zos.SYSA")),
        (Subsystem("zos", SYSA, "ONLINE"), "zos.SYSA.ONLINE"),
    ],
)
def test_less_than_the_whole_and_the_product_before_it_are_understood(case, text):
    assert called(case, text)


@pytest.mark.parametrize(
    "text", ["", ".", "BP", "P1", "BP11", "A.BP1", "mq.DB1A.BP1", "SYSB.DB1A.BP1", "SYSA.BP1", "DB1A", ".BP1"]
)
def test_what_is_no_end_of_the_spelling_is_another_thing(text):
    assert not called(KnobId(DB1A, "BP1"), text)


def test_what_several_may_be_called_is_none_of_them_until_it_is_spelled_out():
    here, there = knob_id("db2", "SYSA.DB1A.BP1"), knob_id("db2", "SYSB.DB1A.BP1")
    assert find("DB1A.BP1", [here, there]) is None
    assert find("SYSB.DB1A.BP1", [here, there]) == there
    assert find("DB1A.BP1", [here, here]) == here
    assert find("DB1A.BP2", [here, there]) is None


def test_two_products_may_spell_a_name_alike_and_the_product_before_it_tells_them_apart():
    member, service_class = subsystem("db2", "SYSA.DB1A"), subsystem("zos", "SYSA.DB1A")
    assert member != service_class
    assert find("SYSA.DB1A", [member, service_class]) is None
    assert find("zos.SYSA.DB1A", [member, service_class]) == service_class
    assert find("db2.DB1A", [member, service_class]) == member


def test_the_label_of_a_run_is_found_as_it_is_written_only():
    assert find("256 GB", ["256 GB", "512 GB"]) == "256 GB"
    assert find("gb", ["256 GB", "x.GB"]) is None


names = st.text("ABC12", min_size=1, max_size=4)
subsystems = st.builds(
    Subsystem, st.sampled_from(["db2", "mq"]), st.builds(Image, st.just("") | names), st.just("") | names
)


@given(st.lists(st.builds(KnobId, subsystems, names), min_size=1, max_size=6))
def test_a_knob_is_found_by_its_product_and_spelling_unless_the_evidence_names_too_little(knobs):
    for knob in knobs:
        assert called(knob, str(knob))
        assert called(knob, f"{knob.product}.{knob}")
        alike = {other for other in knobs if str(other) == str(knob)}
        assert find(str(knob), knobs) == (knob if len(alike) == 1 else None)


# One Db2 of the same name on each of two images, here from their logs.


def log_of(image: str, avoided: int) -> str:
    text = logged(hours({"pool": "BP1"} | simulated(avoided)), START + timedelta(hours=1))
    return text.replace(" SY1 ", f" {image} ")


@pytest.fixture
def two_images(tmp_path: Path) -> Path:
    """DB1A of SY1, whose pool would gain much, and DB1A of SY2, whose pool would gain less."""
    for image, avoided in (("SY1", 2_400_000), ("SY2", 1_200_000)):
        (tmp_path / f"{image}.log").write_text(log_of(image, avoided))
        free = REPORT.format(hour=10, least=690_000).replace("SYSA", image)
        (tmp_path / f"{image}.xml").write_text(free)
    return tmp_path


def test_a_namesake_on_another_image_has_findings_and_changes_of_its_own(two_images):
    result = getpage.check(two_images)
    findings = [finding for finding in result.findings if finding.object.name == "BP1"]
    assert {entry.object for entry in findings} == {
        thing("db2", "SY1.DB1A BP1"),
        thing("db2", "SY2.DB1A BP1"),
    }
    for item in findings:
        assert item.changes
        assert {change.subsystem for change in item.changes} == {item.object.subsystem}
        assert all(item.id in change.because for change in item.changes)
    sizes = {str(entry.knob): entry.costs.reads[-1][1] for entry in result.cost_by_size}
    assert sizes["SY1.DB1A.BP1"] < sizes["SY2.DB1A.BP1"]


def test_a_change_of_a_namesake_has_to_say_which_and_is_forecast_of_that_alone(two_images):
    several = r"2 knobs are called so: SY1\.DB1A\.BP1, SY2\.DB1A\.BP1\nNext"
    with only_read(two_images) as site:
        with pytest.raises(GetpageError, match=several):
            getpage.forecast(site, "DB1A.BP1=+100000")
        by_name = {image: getpage.forecast(site, f"{image}.DB1A.BP1=+100000") for image in ("SY1", "SY2")}
    for image, forecast in by_name.items():
        subjects = {figure.subject for figure in forecast.figures}
        member = subsystem("db2", f"{image}.DB1A")
        assert subjects == {KnobId(member, "BP1"), member, Image(image)}
        assert {change.subsystem for change in forecast.changes} == {member}
    avoided = [forecast.figure("DB1A.BP1", "reads avoided").after.value for forecast in by_name.values()]
    assert avoided[0] == pytest.approx(2 * avoided[1], rel=0.02)


def test_a_plan_gives_each_namesake_the_storage_of_its_own_image(two_images):
    with only_read(two_images):
        plan = getpage.plan(two_images)
        kept = getpage.plan(two_images, protect=["SY1.DB1A.BP1"], weights={"SY2.DB1A": 3})
        for options in ({"protect": ["BP1"]}, {"weights": {"DB1A": 3}}):
            with pytest.raises(GetpageError, match=r"called so: .*\nNext: write SY1\.DB1A"):
                getpage.plan(two_images, **options)
    assert {(str(item.knob), item.image.name) for item in plan.items} == {
        ("SY1.DB1A.BP1", "SY1"),
        ("SY2.DB1A.BP1", "SY2"),
    }
    simulated = {
        step.change.subsystem.image: step.change.total_bytes for step in plan.steps if step.knob is None
    }
    assert {budget.image: budget.taken for budget in plan.budgets} == {
        item.image: item.counted_bytes + simulated[item.image] for item in plan.items
    }
    assert [(weight.of, weight.value) for weight in kept.weights][2:] == [("SY2.DB1A", 3)]


def test_a_trace_is_of_the_member_on_its_image(two_images):
    recorded = [traces.smf_specification(entry, i) for i, entry in enumerate(trace())]
    for item in recorded:
        item["common"]["system"] = "SY2"
    (two_images / "TRACE").write_bytes(traces.as_smf(recorded))
    bases = {str(entry.knob): entry.basis for entry in getpage.check(two_images).cost_by_size}
    assert bases == {"SY1.DB1A.BP1": "simulated pool", "SY2.DB1A.BP1": "trace"}


def test_a_saved_curve_has_to_say_whose_it_is(two_images, tmp_path):
    (tmp_path / "curve").mkdir()
    saved = tmp_path / "curve" / "bp1.json"
    pages = pl.DataFrame({"pool": "BP1", "page": [item.page for item in trace()], "access": "random"})
    saved.write_text(report.render(getpage.curve(pages, sizes=[1_000, 500_000, 600_000]), "json"))
    logs = [two_images / "SY1.log", two_images / "SY2.log"]
    with pytest.raises(GetpageError, match=r"Next: --curve SY1\.DB1A="):
        getpage.forecast(logs, "SY2.DB1A.BP1=600000", curves=[saved])
    forecast = getpage.forecast(logs, "SY2.DB1A.BP1=600000", curves=[f"SY2.DB1A={saved}"])
    assert forecast.asked[0].curve == "trace"


def trace() -> list:
    return [
        reference for reference in traces.references(3000, pools=("BP1",), seed=11) if reference.pool == "BP1"
    ]


def of_both(path: Path, here: Side, there: Side) -> Path:
    """A dump of DB1A of SYSA and of DB1A of SYSB."""
    records = [
        record | {"common": record["common"] | {"system": image}}
        for image, side in (("SYSA", here), ("SYSB", there))
        for record in side.records()
    ]
    path.write_bytes(traces.as_smf(records))
    return path


def test_a_proof_of_a_namesake_is_of_what_was_changed_there(tmp_path):
    again = Side(BEFORE.buffers, BEFORE.reads, BEFORE.commits, seed=5)
    before = of_both(tmp_path / "before.smf", BEFORE, BEFORE)
    after = of_both(tmp_path / "after.smf", again, AFTER)
    saved = tmp_path / "forecast.json"
    with only_read(before), only_read(after):
        [knob] = {item.knob for item in getpage.prove(before, after).changed}
        assert knob.subsystem == subsystem("db2", "SYSB.DB1A")
        saved.write_text(report.render(getpage.forecast(before, f"{knob}={AFTER.buffers}"), "json"))
        assert read_forecast(saved).asked[0].knob == str(knob)
        proof = getpage.prove(before, after, forecast=saved)
    verdicts = {
        image: proof.difference(f"{image}.DB1A", "reads per unit").verdict for image in ("SYSA", "SYSB")
    }
    assert verdicts == {"SYSA": Verdict.SAME, "SYSB": Verdict.BETTER}
    reads = next(
        score for score in proof.scores if (score.subject, score.name) == ("SYSB.DB1A", "reads per unit")
    )
    assert reads.actual.value == pytest.approx(proof.difference("SYSB.DB1A", "reads per unit").after.value)
    assert proof.difference("DB1A", "reads per unit") is None


def test_json_writes_identities_as_text_with_their_product_beside_them(two_images):
    document = json.loads(report.render(getpage.check(two_images), "json"))
    finding = next(finding for finding in document["findings"] if finding["object"] == "SY1.DB1A BP1")
    assert (finding["product"], finding["object"]) == ("db2", "SY1.DB1A BP1")
    # The evidence of storage is of another day: the size waits, and the simulation does not.
    simulation, change = finding["changes"]
    assert simulation["command"].endswith("SPSIZE(200000)")
    assert (change["product"], change["subsystem"], change["knob"]) == ("db2", "SY1.DB1A", "SY1.DB1A.BP1")
    assert f"{finding['check']} SY1.DB1A BP1" in change["because"]
    assert {(item["product"], item["knob"]) for item in document["cost_by_size"]} == {
        ("db2", "SY1.DB1A.BP1"),
        ("db2", "SY2.DB1A.BP1"),
    }
    accounts = {(account.get("product"), account["of"]) for account in document["accounts"]}
    assert accounts >= {(None, "SY1"), ("db2", "SY1.DB1A"), ("db2", "SY2.DB1A")}
    forecast = json.loads(report.render(getpage.forecast(two_images, "SY1.DB1A.BP1=+100000"), "json"))
    assert {(figure.get("product"), figure["subject"]) for figure in forecast["figures"]} == {
        ("db2", "SY1.DB1A.BP1"),
        ("db2", "SY1.DB1A"),
        (None, "SY1"),
    }
