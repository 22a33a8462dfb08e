"""All that a proof says, for Markdown, the terminal and the page."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from getpage.core import figures, numbers
from getpage.report.common import sheets
from getpage.report.common.blocks import Heading, Sheet, Words, other_forms
from getpage.result.prove import (
    FEWEST_INTERVALS,
    INSIDE,
    NOT_MADE,
    NOT_MEASURED,
    OUTSIDE,
    PRINTED,
    FigureRule,
    FigureVerdict,
    ProofOutcome,
    Verdict,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.core.names import Subject
    from getpage.report.common.blocks import Block
    from getpage.result import Estimate
    from getpage.result.prove import Difference, ExplainedPart, MeanChange, Mix, PrintedFigure, Proof, Score


def blocks(proof: Proof, *, brief: bool = False) -> Iterator[Block]:
    """What differs, by how much, and what supports it; `brief` leaves out what only confirms."""
    yield from answer_blocks(proof, brief=brief)
    yield from figure_blocks(proof, brief=brief)
    if brief:
        yield other_forms(
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
        window = f", {numbers.span(side.first, side.last)}" if side.first or side.last else ""
        files = f"; {', '.join(side.files)}" if side.files else ""
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
    heads: Row = ("measure", "before", "after", "change", f"{proof.level:.0%} interval", "")
    if all(d.basis == PRINTED for d in proof.differences):
        heads = ("measure", "before", "after", "change", "with the rounding", "")
    averages = [p for p in proof.printed if p.kind is FigureRule.AVERAGE]
    if averages:
        yield "Averages from the totals and counts printed beside them", _PRINTED, [*map(_printed, averages)]
    shown = shown_differences(proof)
    for subject in dict.fromkeys(d.subject for d in shown):
        rows = [_difference(d) for d in shown if d.subject == subject]
        yield f"{subject} against {proof.before.label}", heads, rows
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
    before, after = (_bound(e) + figures.value(e.value, d.unit, printed=printed) for e in (d.before, d.after))
    return (
        d.title,
        before,
        after,
        moved,
        interval(d.change_percent, runs=min(d.runs_before, d.runs_after)),
        verdict(d),
    )


def _bound(estimate: Estimate) -> str:
    """The mark of a figure that is printed as more or less than it says."""
    return ">" if math.isinf(estimate.high) else "<" if math.isinf(estimate.low) else ""


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
        return f"{value} (too few independent intervals)"
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


#: In % of before: ten times as much, and a tenth.
_TENFOLD: Final = 900.0
_TENTH: Final = -90.0
_HEADINGS: Final = {
    Verdict.BETTER: "Better",
    Verdict.WORSE: "Worse",
    Verdict.CHANGED: "Changed",
    Verdict.SAME: "Not shown",
    Verdict.UNKNOWN: "Cannot tell",
}


def first_line(proof: Proof) -> str:
    """Whether the change did any good, with the figure that shows it; of a table without runs to compare, how
    many of its figures agree.
    """
    answer = proof.answer
    if answer is None:
        return printed_sentence(proof) if proof.printed and not proof.means else ""
    figure = _figure_of(proof, answer.subject, answer.measure)
    match answer.outcome:
        case ProofOutcome.YES:
            return f"Yes, better: {figure}{_in_all(answer.better)}."
        case ProofOutcome.NO:
            return f"No, worse: {figure}{_in_all(answer.worse)}."
        case ProofOutcome.MIXED:
            other = _figure_of(proof, answer.other_subject, answer.other_measure)
            return f"Mixed: better in {figure}; worse in {other}."
        case ProofOutcome.CHANGED:
            return f"Changed: {figure}. The table does not say which way is better."
    if any(difference.shown for difference in proof.differences):
        why = "no measure that can be better or worse stands out among all"
    else:
        why = "noise or rounding covers every difference"
    return f"Cannot tell: {why}{f'; nearest to it is {figure}' if figure else ''}."


def _figure_of(proof: Proof, subject: Subject, measure: str) -> str:
    """A difference with its interval; "" where the proof has none of this name."""
    difference = proof.difference(subject, measure) if measure else None
    return "" if difference is None else f"{difference.subject} {_with_interval(difference)}"


def method(proof: Proof) -> str:
    """How false verdicts are kept out of the first line."""
    if proof.answer is None or not proof.answer.tested:
        return ""
    return f"The first line: {proof.answer.method}. Single measures have verdicts of their own."


def shown_differences(proof: Proof) -> tuple[Difference, ...]:
    """The differences that a table shows."""
    foremost = proof.answer and (proof.answer.subject, proof.answer.measure)
    return tuple(
        difference
        for difference in proof.differences
        if not _why_left_out(difference) or (difference.subject, difference.measure) == foremost
    )


def left_out(proof: Proof) -> tuple[str, ...]:
    """How many differences are left out of tables, and why; empty where none is."""
    shown = shown_differences(proof)
    reasons = [_why_left_out(difference) for difference in proof.differences if difference not in shown]
    if not reasons:
        return ()
    counts = [f"{reasons.count(why):,} {why}" for why in dict.fromkeys(reasons)]
    many = f"{len(reasons):,} differences are" if len(reasons) > 1 else "1 difference is"
    return (f"{many} left out: {'; '.join(counts)}. JSON and CSV have them.",)


def verdict(difference: Difference) -> str:
    """The verdict, and whether it is confirmed among all."""
    if difference.shown and not difference.firm:
        return f"{difference.verdict}, alone"
    return str(difference.verdict)


def answers(proof: Proof) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """A heading for each verdict that occurs, with a sentence per subject."""
    by_verdict = (
        (heading, [d for d in shown_differences(proof) if d.verdict is each])
        for each, heading in _HEADINGS.items()
    )
    return tuple(
        (heading, tuple(_by_subject(differences))) for heading, differences in by_verdict if differences
    )


def interval(change_percent: Estimate | None, runs: int = 0) -> str:
    """The ends of the interval of a change of so many intervals, or why there is none."""
    if change_percent is None:
        return ""
    if not change_percent.level:
        return "intervals too alike" if runs >= FEWEST_INTERVALS else "too few intervals"
    if math.isinf(change_percent.high):
        return f"{change(change_percent.low)} or more"
    if math.isinf(change_percent.low):
        return f"{change(change_percent.high)} or less"
    return f"{change(change_percent.low)} to {change(change_percent.high)}"


def change(percent: float) -> str:
    """A change in %, or how many times as much it is where that is tenfold or more."""
    if percent < _TENFOLD:
        return figures.percent(percent)
    return f"{float(f'{1 + percent / 100:.3g}'):,.0f} times"


def mean_sentence(mean: MeanChange) -> str:
    """The mean of a column of changes, with its goal."""
    ends = (mean.mean.low, mean.mean.high)
    at_least = "at least " if math.isinf(ends[1]) else "at most " if math.isinf(ends[0]) else ""
    sentence = f"{mean.subject}: mean {at_least}{figures.percent(mean.mean.value)} over {mean.rows} rows"
    if mean.outcome:
        sentence += f", goal of {mean.goal:g} % {mean.outcome}"
    if mean.scatter is not None:
        sentence += f" (workloads like these: {interval(mean.scatter)})"
    return f"{sentence}."


def mix_sentences(proof: Proof) -> tuple[str, ...]:
    """Kinds of work with another mix than before, and how many have the same."""
    moved = [mix for mix in proof.mixes if not mix.comparable or mix.reversed]
    sentences = [_moved(mix) for mix in moved]
    alike = [mix for mix in proof.mixes if mix not in moved]
    if alike:
        most = max(mix.moved_percent for mix in alike)
        kinds = "1 kind of work has" if len(alike) == 1 else f"{len(alike)} kinds of work have"
        sentences.append(
            f"{kinds} nearly the mix of before (at most {most:.1f} % of it moved to other classes); the "
            "mix is held equal all the same."
        )
    return tuple(sentences)


def part_sentence(part: ExplainedPart) -> str:
    """What a part explains of the difference of the whole."""
    printed = part.part_difference.basis == PRINTED
    whole = figures.value(abs(part.whole_difference.value), part.unit)
    share = figures.value(abs(part.part_difference.value), part.unit)
    less = "less" if part.whole_difference.value < 0 else "more"
    same_way = part.part_difference.value * part.whole_difference.value > 0
    inside = part.part_difference.low <= 0 <= part.part_difference.high
    if inside:
        within = "within the rounding" if printed else "within the noise"
        return f"{part.subject}, {part.whole} {whole} {less}: {part.part} is unchanged {within}."
    if not same_way:
        return f"{part.subject}, {part.whole} {whole} {less}: {part.part} went the other way by {share}."
    return f"{part.subject}, {part.whole} {whole} {less}: {part.part} explains {share} of {whole}."


def score_sentences(proof: Proof) -> tuple[str, ...]:
    """How the forecast did."""
    judged = [score for score in proof.scores if score.outcome in {INSIDE, OUTSIDE}]
    inside = sum(score.outcome == INSIDE for score in judged)
    sentences = (
        [f"{inside} of {len(judged)} figures that were measured came inside their intervals."]
        if judged
        else []
    )
    sentences += [f"Outside: {score.subject}, {score.name}." for score in judged if score.outcome == OUTSIDE]
    sentences += [
        f"The change of the forecast was not made: {why}. What follows from it is not judged."
        for why in dict.fromkeys(score.note for score in proof.scores if score.outcome == NOT_MADE)
    ]
    unmeasured = sum(score.outcome == NOT_MEASURED for score in proof.scores)
    if unmeasured:
        were = "figure of the forecast was" if unmeasured == 1 else "figures of the forecast were"
        sentences.append(f"{unmeasured} {were} not measured.")
    return tuple(sentences)


def printed_sentence(proof: Proof) -> str:
    """How many figures that a table prints agree with the figures they follow from."""
    counts = {each: sum(figure.verdict is each for figure in proof.printed) for each in FigureVerdict}
    wrong = counts[FigureVerdict.NO]
    sentence = (
        f"{counts[FigureVerdict.ROUNDING]} of {len(proof.printed)} printed figures agree with those they "
        "follow from"
    )
    if counts[FigureVerdict.CUT_OFF]:
        sentence += f", {counts[FigureVerdict.CUT_OFF]} more if their digits were cut off instead of rounded"
    return f"{sentence}; {wrong or 'none'} contradict{'s' if wrong < 2 else ''} them."


def _with_interval(difference: Difference) -> str:
    percent = difference.change_percent
    if percent is None:
        return _short(difference)
    ends = f" ({interval(percent)})" if percent.level and percent.low != percent.high else ""
    return f"{difference.title} {change(percent.value)}{ends}"


def _in_all(count: int) -> str:
    return f"; {count} in all" if count > 1 else ""


def _why_left_out(difference: Difference) -> str:
    """Why a table leaves a difference out; "" where it does not."""
    if difference.shown or difference.basis == PRINTED:
        return ""
    if difference.before.value == difference.after.value == 0:
        return "nothing of it on either side"
    if difference.difference.value == 0 and difference.before.value == difference.after.value:
        return "the same on both sides"
    percent = difference.change_percent
    if percent is not None and percent.level and (percent.high >= _TENFOLD or percent.low <= _TENTH):
        return "with noise that would hide a tenfold change"
    return ""


def _by_subject(differences: list[Difference]) -> Iterable[str]:
    for subject in dict.fromkeys(d.subject for d in differences):
        yield f"{subject}: " + "; ".join(_short(d) for d in differences if d.subject == subject) + "."


def _short(difference: Difference) -> str:
    percent = difference.change_percent
    if difference.verdict is Verdict.SAME:
        if difference.difference.low == difference.difference.high == 0:
            return f"{difference.title} (no change)"
        if percent:
            return f"{difference.title} ({interval(percent)})"
    if percent is None:
        printed = difference.basis == PRINTED
        before, after = (
            figures.value(side.value, difference.unit, printed=printed)
            for side in (difference.before, difference.after)
        )
        return f"{difference.title} {before} to {after}"
    return f"{difference.title} {change(percent.value)}"


def _moved(mix: Mix) -> str:
    crude, within = (figures.signed(value, mix.unit) for value in (mix.crude, mix.within))
    held = f"by {within}" if mix.within_shown else f"no change is shown ({within} is within the noise)"
    sentence = (
        f"{mix.subject}, {mix.measure}: {mix.moved_percent:.1f} % of the work moved to "
        f"other classes. The average changed by {crude}; with the mix held equal, {held}."
    )
    if mix.reversed:
        sentence += (
            " The average misleads: with the mix held equal it goes the other way (Simpson's paradox)."
        )
    return sentence
