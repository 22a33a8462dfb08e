"""How much real storage there is to give: what is added, and what was free at the minimum of the window
beyond the dump reserve and 10 % of real storage.

Averages are not minima: what was free on average may have been gone at the peak, so that where the evidence
has averages only nothing of it is given away. What is missing to the reserve is made up first.

Reference: IBM REDP-5238, 1.1: the reserve comes on top of the peak of the workload.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from getpage.contract.knob import fixed_frames
from getpage.core import wording
from getpage.core.errors import GetpageError, UnknownNameError, Without
from getpage.core.names import Image, LimitId
from getpage.core.storage_kinds import HYPERVISOR
from getpage.core.units import GIB, KIB, MIB, PAGE, TIB
from getpage.core.wording import listed
from getpage.ledger.room import Room
from getpage.ledger.takes import only
from getpage.result import REAL_STORAGE
from getpage.result.plan import Action, Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from getpage.contract.knob import Knob, Limit
    from getpage.contract.storage import RealStorage
    from getpage.core.names import KnobId
    from getpage.ledger.room import FreeStorage
    from getpage.result.plan import Item, Step

    Ints = NDArray[np.int64]


_SUPPLY = "RMF Postprocessor REPORTS(PAGING) in XML (XPRPTS), from SMF 71, gives the minimum"


def _which_system(size: int, systems: Sequence[Image]) -> GetpageError:
    """Storage is added to several z/OS systems, and nobody says to which: how it is divided is not for a plan
    to guess, as a partition has its storage from its definition.
    """
    each = " or ".join(f"{system}={_written(size)}" for system in systems)
    half = ",".join(f"{system}={_written(size // 2)}" for system in systems[:2])
    return GetpageError(
        f"--add {_written(size)}: to which of {len(systems)} z/OS systems? {each}, or divided: {half}",
        f"--add {systems[0]}={_written(size)}",
    )


def _written(size: int) -> str:
    """Bytes as --add takes them."""
    for letter, unit in (("T", TIB), ("G", GIB), ("M", MIB), ("K", KIB)):
        if size and size % unit == 0:
            return f"{size // unit}{letter}"
    return str(size)


def budgets(
    real: Sequence[RealStorage],
    knobs: Iterable[Knob],
    added: Mapping[str | None, int],
    *,
    ledger: bool,
    shifts: Mapping[Image, int] | None = None,
) -> dict[Image, Budget]:
    """The budget of each image that has knobs, by its name; `?` where nothing names it. One that is a
    guest has nothing: its hypervisor's storage is not in the evidence, and what is added is added to z/OS
    systems.

    Without `ledger` only what is added can be given away, once the dump reserve is kept: of the images that
    storage is added to. What is added to one changes nothing on the others. `shifts` is what enters images
    (negative: leaves them), of which one without knobs has a budget too.
    """
    room = Room(real)
    knobs, shifts = tuple(knobs), shifts or {}
    named = sorted({*(knob.image or only(room.images) for knob in knobs), *shifts}, key=str)
    guests = guest_images(knobs)
    if added and named and guests.issuperset(named):
        message = (
            f"--add: storage is added to z/OS systems, and no knob is on one, only on guests of a "
            f"hypervisor ({wording.listed(named)})"
        )
        raise GetpageError(message, Without(("--add",)))
    given = {**_whose(added, [image for image in named if image not in guests]), **shifts}
    others = ledger or bool(given)
    return {
        image: _budget(room.of(image), given.get(image, 0), ledger if image in given else others)
        for image in named
    }


def guest_images(knobs: Iterable[Knob]) -> frozenset[Image]:
    """The images of which all knobs are of a hypervisor's storage."""
    knobs = tuple(knobs)
    return frozenset(knob.image for knob in knobs) - {
        knob.image for knob in knobs if knob.storage != HYPERVISOR
    }


def _whose(added: Mapping[str | None, int], named: Sequence[Image]) -> dict[Image, int]:
    added = {name: size for name, size in added.items() if size or name is not None}
    by_name = {str(image): image for image in named}
    for name, size in added.items():
        if name is None and len(named) > 1:
            raise _which_system(size, named)
        if name is not None and name not in by_name:
            message = f"--add {name}=...: no knob is on {name}"
            raise UnknownNameError(message, name, by_name)
    return {named[0] if name is None else by_name[name]: size for name, size in added.items() if named}


def _budget(storage: FreeStorage, added: int, ledger: bool) -> Budget:
    image = storage.image
    if storage.beyond is None:
        note = "free storage at the minimum is not in the evidence: only added and returned storage is used"
        return Budget(image=image, available=added, added=added, note=f"{note}. {_SUPPLY}")
    if not storage.is_minimum:
        note = "free storage is known on average only, not at the minimum: it is not given away"
        return Budget(image=image, available=added, added=added, note=f"{note}. {_SUPPLY}")
    beyond = ((storage.to_give(added) or 0) - added) // PAGE * PAGE
    kept = storage.kept if storage.entry is None else storage.entry.left_free(added)
    notes = []
    if storage.reserve is None:
        notes.append(
            "what a dump needs is not in the evidence (MAXSPACE: D DUMP,OPTIONS): "
            f"{wording.size(storage.kept)} are kept for it"
        )
    if storage.beyond < 0:
        notes.append("storage that is added or given back makes up the dump reserve first")
    elif kept > storage.kept:
        notes.append("10 % of real storage stay free, which is more than a dump needs")
    if not ledger:
        beyond = min(beyond, 0)
        notes.append("only added storage was asked for, so what is free now is left alone")
    return Budget(
        image=image,
        available=added + beyond,
        added=added,
        free=storage.free,
        reserve=kept,
        note=wording.sentences(notes).removesuffix("."),
        facts=storage.facts,
    )


def is_unknown(budget: Budget) -> bool:
    """Whether the evidence does not tell at all what was free at the minimum, and nothing is added."""
    return budget.free is None and budget.available <= 0


#: What a plan takes storage from: real storage of an image, or a limit.
RoomId = Image | LimitId
#: Share of what is added that may be fixed (IEAOPTxx MCCFXTPR).
FIXED_SHARE = 80


def with_added(limits: Sequence[Limit], budgets: Mapping[Image, Budget]) -> tuple[Limit, ...]:
    """The limits once storage was added: of what is added as large a share may be fixed as of the rest."""
    more = {fixed_frames(image): budget.added * FIXED_SHARE // 100 for image, budget in budgets.items()}
    return tuple(replace(limit, room=limit.room + more.get(limit.id, 0)) for limit in limits)


def taken_from(knob: Knob, sizes: Ints, growth: Ints) -> dict[RoomId, Ints]:
    """What sizes take of each room. `growth` is what they are larger than the present one, in bytes; it is
    handed back as it is for a room of which just that is taken.
    """
    limits = _by_limit(knob.takes, sizes) if knob.takes else dict.fromkeys(knob.limits, growth)
    taken: dict[RoomId, Ints] = dict(limits.items())
    if knob.storage == REAL_STORAGE:
        taken[knob.image] = growth if knob.backed else np.maximum(growth, 0)
    return taken


def _by_limit(takes: Callable[[int], Mapping[LimitId, int]], sizes: Ints) -> dict[LimitId, Ints]:
    every = [takes(size) for size in sizes.tolist()]
    limits = dict.fromkeys(limit for taken in every for limit in taken)
    return {limit: np.array([taken.get(limit, 0) for taken in every], dtype=np.int64) for limit in limits}


def with_items(budgets: Mapping[Image, Budget], items: Sequence[Item]) -> tuple[Budget, ...]:
    """The budgets with what the items give back and take."""
    updated = []
    for image, budget in budgets.items():
        mine = [item.counted_bytes for item in items if item.image == image and item.storage == REAL_STORAGE]
        given_back = -sum(count for count in mine if count < 0)
        updated.append(
            replace(budget, given_back=given_back, taken=sum(count for count in mine if count > 0))
        )
    return tuple(updated)


def with_others(
    budgets: Sequence[Budget], steps: Iterable[Step], knobs: Mapping[KnobId, Knob]
) -> tuple[Budget, ...]:
    """The budgets with what the commands that set no size of a knob take of real storage, such as
    simulations.
    """
    more: dict[Image, int] = {}
    for step in steps:
        change = step.change
        if change.knob not in knobs and not change.only_after and change.storage_bytes > 0:
            image = change.subsystem.image
            more[image] = more.get(image, 0) + change.storage_bytes
    return tuple(
        replace(budget, taken=budget.taken + more[budget.image])
        if budget.image in more and budget.free is not None
        else budget
        for budget in budgets
    )


def cautions(items: Sequence[Item], knobs: Mapping[KnobId, Knob], limits: Sequence[Limit]) -> Iterator[str]:
    """What has to be looked at, because the evidence does not tell it."""
    known = {limit.id for limit in limits}
    unknown: dict[LimitId, list[KnobId]] = {}
    for item in items:
        if item.action is Action.GROW:
            for limit in knobs[item.knob].limits:
                if limit not in known:
                    unknown.setdefault(limit, []).append(item.knob)
    for limit, who in unknown.items():
        counts = "counts" if len(who) == 1 else "count"
        yield (
            f"The evidence does not show {limit}, which {listed(who)} {counts} against: make sure that "
            "there is room"
        )
    promised = [str(item.knob) for item in items if item.storage_bytes < 0 and not item.counted_bytes]
    if promised:
        yield (
            f"What {', '.join(promised)} give back is not counted: pageable and never full, it may never "
            f"have been in real storage. The next plan uses what is free at the minimum then"
        )
