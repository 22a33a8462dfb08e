"""Page sets of the pools: what LSTATS or IFCID 199 counted of each, with its pages from the catalog.

LSTATS counts from one display to the next, so that a display has a length where an earlier one of the same
data set is in the log. IFCID 199 as it is printed says when its interval began; as a record, by a site's own
layout, it counts from the record before it, and has numbers for names. Data sets and partitions of a page set
are added up. Synchronous and asynchronous pages are read or written: what a page set may have written is not
counted as read, see `Db2PageSet.read_ahead`. Where both are there, IFCID 199 counts, as it has getpages and
tells whether a page set depends on its group buffer pool.

References: IBM Db2 documentation, -DISPLAY BUFFERPOOL (LSTATS), DSNB453I, DSNB455I, DSNB456I; OMEGAMON for
Db2, IFCID 199.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from getpage.contract.measures import Row
from getpage.products.db2.rows import OWNER, naive

LSTATS, TRACED = "db2_page_set", "db2_object"
_POOL: Final = (*OWNER, "buffer_pool")
_NAME: Final = ("database", "space")
#: Two samples, or it may be the only hour of the day in which it is so.
FEWEST_SAMPLES: Final = 2
_MICROSECONDS: Final = 1e6

_SCHEMA: Final = {
    **dict.fromkeys((*OWNER, "database", "space", "type", "table"), pl.String()),
    **dict.fromkeys(("buffer_pool", "data_set", "database_id", "object_id"), pl.UInt32()),
    **dict.fromkeys(("file", "record"), pl.Int64()),
    "group_dependent": pl.Boolean(),
    **dict.fromkeys(("sync_pages", "async_pages", "pages_cached", "changed", "getpages"), pl.Float64()),
    **dict.fromkeys(("start", "end"), pl.Datetime("us")),
    "seconds": pl.Float64(),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogSpace:
    """What the catalog says of a page set: pages with data, and the name of the index."""

    pages: int
    pool: str
    index: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One page set in one interval; of the first display no length is known."""

    end: Any
    seconds: float | None
    sync_pages: float
    async_pages: float
    cached: int
    changed: int
    getpages: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Db2PageSet:
    """A page set of a pool in all its samples, in order of time."""

    database: str
    space: str
    type: str
    samples: tuple[Sample, ...]
    group_dependent: bool | None
    catalog: CatalogSpace | None
    table: str
    row: Row

    @property
    def name(self) -> str:
        """As commands name it: database and space."""
        return f"{self.database}.{self.space}"

    @property
    def timed(self) -> Iterator[Sample]:
        """The samples of known length."""
        return (sample for sample in self.samples if sample.seconds)

    @property
    def seconds(self) -> float:
        """The time that its rates are of."""
        return sum(sample.seconds or 0.0 for sample in self.timed)

    @property
    def is_sampled(self) -> bool:
        """Whether there are samples enough for advice."""
        return len(self.samples) >= FEWEST_SAMPLES and self.seconds > 0

    @property
    def sync_rate(self) -> float:
        """Pages read synchronously in a second."""
        return sum(sample.sync_pages for sample in self.timed) / self.seconds

    @property
    def is_never_changed(self) -> bool:
        """Whether no display shows a changed page, so that its asynchronous I/O is reading."""
        return not any(sample.changed for sample in self.samples)

    @property
    def read_ahead(self) -> float:
        """Pages that prefetch read in a second; 0 where they may as well have been written."""
        if not self.is_never_changed:
            return 0.0
        return sum(sample.async_pages for sample in self.timed) / self.seconds

    @property
    def cached(self) -> int:
        """The fewest pages that it had in the pool in any sample: what others would surely have."""
        return min(sample.cached for sample in self.samples)

    @property
    def hits(self) -> float | None:
        """Getpages in a second that found their page; None where getpages are not counted."""
        counted = [sample.getpages for sample in self.timed if sample.getpages is not None]
        if not counted:
            return None
        return max(0.0, sum(counted) / self.seconds - self.sync_rate - self.read_ahead)

    def scans(self, share: float) -> bool:
        """Whether prefetch read at least this share of its pages in every sample, and wrote none of them."""
        if not (self.is_sampled and self.is_never_changed):
            return False
        return all(
            sample.async_pages > 0 and sample.async_pages >= share * (sample.async_pages + sample.sync_pages)
            for sample in self.samples
        )


def page_sets(
    shown: pl.DataFrame, traced: pl.DataFrame, catalog: pl.DataFrame
) -> Mapping[tuple[Any, ...], Sequence[Db2PageSet]]:
    """By member and pool its page sets, those with most pages in the pool first. `shown` are rows of LSTATS,
    `traced` of IFCID 199, with the names of their owners.
    """
    rows = pl.concat([_of_displays(shown), _of_trace(traced)])
    known = rows.drop_nulls("end").filter(
        (pl.col("table") == TRACED) | ~(pl.col("table") == TRACED).any().over(_POOL)
    )
    by_set = [*_POOL, *_NAME]
    samples: dict[tuple[Any, ...], list[Sample]] = {}
    for row in _added_up(known).iter_rows(named=True):
        sample = Sample(**{name: row[name] for name in Sample.__slots__})
        samples.setdefault(tuple(row[name] for name in by_set), []).append(sample)
    spaces, by_id = _catalog(catalog)
    sets: dict[tuple[Any, ...], list[Db2PageSet]] = {}
    last = known.sort("end", maintain_order=True).with_columns(
        pl.col("group_dependent").any().over(by_set).alias("depends"),
        pl.col("group_dependent").is_not_null().any().over(by_set).alias("tells"),
    )
    for row in last.unique(by_set, keep="last", maintain_order=True).iter_rows(named=True):
        key = tuple(row[name] for name in by_set)
        sets.setdefault(key[: len(_POOL)], []).append(_page_set(row, samples[key], spaces, by_id))
    return {
        key: sorted(of_pool, key=lambda page_set: (-page_set.cached, page_set.name))
        for key, of_pool in sets.items()
    }


def _added_up(rows: pl.DataFrame) -> pl.DataFrame:
    """The data sets of each page set at each moment, in order of time."""
    all_counted = pl.col("getpages").null_count() == 0
    return (
        rows.group_by([*_POOL, *_NAME, "end"], maintain_order=True)
        .agg(
            pl.col("seconds").max(),
            *(pl.col(column).fill_null(0).sum() for column in ("sync_pages", "async_pages")),
            pl.col("pages_cached").sum().cast(pl.Int64).alias("cached"),
            pl.col("changed").fill_null(0).sum().cast(pl.Int64),
            pl.when(all_counted).then(pl.col("getpages").sum()).alias("getpages"),
        )
        .sort("end", maintain_order=True)
    )


def _of_displays(rows: pl.DataFrame) -> pl.DataFrame:
    """A display counts from the one before it of the same data set."""
    if not rows.height:
        return pl.DataFrame(schema=_SCHEMA)
    each = [*_POOL, *_NAME, "data_set"]
    changed = pl.max_horizontal("pages_changed", "highest_pages_changed")
    known = rows.drop_nulls(["database", "space", "pages_cached"]).with_columns(
        pl.col("data_set").fill_null(1), naive("written").alias("end"), changed.alias("changed")
    )
    known = known.sort("end", maintain_order=True).unique([*each, "end"], keep="last", maintain_order=True)
    start = pl.col("end").shift(1).over(each)
    return _framed(known.with_columns(start.alias("start")), LSTATS)


def _of_trace(rows: pl.DataFrame) -> pl.DataFrame:
    if not rows.height:
        return pl.DataFrame(schema=_SCHEMA)
    each = [*_POOL, *_NAME, "data_set", "end"]
    numbers = {"database": "database_id", "space": "object_id"}
    named = rows.with_columns(
        pl.coalesce(name, pl.col(number).cast(pl.String)).alias(name) for name, number in numbers.items()
    )
    known = named.drop_nulls(["database", "space", "pages_cached"]).with_columns(
        pl.col("data_set").fill_null(1),
        naive("written").alias("end"),
        naive("interval_start").alias("start"),
        pl.col("pages_changed").alias("changed"),
    )
    known = known.sort("end", maintain_order=True).unique(each, keep="last", maintain_order=True)
    before = pl.col("end").shift(1).over(each[:-1])
    return _framed(known.with_columns(pl.coalesce("start", before).alias("start")), TRACED)


def _framed(rows: pl.DataFrame, table: str) -> pl.DataFrame:
    absent = [name for name in _SCHEMA if name not in rows.columns]
    seconds = (pl.col("end") - pl.col("start")).dt.total_microseconds() / _MICROSECONDS
    return (
        rows.with_columns(pl.lit(None).alias(name) for name in absent)
        .with_columns(pl.lit(table).alias("table"), pl.when(seconds > 0).then(seconds).alias("seconds"))
        .select(pl.col(name).cast(kind) for name, kind in _SCHEMA.items())
    )


_Spaces = Mapping[tuple[str, str], CatalogSpace | None]
_ById = Mapping[tuple[int, int], tuple[str, str] | None]


def _catalog(rows: pl.DataFrame) -> tuple[_Spaces, _ById]:
    """Page sets by name, and their names by DBID and OBID; None of which two extracts say two things."""
    spaces: dict[tuple[str, str], CatalogSpace | None] = {}
    names: dict[tuple[int, int], tuple[str, str] | None] = {}
    for row in rows.iter_rows(named=True):
        name, ids = (row["database"], row["space"]), (row["database_id"], row["object_id"])
        if None in name or row["pages"] is None:
            continue
        space = CatalogSpace(pages=int(row["pages"]), pool=row["pool"], index=row["index"])
        spaces[name] = space if spaces.get(name, space) == space else None
        names[ids] = name if names.get(ids, name) == name else None
    return spaces, names


def _page_set(row: Row, samples: Sequence[Sample], spaces: _Spaces, by_id: _ById) -> Db2PageSet:
    name = (row["database"], row["space"])
    if row["table"] == TRACED and name not in spaces:
        name = by_id.get((row["database_id"], row["object_id"])) or name
    return Db2PageSet(
        database=name[0],
        space=name[1],
        type=row["type"] or _type(spaces.get(name)),
        samples=tuple(samples),
        group_dependent=row["depends"] if row["tells"] else None,
        catalog=spaces.get(name),
        table=row["table"],
        row=row,
    )


def _type(catalog: CatalogSpace | None) -> str:
    """What the catalog says of a page set whose type nothing else says."""
    return "" if catalog is None else "TABLE" if catalog.index is None else "INDEX"


def others(of_pool: Iterable[Db2PageSet], scanned: Sequence[Db2PageSet]) -> float:
    """Pages that the other page sets of a pool read synchronously in a second."""
    names = {page_set.name for page_set in scanned}
    return sum(
        page_set.sync_rate for page_set in of_pool if page_set.name not in names and page_set.seconds > 0
    )
