"""Transactions: where the time of a task goes, and what is measured of tasks by region and transaction.

SMF 110 subtype 1 is kept as a row per region, transaction and quarter of an hour, or as several that add up.
A clock has its time and how often it ran: the count of the change-mode delay is the number of TCB switches.

Waits of a resource manager (RMI) contain other waits, and redispatch follows each wait: neither is one of the
parts. MXT and transaction class delays are part of the wait for the first dispatch. What is left of a
response is a wait that has no clock here.

Reference: IBM CICS TS documentation, "Transaction wait (suspend) times".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import polars as pl

from getpage.contract.measures import Count, Largest, Latest, Smallest, Sum, Worst
from getpage.products.common.passes import Pass

from . import switch_cost
from .rows import OWNER, SPAN, TRACE

#: Waits that do not overlap, each with the clocks of it.
PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "first dispatch": ("first_dispatch_us",),
    "TCB switches": ("change_mode_delay_us",),
    "TCB of a pool": (
        *("open_tcb_delay_us", "ssl_tcb_delay_us", "xplink_tcb_delay_us", "thread_tcb_delay_us"),
        "tcb_mismatch_wait_us",
    ),
    "file I/O": ("file_wait_us",),
    "record-level sharing": ("rls_wait_us",),
    "coupling facility data tables": ("cfdt_wait_us", "server_sync_wait_us"),
    "temporary storage": ("ts_wait_us", "ts_shared_wait_us"),
    "transient data": ("td_wait_us",),
    "journal": ("journal_wait_us",),
    "MRO": ("mro_wait_us",),
    "IPIC": ("ipic_wait_us",),
    "LU 6": ("lu61_wait_us", "lu62_wait_us"),
    "terminal": ("terminal_wait_us",),
    "Db2 thread": ("db2_thread_wait_us", "db2_connection_wait_us"),
    "IMS": ("ims_wait_us",),
    "MQ": ("mq_get_wait_us",),
    "JVM server thread": ("jvm_thread_wait_us",),
    "lock manager": ("lock_manager_wait_us",),
    "enqueue": ("enqueue_wait_us", "global_enqueue_wait_us"),
    "interval control": ("interval_delay_us",),
    "events": ("external_wait_us", "cics_wait_us"),
    "control given up": ("control_wait_us",),
    "storage of z/OS": ("mvs_storage_wait_us",),
}
#: What is inside others of these, or beside them.
BESIDE: Final[Mapping[str, tuple[str, ...]]] = {
    "of it MXT": ("mxt_delay_us",),
    "of it TCLASS": ("tclass_delay_us",),
    "redispatch on QR": ("qr_delay_us",),
}
#: What is left of the response.
OTHER: Final = "other waits"
WAIT_COLUMNS: Final = tuple(column for of in (PARTS, BESIDE) for columns in of.values() for column in columns)

TABLE: Final = "cics_transaction"


def _sum(column: str) -> Sum:
    return Sum(pl.col(column).fill_null(0))


def _seconds(column: str) -> Sum:
    return Sum(pl.col(column).cast(pl.Float64).fill_null(0.0) / 1e6)


TASKS: Final = _sum("tasks")
RESPONSE: Final = _seconds("response_us")
CPU: Final = _seconds("cpu_us")
QR_CPU: Final = _seconds("qr_cpu_us")
#: How CPU on QR per task varies from quarter to quarter: squares by tasks, and the quarters that have it.
_HAS_QR = (pl.col("tasks") > 0) & pl.col("qr_cpu_us").is_not_null()
QR_SQUARES: Final = Sum(
    pl.when(_HAS_QR).then((pl.col("qr_cpu_us").cast(pl.Float64) / 1e6) ** 2 / pl.col("tasks")).otherwise(0.0)
)
QR_QUARTERS: Final = Count(_HAS_QR)
KEY8_CPU: Final = _seconds("key8_cpu_us")
KEY9_CPU: Final = _seconds("key9_cpu_us")
SWITCHES: Final = _sum("change_mode_delay_count")
SWITCH_WAIT: Final = _seconds("change_mode_delay_us")
MXT_WAIT: Final = _seconds("mxt_delay_us")
CLASS_WAIT: Final = _seconds("tclass_delay_us")
DB2: Final = _sum("db2_requests")
MQ: Final = _sum("mq_requests")
TRANSIENT: Final = _sum("td_requests")
TD_WAIT: Final = _seconds("td_wait_us")
DB2_THREAD_WAIT: Final = _seconds("db2_thread_wait_us")
SHARED_WAIT: Final = _seconds("ts_shared_wait_us")
COMMANDS: Final = _sum("commands")
IMS: Final = _sum("ims_requests")
DBCTL_POOL: Final = _seconds("dbctl_pool_wait_us")
DBCTL_LOCKS: Final = _seconds("dbctl_lock_us")
DBCTL_IO: Final = _seconds("dbctl_io_us")
MESSAGES: Final = Sum(pl.col("messages_in").fill_null(0) + pl.col("messages_out").fill_null(0))
MRO: Final = _seconds("mro_wait_us")
IPIC: Final = _seconds("ipic_wait_us")
LINKS: Final = _sum("links")
DPL: Final = _sum("dpl_requests")
DPL_WITH_CHANNEL: Final = _sum("dpl_with_channel")
DPL_SENT: Final = _sum("dpl_sent")
DPL_RETURNED: Final = _sum("dpl_returned")
#: None where no record says which of them had a channel.
MOST_WITH_CHANNEL: Final = Largest("dpl_with_channel")
MOST_DPL: Final = Worst("dpl_requests")
MOST_LINKS: Final = Worst("links")
#: Seconds of each wait.
WAITED: Final = {
    name: Sum(pl.sum_horizontal(pl.col(columns).cast(pl.Float64).fill_null(0.0)) / 1e6)
    for of in (PARTS, BESIDE)
    for name, columns in of.items()
}
DISPATCHED: Final = _seconds("dispatch_us")
#: What one change of TCB took in the quarters of an hour: the least and the most, in seconds.
_EACH = pl.when(pl.col("change_mode_delay_count") > 0).then(
    pl.col("change_mode_delay_us").cast(pl.Float64) / pl.col("change_mode_delay_count") / 1e6
)
LEAST_SWITCH: Final = Smallest(_EACH)
MOST_SWITCH: Final = Largest(_EACH)
LONGEST: Final = Largest("response_peak_us")
#: Seconds of the quarters of an hour with tasks.
BUSY: Final = Sum(pl.when(pl.col("tasks") > 0).then(pl.col("seconds").fill_null(0.0)).otherwise(0.0))
#: The last quarter of an hour with tasks.
LAST: Final = Latest(pl.col("tasks") > 0)
#: Fields of a task that have no column.
KEPT_OUT: Final = Largest("fields_kept_out")
#: The most storage above 16 MB of any of its tasks: its own, and what CICS has for it.
USER_31: Final = Largest("peak_user_31")
CICS_31: Final = Largest("peak_cics_31")
MOST_SWITCHES: Final = Worst("change_mode_delay_count")
LONGEST_MXT: Final = Worst("mxt_delay_us")
LONGEST_POOL: Final = Worst("dbctl_pool_wait_us")
#: None where no record has the DBCTL area.
MOST_POOL: Final = Largest("dbctl_pool_wait_us")
LONGEST_DB2_THREAD: Final = Worst("db2_thread_wait_us")
LONGEST_SHARING: Final = Worst("rls_wait_us")

_COLUMNS: Final = (
    *("tasks", "response_us", "response_peak_us", "cpu_us", "qr_cpu_us", "key8_cpu_us", "key9_cpu_us"),
    *("fields_kept_out", "cics_level"),
    *("change_mode_delay_us", "change_mode_delay_count", "mxt_delay_us", "tclass_delay_us"),
    *(
        "db2_requests",
        "mq_requests",
        "td_requests",
        "td_wait_us",
        "ts_shared_wait_us",
        "commands",
        "ims_requests",
        "dbctl_pool_wait_us",
        *("dbctl_schedule_us", "dbctl_lock_us", "dbctl_io_us"),
        "messages_in",
        "messages_out",
        "mro_wait_us",
        *("links", "dpl_requests", "dpl_with_channel", "dpl_sent", "dpl_returned"),
        "peak_user_31",
        "peak_cics_31",
        "dispatch_us",
    ),
    *(
        name
        for name in WAIT_COLUMNS
        if name not in {"change_mode_delay_us", "mxt_delay_us", "tclass_delay_us", "td_wait_us"}
        and name not in {"ts_shared_wait_us", "mro_wait_us"}
    ),
)
_ASKS: Final = (
    *(TASKS, RESPONSE, CPU, QR_CPU, KEY8_CPU, KEY9_CPU, SWITCHES, SWITCH_WAIT, MXT_WAIT, CLASS_WAIT),
    *(TD_WAIT, DB2_THREAD_WAIT, SHARED_WAIT, COMMANDS, IMS, MESSAGES, MRO, LEAST_SWITCH, MOST_SWITCH),
    *(
        QR_SQUARES,
        QR_QUARTERS,
        IPIC,
        LINKS,
        DPL,
        DPL_WITH_CHANNEL,
        DPL_SENT,
        DPL_RETURNED,
        MOST_WITH_CHANNEL,
        MOST_DPL,
        MOST_LINKS,
    ),
    *(DB2, MQ, TRANSIENT, LONGEST, MOST_SWITCHES, LONGEST_MXT, LONGEST_DB2_THREAD, LONGEST_SHARING),
    LAST,
    BUSY,
    *(USER_31, CICS_31, KEPT_OUT, DBCTL_POOL, DBCTL_LOCKS, DBCTL_IO, LONGEST_POOL, MOST_POOL, *SPAN),
    *WAITED.values(),
    DISPATCHED,
    *switch_cost.ASKS,
)

_KEY: Final = [*OWNER, "transaction", "start"]
#: Columns that are the most of any task; the others add up.
_PEAKS: Final = ("response_peak_us", "peak_user_31", "peak_cics_31", "fields_kept_out")
_NAMES: Final = ("cics_level",)


def _by_quarter(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows of the same quarter of an hour as one: several files, or applications, each have one of it."""
    if not rows.select(pl.struct(_KEY).is_duplicated().any()).item():
        return rows
    ordered = rows.sort("file", "record", maintain_order=True)
    summed = [name for name in _COLUMNS if name in rows.columns and name not in (*_PEAKS, *_NAMES)]
    peaks = [name for name in _PEAKS if name in rows.columns]
    others = [name for name in rows.columns if name not in (*_KEY, *summed, *peaks)]
    known = (
        pl.when(pl.col(name).is_not_null().any()).then(pl.col(name).sum()).alias(name) for name in summed
    )
    return ordered.group_by(_KEY, maintain_order=True).agg(
        *known, pl.col(peaks).max(), pl.col(others).first()
    )


TRANSACTIONS: Final = Pass(
    table=TABLE,
    by=(*OWNER, "transaction"),
    columns=_COLUMNS,
    asks=_ASKS,
    keep=TRACE,
    worked_out=_by_quarter,
)
