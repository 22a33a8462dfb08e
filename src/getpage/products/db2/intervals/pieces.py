"""Rows of a table of counters in pieces of whole objects: whole members, as far as these fit.

A counter is subtracted from the reading before it, so that all readings of an object have to be in one piece.
A record tells a restart of everything of its member. So a member stays whole as long as it has not more rows
than a piece; of a larger one, restarts have to be known before (see `readings`), as its objects are apart.

Each piece reads the names of the whole table again, and the rest of its own rows alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.products.db2.tables import OWNER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from getpage.contract.evidence import Evidence
    from getpage.products.common.owners import Owners

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
    counts = evidence.scan(table).group_by(by).len().collect(engine="streaming")
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
    found = scan.filter(*near).collect()
    return found.join(part.names, on=part.names.columns, how="semi", nulls_equal=True)


def _among(values: pl.Series) -> pl.Expr:
    """Rows that may be of a part: what Parquet is filtered by before the other columns are read."""
    known = values.drop_nulls().unique()
    among = pl.col(values.name).is_in(known.implode())
    return (
        among | pl.col(values.name).is_null() if known.len() < values.len() and values.null_count() else among
    )
