"""Common virtual storage from RMF virtual storage activity (SMF 78 subtype 2)."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from .drawn import BEGUN, DerivedColumn, RowSource

_AREAS = ("csa", "ecsa", "sqa", "esqa")
_KEYS = 9


def _columns() -> Iterator[tuple[str, DerivedColumn]]:
    yield "extended_private_size", DerivedColumn("extended_private_size")
    for area in _AREAS:
        yield f"{area}_size", DerivedColumn(f"{area}_size")
        yield f"{area}_used_minimum", DerivedColumn(f"{area}_used_minimum")
        yield f"{area}_used_maximum", DerivedColumn(f"{area}_used_maximum")
        average = pl.when(pl.col("samples") > 0).then(pl.col(f"{area}_used_sum") / pl.col("samples"))
        inside = average.clip(pl.col(f"{area}_used_minimum"), pl.col(f"{area}_used_maximum"))
        yield (
            f"{area}_used_average",
            DerivedColumn(f"{area}_used_sum", inside.round(), f"R782{area[-3:].upper()}U / SMF78SAM"),
        )
        yield f"{area}_free_minimum", DerivedColumn(f"{area}_free_minimum")
        yield f"{area}_largest_free", DerivedColumn(f"{area}_largest_free_minimum")
    for area in ("sqa", "esqa"):
        yield f"{area}_expansion", DerivedColumn(f"{area}_expansion_maximum")
    for key in range(_KEYS):
        for area in ("csa", "ecsa"):
            yield f"{area}_key_{key}", DerivedColumn(f"{area}_key_{key}_maximum")


SOURCE = RowSource(
    table="zos_common_storage",
    origin="rmf_common_storage",
    common={"interval_start": BEGUN, "report": pl.lit("SMF 78")},
    columns=dict(_columns()),
)
