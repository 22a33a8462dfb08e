"""A trace is of a pool that was in use: its first touches are bounded, and what the pool counted is met."""

from __future__ import annotations

import json
from datetime import timedelta
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import curve_traces as traces
import getpage
from curve_traces import Reference
from db2_evidence import START, hours, logged, said
from examples import examples
from getpage.curve.anchored import Share, anchored
from getpage.curve.saved import read_curves, with_curves
from test_cli import run

PAGES = 200
BEFORE = 6_000


def zipf(chance: Random, _: int) -> int:
    return min(PAGES - 1, int(PAGES ** chance.random()) - 1)


def evenly(chance: Random, _: int) -> int:
    return chance.randrange(PAGES)


def drift(chance: Random, now: int) -> int:
    return now // 50 + chance.randrange(PAGES // 4)


def loop_beside_random(chance: Random, now: int) -> int:
    return PAGES + now % (PAGES // 2) if now % 2 else chance.randrange(PAGES // 2)


def scans(chance: Random, now: int) -> int:
    return PAGES + now % 97 if now % 1_000 < 97 else zipf(chance, now)


STREAMS = (zipf, evenly, drift, loop_beside_random, scans)


def stream(kind, references: int, seed: int) -> list[Reference]:
    chance = Random(seed)
    return [
        Reference("BP1", "0", page, "sequential" if page >= PAGES and kind is not drift else "random")
        for page in (kind(chance, now) for now in range(references))
    ]


def truth(whole: list[Reference], before: int, size: int) -> int:
    """Reads after `before` references, of a pool that took these too."""
    return traces.lru_reads(whole, size) - traces.lru_reads(whole[:before], size)


def test_a_pool_that_was_in_use_reads_what_the_curve_says():
    all_off = all_cold = 0
    for kind, length in product(STREAMS, (400, 4_000)):
        whole = stream(kind, BEFORE + length, seed=length)
        off = cold = 0
        for row in getpage.curve(_frame(whole[BEFORE:]), sizes=[20, 50, 80, 120, 160, 200]).pools[0].rows:
            true = truth(whole, BEFORE, row.size)
            assert row.reads_least <= true <= row.reads
            assert row.reads_least <= row.reads_warm <= row.reads
            off += abs(row.reads_warm - true)
            cold += row.reads - true
        assert off <= cold, (kind, length)
        all_off, all_cold = all_off + off, all_cold + cold
    assert all_off < 0.3 * all_cold


def test_the_command_says_least_and_most_and_how_long_a_trace_would_settle_it(tmp_path):
    (tmp_path / "t.csv").write_bytes(traces.as_csv(stream(evenly, 1_000, 1)))
    done = run("curve", tmp_path / "t.csv", "--current", "100", "--format", "json")
    rows = {row["size"]: row for row in json.loads(done.stdout)["curve"]}
    whole = stream(evenly, BEFORE, 2) + stream(evenly, 1_000, 1)
    for size in (50, 100, 200):
        row, true = rows[size], truth(whole, BEFORE, size)
        assert row["reads_least"] <= true <= row["reads"]
        assert abs(row["reads_warm"] - true) < 0.5 * (row["reads"] - true)
    done = run("curve", tmp_path / "t.csv", "--current", "100")
    join = " ".join(done.stdout.decode().split())
    assert "% in use" in join
    now = rows[100]
    words = f"about {now['reads_warm']:,} (at least {now['reads_least']:,}) if it was in use before"
    assert words in join
    assert "would leave at most a tenth of the reads uncertain." in join
    [pool] = getpage.curve(tmp_path / "t.csv", current=100).pools
    [now] = [row for row in pool.rows if row.size == 100]
    assert pool.enough_getpages == pytest.approx(100 / (0.1 * now.reads_warm / 1_000), rel=0.01)


def test_a_picture_has_the_band(tmp_path):
    (tmp_path / "t.csv").write_bytes(traces.as_csv(stream(zipf, 1_000, 1)))
    [pool] = getpage.curve(tmp_path / "t.csv").pools
    [picture] = pool.pictures
    values = dict(picture.lines[0].points)
    assert all(low <= values[size] <= high for size, low, high in picture.band.points)
    assert run("curve", tmp_path / "t.csv", "-o", tmp_path / "c.html").returncode == 0
    assert "from the least to an empty pool" in (tmp_path / "c.html").read_text()


@pytest.mark.parametrize("steal", ["lru", "fifo", "none"])
def test_simulated_pools_leave_the_same_first_touches_open(steal, tmp_path):
    (tmp_path / "t.csv").write_bytes(traces.as_csv(stream(scans, 3_000, 4)))
    curves = getpage.curve(
        tmp_path / "t.csv", current=100, vpseqt="80,0" if steal == "lru" else None, pgsteal=steal
    )
    for row in curves.pools[0].rows:
        sync = row.sync_random + row.sync_sequential
        assert 0 <= row.reads_least <= row.reads_warm <= row.reads
        assert 0 <= row.sync_least <= row.sync_warm <= sync
        assert row.reads_least < row.reads


def site(tmp_path, whole: list[Reference], size: int):
    """A member with the counters of the pool over the trace, and the trace as a saved curve."""
    trace = whole[BEFORE:]
    getpages, reads = len(trace) * 1000, truth(whole, BEFORE, size) * 1000
    shown = {"size": size, "in_use": 1, "random": getpages, "sequential": 0, "sync_random": reads}
    (tmp_path / "t.csv").write_bytes(traces.as_csv(trace))
    curves = getpage.curve(tmp_path / "t.csv", current=size)
    (tmp_path / "bp1.json").write_text(getpage.report.render(curves, "json"))
    return hours({**shown, "sync_sequential": 0})


@pytest.mark.parametrize(("per_buffer", "present"), [(20, PAGES // 2), (100, PAGES // 2)])
def test_a_pool_that_is_made_to_hold_every_page_is_forecast_to_read_nothing(per_buffer, present, tmp_path):
    whole = stream(evenly, BEFORE + per_buffer * present, seed=1)
    text = site(tmp_path, whole, present)
    (tmp_path / "evidence").mkdir()
    (tmp_path / "evidence" / "db2.log").write_text(logged(text, START + timedelta(hours=1)))
    forecast = getpage.forecast(
        tmp_path / "evidence", f"db2.DB1A.BP1={2 * present}", curves=[tmp_path / "bp1.json"]
    )
    [reads] = [
        figure
        for figure in forecast.figures
        if figure.name == "reads avoided" and "BP1" in str(figure.subject)
    ]
    now = truth(whole, BEFORE, present) * 1000 / 3600
    assert reads.after.low <= now <= reads.after.high * 1.001
    assert reads.after.value == pytest.approx(now, rel=0.06)
    assert any("which the curve meets" in words for words in forecast.assumptions)


def test_the_curve_meets_what_was_counted_and_says_how_far_off_it_was(tmp_path):
    whole = stream(zipf, BEFORE + 1_000, seed=9)
    [pool] = said(site(tmp_path, whole, 50)).knobs
    [pool], notes = with_curves([pool], read_curves([tmp_path / "bp1.json"]))
    assert not notes
    rate = pool.references / 1_000
    for point in pool.curve.read_points:
        true = truth(whole, BEFORE, point.size) * rate
        assert point.low * 0.999 <= true <= point.high * 1.001
        assert point.low <= point.reads <= point.high
    [now] = [point for point in pool.curve.read_points if point.size == 50]
    assert now.low == now.high == pytest.approx(truth(whole, BEFORE, 50) * rate)
    assert "that the pool counted, which the curve meets" in pool.curve.note
    assert "would settle it to a tenth" in pool.curve.note


@settings(max_examples=examples(30), deadline=None)
@given(st.sampled_from(STREAMS), st.integers(1, 800), st.integers(0, 800), st.integers(), st.integers(1, 260))
def test_bounds_through_the_counted_reads_hold_every_pool_that_was_in_use(
    kind, length, before, seed, present
):
    whole = stream(kind, before + length, seed)
    sizes = sorted({present, *range(1, 300, 47)})
    rows = getpage.curve(_frame(whole[before:]), sizes=sizes).pools[0].rows
    shares = [
        Share(row.size, row.reads_warm / length, row.reads_least / length, row.reads / length) for row in rows
    ]
    [at] = [share for share in shares if share.size == present]
    counted = truth(whole, before, present) / length
    for item in anchored(shares, at, counted):
        true = truth(whole, before, item.size) / length
        assert item.low - 1e-9 <= true <= item.high + 1e-9
        assert item.low <= item.value <= item.high


@given(
    st.lists(st.tuples(*[st.floats(0, 1)] * 3), min_size=2, max_size=8),
    st.integers(0, 7),
    st.floats(0, 1),
)
def test_any_count_is_met_and_no_bound_leaves_what_can_be(raw, place, counted):
    points = [Share(size + 1, *_ordered(entry)) for size, entry in enumerate(raw)]
    at = points[min(place, len(points) - 1)]
    for item in anchored(points, at, counted):
        assert 0 <= item.low <= item.value <= item.high <= 1
        if item.size == at.size:
            assert item.low == item.high == counted


def test_a_trace_that_is_off_what_was_counted_tells_as_much_less():
    """As 100 references told half of those in doubt to be reads; a fifth off is what 6 would be off."""
    points = [Share(100, 0.5, 0.4, 0.6, 100.0), Share(200, 0.3, 0.2, 0.4, 100.0)]
    [_, near], [_, far], [_, outside] = (list(anchored(points, points[0], at)) for at in (0.5, 0.54, 0.7))
    assert near.sample_size == 100
    assert far.sample_size == pytest.approx(0.25 / 0.2**2)
    assert outside.sample_size is None


def _ordered(three: tuple[float, float, float]) -> tuple[float, float, float]:
    low, value, high = sorted(three)
    return value, low, high


def _frame(trace: list[Reference]):
    import polars as pl

    return pl.DataFrame({"pool": "BP1", "page": [r.page for r in trace], "access": [r.access for r in trace]})
