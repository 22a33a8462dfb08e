"""The change of an average from its classes of work: power where noise is slow, refusal where shared."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import getpage
from getpage.core.errors import GetpageError
from getpage.prove.across_classes import ClassSeries, across_classes
from getpage.prove.answer import confirm
from getpage.prove.measures import compare
from getpage.result.prove import Verdict
from prove_evidence import figure, saved, work
from test_prove_noise import bench

INTERVALS, TRUE = 24, np.log(0.9)


def plans(random: np.random.Generator, count: int, *, own: float, shared: float) -> list[ClassSeries]:
    """Plans that take 10 % less CPU a commit, under noise that lasts through the whole window."""
    common = shared * random.standard_normal()
    collected = []
    for _ in range(count):
        lasting = own * random.standard_normal() + common
        fast = 0.01 * random.standard_normal((2, INTERVALS))
        before = np.exp(fast[0])
        collected.append(ClassSeries(before, 0.9 * np.exp(lasting + fast[1]), 5000.0, 5000.0))
    return collected


def test_noise_that_lasts_longer_than_the_window_is_seen_in_the_scatter_of_plans() -> None:
    random = np.random.default_rng(11)
    shown = held = better = 0
    for _ in range(100):
        change = across_classes(plans(random, 8, own=0.05, shared=0.0))
        if change is not None:
            low, high = change.ends(0.95)
            shown += 1
            held += low <= TRUE <= high
            better += high < 0
    assert shown >= 70
    assert held >= 0.9 * shown
    assert better >= 0.85 * shown


def test_four_plans_and_plans_that_share_their_noise_tell_nothing_more_than_their_intervals() -> None:
    random = np.random.default_rng(12)
    assert across_classes(plans(random, 4, own=0.05, shared=0.0)) is None
    together = np.cumsum(random.standard_normal((2, INTERVALS)), axis=1) / 20
    result = [
        ClassSeries(
            np.exp(together[0] + 0.01 * random.standard_normal(INTERVALS)),
            np.exp(together[1] + 0.01 * random.standard_normal(INTERVALS)),
            100.0,
            100.0,
        )
        for _ in range(8)
    ]
    assert across_classes(result) is None


def test_ten_percent_less_of_every_plan_is_told_though_the_mix_moved() -> None:
    classes = bench("prove_classes")
    [case] = [c for c in classes.CASES if (c.intervals, c.plans, c.lasting, c.shared) == (32, 10, 4.0, 0.0)]
    counts = classes.study(case, 15)
    assert counts.told >= 8
    assert counts.held >= 0.8 * counts.told
    assert counts.better >= 6
    assert counts.wrong <= 2


def test_measures_that_cannot_be_better_do_not_dilute_those_that_can() -> None:
    actual = [
        d
        for d in compare(work(0.010), work(0.011, seed=2), 0.95).values()
        if d.measure in {"CPU per unit", "ETR"}
    ]
    [cpu] = [d for d in actual if d.measure == "CPU per unit"]
    [rate] = [d for d in actual if d.measure == "ETR"]
    assert (cpu.better, rate.better) == (-1, 0)
    family = [replace(cpu, chance=0.04, verdict=Verdict.WORSE), *[replace(rate, chance=0.9)] * 9]
    assert confirm(family, 0.95)[0].firm


@pytest.mark.parametrize(
    ("edit", "text"),
    [
        (lambda figures: figures[0]["after"].update(low=160.0, high=100.0), "expected at most 100"),
        (lambda figures: figures.append(figures[0]), "is there twice"),
    ],
)
def test_a_saved_forecast_that_could_be_scored_for_anything_is_refused(tmp_path, edit, text) -> None:  # type: ignore[no-untyped-def]
    table = tmp_path / "runs.csv"
    table.write_text("run,ETR,CPU %\nold,110,40\nnew,149,50\n")
    path = saved(tmp_path / "forecast.json", figure("new", "ETR", "/s", 100, 160))
    assert getpage.prove(table, forecast=path).scores[0].outcome == "inside"
    forecast = json.loads(path.read_text())
    edit(forecast["figures"])
    path.write_text(json.dumps(forecast))
    with pytest.raises(GetpageError, match=text):
        getpage.prove(table, forecast=path)
