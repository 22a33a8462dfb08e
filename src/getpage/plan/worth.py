"""What a cost that is saved is worth: CPU seconds and seconds of waiting, in one currency.

A CPU second and a second that a transaction waits count one each unless weights say otherwise; a subsystem or
a knob may count more than others, as its work matters more. A curve that knows CPU or waits itself is taken
at its word; where it knows reads only, they cost the price of a read, which is that of the forecast. Where
the wait of a knob's own reads was measured, it stands in the place of its subsystem's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

import numpy as np

from getpage.contract.curve import CostMeasure, Rate
from getpage.contract.knob import Knob
from getpage.contract.price import Machine
from getpage.contract.work import AllWork, Work
from getpage.core.errors import GetpageError, Instead, UnknownNameError
from getpage.core.memoized import memoized
from getpage.core.names import KnobId, Subsystem, called, find
from getpage.forecast.change import SizeRequest
from getpage.forecast.draws import Floats, estimate
from getpage.forecast.price import price_of
from getpage.forecast.settings import ForecastSettings
from getpage.forecast.site.subsystem import SubsystemDraws, in_the_same_hours
from getpage.result import Estimate
from getpage.result.forecast import Price
from getpage.result.plan import Weight

HOUR = 3600.0
#: Reads that the measured wait of a knob is taken to rest on: enough to be believed.
_READS = 1000.0


@dataclass(frozen=True, slots=True)
class Weights:
    """Factors of CPU seconds, of waited seconds, and of knobs, subsystems and products."""

    cpu: float = 1.0
    wait: float = 1.0
    of: Mapping[KnobId | Subsystem | str, float] = field(default_factory=dict)

    def factor(self, knob: Knob) -> float:
        """What the work of a knob counts: by its own name, else by that of its subsystem."""
        if not self.of:
            return 1.0
        for name in (knob.id, knob.subsystem, knob.product):
            if name in self.of:
                return self.of[name]
        return 1.0

    def listed(self) -> tuple[Weight, ...]:
        """As a plan lists them."""
        return (
            Weight(of="CPU second", value=self.cpu),
            Weight(of="transaction second", value=self.wait),
            *(Weight(of=str(name), value=value) for name, value in self.of.items()),
        )


def make_weights(given: Mapping[str, float] | None, knobs: Sequence[Knob]) -> Weights:
    """Checked weights. Names are `cpu`, `wait`, and those of knobs, subsystems and products."""
    weights = dict(given or {})
    for name, value in weights.items():
        if not 0 <= value < 1e9:
            message = f"--weight {name}={value:g}: expected 0 or more"
            raise GetpageError(message, f"--weight {name}=2")
    cpu, wait = weights.pop("cpu", 1.0), weights.pop("wait", 1.0)
    factors: dict[KnobId | Subsystem | str, float] = {}
    for name, value in weights.items():
        meant = _meant(name, knobs)
        if meant in factors:
            message = f"--weight {name}: {meant} is given twice, in two spellings"
            raise GetpageError(message, f"--weight {meant}={value:g}")
        factors[meant] = value
    return Weights(cpu, wait, factors)


def _meant(name: str, knobs: Sequence[Knob]) -> KnobId | Subsystem | str:
    """The knob, the subsystem or the product that is called so; GetpageError where it is none, or several."""
    there: list[KnobId | Subsystem] = [knob.id for knob in knobs]
    there += list(dict.fromkeys(knob.subsystem for knob in knobs))
    match = find(name, there)
    if isinstance(match, (KnobId, Subsystem)):
        return match
    products = {knob.product for knob in knobs}
    if name in products:
        return name
    fitting = [str(candidate) for candidate in there if called(candidate, name)]
    if fitting:
        message = f"--weight {name}: {len(fitting)} are called so: {', '.join(fitting[:12])}"
        raise GetpageError(message, Instead(name, fitting[0]))
    message = f"--weight {name}: no such knob, subsystem or product in the evidence"
    raise UnknownNameError(message, name, [*map(str, there), *sorted(products)])


class Prices:
    """The price of a read by knob."""

    def __init__(self, work: Sequence[Work], machine: Machine | None) -> None:
        """Work of all subsystems; that of one is looked at when its knobs are priced."""
        self._machine, self._work = machine, AllWork.together([work])
        self._settings = ForecastSettings(machine=machine)

    def of(self, knob: Knob) -> Price | None:
        """The price of its subsystem, with its own wait where that was measured; None of a knob whose curve
        has no reads.
        """
        if knob.curve is None or knob.curve.reads is None:
            return None
        price = self._of_subsystem(knob)
        if knob.read_seconds is None:
            return price
        words = f"wait of a read of {knob.id} as measured: {knob.read_seconds * 1e6:,.0f} µs"
        return replace(price, waited_seconds=_times_a_second(self._second, knob.read_seconds, words))

    def each(self, knob: Knob, weights: Weights) -> dict[CostMeasure, float]:
        """Worth of one a second that is saved of each measure that the knob's curve knows, in seconds an
        hour.

        Reads are worth what of CPU and waits the curve does not know itself.
        """
        curve = knob.curve
        assert curve is not None
        hour, by_measure = HOUR * weights.factor(knob), {}
        if curve.reads is not None:
            price, waited = self._of_subsystem(knob), knob.read_seconds
            wait = price.waited_seconds.value if waited is None else self._second.value * waited
            cpu = weights.cpu * price.cpu_seconds.value if curve.cpu is None else 0.0
            by_measure[CostMeasure.READS] = hour * (
                cpu + (weights.wait * wait if curve.wait is None else 0.0)
            )
        if curve.cpu is not None:
            by_measure[CostMeasure.CPU] = hour * weights.cpu
        if curve.wait is not None:
            by_measure[CostMeasure.WAIT] = hour * weights.wait
        return by_measure

    def forecast(self, knob: Knob, size: int) -> SubsystemDraws:
        """What a size saves in the same hours, as `getpage forecast` has it."""
        return in_the_same_hours([SizeRequest(knob, size)], self._work, self._settings)

    def _of_subsystem(self, knob: Knob) -> Price:
        return _price(self._work, knob.subsystem, self._machine)

    @cached_property
    def _second(self) -> Estimate:
        """The wait of a read that took a second on average: its interval is as wide as that of any mean."""
        read = Work(
            subsystem=Subsystem(""),
            start=datetime.min,
            seconds=0.0,
            unit="",
            units=0.0,
            reads=_READS,
            read_seconds=_READS,
        )
        return price_of([read], machine=self._machine).waited_seconds


def _times_a_second(second: Estimate, seconds: float, words: str) -> Estimate:
    return replace(
        second,
        value=second.value * seconds,
        low=second.low * seconds,
        high=second.high * seconds,
        assumptions=(words,),
    )


@memoized()
def _price(work: AllWork, subsystem: Subsystem, machine: Machine | None) -> Price:
    """The price of a read of a subsystem. It does not depend on sizes, of which many plans are made."""
    nothing = Work(subsystem=subsystem, start=datetime.min, seconds=0.0, unit="", units=0.0)
    return price_of(work.of(subsystem) or [nothing], machine=machine)


@dataclass(frozen=True, slots=True)
class Gain:
    """What is saved: reads a second, and CPU and waits an hour, None of what is not known; and what that is
    worth an hour.
    """

    reads: Estimate | None
    cpu: Estimate | None
    wait: Estimate | None
    worth: Estimate


def gain_of(knob: Knob, size: int, prices: Prices, weights: Weights) -> Gain:
    """The gain of a size, with the interval that a forecast of the same change has."""
    saved, curve, hour = prices.forecast(knob, size), knob.curve, HOUR * weights.factor(knob)
    assert curve is not None
    parts = [
        (weight, draws)
        for weight, draws in ((weights.cpu, saved.cpu_saved), (weights.wait, saved.all_unwaited))
        if draws is not None
    ]
    worth = np.add.reduce([hour * weight * draws for weight, draws in parts])
    return Gain(
        None
        if saved.avoided is None
        else estimate(saved.avoided, label="reads avoided", unit="/s", basis=curve.basis),
        _an_hour("CPU saved", saved.cpu_saved, saved, CostMeasure.CPU),
        _an_hour("waiting saved", saved.all_unwaited, saved, CostMeasure.WAIT),
        estimate(worth, label="worth", unit="s/h", basis=curve.basis),
    )


def _an_hour(
    label: str, a_second: Floats | None, saved: SubsystemDraws, measure: CostMeasure
) -> Estimate | None:
    if a_second is None:
        return None
    basis, words = saved.basis_of(measure), saved.words_of(measure)
    return estimate(HOUR * a_second, label=label, unit="s/h", basis=basis, assumptions=words)


def gain(
    saved: Mapping[CostMeasure, Rate], price: Price | None, weights: Weights, factor: float, basis: str
) -> Gain:
    """The gain of so much a second saved, with its interval: the bounds of reads and of their price
    multiplied.

    `price` is that of a read; None where no reads are saved.
    """
    avoided = saved.get(CostMeasure.READS)
    reads = None
    if avoided is not None:
        value, low, high = avoided.value, avoided.low, avoided.high
        reads = Estimate(label="reads avoided", unit="/s", value=value, low=low, high=high, basis=basis)
    cpu = _seconds(
        "CPU saved", saved.get(CostMeasure.CPU), avoided, price.cpu_seconds if price else None, basis
    )
    wait = _seconds(
        "waiting saved", saved.get(CostMeasure.WAIT), avoided, price.waited_seconds if price else None, basis
    )
    worths = [
        (weight, estimate) for weight, estimate in ((weights.cpu, cpu), (weights.wait, wait)) if estimate
    ]
    worth = Estimate(
        label="worth",
        unit="s/h",
        value=factor * sum(weight * estimate.value for weight, estimate in worths),
        low=factor * sum(weight * estimate.low for weight, estimate in worths),
        high=factor * sum(weight * estimate.high for weight, estimate in worths),
        basis=basis,
    )
    return Gain(reads, cpu, wait, worth)


def _seconds(
    label: str, itself: Rate | None, reads: Rate | None, price: Estimate | None, basis: str
) -> Estimate | None:
    """Seconds an hour: as the curve knows them itself, else those of the reads."""
    if itself is not None:
        value, low, high = (HOUR * bound for bound in (itself.value, itself.low, itself.high))
        return Estimate(label=label, unit="s/h", value=value, low=low, high=high, basis=basis)
    return _times(label, reads, price) if reads is not None and price is not None else None


def _times(label: str, reads: Rate, price: Estimate) -> Estimate:
    value = reads.value * price.value * HOUR
    ends = (
        reads.low * price.low * HOUR,
        reads.low * price.high * HOUR,
        reads.high * price.low * HOUR,
        reads.high * price.high * HOUR,
    )
    return Estimate(
        label=label,
        unit="s/h",
        value=value,
        low=min(*ends, value),
        high=max(*ends, value),
        level=price.level,
        basis=price.basis,
        assumptions=price.assumptions,
    )


def total(label: str, unit: str, parts: Iterable[Estimate]) -> Estimate:
    """The sum of figures; their intervals are added too, as what is wrong with one may be wrong with all."""
    parts = tuple(parts)
    return Estimate(
        label=label,
        unit=unit,
        value=sum(part.value for part in parts),
        low=sum(part.low for part in parts),
        high=sum(part.high for part in parts),
        basis="sum",
    )
