"""Real storage that is online: the least of the window, as RMF has it in paging or in processor activity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Least
from getpage.core.units import PAGE
from getpage.products.common.subsystem import row_of

from .rows import PARTITIONS, STORAGE

if TYPE_CHECKING:
    from getpage.contract.measures import Measure, Row

#: Bytes, with table, column and row.
Online = tuple[int, str, str, "Row"]

OF_STORAGE: Final = Least("online_frames", where=pl.col("online_frames") > 0)
OF_PARTITION: Final = Least("online_bytes", where=pl.col("online_bytes") > 0)


def of_storage(measure: Measure | None) -> Online | None:
    """As a row of real storage tells it; None where none does."""
    row = row_of(measure, OF_STORAGE)
    return None if row is None else (int(row["online_frames"]) * PAGE, STORAGE, "online_frames", row)


def of_partition(measure: Measure | None) -> Online | None:
    """As a row of the partition tells it; None where none does."""
    row = row_of(measure, OF_PARTITION)
    return None if row is None else (int(row["online_bytes"]), PARTITIONS, "online_bytes", row)
