"""Limits of storage in DBM1 as knobs: the EDM pools and the RID pool."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from getpage.contract.knob import Knob
from getpage.products.db2.member import Member

from . import edm_knobs, rid_pool


def storage_knobs(members: Iterable[Member]) -> Iterator[Knob]:
    """Those of every member whose size is known."""
    for member in members:
        yield from edm_knobs.knobs(member)
        knob = rid_pool.knob(member)
        if knob is not None:
            yield knob
