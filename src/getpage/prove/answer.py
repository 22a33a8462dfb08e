"""The first line of a proof: whether the change did any good, with a bounded rate of false answers.

Eleven measures that are each wrong one time in twenty show something in every third system that did not
change. So the first line counts only differences that are confirmed among all of the proof: Holm's (1979)
step-down procedure keeps the probability of any false one below 1 - level, whatever their dependence. Single
differences keep their own verdicts. A difference of printed digits is certain, and confirmed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from getpage.result.prove import PRINTED, Difference, FirstLine, ProofOutcome, Verdict

_JUDGED: Final = {Verdict.BETTER, Verdict.WORSE}


def confirm(differences: Iterable[Difference], level: float) -> tuple[Difference, ...]:
    """The differences, each with whether its verdict is confirmed among all of its family (Holm).

    Measures that can be better or worse are one family, the others another.
    """
    every = tuple(differences)
    confirmed = set[int]()
    for can_be_better in (True, False):
        tested = sorted(
            (each.chance, i)
            for i, each in enumerate(every)
            if each.chance is not None and bool(each.better) is can_be_better
        )
        for rank, (chance, i) in enumerate(tested):
            if chance > (1 - level) / (len(tested) - rank):
                break
            confirmed.add(i)
    return tuple(
        replace(each, firm=each.shown and (i in confirmed or each.basis == PRINTED))
        for i, each in enumerate(every)
    )


def first_line(differences: Sequence[Difference], level: float) -> FirstLine:
    """The answer that the confirmed differences give."""
    better = [each for each in differences if each.firm and each.verdict is Verdict.BETTER]
    worse = [each for each in differences if each.firm and each.verdict is Verdict.WORSE]
    tested = sum(each.chance is not None and each.better != 0 for each in differences)
    changed = [each for each in differences if each.firm and each.basis == PRINTED]
    foremost = _foremost(
        better or worse or changed or [d for d in differences if d.chance is not None and d.difference.value]
    )
    other = _foremost(worse) if better else None
    if better and worse:
        outcome = ProofOutcome.MIXED
    elif better or worse:
        outcome = ProofOutcome.YES if better else ProofOutcome.NO
    else:
        outcome = ProofOutcome.CHANGED if changed else ProofOutcome.CANNOT_TELL
    method = "printed digits"
    if tested:
        method = (
            f"Holm over {tested} measures: an unchanged system is called better or worse in at most "
            f"{100 * (1 - level):g} of 100 proofs"
        )
    return FirstLine(
        outcome=outcome,
        better=len(better),
        worse=len(worse),
        tested=tested,
        subject=foremost.subject if foremost else "",
        measure=foremost.measure if foremost else "",
        method=method,
        other_subject=other.subject if other else "",
        other_measure=other.measure if other else "",
    )


def _foremost(differences: Sequence[Difference]) -> Difference | None:
    """The difference to name: the least likely by noise, then the largest, then the first. Differences that
    are better or worse by themselves come before all others.
    """
    return min(
        differences,
        key=lambda each: (each.verdict not in _JUDGED, each.chance or 0.0, -_size(each)),
        default=None,
    )


def _size(difference: Difference) -> float:
    change = difference.change_percent
    if change is None or change.value <= -100:
        return math.inf
    return round(abs(math.log1p(change.value / 100)), 9)
