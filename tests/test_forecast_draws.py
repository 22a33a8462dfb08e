"""Draws are what a library of statistics gives, without it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from getpage.core.student import t_quantiles
from getpage.forecast.bayes import share_draws
from getpage.forecast.draws import Draws

PROBABILITIES = np.concatenate(([0.5, 1e-4, 1 - 1e-4], (np.arange(500) + 0.3) / 500))
FREEDOMS = st.one_of(st.integers(1, 40), st.floats(2, 5000))


@given(freedom=FREEDOMS)
def test_quantiles_of_students_t_are_those_of_scipy(freedom):
    theirs = special.stdtrit(freedom, PROBABILITIES)
    assert t_quantiles(freedom, PROBABILITIES) == pytest.approx(theirs, rel=1e-7, abs=1e-9)


@given(freedom=FREEDOMS, probability=st.floats(1e-7, 1e-4))
def test_far_out_they_are_near(freedom, probability):
    both = np.array([probability, 1 - probability])
    assert t_quantiles(freedom, both) == pytest.approx(special.stdtrit(freedom, both), rel=5e-3)


def test_a_normal_draw_is_that_of_scipy_at_the_same_probabilities():
    draws = Draws()
    normal = draws.normal("reads")
    assert normal == pytest.approx(special.ndtri(draws.uniform("reads")), rel=1e-13, abs=1e-15)
    assert normal[0] == 0


def test_a_range_holds_what_it_is_said_to_hold():
    draws = Draws().spread("price", 20, 80, 0.9)
    assert draws[0] == pytest.approx(40)
    assert np.mean((draws[1:] > 20) & (draws[1:] < 80)) == pytest.approx(0.9, abs=0.002)


@pytest.mark.parametrize(
    ("share", "text"), [(0.5, 4.0), (0.02, 300.0), (0.9, 12000.0), (1.0, 30.0), (0.3, 0.0)]
)
def test_a_share_that_so_many_showed_has_the_quantiles_of_a_beta_distribution(share, text):
    probability = np.array([0.05, 0.25, 0.5, 0.75, 0.95])
    exact = special.betaincinv(1 + text * share, 1 + text * (1 - share), probability)
    assert share_draws(share, text, probability) == pytest.approx(exact, abs=2e-3)
