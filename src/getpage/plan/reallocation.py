"""Storage that leaves a z/OS system, moves to another or is bought: whether it can be done, what that loses
and brings, and the commands on both sides.

What leaves a system is first what nobody needs at its worst interval beyond what stays free (what a dump
needs, 10 % of what is left), then what rules call wasted, then the sizes that lose least: the allocation is
forced to give back what is missing. What enters a system is storage like any other. What both change is the
difference to the plan without it, so that nothing is claimed that would happen anyway. Where storage is moved
and the gain less the loss may be nothing, nothing is moved, unless it makes up a reserve that is missing or
gives work that waits its size.

What is bought goes first to reserves that are missing, to sizes that findings ask for and to what is due
within the horizon, the worst finding first, then in steps to whoever saves most a byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from getpage.contract.knob import Knob
from getpage.contract.observation import Observation
from getpage.contract.storage import SitePrice
from getpage.core import wording
from getpage.core.names import Image
from getpage.core.units import GIB
from getpage.ledger import takes
from getpage.plan.inputs import PlanInput
from getpage.plan.items import turned, unclaimed
from getpage.plan.moves import increments, moves_of, one_machine, refuse_odd
from getpage.plan.offers import offer
from getpage.plan.purchase import Planned, Planner, handed_out, of_machine, whose_machine
from getpage.plan.settings import PlanSettings
from getpage.plan.settled import rebased
from getpage.plan.spare import refuse_beyond
from getpage.plan.worth import total
from getpage.result import Estimate
from getpage.result.plan import Action, ImageShift, Reallocation, SizeShift, StorageMove


def reallocated(
    planner: Planner, settings: PlanSettings, observed: Observation, due: Mapping[Image, int]
) -> Planned | None:
    """The plan with the storage that is taken, moved or bought; None where none is. `due` are the bytes that
    images have to get within a horizon. GetpageError where a system cannot spare what is to leave it.
    """
    moves = moves_of(settings, observed)
    if not moves:
        return None
    refuse_odd(moves, observed)
    base = planner.plan({}, {})
    shifts: dict[Image, int] = {}
    for move in moves:
        for image, sign in ((move.source, -1), (move.target, 1)):
            if image is not None:
                shifts[image] = shifts.get(image, 0) + sign * move.bytes
    shifts = {image: count for image, count in shifts.items() if count}
    for image, count in shifts.items():
        if count < 0:
            refuse_beyond(image, -count, moves, base.given)
    notes = [*_assumed(moves, observed)]
    bought = sum(move.bytes for move in moves if move.source is None)
    unused = bought
    if bought:
        images = of_machine(observed)
        steps = increments(observed)
        increment = max((steps[image] for image in images if image in steps), default=1)
        bought -= bought % increment
        given = handed_out(bought, images, shifts, planner, base, due, increment)
        shifts = {image: shifts.get(image, 0) + given.get(image, 0) for image in {**shifts, **given}}
        shifts = {image: count for image, count in shifts.items() if count}
        moves = (*(move for move in moves if move.source), *_purchases(given, unused - sum(given.values())))
        notes += whose_machine(images, observed)
    after = planner.plan(shifts, base.sizes)
    result = _compared(base, after, moves, shifts, settings.price)
    if any(move.source and move.target for move in moves) and not _pays(result, base, after):
        result = replace(result, why_not=_does_not_pay(result))
        after = base
    plan = replace(after.plan, reallocation=result, cautions=(*notes, *after.plan.cautions))
    return replace(after, plan=plan)


def _purchases(given: Mapping[Image, int], unused: int) -> Iterator[StorageMove]:
    yield from (StorageMove(source=None, target=image, bytes=count) for image, count in given.items())
    if unused or not given:
        yield StorageMove(source=None, target=None, bytes=unused)


def _assumed(moves: Sequence[StorageMove], observed: Observation) -> Iterator[str]:
    """What is taken as given, as the evidence does not tell it."""
    for move in moves:
        if move.source and move.target and one_machine((move.source, move.target), observed) is None:
            yield (
                f"Taken as given: {move.source} and {move.target} are partitions of one machine. SMF 70 "
                "subtype 1 of one of them would tell (getpage collect)"
            )


def _compared(
    base: Planned,
    after: Planned,
    moves: Sequence[StorageMove],
    shifts: Mapping[Image, int],
    price: SitePrice | None,
) -> Reallocation:
    """What the storage changes on each image that it leaves or enters."""
    before, then = base.sizes, after.sizes
    waits = {item.knob for item in after.plan.later if item.knob in before and item.knob not in then}
    sizes: dict[Image, list[SizeShift]] = {image: [] for image in shifts}
    for knob in base.given.knobs:
        old, new = before.get(knob.id, knob.size), then.get(knob.id, knob.size)
        if old != new and knob.image in sizes:
            sizes[knob.image].append(_between(knob, old, new, base.given, knob.id in waits))
    changed = tuple(
        ImageShift(
            image=image,
            bytes=count,
            left_before=_left(base, image),
            left_after=_left(after, image),
            stays_free=next(each.reserve for each in after.plan.budgets if each.image == image),
            sizes=tuple(sizes[image]),
            step=_step(after, image),
            **_sums(sizes[image]),
        )
        for image, count in shifts.items()
    )
    worths = [shift.worth for shift in changed if shift.worth is not None]
    return Reallocation(
        moves=tuple(_priced(move, price) for move in moves),
        shifts=changed,
        worth=total("worth", "s/h", worths) if worths else None,
        currency="" if price is None else price.currency,
    )


def _left(planned: Planned, image: Image) -> int:
    """What is free beyond what stays free when all steps are made; an image without knobs may have no
    budget.
    """
    knobs = {knob.id: replace(knob, least_now=0) for knob in planned.given.knobs}
    counted = {item.knob: item.counted_bytes for item in planned.plan.items}
    later = sum(
        takes.real(knobs[name], size) - counted.get(name, 0)
        for name, size in planned.sizes.items()
        if knobs[name].image == image
    )
    for budget in planned.plan.budgets:
        if budget.image == image:
            return budget.left - later
    return planned.given.site().room.of(image).to_give() or 0


def _step(planned: Planned, image: Image) -> int:
    """The number of the command that moves storage of an image; 0 where there is none."""
    spelled = planned.given.reconfigured.get(image)
    steps = ((step.number, step.change) for step in planned.plan.steps)
    return next(
        (
            number
            for number, change in steps
            if spelled and (change.subsystem, change.setting) == (spelled.subsystem, spelled.setting)
        ),
        0,
    )


def _priced(move: StorageMove, price: SitePrice | None) -> StorageMove:
    """The move with the price of what is bought or taken away."""
    is_moved = move.source is not None and move.target is not None
    if price is None or price.per_gib is None or is_moved:
        return move
    return replace(move, price=move.bytes / GIB * price.per_gib)


def _between(knob: Knob, old: int, new: int, given: PlanInput, waits: bool) -> SizeShift:
    """What a knob saves at another size than in the plan without, with its interval. No gain is claimed of
    one that a finding asks for and that waits.
    """
    at = rebased(knob, old)
    offered = offer(replace(at, smallest=min(old, new), largest=max(old, new)), protected=False)
    because = "gives up storage" if new < old else "gets storage"
    item = unclaimed(at, new, Action.GROW if new > old else Action.SHRINK, because)
    if offered is not None and new in offered.sizes:
        known = turned(offered, new, given.prices, given.weights)
        if not waits or known.worth is None or known.worth.value <= 0:
            item = known
    if item.worth is None:
        because = f"{because}; no curve shows what that saves"
    return SizeShift(
        knob=knob.id,
        unit=knob.unit,
        size_before=old,
        size_after=new,
        storage_bytes=item.storage_bytes,
        because=because,
        waits=waits,
        reads_avoided=item.reads_avoided,
        cpu_saved=item.cpu_saved,
        wait_saved=item.wait_saved,
        worth=item.worth,
    )


def _sums(sizes: Sequence[SizeShift]) -> dict[str, Estimate | None]:
    figures = {
        "reads_avoided": ("reads avoided", "/s"),
        "cpu_saved": ("CPU saved", "s/h"),
        "wait_saved": ("waiting saved", "s/h"),
        "worth": ("worth", "s/h"),
    }
    sums: dict[str, Estimate | None] = {}
    for name, (label, unit) in figures.items():
        parts = [part for size in sizes if (part := getattr(size, name)) is not None]
        sums[name] = total(label, unit, parts) if parts else None
    return sums


def _pays(result: Reallocation, base: Planned, after: Planned) -> bool:
    """Whether the gain exceeds the loss by all of its interval, or storage makes up what is missing and does
    not surely lose.
    """
    if result.worth is not None and (result.worth.low > 0 or result.worth.high < 0):
        return result.worth.low > 0
    enters = [shift for shift in result.shifts if shift.bytes > 0]
    if any(shift.left_before < 0 and shift.left_after > shift.left_before for shift in enters):
        return True
    still = {item.knob for item in after.plan.later}
    targets = {shift.image for shift in enters}
    return any(
        item.image in targets and item.knob not in still and base.given.wanted[item.knob].reached
        for item in base.plan.later
        if item.knob in base.given.wanted
    )


def _does_not_pay(result: Reallocation) -> str:
    if result.worth is None:
        return "no curve shows that any size gains from it"
    if not any(shift.sizes for shift in result.shifts if shift.bytes > 0):
        return "nothing gains from it"
    unused = {shift.image: min(shift.left_after, shift.bytes) for shift in result.shifts if shift.bytes > 0}
    spare = [
        f"{wording.size(count)} of it are not needed on {image}"
        for image, count in unused.items()
        if count > 0
    ]
    than = "the loss exceeds the gain" if result.worth.high < 0 else "the gain may not exceed the loss"
    return ", and ".join((than, *spare))
