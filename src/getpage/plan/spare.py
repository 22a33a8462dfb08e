"""What a z/OS system can spare: so much that what a dump needs and 10 % of the rest stay free at its worst
interval, and that fixed frames stay within their share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from getpage.contract.knob import fixed_frames
from getpage.contract.storage import FREE_SHARE_KEPT
from getpage.core import wording
from getpage.core.errors import GetpageError, NotEnoughEvidenceError, Without
from getpage.core.names import Image
from getpage.core.units import GIB, MIB
from getpage.ledger.room import FreeStorage
from getpage.plan.inputs import PlanInput
from getpage.plan.moves import written
from getpage.plan.rooms import FIXED_SHARE
from getpage.plan.settled import at_most_given_back, settle
from getpage.result.plan import StorageMove


@dataclass(frozen=True, slots=True)
class _Spare:
    """What an image can spare: `free` beyond what stays free, `back` what its knobs can give back at most."""

    bytes: int
    free: int
    back: int


def refuse_beyond(image: Image, wanted: int, moves: Sequence[StorageMove], given: PlanInput) -> None:
    """GetpageError where an image cannot spare so many bytes, with what is missing."""
    storage = given.site().room.of(image)
    if storage.entry is None or not storage.is_minimum:
        message = (
            f"what {image} had free at its minimum is not in the evidence, so that nothing can be taken from "
            "it; RMF Postprocessor REPORTS(PAGING) in XML (XPRPTS), from SMF 71, gives it"
        )
        raise NotEnoughEvidenceError(message, "getpage collect")
    spare = _spare(image, storage, given)
    if wanted <= spare.bytes:
        return
    largest = max((move for move in moves if move.source == image), key=lambda move: move.bytes)
    option = "--take" if largest.target is None else "--move"
    name = str(image) if largest.target is None else f"{image}:{largest.target}"
    less = largest.bytes - (wanted - spare.bytes)
    less = less // (GIB if less >= GIB else MIB) * (GIB if less >= GIB else MIB)
    installed = storage.entry.installed
    can = wording.size(spare.bytes) if spare.bytes else "nothing"
    message = (
        f"{image} can spare {can}{_of(installed)}: {wording.size(wanted - spare.bytes)} are missing; "
        f"{_why(image, spare, given)}"
    )
    raise GetpageError(message, f"{option} {name}={written(less)}" if less > 0 else Without((option,)))


def _why(image: Image, spare: _Spare, given: PlanInput) -> str:
    """What an image can spare is made of."""
    if image in given.closed:
        return "z/OS is short of real storage there"
    than = "more" if spare.free >= 0 else "less"
    return (
        f"at its worst interval {wording.size(abs(spare.free))} {than} than has to stay free were free, and "
        f"{wording.size(spare.back)} can be given back"
    )


def _of(installed: int | None) -> str:
    return "" if installed is None else f" of its {wording.size(installed)}"


def _spare(image: Image, storage: FreeStorage, given: PlanInput) -> _Spare:
    """The most that can leave an image so that what a dump needs and 10 % of the rest stay free, and fixed
    frames stay within their share.
    """
    entry, free = storage.entry, storage.free
    assert entry is not None
    assert free is not None
    beyond = storage.to_give() or 0
    if image in given.closed:
        return _Spare(0, beyond, 0)
    settled = settle(replace(given, demands={}))
    kept = given.protected | given.short | given.held.keys()
    back = at_most_given_back(settled.left(), kept, (image, fixed_frames(image)))
    back = {room: count - settled.freed.get(room, 0) for room, count in back.items()}
    most = free - entry.kept + back[image]
    if entry.installed is not None:
        share = free - FREE_SHARE_KEPT * entry.installed + back[image]
        most = min(most, int(share / (1 - FREE_SHARE_KEPT)))
    room = next((limit.room for limit in given.limits if limit.id == fixed_frames(image)), None)
    if room is not None:
        most = min(most, (room + back[fixed_frames(image)]) * 100 // FIXED_SHARE)
    return _Spare(max(0, most), beyond, back[image])
