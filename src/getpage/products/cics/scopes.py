"""What the rules of CICS look at, each with how much of it a region has enough evidence of."""

from __future__ import annotations

from typing import Final

from getpage.contract.checks import Scope

from . import dispatcher, facilities
from .region import Region
from .responses.risen import comparable


def _loader(region: Region) -> int:
    counted = region.loader is not None and region.loader[facilities.WORST_LOADS] is not None
    return int(counted or bool(region.programs))


REGIONS: Final[Scope[Region]] = Scope("region", lambda _region: 1)
DISPATCHED_QR: Final[Scope[Region]] = Scope(
    "QR TCB that was dispatched",
    plural="QR TCBs that were dispatched",
    count=lambda region: int(region.qr is not None and bool(region.qr[dispatcher.TOLD])),
)
QR: Final[Scope[Region]] = Scope(
    "QR TCB", lambda region: int(region.qr is not None and region.qr[dispatcher.BUSIEST] is not None)
)
TCB_POOLS: Final[Scope[Region]] = Scope("TCB pool", lambda region: len(region.pools))
TASKS: Final[Scope[Region]] = Scope(
    "region with its tasks",
    plural="regions with their tasks",
    count=lambda region: int(region.tasks is not None),
)
MESSAGES: Final[Scope[Region]] = Scope(
    "region with its messages",
    plural="regions with their messages",
    count=lambda region: int(bool(region.messages)),
)
CLASSES: Final[Scope[Region]] = Scope(
    "transaction class", plural="transaction classes", count=lambda region: len(region.classes)
)
AREAS: Final[Scope[Region]] = Scope("dynamic storage area", lambda region: len(region.dsas))
STORAGE: Final[Scope[Region]] = Scope(
    "region with its storage limits",
    plural="regions with their storage limits",
    count=lambda region: int(region.storage is not None),
)
TEMPORARY_STORAGE: Final[Scope[Region]] = Scope(
    "region with its temporary storage",
    plural="regions with their temporary storage",
    count=lambda region: int(region.temporary is not None),
)
TRANSIENT_DATA: Final[Scope[Region]] = Scope(
    "region with its transient data",
    plural="regions with their transient data",
    count=lambda region: int(region.transient_with("buffers") is not None),
)
LSR_BUFFERS: Final[Scope[Region]] = Scope(
    "size of LSR buffers", plural="sizes of LSR buffers", count=lambda region: len(region.lsr_buffers)
)
LOADER: Final[Scope[Region]] = Scope(
    "region with its loader", plural="regions with their loader", count=_loader
)
TRANSACTIONS: Final[Scope[Region]] = Scope("transaction", lambda region: len(region.transactions))
WEEKS_OF_TRANSACTIONS: Final[Scope[Region]] = Scope(
    "transaction over some weeks", plural="transactions over some weeks", count=comparable
)
RELEASES: Final[Scope[Region]] = Scope(
    "release beside an older one",
    plural="releases beside older ones",
    count=lambda region: len(region.releases),
)
DB2_CONNECTION: Final[Scope[Region]] = Scope(
    "connection to Db2",
    plural="connections to Db2",
    count=lambda region: int(region.db2_connection is not None),
)
DB2_ENTRIES: Final[Scope[Region]] = Scope(
    "DB2ENTRY", plural="DB2ENTRYs", count=lambda region: len(region.db2_entries)
)
MQ_CONNECTION: Final[Scope[Region]] = Scope(
    "connection to MQ", plural="connections to MQ", count=lambda region: int(region.mq_connection is not None)
)
DBCTL: Final[Scope[Region]] = Scope(
    "DBCTL that it was connected to",
    plural="DBCTLs that they were connected to",
    count=lambda region: len(region.dbctl),
)
JVM_SERVERS: Final[Scope[Region]] = Scope("JVM server", lambda region: len(region.jvm_servers))
FILES: Final[Scope[Region]] = Scope(
    "file with its strings", plural="files with their strings", count=lambda region: len(region.files)
)
