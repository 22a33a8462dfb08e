"""Day against day: the same time of day, equal volume, equal mix, and a first line that is seldom wrong."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np
import pytest

from getpage import report
from getpage.contract.work import ClassTime, Work
from getpage.prove import averages, measures
from getpage.prove.answer import confirm, first_line
from getpage.prove.intervals import pair_times
from getpage.prove.noise import TOO_FEW
from getpage.report.prove import words
from getpage.report.prove.words import left_out
from getpage.result.prove import Proof, ProofOutcome, Side, Verdict
from prove_evidence import DB1A, START, work
from test_prove_noise import bench

if TYPE_CHECKING:
    from getpage.result.prove import Difference

WEEK = timedelta(days=7)
MONDAY = datetime(2026, 5, 11)


def day(price: float = 1.0, *, seed: int = 1, busier: float = 1.0, start: datetime = MONDAY) -> list[Work]:
    """96 quarters whose commits cost 1 ms by day and 9 at night, besides what the system takes by itself."""
    random = np.random.default_rng(seed)
    hours = np.arange(96) / 4
    profile = 0.05 + np.exp(-(((hours - 12) / 4) ** 2))
    return [
        Work(
            subsystem=DB1A,
            start=start + t * timedelta(minutes=15),
            seconds=900.0,
            unit="commit",
            units=(units := busier * 10_000 * profile[t] * (1 + 0.05 * random.standard_normal())),
            cpu_seconds=price
            * (4 + units * (0.001 if profile[t] > 0.3 else 0.009))
            * (1 + 0.02 * random.standard_normal()),
        )
        for t in range(96)
    ]


def cpu(before: list[Work], after: list[Work]) -> Difference:
    [actual] = [d for d in measures.compare(before, after, 0.95).values() if d.measure == "CPU per unit"]
    return actual


def proof(differences: list[Difference]) -> Proof:
    given = confirm(differences, 0.95)
    sides = Side(label="old-prod"), Side(label="new-prod")
    return Proof(
        source="store",
        level=0.95,
        before=sides[0],
        after=sides[1:],
        answer=first_line(given, 0.95),
        differences=given,
    )


def test_two_whole_days_show_15_percent_less_cpu_whatever_the_profile_of_the_day() -> None:
    actual = cpu(day(), day(0.85, seed=2, start=MONDAY + WEEK))
    assert actual.verdict is Verdict.BETTER
    assert actual.change_percent is not None
    assert actual.change_percent.low < -15 < actual.change_percent.high
    assert actual.change_percent.high - actual.change_percent.low < 5
    assert "time of day" in actual.held


def test_a_day_that_is_20_percent_busier_is_no_cheaper_for_it() -> None:
    actual = cpu(day(), day(busier=1.2, seed=2, start=MONDAY + WEEK))
    assert actual.verdict is Verdict.SAME
    assert "volume" in actual.held
    assert actual.after.value < 0.97 * actual.before.value  # as it came, it looks better


def test_a_volume_whose_effect_nothing_tells_widens_the_interval_and_says_so() -> None:
    def flat(units: float, seed: int) -> list[Work]:
        random = np.random.default_rng(seed)
        return [
            replace(w, units=units, cpu_seconds=(4 + units * 0.001) * (1 + 0.01 * random.standard_normal()))
            for w in day()
        ]

    actual = cpu(flat(10_000, 1), flat(15_000, 2))
    assert actual.verdict is Verdict.SAME
    assert "50.0 % either way for the volume" in actual.note


def test_weeks_are_paired_by_day_of_the_week_and_days_in_order_otherwise() -> None:
    def week(first: datetime) -> list[datetime]:
        return [first + timedelta(hours=i) for i in range(7 * 24)]

    actual = pair_times(
        week(MONDAY), week(MONDAY + timedelta(days=10))
    )  # Monday to Sunday, Thursday to Wednesday
    assert actual is not None
    noon = MONDAY + timedelta(hours=12)
    assert list(actual.at([noon], after=False)) == list(actual.at([noon + 2 * WEEK], after=True))
    two = pair_times(week(MONDAY)[:48], week(MONDAY + timedelta(days=3))[:48])
    assert two is not None
    assert list(two.at([noon], after=False)) == list(two.at([noon + timedelta(days=3)], after=True))


def test_intervals_that_begin_some_seconds_late_are_pairs_and_other_hours_are_not() -> None:
    quarters = [MONDAY + timedelta(minutes=15 * i) for i in range(40)]
    late = [quarter + WEEK + timedelta(seconds=20 + i % 5) for i, quarter in enumerate(quarters)]
    actual = pair_times(quarters, late)
    assert actual is not None
    assert actual.count == 40
    assert pair_times(quarters[:12], [quarter + timedelta(hours=9) for quarter in quarters[:12]]) is None


def test_ten_days_against_five_are_five_pairs_of_days() -> None:
    ten = [MONDAY + timedelta(days=d, hours=h) for d in (0, 1, 2, 3, 7, 8, 9, 10) for h in range(24)]
    four = [MONDAY + WEEK * 3 + timedelta(days=d, hours=h) for d in range(4) for h in range(24)]
    actual = pair_times(ten, four)
    assert actual is not None
    assert actual.count == 4 * 24
    assert np.bincount(actual.at(ten, after=False)).tolist() == [2] * 96


def test_three_intervals_have_no_interval_of_their_noise_but_how_many_are_needed() -> None:
    values = list(measures.compare(work(0.01, count=3), work(0.02, count=3), 0.95).values())
    for item in values:
        assert item.change_percent is not None
        for estimate in (item.before, item.after, item.difference, item.change_percent):
            assert (estimate.level, estimate.basis) == (0.0, TOO_FEW)
    assert "too few intervals (3 of 9)" in report.render(proof(values), "table")


def test_no_rate_is_below_zero() -> None:
    wild = [replace(w, reads=10_000.0 if i % 8 == 0 else 0.0) for i, w in enumerate(work(0.01))]
    for item in measures.compare(wild, work(0.01, start=START + WEEK), 0.95).values():
        assert min(item.before.low, item.after.low) >= 0
        assert item.difference.low >= -item.before.value


def test_the_first_line_says_yes_with_the_figure_that_carries_it() -> None:
    line = words.first_line(
        proof(list(measures.compare(day(), day(0.85, seed=2, start=MONDAY + WEEK), 0.95).values()))
    )
    assert line.startswith("Yes, better: SYSA.DB1A CPU per commit \u221214.9 %")
    line = words.first_line(
        proof(list(measures.compare(day(), day(1.2, seed=2, start=MONDAY + WEEK), 0.95).values()))
    )
    assert line.startswith("No, worse: SYSA.DB1A CPU per commit +")
    line = words.first_line(
        proof(list(measures.compare(day(), day(seed=2, start=MONDAY + WEEK), 0.95).values()))
    )
    assert line.startswith("Cannot tell: ")


def test_one_measure_of_many_that_is_worse_by_chance_is_marked_as_alone_and_not_the_answer() -> None:
    [first] = [
        d
        for d in measures.compare(work(0.01), work(0.012, seed=2), 0.95).values()
        if d.measure == "CPU per unit"
    ]
    family = [replace(first, measure=f"m{i}", chance=0.03 if i == 0 else 0.5) for i in range(11)]
    actual = confirm([replace(d, verdict=Verdict.SAME) if i else d for i, d in enumerate(family)], 0.95)
    assert [d.firm for d in actual] == [False] * 11
    assert first_line(actual, 0.95).outcome is ProofOutcome.CANNOT_TELL
    assert "worse, alone" in (report.render(proof(list(actual)), "table"))
    assert not proof(list(actual)).counts(Verdict.WORSE)  # what --fail-on goes by
    alone = confirm(actual[:1], 0.95)
    assert proof(list(alone)).counts(Verdict.WORSE)
    assert first_line(alone, 0.95).outcome is ProofOutcome.NO


def test_zeros_and_noise_without_bounds_fold_into_a_sentence_and_stay_in_json() -> None:
    result = proof(list(measures.compare(day(), day(0.85, seed=2, start=MONDAY + WEEK), 0.95).values()))
    cost = next(d for d in result.differences if d.measure == "CPU per unit")
    assert cost.change_percent is not None
    none = replace(cost.difference, value=0.0, low=0.0, high=0.0)
    wide = replace(cost.change_percent, low=-90.0, high=321_841.0)
    zero = {"before": none, "after": none, "difference": none, "change_percent": None}
    others = (
        replace(cost, measure="a", title="nothing", verdict=Verdict.SAME, **zero),  # type: ignore[arg-type]
        replace(cost, measure="b", title="anything", verdict=Verdict.SAME, change_percent=wide),
    )
    whole = replace(result, differences=(*result.differences, *others))
    text = report.render(whole, "table")
    assert "321,841" not in text
    [actual] = left_out(whole)
    assert "1 without a value on either side" in actual
    assert "1 with noise that would hide a tenfold change" in actual
    kept = json.loads(report.render(whole, "json"))["differences"]
    assert {"nothing", "anything"} <= {item["title"] for item in kept}


def classes(
    share: float, price: float = 1.0, *, start: datetime = MONDAY
) -> tuple[list[Work], list[ClassTime]]:
    """A day with two plans, one of them ten times as dear as the other, that share of it the dear one's."""
    random = np.random.default_rng(round(1000 * share))
    done, spent = [], []
    for t in range(96):
        at = start + t * timedelta(minutes=15)
        total = 1000 * (1 + 0.1 * random.random())
        rows = [("DEAR", total * share, 0.010), ("CHEAP", total * (1 - share), 0.001)]
        times = [price * n * each * (1 + 0.02 * random.standard_normal()) for _, n, each in rows]
        spent += [
            ClassTime(
                subsystem=DB1A,
                kind="commit",
                name=name,
                units=n,
                elapsed=2 * time,
                parts={"CPU": time},
                start=at,
            )
            for (name, n, _), time in zip(rows, times, strict=True)
        ]
        done.append(
            Work(
                subsystem=DB1A,
                start=at,
                seconds=900.0,
                unit="commit",
                units=total,
                reads=100 * sum(times),
                cpu_seconds=sum(times),
                elapsed_seconds=2 * sum(times),
            )
        )
    return done, spent


def averaged(shares: tuple[float, float], price: float = 1.0) -> dict[str, Difference]:
    before, after = classes(shares[0]), classes(shares[1], price, start=MONDAY + WEEK)
    actual, _ = averages.compare(before[0], after[0], (before[1], after[1]), 0.95)
    return {item.measure: item for item in actual}


def test_9_percent_that_moved_to_a_dear_class_make_no_average_worse() -> None:
    actual = averaged((0.46, 0.549))
    assert actual["response"].verdict is Verdict.SAME
    assert actual["CPU per unit"].verdict is Verdict.SAME
    assert actual["CPU per unit"].after.value > 1.1 * actual["CPU per unit"].before.value
    reads = actual["reads per unit"]
    assert reads.verdict is Verdict.UNKNOWN
    assert "the mix of work alone" in reads.note


@pytest.mark.parametrize("after", [0.5, 0.6, 0.8])
def test_where_every_class_is_better_the_average_is_not_worse(after: float) -> None:
    actual = averaged((0.4, after), price=0.9)
    assert actual["CPU per unit"].verdict is Verdict.BETTER
    assert actual["response"].verdict is Verdict.BETTER
    assert Verdict.WORSE not in {item.verdict for item in actual.values()}


def test_days_of_a_simulated_site_are_seldom_said_to_differ_and_a_cut_is_seen() -> None:
    days = bench("prove_days")
    for site in days.SITES:
        study = days.study(site, 30, classes=True)
        assert study.held >= 0.8 * study.told
        assert study.wrong <= 0.2 * study.trials
        assert study.shown >= 0.7 * study.trials


def test_days_whose_classes_are_not_known_are_seldom_said_to_differ() -> None:
    days = bench("prove_days")
    for site in days.SITES:
        study = days.study(site, 30, classes=False)
        assert study.held >= 0.8 * study.told
        assert study.wrong <= 0.2 * study.trials
