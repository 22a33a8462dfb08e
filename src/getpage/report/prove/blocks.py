"""All that a proof says, for Markdown, the terminal and the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.core import figures, numbers
from getpage.report.common import sheets
from getpage.report.common.blocks import Block, Heading, OtherForms, Sheet, Words
from getpage.report.prove.words import (
    answers,
    bound,
    change,
    first_line,
    interval,
    left_out,
    mean_sentence,
    method,
    mix_sentences,
    part_sentence,
    printed_sentence,
    score_sentences,
    shown_differences,
    shown_subject,
    too_few,
    verdict,
)
from getpage.result import Estimate
from getpage.result.prove import (
    PRINTED,
    Difference,
    ExplainedPart,
    FigureRule,
    FigureVerdict,
    MeanChange,
    Mix,
    PrintedFigure,
    Proof,
    Score,
)


def blocks(proof: Proof, *, brief: bool = False) -> Iterator[Block]:
    """What differs, by how much, and what supports it; `brief` leaves out what only confirms."""
    yield from answer_blocks(proof, brief=brief)
    yield from figure_blocks(proof, brief=brief)
    if brief:
        yield OtherForms(
            "Every difference in full with what it rests on, pictures over time, and the evidence", page=True
        )
    yield Words([*_sides(proof)], foot=True)


def answer_blocks(proof: Proof, *, brief: bool = False) -> Iterator[Block]:
    """The first line, and the differences by verdict."""
    if first := first_line(proof):
        yield Words([first])
    if not brief:
        for heading, sentences in answers(proof):
            yield Heading(heading)
            yield Words(sentences)


def figure_blocks(proof: Proof, *, brief: bool = False) -> Iterator[Block]:
    """Tables of differences and their support, what is missing, and how to read all this."""
    if not brief:
        yield Heading("Figures")
    for title, columns, rows in tables(proof, brief=brief):
        yield Sheet(title, columns, rows)
    for title, columns, rows in in_full(proof):
        yield Sheet(title, columns, rows, evidence=True)
    if words := sentences(proof):
        yield Words(words)
    yield from sheets.picture_sheet("Before and after, interval by interval", proof.pictures)
    yield from sheets.estimate_sheet(
        "Estimates of the proof",
        [
            *((f"{d.subject} {d.title}", d) for d in proof.differences),
            *((str(mean.subject), mean) for mean in proof.means),
            *((f"{part.subject}: {part.part} of {part.whole}", part) for part in proof.parts),
            *((f"{score.subject} {score.name}", score) for score in proof.scores),
        ],
    )
    yield from sheets.fact_sheet(
        "Evidence of the proof", [(f"{d.subject} {d.title}", d.facts) for d in proof.differences]
    )
    yield from sheets.missing_blocks(proof.missing)
    if notes := list(filter(None, (method(proof), *proof.notes))):
        yield Heading("How to read this")
        yield Words(notes, method=True)


def _sides(proof: Proof) -> Iterator[str]:
    """What each side is, and what made the proof."""
    for name, side in [("Before", proof.before), *(("After", side) for side in proof.after)]:
        span = numbers.span(side.first, side.last) if side.first or side.last else ""
        window = "" if side.label.endswith(span) else f", {span}"
        files = f"; {', '.join(side.files)}" if side.files and side.files != (side.label,) else ""
        yield f"{name}: {side.label}{window}{files}"
    yield from (f"{table.title}: {table.note}" for table in proof.tables if table.note)
    level = f"{100 * proof.level:g}"
    yield f"From {proof.source}; {level} % intervals. {proof.tool} · proof model {proof.version}"


Row = tuple[str, ...]
Table = tuple[str, Row, list[Row]]
_PRINTED: Final[Row] = ("figure", "printed", "computed", "rule", "")
_AGREES: Final = {
    FigureVerdict.ROUNDING: "agrees",
    FigureVerdict.CUT_OFF: "cut off, not rounded",
    FigureVerdict.NO: "does not agree",
}
_DIFFERENCES: Final = (
    *("subject", "measure", "before", "after", "difference", "of", "how sure", "rests on", "held equal"),
    *("note", "by noise alone", "verdict", "stands among all"),
)
_FIRST: Final = ("answer", "carried by", "measure", "better", "worse", "measures tested", "how")
_MIXES: Final = (
    "subject",
    "measure",
    "same mix",
    "moved",
    "change of the average",
    "within",
    "shift",
    "shown",
)
_PARTS: Final = ("subject", "whole", "its difference", "part", "its difference")
_MEANS: Final = ("subject", "rows", "mean", "rounding", "scatter", "goal", "outcome")
_SCORES: Final = ("subject", "figure", "how sure", "rests on", "actual rests on", "note")


def tables(proof: Proof, *, brief: bool = False) -> Iterator[Table]:
    """Title, columns and rows of every table of the proof; `brief` leaves out what only confirms."""
    heads: Row = ("measure", "before", "after", "change", f"{100 * proof.level:g} % interval", "")
    if all(d.basis == PRINTED for d in proof.differences):
        heads = ("measure", "before", "after", "change", "with the rounding", "")
    averages = [p for p in proof.printed if p.kind is FigureRule.AVERAGE]
    if averages:
        yield "Averages from the totals and counts printed beside them", _PRINTED, [*map(_printed, averages)]
    shown = shown_differences(proof)
    if brief:
        foremost = proof.answer and proof.answer.subject
        shown = tuple(sorted(shown, key=lambda d: (d.subject != foremost, not d.shown)))
    for subject in dict.fromkeys(d.subject for d in shown):
        rows = [_difference(d) for d in shown if d.subject == subject]
        yield f"{shown_subject(subject)} against {proof.before.label}", heads, rows
    yield from ((title, columns, rows) for title, columns, rows in _support(proof, brief) if rows)
    yield from ((t.title, t.columns, [tuple(map(str, row)) for row in t.rows]) for t in proof.tables)


def _support(proof: Proof, brief: bool) -> Iterator[Table]:
    knobs: list[Row] = [
        (str(k.knob), f"{k.before:,} {k.unit}", f"{k.after:,} {k.unit}") for k in proof.changed
    ]
    yield "What was changed", ("knob", "before", "after"), knobs
    heads: Row = ("subject", "figure", "forecast", "interval", "actual", "")
    yield "The forecast against what came", heads, [_score(score) for score in proof.scores]
    for mix in proof.mixes:
        if not mix.comparable:
            heads = ("class", "share before", "after", "each before", "after")
            yield f"{mix.subject}, {mix.measure} class by class", heads, _class_rows(mix)
    others = [p for p in proof.printed if p.kind is not FigureRule.AVERAGE]
    printed = [p for p in others if not brief or p.verdict is not FigureVerdict.ROUNDING]
    yield "Printed figures against the figures they follow from", _PRINTED, [_printed(p) for p in printed]


def _difference(d: Difference) -> tuple[str, ...]:
    printed = d.basis == PRINTED
    moved = "" if d.change_percent is None else change(d.change_percent.value)
    before, after = (bound(e) + figures.value(e.value, d.unit, printed=printed) for e in (d.before, d.after))
    return (
        d.title,
        before,
        after,
        moved,
        interval(d.change_percent) if d.difference.level else too_few(d),
        verdict(d),
    )


def _each(figure: float | None, unit: str) -> str:
    return "" if figure is None else figures.value(figure, unit)


def _class_rows(mix: Mix) -> list[Row]:
    return [
        (
            c.name,
            f"{c.share_before:.1f} %",
            f"{c.share_after:.1f} %",
            _each(c.before, mix.unit),
            _each(c.after, mix.unit),
        )
        for c in mix.classes
    ]


def _score(score: Score) -> Row:
    ends = " to ".join(
        dict.fromkeys(figures.value(end, score.unit) for end in (score.forecast.low, score.forecast.high))
    )
    actual = "" if score.actual is None else figures.value(score.actual.value, score.unit)
    return (
        str(score.subject),
        score.name,
        figures.value(score.forecast.value, score.unit),
        ends,
        actual,
        score.outcome,
    )


def _printed(p: PrintedFigure) -> Row:
    ends = [numbers.number(float(f"{end:.5g}")) for end in (p.low, p.high)]
    computed = ends[0] if ends[0] == ends[1] else " to ".join(ends)
    unit = f" {p.unit}" if p.unit else ""
    bound = "" if not p.open_ended else "<" if p.printed < 0 else ">"
    printed = bound + figures.value(p.printed, p.unit, printed=True)
    return p.label, printed, computed + unit, p.rule, _AGREES[p.verdict]


def sentences(proof: Proof) -> list[str]:
    """What a sentence says better than a row."""
    return [
        *left_out(proof),
        *map(mean_sentence, proof.means),
        *([printed_sentence(proof)] if proof.printed else []),
        *mix_sentences(proof),
        *map(part_sentence, proof.parts),
        *(score_sentences(proof) if proof.scores else ()),
    ]


def in_full(proof: Proof) -> Iterator[Table]:
    """The numbers behind the sentences: title, columns and rows of every table that has rows."""
    return (table for table in _in_full(proof) if table[2])


def _in_full(proof: Proof) -> Iterator[Table]:
    if (first := proof.answer) is not None:
        row = (first.outcome, str(first.subject), first.measure)
        counts = map(numbers.number, (first.better, first.worse, first.tested))
        yield "The first line", _FIRST, [(*row, *counts, first.method)]
    yield "Differences in full", _DIFFERENCES, [_difference_in_full(d) for d in proof.differences]
    yield "Mixes of work", _MIXES, [*map(_mix, proof.mixes)]
    yield (
        "Classes of mixes that are the same",
        ("subject", "class", "share before", "after", "each before", "after"),
        [row for mix in proof.mixes if mix.comparable for row in _shares_in_full(mix)],
    )
    yield "Parts of a whole", _PARTS, [*map(_part, proof.parts)]
    yield "Means", _MEANS, [*map(_mean, proof.means)]
    scores: list[Row] = [
        (
            str(score.subject),
            score.name,
            f"{100 * score.forecast.level:g} %",
            "; ".join((score.forecast.basis, *score.forecast.assumptions)),
            score.actual.basis if score.actual else "",
            score.note,
        )
        for score in proof.scores
    ]
    yield "Forecasts that were scored", _SCORES, scores
    printed: list[Row] = [
        (p.label, p.rule, numbers.value_with_unit(p.computed, p.unit)) for p in proof.printed
    ]
    yield "What follows from other printed figures", ("figure", "rule", "follows"), printed


def _difference_in_full(d: Difference) -> Row:
    return (
        str(d.subject),
        d.title if d.title == d.measure else f"{d.title} ({d.measure})",
        *(_ends(estimate, d.unit) for estimate in (d.before, d.after, d.difference)),
        f"{numbers.number(d.runs_before)} before, {numbers.number(d.runs_after)} after",
        f"{100 * d.difference.level:g} %",
        d.basis,
        d.held,
        d.note,
        "" if d.chance is None else f"{100 * d.chance:.3g} %",
        str(d.verdict),
        "yes" if d.firm else "no",
    )


def _ends(estimate: Estimate, unit: str) -> str:
    value = figures.value(estimate.value, unit)
    if not estimate.level:
        return f"{value} (too few intervals)"
    if estimate.low == estimate.high:
        return value
    ends = " to ".join(figures.value(end, unit) for end in (estimate.low, estimate.high))
    return f"{value} ({ends})"


def _mix(mix: Mix) -> Row:
    shown = "the other way than the average" if mix.reversed else "yes" if mix.within_shown else "no"
    return (
        str(mix.subject),
        mix.measure,
        "yes" if mix.comparable else "no",
        f"{mix.moved_percent:.1f} %",
        *(figures.signed(value, mix.unit) for value in (mix.crude, mix.within, mix.shift)),
        shown,
    )


def _shares_in_full(mix: Mix) -> Iterator[Row]:
    return ((str(mix.subject), *row) for row in _class_rows(mix))


def _part(part: ExplainedPart) -> Row:
    ends = [_ends(difference, part.unit) for difference in (part.whole_difference, part.part_difference)]
    return str(part.subject), part.whole, ends[0], part.part, ends[1]


def _mean(mean: MeanChange) -> Row:
    goal = "" if mean.goal is None else f"{mean.goal:g} %"
    scatter = "" if mean.scatter is None else figures.interval(mean.scatter.low, mean.scatter.high)
    rounding = figures.interval(mean.mean.low, mean.mean.high)
    value = figures.percent(mean.mean.value)
    return str(mean.subject), numbers.number(mean.rows), value, rounding, scatter, goal, mean.outcome
