"""One CICS region as the rules see it: its dispatcher, tasks, storage, facilities and address space."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from getpage.core.names import Object
from getpage.products.common.subsystem import SubsystemInWindow

from . import dispatcher, facilities, storage, tasks
from .measured import Measured
from .suspects import Surroundings
from .switch_cost import SwitchCost, switch_cost

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.contract.evidence import Evidence
    from getpage.contract.measures import Measure, Row


@dataclass(frozen=True)
class Region(SubsystemInWindow):
    """What the window holds of one region; its name is its APPLID."""

    PRODUCT: ClassVar[str] = "cics"
    NAMELESS: ClassVar[str] = "the region"

    measured: Measured
    surroundings: Surroundings

    @cached_property
    def qr(self) -> Measure | None:
        """Its QR TCB."""
        return self.measured.modes.of(*self.key, dispatcher.QR)

    @property
    def pools(self) -> Sequence[Measure]:
        """Its TCB pools."""
        return list(self.measured.pools.within(self.key))

    @property
    def pools_now(self) -> Sequence[Measure]:
        """Those since the limit of each is as high as now."""
        return list(self.measured.pools_now.within(self.key))

    @cached_property
    def tasks(self) -> Measure | None:
        """Its tasks."""
        return self.measured.tasks.of(*self.key)

    @cached_property
    def tasks_now(self) -> Measure | None:
        """Those since MXT is as high as now."""
        return self.measured.tasks_now.of(*self.key)

    @property
    def classes(self) -> Sequence[Measure]:
        """Its transaction classes."""
        return list(self.measured.classes.within(self.key))

    @property
    def classes_now(self) -> Sequence[Measure]:
        """Those since the limit of each is as high as now."""
        return list(self.measured.classes_now.within(self.key))

    @cached_property
    def storage(self) -> Measure | None:
        """Its storage as a whole."""
        return self.measured.storage.of(*self.key)

    @property
    def dsas(self) -> Sequence[Measure]:
        """Its dynamic storage areas."""
        return list(self.measured.dsas.within(self.key))

    @property
    def dsas_now(self) -> Sequence[Measure]:
        """Those since the limit that holds each is as high as now."""
        return list(self.measured.dsas_now.within(self.key))

    @property
    def messages(self) -> dict[str, Measure]:
        """What it wrote, by identifier, since the limit that it is about is as high as now."""
        return {str(one.key[-1]): one for one in self.measured.messages_now.within(self.key)}

    @cached_property
    def temporary(self) -> Measure | None:
        """Its temporary storage."""
        return self.measured.temporary.of(*self.key)

    def temporary_with(self, limit: str) -> Measure | None:
        """Its temporary storage since this limit of it (`buffers`, `strings`, `main_limit`) is as now."""
        return self.measured.temporary_now[limit].of(*self.key)

    @property
    def lsr_pools(self) -> Sequence[Measure]:
        """Its LSR pools."""
        return list(self.measured.lsr_pools.within(self.key))

    @property
    def lsr_buffers(self) -> Sequence[Measure]:
        """The buffers of its LSR pools."""
        return list(self.measured.lsr_buffers.within(self.key))

    @cached_property
    def loader(self) -> Measure | None:
        """Its loader."""
        return self.measured.loader.of(*self.key)

    @property
    def programs(self) -> Sequence[Measure]:
        """Its programs."""
        return list(self.measured.programs.within(self.key))

    def program_of(self, transaction: str) -> str | None:
        """The first program of a transaction; None where nothing names it."""
        found = self.measured.first_programs.of(*self.key, transaction)
        row = None if found is None else found[facilities.LAST_PROGRAM]
        return None if row is None else str(row["program"])

    def transient_with(self, limit: str) -> Measure | None:
        """Its transient data since this limit of it (`buffers`, `strings`) is as now."""
        return self.measured.transient[limit].of(*self.key)

    @property
    def jvm_servers(self) -> Sequence[Measure]:
        """Its JVM servers, each since THREADLIMIT is as now."""
        return list(self.measured.jvm_servers_now.within(self.key))

    @property
    def db2_connection(self) -> Measure | None:
        """Its connection to Db2, since TCBLIMIT is as now."""
        return self.measured.db2_connection_now.of(*self.key)

    @property
    def dbctl(self) -> Sequence[Measure]:
        """Its sessions with each DBCTL, since MAXTHRD is as now."""
        return list(self.measured.dbctl_now.within(self.key))

    @property
    def db2_entries(self) -> Sequence[Measure]:
        """Its entries of Db2 threads."""
        return list(self.measured.db2_entries.within(self.key))

    @property
    def mq_connection(self) -> Measure | None:
        """Its connection to MQ."""
        return self.measured.mq_connection.of(*self.key)

    @property
    def files(self) -> Sequence[Measure]:
        """Its files."""
        return list(self.measured.files.within(self.key))

    @property
    def files_now(self) -> Sequence[Measure]:
        """Those since each has as many strings as now."""
        return list(self.measured.files_now.within(self.key))

    @property
    def transactions_now(self) -> Sequence[Measure]:
        """Its transactions since MXT is as high as now."""
        return list(self.measured.transactions_now.within(self.key))

    @property
    def transactions(self) -> Sequence[Measure]:
        """Its transactions."""
        return list(self.measured.transactions.within(self.key))

    @cached_property
    def switch_cost(self) -> SwitchCost:
        """CPU of a change of TCB."""
        return switch_cost(self.transactions)

    @cached_property
    def limits(self) -> Row | None:
        """The last row with its storage limits."""
        return None if self.storage is None else self.storage[storage.LAST_STORAGE]

    @cached_property
    def task_limit(self) -> Row | None:
        """The last row with its MXT."""
        return None if self.tasks is None else self.tasks[tasks.LAST_MXT]

    @cached_property
    def temporary_now(self) -> Row | None:
        """The last row of its temporary storage."""
        return None if self.temporary is None else self.temporary[facilities.LAST_TS]

    def within(self, name: str) -> Object:
        """Something of the region, as findings name it."""
        return Object(self.id, name)

    def jobs(self, row: Row | None) -> tuple[str, ...]:
        """The names that its address space may have: that of its job, and its APPLID."""
        names = ((row or {}).get("job"), self.name)
        return tuple(dict.fromkeys(str(name) for name in names if name))


def regions(evidence: Evidence) -> tuple[Region, ...]:
    """Every region of the evidence, by system and name."""
    measured = Measured(evidence)
    owners = measured.owners.owners
    names = {name for _, name in owners if name}
    for table in (dispatcher.MODES_TABLE, storage.STORAGE_TABLE):
        jobs = evidence.scan(table).select("job").unique().collect(engine="streaming")
        names |= set(jobs["job"].drop_nulls())
    surroundings = Surroundings(evidence, names)
    return tuple(Region(evidence, system, name, measured, surroundings) for system, name in owners)
