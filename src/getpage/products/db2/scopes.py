"""What the rules of Db2 look at, and how many of it a member has enough evidence of."""

from __future__ import annotations

from typing import Final

from getpage.contract.checks import Scope

from .member import Member


def _counted(member: Member) -> int:
    """Pools whose getpages are counted."""
    return sum(pool.counted for pool in member.pools)


def _simulated(member: Member) -> int:
    return sum(pool.simulation is not None for pool in member.pools) + len(member.nameless_simulations)


BUFFER_POOLS: Final[Scope[Member]] = Scope("buffer pool", _counted)
SIMULATED_POOLS: Final[Scope[Member]] = Scope("simulated buffer pool", _simulated)
PAGE_SETS: Final[Scope[Member]] = Scope(
    "page set",
    lambda member: sum(page_set.is_sampled for sets in member.page_sets.values() for page_set in sets),
)
SEVERAL_POOLS: Final[Scope[Member]] = Scope(
    "Db2 member with several buffer pools",
    plural="Db2 members with several buffer pools",
    count=lambda member: int(_counted(member) > 1),
)
ADDRESS_SPACES: Final[Scope[Member]] = Scope("Db2 address space", lambda member: len(member.spaces))
STORAGE_MANAGERS: Final[Scope[Member]] = Scope(
    "Db2 storage manager", lambda member: int(member.measured.storage_managers.of(*member.key) is not None)
)
LOGS: Final[Scope[Member]] = Scope(
    "Db2 log", lambda member: int(member.measured.logs.of(*member.key) is not None)
)
EDM_POOLS: Final[Scope[Member]] = Scope(
    "Db2 member with its EDM pools",
    plural="Db2 members with their EDM pools",
    count=lambda member: int(member.measured.edm_pools.of(*member.key) is not None),
)
SQL: Final[Scope[Member]] = Scope(
    "Db2 member with its RID lists and prepares",
    plural="Db2 members with their RID lists and prepares",
    count=lambda member: int(member.measured.sql.of(*member.key) is not None),
)
LATCHES: Final[Scope[Member]] = Scope(
    "Db2 member with its latches",
    plural="Db2 members with their latches",
    count=lambda member: int(member.measured.latches.of(*member.key) is not None),
)
GROUP_POOLS: Final[Scope[Member]] = Scope("group buffer pool", lambda member: len(member.group_pools))
THREADS: Final[Scope[Member]] = Scope(
    "Db2 member with its threads",
    plural="Db2 members with their threads",
    count=lambda member: int(member.threads.reuse is not None),
)
PACKAGES: Final[Scope[Member]] = Scope(
    "Db2 member with its packages",
    plural="Db2 members with their packages",
    count=lambda member: int(bool(member.threads.frequent_packages())),
)
ACCOUNTED: Final[Scope[Member]] = Scope(
    "Db2 member with its accounting",
    plural="Db2 members with their accounting",
    count=lambda member: int(member.waits is not None),
)

#: Scopes of which single rules ask measures, by the table of counters.
OF_COUNTERS: Final[dict[str, Scope[Member]]] = {
    "db2_buffer_pool": BUFFER_POOLS,
    "db2_log": LOGS,
    "db2_storage_manager": STORAGE_MANAGERS,
}
