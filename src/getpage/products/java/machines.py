"""All Java virtual machines of the evidence: whose rows are whose, in order."""

from __future__ import annotations

from collections import defaultdict

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.products.common.every_row import every_row

from .evidence import name_of
from .jvm import COLLECTIONS, HEAPS, PHASES, Jvm
from .resized import with_sizes


def jvms(evidence: Evidence) -> list[Jvm]:
    """All of them, by system and name."""
    frames = {table: _named(evidence, every_row(evidence, table)) for table in (COLLECTIONS, HEAPS, PHASES)}
    owners = sorted(
        {
            (system or "", name): (system, name)
            for frame in frames.values()
            for system, name in frame.select("system", "jvm").unique().iter_rows()
        }.items()
    )
    machines: list[Jvm] = []
    by_system: dict[str | None, list[Jvm]] = defaultdict(list)
    for _, (system, name) in owners:
        mine = (pl.col("jvm") == name) & pl.col("system").eq_missing(pl.lit(system))
        rows, heaps, phases = (frame.filter(mine) for frame in frames.values())
        if rows.height:
            jvm = Jvm(evidence, system, name, with_sizes(rows, heaps), heaps, phases, by_system[system])
            by_system[system].append(jvm)
            machines.append(jvm)
    return machines


def _named(evidence: Evidence, frame: pl.DataFrame) -> pl.DataFrame:
    """Rows in order, with the virtual machine's name, and with the system where the file says it."""
    names = {file: name_of(evidence.file_name(file)) for file in frame["file"].unique().sort().to_list()}
    systems = frame["file"].replace_strict(
        {file: system for file, (system, _) in names.items()}, default=None, return_dtype=pl.String
    )
    machines = frame["file"].replace_strict(
        {file: name for file, (_, name) in names.items()}, default="", return_dtype=pl.String
    )
    named = frame.with_columns(
        pl.coalesce("system", systems.alias("of_file")).alias("system"), machines.alias("jvm")
    )
    if "uptime_us" not in named.columns:
        return named.sort("written", "file", "record", nulls_last=True)
    # Pieces of a log without dates, whose names need not be in their order (gc.log is after gc.log.0).
    began = pl.col("uptime_us").min().over("file")
    return named.sort("written", began, "file", "record", nulls_last=True)
