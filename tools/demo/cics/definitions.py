"""How a CICS region is defined, and what its transaction does. The regions are in `estate`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..workload import Burst


@dataclass(frozen=True, slots=True)
class TransactionSpec:
    """A transaction: how often it comes, what a task of it uses, and what it waits for. Times in µs."""

    name: str
    program: str
    rate: float
    """Tasks a second at the busiest time of the day."""
    qr_us: float
    """CPU on the QR TCB."""
    open_us: float = 0.0
    """CPU on an L8 TCB without that of Db2."""
    plan: str = ""
    """The Db2 plan that it commits once a task."""
    db2_calls: int = 0
    td_writes: int = 0
    switches: int = 0
    """Changes of TCB."""
    wait: str = ""
    """The field of monitoring that holds what it waits for, and how long that is on average."""
    wait_us: float = 0.0
    dpl: int = 0
    """LINK requests to another region, each with a COMMAREA, and how long they take together."""
    dpl_us: float = 0.0
    application: str = ""
    """The application whose two versions take turns; the newer waits longer by this share of the mean."""
    versions: tuple[tuple[int, int, int], ...] = ()
    apart: float = 0.0
    bursts: tuple[Burst, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RegionSpec:
    """A region, under the name of its job; limits and storage areas in MB."""

    name: str
    system: str
    sysid: str
    transaction: TransactionSpec | None = None
    """None of a routing region: its tasks are those that it routes."""
    routes_to: tuple[RegionSpec, ...] = ()
    mxt: int = 120
    edsa_limit: int = 400
    edsa_quiet: int = 120
    """Storage areas above 16 MB in a quiet hour, and what the busiest hour takes more."""
    edsa_busy: int = 60
    gdsa: int = 260
    temporary_puts: float = 0.0
    """Items a task puts into auxiliary temporary storage."""
    temporary_buffers: int = 12
    held_by_page_ins: float = 0.0
    """Share of the page-ins of its address space that stop its QR TCB."""

    @property
    def transactions(self) -> tuple[TransactionSpec, ...]:
        """What runs in it."""
        if self.transaction is not None:
            return (self.transaction,)
        return tuple(transaction for region in self.routes_to for transaction in region.transactions)
