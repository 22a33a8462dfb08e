"""The figures of one subsystem: reads, CPU and waits per unit, response, throughput and ITR."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace

import numpy as np

from getpage.contract.curve import COUNTERS, CostMeasure
from getpage.core import numbers
from getpage.core.memoized import memoized
from getpage.core.names import Subject
from getpage.forecast.draws import Floats, estimate, known
from getpage.forecast.scalability import Users
from getpage.forecast.site.after_change import (
    AfterChange,
    Before,
    QueueDraws,
    Saved,
    after_change,
    queue_draws,
    remaining,
)
from getpage.forecast.site.disks import elasticity
from getpage.forecast.site.hours import OTHERS
from getpage.forecast.site.other_work import meets_others, of_others, reads_with_time
from getpage.forecast.site.subsystem import SubsystemDraws
from getpage.forecast.site.users import arrivals, users_of
from getpage.forecast.site.volume import Volume
from getpage.products import registry
from getpage.result import Fact, Missing
from getpage.result.forecast import ArrivalModel, Figure, FigureName

UNITS = {
    FigureName.READS: "/s",
    FigureName.READS_AVOIDED: "/s",
    FigureName.READS_PER_UNIT: "",
    FigureName.WAIT_PER_UNIT: "s",
    FigureName.WAIT_AVOIDED: "s",
    FigureName.WAIT: "s/s",
    FigureName.WAIT_SAVED: "s/s",
    FigureName.WAIT_SAVED_PER_UNIT: "s",
    FigureName.CPU: "s/s",
    FigureName.CPU_PER_UNIT: "s",
    FigureName.CPU_SAVED: "s/s",
    FigureName.RESPONSE: "s",
    FigureName.ETR: "/s",
    FigureName.ITR: "/s",
    FigureName.CPU_BUSY: "%",
    FigureName.REAL_STORAGE: "bytes",
}


def figure(
    subject: Subject,
    name: FigureName,
    after: Floats,
    *,
    basis: str,
    level: float,
    before: Floats | float | None = None,
    paired: Floats | None = None,
    unit: str | None = None,
    facts: tuple[Fact, ...] = (),
) -> Figure:
    """A figure of a subject. `before` is a number where it was measured, draws where it is uncertain too.

    The change is against `paired`, draws of before in the same hours, or against `before`.
    """
    unit_of_figure = unit if unit is not None else UNITS[name]
    start, against = None, paired
    if isinstance(before, float):
        start = known(before, label=f"{name} before", unit=unit_of_figure, level=level)
        against = np.full_like(after, before) if against is None else against
    elif before is not None:
        start = estimate(before, label=f"{name} before", unit=unit_of_figure, basis=basis, level=level)
        against = before if against is None else against
    change = None
    if against is not None and (against > 0).all():
        percent = 100 * (after / against - 1)
        change = estimate(percent, label=f"{name}, change", unit="%", basis=basis, level=level)
    return Figure(
        subject=subject,
        name=str(name),
        unit=unit_of_figure,
        after=estimate(after, label=str(name), unit=unit_of_figure, basis=basis, level=level),
        before=start,
        change_percent=change,
        facts=facts,
    )


MODEL = "queueing model"
AS_IT_WAS = "as it was"
QUEUES = (
    "a read avoided also saves a wait for a processor after it, and some of what is neither reads nor CPU; "
    "how much is not measured: the intervals of response and throughput include it"
)
#: Of a product that does not say how its work comes to be counted.
_WORK = "counts of the work that was done, its CPU and elapsed time, by interval"


@dataclass(slots=True)
class SubsystemOutcome:
    """Figures, assumptions and what is missing.

    `busy` is the busy share of the processors after the change; None where they are not known. `busy_shift`
    is how much busier these hours are than those of the evidence, without the change. `rate_ratio` is the
    rate to that before; `reads_ratio` and `cpu_ratio` are reads and CPU per unit to those at the rate before.
    """

    figures: list[Figure] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    loads: list[ArrivalModel] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)
    busy: Floats | None = None
    busy_shift: Floats | None = None
    rate_ratio: Floats | float = 1.0
    reads_ratio: Floats | float = 1.0
    cpu_ratio: Floats | float = 1.0


def outcome(part: SubsystemDraws, busy_saved: Floats | None) -> SubsystemOutcome:
    """All of one subsystem. `busy_saved` is the busy share that all changes on its processors save
    together.
    """
    volume, result = part.volume, SubsystemOutcome()
    result.figures += _saved(part)
    result.words += [*part.words_of(CostMeasure.CPU), *part.words_of(CostMeasure.WAIT)]
    result.words += part.cautions
    if volume is None:
        question = "What does it save per unit of work, and how do response and throughput change?"
        result.missing.append(_missing(part, question))
        return result
    result.words.append(
        f"the work of {part.id} stays as it was over {numbers.counted(len(volume.work), 'interval')}: "
        f"{volume.rate:,.4g} {volume.unit}{'s' * (volume.unit[-1] != 's')} per second"
    )
    if COUNTERS in part.bases:
        result.words.append("with bounds alone, no saving is the best guess that can be proved")
    place = len(result.figures)
    if volume.response is None:
        if part.reads_unwaited is not None:
            saved = part.per_unit(part.reads_unwaited)
            left = remaining(_reading(part, volume, None), saved)
            result.figures.append(_read_wait(part, volume, left, saved))
        result.missing.append(_missing(part, "What is the response time afterwards?"))
        _itr_of_cpu(part, volume, result)
    else:
        _response(part, volume, volume.response, busy_saved, result)
    result.figures[place:place] = _per_unit(part, volume, result)
    return result


def _saved(part: SubsystemDraws) -> Iterator[Figure]:
    """What all changes save per second, of each measure that their curves have."""
    saved = (
        (CostMeasure.READS, FigureName.READS_AVOIDED, part.avoided),
        (CostMeasure.CPU, FigureName.CPU_SAVED, part.cpu_saved),
        (CostMeasure.WAIT, FigureName.WAIT_SAVED, part.all_unwaited),
    )
    for measure, name, draws in saved:
        if draws is not None:
            yield figure(part.id, name, draws, basis=part.basis_of(measure), level=part.settings.level)


def _per_unit(part: SubsystemDraws, volume: Volume, result: SubsystemOutcome) -> Iterator[Figure]:
    """Reads, CPU and waits per unit of work, as far as work and curves show them."""
    level = part.settings.level
    if volume.reads is not None and part.avoided is not None:
        reads = part.now("reads", volume.reads)
        yield figure(
            part.id,
            FigureName.READS_PER_UNIT,
            np.maximum(reads - part.avoided / part.rate, 0.0) * result.reads_ratio,
            before=volume.reads,
            paired=reads,
            basis=part.basis_of(CostMeasure.READS),
            level=level,
            unit=f"/{volume.unit}",
        )
    if volume.cpu is not None and part.cpu_saved is not None:
        cpu = part.now("cpu_seconds", volume.cpu)
        yield figure(
            part.id,
            FigureName.CPU_PER_UNIT,
            np.maximum(cpu - part.cpu_saved / part.rate, 0.0) * result.cpu_ratio,
            before=volume.cpu,
            paired=cpu,
            basis=part.basis_of(CostMeasure.CPU),
            level=level,
        )
    if part.unwaited is not None:
        basis = part.basis_of(CostMeasure.WAIT)
        saved = part.per_unit(part.unwaited)
        yield figure(part.id, FigureName.WAIT_SAVED_PER_UNIT, saved, basis=basis, level=level)


def _read_wait(part: SubsystemDraws, volume: Volume, left: Floats, saved: Floats) -> Figure:
    """The wait for reads per unit that is left; what is avoided of it where the whole was not measured."""
    assert part.drawn is not None
    basis, level = part.drawn.wait_basis, part.settings.level
    if volume.wait is None:
        return figure(part.id, FigureName.WAIT_AVOIDED, saved, basis=basis, level=level)
    return figure(
        part.id,
        FigureName.WAIT_PER_UNIT,
        left,
        before=volume.wait,
        paired=part.now("read_seconds", volume.wait),
        basis=basis,
        level=level,
    )


def _reading(part: SubsystemDraws, volume: Volume, response: Floats | None) -> Floats:
    """Seconds per unit that reads wait at the present size, measured or by their price."""
    if volume.wait is not None:
        wait = part.now("read_seconds", volume.wait)
    elif volume.reads is not None and part.drawn is not None:
        wait = part.now("reads", volume.reads) * part.drawn.wait
    else:
        wait = np.zeros_like(part.rate)
    wait = np.maximum(wait, part.wait_saved)
    return wait if response is None else np.minimum(wait, 0.98 * response)


def _avoided(part: SubsystemDraws, volume: Volume) -> Floats:
    """The share of all reads that is avoided; negative where some are added."""
    if part.avoided is None or not volume.reads:
        return np.zeros_like(part.rate)
    return np.asarray(part.avoided / (part.rate * part.now("reads", volume.reads)))


def _response(
    part: SubsystemDraws, volume: Volume, response: float, busy_saved: Floats | None, result: SubsystemOutcome
) -> None:
    settings, level = part.settings, part.settings.level
    now = part.now("elapsed_seconds", response)
    cpu = np.zeros_like(part.rate) if volume.cpu is None else part.now("cpu_seconds", volume.cpu)
    busy = _busy(part, volume, cpu)
    users = users_of(volume, settings, part.rate, now)
    waits = None if users is None else ((volume.wait or 0.0) / (response + users.think)).tobytes()
    elastic, queue_words = elasticity(volume.work, settings.draws, str(part.id), waits)
    before = Before(
        rate=part.rate, response=now, wait=_reading(part, volume, now), cpu=cpu, busy=busy, elastic=elastic,
        queues=queue_draws(settings.draws, str(part.id), volume.reads),
    )  # fmt: skip
    nothing = np.zeros_like(cpu)
    c = settings.processors
    base = _unchanged(volume, _Present(before, users, c))
    saved = Saved(
        cpu=part.saved / part.rate,
        wait=part.wait_saved,
        reads=_avoided(part, volume),
        busy=nothing if busy_saved is None else busy_saved,
    )
    after = after_change(before, saved, users=users, processors=c)
    after = meets_others(part, volume, base, after, users, saved)
    result.rate_ratio = rate_ratio = after.rate / np.maximum(base.rate, 1e-300)
    others = of_others(part, volume, rate_ratio, "reads")
    result.reads_ratio = reads_with_time(part, rate_ratio) * others
    result.cpu_ratio = of_others(part, volume, rate_ratio, "cpu_seconds")
    if after.busy is not None and c is not None:
        more = after.rate * np.maximum(cpu - saved.cpu, 0.0) * (result.cpu_ratio - 1) / c
        after = replace(after, busy=np.clip(after.busy + more, 0.0, 1.0))
    result.busy = after.busy
    if busy is not None and settings.busy_percent is not None:
        result.busy_shift = busy - settings.busy_percent / 100
    if part.reads_unwaited is not None:
        saved_wait = part.per_unit(part.reads_unwaited)
        result.figures.append(_read_wait(part, volume, after.wait * others, saved_wait))
    if part.avoided is not None:
        result.words += [queue_words, QUEUES]
    result.figures += [
        figure(
            part.id,
            FigureName.RESPONSE,
            after.response,
            before=response,
            paired=base.response,
            basis=MODEL
            if busy is not None
            else part.basis_of(CostMeasure.WAIT) or part.basis_of(CostMeasure.CPU),
            level=level,
        ),
        figure(
            part.id,
            FigureName.ETR,
            after.rate,
            before=volume.rate,
            paired=base.rate,
            basis=MODEL if users is not None else AS_IT_WAS,
            level=level,
        ),
    ]
    _itr(part, volume, base, after, result)
    words, load = arrivals(part, users, queueing=busy is not None)
    result.words += words
    result.loads.append(load)


class _Present:
    """A subsystem before its changes, equal to another where all their draws are."""

    def __init__(self, before: Before, users: Users | None, processors: int | None) -> None:
        """`users` and `processors` as `after_change` has them."""
        self.before, self.users, self.processors = before, users, processors
        drawn: list[Before | QueueDraws | Users] = [before, before.queues]
        drawn += [] if users is None else [users]
        arrays = (getattr(of, field.name) for of in drawn for field in fields(of))
        self._content = (processors, *(each.tobytes() for each in arrays if isinstance(each, np.ndarray)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Present) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content[:2])


@memoized(4)
def _unchanged(_: Volume, present: _Present) -> AfterChange:
    """What a change is compared with. It is the same for all sizes of a knob, unless one saves more than the
    wait that is known.
    """
    nothing = np.zeros_like(present.before.cpu)
    saved = Saved(cpu=nothing, wait=nothing, reads=nothing, busy=nothing)
    return after_change(present.before, saved, users=present.users, processors=present.processors)


def _busy(part: SubsystemDraws, volume: Volume, cpu: Floats) -> Floats | None:
    """The busy share of the processors in these hours; None where they are not known."""
    settings = part.settings
    if not settings.processors or settings.busy_percent is None:
        return None
    own = volume.rate * (volume.cpu or 0.0) / settings.processors
    others = max(settings.busy_percent / 100 - own, 0.0) * part.hours.ratio(OTHERS)
    return np.clip(others + part.rate * cpu / settings.processors, 0.0, 0.999)


def _itr(
    part: SubsystemDraws, volume: Volume, base: AfterChange, after: AfterChange, result: SubsystemOutcome
) -> None:
    """ITR: units per second with all processors busy."""
    percent = part.settings.busy_percent
    if after.busy is None or base.busy is None or not percent:
        _itr_of_cpu(part, volume, result)
        return
    result.figures.append(
        figure(
            part.id,
            FigureName.ITR,
            after.rate / np.maximum(after.busy, 1e-9),
            before=100 * volume.rate / percent,
            paired=base.rate / np.maximum(base.busy, 1e-9),
            basis=part.basis_of(CostMeasure.CPU) or AS_IT_WAS,
            level=part.settings.level,
        )
    )


def _itr_of_cpu(part: SubsystemDraws, volume: Volume, result: SubsystemOutcome) -> None:
    """ITR where the processors are not known: units per CPU second."""
    if not volume.cpu:
        return
    cpu = part.now("cpu_seconds", volume.cpu)
    result.figures.append(
        figure(
            part.id,
            FigureName.ITR,
            1 / np.maximum(cpu - part.saved / part.rate, 1e-3 * volume.cpu),
            before=1 / volume.cpu,
            paired=1 / cpu,
            basis=part.basis_of(CostMeasure.CPU) or AS_IT_WAS,
            level=part.settings.level,
            unit="/CPU s",
        )
    )


def _missing(part: SubsystemDraws, question: str) -> Missing:
    supply = registry.named(part.id.product).supply.work or _WORK
    return Missing(subsystem=str(part.id), question=question, supply=supply)
