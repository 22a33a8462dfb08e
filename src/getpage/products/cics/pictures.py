"""The QR TCB of regions over time: how much of the time dispatched it used CPU. Times are interval ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import polars as pl

from getpage.products.common.passes import read
from getpage.products.common.stretches import stretches
from getpage.result import Curve, Picture, Threshold

from . import dispatcher
from .constants import QR_RATIO_LOW
from .region import Region
from .rows import OWNER, ready

_FEWEST: Final = 2


def pictures(regions: Sequence[Region]) -> Iterator[Picture]:
    """One for each region whose QR ratio is low in some interval, where there are several intervals."""
    low = {region.key: region for region in regions if dispatcher.lowest_ratio(region.qr) is not None}
    if not low:
        return
    measured = next(iter(low.values())).measured
    modes = dispatcher.MODES
    columns = read(measured.evidence, modes.table, (*modes.by, *modes.columns))
    pieces = [
        dispatcher.worked_out(ready(piece[modes.table], measured.owners))
        .filter(pl.col("mode") == dispatcher.QR, pl.col("ratio").is_not_null(), pl.col("end").is_not_null())
        .select(*OWNER, "end", "ratio")
        for piece in stretches(measured.evidence, {modes.table: columns})
    ]
    rows = pl.concat(pieces).unique((*OWNER, "end"), keep="last", maintain_order=True).sort("end")
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
            thresholds=(Threshold(label="low below", value=100 * QR_RATIO_LOW),),
        )
