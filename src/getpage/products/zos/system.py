"""One z/OS system as the rules see it: its real storage, who pages, its large frames and its dump reserve."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from getpage.core.names import Image, Object, Subsystem
from getpage.products.common import svc_dump
from getpage.products.common.owners import SYSTEM
from getpage.products.common.subsystem import row_of

from . import measured as asked
from . import records, rows
from .checks import demand_paging
from .checks.page_in_address_space import PAGE_INS
from .free import Free
from .holders import Holders
from .measured import Measured
from .spaces import spans_of

if TYPE_CHECKING:
    from getpage.contract.evidence import Evidence
    from getpage.contract.measures import Measure
    from getpage.contract.storage import AddressSpace
    from getpage.result import Fact

    from .online import Online

Row = dict[str, Any]


@dataclass(frozen=True)
class ZosSystem:
    """What the window holds of one system; `name` is None where nothing names it."""

    evidence: Evidence
    name: str | None
    measured: Measured

    @cached_property
    def id(self) -> Subsystem:
        """z/OS itself, on which image."""
        return Subsystem("zos", Image(self.name or ""))

    @property
    def object(self) -> Object:
        """The image as a whole, as findings name it."""
        return Object(self.id)

    def within(self, name: str) -> Object:
        """An address space or a service class of it."""
        return Object(Subsystem("zos", self.id.image, name))

    @property
    def label(self) -> str:
        """How sentences name it."""
        return self.name or "the z/OS system"

    @property
    def storage(self) -> Measure | None:
        """Its real storage; None where no row tells of it."""
        return self.measured.storage.of(self.name)

    @cached_property
    def free(self) -> Free:
        """Available frames over the window."""
        return Free(self.storage)

    @cached_property
    def tightest(self) -> Row | None:
        """The interval with least free, as the ledger takes it; None where none tells what was free."""
        return self.measured.tightest(self.name)

    @property
    def spaces(self) -> Measure | None:
        """All its address spaces; None where no row tells of any."""
        return self.measured.spaces.by_system.of(self.name)

    @property
    def sorts(self) -> frozenset[str]:
        """Jobs that ran a sort program."""
        return frozenset(job for system, job in self.measured.sorts if system == self.name)

    @property
    def holders(self) -> tuple[AddressSpace, ...]:
        """Who held storage when least was free, largest first."""
        there = self.measured.spaces.there.filter(pl.col(SYSTEM).eq_missing(self.name))
        spans = spans_of([(self.name, self.tightest)])
        found = Holders(self.measured, self.measured.spaces.timeless).of(spans, there, self.fact_of_space)
        return found[0]

    @property
    def paging_spaces(self) -> list[Measure]:
        """Address spaces that page enough to be worth saying, or wait for storage, by job and number."""
        return list(self.measured.spaces.paging.within((self.name,)))

    @property
    def paging_by_class(self) -> list[Measure]:
        """Those that page more than is to be investigated, by job and service class."""
        return list(self.measured.spaces.by_class.within((self.name,)))

    @cached_property
    def classes(self) -> list[Measure]:
        """Service and report classes, by kind, name and period."""
        return list(self.measured.classes.within((self.name,)))

    @cached_property
    def online(self) -> Online | None:
        """Bytes of real storage online, the least of the window, with table, column and row."""
        return self.measured.online(self.name)

    @property
    def online_bytes(self) -> int | None:
        """Bytes of real storage online; None where nothing tells."""
        return self.online[0] if self.online else None

    @cached_property
    def dump(self) -> Row | None:
        """The last word on what a dump may take."""
        row = svc_dump.told(self.evidence, self.name)
        return None if row is None else dict(row)

    @property
    def reserve(self) -> int | None:
        """Bytes that are to stay free for a dump: MAXSPACE."""
        return int(self.dump["maxspace"]) if self.dump else None

    @cached_property
    def large(self) -> Row | None:
        """The last word on large frames."""
        return row_of(self.measured.large.of(self.name), asked.LAST)

    @cached_property
    def pages(self) -> bool:
        """Whether anything shows page-ins."""
        faults = self.storage[asked.FAULTS] if self.storage else 0
        spaces = self.spaces[PAGE_INS] if self.spaces else 0
        return bool(faults or spaces or any(one[PAGE_INS] for one in self.classes))

    @property
    def paging_is_known(self) -> bool:
        """Whether the evidence would show paging of the system as a whole."""
        return bool(self.storage and self.storage[demand_paging.MEASURED])

    def fact(self, table: str, column: str, row: Row, label: str = "") -> Fact:
        """A number of the evidence, with where it stands."""
        return records.fact(records.SOURCES, self.evidence, table, column, row, label)

    def fact_of_space(self, row: Row, label: str) -> Fact:
        """The frames of a row of an address space."""
        return self.fact(rows.SPACES, "frames", row, label)

    def facts(self, table: str, row: Row, **labels: str) -> tuple[Fact, ...]:
        """The numbers of one row by column; columns without a value are left out."""
        return tuple(
            self.fact(table, name, row, label) for name, label in labels.items() if row.get(name) is not None
        )


def systems(evidence: Evidence) -> tuple[ZosSystem, ...]:
    """Every system of the evidence, by name."""
    measured = Measured(evidence)
    return tuple(ZosSystem(evidence, name, measured) for name, _ in measured.owners.owners)
