"""What is asked of the SQL counters of IFCID 2: RID lists without storage, or past a limit of their own."""

from __future__ import annotations

from typing import Final

import polars as pl

from getpage.contract.measures import Count, Largest, Smallest, Sum, Worst
from getpage.products.db2.intervals.counter_pass import CounterPass

TABLE: Final = "db2_sql"
#: The jobs that assemble the parameters, which have what SQL counters do not: the limits.
PARAMETERS: Final = "db2_parameter"

#: What found no storage, and what passed a limit of its own, by what then happened to the list.
NO_STORAGE: Final = ("rid_lists_no_storage", "rid_overflows_no_storage", "hybrid_joins_no_storage")
OVER_LIMIT: Final = ("rid_lists_over_limit", "rid_overflows_over_limit", "hybrid_joins_over_limit")
PREPARES: Final = ("full_prepares", "short_prepares")
#: Of statements that threads keep over a commit: prepared again, found there, and discarded at MAXKEEPD.
KEPT: Final = ("implicit_prepares", "prepares_avoided", "statements_discarded")
#: Most blocks of the RID pool at any one time, which reports print.
HIGHEST: Final = "rid_blocks_highest"
HIGHEST_MOST: Final = Worst(HIGHEST, where=pl.col(HIGHEST) > 0)
LACKED: Final = Sum(pl.sum_horizontal(*NO_STORAGE))
LIMITED: Final = Sum(pl.sum_horizontal(*OVER_LIMIT))
SCANNED: Final = Sum("rid_lists_no_storage")
_LACK: Final = pl.sum_horizontal(*NO_STORAGE)
LACKED_MOST: Final = Worst(_LACK / pl.col("rate_seconds"), where=_LACK > 0)
_LIMIT: Final = pl.sum_horizontal(*OVER_LIMIT)
LIMITED_MOST: Final = Worst(_LIMIT / pl.col("rate_seconds"), where=_LIMIT > 0)
FULL, SHORT = Sum("full_prepares"), Sum("short_prepares")
FULL_MOST: Final = Worst(pl.col("full_prepares") / pl.col("rate_seconds"), where=pl.col("full_prepares") > 0)
AGAIN, AVOIDED, DISCARDED = (Sum(column) for column in KEPT)
DISCARDED_MOST: Final = Worst(
    pl.col("statements_discarded") / pl.col("rate_seconds"), where=pl.col("statements_discarded") > 0
)
_OF_KEPT: Final = (AGAIN, AVOIDED, DISCARDED, DISCARDED_MOST)
RATED: Final = Count(pl.col("rate_seconds").is_not_null())
FIRST_END, LAST_END = Smallest("end"), Largest("end")
_OF_LISTS: Final = (LACKED, LIMITED, SCANNED, LACKED_MOST, LIMITED_MOST, HIGHEST_MOST)
ASKS: Final = (RATED, FIRST_END, LAST_END, FULL, SHORT, FULL_MOST, *_OF_LISTS, *_OF_KEPT)

SQL: Final = CounterPass(
    table=TABLE, columns=(*NO_STORAGE, *OVER_LIMIT, *PREPARES, *KEPT, HIGHEST), asks=ASKS
)
