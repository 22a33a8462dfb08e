"""Which members have nothing but records in a table: their readings can be taken stretch by stretch.

Records are cumulative, say when they were written and define no attributes, so that each object is measured
in one way, and nothing later says anything of what was before. Displays and reports do: a pool is defined as
its first display says, for readings before it too, and of several ways that with most intervals counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.products.common.by_day import Gathered, by_day, spelled
from getpage.products.common.collected import collected
from getpage.products.common.owners import Owners

from ..rows import OWNER
from .counters import EVENT, KINDS, OFFSET, CounterKind, first_offsets, offset

#: Rows that a piece has, about.
ROWS: Final = 1 << 18

_RAW: Final = {name: f"raw_{name}" for name in OWNER}


@dataclass(frozen=True, slots=True)
class TablePart:
    """Objects that are read together: their names as the evidence has them. `whole` says whether all of
    their members are in it.
    """

    names: pl.DataFrame
    whole: bool


def parts(
    evidence: Evidence,
    table: str,
    key: Sequence[str],
    owners: Owners,
    *,
    members: pl.DataFrame | None = None,
    rows: int = ROWS,
) -> Iterator[list[TablePart]]:
    """Parts that cover the table; those of one member that does not fit into one come together. `members` are
    the names of those that are wanted, as the evidence has them; None is all.
    """
    by = [*OWNER, *key]
    if members is not None and not members.height:
        return
    counts = collected(evidence.scan(table).group_by(by).len(), evidence.most_rows(table))
    if members is not None:
        counts = counts.join(members, on=OWNER, how="semi", nulls_equal=True)
    if not counts.height:
        return
    named = counts.with_columns(counts[name].alias(raw) for name, raw in _RAW.items())
    named = named.with_columns(owners.named(counts), pl.col("len").cast(pl.Int64))
    named = named.sort(by, nulls_last=False)
    members = named.group_by(OWNER, maintain_order=True).agg(pl.col("len").sum())
    share = 0
    room = rows
    shares = []
    for size in members["len"]:
        if size > room:
            share, room = share + 1, rows
        room -= size
        shares.append(share)
    named = named.join(
        members.select(*OWNER, pl.Series("share", shares)), on=OWNER, how="left", nulls_equal=True
    )
    for (_,), piece in named.group_by("share", maintain_order=True):
        yield list(_split(piece.sort(by, nulls_last=False), by, rows))


def _split(piece: pl.DataFrame, by: Sequence[str], rows: int) -> Iterator[TablePart]:
    """A piece as it is, or a member that is too large for one by its objects."""
    raw = [*_RAW.values(), *by[len(OWNER) :]]
    if piece["len"].sum() <= rows or len(by) == len(OWNER):
        yield TablePart(_names(piece.select(raw)), whole=True)
        return
    # The same object may stand under several names: it stays together.
    objects = piece.group_by(by, maintain_order=True).agg(pl.col("len").sum())
    share = ((objects["len"].cum_sum() - 1) // rows).alias("part")
    apart = piece.join(objects.select(by).with_columns(share), on=by, how="left", nulls_equal=True)
    for (_,), mine in apart.group_by("part", maintain_order=True):
        yield TablePart(_names(mine.select(raw)), whole=False)


def _names(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.rename({raw: name for name, raw in _RAW.items()})


def read_part(evidence: Evidence, table: str, part: TablePart, columns: Sequence[str]) -> pl.DataFrame:
    """The rows of a part."""
    scan = evidence.scan(table).select(columns)
    near = [_among(part.names[name]) for name in part.names.columns]
    rows = scan.filter(*near).collect()
    return rows.join(part.names, on=part.names.columns, how="semi", nulls_equal=True)


def _among(values: pl.Series) -> pl.Expr:
    """Rows that may be of a part: what Parquet is filtered by before the other columns are read."""
    known = values.drop_nulls().unique()
    among = pl.col(values.name).is_in(known.implode())
    return (
        among | pl.col(values.name).is_null() if known.len() < values.len() and values.null_count() else among
    )


_ZERO: Final = "_zero"
#: What a row is surveyed by, beside attributes, gauges and counters, as far as its table has it.
BY: Final = ("written", "statistics", "interval_start", EVENT)


@dataclass(frozen=True, slots=True)
class Survey:
    """Names of members as the evidence has them: those with records only (None is all), and the others, which
    have so many `rows` at the most.
    `empty` are attributes and gauges that no record of the former has, `zero` counters that are 0 in all of
    theirs, as those of what went wrong mostly are: nobody has to move, compare or subtract these.
    `offsets` are the least and the most of the local time, see `steady`.
    """

    recorded: pl.DataFrame | None
    others: pl.DataFrame
    empty: frozenset[str]
    zero: frozenset[str]
    offsets: tuple[int | None, int | None]
    rows: int


def survey(
    evidence: Evidence, table: str, kind: CounterKind, owners: Owners, columns: Sequence[str]
) -> Survey:
    """What the table holds of each member."""
    scan = evidence.scan(table)
    schema = scan.collect_schema()
    defined = sorted(kind.attributes & set(schema))
    seldom = sorted((kind.attributes | kind.gauges) & set(schema) & set(columns))
    optional = dict.fromkeys((*defined, *seldom))
    printed = _is_printed(schema).any().alias("printed")
    counts = printed, *(pl.col(name).count() for name in optional)
    rows = evidence.most_rows(table)
    counters = [counter for counter in kind.counters(schema) if counter in columns]
    maybe = _zero(evidence.parts(table)[0], counters, rows)
    most = [_is_zero(name).alias(f"{name}{_ZERO}") for name in maybe]
    clocks = offset(schema)
    most += [clocks.min().alias("_earliest"), clocks.max().alias("_latest")]
    totals = collected(scan.select(pl.len().alias("rows"), *counts, *most), rows)
    whole = totals.row(0, named=True)
    zero = frozenset(name for name in maybe if whole[f"{name}{_ZERO}"])
    offsets = whole["_earliest"], whole["_latest"]
    if not any(whole[name] for name in ("printed", *defined)):
        none = pl.DataFrame(schema={name: schema[name] for name in OWNER})
        every = None if whole["rows"] else none
        return Survey(every, none, frozenset(name for name in seldom if not whole[name]), zero, offsets, 0)
    by_owner = (
        pl.concat([collected(part.group_by(OWNER).agg(counts), rows) for part in evidence.parts(table)])
        .group_by(OWNER, maintain_order=True)
        .agg(pl.col("printed").any(), *(pl.col(name).sum() for name in optional))
    )
    other = pl.any_horizontal("printed", *(pl.col(name) > 0 for name in defined))
    mixed = _of_mixed(by_owner, other, owners)
    recorded = by_owner.filter(~mixed)
    return Survey(
        recorded.select(OWNER),
        by_owner.filter(mixed).select(OWNER),
        frozenset(name for name in seldom if not recorded[name].sum()),
        zero,
        offsets,
        rows,
    )


def _is_printed(schema: Mapping[str, pl.DataType]) -> pl.Expr:
    """Whether a row is no record."""
    untold = [pl.col("written").is_null()]
    if "statistics" in schema:
        untold.append(pl.col("statistics").ne_missing(pl.lit("CUMULATIVE")))
    if "interval_start" in schema:
        untold.append(pl.col("interval_start").is_not_null())
    return pl.any_horizontal(untold)


def _of_mixed(by_owner: pl.DataFrame, other: pl.Expr, owners: Owners) -> pl.Series:
    """Whether each row is of a member some row of which is an `other`; it may stand under several names."""
    named = by_owner.select(*owners.named(by_owner), other.alias("other"))
    return named.select(pl.col("other").any().over(OWNER)).to_series()


@dataclass(frozen=True, slots=True)
class Members:
    """Members of a window of many days by the names that the evidence has: those that have records only, the
    others and how many rows these have, and where the offset of a clock changes, the first one of each owner
    (`clocks`, else empty).
    """

    recorded: pl.DataFrame
    others: pl.DataFrame
    rows_of_others: int
    clocks: pl.DataFrame

    @classmethod
    def of(cls, evidence: Evidence, table: str, owners: Owners) -> Members:
        """What the days of the window say."""
        schema = evidence.schema(table)
        defined = [pl.col(name).is_not_null() for name in sorted(KINDS[table].attributes & set(schema))]
        columns = {
            **{name: pl.col(name) for name in OWNER},
            OFFSET: offset(schema),
            "other": pl.any_horizontal(_is_printed(schema), *defined),
        }
        event = pl.col(EVENT).cast(pl.Datetime("us")) if EVENT in schema else pl.lit(None, pl.Datetime("us"))
        types = {**dict.fromkeys(OWNER, pl.String()), OFFSET: pl.Int64(), "other": pl.Boolean()}
        types |= {EVENT: pl.Datetime("us"), "rows": pl.UInt32()}

        def add(part: Evidence, to: Gathered) -> None:
            if rows := part.most_rows(table):
                by = part.scan(table).select(event.alias(EVENT), **columns).group_by(*columns)
                to.add(collected(by.agg(pl.col(EVENT).min(), pl.len().alias("rows")), rows))

        whole = Gathered(types)
        rows = by_day(evidence, (table,), spelled("members", table), Gathered, add, whole).done()
        mixed = _of_mixed(rows, pl.col("other"), owners)
        timed = rows.drop_nulls(OFFSET).sort(EVENT, *OWNER, nulls_last=False)
        clocks = first_offsets(timed.lazy()).sort(OWNER, nulls_last=False).collect()
        return cls(
            recorded=rows.filter(~mixed).select(OWNER).unique(),
            others=rows.filter(mixed).select(OWNER).unique(),
            rows_of_others=int(rows.filter(mixed)["rows"].cast(pl.Int64).sum()),
            clocks=clocks if timed[OFFSET].n_unique() > 1 else clocks.clear(),
        )

    @property
    def context(self) -> str:
        """What an answer of a day depends on of other days."""
        return spelled(sorted(self.others.rows(), key=str), self.clocks.rows())

    @property
    def printed(self) -> Survey:
        """The members that have displays."""
        return Survey(self.recorded, self.others, frozenset(), frozenset(), (None, None), self.rows_of_others)

    def recorded_of(self, survey: Survey) -> Survey:
        """What was seen of a day, of members that have records only in all of the window."""
        if not self.others.height:
            return survey
        return replace(survey, recorded=self.recorded)


def _zero(part: pl.LazyFrame, counters: Sequence[str], most_rows: int) -> list[str]:
    """The counters that are 0 in all rows of one part: the only ones of which the others are looked at."""
    if not counters:
        return []
    zeros = collected(part.select(map(_is_zero, counters)), most_rows).row(0, named=True)
    return [name for name, zero in zeros.items() if zero]


@cache
def _is_zero(name: str) -> pl.Expr:
    """Whether a counter is 0 in each row; one that some row does not have is not."""
    column = pl.col(name)
    return ((column.max() == 0) & (column.min() == 0) & (column.null_count() == 0)).fill_null(value=False)
