"""What a heap of another size would cost its collector: the collection model.

A young collection comes when the nursery is full, so that their number falls as the nursery grows. What only
happened to be in use when one came does not grow with the nursery; what lives on does, so that copying it
costs the same for every byte allocated, whatever the size. What is tenured tells how much of it lives on at
least and at most (`survivors`), and no more can be copied than is alive; between these a log does not tell,
and the best guess is near the most: what outlives one collection mostly outlives the next.

A global collection comes when what is tenured has filled what the tenure area has beyond the live set. What
is tenured goes with what is copied. One marks and moves what is alive, whatever the size of the heap, and
goes over all of it: it costs from the same to in proportion to the heap, and the best guess is halfway (the
geometric mean).
It may come instead of a young one, which gave up.

The interval is of what a log as long as this one would show, 90 %: everything between such bounds is as
likely; few collections in either log, and collections that took very different times, make what they take on
average uncertain; a collection may come just within or just beyond the end of the log; processor time that
is printed in steps of 10 ms is known no better than by the number of steps; and runs differ (`draws`).

What the program asked for itself (System.gc) stays as it is. Where no other global collection was seen, one
costs what those did, and comes when what is tenured a second has filled the tenure area, or not at all, as
those that were asked for come before. Where none at all was seen, smaller heaps are told of as long as all
that was tenured fits into them. The nursery keeps its share of the heap.

A young collection needs room in the tenure area for what it may tenure, else a global one comes in its place.
So in a small heap they come sooner than what is free says, and at the end each time that the nursery is full.
Survivors for which a smaller survivor space has no room are tenured, too. G1 has no area of a fixed size: it
marks when 45 % of the heap is in use, and its nursery is what is free beyond what is alive.

Limits: the load stays as it was. What was tenured is taken to live on, so that a larger nursery copies it:
where all of it dies soon after, a larger one costs less than is told. What no log of this length shows, a
global collection that comes once a day, is in none of it.

Reference: R. Jones, A. Hosking, E. Moss, The Garbage Collection Handbook, 2nd edition, chapters 2, 3, 9.11
and 10; A. W. Appel, "Garbage collection can be faster than stack allocation", IPL 25 (1987): the cost of
copying collection per allocated byte falls as live data over free space.

What one log does not tell of another heap is drawn: the same draws for every size and every heap.

A forecast of another size is wrong for reasons that have bounds, and for reasons that have a scatter. A bound
is all that is known of the first, so that everything between is taken as equally likely; but of what is
copied, what outlives one collection mostly outlives the next, so that all of it is likelier than half, and
half than nothing. The second are known from the log itself, but for what differs from one run to the next.

Limits: draws are as many as make ends of a 90 % interval good to about a hundredth of its width.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import ceil, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from getpage.core.student import normal_quantiles

from .mean_cost import CollectionKind, MeanCost
from .survivors import UNTOLD, Survivors

Floats = NDArray[np.float64]

_DRAWS: Final = 2000
_SEED: Final = 20260312
#: Relative standard deviation of what collections take from one run to the next of the same program in the
#: same heap, beyond what the scatter within a run explains: where memory lies, and what else the machine
#: does. Ours: two programs that are not those of the laboratory, twice each with three collectors, before all
#: else on their machine, differed by 0 to 8 % (0.03); settled on seeds 41 and 42 of the laboratory.
BETWEEN_RUNS: Final = 0.05


@dataclass(frozen=True, slots=True)
class HeapDraws:
    """One draw a place, shape (draws,) each: from 0 to 1 where between its bounds something is, and where in
    its cycle a log begins or ends; `busy` is exponential, and the others are standard normal.
    """

    lasts: Floats  # how much of what is copied lives on: rather all than nothing (beta, 1 and 1/2)
    swept: Floats  # of the cost of a global collection
    alive: Floats
    phases: tuple[Floats, ...]
    seen: tuple[Floats, ...]
    coming: tuple[Floats, ...]
    run: Floats
    padded: Floats  # how much more than is tenured on average has to be free, 0 to 1
    busy: Floats  # what collections wait for a processor, over what they did: exponential, mean 1


@cache
def draws() -> HeapDraws:
    """The draws."""
    generator = np.random.default_rng(_SEED)
    u = [(generator.permutation(_DRAWS) + generator.random(_DRAWS)) / _DRAWS for _ in range(16)]
    normal = [normal_quantiles(uniform) for uniform in u[7:14]]
    return HeapDraws(
        lasts=1 - (1 - u[0]) ** 2,
        swept=u[2],
        alive=u[3],
        phases=tuple(u[4:7]),
        seen=tuple(normal[:3]),
        coming=tuple(normal[3:6]),
        run=normal[6],
        padded=u[15],
        busy=-np.log1p(-u[14]),
    )


def scatter(relative_variance: float | Floats, normal: Floats) -> Floats:
    """Factors with mean 1 and this variance, none below 0 (lognormal)."""
    spread = np.log1p(relative_variance)
    factors: Floats = np.exp(np.sqrt(spread) * normal - spread / 2)
    return factors


#: Share of the tenure area that must be free for the model: fuller heaps collect without end.
_LEAST_FREE: Final = 0.10
#: What is left of it at least between two collections, where what has to be free for the next does not fit.
_LEAST_ROOM: Final = 0.02
#: A young collection starts where so many times what is tenured on average is free, from 1 to that: HotSpot
#: pads its average by its deviation. Settled on seeds 41 and 42 of the laboratory.
_MOST_PADDED: Final = 1.5
#: Share of the survivor space beyond which objects are tenured early (-XX:TargetSurvivorRatio=50).
_TARGET: Final = 0.5
#: Share of the heap in use from which on G1 marks (-XX:InitiatingHeapOccupancyPercent=45).
_MARKS_AT: Final = 0.45
#: Share of the times that the nursery is full beyond which all are global collections.
_ALL: Final = 0.98
#: Where between two bounds the best guess is, and where it is of how much of what is copied lives on: what
#: outlives one collection mostly outlives the next. Settled on seeds 41 and 42 of the laboratory.
_HALF: Final = 0.5
_LASTS: Final = 0.9
_ENDS: Final = (0.05, 0.95)

Cost = tuple[float, float, float]
#: Seconds of the observed time: best guess, and draws.
Part = tuple[float, "Floats"]


@dataclass(frozen=True, kw_only=True)
class HeapModel:
    """What was observed in `seconds` with a heap of `heap` bytes, of which the nursery is a share.

    `live` is what is alive in it, with the least and the most; `tenured` are bytes a second, `old` the most
    that the tenure area had in use; None is what the log does not tell. `instead` is the share of global
    collections that came instead of a young one; `is_regional` is true of G1.
    """

    seconds: float
    heap: int
    nursery_share: float
    young: CollectionKind | None
    whole: CollectionKind | None
    explicit: CollectionKind | None
    live: tuple[float, float, float] | None
    tenured: float | None
    old: float | None = None
    survivors: Survivors = UNTOLD
    instead: float = 0.0
    is_regional: bool = False

    @cached_property
    def smallest(self) -> int:
        """The smallest size that it says something of."""
        tenure = 1 - (0 if self.is_regional else self.nursery_share)
        if self.live is not None and (self.whole is not None or self._is_expected):
            return min(self.heap, round(self.live[2] / tenure / (1 - _LEAST_FREE)))
        if self.whole is None and self.explicit is None and self.old is not None:
            # At most as much more is tenured as the nursery is smaller: old x heap / size <= tenure x size.
            fits = sqrt(self.old * self.heap / tenure)
            space = self.survivors.space
            # Survivors that no longer fit into their space are tenured, which no log of a larger heap tells.
            kept = 0.0 if space is None else self.heap * self.survivors.kept / (_TARGET * space)
            return min(self.heap, ceil(max(fits, kept)))
        return self.heap

    def seconds_a_second(self, size: int, measure: str) -> Cost | None:
        """What a heap of `size` bytes costs of `wait` or `cpu`: best guess, least, most."""
        kinds = [kind for kind in (self.young, self.whole, self.explicit) if kind is not None]
        if not kinds or any(getattr(kind, measure) is None for kind in kinds):
            return None
        parts = [
            self._young(self._nursery(size), measure, self._come(size)),
            self._whole(size, measure),
            self._expected(size, measure),
            self._explicit_cost(measure),
        ]
        return self._cost([part for part in parts if part is not None])

    def young_seconds(self, times: float, measure: str) -> Cost | None:
        """What young collections cost a second with a nursery so many times as large."""
        part = self._young(times, measure, None)
        return None if part is None else self._cost([part])

    def _cost(self, parts: list[tuple[float, Floats]]) -> Cost:
        """Seconds a second of parts that are in seconds: best guesses, and draws of each."""
        value = sum(part[0] for part in parts) / self.seconds
        drawn = np.sum([part[1] for part in parts], axis=0) * scatter(BETWEEN_RUNS**2, draws().run)
        low, high = np.quantile(drawn, _ENDS) / self.seconds
        return value, min(value, float(low)), max(value, float(high))

    def _young(self, ratio: float, measure: str, come: tuple[float, Floats] | None) -> Part | None:
        """Seconds of young collections with a nursery `ratio` times as large, and so many global ones."""
        spent: MeanCost | None = None if self.young is None else getattr(self.young, measure)
        if self.young is None or spent is None:
            return None
        drawn, count = draws(), self.young.count
        seen = 0 if self.whole is None else self.whole.count
        guessed, others = (seen, np.full_like(drawn.run, seen)) if come is None else come
        # A nursery that is full is collected by a young collection, or by a global one instead.
        filled = (count + self.instead * seen) / ratio
        # Where all that fills the nursery is a global collection, no young one is left; G1 marks beside them.
        replaced = not self.is_regional and guessed >= filled
        guess = 0.0 if replaced else max(0.0, filled - self.instead * guessed)
        counted = np.maximum(count + drawn.phases[0] - drawn.phases[1], 0) / count
        coming = np.maximum(filled * counted - self.instead * others, 0.0)
        if not self.is_regional:
            coming = np.where(others >= filled * _ALL, 0.0, coming)
        each = spent.mean * float(self._grown(ratio, _LASTS))
        taken = _taken(spent, count, np.maximum(coming, 1.0), 0)
        return guess * each, coming * taken * self._grown(ratio, drawn.lasts)

    def _grown(self, ratio: float, lasts: float | Floats) -> Floats:
        """What a young collection copies with a nursery `ratio` times as large, over what it copied: `lasts`
        is 0 where as little lives on as may, and 1 where as much does. No more can be copied than is alive.
        """
        least, most = (1 + share * (ratio - 1) for share in (self.survivors.least, self.survivors.most))
        grown = np.asarray(least * (most / least) ** lasts)
        if ratio <= 1 or self.live is None or not self.survivors.copied:
            return grown
        limited: Floats = np.minimum(grown, max(1.0, self.live[2] / self.survivors.copied))
        return limited

    def _come(self, size: int) -> tuple[float, Floats] | None:
        """How many global collections come: best guess, and draws."""
        if self.whole is None:
            return None
        drawn, count = draws(), self.whole.count
        ratio = self._nursery(size)
        filled = self._fills / ratio
        if self.live is None:
            rooms = guessed = np.array(1 / ratio)
        else:
            rooms = self._rooms(size, self._alive, drawn.padded, drawn.lasts)
            guessed = self._rooms(size, self.live[0], _HALF, _LASTS)
        due = np.maximum(count + drawn.phases[0] - drawn.phases[1], 0) * rooms
        # As much is tenured as is copied, and what no longer fits into the survivor space.
        guess, tenured = (self._tenures(ratio, lasts) / ratio for lasts in (_LASTS, drawn.lasts))
        come = np.minimum(np.floor(due * tenured + drawn.phases[2]), np.ceil(filled))
        return min(float(count * guessed * guess), filled), come

    @property
    def _fills(self) -> float:
        """How often the nursery was full: each time a young collection came, or a global one instead. At
        least as often as global ones came.
        """
        young = 0 if self.young is None else self.young.count
        whole = 0 if self.whole is None else self.whole.count
        return max(young + self.instead * whole, whole)

    def _tenures(self, ratio: float, lasts: float | Floats) -> Floats:
        """What a young collection tenures with a nursery `ratio` times as large, over what it tenures now: as
        much as it copies, or what does not fit into a survivor space that is smaller, too.
        """
        grown, survivors = self._grown(ratio, lasts), self.survivors
        tenured = (survivors.copied or 0.0) - survivors.kept
        if ratio >= 1 or survivors.space is None or survivors.copied is None or tenured <= 0:
            return grown
        fits = max(survivors.kept, _TARGET * survivors.space) * ratio
        more: Floats = np.maximum(grown, (survivors.copied * grown - fits) / tenured)
        return more

    def _nursery(self, size: int) -> float:
        """How many times as large the nursery is in a heap of `size` bytes: its share of the heap, but where
        a collector takes regions for it what is free beyond what is alive.
        """
        if not self.is_regional or self.live is None or self.heap <= self.live[0]:
            return size / self.heap
        least = _LEAST_FREE * size
        return max(size - self.live[0], least) / max(self.heap - self.live[0], _LEAST_FREE * self.heap)

    def _whole(self, size: int, measure: str) -> Part | None:
        """Seconds of global collections."""
        spent: MeanCost | None = None if self.whole is None else getattr(self.whole, measure)
        come = self._come(size)
        if self.whole is None or spent is None or come is None:
            return None
        drawn, ratio, count = draws(), size / self.heap, self.whole.count
        each = ratio**drawn.swept * _taken(spent, count, np.maximum(come[1], 1), 1)
        return come[0] * spent.mean * ratio**_HALF, come[1] * each

    def _explicit_cost(self, measure: str) -> tuple[float, Floats] | None:
        """Seconds of collections that the program asked for: as many, of what is alive."""
        spent: MeanCost | None = None if self.explicit is None else getattr(self.explicit, measure)
        if self.explicit is None or spent is None:
            return None
        count = self.explicit.count
        taken = _taken(spent, count, np.full_like(draws().run, count), 2)
        return count * spent.mean, count * taken

    @property
    def _is_expected(self) -> bool:
        """Whether collections that were asked for tell what others would cost."""
        known = self.explicit is not None and self.live is not None and self.tenured is not None
        return known and self.whole is None

    def _expected(self, size: int, measure: str) -> tuple[float, Floats] | None:
        """Global collections that would come although none came but those that were asked for."""
        if not self._is_expected or self.explicit is None or self.live is None or self.tenured is None:
            return None
        spent: MeanCost | None = getattr(self.explicit, measure)
        if spent is None or size >= self.heap:
            return None
        drawn, ratio, tenured = draws(), size / self.heap, self.tenured * self.seconds
        rooms = tenured / self._room(size, self._alive) * self._grown(ratio, drawn.lasts) / ratio
        # Those that were asked for come first, or not: from none of them to all.
        come = np.floor(rooms * drawn.phases[0] + drawn.phases[2])
        each = ratio**drawn.swept * _taken(spent, self.explicit.count, np.maximum(come, 1), 1)
        guess = _HALF * tenured / float(self._room(size, self.live[0])) * spent.mean
        return guess, come * each

    @property
    def _alive(self) -> Floats:
        """Draws of what is alive: anything between the least and the most, half of them below the guess."""
        assert self.live is not None
        value, low, high = self.live
        drawn = draws().alive
        alive: Floats = np.interp(drawn, (0.0, 0.5, 1.0), (low, value, high))
        return alive

    def _rooms(
        self, size: int, live: float | Floats, padded: float | Floats, lasts: float | Floats
    ) -> Floats:
        """What can be tenured between two global collections now, over what can be in a heap of `size` bytes.

        A young collection starts only where what it may tenure is free.
        """
        young = 0 if self.young is None else self.young.count
        each = 0.0 if not young or self.tenured is None or self.is_regional else self.tenured / young
        now = each * self.seconds * _MOST_PADDED ** np.asarray(padded)
        then = now * self._tenures(self._nursery(size), lasts)
        rooms: Floats = self._room(self.heap, live + now) / self._room(size, live + then)
        return rooms

    def _room(self, size: int, taken: float | Floats) -> Floats:
        """What is free for what is tenured, beyond what is taken."""
        tenure = _MARKS_AT * size if self.is_regional else size * (1 - self.nursery_share)
        room: Floats = np.maximum(tenure - taken, _LEAST_ROOM * tenure)
        return room


def _taken(spent: MeanCost, seen: int, coming: Floats, kind: int) -> Floats:
    """Draws of what one takes on average of `coming` that come, by those that were `seen`."""
    drawn = draws()
    # So many steps were counted, and half a one more for what was too short for one (Jeffreys).
    mean = spent.mean + spent.least / 2 / seen
    variance = spent.variance if spent.mean else spent.least / mean
    taken: Floats = mean * scatter(variance / seen, drawn.seen[kind])
    taken = taken * (1 - spent.queued + spent.queued * drawn.busy)
    return taken * scatter(variance / np.maximum(coming, 1.0), drawn.coming[kind])
