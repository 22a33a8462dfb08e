"""All that is measured of regions: a pass over each table, each when it is first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from getpage.products.common.owners import Owners

from . import dispatcher, facilities, storage, tasks, transactions
from .rows import ready
from .sources import TABLES

if TYPE_CHECKING:
    from getpage.contract.evidence import Evidence
    from getpage.contract.measures import Measures
    from getpage.products.common.passes import Pass


@dataclass(frozen=True)
class Measured:
    """What the window holds of all regions."""

    evidence: Evidence

    @cached_property
    def owners(self) -> Owners:
        """Every region of the evidence."""
        return Owners.of(self.evidence, TABLES, "region")

    @cached_property
    def modes(self) -> Measures:
        """By region and TCB mode."""
        return self.of(dispatcher.MODES)

    @cached_property
    def pools(self) -> Measures:
        """By region and TCB pool."""
        return self.of(dispatcher.POOLS)

    @cached_property
    def tasks(self) -> Measures:
        """By region."""
        return self.of(tasks.MANAGER)

    @cached_property
    def classes(self) -> Measures:
        """By region and transaction class."""
        return self.of(tasks.CLASSES)

    @cached_property
    def storage(self) -> Measures:
        """By region."""
        return self.of(storage.STORAGE)

    @cached_property
    def dsas(self) -> Measures:
        """By region and dynamic storage area."""
        return self.of(storage.DSAS)

    @cached_property
    def messages(self) -> Measures:
        """By region and identifier."""
        return self.of(storage.MESSAGES)

    @cached_property
    def temporary(self) -> Measures:
        """Temporary storage, by region."""
        return self.of(facilities.TS)

    @cached_property
    def lsr_pools(self) -> Measures:
        """By region and pool."""
        return self.of(facilities.LSR_POOLS)

    @cached_property
    def lsr_buffers(self) -> Measures:
        """By region, pool, kind and size of buffers."""
        return self.of(facilities.LSR_BUFFERS)

    @cached_property
    def loader(self) -> Measures:
        """By region."""
        return self.of(facilities.LOADER)

    @cached_property
    def programs(self) -> Measures:
        """By region and program."""
        return self.of(facilities.PROGRAMS)

    @cached_property
    def files(self) -> Measures:
        """By region and file."""
        return self.of(facilities.FILES)

    @cached_property
    def transactions(self) -> Measures:
        """By region and transaction."""
        return self.of(transactions.TRANSACTIONS)

    def of(self, asked: Pass) -> Measures:
        """What a pass gives."""
        return asked.over(self.evidence, lambda rows: ready(rows, self.owners))
