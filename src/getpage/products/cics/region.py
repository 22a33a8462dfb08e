"""One CICS region as the rules see it: its dispatcher, tasks, storage, facilities and address space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Measure, Row
from getpage.core.names import KnobId, Object
from getpage.products.common.dbctl import pools_of
from getpage.products.common.every_row import distinct
from getpage.products.common.subsystem import SubsystemInWindow

from . import dispatcher, facilities, holders, storage, tasks, transactions
from .holders import TimeInside
from .measured import CicsMeasures
from .responses.side_by_side import SideBySide
from .switch_cost import SwitchCost, switch_cost
from .thresholds import QR_NEAR, QR_RATIO
from .zos_evidence import ZosEvidence


@dataclass(frozen=True)
class Region(SubsystemInWindow):
    """What the window holds of one region; its name is its APPLID."""

    PRODUCT: ClassVar[str] = "cics"
    NAMELESS: ClassVar[str] = "the region"

    measured: CicsMeasures
    zos: ZosEvidence

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
        """Its TCB pools, each since its limit is as high as now."""
        return list(self.measured.pools_now.within(self.key))

    @cached_property
    def tasks(self) -> Measure | None:
        """Its tasks."""
        return self.measured.tasks.of(*self.key)

    @cached_property
    def tasks_now(self) -> Measure | None:
        """Its tasks, since MXT is as high as now."""
        return self.measured.tasks_now.of(*self.key)

    @property
    def classes(self) -> Sequence[Measure]:
        """Its transaction classes."""
        return list(self.measured.classes.within(self.key))

    @property
    def classes_now(self) -> Sequence[Measure]:
        """Its transaction classes, each since its limit is as high as now."""
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
        """Its storage areas, each since its limit is as high as now."""
        return list(self.measured.dsas_now.within(self.key))

    @property
    def messages(self) -> dict[str, Measure]:
        """Its messages by identifier, each since the limit that it is about is as high as now."""
        return {str(message.key[-1]): message for message in self.measured.messages_now.within(self.key)}

    @cached_property
    def temporary(self) -> Measure | None:
        """Its temporary storage."""
        return self.measured.temporary.of(*self.key)

    def temporary_with(self, limit: str) -> Measure | None:
        """Its temporary storage, since this limit of it (`buffers`, `strings`, `main_limit`) is as now."""
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
        """The first program of a transaction; None if unknown."""
        measure = self.measured.first_programs.of(*self.key, transaction)
        row = None if measure is None else measure[facilities.LAST_PROGRAM]
        return None if row is None else str(row["program"])

    def transient_with(self, limit: str) -> Measure | None:
        """Its transient data, counted since the present value of this limit (`buffers` or `strings`)."""
        return self.measured.transient[limit].of(*self.key)

    @property
    def jvm_servers(self) -> Sequence[Measure]:
        """Its JVM servers, counted since the present THREADLIMIT."""
        return list(self.measured.jvm_servers_now.within(self.key))

    @property
    def db2_connection(self) -> Measure | None:
        """Its connection to Db2, counted since the present TCBLIMIT; None without one."""
        return self.measured.db2_connection_now.of(*self.key)

    @property
    def dbctl(self) -> Sequence[Measure]:
        """Its sessions with each DBCTL, counted since the present MAXTHRD."""
        return list(self.measured.dbctl_now.within(self.key))

    @property
    def pools_of_dbctl(self) -> tuple[Object, ...]:
        """The pools of each DBCTL that it was connected to."""
        return tuple(pool for of in self.dbctl for pool in pools_of(self.system, str(of.key[-1] or "")))

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
        """Its files, counted since each has its present strings."""
        return list(self.measured.files_now.within(self.key))

    @property
    def releases(self) -> Sequence[SideBySide]:
        """Releases of its transactions that ran beside an older one, mostly here."""
        return [pair for pair in self.measured.releases if pair.owner == self.key]

    @property
    def transactions_now(self) -> Sequence[Measure]:
        """Its transactions, counted since the present MXT."""
        return list(self.measured.transactions_now.within(self.key))

    @property
    def transactions(self) -> Sequence[Measure]:
        """Its transactions."""
        return list(self.measured.transactions.within(self.key))

    @cached_property
    def inside_mxt(self) -> TimeInside:
        """What its tasks wait for inside MXT, since MXT is as high as now."""
        return holders.inside(self.transactions_now)

    @cached_property
    def inside_classes(self) -> TimeInside:
        """What tasks that waited for their class wait for inside it: which class that is, monitoring does not
        say.
        """
        return holders.inside(task for task in self.transactions if task[transactions.CLASS_WAIT])

    @cached_property
    def inside_tcb_pools(self) -> TimeInside:
        """What tasks that waited for a TCB of a pool wait for while they hold one."""
        return holders.inside(holders.for_tcbs(self.transactions), holders.FOR_TCBS)

    @property
    def qr_tcb(self) -> Object:
        """Its QR TCB, as findings name it."""
        return self.within(dispatcher.QR_TCB)

    @property
    def lowest_qr_ratio(self) -> Row | None:
        """The statistics interval with the lowest ratio of CPU to time dispatched of QR, if that is low."""
        row = None if self.qr is None else self.qr[dispatcher.LOWEST]
        return row if row is not None and row["ratio"] < self.in_force(QR_RATIO, self.qr_tcb) else None

    @property
    def is_qr_near(self) -> bool:
        """Whether its QR TCB came near one processor."""
        row = None if self.qr is None else self.qr[dispatcher.BUSIEST]
        return row is not None and row["busy"] >= self.in_force(QR_NEAR, self.qr_tcb)

    @cached_property
    def switch_cost(self) -> SwitchCost:
        """CPU of a TCB switch."""
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

    @cached_property
    def ts_settings(self) -> Row | None:
        """The last row of its temporary storage, where that has its buffers and strings."""
        row = self.temporary_now
        return row if row is not None and row["buffers"] and row["strings"] else None

    def within(self, name: str) -> Object:
        """Something of the region, as findings name it."""
        return Object(self.id, name)

    def knob(self, name: str) -> KnobId:
        """A limit of the region."""
        return KnobId(self.id, name)

    def class_knob(self, name: str) -> KnobId:
        """MAXACTIVE of a transaction class."""
        return self.knob(f"TCLASS-{name}")

    def jobs(self, row: Row | None) -> tuple[str, ...]:
        """The names that its address space may have: that of its job, and its APPLID."""
        names = ((row or {}).get("job"), self.name)
        return tuple(dict.fromkeys(str(name) for name in names if name))


def regions(evidence: Evidence) -> tuple[Region, ...]:
    """Every region of the evidence, by system and name."""
    measured = CicsMeasures(evidence)
    owners = measured.owners.owners
    names = {name for _, name in owners if name}
    for table in (dispatcher.MODES_TABLE, storage.STORAGE_TABLE):
        names |= set(distinct(evidence, table, "job")["job"].drop_nulls())
    zos = ZosEvidence(evidence, names)
    return tuple(Region(evidence, system, name, measured, zos) for system, name in owners)
