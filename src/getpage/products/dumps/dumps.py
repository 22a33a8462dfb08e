"""The SVC dumps of one system over the window, and what they may take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.observation import DumpNeed
from getpage.core.names import KnobId, Object
from getpage.core.units import PAGE
from getpage.products.common import svc_dump
from getpage.products.common.every_row import every_row
from getpage.products.common.passes import read
from getpage.products.common.subsystem import SubsystemInWindow
from getpage.result import Fact

from .constants import DEFAULT_MAXSPACE, NEAR, REFUSED_FROM
from .dump import TABLE, Dump, dumps_in, messages
from .storage_at_dump import CapturedDump, StorageAtDumps

_PAGING: Final = "rmf_paging"
_STORAGE: Final = "zos_storage"
_DAY: Final = 86_400.0
#: Totals, free and table of slots, records first.
_SLOTS: Final = (
    (_PAGING, "slots_total_minimum", "slots_free_minimum"),
    (_STORAGE, "slots_total", "slots_available_minimum"),
)
_SCM: Final = ("scm_total_minimum", "scm_free_minimum")
_SHOWN: Final = (*(name for _, *of_table in _SLOTS for name in of_table), *_SCM, "available_minimum")


@dataclass(frozen=True)
class Dumps(SubsystemInWindow):
    """All dumps of a system; `messages` in order of time.

    `needed` is what a dump of the largest subsystem takes, as other products say it. `is_placed`: the system
    is known, or need not be: messages without a system count for none where other systems are named.
    """

    PRODUCT: ClassVar[str] = "dumps"
    NAMELESS: ClassVar[str] = "SDUMP"

    messages: pl.DataFrame
    needed: DumpNeed | None = None
    is_placed: bool = True

    @property
    def place(self) -> str:
        """The system as sentences name it."""
        return self.system or "the z/OS system"

    @property
    def space(self) -> Object:
        """The space for captured dumps, as findings name it."""
        return Object(self.id, "MAXSPACE")

    @property
    def knob(self) -> KnobId:
        """The size of it."""
        return KnobId(self.id, "MAXSPACE")

    @cached_property
    def all(self) -> list[Dump]:
        """Every dump that was captured or written."""
        return dumps_in(self.messages.iter_rows(named=True))

    @cached_property
    def captured(self) -> list[CapturedDump]:
        """Every dump with the storage of its time."""
        return [self._captured(dump) for dump in self.all]

    @property
    def partial(self) -> list[CapturedDump]:
        """The partial dumps."""
        return [captured for captured in self.captured if captured.dump.is_partial]

    def option(self, column: str) -> Mapping[str, Any] | None:
        """The last row with an option; None without one."""
        return svc_dump.latest_row(self.evidence, self.system, column)

    @cached_property
    def maxspace(self) -> int | None:
        """MAXSPACE in bytes; None if unknown."""
        row = self.option("maxspace")
        return None if row is None else int(row["maxspace"])

    def raised_since(self, dump: Dump) -> bool:
        """Whether MAXSPACE was smaller when a dump was captured than it is now."""
        at = dump.captured or dump.written
        if at is None or self.maxspace is None:
            return False
        until = dump.written or at
        then = self._options.filter(pl.col("maxspace") > 0, pl.col("written") <= until)
        return bool(then.height) and int(then["maxspace"][-1]) < self.maxspace

    @cached_property
    def maxspace_facts(self) -> tuple[Fact, ...]:
        """MAXSPACE and where it stands; empty if unknown."""
        row = self.option("maxspace")
        return () if row is None else (svc_dump.fact(self.evidence, row),)

    @property
    def now(self) -> int:
        """MAXSPACE in bytes; the default if unknown."""
        return self.maxspace or DEFAULT_MAXSPACE

    def option_value(self, column: str) -> int | None:
        """The last value of an option; None if unknown."""
        row = self.option(column)
        return None if row is None else int(row[column])

    def option_facts(self, *columns: str) -> tuple[Fact, ...]:
        """Options and where they stand; unknown ones are left out."""
        rows = ((name, self.option(name)) for name in columns)
        return tuple(svc_dump.fact(self.evidence, row, name) for name, row in rows if row is not None)

    @cached_property
    def managed(self) -> bool | None:
        """Whether AUXMGMT is ON; None if unknown."""
        row = self.option("auxiliary_managed")
        return None if row is None else bool(row["auxiliary_managed"])

    @cached_property
    def lowest(self) -> tuple[int, Fact] | None:
        """Bytes of real storage that were free at the tightest moment; None if unknown."""
        for table, column in ((_PAGING, "available_minimum"), (_STORAGE, "available_minimum")):
            rows = self._rows(table).drop_nulls(column).sort(column, "file", "record")
            if rows.height:
                row = rows.row(0, named=True)
                label = "available frames, lowest"
                return round(float(row[column]) * PAGE), self.fact(table, column, row, label)
        return None

    @cached_property
    def slots(self) -> tuple[int, int, tuple[Fact, ...]] | None:
        """Bytes of auxiliary storage, and the fewest of them free; None if unknown. Storage-class memory
        counts as auxiliary storage.
        """
        for table, total, left in _SLOTS:
            scm = table == _PAGING
            rows = self._rows(table).filter(pl.col(total) > 0, pl.col(left) <= pl.col(total))
            if not rows.height:
                continue
            more = [pl.col(name).fill_null(0).clip(0) if scm else pl.lit(0.0) for name in _SCM]
            row = (
                rows.with_columns(_all=pl.col(total) + more[0], _left=pl.col(left) + more[1])
                .sort("_left", "file", "record")
                .row(0, named=True)
            )
            names = {total: "slots", left: "free slots, lowest"}
            if scm and row[_SCM[0]]:
                names |= {_SCM[0]: "blocks of storage-class memory", _SCM[1]: "free blocks, lowest"}
            facts = self.facts(table, row, **names)
            return round(float(row["_all"]) * PAGE), round(float(row["_left"]) * PAGE), facts
        return None

    @property
    def slots_for_dumps(self) -> int | None:
        """Bytes of auxiliary storage that a dump may fill before new ones are refused."""
        if self.slots is None:
            return None
        total, left, _ = self.slots
        return max(0, round(REFUSED_FROM * total) - (total - left))

    @property
    def room(self) -> int | None:
        """Bytes that captured dumps can take at the tightest moment: free storage, and auxiliary storage as
        far as dumps may fill it. None if either is unknown.
        """
        if self.lowest is None or self.slots_for_dumps is None:
            return None
        return self.lowest[0] + self.slots_for_dumps

    @cached_property
    def largest(self) -> CapturedDump | None:
        """The largest dump; None if no size is known."""
        known = [captured for captured in self.captured if captured.bytes]
        return max(known, key=lambda captured: captured.bytes or 0, default=None)

    @cached_property
    def need(self) -> tuple[int, tuple[Fact, ...]] | None:
        """Bytes of a complete dump of what was dumped: all that the address spaces of a partial dump held,
        and at least the largest complete dump. None if unknown.
        """
        sizes = [(dump.held.most, dump.held.facts) for dump in self.partial if dump.held]
        sizes += [(dump.bytes, dump.facts) for dump in self.captured if not dump.dump.is_partial]
        known = [(size, facts) for size, facts in sizes if size]
        return max(known, key=lambda sized: sized[0]) if known else None

    @cached_property
    def seconds(self) -> float:
        """Seconds that the evidence spans, at least a day."""
        times = [
            start
            for table in (_PAGING, _STORAGE)
            for start in self._rows(table)["interval_start"].drop_nulls()
        ]
        times += self.messages["written"].drop_nulls().to_list()
        return max(_DAY, (max(times) - min(times)).total_seconds()) if times else _DAY

    def message_facts(self, dump: Dump, **labels: str) -> tuple[Fact, ...]:
        """Columns of the messages of a dump, with where they stand."""
        facts = []
        for name, label in labels.items():
            row = next((row for row in dump.rows.values() if row[name] is not None), None)
            if row is not None:
                facts.append(self.fact(TABLE, name, row, label))
        return tuple(facts)

    @cached_property
    def _storage(self) -> StorageAtDumps:
        return StorageAtDumps(self.evidence, self.system, self.all)

    @cached_property
    def _options(self) -> pl.DataFrame:
        """Replies and commands with options of dumps, and with captured dumps."""
        return svc_dump.rows(self.evidence, self.system)

    def _captured(self, dump: Dump) -> CapturedDump:
        at = dump.begun or dump.captured or dump.written
        free = self._storage.free(at) if at else None
        held = self._storage.held(dump, at) if at else None
        paged = self._storage.paging(at) if at else None
        used = self._space_used(dump)
        facts = (
            *((used[1],) if used else ()),
            *((free[1],) if free else ()),
            *(held.facts if held else ()),
            *(paged[2] if paged else ()),
        )
        return CapturedDump(
            dump,
            bytes=used[0] if used else held.most if held else None,
            is_most=used is None,
            free=free[0] if free else None,
            held=held,
            facts=facts,
            raised=self.raised_since(dump),
            paged=paged[:2] if paged else None,
        )

    def _space_used(self, dump: Dump) -> tuple[int, Fact] | None:
        """The space of a dump by a reply to D DUMP,STATUS while no other was captured; None without one."""
        if dump.captured is None:
            return None
        until: datetime = dump.written or dump.captured + NEAR
        rows = self._options.filter(
            pl.col("captured_dumps") == 1, pl.col("written").is_between(dump.captured, until)
        )
        if not rows.height:
            return None
        row = rows.sort("written", "file", "record").row(-1, named=True)
        label = "space that the dump takes"
        return int(row["space_used"]), self.fact(svc_dump.TABLE, "space_used", row, label)

    def _rows(self, table: str) -> pl.DataFrame:
        """Rows of this system; of unnamed systems if it is unnamed."""
        mine = pl.col("system").eq_missing(pl.lit(self.system, pl.String))
        return every_row(self.evidence, table, columns=read(self.evidence, table, _SHOWN)).filter(mine)


def dumps_of(evidence: Evidence) -> list[Dumps]:
    """The dumps of every system with messages about dumps or options of them.

    Messages without a system are taken to be from the only system that is named.
    """
    known = svc_dump.names(evidence)
    only = min(known) if len(known) == 1 else None
    rows, options = messages(evidence), every_row(evidence, svc_dump.TABLE)
    if only is not None:
        rows, options = (frame.with_columns(pl.col("system").fill_null(only)) for frame in (rows, options))
    names = {*rows["system"].to_list(), *options["system"].to_list()}
    return [
        Dumps(
            evidence,
            system,
            "SDUMP",
            rows.filter(pl.col("system").eq_missing(pl.lit(system, pl.String))),
            is_placed=system is not None or not known,
        )
        for system in sorted(names, key=lambda name: name or "")
    ]
