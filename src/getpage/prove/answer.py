"""The answer to whether a change did any good: yes, no or cannot tell, wrong in one proof in so many.

Eleven measures, each wrong one time in twenty, find something in every third system that did not change. So
the answer goes by those differences that stand among all of the proof: Holm's (1979) step-down procedure
keeps the probability of any false one below 1 - level, whatever their dependence. Single differences keep
the verdicts that they have by themselves. Of printed digits a difference is sure, and stands.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from getpage.result.prove import PRINTED, Difference, FirstLine, Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_JUDGED: Final = {Verdict.BETTER, Verdict.WORSE}


def firm(differences: Iterable[Difference], level: float) -> tuple[Difference, ...]:
    """Differences, each with whether its verdict stands among all of them (Holm)."""
    given = tuple(differences)
    tested = sorted((one.chance, i) for i, one in enumerate(given) if one.chance is not None)
    stands: set[int] = set()
    for rank, (chance, i) in enumerate(tested):
        if chance > (1 - level) / (len(tested) - rank):
            break
        stands.add(i)
    return tuple(
        replace(one, firm=one.shown and (i in stands or one.basis == PRINTED)) for i, one in enumerate(given)
    )


def answer(differences: Sequence[Difference], level: float) -> FirstLine:
    """What the differences that stand come to."""
    better = [one for one in differences if one.firm and one.verdict is Verdict.BETTER]
    worse = [one for one in differences if one.firm and one.verdict is Verdict.WORSE]
    tested = sum(one.chance is not None for one in differences)
    outcome = Outcome.CANNOT_TELL
    if bool(better) != bool(worse):
        outcome = Outcome.YES if better else Outcome.NO
    carries = _foremost(
        better + worse or [one for one in differences if one.chance is not None and one.difference.value]
    )
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
        subject=carries.subject if carries else "",
        measure=carries.measure if carries else "",
        method=method,
    )


def _foremost(differences: Sequence[Difference]) -> Difference | None:
    """The one that stands out of its noise the most, then the largest, then the first; of those that are
    better or worse by themselves, if any is.
    """
    return min(
        differences,
        key=lambda one: (one.verdict not in _JUDGED, one.chance or 0.0, -_size(one)),
        default=None,
    )


def _size(one: Difference) -> float:
    if one.change_percent is None or one.change_percent.value <= -100:
        return math.inf
    return round(abs(math.log1p(one.change_percent.value / 100)), 9)
