"""A trace of getpages among the evidence: its pools have curves wherever a curve is asked for."""

from __future__ import annotations

from datetime import timedelta

import pytest

import curve_traces as traces
import getpage
from db2_evidence import START, hours, logged
from getpage.app.observe import observe
from getpage.curve import stored
from getpage.curve.saved import read_curves, with_curves
from getpage.evidence.opened import open_evidence

TRACE = [r for r in traces.references(6000, pools=("BP1",), seed=11) if r.pool == "BP1"]


@pytest.fixture
def site(tmp_path):
    """A member whose log shows its pools for an hour, with a trace of getpages beside it."""
    site = tmp_path / "site"
    site.mkdir()
    text = logged(hours({"size": 200, "in_use": 1}), START + timedelta(hours=1))
    (site / "db2.log").write_text(text)
    (site / "TRACE").write_bytes(traces.smf_of(TRACE))
    return site


def by_size(result):
    return {str(item.knob): item for item in result.cost_by_size}


def test_the_pool_has_the_curve_that_the_trace_alone_gives(site, tmp_path):
    saved = tmp_path / "bp1.json"
    saved.write_text(getpage.report.render(getpage.curve(site / "TRACE", current=200), "json"))
    with open_evidence([str(site / "db2.log")]) as (evidence, _):
        alone = observe(evidence).knobs
        [expected], _ = with_curves(alone, read_curves([saved]))
    actual = by_size(getpage.check(site))["SY1.DB1A.BP1"]
    assert actual.basis == "trace"
    files = {fact.table: fact.file for fact in actual.evidence if fact.column}
    assert files == {"db2_buffer_pool": str(site / "db2.log"), "db2_getpage": str(site / "TRACE")}
    assert actual.costs.reads == tuple((p.size, p.reads, p.low, p.high) for p in expected.curve.read_points)


def test_a_plan_and_a_forecast_use_it(site):
    forecast = getpage.forecast(site, "db2.DB1A.BP1=400")
    assert forecast.asked[0].curve == "trace"
    plan = getpage.plan(site, add="10M", least=0.0)
    assert not [
        item for item in plan.not_done if str(item.knob) == "SY1.DB1A.BP1" and item.reason == "evidence"
    ]


def test_the_report_draws_it_and_marks_the_present_size(site):
    result = getpage.check(site)
    page = getpage.report.render(result, "html", title="t", generated_by="g")
    assert 'id="by-size"' in page
    assert "now: 200 buffers" in page
    assert "| SY1.DB1A.BP1 | trace" in getpage.report.render(result, "md")
    assert "db2_getpage.page (derived)" in page


def test_a_trace_that_lost_records_gives_no_curve_and_says_why(site):
    records = [traces.smf_specification(r, i) for i, r in enumerate(TRACE)]
    (site / "TRACE").write_bytes(traces.as_smf(records[:1000] + records[1500:]))
    result = getpage.check(site)
    assert "SY1.DB1A.BP1" not in by_size(result)
    assert any("records of IFCID 198 are missing" in need.supply for need in result.missing)


def test_a_trace_that_is_too_long_for_a_report_is_left_to_the_command_that_streams(site, monkeypatch):
    monkeypatch.setattr(stored, "MOST", 100)
    result = getpage.check(site)
    assert not result.cost_by_size
    assert any("getpage curve" in need.supply and "--curve" in need.supply for need in result.missing)


def test_a_trace_of_another_member_changes_nothing(site):
    records = [traces.smf_specification(r, i, subsystem="DB9X") for i, r in enumerate(TRACE)]
    (site / "TRACE").write_bytes(traces.as_smf(records))
    assert not getpage.check(site).cost_by_size


def test_the_report_takes_a_saved_curve(site, tmp_path):
    (site / "TRACE").unlink()
    saved = tmp_path / "bp1.json"
    saved.write_text(getpage.report.render(getpage.curve(traces_frame(), current=200), "json"))
    from getpage.app.report import with_plan
    from getpage.cli import main  # noqa: F401

    with open_evidence([str(site)]) as (evidence, _):
        result = with_plan(evidence, [f"DB1A={saved}"])
    assert by_size(result)["SY1.DB1A.BP1"].basis == "trace"


def traces_frame():
    import polars as pl

    return pl.DataFrame({"pool": "BP1", "page": [r.page for r in TRACE], "access": "random"})
