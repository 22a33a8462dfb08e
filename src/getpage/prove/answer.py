"""The first line of a proof: whether the change did any good, with a bounded rate of false answers.

Eleven measures that are each wrong one time in twenty show something in every third system that did not
change. So the first line counts only differences that are confirmed among all of the proof, and the
probability of any false one is below 1 - level:

- What a unit of work takes in all, its elapsed time and its CPU, is asked first, at four fifths of that
  probability, by Hochberg's (1988) step-up procedure: both are confirmed where both are shown. It is valid
  where what goes together goes the same way (Simes 1986; Sarkar 1998), as two costs of the same work do, and
  systems that have nothing to do with each other. Measures of what has no such total stand in its place.
- What that is made of (reads, waits, parts of the time of a class) follows at what is left, by Holm's (1979)
  step-down procedure, whatever its dependence: a fifth of the probability, and all of it where all that was
  asked first is confirmed.

One list of all, as Holm has it, would shut out a system that is better in both totals, for each part of them
that shows the same once more (`benches/lab_prove.py`: twice as many true changes are told). Single
differences keep their own verdicts. A difference of printed digits is certain, and confirmed.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from getpage.result.forecast import FigureName
from getpage.result.prove import PRINTED, Difference, FirstLine, ProofOutcome, Verdict

_JUDGED: Final = {Verdict.BETTER, Verdict.WORSE}
#: What a unit of work takes in all.
_TOTALS: Final = frozenset({str(FigureName.RESPONSE), str(FigureName.CPU_PER_UNIT)})
#: Share of the probability of a false answer that is for what is asked first.
_FIRST: Final = 0.8


def confirm(differences: Iterable[Difference], level: float) -> tuple[Difference, ...]:
    """The differences, each with whether its verdict is confirmed among all of its family.

    Measures that can be better or worse are one family, the others another, which has no totals.
    """
    every = tuple(differences)
    with_total = {each.subject for each in every if each.measure in _TOTALS and is_tested(each)}
    tested = [i for i, each in enumerate(every) if is_tested(each)]
    first = [i for i in tested if every[i].measure in _TOTALS or every[i].subject not in with_total]
    rest = [i for i in tested if i not in set(first)]
    chances = {i: each.chance for i, each in enumerate(every) if each.chance is not None}
    risk = 1 - level
    confirmed = _hochberg(first, chances, _FIRST * risk if rest else risk)
    confirmed |= _holm(rest, chances, risk if len(confirmed) == len(first) else (1 - _FIRST) * risk)
    confirmed |= _holm([i for i in chances if not every[i].better], chances, risk)
    return tuple(
        replace(each, firm=each.shown and (i in confirmed or each.basis == PRINTED))
        for i, each in enumerate(every)
    )


def is_tested(difference: Difference) -> bool:
    """Whether a difference may make an answer: nothing before and after is no test."""
    is_there = bool(difference.before.value or difference.after.value)
    return is_there and difference.chance is not None and difference.better != 0


def _hochberg(of: Collection[int], chances: Mapping[int, float], risk: float) -> set[int]:
    ranked = sorted(of, key=chances.__getitem__)
    for rank in reversed(range(len(ranked))):
        if chances[ranked[rank]] <= risk / (len(ranked) - rank):
            return set(ranked[: rank + 1])
    return set()


def _holm(of: Collection[int], chances: Mapping[int, float], risk: float) -> set[int]:
    confirmed = set[int]()
    for rank, i in enumerate(sorted(of, key=chances.__getitem__)):
        if chances[i] > risk / (len(of) - rank):
            break
        confirmed.add(i)
    return confirmed


def first_line(differences: Sequence[Difference], level: float) -> FirstLine:
    """The answer that the confirmed differences give."""
    better = [each for each in differences if each.firm and each.verdict is Verdict.BETTER]
    worse = [each for each in differences if each.firm and each.verdict is Verdict.WORSE]
    tested = sum(map(is_tested, differences))
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
            f"Hochberg and Holm over {tested} measures: an unchanged system is called better or worse in at "
            f"most {100 * (1 - level):g} of 100 proofs"
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
