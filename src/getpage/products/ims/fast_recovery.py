"""A Fast Database Recovery (FDBR) region: the pools that it has, and those of the IMS that it tracks.

An FDBR region is a control region of its own, with pools as IMS has them, whose storage stands by until the
IMS that it tracks fails. IBM: its pools above the bar and those below it that are not resident must be
those of that IMS. It has one pool of PSBs: the larger of PSB= and the sum of CSAPSB= and DLIPSB=.

References: IBM IMS 15 documentation, "Defining an FDBR region", "FDR procedure", "DBBF= parameter for
procedures".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import polars as pl

from getpage.contract.measures import Row

from .pools import last_of

_STATEMENT: Final = "FDR"
_PSB: Final = ("PSB", "CSAPSB", "DLIPSB")
#: Pools that both have, as findings name them.
_SAME: Final = {"ACBIN64": "64-bit ACB pool", "PSBW": "PSBW pool", "DMB": "DMB pool"}


@dataclass(frozen=True, slots=True)
class PoolDifference:
    """A pool that is not as large as that of the IMS that the region tracks, with the statements of both."""

    pool: str
    bytes: int
    tracked: int
    own: tuple[Row, ...]
    others: tuple[Row, ...]


def tracked_by(definitions: pl.DataFrame) -> str | None:
    """The IMS that a region of these definitions tracks; None of what is no FDBR region."""
    rows = definitions.filter((pl.col("statement") == _STATEMENT) & pl.col("tracked").is_not_null())
    return str(rows["tracked"][-1]) if rows.height else None


def is_local(definitions: pl.DataFrame) -> bool:
    """Whether an FDBR region has the Fast Path buffers in itself, which is the default."""
    rows = definitions.filter((pl.col("statement") == _STATEMENT) & pl.col("fast_path").is_not_null())
    return not rows.height or rows["fast_path"][-1] == "LOCAL"


def psb_pool(definitions: pl.DataFrame) -> tuple[int, tuple[Row, ...]]:
    """Bytes of the one pool of PSBs of an FDBR region, or of both of IMS, and their statements."""
    alone, *both = (last_of(definitions, name) for name in _PSB)
    parts = tuple(row for row in both if row is not None)
    of_both = sum(int(row["pool_bytes"]) for row in parts)
    if alone is not None and int(alone["pool_bytes"]) > of_both:
        return int(alone["pool_bytes"]), (alone,)
    return of_both, parts


def differences(region: pl.DataFrame, active: pl.DataFrame) -> Iterator[PoolDifference]:
    """The pools that the definitions of both have with other sizes."""
    here, there = psb_pool(region), psb_pool(active)
    if here[0] and there[0] and here[0] != there[0]:
        yield PoolDifference("PSB pool", here[0], there[0], here[1], there[1])
    for statement, pool in _SAME.items():
        own, other = last_of(region, statement), last_of(active, statement)
        if own and other and own["pool_bytes"] != other["pool_bytes"]:
            yield PoolDifference(pool, int(own["pool_bytes"]), int(other["pool_bytes"]), (own,), (other,))
