"""A mix of work that no class tells: hours that grew unlike one another say that it is another."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import numpy as np
import pytest

from getpage.contract.work import Work
from getpage.prove import measures
from getpage.prove.change import unseen_mix
from getpage.result.prove import ProofOutcome, Verdict
from prove_evidence import DB1A
from test_prove_days import MONDAY, WEEK, confirm, cpu, day, first_line
from test_prove_noise import bench

HOURS = np.arange(96) / 4


def grown(by: np.ndarray, **how: float) -> list:
    """The second day, with so many times the work and the CPU in each quarter."""
    after = day(seed=2, start=MONDAY + WEEK, **how)
    return [
        replace(item, units=item.units * times, cpu_seconds=item.cpu_seconds * times)
        for item, times in zip(after, by, strict=True)
    ]


def half(difference) -> float:
    return (difference.change_percent.high - difference.change_percent.low) / 2


def test_hours_that_grew_unlike_one_another_widen_the_interval_and_say_so() -> None:
    alike = cpu(day(), grown(np.full(96, 1.2)))
    unlike = cpu(day(), grown(np.exp(0.4 * np.sin(2 * np.pi * HOURS / 24))))
    assert half(unlike) > 1.5 * half(alike)
    assert "the mix of work is another" in unlike.note
    assert "the mix of work is another" not in alike.note


def test_a_cut_of_a_third_is_still_seen_where_all_hours_grew_alike() -> None:
    assert cpu(day(), grown(np.full(96, 1.2), price=0.67)).verdict is Verdict.BETTER


def test_noise_from_one_interval_to_the_next_is_no_mix_and_units_that_cost_alike_have_none() -> None:
    random = np.random.default_rng(3)
    flat, weights = np.ones(4000), np.ones(4000)
    wave = np.exp(0.4 * np.sin(np.arange(4000) / 300))
    noise = np.exp(0.4 * random.standard_normal(4000))
    both = unseen_mix((wave, wave), (flat, wave), weights).variance
    assert both > 0
    assert unseen_mix((wave, wave), (flat, noise), weights).variance < 0.05 * both
    assert unseen_mix((noise, noise), (flat, wave), weights).variance < 0.05 * both
    assert unseen_mix((flat, flat), (flat, wave), weights).variance < 1e-20


def test_what_a_mix_brings_is_no_more_than_costs_and_growth_allow() -> None:
    """Cauchy and Schwarz, where each hour is a class: the change of the average at its own mix."""
    random = np.random.default_rng(4)
    for _ in range(50):
        waves = random.uniform(0.5, 3, 2)
        cost = np.exp(random.uniform(0, 0.3) * np.sin(waves[0] * HOURS))
        growth = random.uniform(0, 0.1) * np.sin(waves[1] * HOURS + random.uniform(0, 6))
        work = np.exp(growth)
        brought = np.log((work @ cost) / work.sum() / cost.mean())
        allowed = np.sqrt(3 * unseen_mix((cost, cost), (np.ones(96), work), np.ones(96)).variance)
        assert abs(brought) <= 1.25 * allowed + 1e-4


@pytest.mark.parametrize("seed", [1, 2])
def test_of_days_whose_mix_moved_out_of_sight_few_first_lines_are_wrong(seed: int) -> None:
    days = bench("prove_days")
    [site] = [site for site in days.SITES if site.name == "mix moves"]
    random, wrong = np.random.default_rng([9_000, seed]), 0
    for _ in range(100):
        actual = days.proved(random, site, 1.0, classes=False, quarters=days.QUARTERS)
        wrong += first_line(confirm(actual, 0.95), 0.95).outcome is not ProofOutcome.CANNOT_TELL
    assert wrong <= 9  # of 5 in 100 expected at most, so many come up in one of a hundred


def test_of_proofs_of_an_unchanged_system_few_first_lines_are_wrong_however_many_measures_there_are() -> None:
    """Six columns that know nothing of each other, nine measures: a third of proofs has one that is alone."""
    random, alone, wrong = np.random.default_rng(7_000), 0, 0
    trials = 100
    for _ in range(trials):
        sides = [unchanged(random, start) for start in (MONDAY, MONDAY + WEEK)]
        values = list(measures.compare(sides[0], sides[1], 0.95).values())
        assert len(values) == 9
        alone += any(item.verdict in {Verdict.BETTER, Verdict.WORSE} for item in values)
        wrong += first_line(confirm(values, 0.95), 0.95).outcome is not ProofOutcome.CANNOT_TELL
    assert wrong <= 10  # of 5 in 100 at most, more come up in one of a hundred
    assert alone > wrong


def unchanged(random: np.random.Generator, start: datetime) -> list[Work]:
    """Eight hours in quarters, whose columns move by 5 % and forget in an hour."""

    def moves() -> np.ndarray:
        result = [random.standard_normal()]
        for _ in range(31):
            result.append(0.5 * result[-1] + np.sqrt(0.75) * random.standard_normal())
        return np.exp(0.05 * np.array(result))

    columns = ("reads", "getpages", "read_seconds", "cpu_seconds", "ziip_seconds", "elapsed_seconds")
    sizes = (20.0, 300.0, 0.03, 0.01, 0.002, 0.06)
    of = {name: 90_000 * size * moves() for name, size in zip(columns, sizes, strict=True)}
    return [
        Work(
            subsystem=DB1A,
            start=start + n * timedelta(minutes=15),
            seconds=900.0,
            unit="commit",
            units=90_000.0,
            **{name: float(column[n]) for name, column in of.items()},
        )
        for n in range(32)
    ]
