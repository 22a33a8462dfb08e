"""What a heap of another size would cost its collector: the collection model.

A young collection comes when the nursery is full, so that their number falls as the nursery grows. One costs
what it copies. What only happened to be in use when it came does not grow with the nursery; what lives on and
is tenured does. The share of copied bytes that were tenured therefore says how much of the cost grows with
the nursery: none of it and all of it are the bounds.

A global collection comes when what is tenured has filled what the tenure area has beyond the live set. One
costs what is alive, whatever the size of the heap. A larger nursery tenures as much at most, and in
proportion to its size less at least; those are the bounds, with one collection more or fewer than were seen,
and with the spread of the live set.

What the program asked for itself (System.gc) stays as it is. Where no other global collection was seen, one
costs what those did, and comes when what is tenured a second has filled the tenure area, or not at all, as
those that were asked for come before. The nursery keeps its share of the heap.

Limits: the load stays as it was. Sweeping is counted as marking: it grows with the heap and is a small part.
Where no global collection was seen at all nothing tells what smaller heaps cost.

Reference: R. Jones, A. Hosking, E. Moss, The Garbage Collection Handbook, 2nd edition, chapters 9.11 and 10;
A. W. Appel, "Garbage collection can be faster than stack allocation", IPL 25 (1987): the cost of copying
collection per allocated byte falls as live data over free space.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: Standard errors to either side of a mean that make 90 %.
_ERRORS: Final = 1.645
#: Share of the tenure area that must be free for the model: fuller heaps collect without end.
_LEAST_FREE: Final = 0.10
#: Where nothing tells what of the copied is tenured.
_HALF: Final = 0.5


@dataclass(frozen=True, slots=True)
class Spent:
    """What collections of one kind took, each: seconds on average, and the standard error of that."""

    mean: float
    error: float

    @property
    def bounds(self) -> tuple[float, float]:
        """Least and most, each."""
        return max(0.0, self.mean - _ERRORS * self.error), self.mean + _ERRORS * self.error


@dataclass(frozen=True, slots=True)
class Kind:
    """Collections of one kind: how many in the observed time, and what they took in measures of cost."""

    count: int
    wait: Spent
    cpu: Spent | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """What was observed in `seconds` with a heap of `heap` bytes, of which the nursery is a share.

    `live` is what is alive in it, with the least and the most. `tenured_share` is that of copied bytes; None
    is what the log does not tell.
    """

    seconds: float
    heap: int
    nursery_share: float
    young: Kind | None
    whole: Kind | None
    asked: Kind | None
    live: tuple[float, float, float] | None
    tenured_share: float | None
    tenured: float | None  # bytes a second

    @property
    def smallest(self) -> int:
        """The smallest size that it says something of."""
        if self.live is None or (self.whole is None and not self._is_expected):
            return self.heap
        least = self.live[2] / (1 - self.nursery_share) / (1 - _LEAST_FREE)
        return min(self.heap, round(least))

    def seconds_a_second(self, size: int, measure: str) -> tuple[float, float, float] | None:
        """What a heap of `size` bytes costs of `wait` or `cpu`: best guess, least, most."""
        parts = [
            _times(self._spent(self.young, measure), self._young_factor(size)),
            _times(self._spent(self.whole, measure), self._whole_factor(size)),
            self._expected(size, measure),
            self._spent(self.asked, measure),
        ]
        kinds = [kind for kind in (self.young, self.whole, self.asked) if kind is not None]
        if not kinds or any(getattr(kind, measure) is None for kind in kinds):
            return None
        known = [part for part in parts if part is not None]
        return (sum(p[0] for p in known), sum(p[1] for p in known), sum(p[2] for p in known))

    def young_seconds(self, times: float, measure: str) -> tuple[float, float, float] | None:
        """What young collections cost a second with a nursery so many times as large."""
        return _times(self._spent(self.young, measure), self._young_factor(round(self.heap * times)))

    def _spent(self, kind: Kind | None, measure: str) -> tuple[float, float, float] | None:
        """What collections of a kind take now, a second."""
        spent: Spent | None = None if kind is None else getattr(kind, measure)
        if kind is None or spent is None:
            return None
        low, high = spent.bounds
        rate = 1 / self.seconds
        return (
            kind.count * spent.mean * rate,
            max(kind.count - 1, 0) * low * rate,
            (kind.count + 1) * high * rate,
        )

    @property
    def _is_expected(self) -> bool:
        """Whether collections that were asked for tell what others would cost."""
        known = self.asked is not None and self.live is not None and self.tenured is not None
        return known and self.whole is None

    def _expected(self, size: int, measure: str) -> tuple[float, float, float] | None:
        """Global collections that would come although none came but those that were asked for."""
        if not self._is_expected or self.asked is None or self.live is None or self.tenured is None:
            return None
        spent: Spent | None = getattr(self.asked, measure)
        if spent is None or size >= self.heap:
            return None
        most = self.tenured * max(1.0, self.heap / size) / self._room(size, self.live[2])
        return (self.tenured / self._room(size, self.live[0]) * spent.mean, 0.0, most * spent.bounds[1])

    def _young_factor(self, size: int) -> tuple[float, float, float]:
        ratio = size / self.heap
        share = _HALF if self.tenured_share is None else self.tenured_share
        fewer = 1 / ratio
        return ((1 - share) * fewer + share, min(1.0, fewer), max(1.0, fewer))

    def _whole_factor(self, size: int) -> tuple[float, float, float]:
        if self.live is None:
            return (1.0, 0.0, max(1.0, self.heap / size)) if size >= self.heap else (1.0, 1.0, float("inf"))
        fewer = self.heap / size
        found = [self._room(self.heap, live) / self._room(size, live) for live in self.live]
        return (found[0], min(found) * min(1.0, fewer), max(found) * max(1.0, fewer))

    def _room(self, size: int, live: float) -> float:
        """What can be tenured between two global collections."""
        tenure = size * (1 - self.nursery_share)
        return max(tenure - live, _LEAST_FREE * tenure)


def _times(
    spent: tuple[float, float, float] | None, factor: tuple[float, float, float]
) -> tuple[float, float, float] | None:
    if spent is None:
        return None
    return (spent[0] * factor[0], spent[1] * factor[1], spent[2] * factor[2])
