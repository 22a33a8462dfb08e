"""The allocation is the best one: against exhaustive search, with cliffs and several limits at once."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import examples
from getpage.plan.optimum import allocate as allocation
from getpage.plan.optimum import core
from getpage.plan.optimum.allocate import allocate
from getpage.plan.optimum.choices import Capacity, Choices
from getpage.plan.optimum.prices import upper_hulls

PAGE = 4096


@st.composite
def problems(draw, knobs=5, sizes=5, rooms=3):
    """Curves of any shape, some of them cliffs, around a present size; rooms that hold what is present."""
    offsets, worth, taken, present = [0], [], [], []
    for _ in range(draw(st.integers(1, knobs))):
        pages = sorted(draw(st.sets(st.integers(0, 60), min_size=1, max_size=sizes)))
        at = draw(st.integers(0, len(pages) - 1))
        gains = sorted(draw(st.lists(st.integers(0, 1000), min_size=len(pages), max_size=len(pages))))
        worth += [(gain - gains[at]) - (k != at) for k, gain in enumerate(gains)]
        taken += [(page - pages[at]) * PAGE for page in pages]
        present.append(offsets[-1] + at)
        offsets.append(offsets[-1] + len(pages))
    owner = np.repeat(np.arange(len(present)), np.diff(offsets))
    every = np.array(taken, dtype=np.int64)
    result = [Capacity("all", "all", draw(st.integers(0, 100)) * PAGE, np.arange(len(every)), every)]
    for number in range(draw(st.integers(0, rooms))):
        members = draw(st.sets(st.integers(0, len(present) - 1)))
        at_room = np.flatnonzero(np.isin(owner, list(members)))
        scale = draw(st.integers(1, 2))
        size = draw(st.integers(0, 60)) * PAGE
        result.append(Capacity(str(number), str(number), size, at_room, every[at_room] * scale))
    return Choices(np.array(offsets), np.array(worth, dtype=float), np.array(present), tuple(result))


def exhaustive(choices: Choices) -> float:
    spans = [range(a, b) for a, b in itertools.pairwise(choices.offsets)]
    fitting = (np.array(each) for each in itertools.product(*spans))
    return max(choices.worth_of(each) for each in fitting if choices.fits(each))


@settings(max_examples=examples(300))
@given(problems())
def test_no_other_allocation_is_worth_more_whatever_the_curves_and_limits(choices):
    actual = allocate(choices)
    assert choices.fits(actual.chosen)
    assert np.array_equal(choices.owner[actual.chosen], np.arange(choices.knobs))
    best = exhaustive(choices)
    assert abs(actual.worth - best) <= 1e-6 * max(1.0, abs(best))
    assert actual.bound >= best - 1e-6 * max(1.0, abs(best))
    assert actual.proven


@settings(max_examples=examples(100))
@given(problems(knobs=8, sizes=6))
def test_the_bound_holds_and_the_rooms_too_where_nothing_is_searched_exactly(choices):
    with_core = allocation._MOST_CORE
    allocation._MOST_CORE = 0
    try:
        actual = allocate(choices)
    finally:
        allocation._MOST_CORE = with_core
    assert choices.fits(actual.chosen)
    assert actual.bound >= allocate(choices).worth - 1e-6 * max(1.0, abs(actual.bound))


@given(problems(knobs=6, sizes=8, rooms=0))
def test_a_hull_lies_above_its_points_and_falls_ever_less(choices):
    taken = choices.rooms[0].taken
    hull = upper_hulls(choices.owner, taken, choices.worth)
    for j in range(choices.knobs):
        mine = np.arange(choices.offsets[j], choices.offsets[j + 1])
        on = hull[np.isin(hull, mine)]
        assert on[0] == mine[0]
        above = np.interp(taken[mine], taken[on], choices.worth[on])
        assert (above >= choices.worth[mine] - 1e-9).all()
        slopes = np.diff(choices.worth[on]) / np.diff(taken[on])
        assert (np.diff(slopes) < 0).all()
        assert (slopes > 0).all()


def test_a_cliff_is_taken_whole_or_not_at_all():
    taken = np.array([0, 1, 2, 3, 0, 1, 2, 3]) * PAGE
    worth = np.array([0, -1, -1, 90, 0, 40, 60, 70.0])
    room = Capacity("all", "all", 3 * PAGE, np.arange(8), taken)
    actual = allocate(Choices(np.array([0, 4, 8]), worth, np.array([0, 4]), (room,)))
    assert actual.chosen.tolist() == [3, 4]
    room = Capacity("all", "all", 2 * PAGE, np.arange(8), taken)
    actual = allocate(Choices(np.array([0, 4, 8]), worth, np.array([0, 4]), (room,)))
    assert actual.chosen.tolist() == [0, 6]


def test_a_plan_that_takes_one_byte_more_than_there_is_is_none_whatever_a_solver_tolerates(monkeypatch):
    """Two knobs of a TiB each, in MiB as the solver sees them: a byte is less than its tolerance."""
    tib, searched = 1 << 40, []
    taken, worth = np.array([0, tib, 0, tib + 1]), np.array([0, 10, 0, 9.0])

    def search(*given):
        solver = of_solver(*given)
        searched.append(int(given[2][:, solver[0]].sum()) > given[3][0])
        return solver

    of_solver = core._search
    monkeypatch.setattr(core, "_search", search)
    for byte, best in ((0, [1, 2]), (1, [1, 3])):
        room = Capacity("all", "all", 2 * tib + byte, np.arange(4), taken)
        choices = Choices(np.array([0, 2, 4]), worth, np.array([0, 2]), (room,))
        assert choices.fits(np.array(best))
        assert choices.fits(np.array([1, 3])) is bool(byte)
        picked = core.solve(core.Core(choices, *_whole(choices)), np.array([0, 2]), 19.0)[0]
        assert picked.tolist() == allocate(choices).chosen.tolist() == best
    assert searched[0]  # the solver alone would have taken it


def _whole(choices: Choices) -> tuple[np.ndarray, ...]:
    """All choices in the core: which, whose, what they take of the room, and what there is of it."""
    at = np.arange(len(choices.worth))
    return at, choices.owner, choices.rooms[0].taken[None, :], np.array([choices.rooms[0].bytes])


def test_very_many_choices_are_near_the_bound():
    random = np.random.default_rng(5)
    knobs, sizes = 2000, 300
    taken = np.tile(np.arange(sizes), knobs) * np.repeat(random.integers(1, 50, knobs), sizes) * PAGE
    level = np.repeat(random.lognormal(2, 2, knobs), sizes)
    worth = level * (1 - (1 + np.tile(np.arange(sizes), knobs) / 20) ** -0.7)
    offsets = np.arange(knobs + 1) * sizes
    rooms = [Capacity("all", "all", int(taken.sum() // 600), np.arange(len(taken)), taken)]
    for first in range(0, knobs, 200):
        at = np.arange(first * sizes, (first + 200) * sizes)
        rooms.append(Capacity(str(first), "", int(taken[at].sum() // 1000), at, taken[at]))
    choices = Choices(offsets, worth, offsets[:-1], tuple(rooms))
    actual = allocate(choices)
    assert choices.fits(actual.chosen)
    assert actual.gap <= 1e-3 * actual.worth
