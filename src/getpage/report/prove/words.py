"""What a proof says in sentences: its first line, what carries it, mixes, parts, means and scores."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from getpage.core import figures
from getpage.core.names import Subject
from getpage.core.numbers import counted
from getpage.result import Estimate
from getpage.result.prove import (
    FEWEST_INTERVALS,
    INSIDE,
    NOT_MADE,
    NOT_MEASURED,
    OUTSIDE,
    PRINTED,
    Difference,
    ExplainedPart,
    FigureVerdict,
    MeanChange,
    Mix,
    Proof,
    ProofOutcome,
    Verdict,
)

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
        why = "no change stands out from noise among all measures"
    elif untold := [each for each in proof.differences if _is_untold(each)]:
        why = too_few(max(untold, key=lambda each: min(each.runs_before, each.runs_after)))
    else:
        why = "noise or rounding covers every difference"
    return f"Cannot tell: {why}{f'; the clearest is {figure}' if figure else ''}."


def _figure_of(proof: Proof, subject: Subject, measure: str) -> str:
    """A difference with its interval; "" where the proof has none of this name."""
    difference = proof.difference(subject, measure) if measure else None
    return "" if difference is None else f"{shown_subject(difference.subject)} {_with_interval(difference)}"


def shown_subject(subject: Subject) -> str:
    """A subject within a sentence: a run whose label is a number is named as one."""
    return f"run {subject}" if str(subject).isdigit() else str(subject)


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
    if len(reasons) == 1:
        return (f"1 difference is left out: {reasons[0]}. JSON and CSV have it.",)
    counts = ", ".join(f"{reasons.count(why):,} {why}" for why in dict.fromkeys(reasons))
    return (f"{len(reasons):,} differences are left out: {counts}. JSON and CSV have them.",)


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


def _is_untold(difference: Difference) -> bool:
    """Whether its noise is not known."""
    return difference.verdict is Verdict.UNKNOWN and not difference.difference.level


def too_few(difference: Difference) -> str:
    """Why the noise of a difference is not known, with how many intervals are needed."""
    runs = min(difference.runs_before, difference.runs_after)
    return f"too few intervals ({runs} of {FEWEST_INTERVALS})"


def interval(change_percent: Estimate | None) -> str:
    """The ends of the interval of a change; "" where there is none."""
    if change_percent is None or not change_percent.level:
        return ""
    if math.isinf(change_percent.high):
        return f"{change(change_percent.low)} or more"
    if math.isinf(change_percent.low):
        return f"{change(change_percent.high)} or less"
    low, high = change(change_percent.low), change(change_percent.high)
    return low if low == high else f"{low} to {high}"


def change(percent: float) -> str:
    """A change in %, or how many times as much it is where that is tenfold or more."""
    if percent < _TENFOLD:
        return figures.percent(percent)
    return f"{float(f'{1 + percent / 100:.3g}'):,.0f} times"


def bound(estimate: Estimate) -> str:
    """The mark of a figure that is printed as more or less than it says."""
    return ">" if math.isinf(estimate.high) else "<" if math.isinf(estimate.low) else ""


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
        sentences.append(
            f"The mix of {counted(len(alike), 'kind')} of work is nearly that of before: at most {most:.1f} "
            "% moved to other classes. It is held equal."
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
        return "without a value on either side"
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
            bound(side) + figures.value(side.value, difference.unit, printed=printed)
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
