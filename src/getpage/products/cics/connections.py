"""What is measured of what tasks wait for outside CICS's own areas: JVM servers, the connection to Db2 with
its entries, and those to MQ and DBCTL.

Reset characteristics by IBM CICS TS 5.5 documentation: counts go back to zero with the statistics, peaks to
the present value. What is told of a session with DBCTL is of all of it, at its end.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from getpage.contract.measures import Largest, Latest, Measure, Worst
from getpage.products.common.passes import Pass

from .rows import CONTEXT, OWNER, TRACE, CounterTotal, seconds, total

JVM_TABLE: Final = "cics_jvm_server"
DB2_TABLE: Final = "cics_db2_connection"
DBCTL_TABLE: Final = "cics_dbctl_session"
ENTRY_TABLE: Final = "cics_db2_entry"
MQ_TABLE: Final = "cics_mq_connection"

THREAD_WAITS: Final = total("thread_waits")
THREAD_WAITED: Final = seconds("thread_wait_us")
WORST_JVM: Final = Worst("thread_waits", then=("peak_waiting",))
MOST_FOR_THREADS: Final = Largest("peak_waiting")
LAST_JVM: Final = Latest()

JVM_SERVERS: Final = Pass(
    table=JVM_TABLE,
    by=(*OWNER, "name"),
    columns=(
        *("thread_limit", "peak_threads", "thread_waits", "thread_wait_us", "peak_waiting", "heap"),
        *CONTEXT,
    ),
    asks=(*THREAD_WAITS.asks, *THREAD_WAITED.asks, WORST_JVM, MOST_FOR_THREADS, LAST_JVM),
    keep=TRACE,
)

MOST_FOR_DB2: Final = Largest("peak_waiting")
WORST_DB2: Final = Worst("peak_waiting", then=("peak_tcbs",))
LAST_DB2: Final = Latest()

DB2_CONNECTION: Final = Pass(
    table=DB2_TABLE,
    by=OWNER,
    columns=("db2_connection", "tcb_limit", "tcbs", "peak_tcbs", "peak_waiting", *CONTEXT),
    asks=(MOST_FOR_DB2, WORST_DB2, LAST_DB2),
    keep=TRACE,
)

AT_MOST: Final = total("times_at_most")
FULL: Final = seconds("at_most_us")
CONNECTED: Final = CounterTotal((pl.col("disconnected") - pl.col("connected")).dt.total_microseconds() / 1e6)
SCHEDULES: Final = total("schedules")
WORST_DBCTL: Final = Worst("at_most_us", then=("times_at_most",))
LAST_DBCTL: Final = Latest()

DBCTL: Final = Pass(
    table=DBCTL_TABLE,
    by=(*OWNER, "dbctl"),
    columns=(
        *("connected", "disconnected", "least_threads", "most_threads", "times_at_least", "times_at_most"),
        *("at_most_us", "peak_threads", "schedules", *CONTEXT),
    ),
    asks=(
        *(ask for counter in (AT_MOST, FULL, CONNECTED, SCHEDULES) for ask in counter.asks),
        *(WORST_DBCTL, LAST_DBCTL),
    ),
    keep=TRACE,
)

ENTRY_WAITS: Final = total("thread_waits")
ENTRY_CALLS: Final = total("calls")
SIGNONS: Final = total("signons")
REUSED: Final = total("thread_reuses")
ENDED: Final = total("thread_ends")
WORST_ENTRY: Final = Worst("thread_waits", then=("calls",))

#: Entries of threads: which transactions use one, RDO says (DB2TRAN) and no record.
DB2_ENTRIES: Final = Pass(
    table=ENTRY_TABLE,
    by=(*OWNER, "name"),
    columns=("plan", "calls", "signons", "thread_reuses", "thread_ends", "thread_waits", *CONTEXT),
    asks=(
        *(ask for counter in (ENTRY_WAITS, ENTRY_CALLS, SIGNONS, REUSED, ENDED) for ask in counter.asks),
        WORST_ENTRY,
    ),
    keep=TRACE,
)

#: CICS counts futile calls until it connects again, whatever is reset: the largest count, and no sum.
WORST_MQ: Final = Worst("futile_attempts", then=("calls",))
LAST_MQ: Final = Latest()

MQ_CONNECTION: Final = Pass(
    table=MQ_TABLE,
    by=OWNER,
    columns=(
        *("queue_manager", "connection", "tasks", "futile_attempts", "calls", "calls_ok"),
        *("flows", "flows_at_once", *CONTEXT),
    ),
    asks=(WORST_MQ, LAST_MQ),
    keep=TRACE,
)


def server_name(measure: Measure) -> str:
    """How a JVM server is named as an object."""
    return f"JVM server {measure.key[-1]}"
