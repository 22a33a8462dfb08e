"""How the work of a subsystem arrives, in words and as a result has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.forecast.draws import estimate
from getpage.forecast.site.users import IN_DOUBT
from getpage.result.forecast import Load

if TYPE_CHECKING:
    from getpage.forecast.population import Users
    from getpage.forecast.site.subsystem import SubsystemDraws

OPEN, CLOSED = "open", "closed"


def arrivals(part: SubsystemDraws, users: Users | None, *, queueing: bool) -> tuple[list[str], Load]:
    """What is taken of it; `queueing` is whether its processors are told."""
    words = []
    if not queueing:
        words.append(
            "waiting for processors is as before: how many there are and how busy is not told (--processors, "
            "--busy)"
        )
    if users is None:
        words.append(
            f"work of {part.id} arrives at the rate as it did: throughput stays, response falls "
            "(--load closed with --think for users who wait)"
        )
        return words, _load(part, OPEN, "the rate of the intervals")
    if users.basis == IN_DOUBT:
        words.append(
            f"whether work of {part.id} arrives anyhow or is of users who wait for an answer is not told: "
            "throughput stays or rises as response falls, and intervals hold both; --load open, or --load "
            "closed with --think, or intervals in which response changed while users did not, would tell"
        )
        return words, _load(part, IN_DOUBT, "no interval tells")
    words.append(f"{users.population[0]:,.1f} users of {part.id} think {users.think[0]:.3g} s: {users.basis}")
    return words, _load(part, CLOSED, users.basis, users)


def _load(part: SubsystemDraws, kind: str, basis: str, users: Users | None = None) -> Load:
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
    return Load(
        subject=part.id,
        kind=kind,
        basis=basis,
        processors=settings.processors,
        busy_percent=settings.busy_percent,
        population=known.get("population"),
        think_seconds=known.get("think_seconds"),
    )
