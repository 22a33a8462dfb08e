"""VPSIZE: what a simulation proved, a step of 10 % where nothing can be simulated, or less of an idle pool.

Reference: IBM REDP-5238, 2.1.1; BMC AMI Pool Advisor rules: steps of 10 %, none over 25 %.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core.units import PAGE
from getpage.products.db2 import wording
from getpage.products.db2.checks.pool_simulation import gains
from getpage.products.db2.pools.idle_pools import enough, spare_buffers
from getpage.products.db2.thresholds import MOST_BUFFERS_4K, STEP_PERCENT

from .draft import Draft, cautions

_THRESHOLD = "VPSEQT"

if TYPE_CHECKING:
    from getpage.core.names import FindingId
    from getpage.products.db2.member import Member
    from getpage.products.db2.pools.pool import Pool


def shrink(member: Member, pool: Pool, because: tuple[FindingId, ...]) -> Draft | None:
    """25 % fewer buffers for an idle pool."""
    size, useful = pool.size, enough(pool)
    if not size or useful is None or useful >= size:
        return None
    spare = min(spare_buffers(pool), size - useful)
    caution = (
        "Look at a window with the month's end and the batch before each step: this one may not hold the "
        "pool's load, and the last size is no surer than that."
    )
    return Draft(
        name=pool.name,
        keyword="VPSIZE",
        new=str(size - spare),
        old=str(size),
        because=because,
        effect=f"Gives back {wording.size(spare * pool.page_bytes)}: reads cannot become more than the "
        "getpages, which are fewer than 10 per second.",
        verify=(
            f"DSNB402I: ALLOCATED = {size - spare}; synchronous reads per second below what getpages are now."
        ),
        bytes=-spare * pool.page_bytes,
        caution=f"{caution} {cautions(member, pool, grows=False)}".strip(),
    )


def simulated(
    member: Member, pool: Pool, because: tuple[FindingId, ...], *, is_doubled: bool
) -> Draft | None:
    """The buffers that a simulation proved: all that were simulated, or the most that it used. `is_doubled`:
    whether the simulation is to be larger afterwards.
    """
    result, size = pool.simulation, pool.size
    if result is None or not size or not result.size or not gains(pool):
        return None
    highest = result.row["highest_in_use"]
    more = int(highest) if result.full is False and highest else result.size
    seconds = result.row["seconds"]
    a_second = f" ({wording.rate(result.sync / seconds)} per second)" if seconds else ""
    then = (
        f" Leave SPSIZE({result.size}) on: it then shows what as much again would avoid."
        if result.full is not False and not is_doubled
        else ""
    )
    return _grow(
        member,
        pool,
        more,
        because,
        f"Avoids about {result.sync:,} synchronous reads{a_second} in a time like that of the simulation"
        + (f", and {wording.seconds(result.delay)} of waiting." if result.delay else ".")
        + then,
    )


def as_simulated(pool: Pool, more: int) -> tuple[tuple[str, str, str], ...]:
    """VPSEQT as it was simulated, where the pool has another: the reads that so many buffers more avoid were
    counted with it. And SPSIZE(0), where the simulation did not fill and so has shown all. Nothing where
    fewer are given than were simulated, or nothing says.
    """
    result, now = pool.simulation, pool.whole("sequential_threshold")
    if result is None or not result.size or not gains(pool):
        return ()
    then = result.sequential_threshold
    least = result.row["highest_in_use"] if result.full is False else result.size
    if more < (least or result.size):
        return ()
    ended = (("SPSIZE", "0", str(result.size)),) if result.full is False and pool.is_simulated else ()
    if then is None or now is None or then == now:
        return ended
    return ((_THRESHOLD, str(then), str(now)), *ended)


def sets_threshold(draft: Draft) -> bool:
    """Whether it sets VPSEQT beside the size."""
    return any(word == _THRESHOLD for word, _, _ in draft.also)


def with_threshold(also: tuple[tuple[str, str, str], ...]) -> str:
    """What is to be known of it, for a caution."""
    return "".join(
        f" VPSEQT({new}) as it was simulated: with VPSEQT({old}) the reads that were counted as avoidable "
        "are not proved. Scans of this pool may read pages again."
        for word, new, old in also
        if word == _THRESHOLD
    )


def step(member: Member, pool: Pool, because: tuple[FindingId, ...]) -> Draft | None:
    """One step of 10 %, where a threshold was reached or PGSTEAL rules a simulation out."""
    if not pool.size:
        return None
    more = -(-pool.size * STEP_PERCENT // 100)
    return _grow(member, pool, more, because, f"One step of {STEP_PERCENT} %; go on while the counters fall.")


def _grow(member: Member, pool: Pool, more: int, because: tuple[FindingId, ...], effect: str) -> Draft | None:
    size = pool.size or 0
    new = min(size + more, MOST_BUFFERS_4K * PAGE // pool.page_bytes)
    if new <= size:
        return None
    also = as_simulated(pool, new - size)
    return Draft(
        name=pool.name,
        keyword="VPSIZE",
        new=str(new),
        old=str(size),
        also=also,
        because=because,
        effect=effect,
        verify=(
            f"DSNB402I: ALLOCATED = {new}; SYNC READ I/O (R) per second is lower than before, PAGE-INS "
            "REQUIRED in DSNB411I and DSNB420I stay at 0."
        ),
        bytes=(new - size) * pool.page_bytes,
        caution=f"{cautions(member, pool, grows=True)}{with_threshold(also)}".strip(),
    )
