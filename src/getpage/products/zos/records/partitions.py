"""Central storage of each logical partition from RMF processor activity (SMF 70.1)."""

from __future__ import annotations

import polars as pl

from getpage.core.units import MIB

from .drawn import Drawn, Source

#: The machine's own use of processors, which has no storage.
_MACHINE = "PHYSICAL"

SOURCE = Source(
    table="zos_partition",
    origin="rmf_partition",
    where=pl.col("partition") != _MACHINE,
    common={"report": pl.lit("SMF 70")},
    columns={
        "partition": Drawn("partition"),
        "operating_system": Drawn("operating_system"),
        "online_bytes": Drawn("online_mb", pl.col("online_mb").cast(pl.UInt64) * MIB, "SMF70CSF"),
    },
)
