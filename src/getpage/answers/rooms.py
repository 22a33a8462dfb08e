"""The real storage that each z/OS system can give, while changes are made one after the other.

Free is what was free at the minimum of the window; of it a reserve stays for a dump, as the ledger says.
Averages are no minima: they only bound what was free from above.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from getpage.contract.storage import ZOS
from getpage.core import wording as words
from getpage.core.names import Image
from getpage.ledger.book import tightest
from getpage.ledger.known import known
from getpage.products import registry

from .order import is_short

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.contract.knob import Limit
    from getpage.contract.observation import Observation
    from getpage.contract.storage import RealStorage
    from getpage.core.names import LimitId
    from getpage.result import Fact


@dataclass(slots=True)
class Room:
    """One z/OS system. `is_short` is what z/OS itself shows: it pages, or is about to.

    `left` is what it can still give, negative where the dump reserve is not kept; None where what was free is
    not known. `waiting` is what changes take that do not fit.
    """

    image: Image
    is_short: bool
    entry: RealStorage | None
    left: int | None
    waiting: int = 0

    @property
    def label(self) -> str:
        """How sentences name it."""
        return self.image.name or "the z/OS system"

    @property
    def is_minimum(self) -> bool:
        """Whether what was free is known at its minimum, not on average."""
        return self.entry is not None and self.left is not None and not self.entry.free_is_average

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What was free and what is kept, with where it stands."""
        facts = self.entry.facts if self.entry else {}
        return tuple(facts[name] for name in ("free", "reserve") if name in facts)

    @property
    def was_free(self) -> str:
        """What was free when least was, as part of a sentence: "SYSA had 23.4 MiB free at its minimum"."""
        entry = self.entry
        if entry is None or entry.free is None:
            return f"what {self.label} had free is not in this evidence"
        had = f"{self.label} had {words.size(entry.free)} free"
        how = "at its minimum" if self.is_minimum else "on average of the interval with least"
        by = f", as {registry.named(entry.by).called} saw it" if entry.by != ZOS else ""
        when = ""
        if entry.start and entry.end:
            when = f" ({entry.start:%Y-%m-%d %H:%M} to {entry.end:%H:%M})"
        return f"{had} {how}{by}{when}"

    @property
    def after_reserve(self) -> str:
        """What the dump reserve leaves of it: "2.2 GiB less than a dump needs"; empty where none is known."""
        entry = self.entry
        if entry is None or entry.free is None or not entry.reserve:
            return ""
        beyond = entry.free - entry.reserve
        if beyond < 0:
            return f"{words.size(-beyond)} less than a dump needs"
        return f"{words.size(beyond)} of it beyond what a dump needs"


@dataclass(slots=True)
class Rooms:
    """All z/OS systems, and the limits on fixed and large frames that z/OS tells."""

    systems: dict[Image, Room]
    limits: dict[LimitId, Limit]
    taken: dict[LimitId, int] = field(default_factory=dict)

    def of(self, image: Image) -> Room:
        """The room of a system; where the evidence names none, that of the only one there is."""
        if not image and len(self.systems) == 1:
            return next(iter(self.systems.values()))
        return self.systems.get(image) or Room(image, is_short=False, entry=None, left=None)

    def lacks(self, limit: LimitId, count: int) -> Limit | None:
        """The limit, where so many bytes more do not go into it."""
        one = self.limits.get(limit)
        return one if one and self.taken.get(limit, 0) + count > max(0, one.room) else None

    def take(self, limit: LimitId, count: int) -> None:
        """Book bytes against a limit."""
        self.taken[limit] = self.taken.get(limit, 0) + count


def rooms(said: Sequence[Observation]) -> Rooms:
    """What there is before anything is changed."""
    entries: dict[Image, list[RealStorage]] = {}
    for entry in known([entry for one in said for entry in one.real_storage]):
        entries.setdefault(entry.image, []).append(entry)
    zos = [finding for one in said for finding in one.findings if finding.product == ZOS]
    short = {image for finding in zos if is_short(finding) and (image := finding.object.image)}
    made = {name: _room(name, found, is_short=name in short) for name, found in entries.items()}
    made |= {
        name: Room(name, is_short=True, entry=None, left=None)
        for name in sorted(short - made.keys(), key=str)
    }
    return Rooms(made, {limit.id: limit for limit in _of_zos(said)})


def _room(name: Image, entries: Sequence[RealStorage], *, is_short: bool) -> Room:
    entry = tightest(entries)
    left = None if entry.free is None else entry.free - (entry.reserve or 0)
    return Room(name, is_short=is_short, entry=entry, left=left)


def _of_zos(said: Sequence[Observation]) -> Iterable[Limit]:
    return (limit for one in said for limit in one.limits if isinstance(limit.id.owner, Image))
