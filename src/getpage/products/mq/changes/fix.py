"""Page-fix a pool above the bar that is busy with I/O.

Reference: IBM REDP-5238, 4.2.1: the last step, after size and location.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording

from .command import Setting
from .draft import Draft

if TYPE_CHECKING:
    from getpage.core.names import FindingId
    from getpage.products.mq.pool import Pool


def fix(pool: Pool, because: tuple[FindingId, ...]) -> Draft:
    """The change; its storage is that of the pool, which stays what it is, but can no longer be paged out."""
    return Draft(
        pool=pool,
        new=Setting(buffers=pool.buffers, location="ABOVE", page_class="FIXED4KB"),
        because=because,
        effect=f"Saves the CPU of fixing and freeing pages around the I/O of pool {pool.number}.",
        caution=f"{wording.size(pool.bytes)} of real storage are then fixed.",
        fixes=pool.bytes,
    )
