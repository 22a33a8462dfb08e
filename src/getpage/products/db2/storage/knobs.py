"""Limits of storage in DBM1 as knobs, and what bounds all storage of a member."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from getpage.contract.knob import Knob, Limit
from getpage.products.db2.member import Member

from . import edm_knobs, real_storage_max, rid_pool


def storage_knobs(members: Iterable[Member]) -> Iterator[Knob]:
    """Those of every member whose size is known."""
    for member in members:
        yield from (bounded(member, knob) for knob in edm_knobs.knobs(member))
        knob = rid_pool.knob(member)
        if knob is not None:
            yield bounded(member, knob)


def storage_limits(members: Iterable[Member]) -> Iterator[Limit]:
    """The bound of every member that has one."""
    for member in members:
        limit = real_storage_max.limit(member)
        if limit is not None:
            yield limit


def bounded(member: Member, knob: Knob) -> Knob:
    """The knob with the bound of all storage of its member, where it has one."""
    if real_storage_max.limit(member) is None:
        return knob
    return replace(knob, limits=(*knob.limits, real_storage_max.limit_id(member)))
