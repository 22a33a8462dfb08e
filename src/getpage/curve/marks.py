"""Knee and saturation: two sizes of a curve, defined so that two people find the same ones.

Re-references are getpages less first touches: what a pool of unlimited size would find.

- *Saturation* is the smallest size that finds 99 % of the re-references. Beyond it, memory brings next to
  nothing.
- The *knee* is where growth begins to bring less: the size at which the curve lies farthest below the
  straight line from no pool at all to saturation, both axes scaled to 1. Where it nowhere lies at least 5 %
  below, as with pages referenced evenly or in a loop, there is no knee, and none is shown.

Reference for the knee: V. Satopaa, J. Albrecht, D. Irwin, B. Raghavan, Finding a "Kneedle" in a Haystack,
ICDCS Workshops 2011 (its offline definition, without smoothing: the curve is exact).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

#: Share of the re-references that a saturated pool finds.
SATURATED = 0.99
#: How far below the line a knee lies at least.
LEAST_BEND = 0.05
#: Sizes looked at, half of them evenly apart and half of them by equal factors.
CANDIDATES = 1024


def reads_when_saturated(getpages: int, first_touches: int) -> int:
    """The most reads that a saturated pool has."""
    again = getpages - first_touches
    return getpages - (-(-again * round(100 * SATURATED) // 100))


def saturation(
    reads: Callable[[Sequence[int]], list[tuple[int, int]]], getpages: int, first_touches: int, pages: int
) -> int | None:
    """The saturated size of a curve that never rises; None where nothing is referenced again."""
    if getpages == first_touches or pages < 1:
        return None
    most = reads_when_saturated(getpages, first_touches)
    low, high = 0, pages  # not saturated, saturated
    while high - low > 1:
        step = max(1, (high - low) // CANDIDATES)
        sizes = [*range(low + step, high, step), high]
        for size, count in reads(sizes):
            if count <= most:
                high = size
                break
            low = max(low, size)
        if step == 1:
            break
    return high


def candidates(last: int) -> list[int]:
    """Sizes up to `last` at which a curve is looked at."""
    half = CANDIDATES // 2
    even = {max(1, last * i // half) for i in range(1, half + 1)}
    geometric = {max(1, round(last ** (i / half))) for i in range(half + 1)}
    return sorted(even | geometric)


def knee(points: Sequence[tuple[int, float]], getpages: float) -> int | None:
    """The knee of points (size, reads) in ascending order, the last of them the end of the line."""
    if len(points) < 2:
        return None
    last_size, last_reads = points[-1]
    fall = getpages - last_reads
    if fall <= 0 or last_size <= 0:
        return None
    bends = [((getpages - count) / fall - size / last_size, -size) for size, count in points]
    bend, size = max(bends)
    return -size if bend >= LEAST_BEND else None
