"""How a queue manager is defined: page sets, tasks, channels, storage. The site itself is in `estate`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..workload import Flow, Window
    from .pool import PoolSpec


@dataclass(frozen=True, slots=True)
class PageSetSpec:
    """A page set and the pool it uses."""

    number: int
    pool: int
    pages: int
    used: int = 40
    """Pages in use whatever the queues hold."""
    expand: bool = False
    """EXPAND(SYSTEM): it grows by a tenth when it is nearly full."""


@dataclass(frozen=True, slots=True)
class TaskSpec:
    """An application that is connected: who it is in accounting records."""

    name: str
    kind: str
    """As `application_type` of the layouts WTID and QWHC labels it."""
    user: str
    per_interval: bool = False
    """It connects and disconnects in every interval, and so writes a class 1 record."""
    channel: str = ""
    batch: int = 10
    """Messages a commit."""


@dataclass(frozen=True, slots=True)
class ChannelSpec:
    """A channel and the queue that it serves: a sender gets from it, a receiver puts to it."""

    name: str
    sender: bool
    partner: str
    address: str
    queue: str


@dataclass(frozen=True, slots=True)
class SharedSpec:
    """A structure of shared queues whose messages are offloaded to a shared message data set."""

    structure: str
    buffers: int
    rate: float
    """Messages put and got a second at the busiest time of the day."""
    crowd: Window
    """When many arrive at once."""
    waiting: int
    """Requests that then wait for a buffer at once, at the most."""


@dataclass(frozen=True, slots=True)
class DocumentSpec:
    """A structure whose messages are longer than a logical block of its shared message data set."""

    structure: str
    buffers: int
    rate: float
    """Messages put and got a second at the busiest time of the day."""


@dataclass(frozen=True, slots=True)
class BurstSpec:
    """A structure that messages of one shared queue nearly fill while they come faster than they are got."""

    structure: str
    queue: str
    rate: float
    """Messages put and got a second, all day."""
    burst: Window
    """When more come than are got."""
    depth: int
    """Messages on the queue then."""
    entries: int
    """List entries of the structure."""


@dataclass(frozen=True, slots=True)
class StorageSpec:
    """The address space of the queue manager."""

    region_31: int
    """Bytes between 16 MB and 2 GB."""
    base_31: int
    """Bytes of it in use besides the buffer pools."""
    memory_limit: int | None
    """MEMLIMIT in MB; none for NOLIMIT."""
    base_64: int = 180 << 20
    """Bytes above the bar in use besides the buffer pools."""


@dataclass(frozen=True, slots=True)
class QueueManagerSpec:
    """A queue manager."""

    name: str
    system: str
    level: str
    version: str
    queue_sharing_group: str
    pools: tuple[PoolSpec, ...]
    page_sets: tuple[PageSetSpec, ...]
    flows: tuple[Flow, ...]
    tasks: tuple[TaskSpec, ...]
    channels: tuple[ChannelSpec, ...]
    storage: StorageSpec
    checkpoint: int
    """Seconds between checkpoints."""
    log_buffer_rate: int | None = None
    """Bytes a second that the log output buffer takes without a wait; none if it never fills."""
    started: int = 0
    """Second of the day at which it starts; 0 if it was up before."""
    queue_statistics: bool = False
    """STATQ(ON), and trace class 5."""
    shared: SharedSpec | None = None
    burst: BurstSpec | None = None
    documents: DocumentSpec | None = None
    lost: tuple[int, ...] = ()
    """Starts of the intervals whose records were lost."""

    @property
    def is_10(self) -> bool:
        """Whether it writes the sections of release 10.0."""
        return bool(self.version)
