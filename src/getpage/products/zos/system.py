"""One z/OS system as the rules see it: its real storage, who pages, its large frames and its dump reserve."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import polars as pl

from getpage.contract.measures import Aggregate, Measure, Row
from getpage.contract.storage import AddressSpace, stays_free
from getpage.core.names import Image, Object, Subsystem
from getpage.products.common import svc_dump
from getpage.products.common.coupling import of_sysplex
from getpage.products.common.owners import SYSTEM
from getpage.products.common.subsystem import SubsystemInWindow, row_of
from getpage.result import Fact

from . import measured as asks
from . import records, rows, storage
from .common_storage import CommonStorage
from .holders import Holders
from .measured import ZosMeasures
from .paging_space import PagingSpace
from .spaces import PAGE_INS, spans_of
from .storage import AvailableStorage, Online
from .thresholds import SLOTS


@dataclass(frozen=True)
class ZosSystem(SubsystemInWindow):
    """What the window holds of one system; its `system` is None where nothing names it, its `name` always."""

    PRODUCT, NAMELESS = "zos", "the z/OS system"

    measured: ZosMeasures

    def within(self, name: str) -> Object:
        """An address space or a service class of it."""
        return Object(Subsystem(self.PRODUCT, Image(self.system or ""), name))

    def within_itself(self, name: str) -> Object:
        """A part of the system itself, such as an area of common storage."""
        return Object(self.id, name)

    @property
    def storage(self) -> Measure | None:
        """Its real storage; None without a row."""
        return self.measured.storage.of(self.system)

    @cached_property
    def free(self) -> AvailableStorage:
        """Available frames over the window."""
        return AvailableStorage(self.storage)

    @cached_property
    def tightest(self) -> Row | None:
        """The interval with least free, as the ledger takes it; None where none tells what was free."""
        return self.measured.tightest(self.system)

    @cached_property
    def paging_space(self) -> PagingSpace:
        """Its page data sets and storage class memory."""
        return PagingSpace(self.measured, self.system, self.in_force(SLOTS))

    @cached_property
    def common_storage(self) -> CommonStorage:
        """Its CSA and SQA."""
        return CommonStorage(self.measured, self.system)

    @property
    def spaces(self) -> Measure | None:
        """All its address spaces; None without a row."""
        return self.measured.spaces.by_system.of(self.system)

    @property
    def sorts(self) -> frozenset[str]:
        """Jobs that ran a sort program."""
        return frozenset(job for system, job in self.measured.sorts if system == self.system)

    @cached_property
    def sort_options(self) -> Row | None:
        """EXPMAX, EXPOLD and EXPRES as ICE236I of its last sort showed them; None where none did."""
        return self.measured.sort_options(self.system)

    @cached_property
    def holders(self) -> tuple[AddressSpace, ...]:
        """Who held storage when least was free, largest first."""
        there = self.measured.spaces.there.filter(pl.col(SYSTEM).eq_missing(self.system))
        spans = spans_of([(self.system, self.tightest)])
        holders = Holders(self.measured, self.measured.spaces.timeless).of(spans, there, self.fact_of_space)
        return holders[0]

    @property
    def paging_spaces(self) -> list[Measure]:
        """Address spaces that page enough to report or wait for storage, by job and number."""
        return list(self.measured.spaces.paging.within((self.system,)))

    @property
    def paging_by_class(self) -> list[Measure]:
        """Address spaces that page more than is to be investigated, by job and service class."""
        return list(self.measured.spaces.by_class.within((self.system,)))

    @cached_property
    def classes(self) -> list[Measure]:
        """Service and report classes, by kind, name and period."""
        return list(self.measured.classes.within((self.system, None)))

    @cached_property
    def online(self) -> Online | None:
        """Real storage online, the least of the window; None where nothing tells."""
        return self.measured.online(self.system)

    @property
    def online_bytes(self) -> int | None:
        """Bytes of real storage online; None where nothing tells."""
        return self.online.bytes if self.online else None

    @cached_property
    def dump(self) -> Row | None:
        """The last row that tells what a dump may take; None where none does."""
        row = svc_dump.latest_row(self.evidence, self.system)
        return None if row is None else dict(row)

    @property
    def reserve(self) -> int | None:
        """Bytes that are to stay free for a dump: MAXSPACE."""
        return int(self.dump["maxspace"]) if self.dump else None

    @property
    def stays_free(self) -> int:
        """Bytes that every command leaves free at the minimum."""
        return stays_free(self.reserve, self.online_bytes)

    @cached_property
    def large(self) -> Row | None:
        """The last row with large frames; None without one."""
        return row_of(self.measured.large.of(self.system), asks.LAST)

    @cached_property
    def online_storage(self) -> Row | None:
        """The last reply to D M=STOR; None without one."""
        return row_of(self.measured.online_storage.of(self.system), asks.LAST)

    @cached_property
    def pages(self) -> bool:
        """Whether anything shows page-ins."""
        faults = self.storage[storage.FAULTS] if self.storage else 0
        spaces = self.spaces[PAGE_INS] if self.spaces else 0
        return bool(faults or spaces or any(measure[PAGE_INS] for measure in self.classes))

    @property
    def paging_is_known(self) -> bool:
        """Whether the evidence would show paging of the system as a whole."""
        return self.has(storage.PAGING_KNOWN)

    def has(self, ask: Aggregate[Any]) -> bool:
        """Whether its real storage by interval has what is asked for: a row, or a number of rows."""
        return bool(self.storage and self.storage[ask])

    def fact(self, table: str, column: str, row: Mapping[str, Any], label: str) -> Fact:
        """A number of the evidence with where it stands: in the record that the row was drawn from."""
        return records.fact(records.SOURCES, self.evidence, table, column, row, label)

    def fact_of_space(self, row: Row, label: str) -> Fact:
        """The frames of a row of an address space."""
        return self.fact(rows.SPACES, "frames", row, label)


@dataclass(frozen=True)
class Sysplex(ZosSystem):
    """A sysplex that a report on service classes is of as a whole: it has no storage, its systems have."""

    sysplex: str = ""

    @property
    def label(self) -> str:
        """How sentences name it."""
        return f"sysplex {self.sysplex}"

    def within(self, name: str) -> Object:
        """A service class of it, which is of no system."""
        return of_sysplex(self.sysplex, name)

    @cached_property
    def classes(self) -> list[Measure]:
        """Service and report classes, by kind, name and period."""
        return list(self.measured.classes.within((None, self.sysplex)))

    @property
    def sorts(self) -> frozenset[str]:
        """None: a limit of sorts is of a system."""
        return frozenset()

    @property
    def paging_by_class(self) -> list[Measure]:
        """Address spaces of all systems that page more than is to be investigated, by job and class."""
        return list(self.measured.spaces.by_class)


def systems(measured: ZosMeasures) -> tuple[ZosSystem, ...]:
    """Every system of the evidence, by name."""
    return tuple(ZosSystem(measured.evidence, name, None, measured) for name, _ in measured.owners.owners)


def sysplexes(measured: ZosMeasures) -> tuple[Sysplex, ...]:
    """Every sysplex that a report is of as a whole, by name."""
    return tuple(Sysplex(measured.evidence, None, None, measured, name) for name in measured.sysplexes)
