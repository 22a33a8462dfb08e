"""Where the time of a task goes: waits that do not overlap, and what they are made of.

Waits of a resource manager (RMI) hold others, and those for redispatch are held by what was waited for
before: they are left out of the parts. MXT and a transaction class are waited for before the first dispatch,
and are parts of it; redispatch on QR is told beside. What is left of a response is a wait that has no clock
of its own here.

Reference: IBM CICS TS documentation, "Transaction wait (suspend) times".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

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
COLUMNS: Final = tuple(column for of in (PARTS, BESIDE) for columns in of.values() for column in columns)
