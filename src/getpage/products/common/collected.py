"""Few rows are worked out at once: to begin a stream over them takes longer than all of it."""

from __future__ import annotations

from typing import Final

import polars as pl

#: Rows up to which no stream is begun.
_FEW: Final = 1 << 12


def collected(rows: pl.LazyFrame, most_rows: int) -> pl.DataFrame:
    """What lazy rows are, of tables that have `most_rows` rows at the most."""
    return rows.collect(engine="in-memory" if most_rows <= _FEW else "streaming")
