"""A forecast for a site: sizes asked for -> what they cost -> CPU and waits -> response and throughput ->
real storage.

Cost comes from each knob's curve; where that is reads, their price comes from the work of its subsystem or
from what was published. Response and throughput come from a queueing network. What the evidence does not
carry is named as missing, not guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby

import numpy as np

from getpage.contract.curve import CostMeasure, size_costs
from getpage.contract.price import PublishedGain
from getpage.contract.storage import Processors
from getpage.contract.work import AllWork, Work
from getpage.core.names import Image, Subsystem
from getpage.forecast.change import SizeRequest
from getpage.forecast.cost import SizeCost
from getpage.forecast.draws import Floats, known
from getpage.forecast.intervals import intervals_of
from getpage.forecast.settings import ForecastSettings
from getpage.forecast.site.hours import hours_like, same_hours
from getpage.forecast.site.outcome import MODEL, SubsystemOutcome, figure, outcome
from getpage.forecast.site.processors import with_measured
from getpage.forecast.site.subsystem import SubsystemDraws, weakest
from getpage.forecast.site.volume import Volume, volume_of
from getpage.products import registry
from getpage.result import REAL_STORAGE, Table
from getpage.result.forecast import Figure, FigureName, Forecast, Price, RequestedSize
from getpage.result.trust import unproven

#: What a knob costs, and what another size saves of it.
_NAMES = {
    CostMeasure.READS: (FigureName.READS, FigureName.READS_AVOIDED),
    CostMeasure.CPU: (FigureName.CPU, FigureName.CPU_SAVED),
    CostMeasure.WAIT: (FigureName.WAIT, FigureName.WAIT_SAVED),
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

    `processors` are those that RMF measured; `settings` override them. NotEnoughEvidenceError where a knob
    has no curve or a closed load no users, with what would supply them.
    """
    settings = settings or ForecastSettings()
    groups = [list(group) for _, group in groupby(sorted(requests, key=_place), _group_of)]
    every = AllWork.together([work])
    worked = [intervals_of(every, group[0].knob.subsystem) for group in groups]
    volumes = [volume_of(intervals) for intervals in worked]
    on_image: dict[Image, list[Volume]] = {request.knob.image: [] for request in requests}
    for group, volume in zip(groups, volumes, strict=True):
        on_image[group[0].knob.image] += [] if volume is None else [volume]
    of_image = {image: with_measured(settings, image, processors, on_image[image]) for image in on_image}
    kinds: list[list[SubsystemDraws]] = [[], []]
    for group, intervals, volume in zip(groups, worked, volumes, strict=True):
        image = group[0].knob.image
        given, _ = of_image[image]
        busy = [interval for interval in processors if interval.image == image]
        like = hours_like(volume, busy, given, str(group[0].knob.subsystem))
        for kind, hours in zip(kinds, (same_hours(given.draws), like), strict=True):
            kind.append(SubsystemDraws(group, intervals, volume, given, hours))
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
                    *(word for cost in costs for word in cost.words),
                    *(word for result in outcomes for word in result.words),
                    *(part.hours.note for part in kinds[1] if part.hours.note),
                    *_doubts(figures, prices),
                ]
            )
        ),
        asked=tuple(map(_requested, requests)),
        prices=prices,
        loads=tuple(load for result in outcomes for load in result.loads),
        missing=tuple(lack for result in outcomes for lack in result.missing),
        changes=tuple(
            change
            for request in requests
            if request.size != request.knob.size
            for change in request.knob.change(request.size)
        ),
        tables=_tables(parts),
        window_first=window[0],
        window_last=window[1],
        files=tuple(files),
        tool=tool,
    )


def _run(
    parts: list[SubsystemDraws], of_image: Mapping[Image, tuple[ForecastSettings, str]], level: float
) -> tuple[list[SubsystemOutcome], list[Figure]]:
    """The outcomes and all figures of one kind of hours."""
    saved_by_image: dict[Image, list[Floats]] = {}
    for part in parts:
        saved_by_image.setdefault(part.image, []).append(part.saved)
    saved = {image: _busy_saved(every, of_image[image][0]) for image, every in saved_by_image.items()}
    outcomes = [outcome(part, saved[part.image]) for part in parts]
    figures = [
        figure
        for part, result in zip(parts, outcomes, strict=True)
        for request, cost in part.changes
        for figure in _of_knob(request, cost, level, result.rate_ratio * result.reads_ratio)
    ]
    for result in outcomes:
        figures += result.figures
    for image in saved_by_image:
        mine = [(part, result) for part, result in zip(parts, outcomes, strict=True) if part.image == image]
        figures += _of_whole(image, mine, saved[image], of_image[image][0])
    return outcomes, figures


def _both(same: Figure, like: Figure) -> Figure:
    """A figure of hours like these, with that of the same hours; the change is that of the same hours, which
    is surer.
    """
    return replace(like, same_hours=same.after, before=same.before, change_percent=same.change_percent)


def _group_of(request: SizeRequest) -> tuple[Image, Subsystem]:
    return request.knob.image, request.knob.subsystem


def _place(request: SizeRequest) -> tuple[str, str, str]:
    return request.knob.image.name, request.knob.product, str(request.knob.subsystem)


def _requested(request: SizeRequest) -> RequestedSize:
    return RequestedSize(
        knob=request.knob.id,
        wanted=request.text or f"{request.knob.id}={request.size}",
        unit=request.knob.unit,
        size_before=request.knob.size,
        size_after=request.size,
        storage_bytes=request.storage_bytes,
        curve=request.knob.curve.basis if request.knob.curve else "",
        costs=size_costs(request.knob.curve) if request.knob.curve else None,
        setting=request.knob.setting,
    )


def _of_knob(request: SizeRequest, cost: SizeCost, level: float, rate_ratio: Floats | float) -> list[Figure]:
    """What a knob costs a second; users who wait less come back sooner, and then ask `faster` times."""
    name, before = request.knob.id, float(request.knob.size * request.knob.unit_bytes)
    storage = Figure(
        subject=name,
        name=request.knob.storage,
        unit="bytes",
        before=known(before, label="storage of the pool before", unit="bytes", level=level),
        after=known(before + request.storage_bytes, label="storage of the pool", unit="bytes", level=level),
        change_percent=known(100 * request.storage_bytes / before, label="change", unit="%", level=level)
        if before
        else None,
        facts=request.knob.facts,
    )
    facts = request.knob.curve.facts if request.knob.curve else ()
    figures = []
    for measure, of in cost.of.items():
        spent, saved = _NAMES[measure]
        figures += [
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
    return [*figures, storage]


def _busy_saved(saved: list[Floats], settings: ForecastSettings) -> Floats | None:
    """The busy share that all changes of a z/OS system save at present rates; None without processors."""
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
    taken = [
        request for part, _ in parts for request, _ in part.changes if request.knob.storage == REAL_STORAGE
    ]
    total = float(sum(request.storage_bytes for request in taken))
    storage = known(total, label="storage taken", unit="bytes", level=level)
    figures = [Figure(subject=name, name=str(FigureName.REAL_STORAGE), unit="bytes", after=storage)]
    telling = [part for part, _ in parts if part.cpu_saved is not None]
    if telling:
        cpu = np.add.reduce([part.saved for part in telling])
        basis = weakest(part.basis_of(CostMeasure.CPU) for part in telling)
        figures.append(figure(name, FigureName.CPU_SAVED, cpu, basis=basis, level=level))
    if saved is not None and settings.busy_percent is not None:
        alone = parts[0][1].busy if len(parts) == 1 else None
        now = settings.busy_percent / 100 + sum(
            request.busy_shift for _, request in parts if request.busy_shift is not None
        )
        after = np.clip(now - saved, 0.0, 1.0) if alone is None else alone
        before = float(settings.busy_percent)
        figures.append(
            figure(name, FigureName.CPU_BUSY, 100 * after, before=before, basis=MODEL, level=level)
        )
    return figures


def _tables(parts: list[SubsystemDraws]) -> tuple[Table, ...]:
    """Published gains, to compare with."""
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
            note="Published ranges for comparison; no figure of this forecast uses them.",
        ),
    )


def _range(gain: PublishedGain) -> str:
    """Both ends of a published range, or its only figure."""
    return f"{gain.low:g}" if gain.low == gain.high else f"{gain.low:g} to {gain.high:g}"


def _doubts(figures: Iterable[Figure], prices: Iterable[Price]) -> list[str]:
    """A sentence on fields behind the figures whose layout is not proven; empty without any."""
    of_figures = [fact for figure in figures for fact in figure.facts]
    doubt = unproven([*of_figures, *(fact for price in prices for fact in price.facts)])
    return [doubt] if doubt else []
