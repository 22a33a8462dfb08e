"""Huber's estimator is held to statsmodels, which is what it stands in for."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from getpage.forecast.regression import huber_fit


@given(
    seed=st.integers(0, 2**32 - 1),
    rows=st.integers(12, 200),
    slope=st.floats(-3, 3),
    wild=st.floats(0, 0.3),
    second=st.booleans(),
)
def test_it_gives_what_statsmodels_gives(seed, rows, slope, wild, second):
    statsmodels = pytest.importorskip("statsmodels.api")
    random = np.random.default_rng(seed)
    x = random.lognormal(0, 0.3, size=(rows, 1 + second))
    y = 1 + slope * x[:, 0] + 0.1 * random.standard_normal(rows)
    y += np.where(random.random(rows) < wild, random.normal(0, 5, rows), 0)
    design = np.column_stack([np.ones(rows), x])
    model = statsmodels.RLM(y, design, M=statsmodels.robust.norms.HuberT())
    theirs = model.fit(tol=1e-12, conv="coefs", maxiter=100)
    # few rows and many wild ones: it can swing between two weightings for ever
    assume(theirs.fit_history["iteration"] < 100)
    ours = huber_fit(y, design)
    assert ours is not None
    assert ours.coefficients == pytest.approx(theirs.params, rel=1e-5, abs=1e-7)
    assert ours.errors == pytest.approx(theirs.bse, rel=1e-4)


def test_rows_that_lie_on_one_plane_have_no_scale():
    x = np.arange(12.0)
    assert huber_fit(np.zeros(12), np.column_stack([np.ones(12), x])) is None
