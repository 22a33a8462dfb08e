"""The SVC dumps of one system over the window, and what they may take."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final

import polars as pl

from getpage.core.names import KnobId, Object
from getpage.core.units import PAGE
from getpage.products.common import svc_dump
from getpage.products.common.subsystem import SubsystemInWindow

from .captured import Captured
from .rows import TABLE, dumps, rows
from .then import Moments
from .thresholds import DEFAULT_MAXSPACE, NEAR, REFUSED_FROM

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from getpage.contract.dump_space import DumpNeed
    from getpage.contract.evidence import Evidence
    from getpage.result import Fact

    from .dump import Dump

_PAGING: Final = "rmf_paging"
_STORAGE: Final = "zos_storage"
_DAY: Final = 86_400.0
#: Totals, free and table of slots, records first.
_SLOTS: Final = (
    (_PAGING, "slots_total_minimum", "slots_free_minimum"),
    (_STORAGE, "slots_total", "slots_available_minimum"),
)
_SCM: Final = ("scm_total_minimum", "scm_free_minimum")


@dataclass(frozen=True)
class Dumps(SubsystemInWindow):
    """All dumps of a system; `messages` as `rows` has them."""

    PRODUCT: ClassVar[str] = "dumps"
    NAMELESS: ClassVar[str] = "SDUMP"

    messages: pl.DataFrame
    #: What a dump of the largest subsystem takes, as others say it.
    needed: DumpNeed | None = None
    #: Whether it is known, or need not be, which system it is: where others are named, what names none counts
    #: for none.
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
        return dumps(self.messages.iter_rows(named=True))

    @cached_property
    def captured(self) -> list[Captured]:
        """Each with the storage of its moment."""
        return [self._captured(one) for one in self.all]

    @property
    def partial(self) -> list[Captured]:
        """Those that are partial."""
        return [one for one in self.captured if one.dump.is_partial]

    def option(self, column: str) -> Mapping[str, Any] | None:
        """The last row that tells of an option."""
        return svc_dump.told(self.evidence, self.system, column)

    @cached_property
    def maxspace(self) -> int | None:
        """MAXSPACE in bytes; None where nothing tells."""
        row = self.option("maxspace")
        return None if row is None else int(row["maxspace"])

    def raised_since(self, one: Dump) -> bool:
        """Whether MAXSPACE was smaller when a dump was captured than it is now."""
        at = one.captured or one.written
        if at is None or self.maxspace is None:
            return False
        until = one.written or at
        then = self._told.filter(pl.col("maxspace") > 0, pl.col("written") <= until)
        return bool(then.height) and int(then["maxspace"][-1]) < self.maxspace

    @property
    def maxspace_facts(self) -> tuple[Fact, ...]:
        """Where MAXSPACE is told."""
        row = self.option("maxspace")
        return () if row is None else (svc_dump.fact(self.evidence, row),)

    @property
    def now(self) -> int:
        """MAXSPACE in bytes; what it is where nothing was ever set, where nothing tells."""
        return self.maxspace or DEFAULT_MAXSPACE

    def option_value(self, column: str) -> int | None:
        """An option as it was told last; None where nothing tells."""
        row = self.option(column)
        return None if row is None else int(row[column])

    def option_facts(self, *columns: str) -> tuple[Fact, ...]:
        """Where options are told, as far as they are."""
        rows = ((name, self.option(name)) for name in columns)
        return tuple(svc_dump.fact(self.evidence, row, name) for name, row in rows if row is not None)

    @cached_property
    def managed(self) -> bool | None:
        """Whether AUXMGMT is ON; None where nothing tells."""
        row = self.option("auxiliary_managed")
        return None if row is None else bool(row["auxiliary_managed"])

    @cached_property
    def lowest(self) -> tuple[int, Fact] | None:
        """Bytes of real storage that were free at the tightest moment; None where nothing tells."""
        for table, column in ((_PAGING, "available_minimum"), (_STORAGE, "available_minimum")):
            found = self._rows(table).drop_nulls(column).sort(column, "file", "record")
            if found.height:
                row = found.row(0, named=True)
                label = "available frames, lowest"
                return round(float(row[column]) * PAGE), self.fact(table, column, row, label)
        return None

    @cached_property
    def slots(self) -> tuple[int, int, tuple[Fact, ...]] | None:
        """Bytes of auxiliary storage, and of it free when least was; None where nothing tells. Storage-class
        memory is auxiliary storage, too.
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
    def slots_used(self) -> float | None:
        """The share of auxiliary storage in use at its fullest; None where nothing tells."""
        return None if self.slots is None else 1 - self.slots[1] / self.slots[0]

    @property
    def slots_for_dumps(self) -> int | None:
        """Bytes of auxiliary storage that a dump may fill before new ones are refused."""
        if self.slots is None:
            return None
        total, left, _ = self.slots
        return max(0, round(REFUSED_FROM * total) - (total - left))

    @property
    def room(self) -> int | None:
        """Bytes that captured dumps can take at the tightest moment: what is free, and auxiliary storage as
        far as dumps may fill it. None where either is not known.
        """
        if self.lowest is None or self.slots_for_dumps is None:
            return None
        return self.lowest[0] + self.slots_for_dumps

    @cached_property
    def largest(self) -> Captured | None:
        """The largest dump that was taken; None where the size of none is known."""
        known = [one for one in self.captured if one.bytes]
        return max(known, key=lambda one: one.bytes or 0, default=None)

    @cached_property
    def need(self) -> tuple[int, tuple[Fact, ...]] | None:
        """Bytes that a dump of what was dumped takes: all that the address spaces of a partial one held, and
        no less than the largest that was complete. None where nothing tells.
        """
        found = [(one.held.most, one.held.facts) for one in self.partial if one.held]
        found += [(one.bytes, one.facts) for one in self.captured if not one.dump.is_partial]
        known = [(size, facts) for size, facts in found if size]
        return max(known, key=lambda one: one[0]) if known else None

    @cached_property
    def seconds(self) -> float:
        """How long the evidence is, that the dumps are spread over: a day at least."""
        times = [
            one for table in (_PAGING, _STORAGE) for one in self._rows(table)["interval_start"].drop_nulls()
        ]
        times += self.messages["written"].drop_nulls().to_list()
        return max(_DAY, (max(times) - min(times)).total_seconds()) if times else _DAY

    def message_facts(self, one: Dump, **labels: str) -> tuple[Fact, ...]:
        """What messages of a dump say, by column."""
        found = []
        for name, label in labels.items():
            row = next((row for row in one.rows.values() if row[name] is not None), None)
            if row is not None:
                found.append(self.fact(TABLE, name, row, label))
        return tuple(found)

    @cached_property
    def _moments(self) -> Moments:
        return Moments(self.evidence, self.system, self.all)

    @cached_property
    def _told(self) -> pl.DataFrame:
        """What was told of the options of dumps and of captured ones."""
        return svc_dump.rows(self.evidence, self.system)

    def _captured(self, one: Dump) -> Captured:
        at = one.begun or one.captured or one.written
        free = self._moments.free(at) if at else None
        held = self._moments.held(one, at) if at else None
        paged = self._moments.paging(at) if at else None
        said = self._space_used(one)
        size = said[0] if said else held.most if held else None
        facts = (
            *((said[1],) if said else ()),
            *((free[1],) if free else ()),
            *(held.facts if held else ()),
            *(paged[2] if paged else ()),
        )
        raised = self.raised_since(one)
        return Captured(
            one,
            size,
            said is None,
            free[0] if free else None,
            held,
            facts,
            raised,
            paged[:2] if paged else None,
        )

    def _space_used(self, one: Dump) -> tuple[int, Fact] | None:
        """What a reply to D DUMP said while it was the only one that was captured."""
        if one.captured is None:
            return None
        until: datetime = one.written or one.captured + NEAR
        table = svc_dump.TABLE
        rows = self._told.filter(
            pl.col("captured_dumps") == 1, pl.col("written").is_between(one.captured, until)
        )
        if not rows.height:
            return None
        row = rows.sort("written", "file", "record").row(-1, named=True)
        return int(row["space_used"]), self.fact(table, "space_used", row, "space that the dump takes")

    def _rows(self, table: str) -> pl.DataFrame:
        """Rows of this system, or of one that is not named where it is not, either."""
        mine = pl.col("system").eq_missing(pl.lit(self.system, pl.String))
        return self.evidence.scan(table).filter(mine).collect()


def every(evidence: Evidence) -> list[Dumps]:
    """Of every system of which there are messages about dumps, or options of them. Messages that name no
    system are of the only one that is named.
    """
    known = svc_dump.names(evidence)
    only = min(known) if len(known) == 1 else None
    said, options = rows(evidence), evidence.frame(svc_dump.TABLE)
    if only is not None:
        said, options = (one.with_columns(pl.col("system").fill_null(only)) for one in (said, options))
    names = {*said["system"].to_list(), *options["system"].to_list()}
    return [
        Dumps(
            evidence,
            system,
            "SDUMP",
            said.filter(pl.col("system").eq_missing(pl.lit(system, pl.String))),
            is_placed=system is not None or not known,
        )
        for system in sorted(names, key=lambda one: one or "")
    ]
