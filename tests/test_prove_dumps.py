"""Dumps before and after a change whose truth is known, compared as a user does: benches/lab_prove.py."""

from __future__ import annotations

import pytest

from getpage.result.prove import ProofOutcome
from test_prove_noise import bench

TRIALS = 2


@pytest.mark.parametrize(("accounting", "mix", "intervals"), [(True, True, 96), (False, True, 32)])
def test_what_is_told_of_two_dumps_holds_the_truth_though_noise_lasts_and_the_mix_moved(
    tmp_path, accounting, mix, intervals
):
    """At autocorrelation 0.9; costs of all plans fall by 10 %, stay or rise by 10 %."""
    lab = bench("lab_prove")
    found = lab.study(lab.Case(intervals, 0.9, mix, accounting), TRIALS, tmp_path)
    assert found.told >= 0.6 * found.asked
    assert found.held >= 0.85 * found.told
    assert found.false() == 0
    assert found.opposite() == 0
    if accounting:  # without classes a mix that moved leaves nothing to say
        assert found.lines[0.9][ProofOutcome.YES] + found.lines[1.1][ProofOutcome.NO] >= TRIALS
