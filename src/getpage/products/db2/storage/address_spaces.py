"""The address spaces of a member: what each holds in real storage, at its largest and at last, and what of it
is on auxiliary storage. Statistics reports print it, IFCID 225 has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Latest, Worst
from getpage.products.common.passes import Pass
from getpage.products.db2.tables import OWNER, TRACE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.contract.measures import Measure, Row

TABLE: Final = "db2_storage"

#: Bytes of pools that were in real storage, of rows of DBM1 that tell.
_BACKED: Final = (
    pl.col("real_above").cast(pl.Int64) - pl.col("real_above_without_pools").cast(pl.Int64)
).clip(lower_bound=0)
_REAL: Final = pl.col("real").cast(pl.Int64)

LAST_REAL: Final = Latest(pl.col("real").is_not_null())
LARGEST: Final = Worst("real")
BACKED_LEAST: Final = Worst(_REAL - _BACKED)
UNTOLD_LARGEST: Final = Worst("real", where=_BACKED.is_null())
_PAGED_OUT: Final = Worst("auxiliary", where=pl.col("auxiliary") > 0)

SPACES: Final = Pass(
    table=TABLE,
    by=(*OWNER, "space"),
    columns=("real", "auxiliary", "real_above", "real_above_without_pools"),
    asks=(LAST_REAL, LARGEST, BACKED_LEAST, UNTOLD_LARGEST, _PAGED_OUT),
    keep=TRACE,
)


def backed(row: Row) -> int | None:
    """Bytes of pools that were in real storage, of a row of DBM1; None where it does not tell."""
    whole, rest = row.get("real_above"), row.get("real_above_without_pools")
    return None if whole is None or rest is None else max(0, int(whole) - int(rest))


def paged_out(spaces: Iterable[Measure]) -> list[Row]:
    """Address spaces with storage on auxiliary storage, each at its most, largest first."""
    found = [row for one in spaces if (row := one[_PAGED_OUT])]
    return sorted(found, key=lambda row: (-row["auxiliary"], row["file"], row["record"]))
