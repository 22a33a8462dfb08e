"""Which differences a table for people leaves out, and the sentence that says so; JSON and CSV have them all.

A table of a hundred rows in which nothing moved hides the one that did. Left out are rows in which both sides
are the same to the last digit, zeros above all, and rows whose noise would hide a tenfold change, which tell
nobody anything. What was shown to differ is never left out, nor what carries the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.result.prove import PRINTED

if TYPE_CHECKING:
    from getpage.result.prove import Difference, Proof

#: In % of before: an interval that reaches as far up, or down to a tenth.
TENFOLD: Final = 900.0
TENTH: Final = -90.0


def kept(proof: Proof) -> tuple[Difference, ...]:
    """The differences that a table is to show."""
    carries = proof.answer and (proof.answer.subject, proof.answer.measure)
    return tuple(one for one in proof.differences if not _why(one) or (one.subject, one.measure) == carries)


def sentences(proof: Proof) -> tuple[str, ...]:
    """How many differences are left out, and why."""
    shown = kept(proof)
    left = [one for one in proof.differences if one not in shown]
    if not left:
        return ()
    reasons = [_why(one) for one in left]
    parts = [f"{reasons.count(why):,} {why}" for why in dict.fromkeys(reasons)]
    many = f"{len(left):,} differences are" if len(left) > 1 else "1 difference is"
    return (f"{many} left out: {'; '.join(parts)}. JSON and CSV have them.",)


def _why(one: Difference) -> str:
    """Why a difference is left out; "" where it is not."""
    if one.shown or one.basis == PRINTED:
        return ""
    if one.before.value == one.after.value == 0:
        return "nothing of it on either side"
    if one.difference.value == 0 and one.before.value == one.after.value:
        return "the same on both sides"
    change = one.change_percent
    if change is not None and change.level and (change.high >= TENFOLD or change.low <= TENTH):
        return "with noise that would hide a tenfold change"
    return ""
