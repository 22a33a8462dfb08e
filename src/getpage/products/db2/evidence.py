"""Evidence of Db2: questions that it answers, and the tables that answer them.

`evidence.toml` beside it says how a site comes by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.evidence import Need

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .member import Member

POOLS = Need(
    question="How busy are the buffer pools of Db2, how large are they, and how are they defined?",
    tables=(("db2_buffer_pool",),),
    how=(
        "SMF 100 (-START TRACE(STAT) CLASS(1) DEST(SMF)), or -DISPLAY BUFFERPOOL(ACTIVE) DETAIL(INTERVAL) "
        "twice, an hour apart in a busy time"
    ),
    step="db2.statistics",
)
ATTRIBUTES = Need(
    question="How are pools defined (VPSEQT, DWQT, PGFIX, FRAMESIZE, PGSTEAL)? Statistics do not say.",
    tables=(("db2_buffer_pool",),),
    how="-DISPLAY BUFFERPOOL(ACTIVE) DETAIL, once; it has the data manager and prefetch thresholds too",
    step="db2.displays",
)
RATES = Need(
    question="How many reads per second does each pool of Db2 make? Counters without a time have no rate.",
    tables=(("db2_buffer_pool",),),
    how=(
        "a second statistics record (SMF 100), or -DISPLAY BUFFERPOOL(ACTIVE) DETAIL(INTERVAL) from a log "
        "that has date and time, or a second one in the same file: it says when the first was made"
    ),
    step="db2.statistics",
)
SIMULATED = Need(
    question="Which reads would more buffers avoid? Counters give bounds only.",
    tables=(("db2_simulated_pool",),),
    how=(
        "-ALTER BUFFERPOOL(bp) SPSIZE(20 % of VPSIZE), 1 to 3 hours of the usual load, -DISPLAY "
        "BUFFERPOOL(bp) DETAIL; or a trace of page references: -START TRACE(PERFM) CLASS(30) IFCID(198) "
        "DEST(SMF), for minutes"
    ),
    step="db2.simulation",
)
PAGE_SETS = Need(
    question="Which page sets scan a buffer pool that others need? Counters of pools do not name them.",
    tables=(("db2_page_set", "db2_object"),),
    how=(
        "-DISPLAY BUFFERPOOL(ACTIVE) LSTATS(*) twice, an hour apart in a busy time, and the query of the "
        "catalog that getpage collect gives; or IFCID 199, as a record trace prints it or by your own layout "
        "of its records (getpage layout import --columns)"
    ),
    step="db2.page_sets",
)
GROUP = Need(
    question="Do group buffer pools have enough directory entries and data pages?",
    tables=(("db2_group_buffer_pool",),),
    how="-DISPLAY GROUPBUFFERPOOL(*) MDETAIL(INTERVAL) GDETAIL(INTERVAL)",
    step="db2.displays",
)
REUSE = Need(
    question="Are threads reused, so that RELEASE(DEALLOCATE) has something to keep?",
    tables=(("db2_thread_end", "db2_subsystem", "db2_dbat"),),
    how=(
        "statistics records (SMF 100, IFCID 1), or the termination section of an accounting report (-START "
        "TRACE(ACCTG) CLASS(1,2,3) DEST(SMF))"
    ),
    step="db2.statistics",
)
PACKAGES = Need(
    question="Which packages are allocated most?",
    tables=(("db2_package_activity", "db2_package_account"),),
    how="package accounting (-START TRACE(ACCTG) CLASS(7,8) DEST(SMF)), or a list of allocations per second",
    step="db2.packages",
)
STORAGE = Need(
    question="What does Db2 hold outside its pools, how much of it is paged out, and how large is a dump?",
    tables=(("db2_storage",),),
    how="SMF 100 with IFCID 225 (-START TRACE(STAT) CLASS(1) DEST(SMF)), or a statistics report of it",
    step="db2.statistics",
)
PARAMETERS = Need(
    question="How large may the RID pool of Db2 be? Records count lists without storage, not MAXRBLK.",
    tables=(("db2_parameter",),),
    how="the job that assembles the subsystem parameters (DSNTIJUZ), as it ran last",
    step="db2.parameters",
)

#: What `getpage inspect` asks of the tables alone; RATES and ATTRIBUTES need a look into the rows.
NEEDS = (POOLS, SIMULATED, PAGE_SETS, GROUP, REUSE, PACKAGES, STORAGE)


def unmet(member: Member) -> Iterator[tuple[bool, Need]]:
    """Each need of a member and whether it is unmet, in the order of their worth."""
    counted = any(pool.counted for pool in member.pools)
    rated = any(pool.rated for pool in member.pools)
    shares = any(result.group for pool in member.pools for result in pool.simulations)
    threads = member.threads
    yield not counted, POOLS
    yield counted and not rated, RATES
    yield counted and all(pool.fixed is None for pool in member.pools), ATTRIBUTES
    yield counted and not any(pool.simulations for pool in member.pools), SIMULATED
    yield (
        counted and not any(page_set.is_sampled for sets in member.page_sets.values() for page_set in sets),
        PAGE_SETS,
    )
    sizes = [pool.whole("directory_entries") for pool in member.group_pools]
    yield (shares or bool(sizes)) and not any(sizes), GROUP
    yield bool(threads.packages.height) and threads.share is None, REUSE
    yield threads.persistent and not threads.packages.height, PACKAGES
    yield bool(member.pools) and not member.spaces, STORAGE
    yield member.lacks_rid_limit, PARAMETERS
