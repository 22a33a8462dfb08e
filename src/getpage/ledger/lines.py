"""The lines of an account of real storage.

Places: `real storage` adds up to what is installed, with what is free; `virtual` is what was promised or does
not fit; `of which` and `by frame size` divide what is in use in two other ways.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording as words
from getpage.result import Line, Place

from .balance import Holding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.contract.storage import RealStorage

    from .balance import Balance


def real_lines(fitted: Balance, entry: RealStorage) -> Iterator[Line]:
    """Holders of real storage, and what is in use by holders that the evidence does not name."""
    for pool in fitted.fixed:
        yield Line(
            holder=pool.label,
            bytes=pool.bytes,
            place=Place.REAL,
            fixed=True,
            note="page-fixed",
            fact=pool.fact,
        )
    pools = {job for pool in fitted.fixed for job in pool.jobs}
    for space, beside in fitted.spaces:
        note = "address space, beside its page-fixed pools" if space.job in pools else "address space"
        note += ", average of the interval" if space.is_average else ""
        note += f", as seen at {space.seen:%Y-%m-%d %H:%M}" if space.seen else ""
        yield Line(holder=space.job, bytes=beside, place=Place.REAL, note=note, fact=space.fact)
    for holding in fitted.measured:
        yield Line(
            holder=holding.label, bytes=holding.bytes, place=Place.REAL, note="as measured", fact=holding.fact
        )
    others = "others, common storage, the system itself"
    if entry.installed is None:
        yield Line(
            holder="not accounted for", bytes=None, place=Place.REAL, note="what is online is not known"
        )
    elif entry.free is None:
        note = f"free, or in use by {others}: what is free is not in the evidence"
        yield Line(holder="not accounted for, or free", bytes=fitted.left, place=Place.REAL, note=note)
    else:
        note = f"in use, holder not in the evidence: {others}"
        yield Line(holder="not accounted for", bytes=fitted.left, place=Place.REAL, note=note)


def virtual_lines(held: Iterable[Holding], fitted: Balance | None) -> Iterator[Line]:
    """Storage that is not, or not certainly, real."""
    for holding in held:
        holder, size, fact = holding.label, holding.bytes, holding.fact
        if holding.real:
            if fitted is None:
                note = "was in real storage when it was measured"
                yield Line(
                    holder=holder,
                    bytes=size,
                    place=Place.VIRTUAL,
                    note=note,
                    fact=fact,
                )
        elif not holding.fixed:
            note = "pageable, real part not known"
            yield Line(holder=holder, bytes=size, place=Place.VIRTUAL, note=note, fact=fact)
        elif fitted is None:
            yield Line(
                holder=holder,
                bytes=size,
                place=Place.VIRTUAL,
                fixed=True,
                note="page-fixed: must be real",
                fact=fact,
            )
    for beyond in fitted.beyond if fitted else ():
        late = "does not fit into what was in use: measured at another time, not counted"
        if isinstance(beyond, Holding):
            yield Line(
                holder=beyond.label,
                bytes=beyond.bytes,
                place=Place.VIRTUAL,
                fixed=beyond.fixed,
                note=f"page-fixed: must be real, but {late}" if beyond.fixed else late,
                fact=beyond.fact,
            )
        else:
            yield Line(
                holder=beyond.job, bytes=beyond.bytes, place=Place.VIRTUAL, note=late, fact=beyond.fact
            )


def of_which(entry: RealStorage, fitted: Balance) -> Iterator[Line]:
    """Fixed and pageable, where z/OS says it."""
    if entry.fixed is None or entry.fixed > fitted.in_use:
        return
    yield Line(holder="fixed", bytes=entry.fixed, place=Place.OF_WHICH, fixed=True, note="all fixed frames")
    yield Line(holder="pageable", bytes=fitted.in_use - entry.fixed, place=Place.OF_WHICH)


def by_size(entry: RealStorage, fitted: Balance) -> Iterator[Line]:
    """Frames by size, where z/OS says it."""
    large = (entry.large_1m or 0) + (entry.large_2g or 0)
    if (entry.large_1m is None and entry.large_2g is None) or large > fitted.in_use:
        return
    if entry.large_2g is not None:
        yield Line(holder="2 GB frames", bytes=entry.large_2g, place=Place.BY_SIZE, fixed=True)
    if entry.large_1m is not None:
        yield Line(
            holder="1 MB frames", bytes=entry.large_1m, place=Place.BY_SIZE, fixed=True, note="fixed pages"
        )
    note = "frames not known to be larger"
    yield Line(holder="4 KB frames", bytes=fitted.in_use - large, place=Place.BY_SIZE, note=note)


def reserve_lines(entry: RealStorage) -> Iterator[Line]:
    """What a dump needs, and what of that is not free; the reserve of `free_lines` is the difference."""
    if not entry.reserve:
        return
    fact, note = entry.facts.get("reserve"), entry.reserve_note or "MAXSPACE"
    yield Line(holder="a dump needs", bytes=entry.reserve, place=Place.LIMIT, note=note, fact=fact)
    if entry.free is not None and entry.free < entry.reserve:
        note = "what a dump needs less what is free"
        yield Line(
            holder="missing for a dump", bytes=entry.reserve - entry.free, place=Place.LIMIT, note=note
        )


def free_lines(entry: RealStorage) -> Iterator[Line]:
    """What is free: first the reserve for a dump, then what is left to give."""
    if entry.free is None:
        yield Line(
            holder="free", bytes=None, place=Place.REAL, note="needs RMF: available frames at the minimum"
        )
        return
    note = (
        "average of the interval: the minimum may be far lower" if entry.free_is_average else "at the minimum"
    )
    if entry.reserve is None:
        yield Line(
            holder="free",
            bytes=entry.free,
            place=Place.REAL,
            note=f"{note}; what a dump needs of it is not in the evidence (MAXSPACE: D DUMP,OPTIONS)",
            fact=entry.facts.get("free"),
        )
        return
    kept = min(entry.reserve, entry.free)
    short = f"; {words.size(entry.reserve - kept)} of it are missing" if kept < entry.reserve else ""
    yield Line(
        holder="dump reserve",
        bytes=kept,
        place=Place.REAL,
        note=f"{entry.reserve_note or 'MAXSPACE'}{short}",
        fact=entry.facts.get("reserve"),
    )
    yield Line(
        holder="free beyond the reserve",
        bytes=entry.free - kept,
        place=Place.REAL,
        note=note,
        fact=entry.facts.get("free"),
    )
