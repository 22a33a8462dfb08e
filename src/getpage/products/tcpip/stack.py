"""One TCP/IP stack over the window: what it is set to, and the kinds of connections that it had.

Processor seconds of jobs are those of SMF 30: intervals where there are any, else ends of steps.

Reference: IBM z/OS SMF record type 30, processor accounting section.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any, ClassVar, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Measure
from getpage.core.names import KnobId, Object, Subsystem
from getpage.core.units import MIB
from getpage.products.common.every_row import every_row
from getpage.products.common.owners import Owners
from getpage.products.common.subsystem import SubsystemInWindow
from getpage.result import Fact

from . import smc
from .connections import (
    AGAIN,
    CONNECTIONS,
    COUNT,
    DUPLICATES,
    FASTEST,
    FLIGHT,
    LARGEST,
    LONGEST,
    MOVED,
    SECONDS,
    SENT,
    SHORTEST,
    SOCKETS,
    TAKES,
    seen,
)
from .constants import NEAR
from .flows import NETWORK, OTHER, OUT, WINDOW
from .settings import TABLE, StackSettings, settings

STATISTICS: Final = "tcp_statistics"
STORAGE: Final = "tcp_storage"
_TABLES: Final = (TABLE, SOCKETS, CONNECTIONS, STATISTICS, STORAGE)
#: Knob of the default buffer, by direction.
KNOBS: Final = {"in": "TCPRCVBUFRSIZE", "out": "TCPSENDBFRSIZE"}
_BUFFER: Final = {"in": "receive_buffer", "out": "send_buffer"}
_MOST: Final = {"in": "most_receive_buffer", "out": "most_send_buffer"}


@dataclass(frozen=True)
class ConnectionKind:
    """Connections of one direction, job and service that the same holds."""

    direction: str
    job: str | None
    port: int | None
    why: str
    measure: Measure

    @property
    def name(self) -> str:
        """`FTPD1 port 20 in`."""
        port = f" port {self.port}" if self.port is not None else ""
        return f"{self.job or 'unnamed job'}{port} {self.direction}"

    @property
    def count(self) -> int:
        """Connections."""
        return self.measure[COUNT]

    @property
    def moved(self) -> int:
        """Bytes."""
        return int(self.measure[MOVED])

    @property
    def seconds(self) -> float:
        """Seconds of all of them."""
        return float(self.measure[SECONDS] or 0.0)

    @property
    def rate(self) -> float:
        """Bytes per second of one, on average."""
        return self.moved / self.seconds if self.seconds else 0.0

    @property
    def flight(self) -> float:
        """Bytes in flight, on average over their time."""
        return float(self.measure[FLIGHT] or 0.0) / self.seconds if self.seconds else 0.0

    @property
    def again(self) -> float:
        """Share of segments that were sent again."""
        sent = int(self.measure[SENT] or 0)
        return int(self.measure[AGAIN] or 0) / sent if sent else 0.0

    @property
    def duplicates(self) -> float:
        """Share of segments that duplicate acknowledgements came for."""
        sent = int(self.measure[SENT] or 0)
        return float(self.measure[DUPLICATES] or 0.0) / sent if sent else 0.0

    @property
    def trips(self) -> tuple[float, float] | None:
        """Shortest and longest round trip, in milliseconds."""
        if self.measure[SHORTEST] is None:
            return None
        return float(self.measure[SHORTEST]), float(self.measure[LONGEST])

    @property
    def largest(self) -> Mapping[str, Any] | None:
        """The connection that moved most."""
        return self.measure[LARGEST]

    @property
    def fastest(self) -> float:
        """Bytes per second of the fastest."""
        row = self.measure[FASTEST]
        return 0.0 if row is None or row["rate"] is None else float(row["rate"])

    def takes(self, size: int) -> tuple[float, float]:
        """Seconds that they take with a buffer of so many KiB, at least and at most, where their window does
        not hold them now.
        """
        least, most = TAKES[size]
        return float(self.measure[least] or 0.0), float(self.measure[most] or 0.0)


@dataclass(frozen=True)
class Stack(SubsystemInWindow):
    """A stack; `hours` are streams by direction and hour, `smc_kinds` connections that could use SMC, by
    partner, and `smc_rows` these and those that do.
    """

    PRODUCT: ClassVar[str] = "tcpip"
    NAMELESS: ClassVar[str] = "the TCP/IP stack"

    settings: StackSettings
    kinds: Sequence[ConnectionKind]
    hours: pl.DataFrame
    most_seen: int | None
    smc_kinds: Sequence[smc.SmcCandidates]
    smc_rows: pl.DataFrame

    @property
    def buffers(self) -> Object:
        """Its buffers, as findings name them."""
        return Object(self.id, "buffers")

    def knob(self, direction: str) -> KnobId:
        """The default buffer of one direction."""
        return KnobId(self.id, KNOBS[direction])

    def buffer(self, direction: str) -> int | None:
        """The default buffer of one direction, in bytes."""
        return self.settings.size(_BUFFER[direction])

    def most_buffer(self, direction: str) -> int | None:
        """The largest that an application may ask for."""
        return self.settings.size(_MOST[direction])

    def buffer_facts(self, direction: str) -> tuple[Fact, ...]:
        """Where both were shown."""
        return self.settings.of(_BUFFER[direction], _MOST[direction])

    def streams(self, direction: str) -> list[ConnectionKind]:
        """The streams of one direction, most time first."""
        streams = (kind for kind in self.kinds if kind.direction == direction and kind.why != OTHER)
        return sorted(streams, key=lambda kind: (-kind.seconds, kind.name))

    @property
    def network_holds(self) -> bool:
        """Whether the network holds what it sends, and no window does: no larger send buffer helps."""
        why = {kind.why for kind in self.streams(OUT)}
        return WINDOW not in why and not why.isdisjoint(NETWORK)

    @cached_property
    def sockets(self) -> pl.DataFrame:
        """Its connections as last displayed."""
        rows = self._mine(SOCKETS).filter(pl.col("state").fill_null("") != "LISTEN")
        ordered = rows.sort("written", "file", "record", nulls_last=False)
        return ordered.unique(["connection_id", "local_socket"], keep="last", maintain_order=True)

    @cached_property
    def storage(self) -> pl.DataFrame:
        """Its kinds of storage as last displayed."""
        rows = self._mine(STORAGE).sort("written", "file", "record", nulls_last=False)
        return rows.unique("storage", keep="last", maintain_order=True)

    @cached_property
    def connections(self) -> tuple[int, tuple[Fact, ...]] | None:
        """The most connections at a time, and where that stands; None if unknown."""
        rows = self._mine(STATISTICS).filter(pl.col("established").is_not_null())
        counts: list[tuple[int, tuple[Fact, ...]]] = []
        if rows.height:
            row = rows.sort("established", "file", "record", descending=[True, False, False]).row(
                0, named=True
            )
            fact = self.fact(STATISTICS, "established", row, "connections at a time")
            counts.append((int(row["established"]), (fact,)))
        if self.most_seen:
            counts.append((self.most_seen, ()))
        if self.sockets.height:
            counts.append((self.sockets.height, ()))
        return max(counts, key=lambda counted: counted[0]) if counts else None

    @cached_property
    def span(self) -> float:
        """Seconds from the first hour in which streams ended to the last, whole hours; an hour at least."""
        if not self.hours.height:
            return 3600.0
        hours = self.hours["hour"].to_list()
        return float((max(hours) - min(hours) + timedelta(hours=1)).total_seconds())

    @cached_property
    def cpu(self) -> Mapping[str, JobProcessor]:
        """Processor seconds of the jobs that have streams, by job."""
        jobs = {kind.job for kind in self.kinds if kind.why != OTHER and kind.job}
        return used(self.evidence, self.system, jobs)

    @property
    def is_recorded(self) -> bool:
        """Whether records tell of its connections; a display shows only some."""
        return any(row["table"] == CONNECTIONS for kind in self.kinds if (row := kind.largest) is not None)

    @property
    def over_smc(self) -> Subsystem:
        """SMC-R of the stack: what goes over it is other work than streams."""
        return Subsystem(self.PRODUCT, self.id.image, f"{self.name}-SMCR" if self.name else "SMCR")

    @property
    def smc_knob(self) -> KnobId:
        """Its fixed storage."""
        return KnobId(self.over_smc, "FIXEDMEMORY")

    @property
    def smcr_megabytes(self) -> int | None:
        """FIXEDMEMORY of SMC-R in MiB; 0 if it is off; None if unknown."""
        if self.settings.values.get("smcr") is False:
            return 0
        size = self.settings.size("smcr_memory")
        return size // MIB if size and self.settings.values.get("smcr") else None

    @cached_property
    def smc_is_full(self) -> bool:
        """Whether SMC-R used so much of its storage that connections may have found none."""
        limit = self.settings.size("smcr_memory")
        used = (int(row["most_used"]) for row in self.storage.iter_rows(named=True) if smc_of(row) == "SMCR")
        return limit is not None and max(used, default=0) >= NEAR * limit

    @cached_property
    def smc_cpu(self) -> Mapping[str, JobProcessor]:
        """Processor seconds of the jobs whose connections go over or could use SMC, by job."""
        jobs = set(self.smc_rows["job"].drop_nulls()) if self.smc_rows.height else set()
        return used(self.evidence, self.system, jobs)

    @cached_property
    def smc_span(self) -> float:
        """Seconds from the first hour in which such connections lived to the last, whole hours."""
        if not self.smc_rows.height:
            return 3600.0
        began = pl.col("end") - pl.duration(microseconds=pl.col("seconds") * 1e6)
        first, last = self.smc_rows.select(
            began.min().dt.truncate("1h").alias("first"), pl.col("end").max().dt.truncate("1h").alias("last")
        ).row(0)
        return float((last - first + timedelta(hours=1)).total_seconds())

    def of_smc(self, candidates: smc.SmcCandidates) -> tuple[Fact, ...]:
        """Facts of the connection to a partner that moved most, and the settings of SMC."""
        row = dict(candidates.largest)
        return (
            *self.facts(CONNECTIONS, row, bytes_in="bytes in of the largest", bytes_out="its bytes out"),
            *self.settings.of("smcr", "smcr_memory", "smcd", "smcd_memory"),
        )

    def of_largest(self, kind: ConnectionKind, **labels: str) -> tuple[Fact, ...]:
        """Numbers of the connection of a kind that moved most."""
        row = kind.largest
        return () if row is None else self.facts(row["table"], dict(row), **labels)

    def _mine(self, table: str) -> pl.DataFrame:
        rows = every_row(self.evidence, table)
        system = pl.col("system").is_null() | pl.col("system").eq_missing(pl.lit(self.system, pl.String))
        stack = pl.col("stack").is_null() | pl.col("stack").eq_missing(pl.lit(self.name, pl.String))
        return rows.filter(system & stack)


def smc_of(row: Mapping[str, Any]) -> str | None:
    """SMCR or SMCD of a row that has all of its fixed storage; None of parts of it, and of others."""
    name = str(row["storage"]).upper().replace("-", "").removesuffix(" FIXEDMEMORY")
    return name if name in ("SMCR", "SMCD") else None


def stacks(evidence: Evidence) -> list[Stack]:
    """Every stack in the evidence."""
    owners = Owners.of(evidence, _TABLES, "stack")
    known = settings(evidence, owners)
    passed = seen(evidence, owners, known)
    none = StackSettings({}, {})
    return [
        Stack(
            evidence,
            *owner,
            known.get(owner, none),
            [_kind(measure) for measure in passed.kinds.within(owner)],
            passed.hours.filter(
                pl.col("system").eq_missing(pl.lit(owner[0], pl.String)),
                pl.col("stack").eq_missing(pl.lit(owner[1], pl.String)),
            ),
            passed.most.get(owner),
            smc.candidates(passed.smc, owner),
            smc.concerned(passed.smc, owner),
        )
        for owner in owners.owners
    ]


def _kind(measure: Measure) -> ConnectionKind:
    _, _, direction, job, port, why = measure.key
    return ConnectionKind(direction, job, port, why, measure)


_TABLE: Final = "smf30_processor"
_INTERVALS: Final = (2, 3)
_END_OF_STEP: Final = 4
_PARTS: Final = ("tcb_hundredths", "srb_hundredths", "preemptable_hundredths")


@dataclass(frozen=True, slots=True)
class JobProcessor:
    """Processor time of a job: seconds in all, and by the hour in which its records were written."""

    seconds: float
    hours: Mapping[object, float]
    facts: tuple[Fact, ...]


def used(evidence: Evidence, system: str | None, jobs: Collection[str]) -> dict[str, JobProcessor]:
    """Processor time by job; jobs without records are left out."""
    if not jobs:
        return {}
    every = every_row(
        evidence,
        _TABLE,
        columns=("file", "record", "written", "system", "job", "subtype", *_PARTS),
        where=pl.col("subtype").is_in([*_INTERVALS, _END_OF_STEP]),
        among={"job": jobs},
    )
    rows = every.filter(pl.col("system").eq_missing(pl.lit(system, pl.String)))
    rows = rows.sort("job", "written", "file", "record", nulls_last=False)
    by_job = {}
    for (job,), mine in rows.group_by("job", maintain_order=True):
        intervals = mine.filter(pl.col("subtype").is_in(_INTERVALS))
        counted = intervals if intervals.height else mine
        each = counted.with_columns(
            cpu=pl.sum_horizontal(pl.col(*_PARTS).cast(pl.Int64)), hour=pl.col("written").dt.truncate("1h")
        )
        hours = each.group_by("hour", maintain_order=True).agg(pl.col("cpu").sum())
        most = each.sort("cpu", descending=True, maintain_order=True).row(0, named=True)
        fact = evidence.fact(_TABLE, "tcb_hundredths", most, label=f"processor time of {job}")
        by_job[str(job)] = JobProcessor(
            int(each["cpu"].sum()) / 100,
            {hour: cpu / 100 for hour, cpu in hours.rows()},
            (fact,),
        )
    return by_job
