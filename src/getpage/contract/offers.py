"""What could use more storage, said only where real storage is free at its minimum.

A product knows which of its facilities are held back for lack of memory, and z/OS what is free: neither sees
the other. A product's `offers` become findings on an image of which a fifth of what is installed was free at
the lowest, after the reserve for a dump, and that nothing shows to be short. An average is no minimum and
tells nothing; what names no image is taken to be on the only one there is.

Reference: IBM REDP-5238, 4.1.4. The fifth is ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from getpage.contract.facts import computed
from getpage.contract.observation import Observation
from getpage.contract.order import in_order, is_whole_system
from getpage.contract.storage import RealStorage
from getpage.core import wording
from getpage.core.names import Image
from getpage.result import Finding

#: Free of what is installed, after the reserve for a dump, from which there is room to give away.
FREE_SHARE: Final = 0.20


def add_offers(observed: Observation) -> Observation:
    """What was observed, with the offers that storage is free for among its findings."""
    if not observed.offers:
        return observed
    added = tuple(_where_free(observed))
    return replace(observed, findings=in_order((*observed.findings, *added)), offers=())


def _where_free(observed: Observation) -> Iterator[Finding]:
    rooms, images = _rooms(observed), {storage.image for storage in observed.real_storage}
    only = next(iter(images)) if len(images) == 1 else None
    for offer in observed.offers:
        image = offer.object.image or only
        room = rooms.get(image) if image else None
        if room is None:
            continue
        fact = computed("free at the minimum, less what stays free", room, "bytes")
        free = f" {wording.size(room)} of real storage are free for it at the minimum."
        yield replace(offer, claim=offer.claim + free, evidence=(*offer.evidence, fact))


def _rooms(observed: Observation) -> dict[Image, int]:
    """Bytes that images may give away; images without room, or that are short, have no entry."""
    short = {finding.object.image for finding in observed.findings if is_whole_system(finding)}
    free = {storage.image: room for storage in observed.real_storage if (room := _room(storage)) is not None}
    return {image: room for image, room in free.items() if image not in short}


def _room(real_storage: RealStorage) -> int | None:
    if real_storage.free is None or real_storage.free_is_average or not real_storage.installed:
        return None
    room = real_storage.free - real_storage.left_free()
    return room if room > FREE_SHARE * real_storage.installed else None
