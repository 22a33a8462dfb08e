"""A forecast for a site: sizes asked for -> what they cost -> CPU and waits -> response and throughput ->
real storage.

Cost comes from each knob's curve; where that is reads, their price comes from the work of its subsystem or
from what was published. Response and throughput come from a queueing network. What the evidence does not
carry is named as missing, not guessed.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from getpage.contract.curve import Measure, size_costs
from getpage.contract.knob import REAL_STORAGE
from getpage.contract.work import AllWork
from getpage.forecast.draws import known
from getpage.forecast.intervals import Intervals
from getpage.forecast.settings import ForecastSettings
from getpage.forecast.site.figures import figure
from getpage.forecast.site.hours import hours_like, same_hours
from getpage.forecast.site.outcome import MODEL, SubsystemOutcome, outcome
from getpage.forecast.site.processors import with_measured
from getpage.forecast.site.subsystem import SubsystemDraws, weakest
from getpage.forecast.site.volume import volume_of
from getpage.products import registry
from getpage.result import Table
from getpage.result.forecast import Figure, FigureName, Forecast, RequestedSize
from getpage.result.trust import unproven

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from getpage.contract.price import Gain
    from getpage.contract.storage import Processors
    from getpage.contract.work import Work
    from getpage.core.names import Image, Subsystem
    from getpage.forecast.change import SizeRequest
    from getpage.forecast.cost import SizeCost
    from getpage.forecast.draws import Floats
    from getpage.result.forecast import Price


#: What a knob costs, and what another size saves of it.
_NAMES = {
    Measure.READS: (FigureName.READS, FigureName.READS_AVOIDED),
    Measure.CPU: (FigureName.CPU, FigureName.CPU_SAVED),
    Measure.WAIT: (FigureName.WAIT, FigureName.WAIT_SAVED),
}


def forecast_site(
    requests: Sequence[SizeRequest],
    work: Sequence[Work],
    *,
    processors: Sequence[Processors] = (),
    settings: ForecastSettings | None = None,
    window: tuple[datetime | None, datetime | None] = (None, None),
    files: Iterable[str] = (),
    tool: str = "",
) -> Forecast:
    """Forecast what changes of size bring together.

    `processors` are those that RMF measured; `settings` go before them.
    NotEnoughEvidenceError where a knob has no curve or a
    subsystem no users, with what would supply them.
    """
    settings = settings or ForecastSettings()
    of_image = {one.knob.image: with_measured(settings, one.knob.image, processors) for one in requests}
    groups = [list(group) for _, group in groupby(sorted(requests, key=_place), _of)]
    every = AllWork.together([work])
    kinds: list[list[SubsystemDraws]] = [[], []]
    for group in groups:
        done = Intervals.of(every.of(group[0].knob.subsystem))
        volume = volume_of(done)
        image = group[0].knob.image
        given, _ = of_image[image]
        busy = [one for one in processors if one.image == image]
        like = hours_like(volume, busy, given, str(group[0].knob.subsystem))
        for kind, hours in zip(kinds, (same_hours(given.draws), like), strict=True):
            kind.append(SubsystemDraws(group, done, volume, given, hours))
    parts = kinds[0]
    (outcomes, same), (_, others) = (_run(kind, of_image, settings.level) for kind in kinds)
    figures = tuple(_both(*pair) for pair in zip(same, others, strict=True))
    prices = tuple(part.price for part in parts if part.price)
    costs = [cost for part in parts for _, cost in part.changes]
    return Forecast(
        source="store",
        level=settings.level,
        figures=figures,
        assumptions=tuple(
            dict.fromkeys(
                [
                    *(word for _, word in of_image.values() if word),
                    *(w for cost in costs for w in cost.words),
                    *(w for one in outcomes for w in one.words),
                    *(part.hours.note for part in kinds[1] if part.hours.note),
                    *_doubts(figures, prices),
                ]
            )
        ),
        asked=tuple(_asked(one) for one in requests),
        prices=prices,
        loads=tuple(load for one in outcomes for load in one.loads),
        missing=tuple(m for one in outcomes for m in one.missing),
        changes=tuple(c for one in requests if one.size != one.knob.size for c in one.knob.change(one.size)),
        tables=_tables(parts),
        window_first=window[0],
        window_last=window[1],
        files=tuple(files),
        tool=tool,
    )


def _run(
    parts: list[SubsystemDraws], of_image: Mapping[Image, tuple[ForecastSettings, str]], level: float
) -> tuple[list[SubsystemOutcome], list[Figure]]:
    """All figures of one kind of hours."""
    saved_by_image: dict[Image, list[Floats]] = {}
    for part in parts:
        saved_by_image.setdefault(part.image, []).append(part.saved)
    saved = {image: _busy_saved(every, of_image[image][0]) for image, every in saved_by_image.items()}
    outcomes = [outcome(part, saved[part.image]) for part in parts]
    figures = [
        figure
        for part, made in zip(parts, outcomes, strict=True)
        for one, cost in part.changes
        for figure in _of_knob(one, cost, level, made.rate_ratio * made.reads_ratio)
    ]
    for made in outcomes:
        figures += made.figures
    for image in saved_by_image:
        mine = [(part, one) for part, one in zip(parts, outcomes, strict=True) if part.image == image]
        figures += _of_whole(image, mine, saved[image], of_image[image][0])
    return outcomes, figures


def _both(same: Figure, like: Figure) -> Figure:
    """A figure of hours like those of the evidence, with that of the same hours; what another size changes is
    told of the same hours, which is surer.
    """
    return replace(like, same_hours=same.after, before=same.before, change_percent=same.change_percent)


def _of(one: SizeRequest) -> tuple[Image, Subsystem]:
    return one.knob.image, one.knob.subsystem


def _place(one: SizeRequest) -> tuple[str, str, str]:
    return one.knob.image.name, one.knob.product, str(one.knob.subsystem)


def _asked(one: SizeRequest) -> RequestedSize:
    return RequestedSize(
        knob=one.knob.id,
        wanted=one.text or f"{one.knob.id}={one.size}",
        unit=one.knob.unit,
        size_before=one.knob.size,
        size_after=one.size,
        storage_bytes=one.storage_bytes,
        curve=one.knob.curve.basis if one.knob.curve else "",
        costs=size_costs(one.knob.curve) if one.knob.curve else None,
    )


def _of_knob(one: SizeRequest, cost: SizeCost, level: float, rate_ratio: Floats | float) -> list[Figure]:
    """What a knob costs a second; users who wait less come back sooner, and then ask `faster` times."""
    name, before = one.knob.id, float(one.knob.size * one.knob.unit_bytes)
    storage = Figure(
        subject=name,
        name=one.knob.storage,
        unit="bytes",
        before=known(before, label="storage of the pool before", unit="bytes", level=level),
        after=known(before + one.storage_bytes, label="storage of the pool", unit="bytes", level=level),
        change_percent=known(100 * one.storage_bytes / before, label="change", unit="%", level=level)
        if before
        else None,
        facts=one.knob.facts,
    )
    facts = one.knob.curve.facts if one.knob.curve else ()
    made = []
    for measure, of in cost.of.items():
        spent, saved = _NAMES[measure]
        made += [
            figure(
                name,
                spent,
                of.after * rate_ratio,
                before=of.before,
                basis=cost.basis,
                level=level,
                facts=facts,
            ),
            figure(name, saved, of.saved, basis=cost.basis, level=level),
        ]
    return [*made, storage]


def _busy_saved(saved: list[Floats], settings: ForecastSettings) -> Floats | None:
    """The busy share of the processors that all changes of a z/OS system save, at rates as they were."""
    if settings.processors is None or settings.busy_percent is None:
        return None
    total: Floats = np.add.reduce(saved)
    return total / settings.processors


def _of_whole(
    image: Image,
    parts: list[tuple[SubsystemDraws, SubsystemOutcome]],
    saved: Floats | None,
    settings: ForecastSettings,
) -> list[Figure]:
    name, level = image, settings.level
    taken = [one for part, _ in parts for one, _ in part.changes if one.knob.storage == REAL_STORAGE]
    total = float(sum(one.storage_bytes for one in taken))
    storage = known(total, label="storage taken", unit="bytes", level=level)
    made = [Figure(subject=name, name=str(FigureName.REAL_STORAGE), unit="bytes", after=storage)]
    telling = [part for part, _ in parts if part.cpu_saved is not None]
    if telling:
        cpu = np.add.reduce([part.saved for part in telling])
        basis = weakest(part.basis_of(Measure.CPU) for part in telling)
        made.append(figure(name, FigureName.CPU_SAVED, cpu, basis=basis, level=level))
    if saved is not None and settings.busy_percent is not None:
        alone = parts[0][1].busy if len(parts) == 1 else None
        now = settings.busy_percent / 100 + sum(
            one.busy_shift for _, one in parts if one.busy_shift is not None
        )
        after = np.clip(now - saved, 0.0, 1.0) if alone is None else alone
        before = float(settings.busy_percent)
        made.append(figure(name, FigureName.CPU_BUSY, 100 * after, before=before, basis=MODEL, level=level))
    return made


def _tables(parts: list[SubsystemDraws]) -> tuple[Table, ...]:
    """What others gained, to compare with."""
    products = sorted({part.id.product for part in parts})
    rows = tuple(
        (product, gain.what, f"{_range(gain)} %", gain.of, gain.source)
        for product in products
        for gain in registry.named(product).gains
    )
    if not rows:
        return ()
    return (
        Table(
            title="What others gained",
            columns=("product", "change", "gain", "of", "source"),
            rows=rows,
            note="Published ranges to compare with; no figure of this forecast is made from them.",
        ),
    )


def _range(gain: Gain) -> str:
    """Its two ends, or the one figure that was published."""
    return f"{gain.low:g}" if gain.low == gain.high else f"{gain.low:g} to {gain.high:g}"


def _doubts(figures: Iterable[Figure], prices: Iterable[Price]) -> list[str]:
    """What of the evidence behind a forecast has a place that is not proven."""
    of_figures = [fact for figure in figures for fact in figure.facts]
    doubt = unproven([*of_figures, *(fact for price in prices for fact in price.facts)])
    return [doubt] if doubt else []
