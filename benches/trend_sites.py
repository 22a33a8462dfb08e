"""Simulated sites whose future is known, for lab_trend.py.

A site is a daily peak against a limit. It shares no assumptions with the method: noise is skewed (gamma or
lognormal) and made of what several days have in common, not of yesterday; growth is straight, compounds,
levels off or wanders; weekdays have factors with a spread of their own; month ends and holidays follow the
calendar; levels shift up to three times; days are lost, weekends not collected, limits resized; some are
counts of 20 to 120 at the limit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta

import numpy as np

from getpage.trend import DailySeries

AHEAD = 730
NEVER = AHEAD + 1
SHARES = (0.85, 1.0)
GROWTHS = ("flat", "straight", "compound", "levels off", "wanders")


@dataclass
class Site:
    series: DailySeries
    growth: str
    kinds: set[str]
    shifts: list[date]
    #: First day at a share after today, of the peak with its noise, and without; `NEVER` is never.
    real: dict[float, int] = field(default_factory=dict)
    quiet: dict[float, int] = field(default_factory=dict)
    #: How far apart 5 and 95 % of first days are where all but the noise to come is known.
    least_width: dict[float, float] = field(default_factory=dict)


def site(seed: int, number: int, days: int) -> Site:
    """One site with its past and future."""
    random = np.random.default_rng([seed, number, days])
    today = date(2026, 1, 1) + timedelta(days=int(random.integers(0, 365)))
    dates = [today + timedelta(days=n) for n in range(1 - days, AHEAD + 1)]
    kinds: set[str] = set()
    growth = str(random.choice(GROWTHS, p=[0.2, 0.32, 0.16, 0.16, 0.16]))
    level = _level(random, growth, days)
    shifts = []
    for _ in range(min(int(random.poisson(days / 80)), 3) if days > 14 else 0):
        at = int(random.integers(4, days - 4))
        level[:at] -= random.uniform(0.04, 0.12) * random.choice([1, 1, -1])
        shifts.append(dates[at])
    kinds.add(("no shift", "one shift", "two or three shifts")[min(len(shifts), 2)])
    quiet = level * _calendar(random, dates, kinds)
    noise = _noise(random, len(dates))
    peaks = quiet * (1 + noise)
    unit = 10 ** random.uniform(1, 8)
    if random.random() < 0.2:
        kinds.add("small counts")
        unit = float(random.integers(20, 120))
        peaks = np.round(peaks * unit) / unit
    past, bad = peaks[:days].copy(), []
    for at in random.choice(days - 1, int(random.choice(4, p=[0.4, 0.3, 0.2, 0.1])), replace=False):
        factor = random.uniform(1.15, 1.4) if random.random() < 2 / 3 else random.uniform(0.4, 0.8)
        past[at] *= factor
        bad.append(int(at))
        kinds.add("bad days")
    kept = np.ones(days, bool)
    if days > 14 and random.random() < 0.2:
        kinds.add("days lost")
        at = int(random.integers(2, days - 8))
        kept[at : at + int(random.integers(1, 7))] = False
        kept[random.random(days) < 0.03] = False
    collected = np.ones(len(dates), bool)
    if days > 14 and random.random() < 0.1:
        kinds.add("no weekends")
        collected = np.array([day.weekday() < 5 for day in dates])
        kept &= collected[:days]
    limits = np.ones(days)
    if random.random() < 0.2:
        kinds.add("limit resized")
        limits[: int(random.integers(1, days))] = random.uniform(0.7, 1.3)
    at = np.flatnonzero(kept)
    series = DailySeries(
        tuple(dates[n] for n in at), tuple((unit * past[at]).tolist()), tuple((unit * limits[at]).tolist())
    )
    made = Site(series, growth, kinds, shifts)
    lost = int(days - 1 - at[-1])
    week = [n for n in range(days - 7, days) if kept[n] and n not in bad]
    others = [int(n) for n in random.integers(20, 600, 40)]
    for share in SHARES:
        now = any(past[n] >= share for n in week)
        made.real[share] = 0 if now else lost + _first(peaks[days:] * collected[days:], share)
        made.quiet[share] = lost + _first(quiet[days:] * collected[days:], share)
        tries = [_first((quiet * (1 + np.roll(noise, n)) * collected)[days:], share) for n in others]
        made.least_width[share] = float(np.subtract(*np.quantile(tries, [0.95, 0.05])))
    return made


def _level(random: np.random.Generator, growth: str, days: int) -> np.ndarray:
    """As a share of the limit: 55 to 80 % of it eight weeks ago, growing by 0.05 to 0.35 points a day now."""
    after = np.arange(1 - days, AHEAD + 1.0)
    rate = random.uniform(0.05, 0.35) / 100
    now = random.uniform(0.55, 0.8) + rate * min(days, 56)
    if growth == "flat":
        return np.full(len(after), now)
    if growth == "straight":
        return now + rate * after
    if growth == "compound":
        return now * np.exp(rate / now * after)
    if growth == "levels off":
        top, low = now + random.uniform(0.1, 0.5), now - random.uniform(0.1, 0.3)
        part = (now - low) / (top - low)
        speed = rate / ((top - low) * part * (1 - part))
        return low + (top - low) / (1 + (1 - part) / part * np.exp(-speed * after))
    weekly = rate * (1 + np.cumsum(random.normal(0, 0.1, len(after) // 7 + 1)))
    level = np.cumsum(np.repeat(weekly, 7)[: len(after)])
    return level + now - level[days - 1]


def _calendar(random: np.random.Generator, dates: list[date], kinds: set[str]) -> np.ndarray:
    week = np.exp(random.normal(0, 0.03, 7))
    week[5:] = 1 - random.uniform(0.1, 0.6)
    if random.random() < 0.4:
        week[0] *= random.uniform(1.03, 1.12)
        kinds.add("Monday peak")
    factors = (week / week.max())[[day.weekday() for day in dates]]
    if random.random() < 0.25:
        kinds.add("month ends")
        factors *= np.where([_is_last_workday(day) for day in dates], random.uniform(1.04, 1.12), 1)
    if random.random() < 0.25:
        kinds.add("holidays")
        factors *= np.where(random.random(len(dates)) < 0.03, random.uniform(0.4, 0.8), 1)
    return factors


def _noise(random: np.random.Generator, count: int) -> np.ndarray:
    """Skewed, 1.5 to 4 % of the level; up to five days have something in common."""
    width = int(random.integers(1, 6))
    if random.random() < 0.5:
        drawn = random.gamma(random.uniform(1, 6), size=count + width)
    else:
        drawn = np.exp(random.normal(0, random.uniform(0.3, 0.8), count + width))
    noise = np.convolve(drawn, np.linspace(1, 0.3, width), "valid")[:count]
    return random.uniform(0.015, 0.04) * (noise - noise.mean()) / noise.std()


def _is_last_workday(day: date) -> bool:
    after = day + timedelta(days=1)
    while after.weekday() > 4:
        after += timedelta(days=1)
    return day.weekday() < 5 and after.month != day.month


def _first(peaks: np.ndarray, share: float) -> int:
    over = np.flatnonzero(peaks >= share)
    return int(over[0]) + 1 if len(over) else NEVER
