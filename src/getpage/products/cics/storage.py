"""What is measured of a region's storage: its limits, its dynamic storage areas, and messages about them.

What was in use at the peak is judged by the limit of now, whatever it was then.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import polars as pl

from getpage.contract.measures import Aggregate, Count, First, Largest, Latest, Measure, Row, Worst
from getpage.core.units import MIB
from getpage.products.common.passes import Pass

from .rows import CONTEXT, OWNER, SPAN, TRACE, seconds, total

STORAGE_TABLE: Final = "cics_storage"
DSA_TABLE: Final = "cics_dsa"
MESSAGE_TABLE: Final = "cics_message"


@dataclass(frozen=True, kw_only=True)
class AreaLimit:
    """A limit of storage: its column and that of the peak, in units of so many bytes, the areas that it
    holds, where they are, and the message that says that storage there is short.
    """

    name: str
    limit: str
    peak: str
    unit: int
    where: str
    areas: tuple[str, ...]
    message: str
    most: Aggregate[Row | None]  # the collection with the highest peak
    last: Aggregate[Row | None]  # the last with the limit

    @property
    def storage(self) -> str:
        """How findings name all that it holds."""
        return f"storage {self.where}"


def _limit(
    name: str, columns: tuple[str, str], unit: int, where: str, areas: tuple[str, ...], message: str
) -> AreaLimit:
    limit, peak = columns
    known = pl.col(limit) > 0
    return AreaLimit(
        name=name,
        limit=limit,
        peak=peak,
        unit=unit,
        where=where,
        areas=areas,
        message=message,
        most=Worst(peak, where=known),
        last=Latest(known),
    )


DSALIM: Final = _limit(
    "DSALIM",
    ("dsa_limit", "peak_dsa_total"),
    1,
    "below 16 MB",
    ("CDSA", "UDSA", "SDSA", "RDSA"),
    "DFHSM0131",
)
EDSALIM: Final = _limit(
    "EDSALIM",
    ("edsa_limit", "peak_edsa_total"),
    1,
    "above 16 MB",
    ("ECDSA", "EUDSA", "ESDSA", "ERDSA", "ETDSA"),
    "DFHSM0133",
)
MEMLIMIT: Final = _limit(
    "MEMLIMIT",
    ("memlimit_mb", "peak_gdsa_active_mb"),
    MIB,
    "above the bar",
    ("GCDSA", "GUDSA", "GSDSA"),
    "DFHSM0606",
)
LIMITS: Final = (DSALIM, EDSALIM, MEMLIMIT)
#: What findings about areas and their limits are symptoms of (`Shows.what`).
SHORT: Final = "storage areas"
#: MEMLIMIT from here on is NOLIMIT, in MB (IBM CICS TS documentation, "Storage manager: Global statistics").
NO_LIMIT_MB: Final = 17_592_186_040_320


@dataclass(frozen=True)
class Use:
    """What was in use of a limit at the peak, against the limit of now: the rows that say so, which are one
    where it was the limit at the peak already.
    """

    of: AreaLimit
    peak: Row
    now: Row

    @property
    def used(self) -> int:
        """Bytes in use at the peak."""
        return int(self.peak[self.of.peak]) * self.of.unit

    @property
    def limit(self) -> int:
        """Bytes that there may be now."""
        return int(self.now[self.of.limit]) * self.of.unit

    @property
    def share(self) -> float:
        """Their ratio."""
        return self.used / self.limit


def use(measure: Measure | None, of: AreaLimit) -> Use | None:
    """The use of a limit; None where its peak is not known, or it is none."""
    peak, now = (None, None) if measure is None else (measure[of.most], measure[of.last])
    if peak is None or now is None or (of is MEMLIMIT and is_unlimited(now)):
        return None
    return Use(of, peak, peak if peak[of.limit] == now[of.limit] else now)


def is_unlimited(row: Row) -> bool:
    """Whether MEMLIMIT is NOLIMIT."""
    return bool((row["memlimit_mb"] or 0) >= NO_LIMIT_MB)


LAST_STORAGE: Final = Latest(pl.col("edsa_limit").is_not_null())
LAST_REAL: Final = Worst(pl.coalesce("peak_real_frames", "real_frames"))
PAGED_OUT: Final = Worst("auxiliary_slots")
ISOLATED: Final = Largest("transaction_isolation")

STORAGE: Final = Pass(
    table=STORAGE_TABLE,
    by=OWNER,
    columns=(
        *("dsa_limit", "edsa_limit", "dsa_total", "edsa_total", "peak_dsa_total", "peak_edsa_total"),
        *("memlimit_mb", "memlimit_source", "gdsa_active_mb", "peak_gdsa_active_mb", "gdsa_allocated_mb"),
        *(
            "transaction_isolation",
            "above_bar_active",
            "peak_above_bar_active",
            "real_frames",
            "peak_real_frames",
        ),
        *("auxiliary_slots", "peak_auxiliary_slots", *CONTEXT),
    ),
    asks=(
        *(ask for limit in LIMITS for ask in (limit.most, limit.last)),
        *(LAST_STORAGE, LAST_REAL, PAGED_OUT, ISOLATED),
    ),
    keep=TRACE,
)


TIMES_SHORT: Final = total("times_short")
SUSPENDED: Final = total("suspended")
RELEASES: Final = total("cushion_releases")
SHORT_SECONDS: Final = seconds("short_us")


def limit_of(area: Measure) -> AreaLimit | None:
    """The limit that holds an area, by where it is; None where that is unknown."""
    where = (area[LAST_DSA] or {}).get("location")
    return next((limit for limit in LIMITS if where == limit.where or area.key[-1] in limit.areas), None)


def was_short(area: Measure) -> bool:
    """Whether an area was short on storage, or had a request wait for some."""
    return bool(TIMES_SHORT.count(area) or SUSPENDED.count(area))


WORST_DSA: Final = Worst(pl.col("short_us").fill_null(0.0), then=("times_short", "suspended"))
LAST_DSA: Final = Latest(pl.col("size").is_not_null())

DSAS: Final = Pass(
    table=DSA_TABLE,
    by=(*OWNER, "dsa"),
    columns=(
        *("location", "size", "peak_size", "cushion", "free", "lowest_free", "largest_free", "times_short"),
        *("short_us", "suspended", "peak_waiting", "cushion_releases", "conditional_refused", *CONTEXT),
    ),
    asks=(
        *(ask for counter in (TIMES_SHORT, SUSPENDED, RELEASES, SHORT_SECONDS) for ask in counter.asks),
        *(WORST_DSA, LAST_DSA, *SPAN),
    ),
    keep=TRACE,
)

WRITTEN: Final = Count()
FIRST_WRITTEN: Final = First()
LAST_WRITTEN: Final = Latest()

MESSAGES: Final = Pass(
    table=MESSAGE_TABLE,
    by=(*OWNER, "message"),
    columns=("percent", "job"),
    asks=(WRITTEN, FIRST_WRITTEN, LAST_WRITTEN),
    keep=TRACE,
)
