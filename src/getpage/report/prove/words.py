"""What a proof comes to, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.core import figures
from getpage.report.prove import folded
from getpage.result.prove import INSIDE, NOT_MADE, NOT_MEASURED, OUTSIDE, PRINTED, Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.result import Estimate
    from getpage.result.prove import Difference, MeanChange, Mix, Part, Proof

#: In % of before: from here on so many times as much says more.
_TENFOLD: Final = 900.0
_OPENING = {
    Verdict.BETTER: "Better",
    Verdict.WORSE: "Worse",
    Verdict.CHANGED: "Changed",
    Verdict.SAME: "Not shown",
    Verdict.UNKNOWN: "Cannot tell",
}


def first_line(proof: Proof) -> str:
    """Whether the change did any good: yes, no or cannot tell, with the figure that carries it."""
    said = proof.answer
    if said is None:
        return ""
    carries = proof.difference(said.subject, said.measure) if said.measure else None
    figure = "" if carries is None else f"{carries.subject} {_carried(carries)}"
    if said.outcome is Outcome.YES:
        return f"Yes, better: {figure}{_others(said.better)}."
    if said.outcome is Outcome.NO:
        return f"No, worse: {figure}{_others(said.worse)}."
    if said.better:
        return f"Cannot tell: {said.better} better, {said.worse} worse; most of all {figure}."
    if any(one.shown for one in proof.differences):
        why = "no measure that can be better or worse stands out among all"
    else:
        why = "noise or rounding covers every difference"
    return f"Cannot tell: {why}{f'; nearest to it is {figure}' if figure else ''}."


def method(proof: Proof) -> str:
    """How false verdicts are kept out of the first line."""
    if proof.answer is None or not proof.answer.tested:
        return ""
    return f"The first line: {proof.answer.method}. Single measures have verdicts of their own."


def _carried(one: Difference) -> str:
    by = one.change_percent
    if by is None:
        return _short(one)
    ends = f" ({interval(by)})" if by.level and by.low != by.high else ""
    return f"{one.title} {change(by.value)}{ends}"


def _others(count: int) -> str:
    return f"; {count} in all" if count > 1 else ""


def verdict(one: Difference) -> str:
    """The verdict, and whether it stands among all."""
    return f"{one.verdict}, alone" if one.shown and not one.firm else str(one.verdict)


def answers(proof: Proof) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """One heading a verdict that occurs, with what it is said of."""
    found = []
    for verdict, heading in _OPENING.items():
        these = [d for d in folded.kept(proof) if d.verdict is verdict]
        if these:
            found.append((heading, tuple(_of_subjects(these))))
    return tuple(found)


def _of_subjects(differences: list[Difference]) -> Iterable[str]:
    for subject in dict.fromkeys(d.subject for d in differences):
        yield f"{subject}: " + "; ".join(_short(d) for d in differences if d.subject == subject) + "."


def _short(one: Difference) -> str:
    if one.verdict is Verdict.SAME and one.difference.low == one.difference.high == 0:
        return f"{one.title} (no change)"
    if one.verdict is Verdict.SAME and one.change_percent:
        return f"{one.title} ({interval(one.change_percent)})"
    if one.change_percent is None:
        printed = one.basis == PRINTED
        before = figures.value(one.before.value, one.unit, printed=printed)
        return f"{one.title} {before} to {figures.value(one.after.value, one.unit, printed=printed)}"
    return f"{one.title} {change(one.change_percent.value)}"


def interval(one: Estimate | None) -> str:
    """From where to where a change lies."""
    if one is None:
        return ""
    return f"{change(one.low)} to {change(one.high)}" if one.level else "too few intervals"


def change(percent: float) -> str:
    """A change in %, or how many times as much it is where that is tenfold or more."""
    if percent < _TENFOLD:
        return figures.percent(percent)
    return f"{float(f'{1 + percent / 100:.3g}'):,.0f} times"


def mean_sentence(one: MeanChange) -> str:
    """The mean of a column of changes."""
    said = f"{one.subject}: mean {figures.percent(one.mean.value)} over {one.rows} rows"
    if one.outcome:
        said += f", goal of {one.goal:g} % {one.outcome}"
    if one.scatter is not None:
        said += f" (workloads like these: {interval(one.scatter)})"
    return f"{said}."


def mix_sentences(proof: Proof) -> tuple[str, ...]:
    """Which kinds of work are another mix than before, and how many are the same."""
    told = [mix for mix in proof.mixes if not mix.comparable or mix.reversed]
    said = [_moved(mix) for mix in told]
    alike = [mix for mix in proof.mixes if mix not in told]
    if alike:
        most = max(mix.moved_percent for mix in alike)
        kinds = "1 kind of work has" if len(alike) == 1 else f"{len(alike)} kinds of work have"
        said.append(
            f"{kinds} nearly the mix of before (at most {most:.1f} % of it moved to other classes); the "
            "mix is held equal all the same."
        )
    return tuple(said)


def _moved(mix: Mix) -> str:
    crude, within = (figures.signed(one, mix.unit) for one in (mix.crude, mix.within))
    held = f"by {within}" if mix.within_shown else f"no change is shown ({within} is within the noise)"
    said = (
        f"{mix.subject}, {mix.measure}: {mix.moved_percent:.1f} % of the work moved to "
        f"other classes. The average changed by {crude}; with the mix held equal, {held}."
    )
    if mix.reversed:
        said += " The average misleads: with the mix held equal it goes the other way (Simpson's paradox)."
    return said


def part_sentence(part: Part) -> str:
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
    judged = [s for s in proof.scores if s.outcome in {INSIDE, OUTSIDE}]
    inside = sum(s.outcome == INSIDE for s in judged)
    said = (
        [f"{inside} of {len(judged)} figures that were measured came inside their intervals."]
        if judged
        else []
    )
    said += [f"Outside: {s.subject}, {s.name}." for s in judged if s.outcome == OUTSIDE]
    said += [
        f"The change of the forecast was not made: {why}. What follows from it is not judged."
        for why in dict.fromkeys(s.note for s in proof.scores if s.outcome == NOT_MADE)
    ]
    unmeasured = sum(s.outcome == NOT_MEASURED for s in proof.scores)
    if unmeasured:
        were = "figure of the forecast was" if unmeasured == 1 else "figures of the forecast were"
        said.append(f"{unmeasured} {were} not measured.")
    return tuple(said)


def printed_sentence(proof: Proof) -> str:
    """How many figures that a table prints agree with the figures they follow from."""
    counts = {
        verdict: sum(p.verdict == verdict for p in proof.printed) for verdict in ("rounding", "cut off", "no")
    }
    said = f"{counts['rounding']} of {len(proof.printed)} printed figures agree with those they follow from"
    if counts["cut off"]:
        said += f", {counts['cut off']} more if their digits were cut off instead of rounded"
    return f"{said}; {counts['no'] or 'none'} contradict{'s' if counts['no'] < 2 else ''} them."
