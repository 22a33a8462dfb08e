"""What disk caches and aliases did (SMF 74 subtype 5, 78 subtype 3): tables only.

A read that misses the cache of the control unit is what a synchronous read of a buffer pool waits longest
for. What the miss takes is not in these records, so nothing is worked out of it.

Reference: IBM z/OS SMF record type 74 subtype 5, cache device data section; record type 78 subtype 3,
HyperPAV data section.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.result import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.evidence import Evidence
    from getpage.result import Scalar

CACHE: Final = "rmf_cache_device"
ALIASES: Final = "rmf_hyperpav"
TABLES: Final = (CACHE, "rmf_cache_subsystem", ALIASES, "rmf_io_queue")

MOST: Final = 10
"""Rows of a table: the volumes with most misses."""

_READS: Final = ("reads", "sequential_reads", "cfw_reads")
_READ_HITS: Final = ("read_hits", "sequential_read_hits", "cfw_read_hits")
_WRITES: Final = ("writes", "sequential_writes", "cfw_writes")
_WRITE_HITS: Final = ("write_hits", "sequential_write_hits", "cfw_write_hits")


def tables(evidence: Evidence) -> Iterator[Table]:
    """The volumes that miss most, and the control units whose I/O waited for an alias."""
    yield from _volumes(evidence)
    yield from _aliases(evidence)


def _volumes(evidence: Evidence) -> Iterator[Table]:
    # Every system reads the same counters of the control unit: each volume is taken as one system has it.
    rows = evidence.scan(CACHE).sort("system").unique(["volume", "device", "interval_start"], keep="first")
    both = (("r", _READS), ("rh", _READ_HITS), ("w", _WRITES), ("wh", _WRITE_HITS))
    sums = [pl.sum_horizontal(names).sum().alias(name) for name, names in both]
    seconds = (pl.col("interval_us").sum() / 1e6).alias("seconds")
    added = rows.group_by("volume", "device", maintain_order=True).agg(
        *sums, seconds, pl.col("dfw_bypassed").sum().alias("bypassed")
    )
    worst = added.filter(pl.col("seconds") > 0, pl.col("r") + pl.col("w") > 0).sort(
        pl.col("r") - pl.col("rh"), "volume", "device", descending=[True, False, False]
    )
    found = worst.head(MOST).collect()
    if found.height:
        yield Table(
            title="Volumes whose reads miss the cache of their control unit most",
            columns=(
                "volume",
                "device",
                "reads/s",
                "read misses/s",
                "% of reads that hit",
                "% of writes that hit",
                "fast writes delayed",
            ),
            rows=tuple(_volume(row) for row in found.iter_rows(named=True)),
            note="Over the window (SMF 74 subtype 5). A read saved is worth most where reads miss.",
        )


def _volume(row: dict[str, float]) -> tuple[Scalar, ...]:
    return (
        row["volume"],
        row["device"],
        round(row["r"] / row["seconds"], 1),
        round((row["r"] - row["rh"]) / row["seconds"], 1),
        round(100 * row["rh"] / row["r"], 1) if row["r"] else None,
        round(100 * row["wh"] / row["w"], 1) if row["w"] else None,
        None if row["bypassed"] is None else round(row["bypassed"]),
    )


def _aliases(evidence: Evidence) -> Iterator[Table]:
    waited = pl.col("no_alias").sum()
    added = (
        evidence.scan(ALIASES)
        .group_by("system", "logical_control_unit", "control_unit", maintain_order=True)
        .agg(waited, pl.col("requests").sum(), pl.col("aliases_high", "queued_high").max())
        .filter(pl.col("no_alias") > 0)
        .sort("no_alias", "system", "logical_control_unit", "control_unit", descending=[True, *[False] * 3])
    )
    found = added.head(MOST).collect()
    if found.height:
        yield Table(
            title="Control units whose I/O waited for an alias",
            columns=(
                "system",
                "logical control unit",
                "control unit",
                "I/O",
                "without an alias",
                "aliases",
                "queued",
            ),
            rows=tuple(
                (
                    row["system"],
                    row["logical_control_unit"],
                    row["control_unit"],
                    round(row["requests"]),
                    round(row["no_alias"]),
                    row["aliases_high"],
                    row["queued_high"],
                )
                for row in found.iter_rows(named=True)
            ),
            note="Over the window (SMF 78 subtype 3); aliases in use and I/O queued at most.",
        )
