"""The z/OS images of a site while changes are booked: what each had free, whether it is short, what waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from getpage.contract.observation import Observation
from getpage.contract.order import shows_filling, shows_shortage
from getpage.core import wording
from getpage.core.names import PLATFORM, Image
from getpage.products import registry

from .room import FreeStorage, Room


@dataclass(slots=True)
class ImageState:
    """One image. `is_short`: z/OS itself shows that it pages, or is about to. `fills`: its page slots fill.
    `waiting`: bytes of changes that do not fit.
    """

    storage: FreeStorage
    is_short: bool
    fills: bool = False
    waiting: int = 0

    @property
    def image(self) -> Image:
        """The z/OS image."""
        return self.storage.image

    @property
    def label(self) -> str:
        """Its name in sentences."""
        return self.image.name or "the z/OS system"

    @property
    def was_free(self) -> str:
        """What was free when least was, as part of a sentence: "SYSA had 23.4 MiB free at its minimum"."""
        entry = self.storage.entry
        if entry is None or entry.free is None:
            return f"free storage of {self.label} is not in this evidence"
        had = f"{self.label} had {wording.size(entry.free)} free"
        how = "at its minimum" if self.storage.is_minimum else "on average of the interval with least"
        by = f", as {registry.named(entry.by).called} saw it" if entry.by != PLATFORM else ""
        when = ""
        if entry.start and entry.end:
            when = f" ({entry.start:%Y-%m-%d %H:%M} to {entry.end:%H:%M})"
        return f"{had} {how}{by}{when}"

    @property
    def reserve_named(self) -> str:
        """What the storage that stays free is for."""
        entry = self.storage.entry
        is_share = entry is not None and entry.left_free() > entry.kept
        return "reserve of 10 % of real storage" if is_share else "reserve for a dump"

    @property
    def after_reserve(self) -> str:
        """What the dump reserve leaves of it: "2.2 GiB less than a dump needs"; empty where none is kept."""
        entry, beyond = self.storage.entry, self.storage.beyond
        if entry is None or beyond is None or not entry.kept:
            return ""
        stays = entry.left_free()
        if beyond >= 0 and stays > entry.kept:
            return f"of which {wording.size(stays)} (10 % of real storage) stay free"
        kept = (
            f"the {wording.size(entry.kept)} kept for a dump, as nothing tells what one needs"
            if entry.reserve is None
            else "a dump needs"
        )
        if beyond < 0:
            return f"{wording.size(-beyond)} less than {kept}"
        return f"{wording.size(beyond)} of it beyond {'what ' if entry.reserve is not None else ''}{kept}"


class Site:
    """All images, with the room on them and within every limit."""

    def __init__(self, observed: Observation, given: Mapping[Image, int] | None = None) -> None:
        """The site before any change. `given` are bytes added to an image, which is then no longer short."""
        self.room = Room(observed.real_storage, observed.limits)
        given = {image: count for image, count in (given or {}).items() if count}
        for image, count in given.items():
            self.room.take(image, -count)
        paging = [finding.object.image for finding in observed.findings if shows_shortage(finding)]
        short = {image for image in paging if image and given.get(image, 0) <= 0}
        every = dict.fromkeys([*self.room.images, *sorted(short, key=str)])
        fills = {finding.object.image for finding in observed.findings if shows_filling(finding)}
        self.images = {
            image: ImageState(self.room.of(image), is_short=image in short, fills=image in fills)
            for image in every
        }

    def of(self, image: Image) -> ImageState:
        """The state of an image; of the only one where the evidence names none."""
        place = self.room.where(image)
        return self.images.get(place) or ImageState(self.room.of(place), is_short=False)
