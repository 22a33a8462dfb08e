"""Page data sets and storage class memory, from RMF page data set activity (SMF 75)."""

from __future__ import annotations

import polars as pl

from .drawn import BEGUN, DerivedColumn, RowSource

_TYPE = (
    pl.when("storage_class_memory")
    .then(pl.lit("SCM"))
    .when("plpa")
    .then(pl.lit("PLPA"))
    .when("common")
    .then(pl.lit("COMMON"))
    .otherwise(pl.lit("LOCAL"))
)
_SAMPLED = pl.when(pl.col("samples") > 0).then(pl.col("samples_in_use") / pl.col("samples"))
_BUSY_SECONDS = _SAMPLED * pl.col("interval_us") / 1e6
_TRANSFER = pl.when(pl.col("pages_transferred") > 0).then(_BUSY_SECONDS / pl.col("pages_transferred"))

SOURCE = RowSource(
    table="zos_page_data_set",
    origin="rmf_page_data_set",
    common={"interval_start": BEGUN, "report": pl.lit("SMF 75")},
    columns={
        "type": DerivedColumn("local", _TYPE, "SMF75PST, SMF75FL2"),
        "data_set": DerivedColumn("data_set"),
        "volume": DerivedColumn("volume"),
        "device": DerivedColumn("device"),
        "status": DerivedColumn(
            "unusable", pl.when("unusable").then(pl.lit("BAD")).otherwise(pl.lit("OK")), "SMF75PST"
        ),
        "taken_away": DerivedColumn("taken_away"),
        "slots": DerivedColumn("slots"),
        "slots_used_minimum": DerivedColumn("slots_minimum"),
        "slots_used_maximum": DerivedColumn("slots_maximum"),
        "slots_bad": DerivedColumn("slots_bad"),
        "pages_transferred": DerivedColumn("pages_transferred"),
        "transfer_seconds": DerivedColumn(
            "samples_in_use", _TRANSFER, "SMF75USE / SMF75SAM * SMF75INT / SMF75PGX"
        ),
    },
)
