"""What has to be so for any figure of a forecast to hold: the storage that its changes take is there, as
paged pools gain nothing, and what is enlarged does not leak.

Reference: IBM REDP-5238, 1.1: what is free at the peak, with the reserve for a dump on top of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from getpage.contract.knob import Limit
from getpage.contract.storage import RealStorage
from getpage.core import numbers as units
from getpage.core.errors import NotEnoughEvidenceError
from getpage.core.names import Image, LimitId
from getpage.forecast.change import SizeRequest
from getpage.ledger.room import Room
from getpage.ledger.takes import of_limits, on_image
from getpage.result import REAL_STORAGE, Cause, Finding


def cautions(
    requests: Sequence[SizeRequest], real: Sequence[RealStorage], limits: Sequence[Limit]
) -> Iterator[str]:
    """A sentence for each image and limit without room, or whose room the evidence does not show."""
    room = Room(real, limits)
    storage: dict[Image, int] = {}
    taken: dict[LimitId, int] = {}
    for request in requests:
        knob = on_image(request.knob, room.images)
        if knob.storage == REAL_STORAGE:
            storage[knob.image] = storage.get(knob.image, 0) + request.storage_bytes
        for limit, count in of_limits(knob)(request.size).items():
            taken[limit] = taken.get(limit, 0) + count
    for image, count in storage.items():
        caution = _caution(room, image, count) if count > 0 else ""
        if caution:
            yield caution
    for shortfall in room.shortfalls(taken):
        if shortfall.limit:
            size = units.storage(shortfall.bytes)
            yield f"The {shortfall.limit.label} are {size} short: make room there first."


def _caution(room: Room, image: Image, taken: int) -> str:
    name, size, there = image.name or "the z/OS system", units.storage(taken), room.of(image)
    to_give = there.to_give()
    if there.entry is None or to_give is None or not there.is_minimum:
        return (
            f"Whether {name} has {size} free at its minimum, with a dump's reserve, is not in the evidence."
        )
    if room.shortfall(image, taken) is None:
        return ""
    kept = " beyond what a dump needs" if there.reserve else ""
    if there.entry.left_free() > there.kept:
        kept = f" beyond the {units.storage(there.entry.left_free())} (10 % of real storage) that stay free"
    elif there.reserve is None:
        kept = f" beyond {units.storage(there.kept)} for a dump"
    has = f"{units.storage(to_give)} free" if to_give > 0 else "nothing free"
    return (
        f"{name} has {has} at its minimum{kept}, and this takes {size}: the figures hold only if real "
        f"storage is added, because pools that are paged gain nothing."
    )


def refuse_ruled_out(requests: Sequence[SizeRequest], findings: Iterable[Finding]) -> None:
    """NotEnoughEvidenceError for a size that a finding rules out: it measured another cause, and no figure of
    a forecast would hold.
    """
    for finding in findings:
        for request in requests:
            knob = request.knob
            if finding.cause is Cause.LEAK and (
                knob.id in finding.rules_out or knob.object == finding.object
            ):
                why = finding.headline or finding.claim
                message = f"{knob.id}: not valid: it leaks, and any size fills ({why}); find what grows first"
                raise NotEnoughEvidenceError(message, f"getpage explain {finding.check}")
            if knob.id in finding.rules_out:
                message = (
                    f"{knob.id}: the evidence rules another size out ({finding.check}: {finding.summary})"
                )
                raise NotEnoughEvidenceError(message, f"getpage explain {finding.check}")
