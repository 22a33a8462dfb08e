"""Work is compared a unit of it, and intervals hold the truth about as often as they claim."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from getpage.contract.work import Work
from getpage.prove import measures
from getpage.prove.change import unpaired
from getpage.prove.noise import mean_noise, ratio_of
from getpage.report.prove.words import too_few
from getpage.result.prove import Verdict
from prove_evidence import work

if TYPE_CHECKING:
    from types import ModuleType


def test_a_change_beyond_noise_is_shown_and_one_within_it_is_not() -> None:
    slower = {d.measure: d for d in measures.compare(work(0.010), work(0.012, seed=2), 0.95).values()}
    assert slower["CPU per unit"].verdict is Verdict.WORSE
    assert slower["response"].verdict is Verdict.WORSE
    same = {d.measure: d for d in measures.compare(work(0.010), work(0.010, seed=2), 0.95).values()}
    assert same["CPU per unit"].verdict is Verdict.SAME


def test_work_is_normalised_to_a_unit_so_that_a_busier_day_is_not_worse() -> None:
    usual = work(0.010, seed=3)
    busier = [
        Work(
            subsystem=w.subsystem,
            start=w.start,
            seconds=w.seconds,
            unit=w.unit,
            units=2 * w.units,
            reads=2 * (w.reads or 0),
            cpu_seconds=2 * (w.cpu_seconds or 0),
        )
        for w in usual
    ]
    by_measure = {d.measure: d for d in measures.compare(work(0.010), busier, 0.95).values()}
    assert by_measure["ETR"].verdict is Verdict.CHANGED
    assert by_measure["reads"].verdict is Verdict.CHANGED
    assert by_measure["reads per unit"].verdict is Verdict.SAME
    assert by_measure["CPU per unit"].verdict is Verdict.SAME


def test_too_few_intervals_cannot_tell() -> None:
    values = list(measures.compare(work(0.01, count=3), work(0.02, count=3), 0.95).values())
    assert {d.verdict for d in values} == {Verdict.UNKNOWN}


@given(st.integers(0, 10_000), st.floats(0.5, 100), st.floats(0.1, 50))
def test_units_of_measurement_do_not_change_a_verdict(seed: int, seconds: float, units: float) -> None:
    before, after = work(0.010, seed=seed), work(0.0105, seed=seed + 1)
    pairs = [([w.cpu_seconds or 0 for w in side], [w.units for w in side]) for side in (before, after)]
    plain = [ratio_of(*pair) for pair in pairs]
    scaled = [ratio_of([seconds * x for x in a], [units * x for x in b]) for a, b in pairs]
    changes = [unpaired(*two).change_percent(0.95) for two in (plain, scaled)]  # type: ignore[arg-type]
    assert changes[0] is not None
    assert changes[1] is not None
    assert (changes[0].low, changes[0].high) == pytest.approx(
        (changes[1].low, changes[1].high), rel=1e-6, abs=1e-6
    )


def test_dependence_of_neighbours_widens_the_interval() -> None:
    random = np.random.default_rng(7)
    steps = random.standard_normal(96)
    walk = np.convolve(steps, np.ones(4) / 4, mode="same") * np.sqrt(4)
    alone = mean_noise(steps)
    together = mean_noise(walk)
    assert alone is not None
    assert together is not None
    assert together.half_width(0.95) > 1.7 * alone.half_width(0.95)


def bench(name: str) -> ModuleType:
    path = Path(__file__).parents[1] / "benches" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # data classes look for their module there
    if str(path.parent) not in sys.path:  # a study may use another
        sys.path.append(str(path.parent))
    spec.loader.exec_module(module)
    return module


def test_eight_intervals_that_are_much_alike_are_too_few_to_tell() -> None:
    coverage = bench("prove_coverage").coverage(8, 0.9, 200, ("getpage",))
    assert coverage["getpage"].told == 0


@pytest.mark.parametrize(
    ("intervals", "rho", "least"),
    [(8, 0.9, 0.92), (16, 0.3, 0.93), (32, 0.6, 0.93), (96, 0.6, 0.93), (16, 0.8, 0.93), (32, 0.9, 0.92)],
)
def test_an_unchanged_system_is_seldom_said_to_have_changed(intervals: int, rho: float, least: float) -> None:
    coverage = bench("prove_coverage").coverage(intervals, rho, 200, ("getpage", "independent"))
    assert coverage["getpage"].right >= least
    assert coverage["independent"].right < coverage["getpage"].right


@pytest.mark.parametrize(("intervals", "noise"), [(32, 0.6), (32, 4.0), (96, 0.9), (96, 10.0)])
def test_intervals_that_are_shown_hold_the_truth(intervals: int, noise: float) -> None:
    shown = bench("prove_coverage").coverage(intervals, noise, 300, ("getpage",))["getpage"]
    assert shown.held >= 0.9 * shown.told


def test_a_refusal_says_how_many_intervals_there_are_and_how_many_are_needed() -> None:
    few = measures.compare(work(0.01, count=3), work(0.02, count=3), 0.95)
    assert {too_few(d) for d in few.values()} == {"too few intervals (3 of 9)"}


def test_a_short_window_is_not_believed_whether_its_neighbors_look_alike_or_not() -> None:
    """Noise that lasts for two hours and a half, over four: some windows show none of it by chance."""
    random = np.random.default_rng(3)
    truth = np.linalg.cholesky(0.9 ** np.abs(np.subtract.outer(np.arange(16), np.arange(16))))
    told = [(mean_noise(series), series.mean()) for series in random.standard_normal((300, 16)) @ truth.T]
    held = [noise.half_width(0.95) >= abs(mean) for noise, mean in told if noise is not None]
    assert len(held) == 300
    assert 0.92 <= np.mean(held) <= 0.98


@given(st.floats(1e-6, 1e6), st.integers(4, 40))
def test_what_differs_only_by_the_rounding_of_sums_reads_no_change(each: float, count: int) -> None:
    units = [1.0 + i / 7 for i in range(count)]
    seconds = [each * unit for unit in units]
    there = ratio_of(seconds, units)
    back = ratio_of(seconds[::-1], [each * unit / each for unit in units[::-1]])
    assert there is not None
    assert back is not None
    change = unpaired(there, back).change_percent(0.95)
    assert change is not None
    assert change.value == 0
    assert change.low <= 0 <= change.high
    assert unpaired(there, back).difference(0.95, "").value == 0


def test_work_that_is_the_same_is_said_to_have_no_change() -> None:
    by_measure = {d.measure: d for d in measures.compare(work(0.010), work(0.010), 0.95).values()}
    assert {d.verdict for d in by_measure.values()} == {Verdict.SAME}
    assert by_measure["reads per unit"].difference.value == 0
