"""How much real storage there is to give: free at the minimum of the window beyond the dump reserve, and
added.

Averages are not minima: what was free on average may have been gone at the peak, so that where the evidence
has averages only nothing of it is given away. What is missing to the reserve is made up first.

Reference: IBM REDP-5238, 1.1: the reserve comes on top of the peak of the workload.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.knob import HYPERVISOR
from getpage.core import wording
from getpage.core.errors import GetpageError
from getpage.core.units import GIB, KIB, MIB, PAGE, TIB
from getpage.ledger.room import Room
from getpage.ledger.takes import only
from getpage.result.plan import Budget

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from getpage.contract.knob import Knob
    from getpage.contract.storage import RealStorage
    from getpage.core.names import Image
    from getpage.ledger.room import FreeStorage

_SUPPLY = "RMF Postprocessor REPORTS(PAGING) in XML (XPRPTS), from SMF 71, gives the minimum"


class WhichSystemError(GetpageError):
    """Storage is added to several z/OS systems, and nobody says to which: how it is divided is not for a plan
    to guess, as a partition has its storage from its definition.
    """

    def __init__(self, size: int, systems: Sequence[Image]) -> None:
        """`size` in bytes; `systems` are those with knobs."""
        self.options = tuple(f"--add {one}={_written(size)}" for one in systems)
        half = ",".join(f"{one}={_written(size // 2)}" for one in systems[:2])
        super().__init__(
            f"there are {len(systems)} z/OS systems: say to which {_written(size)} is added, "
            f"{' or '.join(self.options)}, or how it is divided: --add {half}"
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
) -> dict[Image, Budget]:
    """The budget of each image that has knobs, by its name; `?` where nothing names it. One that is a
    guest has nothing: its hypervisor's storage is not in the evidence, and what is added is added to z/OS
    systems.

    Without `ledger` only what is added can be given away, once the dump reserve is kept: of the images that
    storage is added to. What is added to one changes nothing on the others.
    """
    room = Room(real)
    knobs = tuple(knobs)
    named = sorted({one.image or only(room.images) for one in knobs}, key=str)
    guests = guest_images(knobs)
    if added and named and guests.issuperset(named):
        message = (
            f"--add: storage is added to z/OS systems, and no knob is on one, only on guests of a "
            f"hypervisor ({wording.listed(named)})"
        )
        raise GetpageError(message)
    given = _whose(added, [one for one in named if one not in guests])
    others = ledger or bool(given)
    return {
        image: _budget(room.of(image), given.get(image, 0), ledger if image in given else others)
        for image in named
    }


def guest_images(knobs: Iterable[Knob]) -> frozenset[Image]:
    """The images of which all knobs are of a hypervisor's storage."""
    knobs = tuple(knobs)
    return frozenset(one.image for one in knobs) - {one.image for one in knobs if one.storage != HYPERVISOR}


def _whose(added: Mapping[str | None, int], named: Sequence[Image]) -> dict[Image, int]:
    added = {name: size for name, size in added.items() if size or name is not None}
    by_name = {str(image): image for image in named}
    for name, size in added.items():
        if name is None and len(named) > 1:
            raise WhichSystemError(size, named)
        if name is not None and name not in by_name:
            message = f"--add {name}=...: no knob is on {name}; there are {', '.join(by_name) or 'none'}"
            raise GetpageError(message)
    return {named[0] if name is None else by_name[name]: size for name, size in added.items() if named}


def _budget(storage: FreeStorage, added: int, ledger: bool) -> Budget:
    image = storage.image
    if storage.beyond is None:
        note = "what is free at the minimum is not in the evidence: only what is added and given back is used"
        return Budget(image=image, available=added, added=added, note=f"{note}. {_SUPPLY}")
    if not storage.is_minimum:
        note = "what was free is known on average only, not at the minimum: it is not given away"
        return Budget(image=image, available=added, added=added, note=f"{note}. {_SUPPLY}")
    beyond = storage.beyond // PAGE * PAGE
    notes = []
    if storage.reserve is None:
        notes.append(
            "what a dump needs is not in the evidence (MAXSPACE: D DUMP,OPTIONS): "
            f"{wording.size(storage.kept)} are kept for it"
        )
    if beyond < 0:
        notes.append("the dump reserve is not kept now: what is added or given back makes it up first")
    if not ledger:
        beyond = min(beyond, 0)
        notes.append("what is free now is left alone, as only added storage was asked for")
    return Budget(
        image=image,
        available=added + beyond,
        added=added,
        free=storage.free,
        reserve=storage.kept,
        note="; ".join(notes),
        facts=storage.facts,
    )
