"""What becomes of one subsystem: reads, CPU, waits, response, throughput and ITR per unit of its work."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from getpage.contract.curve import COUNTERS, Measure
from getpage.forecast.draws import estimate
from getpage.forecast.site.after_change import AfterChange, Before, after_change
from getpage.forecast.site.figures import figure
from getpage.forecast.site.users import users_of
from getpage.products import registry
from getpage.result import Missing
from getpage.result.forecast import Figure, FigureName, Load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.forecast.draws import Floats
    from getpage.forecast.points.population import Users
    from getpage.forecast.site.subsystem import SubsystemDraws
    from getpage.forecast.site.volume import Volume

MODEL = "queueing model"
AS_IT_WAS = "as it was"
#: Of a product that does not say how its work comes to be counted.
_WORK = "counts of the work that was done, its CPU and elapsed time, by interval"


@dataclass(slots=True)
class Outcome:
    """Figures and what they rest on. `busy` is the busy share of the processors after the change."""

    figures: list[Figure] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    loads: list[Load] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)
    busy: Floats | None = None


def outcome(part: SubsystemDraws, busy_saved: Floats | None) -> Outcome:
    """Everything of one subsystem; `busy_saved` is the busy share that all changes on its processors save."""
    volume, made = part.volume, Outcome()
    made.figures += _saved(part)
    made.words += [*part.drawn.cpu_words, *part.drawn.wait_words] if part.drawn else []
    made.words += part.cautions
    if volume is None:
        question = "What is it per unit of work, and what of response and throughput?"
        made.missing.append(_missing(part, question))
        return made
    made.words.append(
        f"the work of {part.id} stays as it was over {len(volume.work)} interval"
        f"{'s' * (len(volume.work) != 1)}: {volume.rate:,.4g} {volume.unit}s per second"
    )
    if COUNTERS in part.bases:
        made.words.append("with bounds alone, no saving is the best guess that can be proved")
    made.figures += _per_unit(part, volume)
    if volume.response is None:
        made.missing.append(_missing(part, "What is the response time afterwards?"))
        _itr_of_cpu(part, volume, made)
    else:
        _response(part, volume, volume.response, busy_saved, made)
    return made


def _saved(part: SubsystemDraws) -> Iterator[Figure]:
    """What all changes save a second of what their curves tell."""
    saved = (
        (Measure.READS, FigureName.READS_AVOIDED, part.avoided),
        (Measure.CPU, FigureName.CPU_SAVED, part.cpu_saved),
        (Measure.WAIT, FigureName.WAIT_SAVED, part.unwaited),
    )
    for measure, name, draws in saved:
        if draws is not None:
            yield figure(part.id, name, draws, basis=part.basis_of(measure), level=part.settings.level)


def _per_unit(part: SubsystemDraws, volume: Volume) -> Iterator[Figure]:
    """Reads, CPU and waits a unit of work, as far as work and curves tell them."""
    level = part.settings.level
    if volume.reads is not None and part.avoided is not None:
        reads = part.now("reads", volume.reads)
        yield figure(
            part.id,
            FigureName.READS_PER_UNIT,
            np.maximum(reads - part.avoided / volume.rate, 0.0),
            before=volume.reads,
            paired=reads,
            basis=part.basis_of(Measure.READS),
            level=level,
            unit=f"/{volume.unit}",
        )
    if volume.cpu is not None and part.cpu_saved is not None:
        cpu = part.now("cpu_seconds", volume.cpu)
        yield figure(
            part.id,
            FigureName.CPU_PER_UNIT,
            np.maximum(cpu - part.cpu_saved / volume.rate, 0.0),
            before=volume.cpu,
            paired=cpu,
            basis=part.basis_of(Measure.CPU),
            level=level,
        )
    if part.reads_unwaited is not None:
        yield _read_wait(part, volume, part.per_unit(part.reads_unwaited))
    if part.unwaited is not None:
        basis = part.basis_of(Measure.WAIT)
        saved = part.per_unit(part.unwaited)
        yield figure(part.id, FigureName.WAIT_SAVED_PER_UNIT, saved, basis=basis, level=level)


def _read_wait(part: SubsystemDraws, volume: Volume, saved: Floats) -> Figure:
    """The wait for reads that is left; what is avoided of it where the whole was not measured."""
    assert part.drawn is not None
    basis, level = part.drawn.wait_basis, part.settings.level
    if volume.wait is None:
        return figure(part.id, FigureName.WAIT_AVOIDED, saved, basis=basis, level=level)
    wait = part.now("read_seconds", volume.wait)
    return figure(
        part.id,
        FigureName.WAIT_PER_UNIT,
        np.maximum(wait - saved, 0.0),
        before=volume.wait,
        paired=wait,
        basis=basis,
        level=level,
    )


def _response(
    part: SubsystemDraws, volume: Volume, response: float, busy_saved: Floats | None, made: Outcome
) -> None:
    settings, level = part.settings, part.settings.level
    users = users_of(volume, settings)
    cpu = np.zeros_like(part.saved) if volume.cpu is None else part.now("cpu_seconds", volume.cpu)
    busy = None
    if busy_saved is not None and settings.processors and settings.busy_percent is not None:
        more = volume.rate * (cpu - (volume.cpu or 0.0)) / settings.processors
        busy = np.clip(settings.busy_percent / 100 + more, 0.0, 0.999)
    before = Before(
        rate=volume.rate,
        response=part.now("elapsed_seconds", response),
        wait=np.maximum(volume.wait or 0.0, part.wait_saved),
        cpu=cpu,
        busy=busy,
    )
    nothing = np.zeros_like(cpu)
    base = after_change(
        before, cpu_saved=nothing, wait_saved=nothing, busy_saved=nothing, users=users,
        processors=settings.processors,
    )  # fmt: skip
    after = after_change(
        before, cpu_saved=part.saved / volume.rate, wait_saved=part.wait_saved,
        busy_saved=nothing if busy_saved is None else busy_saved, users=users, processors=settings.processors,
    )  # fmt: skip
    made.busy = after.busy
    made.figures += [
        figure(
            part.id,
            FigureName.RESPONSE,
            after.response,
            before=response,
            paired=base.response,
            basis=MODEL if busy is not None else part.basis_of(Measure.WAIT) or part.basis_of(Measure.CPU),
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
    _itr(part, volume, base, after, made)
    _say_load(part, users, busy is not None, made)


def _itr(part: SubsystemDraws, volume: Volume, base: AfterChange, after: AfterChange, made: Outcome) -> None:
    """Units a second of all processors busy."""
    percent = part.settings.busy_percent
    if after.busy is None or base.busy is None or not percent:
        _itr_of_cpu(part, volume, made)
        return
    made.figures.append(
        figure(
            part.id,
            FigureName.ITR,
            after.rate / np.maximum(after.busy, 1e-9),
            before=100 * volume.rate / percent,
            paired=base.rate / np.maximum(base.busy, 1e-9),
            basis=part.basis_of(Measure.CPU) or AS_IT_WAS,
            level=part.settings.level,
        )
    )


def _itr_of_cpu(part: SubsystemDraws, volume: Volume, made: Outcome) -> None:
    """Units a second of a processor that is busy with nothing else, where the processors are not told."""
    if not volume.cpu:
        return
    cpu = part.now("cpu_seconds", volume.cpu)
    made.figures.append(
        figure(
            part.id,
            FigureName.ITR,
            1 / np.maximum(cpu - part.saved / volume.rate, 1e-3 * volume.cpu),
            before=1 / volume.cpu,
            paired=1 / cpu,
            basis=part.basis_of(Measure.CPU) or AS_IT_WAS,
            level=part.settings.level,
            unit="/CPU s",
        )
    )


def _say_load(part: SubsystemDraws, users: Users | None, queueing: bool, made: Outcome) -> None:
    settings, level = part.settings, part.settings.level
    if not queueing:
        made.words.append(
            "waiting for processors is as before: how many there are and how busy is not told (--processors, "
            "--busy)"
        )
    if users is None:
        made.words.append(
            f"work of {part.id} arrives at the rate as it did: throughput stays, response falls "
            "(--load closed with --think for users who wait)"
        )
        made.loads.append(
            Load(
                subject=part.id,
                kind="open",
                basis="the rate of the intervals",
                processors=settings.processors,
                busy_percent=settings.busy_percent,
            )
        )
        return
    made.words.append(
        f"{users.population[0]:,.1f} users of {part.id} think {users.think[0]:.3g} s: {users.basis}"
    )
    made.loads.append(
        Load(
            subject=part.id,
            kind="closed",
            basis=users.basis,
            processors=settings.processors,
            busy_percent=settings.busy_percent,
            population=estimate(users.population, label="users", unit="", basis=users.basis, level=level),
            think_seconds=estimate(users.think, label="think time", unit="s", basis=users.basis, level=level),
        )
    )


def _missing(part: SubsystemDraws, question: str) -> Missing:
    supply = registry.named(part.id.product).supply.work or _WORK
    return Missing(subsystem=str(part.id), question=question, supply=supply)
