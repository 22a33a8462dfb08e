"""The users of a closed load and their think time, by the response time law from runs, or as given.

Runs of one benchmark have the same users, who think equally long: each run then gives N = X (R + Z), so that
X R falls on a line over X with slope -Z and height N. Reference: Lazowska et al., Quantitative System
Performance, 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.forecast.draws import Draws, Floats

# Draws in which no think time comes out keep this share of a response: users who hardly think.
_LEAST_THINK = 0.0


@dataclass(frozen=True, slots=True)
class Users:
    """Number of users and their think time in seconds, as draws; `basis` says where they come from."""

    population: Floats
    think: Floats
    basis: str


def users_of(
    rates: Sequence[Floats],
    responses: Sequence[Floats],
    *,
    population: float | None,
    think: float | None,
    draws: Draws,
) -> Users | None:
    """The users of runs with throughput and response; None where runs do not show them and none are given.

    Runs show them only if throughput rises where response falls: the same users, served faster.
    """
    if population is not None and think is not None:
        return Users(draws.constant(population), draws.constant(think), "as given")
    if not rates:
        return None
    if think is not None:
        n = np.mean([x * (r + think) for x, r in zip(rates, responses, strict=True)], axis=0)
        return Users(n, draws.constant(think), "response time law at the think time given")
    if population is not None:
        z = np.mean([population / x - r for x, r in zip(rates, responses, strict=True)], axis=0)
        return Users(draws.constant(population), np.maximum(z, 0), "response time law at the users given")
    if len(rates) < 2:
        return None
    x, there = np.array(rates), np.array([x * r for x, r in zip(rates, responses, strict=True)])
    mean_x, mean_there = x.mean(axis=0), there.mean(axis=0)
    spread = ((x - mean_x) ** 2).sum(axis=0)
    slope = ((x - mean_x) * (there - mean_there)).sum(axis=0) / np.maximum(spread, 1e-300)
    if not -slope[0] > 0 or _share_without(slope) > 0.25:
        return None
    z = np.maximum(-slope, _LEAST_THINK)
    return Users(mean_there + z * mean_x, z, "response time law over the runs")


def _share_without(slope: Floats) -> float:
    """The share of draws without a think time; where it is large, the runs do not show one."""
    return float((slope[1:] >= 0).mean())
