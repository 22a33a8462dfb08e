"""The choices of a plan as arrays: every size of every knob with its worth, and what each takes of what.

A choice is one size of one knob. Choices of a knob lie together, in ascending order of size; exactly
one of each is made. A `Capacity` is storage that choices take from: real storage of a system, or a limit.
Bytes are whole; worth is seconds an hour. Ten million choices are looked at in blocks that fit a processor's
cache.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from getpage.plan.rooms import RoomId

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

#: Choices of a block, about: 256 KiB of each array, so that a block stays in the second-level cache.
_BLOCK = 32_768


@dataclass(frozen=True, eq=False)
class Capacity:
    """Storage of which at most `bytes` may be taken, net. `at` are choices, ascending, a range where they lie
    together; `taken` what each takes. Choices that are not in `at` take nothing of it.
    """

    id: RoomId
    label: str
    bytes: int
    at: Ints | range
    taken: Ints

    @cached_property
    def span(self) -> range | None:
        """Its choices where they lie together, without gaps; None where they do not."""
        if isinstance(self.at, range):
            return self.at
        together = len(self.at) and int(self.at[-1]) - int(self.at[0]) + 1 == len(self.at)
        return range(int(self.at[0]), int(self.at[-1]) + 1) if together else None

    @cached_property
    def array(self) -> Ints:
        """Its choices as an array."""
        return np.arange(self.at.start, self.at.stop) if isinstance(self.at, range) else self.at

    @property
    def places(self) -> slice | Ints:
        """Its choices, to index an array of all choices with."""
        return slice(self.span.start, self.span.stop) if self.span else self.array

    def taken_by(self, chosen: Ints) -> Ints:
        """What each of these choices takes."""
        if not len(self.at):
            return np.zeros(len(chosen), dtype=np.int64)
        if self.span:
            inside = (chosen >= self.span.start) & (chosen < self.span.stop)
            return np.where(inside, self.taken[np.where(inside, chosen - self.span.start, 0)], 0)
        place = np.minimum(np.searchsorted(self.array, chosen), len(self.at) - 1)
        return np.where(self.array[place] == chosen, self.taken[place], 0)

    def before(self, choices: Ints) -> Ints:
        """How many of its choices lie before each of these."""
        if self.span:
            return np.clip(choices - self.span.start, 0, len(self.span))
        return np.searchsorted(self.array, choices)


@dataclass(frozen=True, eq=False)
class _Block:
    """Choices `start` to `end` of some knobs: where each knob's begin, and what of them takes of
    rooms, as (number of the room, places from `start`, bytes).
    """

    start: int
    end: int
    firsts: Ints
    counts: Ints
    parts: tuple[tuple[int, slice | Ints, Ints], ...]


@dataclass(frozen=True, eq=False)
class Choices:
    """All choices: those of knob j are `offsets[j]` to `offsets[j + 1]`; `present[j]` leaves it."""

    offsets: Ints
    worth: Floats
    present: Ints
    rooms: tuple[Capacity, ...]

    @property
    def knobs(self) -> int:
        """How many knobs choose."""
        return len(self.offsets) - 1

    @cached_property
    def owner(self) -> Ints:
        """The knob of every choice."""
        return np.repeat(np.arange(self.knobs), np.diff(self.offsets))

    def owner_of(self, chosen: Ints) -> Ints:
        """The knob of each of these choices."""
        return np.searchsorted(self.offsets, chosen, side="right") - 1

    def worth_of(self, chosen: Ints) -> float:
        """Worth of one choice a knob."""
        return float(self.worth[chosen].sum())

    def used(self, room: Capacity, chosen: Ints) -> int:
        """Bytes that one choice a knob takes of a room."""
        return int(room.taken_by(chosen).sum())

    def fits(self, chosen: Ints) -> bool:
        """Whether the choices stay within every room."""
        return all(self.used(room, chosen) <= room.bytes for room in self.rooms)

    def best(self, prices: Floats) -> tuple[Ints, Floats]:
        """The choice of each knob that is worth most beyond the price of what it takes, and what it is
        worth then; of equals the first, which takes least.
        """
        chosen, worth = [], []
        for block, net in self._net(prices):
            most = np.maximum.reduceat(net, block.firsts)
            hits = np.flatnonzero(net == np.repeat(most, block.counts))
            chosen.append(block.start + hits[np.searchsorted(hits, block.firsts)])
            worth.append(most)
        return np.concatenate(chosen), np.concatenate(worth)

    def near(self, prices: Floats, worth: Floats, loss: float, most: int) -> Ints | None:
        """The choices that lose at most so much against the best ones at these prices, which are `worth` by
        knob; None where there are more than `most`.
        """
        places, first, count = [], 0, 0
        for block, net in self._net(prices):
            last = first + len(block.firsts)
            lost = np.repeat(worth[first:last], block.counts) - net
            places.append(block.start + np.flatnonzero(lost <= loss))
            first, count = last, count + len(places[-1])
            if count > most:
                return None
        return np.concatenate(places)

    def net(self, prices: Floats) -> Floats:
        """Worth of every choice less the price of what it takes."""
        return np.concatenate([net for _, net in self._net(prices)])

    def _net(self, prices: Floats) -> Iterator[tuple[_Block, Floats]]:
        """Worth of each choice less the price of what it takes, by block."""
        for block in self._blocks:
            net = self.worth[block.start : block.end].copy()
            for room, places, taken in block.parts:
                if prices[room]:
                    net[places] -= prices[room] * taken
            yield block, net

    @cached_property
    def _blocks(self) -> tuple[_Block, ...]:
        ends = self.offsets[1:]
        borders = np.unique(np.searchsorted(ends, np.arange(_BLOCK, int(ends[-1]) + _BLOCK, _BLOCK))) + 1
        borders = np.unique(np.minimum(np.append(0, borders), self.knobs))
        starts = self.offsets[borders]
        within = [room.before(starts).tolist() for room in self.rooms]
        return tuple(
            _Block(
                start=start,
                end=end,
                firsts=self.offsets[borders[number] : borders[number + 1]] - start,
                counts=np.diff(self.offsets[borders[number] : borders[number + 1] + 1]),
                parts=tuple(
                    (index, _places(room, low, high, start), room.taken[low:high])
                    for index, room in enumerate(self.rooms)
                    if (low := within[index][number]) < (high := within[index][number + 1])
                ),
            )
            for number, (start, end) in enumerate(zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True))
        )

    def only(self, kept: Ints) -> Choices:
        """The same with these choices alone, ascending, one a knob at least; `present` is its first."""
        offsets = np.searchsorted(kept, self.offsets)
        rooms = []
        for room in self.rooms:
            low, high = (
                np.searchsorted(kept, (room.at[0], room.at[-1] + 1)).tolist() if len(room.at) else (0, 0)
            )
            inside = kept[low:high]
            at: Ints | range = range(low, high)
            if room.span:
                taken = room.taken[inside - room.span.start]
            else:
                place = room.before(inside)
                hit = room.array[place] == inside if len(inside) else np.zeros(0, dtype=np.bool_)
                at, taken = np.arange(low, high)[hit], room.taken[place[hit]]
            rooms.append(Capacity(room.id, room.label, room.bytes, at, taken))
        return Choices(offsets, self.worth[kept], offsets[:-1], tuple(rooms))


def _places(room: Capacity, low: int, high: int, start: int) -> slice | Ints:
    if room.span:
        first = room.span.start + low - start
        return slice(first, first + high - low)
    return room.array[low:high] - start
