"""The core of an allocation: the few choices that can still be in a better plan, and the exact search of
them.

The search is branch and cut (HiGHS) over what the core takes of each room; it counts in MiB, and what it
finds is added up again in whole bytes before it is believed. It ends after a number of nodes, not of
seconds, so that the same evidence gives the same plan.

Reference: Q. Huangfu and J. Hall, "Parallelizing the dual revised simplex method", 2018 (HiGHS).
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from getpage.core.units import MIB

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from getpage.plan.optimum.choices import Choices

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

_NODES = 2_000
#: Searches, each in less room than the one before, until a plan fits to the byte.
_SEARCHES = 4
#: Improvements tried one by one before the exact search.
_FILLS = 200
#: Share of the price of what it takes that an improvement has to bring, to go before others.
_WORTHY = 0.95


@dataclass(frozen=True, eq=False)
class Core:
    """Choices `at` of knobs that have more than one left. `taken` is by room; `left` what rooms have left
    when all these knobs took what they take now.
    """

    choices: Choices
    at: Ints
    owner: Ints
    taken: Ints  # rooms x choices
    left: Ints

    @classmethod
    def of(cls, choices: Choices, near: Ints, chosen: Ints) -> Core:
        """The core among the choices `near`, at the choices made now."""
        owner = choices.owner_of(near)
        counts = np.bincount(owner, minlength=choices.knobs)
        others = near != chosen[owner]
        several = (counts > 1) | (np.bincount(owner[others], minlength=choices.knobs) > 0)
        at = np.unique(np.append(near[several[owner]], chosen[several]))
        taken = np.array([room.taken_by(at) for room in choices.rooms], dtype=np.int64).reshape(
            len(choices.rooms), len(at)
        )
        left = np.array([room.bytes - choices.used(room, chosen) for room in choices.rooms], dtype=np.int64)
        return cls(choices, at, choices.owner_of(at), taken, left)

    def fill(self, chosen: Ints, prices: Floats) -> Ints:
        """The choices with single ones replaced by better ones that fit: the largest gain first among those
        that are nearly worth the price of what they take.
        """
        chosen, left = chosen.copy(), self.left.copy()
        if not len(self.at):
            return chosen
        worth = self.choices.worth
        gain = worth[self.at] - worth[chosen[self.owner]]
        more = self.taken - self.taken[:, np.searchsorted(self.at, chosen[self.owner])]
        for _ in range(_FILLS):
            fits = (gain > 0) & (more <= left[:, None]).all(axis=0)
            if not fits.any():
                break
            worthy = fits & (gain >= _WORTHY * (prices @ more))
            pick = int(np.argmax(np.where(worthy if worthy.any() else fits, gain, -np.inf)))
            mine = self.owner == self.owner[pick]
            left -= more[:, pick]
            more[:, mine] -= more[:, [pick]]
            gain[mine] -= gain[pick]
            chosen[self.owner[pick]] = self.at[pick]
        return chosen


def solve(core: Core, chosen: Ints, bound: float) -> tuple[Ints, float]:
    """The best choices of the core, and the bound that the search leaves; the given ones where it finds none.

    `chosen` must fit; `bound` holds for all plans.
    """
    choices = core.choices
    worth = choices.worth_of(chosen)
    if not len(core.at):
        return chosen, min(bound, worth)
    now = np.searchsorted(core.at, chosen[core.owner])
    gain = choices.worth[core.at] - choices.worth[core.at[now]]
    more = core.taken - core.taken[:, now]
    left, most = core.left, bound
    for _ in range(_SEARCHES):
        best = _search(core.owner, gain, more, left, max(bound - worth, 1e-12))
        if best is None:
            break
        picked, best_gain = best
        if left is core.left:
            most = min(bound, worth + best_gain)
        candidate = chosen.copy()
        candidate[core.owner[picked]] = core.at[picked]
        if choices.fits(candidate):
            found_worth = choices.worth_of(candidate)
            return (candidate, max(most, found_worth)) if found_worth >= worth else (chosen, bound)
        # The solver allows itself a tolerance, and bytes do not: less room by what it oversteps.
        left = left - np.maximum(more[:, picked].sum(axis=1) - core.left, 0)
    return chosen, bound


def _search(owner: Ints, gain: Floats, more: Ints, left: Ints, scale: float) -> tuple[Ints, float] | None:
    """Positions that are picked, and what no choices of the core gain more than; None: nothing found."""
    import highspy
    from highspy._core import _Highs

    knobs, row = np.unique(owner, return_inverse=True)
    one_each = row == np.arange(len(knobs))[:, None]
    tight = (more > 0).any(axis=1)
    matrix = np.vstack([one_each, more[tight] / MIB])
    in_row, in_column = np.nonzero(matrix)
    most = np.concatenate([np.ones(len(knobs)), left[tight] / MIB])

    model = highspy.HighsLp()
    model.num_row_, model.num_col_ = matrix.shape
    model.col_cost_ = -gain / scale
    model.col_lower_, model.col_upper_ = np.zeros(len(owner)), np.ones(len(owner))
    model.integrality_ = [highspy.HighsVarType.kInteger] * len(owner)
    model.row_lower_ = np.where(np.arange(len(most)) < len(knobs), 1.0, -highspy.kHighsInf)
    model.row_upper_ = most
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.searchsorted(in_row, np.arange(len(most) + 1))
    model.a_matrix_.index_ = in_column
    model.a_matrix_.value_ = matrix[in_row, in_column]

    # The public class derives from this one and writes a banner on standard output when it is made.
    solver = _Highs()
    options = {"output_flag": False, "threads": 1, "mip_max_nodes": _NODES, "mip_rel_gap": 0.0}
    for option, value in options.items():
        solver.setOptionValue(option, value)
    with _quiet():
        solver.passModel(model)
        solver.run()
    solution = solver.getSolution()
    if not solution.value_valid:
        return None
    picked = np.flatnonzero(np.array(solution.col_value) > 0.5)
    if solver.getModelStatus() == highspy.HighsModelStatus.kOptimal:
        return picked, float(gain[picked].sum())
    return picked, -float(solver.getInfo().mip_dual_bound) * scale


@contextmanager
def _quiet() -> Iterator[None]:
    """Nothing on standard output: HiGHS writes a line there on a rare path, whatever its settings are."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)
