"""What LFAREA in IEASYSxx gives on a system of a given size.

`LFAREA=(1M=(a%,b%),2G=(n,m))` asks for a target and a minimum of each. The 2 GB request is met first; 1 MB is
reduced to its minimum for it, then 2 GB toward its own. Percentages are of online storage less 4 GB, of
which at most 80 % may become large frames; whole percent and whole pages, rounded down.

Reference: IBM z/OS MVS Initialization and Tuning Reference, LFAREA (examples), messages IAR042I and IAR045I.
The order of reduction was inferred from the published example and reproduces all of its rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from getpage.core.units import GIB, MIB

SET_APART = 4 * GIB
MOST_SHARE = 80


@dataclass(frozen=True, slots=True)
class Granted:
    """1 MB pages and 2 GB pages."""

    pages_1m: int
    pages_2g: int


def most(online: int) -> int:
    """Bytes that may become large frames at most: 80 % of what is online beyond 4 GB."""
    return max(0, (online - SET_APART) * MOST_SHARE // 100)


def whole_pages(online: int, percent: float, page: int) -> int:
    """Pages of a size that a percentage asks for."""
    return floor(max(0, online - SET_APART) * percent / 100 / page)


def grant(online: int, percent_1m: tuple[int, int], pages_2g: tuple[int, int]) -> Granted | None:
    """What the system gives; None where it prompts the operator, as the minima do not fit."""
    base = online - SET_APART
    if base <= 0:
        return None
    target, minimum = percent_1m
    for count in range(pages_2g[0], pages_2g[1] - 1, -1):
        left = floor(MOST_SHARE - 100 * 2 * GIB * count / base)
        percent = min(target, left)
        if percent >= minimum:
            return Granted(floor(percent * base / 100 / MIB), count)
    return None
