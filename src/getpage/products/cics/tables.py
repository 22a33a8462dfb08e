"""Transactions of each region as a table: how many tasks, their response, CPU, and what they waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.result import Table

from . import transactions, waits
from .definitions import definitions, switches_each
from .entries import by_entry, by_queue_manager
from .exceptions import by_resource
from .groups import by_application, by_region
from .percentiles import SHARES, places
from .rows import OWNER
from .user_fields import by_user

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from getpage.contract.measures import Key, Measure
    from getpage.core.numbers import Scalar

    from .region import Region

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
            (one for one in region.transactions if one[transactions.TASKS]),
            key=lambda one: (-float(one[transactions.RESPONSE] or 0), str(one.key[-1])),
        )
        if not every:
            continue
        if spread is None:
            spread = places(region.measured.responses, (*OWNER, "transaction"))
        left = f" {len(every) - MOST} more are left out." if len(every) > MOST else ""
        if without := max(int(one[transactions.KEPT_OUT] or 0) for one in every):
            left += f" Fields of a task without a column of their own: {without}."
        yield Table(
            title=f"Transactions of {region.label}",
            columns=_COLUMNS,
            rows=tuple(_row(one, spread) for one in every[:MOST]),
            note="Averages of a task over the window, those first whose tasks took longest in all (SMF 110 "
            f"subtype 1).{left}",
        )
        yield _where(region, every[:MOST])
        yield from definitions(region)
    if spread is not None:
        yield from by_region(regions[0].measured)
        yield from by_application(regions[0].measured)
        yield from by_user(regions[0].measured)
    if regions:
        yield from by_resource(regions[0].measured)
        yield from by_entry(regions)
        yield from by_queue_manager(regions)


def _where(region: Region, every: Sequence[Measure]) -> Table:
    """Where the time of the same transactions went; waits that none of them had are left out."""
    order = [
        name
        for first in waits.PARTS
        for name in (first, *(waits.BESIDE if first == "first dispatch" else ()))
    ]
    shown = [name for name in order if any(one[transactions.WAITED[name]] for one in every)]
    return Table(
        title=f"Where the time of transactions of {region.label} went",
        columns=(
            *("transaction", "tasks", "response (ms)", "CPU (ms)", "dispatched without CPU (ms)"),
            *(f"{name} (ms)" for name in (*shown, waits.OTHER)),
        ),
        rows=tuple(_parts(one, shown) for one in every),
        note="Averages of a task over the window. Waits do not overlap, but for MXT and TCLASS, which are "
        "parts of the first dispatch, and redispatch on QR, which follows another wait; other waits are what "
        "is left of the response (SMF 110 subtype 1).",
    )


def _parts(one: Measure, shown: Sequence[str]) -> tuple[Scalar, ...]:
    tasks = int(one[transactions.TASKS])

    def each(seconds: float | None) -> float:
        return round(1000 * max(float(seconds or 0), 0.0) / tasks, 4)

    cpu, dispatched = one[transactions.CPU] or 0, one[transactions.DISPATCHED] or 0
    told = sum(one[transactions.WAITED[name]] or 0 for name in waits.PARTS)
    return (
        str(one.key[-1]),
        tasks,
        *map(each, (one[transactions.RESPONSE], cpu, dispatched - cpu)),
        *(each(one[transactions.WAITED[name]]) for name in shown),
        each((one[transactions.RESPONSE] or 0) - dispatched - told),
    )


def _row(one: Measure, spread: Mapping[Key, tuple[float, ...]]) -> tuple[Scalar, ...]:
    tasks = int(one[transactions.TASKS])

    def each(seconds: float | None) -> float:
        return round(1000 * float(seconds or 0) / tasks, 4)

    shares = spread.get(one.key, (None,) * len(SHARES))
    longest = one[transactions.LONGEST]
    return (
        str(one.key[-1]),
        tasks,
        each(one[transactions.RESPONSE]),
        *(None if share is None else round(share, 4) for share in shares),
        None if longest is None else round(float(longest) / 1000, 4),
        *map(each, (one[transactions.CPU], one[transactions.QR_CPU])),
        *map(each, (one[transactions.KEY8_CPU], one[transactions.KEY9_CPU])),
        round(switches_each(one), 1),
        *map(each, (one[transactions.SWITCH_WAIT], one[transactions.MXT_WAIT], one[transactions.CLASS_WAIT])),
    )
