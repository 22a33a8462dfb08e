"""The choices of a plan as arrays: every size of every consumer with its worth, and what each takes of what.

A choice is one size of one consumer. Choices of a consumer lie together, in ascending order of size; exactly
one of each is made. A `Room` is storage that choices take from: real storage of a system, or a limit. Bytes
are whole; worth is seconds an hour.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Room:
    """Storage of which at most `bytes` may be taken, net. `at` are choices, ascending; `taken` what each
    takes.

    Choices that are not in `at` take nothing of it.
    """

    id: str
    label: str
    bytes: int
    at: Ints
    taken: Ints

    def taken_by(self, chosen: Ints) -> Ints:
        """What each of these choices takes."""
        if not len(self.at):
            return np.zeros(len(chosen), dtype=np.int64)
        first = int(self.at[0])
        if int(self.at[-1]) - first + 1 == len(self.at):  # without gaps
            inside = (chosen >= first) & (chosen < first + len(self.at))
            return np.where(inside, self.taken[np.where(inside, chosen - first, 0)], 0)
        place = np.minimum(np.searchsorted(self.at, chosen), len(self.at) - 1)
        return np.where(self.at[place] == chosen, self.taken[place], 0)


@dataclass(frozen=True, eq=False)
class Choices:
    """All choices: those of consumer j are `offsets[j]` to `offsets[j + 1]`; `present[j]` leaves it."""

    offsets: Ints
    worth: Floats
    present: Ints
    rooms: tuple[Room, ...]

    @cached_property
    def owner(self) -> Ints:
        """The consumer of each choice."""
        return np.repeat(np.arange(self.consumers), np.diff(self.offsets))

    @property
    def consumers(self) -> int:
        """How many consumers choose."""
        return len(self.offsets) - 1

    def worth_of(self, chosen: Ints) -> float:
        """Worth of one choice a consumer."""
        return float(self.worth[chosen].sum())

    def used(self, room: Room, chosen: Ints) -> int:
        """Bytes that one choice a consumer takes of a room."""
        return int(room.taken_by(chosen).sum())

    def fits(self, chosen: Ints) -> bool:
        """Whether the choices stay within every room."""
        return all(self.used(room, chosen) <= room.bytes for room in self.rooms)

    def best(self, worth: Floats) -> Ints:
        """The choice of each consumer that is worth most; of equals the first, which takes least."""
        starts = self.offsets[:-1]
        most = np.maximum.reduceat(worth, starts)
        hits = np.flatnonzero(worth == np.repeat(most, np.diff(self.offsets)))
        return hits[np.searchsorted(hits, starts)]

    def net(self, prices: Floats) -> Floats:
        """Worth of each choice less the price of what it takes."""
        net = self.worth.copy()
        for price, room in zip(prices, self.rooms, strict=True):
            if not price:
                continue
            if len(room.at) and int(room.at[-1]) - int(room.at[0]) + 1 == len(room.at):
                net[int(room.at[0]) : int(room.at[-1]) + 1] -= price * room.taken
            else:
                net[room.at] -= price * room.taken
        return net

    def only(self, kept: Ints) -> Choices:
        """The same with these choices alone, ascending, one a consumer at least; `present` is its first."""
        counts = np.bincount(self.owner[kept], minlength=self.consumers)
        offsets = np.append(0, np.cumsum(counts))
        rooms = []
        for room in self.rooms:
            low, high = np.searchsorted(kept, (room.at[0], room.at[-1] + 1)) if len(room.at) else (0, 0)
            inside = kept[low:high]
            place = np.minimum(np.searchsorted(room.at, inside), len(room.at) - 1) if len(room.at) else inside
            hit = room.at[place] == inside if len(room.at) else np.zeros(0, dtype=np.bool_)
            at = np.arange(low, high)[hit]
            rooms.append(Room(room.id, room.label, room.bytes, at, room.taken[place[hit]]))
        return Choices(offsets, self.worth[kept], offsets[:-1], tuple(rooms))
