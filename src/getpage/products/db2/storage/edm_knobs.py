"""Limits of the EDM pools as knobs: what other sizes would load, and the parameter that sets them.

A load is counted as one read that somebody waits for: it takes several where a descriptor is large, and none
where its pages are in BP0 or the pool of the directory. Only the present size is measured, so a larger one is
bounded: between no load and the loads of now. What a full prepare costs in CPU no record tells: the cache of
statements has no curve, but the same bound, and full prepares at the sizes that it had, as counts.

References: IBM Db2 documentation, "EDM DBD CACHE field" (EDMDBDC), "EDM SKELETON POOL SIZE field"
(EDM_SKELETON_POOL), "EDM STATEMENT CACHE field" (EDMSTMTC): in KB, above the bar, at most 4194304, changed by
-SET SYSPARM.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from getpage.contract.curve import SizeCurve
from getpage.contract.knob import Knob
from getpage.contract.measures import Row
from getpage.core import wording
from getpage.core.names import KnobId, Object
from getpage.core.units import KIB, PAGE
from getpage.products.common.sizes import bounds, past
from getpage.products.db2.member import Member
from getpage.products.db2.wording import rate
from getpage.result import Ask, Change

from .edm_pools import POOLS, STATEMENT, TABLE, EdmPool
from .parameters import resize

MOST: Final = 4_194_304
#: A share of free pages that a load takes at once: ours.
NEXT_TO_NONE: Final = 0.01
_PAGE_KB: Final = PAGE // KIB
_FIELDS: Final = {
    "dbd": "QISEDFAL and QISEDBDL",
    "skeleton": "QISEKFAL, QISECTL and QISEKTL",
    "statement": "QISECFAL and QISEDSI",
}


def knobs(member: Member) -> Iterator[Knob]:
    """The limit of each pool that records show."""
    for pool in POOLS:
        knob = _knob(member, pool)
        if knob is not None:
            yield knob


def larger(member: Member, pool: EdmPool, row: Row) -> tuple[Ask, ...]:
    """What leaves the share free that a pool is to have left, with what was in use in this interval; no less
    may do, and more may be needed.
    """
    last = member.row(member.measured.edm_pools, pool.last)
    if last is None:
        return ()
    now = int(last[f"{pool.key}_pages"]) * _PAGE_KB
    low = member.in_force(pool.low, Object(member.id, pool.parameter))
    in_use = int(row[f"{pool.key}_pages"] or 0) - (pool.available(row) or 0)
    size = min(MOST, -(-round(in_use * _PAGE_KB / (1 - low)) // _PAGE_KB) * _PAGE_KB)
    if size <= now:
        return ()
    return (Ask(knob=KnobId(member.id, pool.parameter), size=size, at_least=True, reached=True),)


def is_full(pool: EdmPool, row: Row) -> bool:
    """Whether next to no page was free, so that what is loaded pushes out what is there."""
    pages, free = row[f"{pool.key}_pages"], row[f"{pool.key}_free"]
    return bool(pages) and (free or 0) <= NEXT_TO_NONE * pages


def _knob(member: Member, pool: EdmPool) -> Knob | None:
    row = member.row(member.measured.edm_pools, pool.last)
    if row is None:
        return None
    size = int(row[f"{pool.key}_pages"]) * _PAGE_KB

    def change(new: int) -> tuple[Change, ...]:
        return (_resize(member, pool, size, new),)

    return Knob(
        id=KnobId(member.id, pool.parameter),
        object=Object(member.id, pool.parameter),
        unit="KB",
        unit_bytes=KIB,
        setting_bytes=KIB,
        size=size,
        smallest=size,  # what is not used is not allocated: a lower limit gives nothing back
        largest=max(size, MOST),
        fixed=False,
        backed=False,
        curve=_curve(member, pool, size),
        supply=_supply(pool),
        unpriced=_unpriced(member) if pool is STATEMENT else "",
        facts=member.facts(TABLE, row, **{f"{pool.key}_pages": f"pages of {pool.name}, of 4 KB"}),
        change=change,
    )


def _supply(pool: EdmPool) -> str:
    if pool is STATEMENT:
        return f"accounting (SMF 101) before and after another {pool.parameter}, which getpage prove compares"
    return f"statistics (SMF 100) under another {pool.parameter}"


def _unpriced(member: Member) -> str:
    """What a larger cache of statements spares, in full prepares; empty where none are counted."""
    now = full_prepares(member)
    if not now:
        return ""
    sizes = past(member.measured.edm_sizes(STATEMENT, member.key))
    if sizes is None:
        spared = f"growth spares none to all of {rate(now)} full prepares/s"
    else:
        at = [f"{rate(point.reads)}/s at {wording.size(point.size * KIB)}" for point in sizes.read_points]
        spared = f"full prepares were {wording.listed(at)}"
    return f"{spared}, and what one costs is in no record"


def full_prepares(member: Member) -> float | None:
    """Full prepares a second over the window; None where no record counts them."""
    measured = member.measured.edm_pools
    seconds = member.total(measured, STATEMENT.counted_seconds)
    return member.total(measured, STATEMENT.loaded_all) / seconds if seconds else None


def _curve(member: Member, pool: EdmPool, size: int) -> SizeCurve | None:
    if pool is STATEMENT:
        return None
    measured = member.measured.edm_pools
    row = member.row(measured, pool.loaded_most)
    labels = {name: f"{name.replace('_', ' ')}, worst interval" for name in pool.loads}
    facts = () if row is None else member.facts(TABLE, row, **labels)
    had = past(member.measured.edm_sizes(pool, member.key), facts)
    if had is not None:
        return replace(had, note="loads per request at each size that it had, at the requests of the window")
    seconds, loads = member.total(measured, pool.counted_seconds), member.total(measured, pool.loaded_all)
    if not seconds or not loads:
        return None
    return bounds(
        size=size,
        smallest=size,
        largest=max(size, MOST),
        reads=loads / seconds,
        references=member.total(measured, pool.requested_all) / seconds,
        facts=facts,
    )


def _resize(member: Member, pool: EdmPool, now: int, size: int) -> Change:
    return resize(
        member,
        pool.parameter,
        (now, size),
        effect=f"Lets {pool.name} take {wording.size(size * KIB)} instead of {wording.size(now * KIB)}.",
        verify=f"{_FIELDS[pool.key]} of IFCID 2 rise less than before for the same load.",
        caution="The pool is allocated as it is needed, in DBM1 above the bar.",
    )
