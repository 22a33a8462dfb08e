"""Small parts of one day and table made into one, so that many small loads read like one large.

Where a day has more than `MOST` parts of a table, those that are small are put together: every row is written
again at most once for each `MOST` loads of its day, and other days are not looked at.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from getpage import _native
from getpage.evidence.catalog import Part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.evidence.store import Store

#: Parts of a table and day that are left as they are.
MOST: Final = 8
#: Bytes of a part that is small.
SMALL: Final = 32_000_000
_GROUP_ROWS: Final = 1 << 17


def merged(store: Store, day: str, parts: Sequence[Part], tag: str) -> tuple[list[Part], list[Part]]:
    """The parts of a day after merging, and those that they replace; `tag` goes into names of new files."""
    by_table: dict[str, list[Part]] = defaultdict(list)
    for part in parts:
        by_table[part.table].append(part)
    kept: list[Part] = []
    gone: list[Part] = []
    for table, of_table in sorted(by_table.items()):
        small = [part for part in of_table if part.bytes < SMALL]
        if len(of_table) <= MOST or len(small) < MOST:
            kept += of_table
            continue
        kept += [part for part in of_table if part.bytes >= SMALL]
        kept.append(_together(store, day, table, small, tag))
        gone += small
    return kept, gone


def _together(store: Store, day: str, table: str, parts: Sequence[Part], tag: str) -> Part:
    import polars as pl

    paths = store.sound(day, parts)
    path = f"days/{day}/{table}-{tag}-merged.parquet"
    full = store.path / path
    # Parts may lack columns of others: each section that fills a table has its own.
    frames = [pl.scan_parquet(one, glob=False, hive_partitioning=False) for one in paths]
    together = pl.concat(frames, how="diagonal_relaxed")
    together.sink_parquet(full, compression="uncompressed", row_group_size=_GROUP_ROWS)
    digest, size = _native.digest(full)
    rows = sum(part.rows for part in parts)
    return Part(table=table, path=path, rows=rows, bytes=size, digest=digest)
