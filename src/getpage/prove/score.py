"""A forecast against what came: which figures fell inside their intervals."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from getpage.contract.curve import CostMeasure, Rate
from getpage.contract.knob import Knob
from getpage.core.names import KnobId, Subject, find
from getpage.prove.printed import estimate
from getpage.result import Estimate
from getpage.result.forecast import Figure, FigureName, Forecast
from getpage.result.prove import GIVEN, INSIDE, NOT_MADE, NOT_MEASURED, OUTSIDE, Difference, Proof, Score
from getpage.runs import Span

#: Columns of tables of runs under the names that figures have.
_COLUMNS = {
    FigureName.ETR: "etr",
    FigureName.ITR: "itr",
    FigureName.RESPONSE: "response_s",
    FigureName.CPU_BUSY: "cpu_percent",
    FigureName.READS: "sync_reads_per_s",
}

#: Figures of a knob: the measure of its curve and the unit of each.
_MEASURES: dict[str, tuple[CostMeasure, str]] = {
    FigureName.READS: (CostMeasure.READS, "/s"),
    FigureName.READS_AVOIDED: (CostMeasure.READS, "/s"),
    FigureName.CPU: (CostMeasure.CPU, "s/s"),
    FigureName.CPU_SAVED: (CostMeasure.CPU, "s/s"),
    FigureName.WAIT: (CostMeasure.WAIT, "s/s"),
    FigureName.WAIT_SAVED: (CostMeasure.WAIT, "s/s"),
}
#: Measures of the cost itself, not of a saving.
_SPENT = {FigureName.READS, FigureName.CPU, FigureName.WAIT}

#: Sizes that differ by less are the same: products round.
_SAME_SIZE = 0.01


def scores(
    forecast: Forecast,
    proof: Proof,
    before: Iterable[Knob] = (),
    after: Iterable[Knob] = (),
) -> tuple[Score, ...]:
    """Every figure of the forecast with the actual value of the same subject, name and unit.

    `before` and `after` are the knobs (pools) that were seen on either side.
    """
    old, new = ({knob.id: knob for knob in side} for side in (before, after))
    subjects = _subjects_in(forecast, proof, new)
    processors = {load.subject: load.processors for load in forecast.loads}
    not_made = _other_sizes(forecast, subjects, new)
    scored = []
    for figure in forecast.figures:
        subject, name = subjects[figure.subject], figure.name
        actual = _actual(figure, subject, proof)
        if actual is None and isinstance(subject, KnobId) and subject in new:
            actual = _of_knob(name, old.get(subject), new[subject])
        if actual is None:
            actual = _of_run(name, subject, proof, processors.get(figure.subject))
        score = _score(figure, actual)
        if subject in not_made:
            score = replace(score, outcome=NOT_MADE, note=not_made[subject])
        scored.append(score)
    return tuple(scored)


def _subjects_in(forecast: Forecast, proof: Proof, knobs: Collection[KnobId]) -> dict[Subject, Subject]:
    """The subjects of a forecast as those of the proof: a forecast read from a file has them as text."""
    known = [*knobs, *(difference.subject for difference in proof.differences)]
    known += [whole for knob in knobs for whole in (knob.subsystem, knob.image)]
    return {
        subject: (find(subject, known) or subject) if isinstance(subject, str) else subject
        for subject in (
            *(figure.subject for figure in forecast.figures),
            *(request.knob for request in forecast.asked),
        )
    }


def _other_sizes(
    forecast: Forecast, subjects: Mapping[Subject, Subject], after: Mapping[KnobId, Knob]
) -> dict[Subject, str]:
    """Subjects whose figures follow from a size that a knob was not given, each with the reason."""
    reasons: dict[Subject, str] = {}
    for request in forecast.asked:
        name = subjects[request.knob]
        knob = after.get(name) if isinstance(name, KnobId) else None
        if knob is None or abs(knob.size - request.size_after) <= _SAME_SIZE * request.size_after:
            continue
        why = f"{knob.id} has {knob.size:,} {knob.unit}, not the {request.size_after:,} of the forecast"
        for subject in (knob.id, knob.subsystem, knob.image):
            reasons.setdefault(subject, why)
    return reasons


def _score(figure: Figure, actual: Estimate | None) -> Score:
    note = ""
    if actual is not None and not _in_one_unit(figure, actual):
        note = f"measured in {actual.unit or 'no unit'}, forecast in {figure.unit or 'no unit'}"
        actual = None
    is_given = figure.after.low == figure.after.high
    is_inside = actual is not None and figure.after.low <= actual.value <= figure.after.high
    if (
        actual is not None
        and not is_inside
        and actual.low <= figure.after.high
        and figure.after.low <= actual.high
    ):
        note = "outside, but the noise of the measured value reaches into the interval"
    outcome = INSIDE if is_inside else OUTSIDE
    if is_given:
        outcome = GIVEN
    elif actual is None:
        outcome = NOT_MEASURED
    return Score(
        subject=figure.subject,
        name=figure.name,
        unit=figure.unit,
        forecast=figure.after,
        outcome=outcome,
        actual=actual,
        note=note,
    )


def _actual(figure: Figure, subject: Subject, proof: Proof) -> Estimate | None:
    """The measured value of a figure, from a difference or several; None where none has it."""
    difference = proof.difference(subject, figure.name)
    if difference is not None:
        return difference.after
    if figure.name == FigureName.READS_AVOIDED:
        reads = proof.difference(subject, FigureName.READS)
        return None if reads is None else _decrease(reads, 1.0, figure.name)
    if figure.name == FigureName.WAIT_AVOIDED:
        wait = proof.difference(subject, FigureName.WAIT_PER_UNIT)
        return None if wait is None else _decrease(wait, 1.0, figure.name)
    if figure.name == FigureName.CPU_SAVED:
        cpu = proof.difference(subject, FigureName.CPU_PER_UNIT)
        rate = proof.difference(subject, FigureName.ETR)
        if cpu is not None and rate is not None:
            return _decrease(cpu, rate.after.value, figure.name, figure.unit)
    return None


def _decrease(difference: Difference, times: float, label: str, unit: str | None = None) -> Estimate:
    """Before minus after, times a rate."""
    change = difference.difference
    return Estimate(
        label=label,
        unit=change.unit if unit is None else unit,
        value=0.0 - change.value * times,  # never -0
        low=0.0 - change.high * times,
        high=0.0 - change.low * times,
        level=change.level,
        basis=change.basis,
    )


def _of_knob(name: str, before: Knob | None, after: Knob) -> Estimate | None:
    """What a knob costs and holds at its present size; None where its curve does not have the measure."""
    if name == FigureName.REAL_STORAGE:
        held = float(after.size * after.unit_bytes)
        return Estimate(label=name, unit="bytes", value=held, low=held, high=held, basis="measured")
    measure, unit = _MEASURES.get(name, (None, ""))
    now = _present(after, measure) if measure else None
    if now is None or after.curve is None:
        return None
    basis = after.curve.basis
    if name in _SPENT:
        return Estimate(label=name, unit=unit, value=now.value, low=now.low, high=now.high, basis=basis)
    earlier = _present(before, measure) if before and measure else None
    if earlier is None:
        return None
    ends = earlier.value - now.value, earlier.low - now.high, earlier.high - now.low
    return Estimate(label=name, unit=unit, value=ends[0], low=ends[1], high=ends[2], basis=basis)


def _present(knob: Knob, measure: CostMeasure) -> Rate | None:
    """What the present size costs per second, by the curve of the knob; None where it has no such curve."""
    curve = knob.curve
    rates = curve.rates.get(measure) if curve else None
    place = curve.place_of(knob.size) if curve else None
    return None if rates is None or place is None else rates.at(place)


def _of_run(name: str, label: Subject, proof: Proof, processors: int | None) -> Estimate | None:
    """A figure of a run of a table, from its column or the two columns that it follows from."""
    if name in _COLUMNS:
        difference = proof.difference(label, _COLUMNS[FigureName(name)])
        return None if difference is None else difference.after
    rate = proof.difference(label, "etr")
    if name == FigureName.READS_PER_UNIT:
        return _over(proof.difference(label, "sync_reads_per_s"), rate, 1.0, name, "")
    if name == FigureName.CPU_PER_UNIT and processors:
        return _over(proof.difference(label, "cpu_percent"), rate, processors / 100, name, "s")
    return None


def _over(
    above: Difference | None, below: Difference | None, times: float, label: str, unit: str
) -> Estimate | None:
    if above is None or below is None:
        return None
    spans = [Span(d.after.value, d.after.low, d.after.high) for d in (above, below)]
    ratio = spans[0].scaled(times).over(spans[1])
    return None if ratio is None else estimate(ratio, label, unit)


def _in_one_unit(figure: Figure, actual: Estimate) -> bool:
    """Whether both are in the same unit; reads for each unit of work are a count, whatever it is called."""
    return figure.name == FigureName.READS_PER_UNIT or figure.unit == actual.unit
