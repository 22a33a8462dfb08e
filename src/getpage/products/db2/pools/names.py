"""Page sizes of buffer pools by their identifiers.

Reference: IBM Db2 documentation, DSNB401I: 0 to 49 are BP0 to BP49 (4 KB), 80 to 89 BP32K to BP32K9, 100 to
109 BP8K0 to BP8K9, 120 to 129 BP16K0 to BP16K9.
"""

from __future__ import annotations

from functools import cache

from getpage.core.units import KIB, PAGE

_SIZES = (
    (range(50), PAGE),
    (range(80, 90), 32 * KIB),
    (range(100, 110), 8 * KIB),
    (range(120, 130), 16 * KIB),
)


@cache  # rules ask it of every pool, many times
def page_bytes(pool: int) -> int:
    """Bytes of a page of the pool; 4096 for an identifier that is none."""
    return next((size for ids, size in _SIZES if pool in ids), PAGE)


def page_bytes_by_name(pool: str) -> int | None:
    """Bytes of a page of the pool of this name, which says so unless it is 4096; None for no such name."""
    if not pool.startswith("BP"):
        return None
    large = (("BP8K", 8192), ("BP16K", 16384), ("BP32K", 32768))
    return next((size for prefix, size in large if pool.startswith(prefix)), PAGE)


def pool_name(pool: int) -> str:
    """The name of a pool by its identifier, for records that carry no name."""
    if pool < 50:
        return f"BP{pool}"
    if 80 <= pool < 90:
        return f"BP32K{pool - 80 or ''}"
    if 100 <= pool < 110:
        return f"BP8K{pool - 100}"
    return f"BP16K{pool - 120}" if 120 <= pool < 130 else f"pool {pool}"
