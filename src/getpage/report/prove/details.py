"""The numbers behind the sentences of a proof, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import figures, numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.report.prove.tables import Row, Table
    from getpage.result import Estimate
    from getpage.result.prove import Difference, MeanChange, Mix, Part, Proof

_DIFFERENCES = (
    *("subject", "measure", "before", "after", "difference", "of", "how sure", "rests on", "held equal"),
    *("note", "by noise alone", "verdict", "stands among all"),
)
_FIRST = ("answer", "carried by", "measure", "better", "worse", "measures tested", "how")
_MIXES = ("subject", "measure", "same mix", "moved", "change of the average", "within", "shift", "shown")
_PARTS = ("subject", "whole", "its difference", "part", "its difference")
_MEANS = ("subject", "rows", "mean", "rounding", "scatter", "goal", "outcome")
_SCORES = ("subject", "figure", "how sure", "rests on", "actual rests on", "note")


def tables(proof: Proof) -> Iterator[Table]:
    """Title, columns and rows; some have no rows."""
    if (first := proof.answer) is not None:
        row = (first.outcome, str(first.subject), first.measure)
        counts = map(numbers.number, (first.better, first.worse, first.tested))
        yield "The first line", _FIRST, [(*row, *counts, first.method)]
    yield "Differences in full", _DIFFERENCES, [_difference(one) for one in proof.differences]
    yield "Mixes of work", _MIXES, [_mix(one) for one in proof.mixes]
    yield (
        "Classes of mixes that are the same",
        ("subject", "class", "share before", "after", "each before", "after"),
        [row for one in proof.mixes if one.comparable for row in _classes(one)],
    )
    yield "Parts of a whole", _PARTS, [_part(one) for one in proof.parts]
    yield "Means", _MEANS, [_mean(one) for one in proof.means]
    scores: list[Row] = [
        (
            str(one.subject),
            one.name,
            f"{100 * one.forecast.level:g} %",
            "; ".join((one.forecast.basis, *one.forecast.assumptions)),
            one.actual.basis if one.actual else "",
            one.note,
        )
        for one in proof.scores
    ]
    yield "Forecasts that were scored", _SCORES, scores
    printed: list[Row] = [
        (p.label, p.rule, numbers.value_with_unit(p.computed, p.unit)) for p in proof.printed
    ]
    yield "What follows from other printed figures", ("figure", "rule", "follows"), printed


def _difference(d: Difference) -> Row:
    return (
        str(d.subject),
        d.title if d.title == d.measure else f"{d.title} ({d.measure})",
        *(_ends(one, d.unit) for one in (d.before, d.after, d.difference)),
        f"{numbers.number(d.runs_before)} before, {numbers.number(d.runs_after)} after",
        f"{100 * d.difference.level:g} %",
        d.basis,
        d.held,
        d.note,
        "" if d.chance is None else f"{100 * d.chance:.3g} %",
        str(d.verdict),
        "yes" if d.firm else "no",
    )


def _ends(one: Estimate, unit: str) -> str:
    if not one.level:
        return f"{figures.value(one.value, unit)} (too few independent intervals)"
    if one.low == one.high:
        return figures.value(one.value, unit)
    ends = " to ".join(figures.value(end, unit) for end in (one.low, one.high))
    return f"{figures.value(one.value, unit)} ({ends})"


def _mix(one: Mix) -> Row:
    shown = "the other way than the average" if one.reversed else "yes" if one.within_shown else "no"
    return (
        str(one.subject),
        one.measure,
        "yes" if one.comparable else "no",
        f"{one.moved_percent:.1f} %",
        *(figures.signed(value, one.unit) for value in (one.crude, one.within, one.shift)),
        shown,
    )


def _classes(mix: Mix) -> Iterator[Row]:
    for one in mix.classes:
        each = ("" if v is None else figures.value(v, mix.unit) for v in (one.before, one.after))
        yield str(mix.subject), one.name, f"{one.share_before:.1f} %", f"{one.share_after:.1f} %", *each


def _part(one: Part) -> Row:
    whole, part = (_ends(each, one.unit) for each in (one.whole_difference, one.part_difference))
    return str(one.subject), one.whole, whole, one.part, part


def _mean(one: MeanChange) -> Row:
    goal = "" if one.goal is None else f"{one.goal:g} %"
    scatter = "" if one.scatter is None else figures.interval(one.scatter.low, one.scatter.high)
    rounding = figures.interval(one.mean.low, one.mean.high)
    mean = figures.percent(one.mean.value)
    return str(one.subject), numbers.number(one.rows), mean, rounding, scatter, goal, one.outcome
