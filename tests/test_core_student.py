"""Student's t and the beta distribution agree with a library of statistics to twelve digits."""

from __future__ import annotations

import math
import subprocess
import sys
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from getpage.core.student import beta_below, beta_quantile, normal_quantiles, t_below, t_quantile

FREEDOM = st.one_of(st.integers(1, 5000), st.floats(1, 5000))
EXACT = {"rel": 1e-12, "abs": 1e-13}


@given(freedom=FREEDOM, t=st.floats(-60, 60))
def test_the_probability_below_a_t_is_that_of_scipy(freedom, t):
    # SciPy is off by 1e-11 near zero, where t of one degree of freedom is exactly an arctangent.
    assert t_below(freedom, t) == pytest.approx(float(special.stdtr(freedom, t)), rel=1e-12, abs=2e-11)


@given(freedom=FREEDOM, probability=st.floats(1e-7, 1 - 1e-7))
def test_a_quantile_of_t_is_that_of_scipy(freedom, probability):
    assert t_quantile(freedom, probability) == pytest.approx(
        float(special.stdtrit(freedom, probability)), **EXACT
    )


@given(inside=st.integers(1, 20_000), outside=st.integers(1, 20_000), probability=st.floats(0.001, 0.999))
def test_a_quantile_of_a_share_is_that_of_scipy(inside, outside, probability):
    assert beta_quantile(inside, outside, probability) == pytest.approx(
        float(special.betaincinv(inside, outside, probability)), **EXACT
    )


@given(a=st.floats(0.5, 500), b=st.floats(0.5, 500), x=st.floats(0, 1))
def test_the_probability_below_a_share_is_that_of_scipy(a, b, x):
    assert beta_below(a, b, x) == pytest.approx(float(special.betainc(a, b, x)), rel=1e-11, abs=1e-13)


def test_tables_of_t_have_these_quantiles():
    assert t_quantile(4, 0.975) == pytest.approx(2.7764451051977987, rel=1e-14)
    assert t_quantile(1, 0.95) == pytest.approx(6.313751514675043, rel=1e-14)
    assert t_quantile(30, 0.5) == 0


def test_with_endless_freedom_t_is_a_normal():
    assert t_quantile(math.inf, 0.975) == NormalDist().inv_cdf(0.975)
    assert t_below(math.inf, -1.0) == NormalDist().cdf(-1.0)


def test_many_normal_quantiles_are_those_of_the_standard_library_to_the_last_digit():
    edges = [0.075, 0.925, 0.5, 1e-300, 1e-9, 1 - 1e-9]
    edges += [float(np.nextafter(edge, end)) for edge in (0.075, 0.925) for end in (0, 1)]
    probabilities = np.array([*edges, *np.random.default_rng(5).random(5000)])
    assert normal_quantiles(probabilities).tolist() == [NormalDist().inv_cdf(p) for p in probabilities]


def test_the_search_of_an_allocation_writes_nothing_on_standard_output():
    program = (
        "import numpy as np\n"
        "from getpage.plan.optimum.core import _search\n"
        "owner, gain = np.array([0, 0, 1, 1]), np.array([0.0, 3.0, 0.0, 2.0])\n"
        "more, left = np.array([[0, 1 << 20, 0, 1 << 20]]), np.array([1 << 20])\n"
        "picked, most = _search(owner, gain, more, left, 1.0)\n"
        "assert list(picked) == [1, 2] and most == 3.0\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout == b""
