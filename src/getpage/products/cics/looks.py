"""What each rule of CICS looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.looked import Looks

from . import checks, dispatcher, facilities

if TYPE_CHECKING:
    from .region import Region


def _told(region: Region) -> int:
    """Whether its QR TCB was dispatched enough to tell."""
    return int(region.qr is not None and bool(region.qr[dispatcher.TOLD]))


def _busy(region: Region) -> int:
    return int(region.qr is not None and region.qr[dispatcher.BUSIEST] is not None)


def _storage(region: Region) -> int:
    return int(region.storage is not None)


def _temporary(region: Region) -> int:
    return int(region.temporary is not None)


def _transient(region: Region) -> int:
    return int(region.transient_with("buffers") is not None)


def _loader(region: Region) -> int:
    told = region.loader is not None and region.loader[facilities.WORST_LOADS] is not None
    return int(told or bool(region.programs))


def _db2(region: Region) -> int:
    return int(region.db2_connection is not None)


def _mq(region: Region) -> int:
    return int(region.mq_connection is not None)


LOOKS: Final[tuple[Looks[Region], ...]] = (
    Looks("QR TCB that was dispatched", _told, (checks.qr_ratio,)),
    Looks("QR TCB", _busy, (checks.qr_busy,)),
    Looks("TCB pool", lambda region: len(region.pools), (checks.tcb_pool_limit,)),
    Looks("region with its tasks", lambda region: int(region.tasks is not None), (checks.max_tasks,)),
    Looks("region with its messages", lambda region: int(bool(region.messages)), (checks.hanging_tasks,)),
    Looks("transaction class", lambda region: len(region.classes), (checks.class_limit,)),
    Looks("dynamic storage area", lambda region: len(region.dsas), (checks.short_on_storage,)),
    Looks("region with its storage limits", _storage, (checks.storage_limit, checks.storage_paged_out)),
    Looks(
        "region with its temporary storage",
        _temporary,
        (checks.temporary_storage_waits, checks.main_temporary_storage),
    ),
    Looks("region with its transient data", _transient, (checks.transient_data,)),
    Looks("size of LSR buffers", lambda region: len(region.lsr_buffers), (checks.lsr_pool,)),
    Looks("region with its loader", _loader, (checks.program_loads,)),
    Looks(
        "transaction",
        lambda region: len(region.transactions),
        (checks.tcb_switches, checks.dbctl_pool),
    ),
    Looks("connection to Db2", _db2, (checks.db2_connection,)),
    Looks("DB2ENTRY", lambda region: len(region.db2_entries), (checks.db2_entry,)),
    Looks("connection to MQ", _mq, (checks.mq_connection,)),
    Looks("DBCTL that it was connected to", lambda region: len(region.dbctl), (checks.dbctl_threads,)),
    Looks("JVM server", lambda region: len(region.jvm_servers), (checks.jvm_threads,)),
    Looks("file with its strings", lambda region: len(region.files), (checks.file_strings,)),
)
