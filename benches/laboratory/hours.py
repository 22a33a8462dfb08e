"""How the hours of a site differ: a profile of the day, days that are busier or not, load and mix that drift.

The evidence is of intervals of an hour of one day, or of all hours of several days. Of each interval some
seconds are simulated, which stand for all of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """Standard deviations are of logarithms."""

    days: int
    intervals: int
    """Of each day."""
    seconds: float
    """That an interval is of."""
    profile: float
    day: float
    load: float
    mix: float
    memory: float
    """Intervals after which load and mix remember a third of what they were."""
    peak: float
    """Where in the day most is done."""
    day_mix: float = 0.0
    """How days differ in the mix of work."""


@dataclass(frozen=True, slots=True)
class Hours:
    """By interval: load, and the share of the heavy kind of work, each to its usual."""

    load: np.ndarray
    mix: np.ndarray
    day: np.ndarray
    seconds: float
    """That an interval is of."""


def habits(random: np.random.Generator) -> Habits:
    days = int(random.choice([1, 1, 2, 3, 5]))
    return Habits(
        days=days,
        intervals=int(random.integers(24, 65)) if days == 1 else 24,
        seconds=900.0 if days == 1 else 3600.0,
        profile=random.uniform(0.0, 0.25),
        day=random.uniform(0.0, 0.08),
        load=random.uniform(0.02, 0.2),
        mix=random.uniform(0.02, 0.3),
        memory=np.exp(random.uniform(np.log(0.5), np.log(8))),
        peak=random.uniform(0, 1),
    )


def hours(of: Habits, random: np.random.Generator) -> Hours:
    """Hours of these habits: each call gives others."""
    load, mix, day = [], [], []
    for n in range(of.days):
        usual = of.day * random.standard_normal()
        at = np.arange(of.intervals) / of.intervals
        shape = of.profile * np.cos(2 * np.pi * (at - of.peak)) / 1.4
        load.append(usual + shape + of.load * _drift(of, random))
        heavier = of.day_mix * random.standard_normal() if of.day_mix else 0.0
        mix.append(heavier + of.mix * _drift(of, random))
        day.append(np.full(of.intervals, n))
    return Hours(np.exp(np.concatenate(load)), np.exp(np.concatenate(mix)), np.concatenate(day), of.seconds)


def _drift(of: Habits, random: np.random.Generator) -> np.ndarray:
    """A sum of a walk that forgets and of a few steps: a job that begins and ends when it does."""
    keep = np.exp(-1 / of.memory)
    made = np.empty(of.intervals)
    now = random.standard_normal()
    for n in range(of.intervals):
        made[n] = now
        now = keep * now + np.sqrt(1 - keep * keep) * random.standard_normal()
    return made
