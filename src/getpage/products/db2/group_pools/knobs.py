"""Group buffer pools as knobs of coupling facility storage, up to the SIZE of their structures in the
policy.

Several members display the same structure; it is one knob. A duplexed structure takes its size twice.
Records of RMF tell which coupling facility holds it: it then counts against what is free there, too.
Counters tell only how often a member found neither a valid page of its own nor one in the group buffer pool.

Reference: IBM Db2 documentation, "Dynamic changes to structure sizes"; IBM REDP-5238, 2.1 and 2.3.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from getpage.contract.curve import SizeCurve
from getpage.contract.knob import Knob, Limit, coupling_facility
from getpage.core.names import KnobId, LimitId
from getpage.core.storage_kinds import COUPLING_FACILITY
from getpage.core.units import KIB
from getpage.products.common import coupling
from getpage.products.common.sizes import bounds
from getpage.products.db2.member import Member
from getpage.result import Change, Fact

from .alter import alter
from .group_pool import LAST_READ, READ_SECONDS, READS, GroupPool

_SUPPLY = (
    "one ALTER of the structure within its policy and a second -DISPLAY GROUPBUFFERPOOL(...) "
    "MDETAIL(INTERVAL) GDETAIL(INTERVAL); or a trace of all members: getpage curve --gbp, and --curve"
)


def group_knobs(members: Iterable[Member]) -> tuple[tuple[Knob, ...], tuple[Limit, ...]]:
    """Each structure once, with the limit of its policy."""
    seen: set[tuple[object, ...]] = set()
    knobs, limits = [], []
    for member in members:
        for pool in member.group_pools:
            size, policy, same = pool.size, pool.largest, pool.identity
            if not size or not policy or same in seen:
                continue
            seen.add(same)
            limit = _limit(member, pool, size, policy)
            limits.append(limit)
            knobs.append(_knob(member, pool, size // KIB, policy // KIB, limit.id))
    return tuple(knobs), tuple(limits)


def _limit(member: Member, pool: GroupPool, size: int, policy: int) -> Limit:
    return Limit(
        id=LimitId(member.id, f"{pool.name} SIZE"),
        label=f"SIZE of {pool.name} in the CFRM policy",
        room=(policy - size) * _copies(pool),
        facts=_facts(member, pool, policy_size="SIZE in the policy", size="allocated"),
    )


def _facts(member: Member, pool: GroupPool, **labels: str) -> tuple[Fact, ...]:
    """Of a display, or of the record that says what no display does."""
    shown = member.facts("db2_group_buffer_pool", pool.last, **labels)
    if shown or not pool.structures:
        return shown
    recorded = pool.structures[0]
    return recorded.facts(
        coupling.REQUEST, recorded.last, size="allocated", size_maximum="most that it may take"
    )


def _copies(pool: GroupPool) -> int:
    return 2 if pool.duplexed else 1


def _knob(member: Member, pool: GroupPool, size: int, policy: int, limit: LimitId) -> Knob:
    there = tuple(coupling_facility(structure.sysplex, structure.facility) for structure in pool.structures)

    def change(new: int) -> tuple[Change, ...]:
        return (alter(member, pool, size, new),)

    def takes(new: int) -> Mapping[LimitId, int]:
        more = (new - size) * KIB
        return {limit: more * _copies(pool)} | dict.fromkeys(there, more)

    return Knob(
        id=KnobId(member.id, pool.name),
        object=pool.object,
        unit="KB",
        unit_bytes=KIB * _copies(pool),
        setting_bytes=KIB,
        size=size,
        smallest=size,
        largest=max(size, policy),
        fixed=False,
        storage=COUPLING_FACILITY,
        limits=(limit, *there),
        entries=pool.whole("data_pages"),
        takes=takes,
        curve=_curve(member, pool, size, policy),
        supply=_SUPPLY,
        facts=_facts(member, pool, size="storage of the structure"),
        change=change,
    )


def _curve(member: Member, pool: GroupPool, size: int, policy: int) -> SizeCurve | None:
    seconds = pool.measure[READ_SECONDS]
    if not seconds:
        return None
    reads = sum(int(pool.measure[ask]) for ask in READS.values()) / float(seconds)
    return bounds(
        size=size,
        smallest=size,
        largest=max(size, policy),
        reads=reads,
        references=None,
        facts=member.facts(
            "db2_group_buffer_pool",
            pool.measure[LAST_READ],
            invalidated_not_returned="invalidated pages that were read from disk",
            not_found_not_returned="pages that neither had, read from disk",
        ),
    )
