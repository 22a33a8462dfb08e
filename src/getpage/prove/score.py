"""A forecast against what came: which figures fell inside their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Estimate
from getpage.result.forecast import FigureName
from getpage.result.prove import Score

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.result.forecast import Figure, Forecast
    from getpage.result.prove import Difference, Proof
    from getpage.systems.interface import Consumer

INSIDE, OUTSIDE, NOT_MEASURED = "inside", "outside", "not measured"


def scores(forecast: Forecast, proof: Proof, consumers: Iterable[Consumer] = ()) -> tuple[Score, ...]:
    """Every figure of the forecast with the actual value of the same subject, name and unit."""
    held = {consumer.id: consumer for consumer in consumers}
    return tuple(_score(figure, proof, held.get(figure.subject)) for figure in forecast.figures)


def _score(figure: Figure, proof: Proof, consumer: Consumer | None) -> Score:
    actual = _actual(figure, proof)
    if actual is None and consumer is not None:
        actual = _of_consumer(figure, consumer)
    note = ""
    if actual is not None and _plain(actual.unit) != _plain(figure.unit):
        note = f"measured in {actual.unit or 'no unit'}, forecast in {figure.unit or 'no unit'}"
        actual = None
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
        outcome=NOT_MEASURED if actual is None else INSIDE if inside else OUTSIDE,
        actual=actual,
        note=note,
    )


def _actual(figure: Figure, proof: Proof) -> Estimate | None:
    found = proof.difference(figure.subject, figure.name)
    if found is not None:
        return found.after
    if figure.name == FigureName.READS_AVOIDED:
        reads = proof.difference(figure.subject, FigureName.READS)
        return None if reads is None else _less(reads, 1.0, figure.name)
    if figure.name == FigureName.CPU_SAVED:
        cpu = proof.difference(figure.subject, FigureName.CPU_PER_UNIT)
        rate = proof.difference(figure.subject, FigureName.ETR)
        return None if cpu is None or rate is None else _less(cpu, rate.after.value, figure.name, figure.unit)
    return None


def _less(difference: Difference, times: float, label: str, unit: str | None = None) -> Estimate:
    """By how much after is less than before, times a rate."""
    of = difference.difference
    return Estimate(
        label=label,
        unit=of.unit if unit is None else unit,
        value=-of.value * times,
        low=-of.high * times,
        high=-of.low * times,
        level=of.level,
        basis=of.basis,
    )


def _of_consumer(figure: Figure, consumer: Consumer) -> Estimate | None:
    """What one pool reads and holds at the size that it has now."""
    if figure.name == FigureName.REAL_STORAGE:
        return _known(figure.name, "bytes", float(consumer.size * consumer.unit_bytes))
    if figure.name == FigureName.READS and consumer.curve is not None:
        for point in consumer.curve.points:
            if point.size == consumer.size:
                return Estimate(
                    label=figure.name,
                    unit="/s",
                    value=point.reads,
                    low=point.low,
                    high=point.high,
                    basis=consumer.curve.basis,
                )
    return None


def _known(label: str, unit: str, value: float) -> Estimate:
    return Estimate(label=label, unit=unit, value=value, low=value, high=value, basis="measured")


def _plain(unit: str) -> str:
    """A unit without the words that differ by writer: `reads/s` and `/s` are the same rate."""
    return "/s" if unit.endswith(("/s", " per s")) else unit
