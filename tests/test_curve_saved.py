"""A saved curve becomes the curve of the pool that it is of, through what was measured there."""

from __future__ import annotations

import json
from datetime import timedelta

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import getpage
from db2_evidence import START, hours, logged, said
from getpage.core.errors import GetpageError
from getpage.curve.saved import read_curves, with_curves


def saved(tmp_path, pool: str = "BP1", name: str = "bp.json", sizes=(100, 200, 400)):
    pages = [page for turn in range(60) for page in range(turn % 7 * 40, turn % 7 * 40 + 160)]
    references = pl.DataFrame({"pool": pool, "page": pages, "access": "random"})
    curves = getpage.curve(references, sizes=list(sizes))
    (tmp_path / name).write_text(getpage.report.render(curves, "json"))
    return curves


def knobs(size: int = 200, **columns):
    return said(hours({"size": size, "in_use": 1, **columns})).knobs


def test_reads_a_second_are_those_of_the_trace_at_the_getpages_of_the_window(tmp_path):
    result = saved(tmp_path)
    share = {row.size: row.sync_random / row.getpages for row in result.pools[0].rows}
    [pool], notes = with_curves(knobs(), read_curves([tmp_path / "bp.json"]))
    assert pool.curve.basis == "trace"
    by_size = {point.size: point for point in pool.curve.read_points}
    now = 36_100 / 3600
    assert by_size[200].reads == pytest.approx(now)
    saving = (share[200] - share[400]) * pool.references
    assert by_size[400].reads == pytest.approx(max(0.0, now - saving))
    assert any("different loads" in note for note in notes)  # the trace reads far more to a getpage


def test_where_window_and_trace_agree_no_first_touch_more_than_there_is_room_for_is_open(tmp_path):
    result = saved(tmp_path)
    [curve] = result.pools
    now = next(row for row in curve.rows if row.size == 200)
    reads = round(now.sync_warm / now.getpages * (36_000_000 + 3_600_000))
    [pool], notes = with_curves(
        knobs(sync_random=reads, sync_sequential=0), read_curves([tmp_path / "bp.json"])
    )
    assert not notes
    for point in pool.curve.read_points:
        room = 0 if point.size == 200 else min(point.size, curve.pages) / now.getpages
        assert point.high - point.low <= 1.001 * room * pool.references


def test_the_pool_is_found_by_name_and_where_two_have_it_by_subsystem(tmp_path):
    saved(tmp_path)
    two = (*knobs(), *said(hours({"size": 200, "in_use": 1}, member="DB2A")).knobs)
    with pytest.raises(GetpageError, match=r"--curve DB1A="):
        with_curves(two, read_curves([tmp_path / "bp.json"]))
    result, _ = with_curves(two, read_curves([f"DB2A={tmp_path / 'bp.json'}"]))
    assert [item.curve.basis for item in result] == ["counters", "trace"]
    saved(tmp_path, pool="BP7", name="other.json")
    with pytest.raises(GetpageError, match="none of this evidence"):
        with_curves(two, read_curves([tmp_path / "other.json"]))


def test_a_curve_that_begins_above_the_present_size_is_not_used_and_said_so(tmp_path):
    saved(tmp_path)
    result, [note] = with_curves(knobs(size=50), read_curves([tmp_path / "bp.json"]))
    assert result[0].curve.basis == "counters"
    assert "--current 50" in note


objects = st.dictionaries(st.sampled_from(["curve", "version"]), st.integers()).map(json.dumps)


@given(st.text(max_size=40) | objects)
def test_what_is_no_saved_curve_is_refused_with_what_to_do(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("curve") / "c.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GetpageError, match="curve"):
        read_curves([path])


@pytest.mark.parametrize("broken", [{"size": 0}, {"getpages": 0}, {"sync_random": -1}, {"share": "x"}])
def test_rows_that_cannot_be_are_refused(tmp_path, broken):
    saved(tmp_path)
    document = json.loads((tmp_path / "bp.json").read_text())
    document["curve"][0] |= broken
    (tmp_path / "bp.json").write_text(json.dumps(document))
    with pytest.raises(GetpageError, match="not a saved curve"):
        read_curves([tmp_path / "bp.json"])


def test_a_plan_takes_it(tmp_path):
    saved(tmp_path)
    (tmp_path / "evidence").mkdir()
    text = logged(hours({"size": 200, "in_use": 1, "sync_random": 3_600_000}), START + timedelta(hours=1))
    (tmp_path / "evidence" / "db2.log").write_text(text)
    plan = getpage.plan(tmp_path / "evidence", add="1M", curves=[tmp_path / "bp.json"])
    assert [item.size_after for item in plan.items] == [400]
    assert plan.items[0].curve.startswith("trace")


def test_a_forecast_takes_it_as_a_plan_does(tmp_path):
    saved(tmp_path)
    (tmp_path / "evidence").mkdir()
    text = logged(hours({"size": 200, "in_use": 1, "sync_random": 3_600_000}), START + timedelta(hours=1))
    (tmp_path / "evidence" / "db2.log").write_text(text)
    curves, change = [tmp_path / "bp.json"], "db2.DB1A.BP1=400"
    bounds = getpage.forecast(tmp_path / "evidence", change)
    forecast = getpage.forecast(tmp_path / "evidence", change, curves=curves)
    assert [entry.asked[0].curve for entry in (bounds, forecast)] == ["counters", "trace"]
    [item] = getpage.plan(tmp_path / "evidence", add="1M", curves=curves).items
    [avoided] = [
        figure
        for figure in forecast.figures
        if figure.name == "reads avoided" and figure.subject == item.knob
    ]
    assert avoided.after.value == pytest.approx(item.reads_avoided.value)
    assert any("bp.json" in words for words in forecast.assumptions)
    with pytest.raises(GetpageError, match="--curve are for a site"):
        getpage.forecast("runs.csv", calibrate=["a"], predict="b", curves=curves)
