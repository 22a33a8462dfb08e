"""Evidence of Db2: questions that it answers, the tables that answer them, and how a site comes by it.

References: IBM Db2 12 and 13 documentation: -DISPLAY BUFFERPOOL (scope: member), -DISPLAY GROUPBUFFERPOOL,
-ALTER BUFFERPOOL, -START TRACE, Statistics trace (IFCIDs 1, 2, 202, 225, 230 and 369 are SMF 100, all others
of it 102; SMFSTAT=YES, the default, starts classes 1, 3, 4, 5 and 6), STATIME_MAIN (5 to 60 s, default 60),
Accounting trace, Performance trace (its destination is GTF where none is given), Running batch application
programs (IKJEFT01). Overhead: APAR II07837, of DB2 Version 3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.collect import Collect, EvidenceStep
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

#: What `getpage inspect` asks of the tables alone; RATES and ATTRIBUTES need a look into the rows.
NEEDS = (POOLS, SIMULATED, GROUP, REUSE, PACKAGES, STORAGE)

_ENTERED = "Db2 commands of each member"

COLLECT = Collect(
    steps=(
        EvidenceStep(
            name="db2.statistics",
            gives="reads, getpages, sizes and storage of each member and buffer pool",
            entered=_ENTERED,
            records=("100",),
            start=("-START TRACE(STAT) CLASS(1) DEST(SMF)",),
            stop=("-DISPLAY TRACE(STAT)", "-STOP TRACE(STAT) TNO(the number that it shows)"),
            interval="STATIME_MAIN, 60 seconds unless set; it is on already where SMFSTAT is YES",
            cost="a set of records per minute and member, whatever the load",
            source="IBM Db2 documentation: Statistics trace, STATIME_MAIN",
        ),
        EvidenceStep(
            name="db2.accounting",
            gives="CPU, elapsed time and waits of the work, by plan and connection",
            entered=_ENTERED,
            records=("101",),
            start=("-START TRACE(ACCTG) CLASS(1,2,3) DEST(SMF)",),
            stop=("-DISPLAY TRACE(ACCTG)", "-STOP TRACE(ACCTG) TNO(the number that it shows)"),
            interval="at the end of each thread; ACCUMACC adds up those of DDF and RRSAF",
            cost="a record per thread. Most sites have it on all the time: IBM gives 2 to 5 % for classes 1 "
            "and 3 "
            "with statistics (DB2 V3); class 2 adds to each SQL call",
            source="IBM Db2 documentation: Accounting trace; APAR II07837",
        ),
        EvidenceStep(
            name="db2.packages",
            gives="which packages are allocated most, and their CPU",
            entered=_ENTERED,
            records=("101",),
            start=("-START TRACE(ACCTG) CLASS(7,8) DEST(SMF)",),
            stop=("-DISPLAY TRACE(ACCTG)", "-STOP TRACE(ACCTG) TNO(the number that it shows)"),
            interval="at the end of each thread; start it before the plans begin",
            cost="more records per thread (ten packages in each), and CPU in each call of a package",
            source="IBM Db2 documentation: Accounting trace",
            standing=False,
        ),
        EvidenceStep(
            name="db2.displays",
            gives="how pools are defined (VPSEQT, DWQT, PGFIX, FRAMESIZE, PGSTEAL), and group buffer pools",
            entered="a TSO batch job for each member, or a console",
            replies=(
                "-DISPLAY BUFFERPOOL(ACTIVE) DETAIL(INTERVAL)",
                "-DISPLAY GROUPBUFFERPOOL(*) MDETAIL(INTERVAL) GDETAIL(INTERVAL)",
            ),
            interval="twice, an hour apart in a busy time: each counts from the one before, of whoever "
            "entered it",
            cost="negligible",
            source="IBM Db2 documentation: -DISPLAY BUFFERPOOL, -DISPLAY GROUPBUFFERPOOL",
        ),
        EvidenceStep(
            name="db2.simulation",
            gives="the reads that a larger pool would avoid",
            entered=_ENTERED,
            start=("-ALTER BUFFERPOOL(bp) SPSIZE(20 % of VPSIZE)",),
            replies=("-DISPLAY BUFFERPOOL(bp) DETAIL",),
            stop=("-ALTER BUFFERPOOL(bp) SPSIZE(0)",),
            interval="1 to 3 hours of the usual load, then the display",
            cost="storage for the headers of the simulated buffers, and CPU at each getpage that is not "
            "found",
            source="IBM Db2 documentation: -ALTER BUFFERPOOL, Simulating buffer pools",
            standing=False,
        ),
        EvidenceStep(
            name="db2.pages",
            gives="page references, from which `getpage curve` says exactly what every size would read",
            entered=_ENTERED,
            records=("102",),
            start=("-START TRACE(PERFM) CLASS(30) IFCID(198) DEST(SMF)",),
            stop=("-DISPLAY TRACE(PERFM)", "-STOP TRACE(PERFM) TNO(the number that it shows)"),
            interval="minutes; stop it by hand, and make sure that SMF keeps up (IEE986E says that its "
            "buffers fill)",
            cost="two records per getpage: a million getpages per second fill an SMF data set in "
            "minutes. DEST(GTF) keeps it out of SMF. Never unattended",
            source="IBM Db2 documentation: Performance trace; OMEGAMON, IFCID 198",
            standing=False,
        ),
    ),
    replies_by=(
        "//DB2      EXEC PGM=IKJEFT01,DYNAMNBR=20",
        "//STEPLIB  DD DISP=SHR,DSN=your.db2.SDSNLOAD",
        "//SYSTSPRT DD SYSOUT=*",
        "//SYSTSIN  DD *",
        "DSN SYSTEM(your member)",
        "{commands}",
        "END",
        "/*",
    ),
)


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
    sizes = [pool.whole("directory_entries") for pool in member.group_pools]
    yield (shares or bool(sizes)) and not any(sizes), GROUP
    yield bool(threads.packages.height) and threads.share is None, REUSE
    yield threads.persistent and not threads.packages.height, PACKAGES
    yield bool(member.pools) and not member.spaces, STORAGE
