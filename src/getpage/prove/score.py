"""A forecast against what came: which figures fell inside their intervals."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.contract.curve import Measure
from getpage.core.names import KnobId, Subject, find
from getpage.prove.spans import estimate
from getpage.result import Estimate
from getpage.result.forecast import FigureName
from getpage.result.prove import GIVEN, INSIDE, NOT_MADE, NOT_MEASURED, OUTSIDE, Score
from getpage.runs import Span

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from getpage.contract.curve import Rate
    from getpage.contract.knob import Knob
    from getpage.result.forecast import Figure, Forecast
    from getpage.result.prove import Difference, Proof

#: Columns of tables of runs under the names that figures have.
_COLUMNS = {
    FigureName.ETR: "etr",
    FigureName.ITR: "itr",
    FigureName.RESPONSE: "response_s",
    FigureName.CPU_BUSY: "cpu_percent",
    FigureName.READS: "sync_reads_per_s",
}

#: Figures of a knob: the measure of its curve and the unit of each.
_MEASURES: dict[str, tuple[Measure, str]] = {
    FigureName.READS: (Measure.READS, "/s"),
    FigureName.READS_AVOIDED: (Measure.READS, "/s"),
    FigureName.CPU: (Measure.CPU, "s/s"),
    FigureName.CPU_SAVED: (Measure.CPU, "s/s"),
    FigureName.WAIT: (Measure.WAIT, "waited s/s"),
    FigureName.WAIT_SAVED: (Measure.WAIT, "waited s/s"),
}
#: Those that are what it costs, and not by how much less than before.
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
    meant = _meant(forecast, proof, new)
    processors = {load.subject: load.processors for load in forecast.loads}
    other = _other_sizes(forecast, meant, new)
    found = []
    for figure in forecast.figures:
        of, name = meant[figure.subject], figure.name
        actual = _actual(figure, of, proof)
        if actual is None and isinstance(of, KnobId) and of in new:
            actual = _of_knob(name, old.get(of), new[of])
        if actual is None:
            actual = _of_run(name, of, proof, processors.get(figure.subject))
        score = _score(figure, actual)
        found.append(replace(score, outcome=NOT_MADE, note=other[of]) if of in other else score)
    return tuple(found)


def _meant(forecast: Forecast, proof: Proof, knobs: Collection[KnobId]) -> dict[Subject, Subject]:
    """What the subjects of a forecast, which are text where it was read from a file, are in the proof."""
    there = [*knobs, *(one.subject for one in proof.differences)]
    there += [whole for one in knobs for whole in (one.subsystem, one.image)]
    return {
        of: (find(of, there) or of) if isinstance(of, str) else of
        for of in (*(one.subject for one in forecast.figures), *(one.knob for one in forecast.asked))
    }


def _other_sizes(
    forecast: Forecast, meant: Mapping[Subject, Subject], after: Mapping[KnobId, Knob]
) -> dict[Subject, str]:
    """Subjects whose figures follow from a size that a knob was not given, each with that."""
    found: dict[Subject, str] = {}
    for asked in forecast.asked:
        name = meant[asked.knob]
        one = after.get(name) if isinstance(name, KnobId) else None
        if one is None or abs(one.size - asked.size_after) <= _SAME_SIZE * asked.size_after:
            continue
        why = f"{one.id} has {one.size:,} {one.unit}, not the {asked.size_after:,} of the forecast"
        for subject in (one.id, one.subsystem, one.image):
            found.setdefault(subject, why)
    return found


def _score(figure: Figure, actual: Estimate | None) -> Score:
    note = ""
    if actual is not None and _plain(actual.unit) != _plain(figure.unit):
        note = f"measured in {actual.unit or 'no unit'}, forecast in {figure.unit or 'no unit'}"
        actual = None
    given = figure.after.low == figure.after.high
    inside = actual is not None and figure.after.low <= actual.value <= figure.after.high
    if (
        actual is not None
        and not inside
        and actual.low <= figure.after.high
        and figure.after.low <= actual.high
    ):
        note = "outside, but the noise of the measured value reaches into the interval"
    return Score(
        subject=figure.subject,
        name=figure.name,
        unit=figure.unit,
        forecast=figure.after,
        outcome=GIVEN if given else NOT_MEASURED if actual is None else INSIDE if inside else OUTSIDE,
        actual=actual,
        note=note,
    )


def _actual(figure: Figure, of: Subject, proof: Proof) -> Estimate | None:
    """What came, as a difference says it or as it follows from differences."""
    found = proof.difference(of, figure.name)
    if found is not None:
        return found.after
    if figure.name == FigureName.READS_AVOIDED:
        reads = proof.difference(of, FigureName.READS)
        return None if reads is None else _less(reads, 1.0, figure.name)
    if figure.name == FigureName.WAIT_AVOIDED:
        wait = proof.difference(of, FigureName.WAIT_PER_UNIT)
        return None if wait is None else _less(wait, 1.0, figure.name)
    if figure.name == FigureName.CPU_SAVED:
        cpu = proof.difference(of, FigureName.CPU_PER_UNIT)
        rate = proof.difference(of, FigureName.ETR)
        return None if cpu is None or rate is None else _less(cpu, rate.after.value, figure.name, figure.unit)
    return None


def _less(difference: Difference, times: float, label: str, unit: str | None = None) -> Estimate:
    """By how much after is less than before, times a rate."""
    of = difference.difference
    return Estimate(
        label=label,
        unit=of.unit if unit is None else unit,
        value=0.0 - of.value * times,  # never -0
        low=0.0 - of.high * times,
        high=0.0 - of.low * times,
        level=of.level,
        basis=of.basis,
    )


def _of_knob(name: str, before: Knob | None, after: Knob) -> Estimate | None:
    """What one knob costs and holds at the size that it has now."""
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


def _present(knob: Knob, measure: Measure) -> Rate | None:
    """What the present size costs a second, by the knob's own curve."""
    curve = knob.curve
    rates = curve.rates.get(measure) if curve else None
    place = curve.place_of(knob.size) if curve else None
    return None if rates is None or place is None else rates.at(place)


def _of_run(name: str, label: Subject, proof: Proof, processors: int | None) -> Estimate | None:
    """A figure of a run of a table, by the column that tells it or the two that it follows from."""
    if name in _COLUMNS:
        found = proof.difference(label, _COLUMNS[FigureName(name)])
        return None if found is None else found.after
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
    found = spans[0].scaled(times).over(spans[1])
    return None if found is None else estimate(found, label, unit)


def _plain(unit: str) -> str:
    """A unit without the words that differ by writer: `reads/s` and `/s` are the same rate, and a count for
    each commit is a count.
    """
    if unit.endswith(("/s", " per s")):
        return "/s"
    return "" if unit.startswith("/") and not unit.startswith("/CPU") else unit
