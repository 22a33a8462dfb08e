"""Where the time of transactions went, by region, transaction and quarter of an hour, for a proof to compare.

Parts are CPU, what of the time dispatched was none, and waits that do not overlap: the waits of a resource
manager (RMI) and for redispatch hold or are held by others, and are left out. Of CPU it is told how much was
on QR and on open TCBs, which a program that is made threadsafe moves.

Reference: IBM CICS TS documentation, "Transaction wait (suspend) times".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import polars as pl

from getpage.contract.work import ClassTime
from getpage.products.common.passes import read
from getpage.products.common.stretches import stretches

from . import transactions
from .region import Region
from .rows import OWNER, ready
from .transactions import PARTS

_KIND: Final = "transaction"
#: CPU by TCB, as far as it is of tasks' programs.
_TCBS: Final = {"CPU on QR": ("qr_cpu_us",), "CPU on open TCBs": ("key8_cpu_us", "key9_cpu_us")}
_COLUMNS: Final = (
    *("transaction", "tasks", "response_us", "cpu_us", "dispatch_us"),
    *(column for columns in _TCBS.values() for column in columns),
    *(column for columns in PARTS.values() for column in columns),
)
_KEY: Final = [*OWNER, "transaction", "start"]


def class_times(regions: Iterable[Region]) -> Iterator[ClassTime]:
    """Each transaction of each region in order of time."""
    by_key = {region.key: region for region in regions}
    if not by_key:
        return
    measured = next(iter(by_key.values())).measured
    wanted = read(measured.evidence, transactions.TABLE, (*OWNER, *_COLUMNS))
    pieces = [
        _added(ready(piece[transactions.TABLE], measured.owners))
        for piece in stretches(measured.evidence, {transactions.TABLE: wanted})
    ]
    for row in _added(pl.concat(pieces)).sort(_KEY).iter_rows(named=True):
        region = by_key.get((row["system"], row["region"]))
        if region is None or not row["tasks"]:
            continue
        cpu = row["cpu_us"] / 1e6
        parts = {name: sum(row[column] for column in columns) / 1e6 for name, columns in PARTS.items()}
        yield ClassTime(
            subsystem=region.id,
            kind=_KIND,
            name=row["transaction"] or "",
            units=float(row["tasks"]),
            elapsed=row["response_us"] / 1e6,
            parts={"CPU": cpu, "dispatched without CPU": max(row["dispatch_us"] / 1e6 - cpu, 0.0)}
            | {name: seconds for name, seconds in parts.items() if seconds},
            within={name: sum(row[column] for column in columns) / 1e6 for name, columns in _TCBS.items()},
            start=row["start"],
        )


def _added(rows: pl.DataFrame) -> pl.DataFrame:
    there = [name for name in _COLUMNS if name != "transaction"]
    ordered = rows.sort("file", "record", maintain_order=True) if "file" in rows.columns else rows
    return ordered.group_by(_KEY, maintain_order=True).agg(
        pl.col(there).cast(pl.Float64).fill_null(0.0).sum()
    )
