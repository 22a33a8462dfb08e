"""A system over time: what was free, and demand paging. Times are the ends of the intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.core.units import PAGE
from getpage.products.common.fold import OBJECT, Objects
from getpage.products.common.owners import SYSTEM
from getpage.products.common.series import SeriesFold
from getpage.products.common.subsystem import row_of
from getpage.result import Curve, Picture, Threshold
from getpage.result.trust import unproven

from .free import AVERAGE, MINIMUM
from .measured import FIRST_END, FIRST_TOLD, LAST_END, TIMED
from .rows import STORAGE
from .thresholds import DEMAND_PAGING_FINE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .system import ZosSystem

FEWEST_INTERVALS = 2  # one point is no picture
_RATE: Final = "demand_page_rate"
_VALUES: Final = (AVERAGE, MINIMUM, _RATE)


def pictures(systems: Sequence[ZosSystem]) -> Iterator[Picture]:
    """The two pictures of each, where there are intervals."""
    if not systems:
        return
    measured = systems[0].measured
    objects = Objects((SYSTEM,))
    series = SeriesFold(
        _VALUES,
        rows=max((one[TIMED] for one in measured.storage), default=0),
        objects=len(systems),
        window=(
            min((end for one in measured.storage if (end := one[FIRST_END])), default=None),
            max((end for one in measured.storage if (end := one[LAST_END])), default=None),
        ),
        lowest=(AVERAGE, MINIMUM),
    )
    for piece in measured.rows(STORAGE, _VALUES):
        series.add(
            objects.numbered(piece.drop_nulls("end")).select(
                OBJECT, "start", "end", "file", "record", *_VALUES
            )
        )
    lines = series.done().partition_by(OBJECT, as_dict=True)
    known = {} if objects.known is None else dict(objects.known.rows())
    for system in systems:
        line = lines.get((known.get(system.name),))
        if line is not None and line.height >= FEWEST_INTERVALS:
            yield from _of_system(system, line, series)


def _of_system(system: ZosSystem, line: pl.DataFrame, series: SeriesFold) -> Iterator[Picture]:
    name = system.label.replace(" ", "-").lower()
    free = [("free on average", AVERAGE), ("free at minimum", MINIMUM)]
    known = [(label, column) for label, column in free if line[column].drop_nulls().len()]
    if known:
        yield Picture(
            id=f"zos-{name}-free",
            title=f"Real storage free, {system.label}",
            object=system.object,
            unit="bytes",
            times=tuple(line["end"].to_list()),
            curves=tuple(
                Curve(label=label, values=tuple((line[column].cast(pl.Float64) * PAGE).to_list()))
                for label, column in known
            ),
            thresholds=(Threshold(label="reserve for a dump", value=float(system.reserve)),)
            if system.reserve
            else (),
            note=f"{_note(system, known)}{series.note_of('lowest')}".strip(),
        )
    rates = line[_RATE]
    if (rates.max() or 0) != 0:
        yield Picture(
            id=f"zos-{name}-demand-paging",
            title=f"Demand paging, {system.label}",
            object=system.object,
            unit="pages/s",
            times=tuple(line["end"].to_list()),
            curves=(Curve(label="demand paging", values=tuple(rates.to_list())),),
            thresholds=(Threshold(label="worth a look", value=DEMAND_PAGING_FINE),),
            note=series.note.strip(),
        )


def _note(system: ZosSystem, known: list[tuple[str, str]]) -> str:
    """What the curves are not: minima, or of fields that are proven."""
    average = len(known) == 1 and known[0][1] == AVERAGE
    facts = [
        system.fact(STORAGE, column, row)
        for _, column in known
        if (row := row_of(system.storage, FIRST_TOLD[column])) is not None
    ]
    only = "Averages: the minimum is not in the evidence." if average else ""
    return f"{only} {unproven(facts)}".strip()
