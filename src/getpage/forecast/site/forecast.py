"""A forecast for a site: sizes asked for -> reads -> CPU and waits -> response and throughput -> real
storage.

Reads come from each consumer's curve, their price from the work of its subsystem or from what was published,
and response and throughput from a queueing network. What the evidence does not carry is named as missing, not
guessed.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from getpage.forecast import published
from getpage.forecast.change import Wanted, wanted
from getpage.forecast.draws import known
from getpage.forecast.reads import Reads, reads_of
from getpage.forecast.site.figures import figure
from getpage.forecast.site.settings import Settings
from getpage.forecast.site.subsystem import MODEL, Subsystem, weakest
from getpage.result import Table
from getpage.result.forecast import Asked, Figure, FigureName, Forecast

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from getpage.forecast.draws import Floats
    from getpage.systems.interface import Consumer, Work


def forecast_site(
    changes: Iterable[str],
    consumers: Sequence[Consumer],
    work: Sequence[Work],
    *,
    settings: Settings | None = None,
    window: tuple[datetime | None, datetime | None] = (None, None),
    files: Iterable[str] = (),
    tool: str = "",
) -> Forecast:
    """Forecast what changes of size bring together.

    GetpageError for a change that makes no sense; NotEnoughEvidenceError where a consumer has no curve or a
    subsystem no users, with what would supply them.
    """
    settings = settings or Settings()
    asked = wanted(changes, consumers)
    told = [(one, reads_of(one, settings.draws)) for one in asked]
    parts = [Subsystem(list(group), work, settings) for _, group in groupby(_ordered(told), _of)]
    figures = [figure for one, reads in told for figure in _of_consumer(one, reads, settings.level)]
    saved_by_zos: dict[str, list[Floats]] = {}
    for part in parts:
        saved_by_zos.setdefault(part.zos, []).append(part.saved)
    busy = {zos: _busy(saved, settings) for zos, saved in saved_by_zos.items()}
    words, loads, missing, prices = [], [], [], []
    for part in parts:
        figures += part.figures(busy[part.zos])
        words += part.words
        loads += part.loads
        missing += part.missing
        prices.append(part.price)
    figures += [f for zos in saved_by_zos for f in _of_zos(zos, parts, busy[zos], settings)]
    return Forecast(
        source="store",
        level=settings.level,
        figures=tuple(figures),
        assumptions=tuple(dict.fromkeys([*(w for _, reads in told for w in reads.words), *words])),
        asked=tuple(_asked(one) for one in asked),
        prices=tuple(prices),
        loads=tuple(loads),
        missing=tuple(missing),
        changes=tuple(
            c for one in asked if one.size != one.consumer.size for c in one.consumer.change(one.size)
        ),
        tables=_tables(parts),
        window_first=window[0],
        window_last=window[1],
        files=tuple(files),
        tool=tool,
    )


def _of(told: tuple[Wanted, Reads]) -> tuple[str, str, str]:
    consumer = told[0].consumer
    return consumer.zos or "", consumer.system, consumer.subsystem


def _ordered(told: list[tuple[Wanted, Reads]]) -> list[tuple[Wanted, Reads]]:
    return sorted(told, key=_of)


def _asked(one: Wanted) -> Asked:
    return Asked(
        consumer=one.consumer.id,
        wanted=one.text,
        unit=one.consumer.unit,
        size_before=one.consumer.size,
        size_after=one.size,
        storage_bytes=one.storage_bytes,
        curve=one.consumer.curve.basis if one.consumer.curve else "",
        points=tuple((p.size, p.reads, p.low, p.high) for p in one.consumer.curve.points)
        if one.consumer.curve
        else (),
    )


def _of_consumer(one: Wanted, reads: Reads, level: float) -> list[Figure]:
    name, before = one.consumer.id, float(one.consumer.size * one.consumer.unit_bytes)
    storage = Figure(
        subject=name,
        name=str(FigureName.REAL_STORAGE),
        unit="bytes",
        before=known(before, label="storage of the pool before", unit="bytes", level=level),
        after=known(before + one.storage_bytes, label="storage of the pool", unit="bytes", level=level),
        change_percent=known(100 * one.storage_bytes / before, label="change", unit="%", level=level)
        if before
        else None,
        facts=one.consumer.facts,
    )
    facts = one.consumer.curve.facts if one.consumer.curve else ()
    return [
        figure(
            name,
            FigureName.READS,
            reads.after,
            before=reads.before,
            basis=reads.basis,
            level=level,
            facts=facts,
        ),
        figure(name, FigureName.READS_AVOIDED, reads.avoided, basis=reads.basis, level=level),
        storage,
    ]


def _busy(saved: list[Floats], settings: Settings) -> Floats | None:
    """The busy share of the processors after all changes of a z/OS system, at rates as they were."""
    if settings.processors is None or settings.busy_percent is None:
        return None
    total: Floats = np.add.reduce(saved)
    after: Floats = np.maximum(settings.busy_percent / 100 - total / settings.processors, 0.0)
    return after


def _of_zos(zos: str, parts: list[Subsystem], busy: Floats | None, settings: Settings) -> list[Figure]:
    mine = [part for part in parts if part.zos == zos]
    name = f"zos.{zos}" if zos else "zos"
    total = float(sum(one.storage_bytes for part in mine for one, _ in part.told))
    storage = known(total, label="storage taken", unit="bytes", level=settings.level)
    made = [
        Figure(subject=name, name=str(FigureName.REAL_STORAGE), unit="bytes", after=storage),
        figure(
            name,
            FigureName.CPU_SAVED,
            np.add.reduce([part.saved for part in mine]),
            basis=weakest(part.drawn.cpu_basis for part in mine),
            level=settings.level,
        ),
    ]
    if busy is not None and settings.busy_percent is not None:
        at_rate = [part.settled.busy for part in mine if part.settled is not None]
        after = at_rate[0] if len(mine) == 1 and at_rate and at_rate[0] is not None else busy
        made.append(
            figure(
                name,
                FigureName.CPU_BUSY,
                100 * after,
                before=float(settings.busy_percent),
                basis=MODEL,
                level=settings.level,
            )
        )
    return made


def _tables(parts: list[Subsystem]) -> tuple[Table, ...]:
    """What others gained, to compare with."""
    systems = {part.system for part in parts}
    rows = tuple(
        (gain.system, gain.what, f"{gain.low:g} to {gain.high:g} %", gain.of, gain.source)
        for gain in published.GAINS
        if gain.system in systems
    )
    if not rows:
        return ()
    return (
        Table(
            title="What others gained",
            columns=("system", "change", "gain", "of", "source"),
            rows=rows,
            note="Published ranges to compare with; no figure of this forecast is made from them.",
        ),
    )
