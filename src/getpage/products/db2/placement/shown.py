"""What is shown of page sets: a table for each pool of which LSTATS or IFCID 199 was taken, and who held the
pool over time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from getpage.core.names import Object
from getpage.products.db2.constants import MOSTLY
from getpage.products.db2.member import Member
from getpage.products.db2.pools.pool import Db2Pool
from getpage.result import Curve, Picture, Table

from .page_sets import Db2PageSet
from .scans import scanned_pools

#: Page sets that a table or a picture names; the others are added up.
_MOST_NAMED: Final = 20
_MOST_DRAWN: Final = 5
_COLUMNS: Final = (
    *("page set", "type", "pages", "in the pool", "share", "sync reads/s", "read ahead/s", "access"),
    "group buffer pool",
)


def tables(member: Member) -> Iterator[Table]:
    """The page sets of each pool that has samples, by the buffers that they hold."""
    for pool in member.pools:
        sampled = [page_set for page_set in member.page_sets[pool.number] if page_set.is_sampled]
        if not sampled:
            continue
        more = len(sampled) - _MOST_NAMED
        yield Table(
            title=f"Page sets of {pool.name}, {member.label}",
            columns=_COLUMNS,
            rows=tuple(_row(pool, page_set) for page_set in sampled[:_MOST_NAMED]),
            note=(
                "Buffers are the fewest of all samples. Rates are of samples whose length is known. Pages "
                "of page sets that were changed may have been written: they do not count as read ahead."
                + (f" {more} more hold less." if more > 0 else "")
            ),
        )


def _row(pool: Db2Pool, page_set: Db2PageSet) -> tuple[str | int | float | None, ...]:
    dependent = {True: "depends", False: "does not depend", None: "not known"}[page_set.group_dependent]
    return (
        page_set.name,
        page_set.type.lower(),
        None if page_set.catalog is None else page_set.catalog.pages,
        page_set.cached,
        f"{100 * page_set.cached / pool.size:.1f} %" if pool.size else None,
        round(page_set.sync_rate, 1),
        round(page_set.read_ahead, 1) if page_set.is_never_changed else None,
        access(page_set),
        dependent,
    )


def access(page_set: Db2PageSet) -> str:
    """How it is read, in a word."""
    if page_set.scans(MOSTLY):
        return "scanned"
    if page_set.sync_rate > 0 and page_set.read_ahead <= (1 - MOSTLY) * (
        page_set.read_ahead + page_set.sync_rate
    ):
        return "random"
    return "mixed" if page_set.sync_rate or page_set.read_ahead else "not read"


def pictures(member: Member) -> Iterator[Picture]:
    """The pages that page sets held of each pool at the end of each sample, and those of each that scans."""
    for pool in member.pools:
        sampled = [page_set for page_set in member.page_sets[pool.number] if page_set.is_sampled]
        if sampled and pool.size:
            yield _picture(member, pool, sampled, pool.size)
    for scanned in scanned_pools(member):
        for page_set in scanned.scanned:
            alone = _picture(member, scanned.pool, [page_set], scanned.pool.size or 0)
            name = Object(member.id, page_set.name)
            yield replace(
                alone,
                id=f"db2-{str(name).replace(' ', '-').lower()}",
                title=f"{page_set.name} in {scanned.pool.name} of {member.label}",
                object=name,
            )


def _picture(member: Member, pool: Db2Pool, sampled: Sequence[Db2PageSet], size: int) -> Picture:
    times = tuple(sorted({sample.end for page_set in sampled for sample in page_set.samples}))
    held = {page_set.name: {sample.end: sample.cached for sample in page_set.samples} for page_set in sampled}
    drawn = [page_set.name for page_set in sampled[:_MOST_DRAWN]]
    curves = [Curve(label=name, values=tuple(held[name].get(time) for time in times)) for name in drawn]
    rest = [held[page_set.name] for page_set in sampled[_MOST_DRAWN:]]
    if rest:
        values = tuple(sum(pages.get(time, 0) for pages in rest) for time in times)
        curves.append(Curve(label=f"{len(rest)} others", values=values))
    return Picture(
        id=f"db2-{str(pool.object).replace(' ', '-').lower()}-page-sets",
        title=f"Who holds {pool.name} of {member.label}",
        object=pool.object,
        unit="pages",
        times=times,
        curves=tuple(curves),
        note=f"The pool has {size:,} buffers.",
        least_top=float(size),
    )
