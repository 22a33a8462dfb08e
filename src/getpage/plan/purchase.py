"""Storage that is bought for a machine: which of its systems get how much."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from getpage.contract.observation import Observation
from getpage.contract.order import gravity
from getpage.contract.storage import FREE_SHARE_KEPT
from getpage.core import wording
from getpage.core.errors import GetpageError
from getpage.core.names import Image, KnobId
from getpage.core.units import GIB, MIB
from getpage.plan.inputs import PlanInput
from getpage.plan.moves import machines, systems
from getpage.result import REAL_STORAGE
from getpage.result.plan import Plan

#: Steps in which bought storage is handed out, about.
_STEPS: Final = 16


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan with what it is made from. `value` is what its allocation is worth, in s an hour."""

    given: PlanInput
    plan: Plan
    is_known: bool
    sizes: Mapping[KnobId, int]


@dataclass(frozen=True, slots=True)
class Planner:
    """Makes the plan for storage that enters images (negative: leaves them), or only what it is worth."""

    plan: Callable[[Mapping[Image, int], Mapping[KnobId, int]], Planned]
    value: Callable[[Mapping[Image, int]], float]


def of_machine(observed: Observation) -> list[Image]:
    """The systems of the machine that storage is bought for: those that one record of partitions lists, or
    all where none lists any.
    """
    every, known = systems(observed), set(machines(observed.real_storage).values())
    if len(known) > 1:
        names = wording.listed([str(image) for image in every])
        message = f"--buy: for which machine? SMF 70 shows {len(known)}, with {names}"
        raise GetpageError(message, f"--add {every[0]}=64G")
    return [image for image in every if not known or str(image) in next(iter(known))]


def whose_machine(images: Sequence[Image], observed: Observation) -> Iterator[str]:
    """What is taken as given of the machine, in sentences; nothing where the evidence tells it."""
    others = [str(image) for image in systems(observed) if image not in images]
    named = wording.listed([str(image) for image in images])
    if others:
        yield f"Bought for the machine of {named}: {wording.listed(others)} is not among its partitions"
    elif len(images) > 1 and not machines(observed.real_storage):
        yield (
            f"Taken as given: {named} are partitions of one machine. SMF 70 subtype 1 of one of them would "
            "tell (getpage collect)"
        )


def handed_out(
    bought: int,
    images: Sequence[Image],
    shifts: Mapping[Image, int],
    planner: Planner,
    base: Planned,
    due: Mapping[Image, int],
    increment: int,
) -> dict[Image, int]:
    """Who gets how much of what is bought, in whole GiB where it is so much; the rest nobody gains from.
    Storage is configured in multiples of `increment`.
    """
    unit = max(increment, GIB if bought >= _STEPS * GIB else MIB)
    least = max(increment, GIB)
    step = max(unit, bought // _STEPS // unit * unit)
    given: dict[Image, int] = {}
    left = bought
    for image in _worst_first(images, base):
        needs = _needs(image, base) + due.get(image, 0)
        count = min(left, ceil(needs / (1 - FREE_SHARE_KEPT) / least) * least if needs else 0)
        if count:
            given[image], left = count, left - count

    def worth(more: Mapping[Image, int]) -> float:
        return planner.value(
            {image: shifts.get(image, 0) + more.get(image, 0) for image in {**shifts, **more}}
        )

    known: dict[tuple[Image, int], float] = {}
    while left >= step:
        now = worth(given)
        rates: list[tuple[float, int, Image]] = []
        for image in images:
            for count in range(step, left + 1, step):
                size = given.get(image, 0) + count
                if (image, size) not in known:
                    known[image, size] = worth({**given, image: size}) - now
                rates.append((known[image, size] / count, count, image))
        rate, count, image = max(rates, key=lambda each: (each[0], -each[1], str(each[2])))
        if rate <= 0:
            break
        given[image], left = given.get(image, 0) + count, left - count
        known = {key: value for key, value in known.items() if key[0] != image}
    return given


def _worst_first(images: Sequence[Image], base: Planned) -> list[Image]:
    ordered = [finding.object.image for finding in sorted(base.given.findings, key=gravity)]
    return [image for image in dict.fromkeys((*ordered, *images)) if image in images]


def _needs(image: Image, base: Planned) -> int:
    """Bytes that are missing to what stays free, and that sizes wait for."""
    short = sum(max(0, -budget.left) for budget in base.plan.budgets if budget.image == image)
    waits = (item for item in base.plan.later if item.image == image and item.storage == REAL_STORAGE)
    return short + sum(max(0, item.storage_bytes) for item in waits)
