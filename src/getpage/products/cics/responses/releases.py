"""Quarters of an hour in which a transaction ran in two releases at once: of its application, by the
application context, or of CICS with the same first program.

What routes a task to another region is left out where no application context tells: it waits for MRO or IPIC
for more than half of its response.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.products.cics.percentiles import BUCKETS, counted, place
from getpage.products.cics.rows import OWNER, ready
from getpage.products.cics.switches.rules import release_of
from getpage.products.cics.transactions import TABLE
from getpage.products.common.by_day import Gathered, by_day, spelled
from getpage.products.common.owners import Owners
from getpage.products.common.passes import read
from getpage.products.common.stretches import stretches

from .hours import ALL_PARTS, PROGRAM, RELEASE, RESPONSE, SUMS, VERSION, in_seconds, ran

#: What two releases are of: an application, or a program under CICS.
OF: Final = "of"
SHARES: Final = (0.50, 0.95)
#: Columns of the shares, in milliseconds.
P50, P95 = (str(share) for share in SHARES)
REGIONS: Final = "regions"
_LEVEL: Final = "cics_level"
_SLOT: Final = ("transaction", OF, "start")
_BY: Final = (*_SLOT, RELEASE)
_NAMES: Final = ("transaction", "application", PROGRAM, _LEVEL, *VERSION)
_SCHEMA: Final = {
    **dict.fromkeys(("transaction", OF), pl.String()),
    "start": pl.Datetime("us"),
    RELEASE: pl.String(),
    "tasks": pl.Int64(),
    **dict.fromkeys((RESPONSE, *ALL_PARTS), pl.Float64()),
    REGIONS: pl.List(pl.String()),
    **dict.fromkeys(OWNER, pl.String()),
    **dict.fromkeys((P50, P95), pl.Float64()),
}


def quarters(evidence: Evidence, owners: Owners) -> pl.DataFrame:
    """A row for each release of a transaction in such a quarter of an hour, in order of time, with the region
    that ran most of its tasks and all that ran any.
    """
    wanted = read(evidence, TABLE, (*OWNER, *_NAMES, *SUMS, *BUCKETS))

    def add(part: Evidence, to: Gathered) -> None:
        names = [name for name in _NAMES if name in wanted]
        kinds = part.scan(TABLE).select(names).unique().collect(engine="streaming")
        several = _several(_released(kinds), ("transaction", OF))["transaction"].unique().to_list()
        if not several:
            return
        where = pl.col("transaction").is_in(several)
        for piece in stretches(part, {TABLE: wanted}, where=where):
            rows = ready(piece[TABLE], owners).drop_nulls("start").filter(pl.col("tasks") > 0)
            rows = rows.with_columns(*in_seconds(rows.columns))
            rows = _several(_released(rows).filter(_runs_here()), _SLOT)
            if rows.height:
                to.add(_together(rows))

    name = spelled("releases of transactions", wanted, owners.context)
    rows = by_day(evidence, (TABLE,), name, lambda: Gathered(_SCHEMA), add).done()
    # a quarter that is in two days, as its records were written late, is that with more tasks
    return rows.sort(*_BY, "tasks").unique(_BY, keep="last", maintain_order=True)


def _released(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows of tasks that say what they ran, with its release."""
    there = rows.columns
    levels = rows[_LEVEL].unique().drop_nulls().to_list() if _LEVEL in there else []
    releases = {level: release for level in levels if (release := release_of(level)) is not None}
    named = {level: f"CICS TS {major}.{minor}" for level, (major, minor) in releases.items()}
    cics = (
        pl.col(_LEVEL).replace_strict(named, default=None, return_dtype=pl.String)
        if named
        else pl.lit(None, pl.String)
    )
    application = pl.col("application") if "application" in there else pl.lit(None, pl.String)
    rows = rows.with_columns(*ran(there)).with_columns(
        pl.coalesce(application, pl.when(pl.col(PROGRAM) != "").then(PROGRAM)).alias(OF),
        pl.when(application.is_null()).then(cics).otherwise(RELEASE).alias(RELEASE),
    )
    return rows.drop_nulls((OF, RELEASE, "transaction"))


def _several(rows: pl.DataFrame, by: tuple[str, ...]) -> pl.DataFrame:
    return rows.filter(pl.col(RELEASE).n_unique().over(by) > 1)


def _runs_here() -> pl.Expr:
    is_context = pl.col(RELEASE).str.starts_with(pl.col(OF))
    return is_context | (pl.col("MRO") + pl.col("IPIC") <= pl.col(RESPONSE) / 2)


def _together(rows: pl.DataFrame) -> pl.DataFrame:
    """The same of all regions together."""
    label = pl.concat_str(OWNER, separator=".", ignore_nulls=True)
    most = (pl.col(name).sort_by("tasks", *OWNER).last() for name in OWNER)
    added = rows.group_by(_BY, maintain_order=True).agg(
        pl.col("tasks").cast(pl.Int64).sum(),
        pl.col(RESPONSE, *ALL_PARTS).sum(),
        label.unique().sort().alias(REGIONS),
        *most,
    )
    shares = place(counted(rows.lazy().select(*_BY, *BUCKETS), _BY), _BY, SHARES)
    return added.join(shares, on=_BY, how="left", nulls_equal=True).select(*_SCHEMA)
