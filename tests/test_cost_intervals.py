"""What a model states as its 90 % interval is what a forecast draws."""

from __future__ import annotations

import numpy as np
import pytest

import getpage
from forecast_site import knob
from getpage.contract.curve import CostMeasure, Rates, SizeCurve
from getpage.forecast.change import SizeRequest
from getpage.forecast.cost import cost_of
from getpage.forecast.draws import Draws
from getpage.products.sort.knobs import ends
from getpage.result.forecast import FigureName
from java_evidence import log, write
from test_java_heaps import JVM, stops


def curve(value, low, high):
    """One size now and one other, which costs `value` in a 90 % interval."""
    wait = Rates((50.0, value), (50.0, low), (50.0, high), never_rises=False, is_interval=True)
    return SizeCurve(basis="a model", sizes=(10, 20), wait=wait)


@pytest.mark.parametrize(
    ("value", "low", "high"), [(10, 8, 13), (10, 9, 20), (1.0, 0.26, 2.4), (4.0, 0.0, 9.0), (0.0, 0.0, 5.0)]
)
def test_the_ends_of_a_models_interval_are_those_of_what_is_drawn(value, low, high):
    request = SizeRequest(knob("BP1", size=10, curve=curve(value, low, high)), 20)
    after = cost_of(request, Draws()).of[CostMeasure.WAIT].after
    assert after[0] == value
    assert np.quantile(after[1:], (0.05, 0.95)) == pytest.approx((low, high), rel=0.02, abs=0.01)
    assert after.min() >= 0


def test_a_cost_that_is_exact_stays_exact():
    request = SizeRequest(knob("BP1", size=10, curve=curve(5.0, 5.0, 5.0)), 20)
    assert set(cost_of(request, Draws()).of[CostMeasure.WAIT].after) == {5.0}


def test_what_a_heap_costs_now_is_exact_and_what_another_saves_is_as_sure_as_what_it_costs(tmp_path):
    directory = write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": log(stops(old=600))})
    forecast = getpage.forecast(directory, "WEB1.HEAP=2048")
    knob = next(figure.subject for figure in forecast.figures if figure.name == FigureName.WAIT)
    wait, saved = (forecast.figure(knob, name) for name in (FigureName.WAIT, FigureName.WAIT_SAVED))
    assert (
        forecast.figure(JVM, FigureName.CPU_SAVED).after.low
        < forecast.figure(JVM, FigureName.CPU_SAVED).after.high
    )
    assert wait.before.low == wait.before.high == wait.before.value
    width = wait.after.high - wait.after.low
    assert saved.after.high - saved.after.low == pytest.approx(width, rel=0.05)


@pytest.mark.parametrize(("value", "low", "high"), [(10, 8, 13), (10, 9, 20), (1.0, 0.9, 1.05)])
def test_a_triangle_over_the_ends_has_the_interval_again(value, low, high):
    least, most = ends(value, low, high)
    drawn = np.random.default_rng(1).triangular(least, value, most, 100_000)
    assert np.quantile(drawn, (0.05, 0.95)) == pytest.approx((low, high), rel=0.01)


def test_no_cost_is_below_none_and_one_that_is_exact_stays_exact():
    assert ends(5.0, 0.5, 9.0)[0] == 0.0
    assert ends(5.0, 5.0, 5.0) == (5.0, 5.0)
