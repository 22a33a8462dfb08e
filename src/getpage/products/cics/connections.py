"""What is measured of what tasks wait for outside CICS's own areas: JVM servers, and the connection to Db2.

Reset characteristics by IBM CICS TS 5.5 documentation: waits of a JVM server go back to zero with the
statistics, its peaks and those of the Db2 connection to the present value.
"""

from __future__ import annotations

from typing import Final

from getpage.contract.measures import Largest, Latest, Worst
from getpage.products.common.passes import Pass

from .rows import CONTEXT, OWNER, TRACE
from .totals import seconds, total

JVM_TABLE: Final = "cics_jvm_server"
DB2_TABLE: Final = "cics_db2_connection"

THREAD_WAITS: Final = total("thread_waits")
THREAD_WAITED: Final = seconds("thread_wait_us")
WORST_JVM: Final = Worst("thread_waits", then=("peak_waiting",))
MOST_FOR_THREADS: Final = Largest("peak_waiting")
LAST_JVM: Final = Latest()

JVM_SERVERS: Final = Pass(
    table=JVM_TABLE,
    by=(*OWNER, "name"),
    columns=("thread_limit", "peak_threads", "thread_waits", "thread_wait_us", "peak_waiting", *CONTEXT),
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
