"""What evidence of a product to ask for, in words that fit into a sentence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Supply:
    """What to load, by what is then known; None where the product has no such thing.

    `sizes`: what can be made larger or smaller, and how large it is. `work`: what was done in each interval,
    with its CPU and elapsed time. `sides`: what a comparison of before and after starts from.
    """

    sizes: str | None
    work: str | None
    sides: str | None
