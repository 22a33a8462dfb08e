"""A mix of work that moved is named, and does not fool the verdict."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from getpage.prove import classes, measures
from getpage.prove.windows import pictures
from getpage.report.prove.words import mix_sentences
from getpage.result.prove import Proof, Side, Verdict
from prove_evidence import QM1, START, calls, work


def test_a_mix_that_moved_is_named_and_does_not_fool_the_verdict() -> None:
    """Simpson: each queue is 10 % faster, but far more of the work is of the slow one."""
    before = [*calls("FAST", 9000, 10e-6), *calls("SLOW", 1000, 100e-6)]
    after = [*calls("FAST", 3000, 9e-6), *calls("SLOW", 7000, 90e-6)]
    compare = classes.compare(QM1, "MQGET call", *classes.align(before, after), 0.95)
    assert compare.mix is not None
    assert not compare.mix.comparable
    assert compare.mix.reversed
    assert compare.mix.crude > 0 > compare.mix.within
    assert compare.mix.crude == pytest.approx(compare.mix.within + compare.mix.shift)
    assert compare.mix.moved_percent == pytest.approx(60, abs=2)
    elapsed = next(d for d in compare.differences if d.title.endswith("elapsed"))
    assert elapsed.verdict is Verdict.BETTER
    assert elapsed.held.startswith(classes.HELD)
    assert elapsed.change_percent is not None
    assert elapsed.change_percent.value == pytest.approx(-10, abs=2)


def test_noise_with_the_mix_held_equal_is_no_change_the_other_way() -> None:
    before = [*calls("FAST", 9000, 10e-6), *calls("SLOW", 1000, 100e-6)]
    after = [*calls("FAST", 3000, 9.999e-6), *calls("SLOW", 7000, 99.99e-6)]
    compare = classes.compare(QM1, "MQGET call", classes.unaligned(before), classes.unaligned(after), 0.95)
    assert compare.mix is not None
    assert not compare.mix.within_shown
    assert not compare.mix.reversed
    proof = Proof(source="store", level=0.95, before=Side(label="b"), after=(Side(label="a"),))
    [sentence] = mix_sentences(replace(proof, mixes=(compare.mix,)))
    assert "with the mix held equal, no change is shown (" in sentence
    assert sentence.endswith("is within the noise).")


def test_a_mix_that_is_nearly_the_same_is_held_equal_all_the_same() -> None:
    before = [*calls("A", 5000, 10e-6), *calls("BB", 5000, 20e-6)]
    after = [*calls("A", 5100, 10e-6), *calls("BB", 4900, 20e-6)]
    compare = classes.compare(QM1, "MQGET call", classes.unaligned(before), classes.unaligned(after), 0.95)
    assert compare.mix is not None
    assert compare.mix.comparable
    assert {d.held for d in compare.differences} == {classes.HELD}


def test_a_class_that_is_new_does_not_enter_the_comparison_with_equal_mix() -> None:
    before = list(calls("A", 5000, 10e-6))
    after = [*calls("A", 5000, 10e-6), *calls("NEW", 5000, 500e-6)]
    compare = classes.compare(QM1, "MQGET call", classes.unaligned(before), classes.unaligned(after), 0.95)
    elapsed = next(d for d in compare.differences if d.title.endswith("elapsed"))
    assert elapsed.verdict is Verdict.SAME
    assert compare.mix is not None
    assert compare.mix.shift > 0


def test_series_of_after_are_laid_over_those_of_before() -> None:
    result = pictures(work(0.01, count=8), work(0.01, count=10, start=START + timedelta(days=7)))
    assert {p.title for p in result} == {
        "ETR, commit rate",
        "reads per commit",
        "CPU per commit",
        "elapsed per commit",
    }
    for picture in result:
        assert len(picture.times) == 10
        assert [len(curve.values) for curve in picture.curves] == [10, 10]
        assert picture.times[0] == START + timedelta(minutes=15)


def test_cpu_is_split_by_processor_where_the_evidence_tells() -> None:
    before = [replace(w, ziip_seconds=0.3 * (w.cpu_seconds or 0)) for w in work(0.010)]
    after = [replace(w, ziip_seconds=0.6 * (w.cpu_seconds or 0)) for w in work(0.010, seed=2)]
    by_measure = {d.measure: d for d in measures.compare(before, after, 0.95).values()}
    assert by_measure["CPU per unit"].verdict is Verdict.SAME
    assert by_measure["general CPU per unit"].verdict is Verdict.BETTER
    assert by_measure["zIIP CPU per unit"].verdict is Verdict.CHANGED
