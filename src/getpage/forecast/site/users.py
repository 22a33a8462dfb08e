"""How the work of a subsystem arrives: anyhow, or from users who wait; how many, and how long they think.

With N users who think Z seconds, X R = N - Z X in every interval: fast intervals have more throughput.
Resampled intervals (Efron 1979) tell how sure it is. Where throughput and response rise together the load
itself changed, and that tells nothing: work that arrives anyhow does so, and so do users who come and go.
Then both are drawn: work that arrives anyhow, and users of whose cycle the response is any part, from those
who hardly ever ask to jobs that do nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from getpage.core.errors import NotEnoughEvidenceError
from getpage.core.memoized import memoized
from getpage.forecast.draws import Draws, Floats, estimate
from getpage.forecast.scalability import Users
from getpage.forecast.settings import ForecastSettings, LoadKind
from getpage.forecast.site.subsystem import SubsystemDraws
from getpage.forecast.site.volume import Volume
from getpage.result.forecast import ArrivalModel

#: What a load is called of which nothing tells whether it waits.
IN_DOUBT = "open or closed"
OPEN, CLOSED = "open", "closed"
_FEWEST = 12
# Share of resampled sets of intervals that may give no think time.
_DOUBT = 0.025
_RESAMPLE_SEED = 1979
# Intervals that are looked at at a time, of all sets together.
_PICKED = 1 << 20


def users_of(volume: Volume, settings: ForecastSettings, rate: Floats, response: Floats) -> Users | None:
    """The users of a subsystem; None where work arrives at a rate that stays. Where it is in doubt, think
    time is infinite in the draws in which work arrives anyhow.

    `rate` and `response` are units a second and seconds a unit in the hours that figures are of.
    NotEnoughEvidenceError where a closed load is asked for and nothing tells the users.
    """
    if settings.load is LoadKind.OPEN or volume.response is None:
        _refuse(volume, settings, "elapsed time per unit is not known")
        return None
    draws, given, think = settings.draws, settings.population, settings.think_seconds
    there = volume.rate * volume.response
    if given is not None and think is not None:
        return Users(draws.constant(given), draws.constant(think), "as given")
    if think is not None:
        users = rate * (response + think)
        return Users(users, draws.constant(think), "response time law at the think time given")
    if given is not None:
        if given < there:
            message = (
                f"--population {given:g}: {volume.subsystem} has {there:.3g} units in progress on average "
                "(Little's law)"
            )
            raise NotEnoughEvidenceError(message, f"--population {int(there) + 1}")
        z = given / volume.rate - volume.response
        return Users(draws.constant(given), draws.constant(z), "response time law at the users given")
    users_of_intervals = _from_intervals(volume, draws)
    if users_of_intervals is None:
        _refuse(volume, settings, "throughput does not rise where response falls")
        return _in_doubt(volume, draws, rate, response)
    return users_of_intervals


def _refuse(volume: Volume, settings: ForecastSettings, why: str) -> None:
    if settings.load is LoadKind.CLOSED:
        message = (
            f"{volume.subsystem}: not enough evidence for a closed load: {why}; --population and --think "
            "say how many users there are"
        )
        raise NotEnoughEvidenceError(message, "--load open")


def _in_doubt(volume: Volume, draws: Draws, rate: Floats, response: Floats) -> Users:
    """As likely open as closed; the best guess is open, at which throughput stays."""
    closed = draws.uniform(f"{volume.subsystem} open or closed") > 0.5  # not so for the best guess
    part = np.clip(draws.uniform(f"{volume.subsystem} part of a cycle"), 1e-6, 1.0)
    think = np.where(closed, response * (1 - part) / part, np.inf)
    return Users(rate * (response + np.where(closed, think, 0.0)), think, IN_DOUBT)


@memoized()
def _from_intervals(volume: Volume, draws: Draws) -> Users | None:
    rows = volume.work.where(~np.isnan(volume.work["elapsed_seconds"]))
    if len(rows) < _FEWEST:
        return None
    x, there = rows["units"] / rows["seconds"], rows["elapsed_seconds"] / rows["seconds"]
    if np.std(x) < 1e-9 * np.mean(x):
        return None
    blocks = [_resampled(x, there, picks) for picks in _picks(len(rows), draws.count)]
    slope, mean_x, mean_t = (np.concatenate(column) for column in zip(*blocks, strict=True))
    if slope[0] >= 0 or float((slope[1:] >= 0).mean()) > _DOUBT:
        return None
    think = np.maximum(-slope, 0.0)
    return Users(mean_t + think * mean_x, think, f"response time law over {len(rows)} intervals")


def _picks(many: int, count: int) -> Iterator[NDArray[np.int64]]:
    """Indexes of all intervals, then of resampled sets of them, as many sets at a time as fit into memory."""
    yield np.arange(many)[None, :]
    random = np.random.default_rng(_RESAMPLE_SEED)
    step = max(1, _PICKED // many)
    for first in range(0, count, step):
        yield random.integers(0, many, (min(step, count - first), many))


def _resampled(x: Floats, there: Floats, picks: NDArray[np.int64]) -> tuple[Floats, Floats, Floats]:
    """Slope and both means of each set of intervals."""
    xs, ts = x[picks], there[picks]
    mean_x, mean_t = xs.mean(axis=1), ts.mean(axis=1)
    spread = ((xs - mean_x[:, None]) ** 2).sum(axis=1)
    slope = ((xs - mean_x[:, None]) * (ts - mean_t[:, None])).sum(axis=1) / np.maximum(spread, 1e-300)
    return slope, mean_x, mean_t


def arrivals(part: SubsystemDraws, users: Users | None, *, queueing: bool) -> tuple[list[str], ArrivalModel]:
    """The load as sentences and as a result has it; `queueing`: its processors are known."""
    words = []
    if not queueing:
        words.append(
            "how many processors there are and how busy they are is not known (--processors, --busy): any "
            "part of the response that is neither reads nor CPU may be waiting for them"
        )
    if users is None:
        words.append(
            f"work of {part.id} keeps arriving at the same rate: throughput stays, response falls "
            "(--load closed with --think for users who wait)"
        )
        return words, _load(part, OPEN, "the rate of the intervals")
    if users.basis == IN_DOUBT:
        words.append(
            f"whether work of {part.id} arrives at its own rate or from users who wait for each answer is "
            "not known: intervals cover both a constant and a rising throughput. --load open or --load "
            "closed with --think settles it, as would intervals in which only response changed"
        )
        return words, _load(part, IN_DOUBT, "no interval tells")
    words.append(f"{users.population[0]:,.1f} users of {part.id} think {users.think[0]:.3g} s: {users.basis}")
    return words, _load(part, CLOSED, users.basis, users)


def _load(part: SubsystemDraws, kind: str, basis: str, users: Users | None = None) -> ArrivalModel:
    settings = part.settings
    known = {}
    if users is not None:
        known = {
            "population": estimate(
                users.population, label="users", unit="", basis=basis, level=settings.level
            ),
            "think_seconds": estimate(
                users.think, label="think time", unit="s", basis=basis, level=settings.level
            ),
        }
    return ArrivalModel(
        subject=part.id,
        kind=kind,
        basis=basis,
        processors=settings.processors,
        busy_percent=settings.busy_percent,
        population=known.get("population"),
        think_seconds=known.get("think_seconds"),
    )
