"""At how many pages of backlog the buffer manager changes its behaviour: thresholds less what is in use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .rules import DEFERRED_WRITE_AVAILABLE, LARGEST_USEFUL_POOL, SYNCHRONOUS_WRITE_AVAILABLE
from .units import Fraction, Pages

if TYPE_CHECKING:
    from .inputs import OutageInputs


@dataclass(frozen=True, slots=True)
class Limits:
    """Pages of the backlog, counted beyond the pages in use before the outage."""

    deferred: Pages  # unwritten pages from which deferred writes run (15 % available)
    synchronous: Pages  # unwritten pages from which puts write themselves (5 % available)
    capacity: Pages  # pages the pool can hold at all; beyond it the oldest written page leaves
    page_set: Pages  # pages the page sets can take
    checkpoint_share: Fraction  # share of old pages that checkpoints write
    tolerance: Pages  # differences below this are rounding

    @classmethod
    def of(cls, inputs: OutageInputs) -> Limits:
        """Derive the limits from the inputs."""
        size, in_use = float(inputs.buffers), inputs.pages_in_use
        deferred = max(0.0, size * (1 - DEFERRED_WRITE_AVAILABLE) - in_use)
        synchronous = max(0.0, size * (1 - SYNCHRONOUS_WRITE_AVAILABLE) - in_use)
        roomy = size >= LARGEST_USEFUL_POOL * inputs.page_set_pages and inputs.page_set_room <= deferred
        return cls(
            tolerance=Pages(1e-9 * (1 + size + inputs.page_set_pages)),
            deferred=Pages(deferred),
            synchronous=Pages(synchronous),
            capacity=Pages(max(0.0, size - in_use)),
            page_set=inputs.page_set_room,
            checkpoint_share=inputs.persistent if roomy else Fraction(1.0),
        )
