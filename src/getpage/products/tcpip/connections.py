"""The connections of all stacks in one pass: measures of each kind of connection, what was moved in each
hour, how many there were at a time, and what goes over or could use SMC.

A kind is a direction, a job, the port of its service where that is a well-known one, and what held its
connections (`flows`). Memory grows with kinds, hours and minutes, not with connections.

Connections that ended are records (SMF 119); of a stack without them, those that a display shows are taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Aggregate, Count, Largest, Measures, Smallest, Sum, Worst
from getpage.core.units import KIB
from getpage.products.common.by_day import Distinct, Held, Several, by_day, spelled
from getpage.products.common.fold import Fold
from getpage.products.common.owners import Owner, Owners
from getpage.products.common.passes import read
from getpage.products.common.stretches import stretches

from .constants import LONG_LIVED, LONG_TRIP_MS
from .flows import OTHER, judged, takes, with_flow
from .settings import BUFFERS, StackSettings, defaults
from .smc import OVER

CONNECTIONS: Final = "tcp_connection"
SOCKETS: Final = "tcp_socket"
BY: Final = ("system", "stack", "direction", "job", "port", "why")
_OWNER: Final = ["system", "stack"]
#: What tells one connection, in a display and in its record.
_ONE: Final = [*_OWNER, "job", "local_port", "remote_port"]
_COLUMNS: Final = (
    *("job", "started", "ended", "bytes_in", "bytes_out", "segments_in", "segments_out", "retransmitted"),
    *("round_trip_ms", "most_send_window", "segment_bytes", "local_port", "remote_port", "smc_status"),
    *("local_address", "remote_address", "congestion_window", "duplicate_acks"),
)
_OF_SOCKET: Final = (
    *("stack", "job", "started", "bytes_in", "bytes_out", "segments_in", "segments_out", "retransmitted"),
    *("round_trip_ms", "most_send_window", "segment_bytes", "local_socket", "remote_socket", "state"),
    *("receive_buffer", "send_buffer", "right_sizing", "send_right_sizing", "congestion_window"),
    "duplicate_acks",
)
#: Sizes of a buffer, in KiB, of which is worked out what streams would take.
SIZES: Final = (16, 32, 64, 128, 180, 256, 512, 1024, 2048)

COUNT = Count()
MOVED = Sum("moved")
SECONDS = Sum("seconds")
AGAIN = Sum("retransmitted")
DUPLICATES = Sum(pl.col("duplicates") * pl.col("segments_out"))
SENT = Sum("segments_out")
FLIGHT = Sum(pl.col("flight") * pl.col("seconds"))
SHORTEST = Smallest("round_trip_ms")
LONGEST = Largest("round_trip_ms")
FASTEST = Worst("rate")
LARGEST = Worst("moved")
#: By size in KiB: at least, with a window of twice the buffer, and at most, with one of the buffer alone.
TAKES: Final = {
    size: (Sum(takes(size * KIB, 2 * size * KIB)), Sum(takes(size * KIB, size * KIB))) for size in SIZES
}
_ASKS: Final[tuple[Aggregate[Any], ...]] = (
    *(COUNT, MOVED, SECONDS, AGAIN, DUPLICATES, SENT, FLIGHT, SHORTEST, LONGEST, FASTEST, LARGEST),
    *(bound for bounds in TAKES.values() for bound in bounds),
)
_KEEP: Final = (
    *_COLUMNS,
    "moved",
    "seconds",
    "rate",
    "flight",
    "written",
    "receive_buffer",
    "send_buffer",
    "table",
)
#: Connections that go over or could use SMC, of all stacks: those that moved most.
_MOST_SMC: Final = 20_000
_SMC_BYTES: Final = 1_000_000


@dataclass
class ConnectionPass:
    """Results of the pass: `kinds` by BY, streams by hour, most connections at a time, and those for SMC."""

    kinds: Measures
    hours: pl.DataFrame
    most: Mapping[Owner, int]
    smc: pl.DataFrame


@dataclass
class _Hours:
    """Streams by stack and hour."""

    parts: list[pl.DataFrame] = field(default_factory=list)

    def add(self, rows: pl.DataFrame) -> None:
        streams = (
            rows.filter(pl.col("why") != OTHER, pl.col("end").is_not_null())
            .sort("end", "file", "record")
            .group_by(
                *_OWNER, "direction", pl.col("end").dt.truncate("1h").alias("hour"), maintain_order=True
            )
            .agg(
                moved=pl.col("moved").sum(),
                seconds=pl.col("seconds").sum(),
                streams=pl.len(),
                file=pl.col("file").first(),
                record=pl.col("record").first(),
                table=pl.col("table").first(),
            )
        )
        self.parts.append(streams)
        if len(self.parts) > 64:
            self.parts = [self.done()]

    def held(self) -> dict[str, pl.DataFrame]:
        return {"hours": self.done()} if self.parts else {}

    def take(self, every: Sequence[Held]) -> None:
        self.parts += [held["hours"] for held in every if held]

    def done(self) -> pl.DataFrame:
        return (
            pl.concat(self.parts)
            .group_by(*_OWNER, "direction", "hour", maintain_order=True)
            .agg(pl.col("moved", "seconds", "streams").sum(), pl.col("file", "record", "table").first())
            .sort(*_OWNER, "direction", "hour", nulls_last=False)
        )


@dataclass
class _AtATime:
    """How many connections there were, by stack and minute: each from the minute in which it began."""

    parts: list[pl.DataFrame] = field(default_factory=list)

    def add(self, rows: pl.DataFrame) -> None:
        known = rows.filter(pl.col("seconds").is_not_null(), pl.col("end").is_not_null())
        begin = (pl.col("end") - pl.duration(microseconds=pl.col("seconds") * 1e6)).dt.truncate("1m")
        after = pl.col("end").dt.truncate("1m").dt.offset_by("1m")
        for moment, step in ((begin, 1), (after, -1)):
            self.parts.append(
                known.group_by(*_OWNER, moment.alias("minute")).agg(pl.len().cast(pl.Int64).alias("n") * step)
            )
        if len(self.parts) > 64:
            self.parts = [self._summed()]

    def held(self) -> dict[str, pl.DataFrame]:
        return {"minutes": self._summed()} if self.parts else {}

    def take(self, every: Sequence[Held]) -> None:
        self.parts += [held["minutes"] for held in every if held]

    def _summed(self) -> pl.DataFrame:
        return pl.concat(self.parts).group_by(*_OWNER, "minute").agg(pl.col("n").sum())

    def done(self) -> dict[Owner, int]:
        if not self.parts:
            return {}
        counts = (
            self._summed()
            .sort("minute")
            .with_columns(pl.col("n").cum_sum().over(_OWNER))
            .group_by(_OWNER)
            .agg(pl.col("n").max())
        )
        return {(system, stack): int(most) for system, stack, most in counts.rows()}


#: Displays have wider counters than records, and decimals; one fold takes both.
_AS_SHOWN: Final = {
    "round_trip_ms": pl.col("round_trip_ms").cast(pl.Float64),
    **{
        name: pl.col(name).cast(pl.UInt64)
        for name in (
            "retransmitted",
            "most_send_window",
            "segment_bytes",
            "congestion_window",
            "duplicate_acks",
        )
    },
}


def seen(evidence: Evidence, owners: Owners, known: Mapping[Owner, StackSettings]) -> ConnectionPass:
    """The pass over records, and over displayed connections that have none: one is written at their end."""
    buffers = _of_jobs(evidence, owners, known)
    several = defaults(evidence, owners)
    displayed = _sockets(evidence, owners)

    def ready(rows: pl.DataFrame) -> pl.DataFrame:
        return judged(several.smaller(with_flow(_with_buffers(rows, buffers))))

    def add(part: Evidence, to: _Connections) -> None:
        wanted = read(part, CONNECTIONS, ("stack", *_COLUMNS))
        for piece in stretches(part, {CONNECTIONS: wanted}):
            rows = _owned(piece[CONNECTIONS], owners).with_columns(
                pl.col("written").alias("end"), table=pl.lit(CONNECTIONS), **_AS_SHOWN
            )
            to.recorded.add(displayed.join(rows, on=_ONE, how="semi", nulls_equal=True))
            rows = ready(rows)
            to.add(rows)
            to.smc.add(rows)

    # What is kept of a day depends on what displays of other days show.
    shown = buffers.rows(), displayed.select(_ONE).rows()
    name = spelled("connections", owners.context, _ASKS, *shown) if several.are_of_now else ""
    passed = by_day(evidence, (CONNECTIONS,), name, lambda: _Connections(displayed), add)
    alone = displayed.join(
        passed.recorded.done(), on=_ONE, how="anti", nulls_equal=True, maintain_order="left"
    )
    if alone.height:
        passed.add(ready(alone))
    return ConnectionPass(passed.kinds.done(), passed.hours.done(), passed.most.done(), passed.smc.done())


def _owned(rows: pl.DataFrame, owners: Owners) -> pl.DataFrame:
    system, stack = owners.named(rows)
    return rows.with_columns(system.alias("system"), stack.alias("stack"))


def _sockets(evidence: Evidence, owners: Owners) -> pl.DataFrame:
    """Connections as last displayed, with the columns of records."""
    every = evidence.scan(SOCKETS).select("file", "record", "system", "written", "connection_id", *_OF_SOCKET)
    rows = every.collect().sort("written", "file", "record", nulls_last=False)
    port = {
        name: pl.col(name).str.extract(r"\.\.([0-9]{1,5})$").cast(pl.UInt32, strict=False)
        for name in ("local_socket", "remote_socket")
    }
    connections = _owned(rows, owners).filter(pl.col("state").fill_null("") != "LISTEN")
    last = connections.unique([*_OWNER, "connection_id", "local_socket"], keep="last", maintain_order=True)
    return last.with_columns(
        local_port=port["local_socket"],
        remote_port=port["remote_socket"],
        ended=pl.col("written"),
        end=pl.col("written"),
        table=pl.lit(SOCKETS),
        smc_status=pl.lit(None, pl.UInt32),
        local_address=pl.lit(None, pl.String),
        remote_address=pl.lit(None, pl.String),
        round_trip_ms=pl.col("round_trip_ms").cast(pl.Float64),
    )


def _of_jobs(evidence: Evidence, owners: Owners, known: Mapping[Owner, StackSettings]) -> pl.DataFrame:
    """Buffers of the connections of each job that a display showed, where right sizing has not changed them,
    else of its stack.
    """
    stacks = pl.DataFrame(
        [(*owner, *(stack.size(name) for name in BUFFERS)) for owner, stack in known.items()],
        schema={"system": pl.String, "stack": pl.String, **dict.fromkeys(BUFFERS, pl.Int64)},
        orient="row",
    )
    shown = _owned(
        evidence.scan(SOCKETS).select("file", "record", "written", "system", *_OF_SOCKET).collect(), owners
    )
    plain = shown.filter(
        ~pl.col("right_sizing").fill_null(value=False), pl.col("state").fill_null("") != "LISTEN"
    )
    jobs = (
        plain.sort("written", "file", "record", nulls_last=False)
        .group_by(*_OWNER, "job", maintain_order=True)
        .agg(
            pl.col("receive_buffer").last().cast(pl.Int64).alias("job_receive"),
            pl.col("send_buffer").last().cast(pl.Int64).alias("job_send"),
        )
    )
    return stacks.join(jobs, on=_OWNER, how="full", coalesce=True, nulls_equal=True).select(
        *_OWNER, "job", "job_receive", "job_send", *BUFFERS
    )


def _with_buffers(rows: pl.DataFrame, buffers: pl.DataFrame) -> pl.DataFrame:
    """Rows with the buffers that they had: their own where a display shows them, else those of their job,
    else the default of their stack, which is beside them (`default_receive`, `default_send`).
    """
    of_stack = buffers.select(*_OWNER, *BUFFERS).unique(_OWNER, keep="first", maintain_order=True)
    of_job = buffers.filter(pl.col("job").is_not_null()).select(*_OWNER, "job", "job_receive", "job_send")
    own = [
        (pl.col(name).cast(pl.Int64) if name in rows.columns else pl.lit(None, pl.Int64)).alias(f"own_{name}")
        for name in ("receive_buffer", "send_buffer")
    ]
    flags = [
        pl.lit(None, pl.Boolean).alias(name)
        for name in ("right_sizing", "send_right_sizing")
        if name not in rows.columns
    ]
    joined = rows.with_columns(*own, *flags).drop("receive_buffer", "send_buffer", strict=False)
    joined = joined.join(of_stack, on=_OWNER, how="left", nulls_equal=True, maintain_order="left")
    joined = joined.join(of_job, on=[*_OWNER, "job"], how="left", nulls_equal=True, maintain_order="left")
    return joined.with_columns(
        default_receive=pl.col("receive_buffer"),
        default_send=pl.col("send_buffer"),
        receive_buffer=pl.coalesce("own_receive_buffer", "job_receive", "receive_buffer"),
        send_buffer=pl.coalesce("own_send_buffer", "job_send", "send_buffer"),
    )


class _Connections(Several):
    """What is known of connections so far, and which of those that are `displayed` have records."""

    def __init__(self, displayed: pl.DataFrame) -> None:
        self.kinds = Fold(BY, _ASKS, keep=_KEEP)
        self.hours, self.most, self.smc = _Hours(), _AtATime(), _Smc()
        self.recorded = Distinct(displayed.select(_ONE).schema)
        super().__init__(
            kinds=self.kinds, hours=self.hours, most=self.most, smc=self.smc, recorded=self.recorded
        )

    def add(self, rows: pl.DataFrame) -> None:
        self.kinds.add(rows)
        self.hours.add(rows)
        self.most.add(rows)


@dataclass
class _Smc:
    """Connections that live long and near by, over SMC or not: those that moved most."""

    rows: pl.DataFrame | None = None

    def add(self, rows: pl.DataFrame) -> None:
        some = rows.filter(
            pl.col("seconds") >= LONG_LIVED,
            OVER | (pl.col("round_trip_ms") < LONG_TRIP_MS).fill_null(value=False),
            pl.sum_horizontal("bytes_in", "bytes_out") >= _SMC_BYTES,
        ).select(
            *("file", "record", *_OWNER, "job", "direction", "local_address", "local_port", "remote_address"),
            *("remote_port", "bytes_in", "bytes_out", "segments_in", "segments_out", "seconds", "end"),
            *("segment_bytes", "round_trip_ms", "smc_status"),
        )
        self._keep(some)

    def held(self) -> dict[str, pl.DataFrame]:
        return {} if self.rows is None else {"smc": self.rows}

    def take(self, every: Sequence[Held]) -> None:
        for held in filter(None, every):
            self._keep(held["smc"])

    def _keep(self, some: pl.DataFrame) -> None:
        every = some if self.rows is None else pl.concat([self.rows, some], how="vertical_relaxed")
        moved = pl.sum_horizontal("bytes_in", "bytes_out")
        self.rows = every.sort(moved, "file", "record", descending=[True, False, False]).head(_MOST_SMC)

    def done(self) -> pl.DataFrame:
        return pl.DataFrame() if self.rows is None else self.rows
