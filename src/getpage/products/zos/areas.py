"""Tables and pictures of page data sets and common storage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import polars as pl

from getpage.core import wording
from getpage.core.units import PAGE
from getpage.products.zos.common_storage import USERS, Area
from getpage.products.zos.system import ZosSystem
from getpage.products.zos.thresholds import COMMON_USED
from getpage.result import Curve, Picture, Scalar, Table, Threshold

#: One point is no picture; more than this are thinned to the highest of neighbors.
_FEWEST: Final = 2
_MOST: Final = 720
_KEYS: Final = range(9)


def tables(systems: Sequence[ZosSystem]) -> Iterator[Table]:
    """Page data sets, and common storage by area and key, of all systems."""
    sets = [_data_set(system, row) for system in systems for row in system.paging_space.latest]
    if sets:
        yield Table(
            title="Page data sets and storage class memory",
            columns=(
                *("system", "type", "data set", "volume", "status", "size", "in use", "% in use"),
                *("pages moved", "ms per page"),
            ),
            rows=tuple(sets),
            note="The last interval or reply of each. Local data sets and SCM together must stay under "
            "70 % in use (IRA200E); PLPA and COMMON are apart.",
        )
    areas = [_area(system, area) for system in systems for area in system.common_storage.areas]
    if areas:
        yield Table(
            title="Common storage at its fullest",
            columns=(
                "system",
                "area",
                "size",
                "in use",
                "% in use",
                "largest free block",
                "largest storage key",
                "of it",
            ),
            rows=tuple(areas),
            note="Of CSA the storage key tells whose it is in part: 0 z/OS, 1 JES, 5 data management, "
            "6 VTAM, 7 IMS, Db2 and MQ, 8-15 programs. Sizes are virtual storage.",
        )


def _data_set(system: ZosSystem, row: dict[str, object]) -> tuple[Scalar, ...]:
    slots, used, percent = row["slots"], row["slots_used_maximum"], row["used_percent"]
    share = 100 * used / slots if slots and used is not None else percent  # type: ignore[operator]
    seconds = row["transfer_seconds"]
    return (
        system.label,
        str(row["type"]),
        row["data_set"] or "",  # type: ignore[return-value]
        row["volume"] or "",
        "taken away" if row["taken_away"] else row["status"] or "",
        wording.size(int(slots) * PAGE) if slots else None,  # type: ignore[call-overload]
        wording.size(int(used) * PAGE) if used is not None else None,  # type: ignore[call-overload]
        None if share is None else round(float(share), 1),  # type: ignore[arg-type]
        row["pages_transferred"],
        None if seconds is None else round(1000 * float(seconds), 1),  # type: ignore[arg-type]
    )


def _area(system: ZosSystem, area: Area) -> tuple[Scalar, ...]:
    free = area.largest_free
    keys = (
        {key: area.row.get(f"{area.name}_key_{key}") or 0 for key in _KEYS}
        if area.name.endswith("csa")
        else {}
    )
    key = max(keys, key=keys.__getitem__, default=None)
    known = key is not None and keys[key]
    return (
        system.label,
        area.label,
        wording.size(area.size),
        wording.size(area.used),
        round(100 * area.share, 1),
        None if free is None else wording.size(int(free)),
        f"{'8-15' if key == 8 else key} ({USERS[key]})" if known and key in USERS else key if known else None,
        wording.size(int(keys[key])) if known and key is not None else None,
    )


def pictures(systems: Sequence[ZosSystem]) -> Iterator[Picture]:
    """Slots in use, and each area of common storage, over time."""
    for system in systems:
        name = system.label.replace(" ", "-").lower()
        slots = _thinned(
            system.paging_space.over_time.drop_nulls(("end", "used", "total")), ("used", "total")
        )
        if slots.height >= _FEWEST:
            limit = system.paging_space.limit * float(slots["total"][-1]) * PAGE
            yield Picture(
                id=f"zos-{name}-page-slots",
                title=f"Page slots in use, {system.label}",
                object=system.object,
                unit="bytes",
                times=tuple(slots["end"].to_list()),
                curves=(Curve(label="in use", values=tuple((slots["used"] * PAGE).to_list())),),
                thresholds=(Threshold(label="shortage (IRA200E)", value=limit),),
                note="Local page data sets and storage class memory together.",
            )
        for area in system.common_storage.areas:
            column = f"{area.name}_used_maximum"
            line = _thinned(system.common_storage.rows_of(area).drop_nulls(("end", column)), (column,))
            if line.height < _FEWEST:
                continue
            part = system.within_itself(area.label)
            yield Picture(
                id=f"zos-{name}-{area.name}",
                title=f"{area.label} in use, {system.label}",
                object=part,
                unit="bytes",
                times=tuple(line["end"].to_list()),
                curves=(Curve(label="in use", values=tuple(line[column].cast(pl.Float64).to_list())),),
                thresholds=(
                    Threshold(label="worth a look", value=system.in_force(COMMON_USED, part) * area.size),
                    Threshold(label="full", value=float(area.size)),
                ),
                note="",
            )


def _thinned(frame: pl.DataFrame, values: Sequence[str]) -> pl.DataFrame:
    """The highest of neighboring points, where there are more than a picture has."""
    step = -(-frame.height // _MOST)
    if step <= 1:
        return frame
    near = frame.with_row_index("place").group_by(pl.col("place") // step, maintain_order=True)
    return near.agg(pl.col("end").last(), pl.col(values).max())
