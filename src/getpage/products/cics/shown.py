"""What regions show beside findings: the account of their storage, tables of transactions and connections.

Sizes of the account are virtual storage that CICS has allocated; of what lies above the bar CICS also counts
the frames that back it. What is not in the evidence is a line without bytes. A Db2 thread that a task gets is
one that another task left, or a new one.

Reference: IBM CICS TS documentation, "Overview: How threads work".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Key, Measure, Row
from getpage.core.numbers import Scalar
from getpage.core.units import MIB, PAGE
from getpage.products.cics import connections, dispatcher, facilities, storage, tasks, transactions
from getpage.products.cics.definitions import definitions, switches_each
from getpage.products.cics.interfaces import by_interface
from getpage.products.cics.lsr import buffers_of
from getpage.products.cics.percentiles import SHARES, places
from getpage.products.cics.region import Region
from getpage.products.cics.responses.shown import of_transactions
from getpage.products.cics.responses.side_by_side import table as side_by_side
from getpage.products.cics.rows import OWNER, ready
from getpage.products.cics.sizing import task_bytes
from getpage.products.cics.task_tables import by_application, by_region, by_resource, by_user
from getpage.products.cics.thresholds import QR_RATIO
from getpage.products.cics.transactions import BESIDE, OTHER, PARTS
from getpage.products.common.by_day import Gathered, by_day, spelled
from getpage.products.common.passes import read
from getpage.products.common.stretches import stretches
from getpage.products.common.subsystem import row_of
from getpage.result import Account, Curve, Line, Picture, Place, Table, Threshold
from getpage.result.day import Demand

#: By how CICS calls them.
_PLACES: Final = {
    "below 16 MB": Place.BELOW_LINE,
    "above 16 MB": Place.BELOW_BAR,
    "above the bar": Place.ABOVE_BAR,
}


def account(region: Region) -> Account | None:
    """The account; None where nothing tells of its storage."""
    lines = (*_areas(region), *_pools(region), *_heaps(region), *_real(region), *_limits(region))
    if not lines:
        return None
    return Account(
        of=region.id,
        lines=lines,
        free_at_minimum=tuple(_free(region)),
        note="Storage areas as last seen, with what CICS has allocated; LSR pools and heaps are "
        "outside of them. Free is what was left to each limit at the peak.",
    )


def _areas(region: Region) -> Iterator[Line]:
    for area in region.dsas:
        row = area[storage.LAST_DSA]
        if row is None or not row["size"]:
            continue
        unit = MIB if row["location"] == "above the bar" else 1
        yield Line(
            holder=str(area.key[-1]),
            bytes=int(row["size"]) * unit,
            place=_PLACES.get(str(row["location"]), Place.BELOW_BAR),
            fact=region.fact(storage.DSA_TABLE, "size", row, "size"),
        )


def _pools(region: Region) -> Iterator[Line]:
    for buffers in buffers_of(region):
        yield Line(
            holder=buffers.name,
            bytes=buffers.buffers * buffers.bytes,
            place=Place.BELOW_BAR,
            fact=buffers.facts[0] if buffers.facts else None,
        )


def _heaps(region: Region) -> Iterator[Line]:
    for server in region.jvm_servers:
        row = server[connections.LAST_JVM]
        if row is not None and row["heap"]:
            yield Line(
                holder=f"heap of {connections.server_name(server)}",
                bytes=int(row["heap"]),
                place=Place.ABOVE_BAR,
                fact=region.fact(connections.JVM_TABLE, "heap", row, "heap"),
            )


def _real(region: Region) -> Iterator[Line]:
    row = None if region.storage is None else region.storage[storage.LAST_REAL]
    if row is None:
        return
    column = "peak_real_frames" if row["peak_real_frames"] is not None else "real_frames"
    yield Line(
        holder="frames behind storage above the bar",
        bytes=int(row[column]) * PAGE,
        place=Place.REAL,
        note="at their most",
        fact=region.fact(storage.STORAGE_TABLE, column, row, "real frames"),
    )


def _limits(region: Region) -> Iterator[Line]:
    row = region.limits
    for holder, column, unit in (
        ("DSALIM", "dsa_limit", 1),
        ("EDSALIM", "edsa_limit", 1),
        ("MEMLIMIT", "memlimit_mb", MIB),
    ):
        if row is not None and row[column]:
            fact = region.fact(storage.STORAGE_TABLE, column, row, holder)
            if column == storage.MEMLIMIT.limit and storage.is_unlimited(row):
                yield Line(holder=holder, bytes=None, place=Place.LIMIT, note="NOLIMIT", fact=fact)
                continue
            yield Line(holder=holder, bytes=int(row[column]) * unit, place=Place.LIMIT, fact=fact)
    row = region.task_limit
    if row is not None and row["mxt"]:
        count = int(row["mxt"])
        fact = region.fact(tasks.MANAGER_TABLE, "mxt", row, "MXT")
        yield Line(
            holder="MXT",
            bytes=count * task_bytes(region),
            place=Place.LIMIT,
            note=f"what CICS has under EDSALIM for {count:,} tasks at once",
            fact=fact,
        )
    row = row_of(region.temporary, facilities.LAST_MAIN)
    if row is not None and row["main_limit"]:
        fact = region.fact(facilities.TS_TABLE, "main_limit", row, "TSMAINLIMIT")
        yield Line(holder="TSMAINLIMIT", bytes=int(row["main_limit"]), place=Place.LIMIT, fact=fact)


def _free(region: Region) -> Iterator[Line]:
    for limit in storage.LIMITS:
        use = storage.use(region.storage, limit)
        if use is None:
            continue
        fact = region.fact(storage.STORAGE_TABLE, limit.peak, use.peak, "peak")
        yield Line(
            holder="left to the limit",
            bytes=max(use.limit - use.used, 0),
            place=_PLACES[limit.where],
            note="at the peak",
            fact=fact,
        )


#: Transactions that a table shows, by the time of all their tasks.
MOST: Final = 20
_COLUMNS: Final = (
    *("transaction", "tasks", "response (ms)", "50 % (ms)", "95 % (ms)", "99 % (ms)", "longest (ms)"),
    *("CPU (ms)", "QR CPU (ms)", "key 8 CPU (ms)", "key 9 CPU (ms)", "TCB switches", "waits for them (ms)"),
    *("MXT (ms)", "TCLASS (ms)"),
)


def tables(regions: Iterable[Region]) -> Iterator[Table]:
    """Two a region that has transactions, the second with where their time went, then what its tasks gain by
    other definitions; one of all regions, one of all applications; exceptions, Db2 entries and MQ
    connections of all.
    """
    regions = tuple(regions)
    spread: dict[Key, tuple[float, ...]] | None = None
    for region in regions:
        every = sorted(
            (task for task in region.transactions if task[transactions.TASKS]),
            key=lambda task: (-float(task[transactions.RESPONSE] or 0), str(task.key[-1])),
        )
        if not every:
            continue
        if spread is None:
            spread = places(region.measured.responses, (*OWNER, "transaction"))
        left = f" {len(every) - MOST} more are left out." if len(every) > MOST else ""
        if without := max(int(task[transactions.KEPT_OUT] or 0) for task in every):
            left += f" Fields of a task without a column of their own: {without}."
        yield Table(
            title=f"Transactions of {region.label}",
            columns=_COLUMNS,
            rows=tuple(_row(task, spread) for task in every[:MOST]),
            note="Averages per task over the window, longest total response first (SMF 110 subtype "
            f"1).{left}",
        )
        yield _where(region, every[:MOST])
        yield from definitions(region)
        yield from by_interface(region)
    if spread is not None:
        yield from by_region(regions[0].measured)
        yield from by_application(regions[0].measured)
        yield from side_by_side(regions[0].measured.releases)
        yield from by_user(regions[0].measured)
    if regions:
        yield from by_resource(regions[0].measured)
        yield from by_entry(regions)
        yield from by_queue_manager(regions)


def _where(region: Region, every: Sequence[Measure]) -> Table:
    """Where the time of the same transactions went; waits that none of them had are left out."""
    order = [name for first in PARTS for name in (first, *(BESIDE if first == "first dispatch" else ()))]
    shown = [name for name in order if any(task[transactions.WAITED[name]] for task in every)]
    return Table(
        title=f"Where the time of transactions of {region.label} went",
        columns=(
            *("transaction", "tasks", "response (ms)", "CPU (ms)", "dispatched without CPU (ms)"),
            *(f"{name} (ms)" for name in (*shown, OTHER)),
        ),
        rows=tuple(_parts(task, shown) for task in every),
        note="Averages per task over the window. Waits do not overlap, with two exceptions: MXT and "
        "TCLASS are parts of the first dispatch, and redispatch on QR follows another wait. "
        "Other waits are the rest of the response (SMF 110 subtype 1).",
    )


def _parts(task: Measure, shown: Sequence[str]) -> tuple[Scalar, ...]:
    tasks = int(task[transactions.TASKS])

    def each(seconds: float | None) -> float:
        return round(1000 * max(float(seconds or 0), 0.0) / tasks, 4)

    cpu, dispatched = task[transactions.CPU] or 0, task[transactions.DISPATCHED] or 0
    known = sum(task[transactions.WAITED[name]] or 0 for name in PARTS)
    return (
        str(task.key[-1]),
        tasks,
        *map(each, (task[transactions.RESPONSE], cpu, dispatched - cpu)),
        *(each(task[transactions.WAITED[name]]) for name in shown),
        each((task[transactions.RESPONSE] or 0) - dispatched - known),
    )


def _row(task: Measure, spread: Mapping[Key, tuple[float, ...]]) -> tuple[Scalar, ...]:
    tasks = int(task[transactions.TASKS])

    def each(seconds: float | None) -> float:
        return round(1000 * float(seconds or 0) / tasks, 4)

    shares = spread.get(task.key, (None,) * len(SHARES))
    longest = task[transactions.LONGEST]
    return (
        str(task.key[-1]),
        tasks,
        each(task[transactions.RESPONSE]),
        *(None if share is None else round(share, 4) for share in shares),
        None if longest is None else round(float(longest) / 1000, 4),
        *map(each, (task[transactions.CPU], task[transactions.QR_CPU])),
        *map(each, (task[transactions.KEY8_CPU], task[transactions.KEY9_CPU])),
        round(switches_each(task), 1),
        *map(
            each, (task[transactions.SWITCH_WAIT], task[transactions.MXT_WAIT], task[transactions.CLASS_WAIT])
        ),
    )


_ENTRY_COLUMNS: Final = (
    *("region", "DB2ENTRY", "plan", "SQL calls", "sign-ons", "threads reused", "threads ended"),
    *("reused (%)", "waits or overflows to the pool"),
)
_MQ_COLUMNS: Final = (
    *("region", "queue manager", "status", "tasks", "calls", "calls not completed well", "flows"),
    *("flows that waited (%)", "calls without a connection"),
)


def by_entry(regions: Iterable[Region]) -> Iterator[Table]:
    """One table over all regions, where any has entries."""
    rows = tuple(_entry(region, entry) for region in regions for entry in region.db2_entries)
    if rows:
        yield Table(
            title="Db2 entries",
            columns=_ENTRY_COLUMNS,
            rows=rows,
            note="Counts of the window (SMF 110 subtype 2, DFHD2RDS). Reused is the share of threads "
            "that were reused instead of ended; the offsets of thread limits are not published.",
        )


def _entry(region: Region, entry: Measure) -> tuple[Scalar, ...]:
    reused, ended = connections.REUSED.count(entry), connections.ENDED.count(entry)
    row = entry[connections.WORST_ENTRY]
    return (
        region.label,
        str(entry.key[-1]),
        None if row is None else row["plan"],
        connections.ENTRY_CALLS.count(entry),
        connections.SIGNONS.count(entry),
        reused,
        ended,
        round(100 * reused / (reused + ended), 1) if reused + ended else None,
        connections.ENTRY_WAITS.count(entry),
    )


def by_queue_manager(regions: Iterable[Region]) -> Iterator[Table]:
    """One table over all regions, where any is connected to MQ. CICS may count from when it was connected, so
    that collections do not add up.
    """
    last = ((region, row_of(region.mq_connection, connections.LAST_MQ)) for region in regions)
    rows = tuple(_connection(region, row) for region, row in last if row is not None)
    if rows:
        yield Table(
            title="MQ connections",
            columns=_MQ_COLUMNS,
            rows=rows,
            note="Counts of the last statistics interval (SMF 110 subtype 2, DFHMQGDS). A flow is a "
            "call to the queue manager; one that waited did not complete at once.",
        )


def _connection(region: Region, row: Row) -> tuple[Scalar, ...]:
    calls, flows = int(row["calls"] or 0), int(row["flows"] or 0)
    return (
        region.label,
        row["queue_manager"],
        row["connection"],
        row["tasks"],
        calls,
        calls - int(row["calls_ok"] or 0),
        flows,
        round(100 * (flows - int(row["flows_at_once"] or 0)) / flows, 1) if flows else None,
        row["futile_attempts"],
    )


_FEWEST: Final = 2


def pictures(regions: Sequence[Region]) -> Iterator[Picture]:
    """Of regions whose QR ratio is low in some interval, and of transactions."""
    yield from _of_qr(regions)
    for region in regions:
        yield from of_transactions(region)


def _of_qr(regions: Sequence[Region]) -> Iterator[Picture]:
    """One for each region whose QR ratio is low, where there are several intervals."""
    low = {region.key: region for region in regions if region.lowest_qr_ratio is not None}
    if not low:
        return
    measured = next(iter(low.values())).measured
    modes = dispatcher.MODES
    columns = read(measured.evidence, modes.table, (*modes.by, *modes.columns))
    is_shown = pl.col("mode") == dispatcher.QR, pl.col("ratio").is_not_null(), pl.col("end").is_not_null()

    def add(part: Evidence, to: Gathered) -> None:
        for piece in stretches(part, {modes.table: columns}):
            rows = dispatcher.worked_out(ready(piece[modes.table], measured.owners))
            to.add(rows.filter(*is_shown).select(*OWNER, "end", "ratio"))

    name = spelled("QR ratio", measured.owners.context)
    rows = by_day(measured.evidence, (modes.table,), name, Gathered, add).done()
    rows = rows.unique((*OWNER, "end"), keep="last", maintain_order=True).sort("end")
    for key, region in low.items():
        own = rows.filter(pl.col(OWNER[0]).eq_missing(key[0]), pl.col(OWNER[1]).eq_missing(key[1]))
        if own.height < _FEWEST:
            continue
        yield Picture(
            id=f"cics-{str(region.label).replace(' ', '-').lower()}-qr-ratio",
            title=f"CPU of the time dispatched, QR TCB of {region.label}",
            object=region.within("QR TCB"),
            unit="percent",
            times=tuple(own["end"].to_list()),
            curves=(Curve(label="QR ratio", values=tuple((100 * own["ratio"]).to_list())),),
            thresholds=(Threshold(label="low below", value=100 * region.in_force(QR_RATIO, region.qr_tcb)),),
        )


def demands(every: Sequence[Region]) -> Iterator[Demand]:
    """Active tasks at the peak against MXT, of each region whose transaction manager is there."""
    for region in every:
        limit, row = region.task_limit, region.tasks and region.tasks[tasks.BUSIEST]
        if limit is None or not row:
            continue
        yield Demand(
            object=region.within(tasks.MXT_NAME),
            measure="tasks at the peak",
            unit="tasks",
            value=int(row["peak_active"]),
            limit=int(limit["mxt"]),
            fact=region.fact(tasks.MANAGER_TABLE, "peak_active", row, "active tasks, highest"),
        )
