"""Reduce a pool to what its page sets can fill: 120 % of them, and never less than its own peak needs, nor
than an outage of an hour does where they grow by themselves.

Reference: IBM REDP-5238, 4.2.1: reduce oversized pools before adding storage to others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.products.mq.thresholds import FEWEST_BUFFERS, PAGE_BYTES

from .command import Setting
from .draft import Draft

if TYPE_CHECKING:
    from getpage.core.names import FindingId
    from getpage.products.mq.pool import Pool


PRINTED = "The page sets are as a command printed them: see that it printed all of them (no PSID keyword). "


def shrink(pool: Pool, because: tuple[FindingId, ...]) -> Draft | None:
    """The change; None where it would give back too little to be worth one."""
    target = pool.enough
    if target is None or target >= pool.buffers:
        return None
    spare = (pool.buffers - target) * PAGE_BYTES
    printed = "" if all(page_set.from_smf for page_set in pool.page_sets) else PRINTED
    return Draft(
        pool=pool,
        new=Setting(buffers=target),
        because=because,
        effect=f"Gives back {wording.size(spare)}: {_why(pool)}.",
        caution=printed
        + _growth(pool)
        + "After a large reduction restart the queue manager when that suits, to undo the fragmentation of "
        "its storage (ABEND878).",
    )


def _growth(pool: Pool) -> str:
    """When not to: the rule goes by pages that are there, and a backlog makes a page set grow."""
    growing = {one.number: one.expands for one in pool.page_sets if one.expands}
    if not growing:
        return "When a page set is to grow by more than 20 %, keep the pool. "
    named = wording.listed([f"{number} (EXPAND({method}))" for number, method in growing.items()])
    grows = (
        f"Page set {named} grows by itself" if len(growing) == 1 else f"Page sets {named} grow by themselves"
    )
    return f"{grows} under a backlog, which a smaller pool writes to disk: keep one that is meant for that. "


def _why(pool: Pool) -> str:
    if not pool.page_sets:
        return f"no page set uses pool {pool.number} (DELETE BUFFPOOL would take it away altogether)"
    outage = f", nor an hour of puts more than {pool.hour_of_puts:,}" if pool.hour_of_puts else ""
    fewest = f"; {FEWEST_BUFFERS} are the fewest" if (pool.largest_useful or 0) < FEWEST_BUFFERS else ""
    return (
        f"the page sets of pool {pool.number} cannot fill more than {pool.largest_useful:,} buffers with "
        f"the {pool.page_set_pages:,} pages that they have now{outage}{fewest}"
    )
