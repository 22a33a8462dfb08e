"""VPSEQT, PGFIX, FRAMESIZE and PGSTEAL of a pool.

PGFIX, FRAMESIZE and PGSTEAL stay pending until the pool is allocated again: VPSIZE(0) and back, or a restart.

Reference: IBM Db2 documentation, -ALTER BUFFERPOOL; SHARE 17878, steps 1 and 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.core.units import GIB
from getpage.products.db2 import wording
from getpage.products.db2.thresholds import LEAST_SEQUENTIAL, SEQUENTIAL_STEP

from .draft import Draft, cautions

if TYPE_CHECKING:
    from getpage.core.names import FindingId
    from getpage.products.db2.member import Member
    from getpage.products.db2.pools.pool import Pool

PENDING: Final = (
    "Pending until the pool is allocated again (at a restart, or VPSIZE(0) and back when nothing uses it)."
)
_OF_LFAREA: Final = (
    "They come from LFAREA, which has had room for {} (D VIRTSTOR,LFAREA): see that nothing else counts on "
    "it; Db2 takes 4 KB frames where there is too little. "
)


def sequential(pool: Pool, because: tuple[FindingId, ...]) -> Draft | None:
    """VPSEQT one step lower."""
    old = pool.whole("sequential_threshold")
    if old is None or old <= LEAST_SEQUENTIAL:
        return None
    new = max(LEAST_SEQUENTIAL, old - SEQUENTIAL_STEP)
    return Draft(
        name=pool.name,
        keyword="VPSEQT",
        new=str(new),
        old=str(old),
        because=because,
        effect=f"Leaves {100 - new} % of the pool to pages of random access, instead of {100 - old} %.",
        verify=(
            "DSNB404I: VP SEQUENTIAL; SYNC READ I/O (R) per second falls, PAGES READ of prefetch rises "
            "by less."
        ),
        caution=(
            f"SPSEQT({new}) of a simulated pool tries it without risk. Scans of this pool may read pages "
            "again."
        ),
    )


def fix(
    member: Member,
    pool: Pool,
    because: tuple[FindingId, ...],
    size: int | None = None,
    *,
    large: bool = False,
) -> Draft:
    """PGFIX(YES); it takes no more buffers, but these can no longer be paged out. `size` are the bytes that
    the pool is to have, where that is not what it has now; `large` backs it with 1 MB frames as well, which
    takes no second allocation.
    """
    fixed = (pool.bytes or 0) if size is None else size
    return Draft(
        name=pool.name,
        keyword="PGFIX",
        new="YES",
        old="NO",
        because=because,
        also=(("FRAMESIZE", "1M", str(pool.latest("frame_size") or "4K")),) if large else (),
        effect=f"Saves the CPU of fixing and freeing pages around the I/O of {pool.name}"
        + (", and backs it with 1 MB frames when it is allocated again." if large else "."),
        verify="DSNB406I: PGFIX CURRENT = YES; CPU of DBM1 for each I/O is lower."
        + (" DSNB546I: all buffers USING 1M FRAME SIZE." if large else ""),
        caution=(
            f"{wording.size(fixed)} of real storage are then fixed. "
            f"{_OF_LFAREA.format(wording.size(fixed)) if large else ''}"
            f"{cautions(member, pool, grows=False)} {PENDING}".replace("  ", " ")
        ),
        fixes=fixed,
    )


def frames(member: Member, pool: Pool, because: tuple[FindingId, ...]) -> Draft:
    """FRAMESIZE: 2 GB frames for a pool that fills some to the last byte, 1 MB frames for any other."""
    size = pool.bytes or 0
    new = "2G" if size >= 2 * GIB and size % (2 * GIB) == 0 and pool.steal != "NONE" else "1M"
    old = pool.latest("frame_size")
    return Draft(
        name=pool.name,
        keyword="FRAMESIZE",
        new=new,
        old=str(old or "4K"),
        because=because,
        effect=f"Backs the {wording.size(size)} of {pool.name} with frames of {new}B.",
        verify=f"DSNB546I: all buffers USING {new} FRAME SIZE.",
        caution=f"The large frame area must have {wording.size(size)} free when the pool is allocated (D "
        f"VIRTSTOR,LFAREA). {cautions(member, pool, grows=False)} {PENDING}".replace("  ", " "),
    )


def steal(pool: Pool, method: str, because: tuple[FindingId, ...]) -> Draft:
    """PGSTEAL: NONE for page sets that stay as a whole, FIFO where no order of use is needed."""
    whole = method == "NONE"
    caution = (
        "It reads each page set as a whole when it is opened: the pages of all of them, not only of those "
        "open now, must fit beside the overflow area. "
        if whole
        else "A pool that begins to read would steal pages that are still wanted: go back then. "
    )
    return Draft(
        name=pool.name,
        keyword="PGSTEAL",
        new=method,
        old="LRU",
        because=because,
        effect=f"Ends the upkeep of the order of use in {pool.name}, from which nothing is stolen.",
        verify=(
            f"DSNB406I: PAGE STEALING METHOD CURRENT = {method}; reads stay at zero; latch class 14 falls"
            + ("; DSNB402I: OVERFLOW ALLOC = 0." if whole else ".")
        ),
        caution=f"{caution}A simulated pool needs LRU: SPSIZE must be 0. {PENDING}",
    )
