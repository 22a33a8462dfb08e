"""Common virtual storage from RMF virtual storage activity (SMF 78 subtype 2), and from paging activity (SMF
71) what is above 2 GB.

SMF 71 tells a total of high common and of high shared storage without saying whether that is the size of the
area. z/OS rounds both sizes to 2 GiB at least, and they stay from IPL to IPL: a total that is the same all
through the interval and a multiple of 2 GiB is taken for the size, and nothing else is.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from getpage.core.units import GIB, PAGE

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


def _size_of(name: str) -> pl.Expr:
    """The size of an area in bytes, where the total of SMF 71 can be nothing else."""
    least, most = pl.col(f"{name}_minimum"), pl.col(f"{name}_maximum")
    is_size = (most > 0) & (least == most) & (most % (2 * GIB // PAGE) == 0)
    return pl.when(is_size).then(most * PAGE).round()


HIGH_STORAGE = RowSource(
    table="zos_high_storage",
    origin="rmf_paging",
    common={"interval_start": BEGUN, "report": pl.lit("SMF 71")},
    columns={
        "hvcommon_size": DerivedColumn("high_common_maximum", _size_of("high_common"), "SMF71C1X * 4096"),
        "hvcommon_used_maximum": DerivedColumn(
            "high_common_used_maximum", pl.col("high_common_used_maximum") * PAGE, "SMF71CPX * 4096"
        ),
        "hvshare_size": DerivedColumn("high_shared_maximum", _size_of("high_shared"), "SMF71S1X * 4096"),
        "hvshare_used_maximum": DerivedColumn("shared_objects_bytes_high"),
    },
)
