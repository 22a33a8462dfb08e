"""What a read that is avoided is worth: CPU seconds and seconds of waiting, in one currency.

A CPU second and a second that a transaction waits count one each unless weights say otherwise; a subsystem or
a knob may count more than others, as its work matters more. The price of a read is that of the forecast.
Where the wait of a knob's own reads was measured, it stands in the place of its subsystem's.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from getpage.contract.work import Work
from getpage.core.errors import GetpageError
from getpage.core.names import KnobId, Subsystem, called, find
from getpage.forecast.price import price_of
from getpage.result import Estimate
from getpage.result.plan import Weight

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from getpage.contract.knob import Knob
    from getpage.forecast.published import Machine
    from getpage.result.forecast import Price

HOUR = 3600.0
#: What a GiB has to bring at least to be given, in seconds an hour: a thousandth of one processor, or of one
#: transaction that waits. Ours: less is beyond what before and after can show, and free storage is a reserve.
LEAST = 3.6
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
        for name in (knob.id, knob.subsystem, knob.product):
            if name in self.of:
                return self.of[name]
        return 1.0

    def said(self) -> tuple[Weight, ...]:
        """As the result says them."""
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
            message = f"weight {name}={value:g}: expected a number from 0, such as 2"
            raise GetpageError(message)
    cpu, wait = weights.pop("cpu", 1.0), weights.pop("wait", 1.0)
    return Weights(cpu, wait, {_meant(name, knobs): value for name, value in weights.items()})


def _meant(name: str, knobs: Sequence[Knob]) -> KnobId | Subsystem | str:
    """The knob, the subsystem or the product that is called so; GetpageError where it is none, or several."""
    there: list[KnobId | Subsystem] = [one.id for one in knobs]
    there += list(dict.fromkeys(one.subsystem for one in knobs))
    found = find(name, there)
    if isinstance(found, (KnobId, Subsystem)):
        return found
    products = {one.product for one in knobs}
    if name in products:
        return name
    fitting = [str(one) for one in there if called(one, name)]
    named = ", ".join((fitting or sorted({*map(str, there), *products}))[:12])
    why = (
        f"{len(fitting)} are called so; say which: {named}"
        if fitting
        else f"there is no such knob, subsystem or product in the evidence; there are {named}"
    )
    message = f"weight of {name}: {why}"
    raise GetpageError(message)


class Prices:
    """The price of a read by knob."""

    def __init__(self, work: Iterable[Work], machine: Machine | None) -> None:
        """Work of all subsystems."""
        self._machine = machine
        self._work: dict[Subsystem, list[Work]] = {}
        for one in work:
            self._work.setdefault(one.subsystem, []).append(one)
        self._known: dict[Subsystem, Price] = {}

    def of(self, knob: Knob) -> Price:
        """The price of its subsystem, with its own wait where that was measured."""
        price = self._of_subsystem(knob)
        if knob.read_seconds is None:
            return price
        words = f"wait of a read of {knob.id} as measured: {knob.read_seconds * 1e6:,.0f} us"
        return replace(price, waited_seconds=_times_a_second(self._second, knob.read_seconds, words))

    def per_read(self, knob: Knob, weights: Weights) -> float:
        """Worth of a read a second that is avoided, in seconds an hour."""
        price, waited = self._of_subsystem(knob), knob.read_seconds
        wait = price.waited_seconds.value if waited is None else self._second.value * waited
        each = weights.cpu * price.cpu_seconds.value + weights.wait * wait
        return HOUR * weights.factor(knob) * each

    def _of_subsystem(self, knob: Knob) -> Price:
        key = knob.subsystem
        if key not in self._known:
            work = self._work.get(key) or [_nothing(knob)]
            self._known[key] = price_of(work, machine=self._machine)
        return self._known[key]

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


def _nothing(knob: Knob) -> Work:
    return Work(
        subsystem=knob.subsystem,
        start=datetime.min,
        seconds=0.0,
        unit="",
        units=0.0,
    )


@dataclass(frozen=True, slots=True)
class Gain:
    """Reads a second avoided, and what they are worth an hour."""

    reads: Estimate
    cpu: Estimate
    wait: Estimate
    worth: Estimate


def gain(
    avoided: float, between: tuple[float, float], price: Price, weights: Weights, factor: float, basis: str
) -> Gain:
    """The gain of so many reads a second avoided, with its interval: the bounds of both multiplied."""
    low, high = between
    reads = Estimate(label="reads avoided", unit="/s", value=avoided, low=low, high=high, basis=basis)
    cpu = _times("CPU saved", avoided, between, price.cpu_seconds)
    wait = _times("waiting saved", avoided, between, price.waited_seconds)
    worth = Estimate(
        label="worth",
        unit="s/h",
        value=factor * (weights.cpu * cpu.value + weights.wait * wait.value),
        low=factor * (weights.cpu * cpu.low + weights.wait * wait.low),
        high=factor * (weights.cpu * cpu.high + weights.wait * wait.high),
        basis=basis,
    )
    return Gain(reads, cpu, wait, worth)


def _times(label: str, reads: float, between: tuple[float, float], price: Estimate) -> Estimate:
    fewest, most = between
    value = reads * price.value * HOUR
    ends = (
        fewest * price.low * HOUR,
        fewest * price.high * HOUR,
        most * price.low * HOUR,
        most * price.high * HOUR,
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
        value=sum(one.value for one in parts),
        low=sum(one.low for one in parts),
        high=sum(one.high for one in parts),
        basis="sum",
    )
