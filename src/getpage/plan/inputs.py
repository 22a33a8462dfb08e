"""What a plan is made from: what was observed, checked against what is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from getpage.contract.knob import Knob, Limit, fixed_frames, knob_called
from getpage.contract.observation import Observation
from getpage.contract.order import is_short
from getpage.contract.storage import LEAST_PER_GIB, LEAST_WASTE
from getpage.core.amounts import bytes_of
from getpage.core.errors import GetpageError
from getpage.core.names import Image, KnobId, Object
from getpage.core.units import GIB
from getpage.curve.saved import read_curves, with_curves
from getpage.ledger.room import FreeStorage
from getpage.ledger.site import Site
from getpage.ledger.takes import on_image
from getpage.plan.asks import (
    Growth,
    Wanted,
    as_it_is,
    bounded,
    growth_of,
    ruled_out,
    spelled_advice,
    uncurved,
    wanted_sizes,
)
from getpage.plan.held import as_held, at_held_size, gives_nothing_back, held_sizes, lacking, of_other_days
from getpage.plan.rooms import RoomId, budgets, with_added
from getpage.plan.settings import PlanSettings, parse_added
from getpage.plan.worth import Prices, Weights, make_weights
from getpage.result import Change, Finding, Missing, Severity
from getpage.result.plan import Budget, HeldSize


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanInput:
    """All that a plan is made from.

    `knobs` are within what findings allow. `wanted` are the sizes that findings ask for, `demands` those of
    them that no curve decides, the worst first; `ruled_out` keep their size, each with the finding that
    says why; `growth` says of the others whether they may grow; `other_days` are those whose
    evidence is not of the days of what was free. `held` are sizes that the user sets and that there
    is room for, `asked_held` all of them. `protected` are never made smaller because that was asked,
    `short` are called short by a finding. `advised` are settings that are no size.

    `least` is what a byte has to save, in seconds an hour, to be given; `least_waste` the bytes that have to
    be wasted before giving them back is a command. `closed` are images in which nothing may grow, as z/OS is
    short there; `little` is what work that waits may take even there; `free_on_average` is what images
    without a known minimum had free, all in bytes. `seconds` is the length of the window, 0 where it is not
    known. `site` makes the storage of all images anew. `repeats` are objects whose shortage is that of
    another; `unjudged` is what failed on a value of the evidence. `shifts` is by image what enters it
    (negative: leaves it), `reconfigured` the command for that, `without` the sizes of the plan without it.
    """

    knobs: Sequence[Knob]
    weights: Weights
    budgets: Mapping[Image, Budget]
    limits: Sequence[Limit]
    prices: Prices
    least: float
    findings: Sequence[Finding]
    advised: Sequence[Change]
    site: Callable[[], Site]
    seconds: float = 0.0
    least_waste: int = 1
    protected: frozenset[KnobId] = frozenset()
    short: frozenset[KnobId] = frozenset()
    wanted: Mapping[KnobId, Wanted] = field(default_factory=dict)
    demands: Mapping[KnobId, int] = field(default_factory=dict)
    ruled_out: Mapping[KnobId, Finding] = field(default_factory=dict)
    growth: Mapping[KnobId, Growth] = field(default_factory=dict)
    other_days: frozenset[KnobId] = frozenset()
    held: Mapping[KnobId, int] = field(default_factory=dict)
    asked_held: tuple[HeldSize, ...] = ()
    repeats: Mapping[Object, Object] = field(default_factory=dict)
    closed: frozenset[Image] = frozenset()
    little: Mapping[Image, int] = field(default_factory=dict)
    free_on_average: Mapping[Image, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    unjudged: Iterable[Missing] = ()
    shifts: Mapping[Image, int] = field(default_factory=dict)
    reconfigured: Mapping[Image, Change] = field(default_factory=dict)
    without: Mapping[KnobId, int] = field(default_factory=dict)

    @property
    def forced(self) -> frozenset[RoomId]:
        """Rooms that storage leaves: what is missing there has to be given back."""
        sources = [image for image, count in self.shifts.items() if count < 0]
        return frozenset((*sources, *map(fixed_frames, sources)))


def plan_input(
    observed: Observation,
    settings: PlanSettings,
    curves: Sequence[str | Path] = (),
    seconds: float = 0.0,
    shifts: Mapping[Image, int] | None = None,
) -> PlanInput:
    """The input of a plan of what was observed.

    `curves` are files that `getpage curve` saved, as `FILE` or `SUBSYSTEM=FILE`; `seconds` is the length of
    the window; `shifts` what enters images (negative: leaves them). GetpageError for a name, a size or a
    weight that the evidence does not know.
    """
    shifts = {image: count for image, count in (shifts or {}).items() if count}
    real = observed.real_storage
    images = {entry.image for entry in real}
    knobs: Sequence[Knob] = [on_image(knob, images) for knob in observed.knobs]
    knobs, notes = with_curves(knobs, read_curves(curves))

    wanted, kept = wanted_sizes(observed.findings, knobs), ruled_out(observed.findings)
    held = held_sizes(settings.holds, knobs, observed.findings)
    at_size = {knob.id: at_held_size(knob, held[knob.id]) for knob in knobs if knob.id in held}
    other_days = of_other_days(knobs, observed)

    added = parse_added(settings.add)
    given = budgets(real, knobs, added, ledger=settings.within_ledger, shifts=shifts)
    limits = with_added(observed.limits, given)
    site = Site(observed)
    closed = frozenset(
        image for image, budget in given.items() if site.of(image).is_short and budget.added <= 0
    )
    lacks = lacking(held, at_size, given, limits, closed)
    every, held = held, {name: size for name, size in held.items() if name not in lacks}

    knobs = [
        at_size[knob.id] if knob.id in held else as_it_is(knob) or bounded(knob, wanted, kept)
        for knob in knobs
    ]
    knobs = [gives_nothing_back(knob) if knob.id in other_days else knob for knob in knobs]
    wanted = {name: size for name, size in wanted.items() if name not in kept}
    grows_freely = [
        image for image in given if None in added or str(image) in added or shifts.get(image, 0) > 0
    ]
    short = {finding.object for finding in observed.findings if is_short(finding)}
    critical = {finding.id for finding in observed.findings if finding.severity is Severity.CRITICAL}

    offsets = {image: _offset(budget, site.room.of(image)) for image, budget in given.items()}
    return PlanInput(
        knobs=knobs,
        weights=make_weights(settings.weights, knobs),
        budgets=given,
        limits=limits,
        prices=Prices(observed.work, settings.machine),
        least=_least(settings.least) / GIB,
        findings=observed.findings,
        advised=spelled_advice(observed.findings),
        site=lambda: Site(observed, offsets),
        seconds=seconds,
        least_waste=_least_waste(settings.least_waste),
        protected=frozenset(knob_called(name, knobs, "--protect").id for name in settings.protect),
        short=frozenset(knob.id for knob in knobs if knob.object in short),
        wanted=wanted,
        demands=uncurved(knobs, {name: size for name, size in wanted.items() if name not in held}, critical),
        held=held,
        asked_held=tuple(as_held(every, lacks, at_size)),
        ruled_out={knob.id: kept[knob.id] for knob in knobs if knob.id in kept},
        other_days=other_days,
        growth=growth_of(knobs, wanted, short, grows_freely),
        repeats=observed.repeats,
        closed=closed,
        little={image: room.little for image in given if (room := site.room.of(image)).is_minimum},
        free_on_average={
            image: max(0, free)
            for image in given
            if (free := (room := site.room.of(image)).to_give()) is not None and not room.is_minimum
        },
        notes=tuple(notes),
        unjudged=observed.unjudged,
        shifts=shifts,
        reconfigured={
            entry.image: entry.reconfigured(shifts[entry.image])
            for entry in real
            if entry.reconfigured is not None and entry.image in shifts
        },
    )


def _offset(budget: Budget, storage: FreeStorage) -> int:
    """Bytes of a budget beside what there is to give of what is free: added, or not to be given."""
    there = storage.to_give()
    if there is None or not storage.is_minimum:
        return budget.added
    return budget.available - there


def _least(given: float) -> float:
    if not 0 <= given < 1e9:
        message = f"--least {given:g}: expected seconds per hour, 0 or more"
        raise GetpageError(message, f"--least {LEAST_PER_GIB}")
    return given


def _least_waste(given: str | None) -> int:
    return LEAST_WASTE if given is None else max(1, bytes_of(given))
