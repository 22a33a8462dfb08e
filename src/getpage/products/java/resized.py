"""What collections tell of a heap that was started with other sizes (-Xms, -Xmx) since.

A store may hold logs from before a restart with another size. What a smaller heap cost its collector says
nothing of the present one; what one as large or larger did, does. What a heap holds now, and what other sizes
of it cost, is of the collections with the present sizes alone; what is alive is of all.
"""

from __future__ import annotations

from typing import Final

import polars as pl

#: Whether a collection was of a heap that may have as much as now, and of one with the sizes of now.
AS_LARGE: Final = "is_as_large"
AS_NOW: Final = "is_as_now"
_SIZES: Final = ("heap_initial", "heap_max")


def with_sizes(rows: pl.DataFrame, heaps: pl.DataFrame) -> pl.DataFrame:
    """Collections of one machine in order, with AS_LARGE and AS_NOW; both hold where nothing tells."""
    then = {name: _then(rows, heaps, name) for name in _SIZES}
    now = {name: heaps[name].drop_nulls().tail(1).to_list() for name in _SIZES}
    same = [(then[name] == now[name][0]) for name in _SIZES if now[name]]
    most = now["heap_max"]
    return rows.with_columns(
        (then["heap_max"] >= most[0] if most else pl.lit(value=True)).fill_null(value=True).alias(AS_LARGE),
        pl.all_horizontal(pl.lit(value=True), *(column.fill_null(value=True) for column in same)).alias(
            AS_NOW
        ),
    )


def _then(rows: pl.DataFrame, heaps: pl.DataFrame, name: str) -> pl.Series:
    """A size as the log of each collection says it before it; else later in that log, else in the log before,
    else in the first that says it.
    """
    shown = heaps.filter(pl.col(name).is_not_null()).select("file", "record", name).sort("record")
    there = rows.select("file", "record").with_row_index("row").sort("record")
    joined = there.join_asof(shown, on="record", by="file", check_sortedness=False).sort("row")
    in_file = pl.col(name).forward_fill().over("file"), pl.col(name).backward_fill().over("file")
    return joined.select(pl.coalesce(*in_file).forward_fill().backward_fill().alias(name)).to_series()
