"""What a plan says: where storage goes, what that brings with its interval, the commands, and what is not
done.

Storage is in bytes, and adds up to the byte: what a budget had, what was given back to it and taken from it,
and what is left. Gains are by the hour, for the load of the window. Worth is one currency, seconds an hour:
CPU seconds and transaction seconds saved, each times its weight.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from getpage.core.names import Image, KnobId, LimitId, Object
from getpage.result.model import Change, Estimate, Fact, Priority
from getpage.result.trend import DemandTrend

#: Rises when a field of the model changes its meaning or goes.
PLAN_VERSION = 3


class Action(StrEnum):
    """What is done to a knob."""

    GIVE_BACK = "give back"  # what a rule says is wasted
    SHRINK = "shrink"  # worth less here than elsewhere
    GROW = "grow"


class Reason(StrEnum):
    """Why something is not done."""

    LIMIT = "limit"  # a limit ends before it
    STORAGE = "storage"  # the storage brings more elsewhere
    EVIDENCE = "evidence"  # only bounds are known of what it brings
    LEAST = "least worth"  # a GiB of it brings less than was asked for at least
    UNPROVEN = "not established"  # its interval of benefit contains zero
    WASTE = "least waste"  # what is wasted of it is not worth a command
    PROTECTED = "protected"  # it was asked not to shrink it
    HELD = "held"  # it was asked to hold another size
    CAUSE = "cause"  # what is behind its shortage is no lack of storage


@dataclass(frozen=True, slots=True, kw_only=True)
class Weight:
    """What a second counts, of CPU, of waiting, or of one subsystem or knob as a factor."""

    of: str
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Real storage of one z/OS system that can be given away.

    `available` is what was free at the minimum of the window beyond the reserve, and what is added; negative
    where the reserve is not kept. `left` is available + given_back - taken. `free` is None where the evidence
    does not tell, or was not to be counted; `reserve` is then None too, and else what stays free: what a dump
    needs, by the evidence or, as `note` then says, as the least, and no less than 10 % of real storage.
    """

    image: Image
    available: int
    added: int = 0
    free: int | None = None
    reserve: int | None = None
    given_back: int = 0
    taken: int = 0
    note: str = ""
    facts: tuple[Fact, ...] = ()

    @property
    def left(self) -> int:
        """Bytes that nobody was given."""
        return self.available + self.given_back - self.taken


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitUse:
    """A limit that the plan kept: the room that there was, what it takes of it (negative: frees).

    `raised` is what a command of the list raises it by. `worth` is what a gigabyte more of it would bring an
    hour, at the margin; 0 where it does not bind.
    """

    id: LimitId
    label: str
    room: int
    taken: int
    raised: int = 0
    worth: float = 0.0
    facts: tuple[Fact, ...] = ()

    @property
    def left(self) -> int:
        """Bytes that are left of it."""
        return self.room + self.raised - self.taken


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One knob whose size changes, and what that brings; `image` is where its storage is.

    Sizes are in `unit`s of `unit_bytes`.

    `storage_bytes` is what it takes (negative: gives back); `counted_bytes` what the budget counts of it: a
    pageable pool that was never full gives back a promise, not storage. `storage` says what the bytes are of.
    """

    knob: KnobId
    image: Image
    object: Object
    action: Action
    unit: str
    unit_bytes: int
    size_before: int
    size_after: int
    storage_bytes: int
    counted_bytes: int
    storage: str
    because: str
    curve: str = ""
    #: None where its curve does not know it, or nothing is claimed. Reads/s; negative where reads are added.
    reads_avoided: Estimate | None = None
    cpu_saved: Estimate | None = None  # CPU s an hour
    wait_saved: Estimate | None = None  # s an hour that nobody waits for
    worth: Estimate | None = None  # weighted s an hour
    facts: tuple[Fact, ...] = ()
    setting: str | None = None  # what is shown of it where `size_before` is what was held and not that

    @property
    def product(self) -> str:
        """Of which product."""
        return self.knob.product


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One command in its place in the one list; `knob` is None where it sets no size."""

    number: int
    knob: KnobId | None
    change: Change


@dataclass(frozen=True, slots=True, kw_only=True)
class Gigabyte:
    """What the `number`th gigabyte more than now brings one knob, on the hull of its curve, and each after it
    up to the `last`th; `worth` is that of one.

    `at_once` is the storage that has to be given at once to reach it: more than a gigabyte at a cliff, of
    which no part brings its share.
    """

    knob: KnobId
    object: Object
    number: int
    last: int
    worth: Estimate
    at_once: int
    planned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NotDone:
    """What the plan leaves as it is, why, and what would change that."""

    knob: KnobId
    object: Object
    reason: Reason
    why: str
    supply: str = ""
    worth_at_most: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldSize:
    """A size that the user sets, in `unit`s, and what is missing for it; with that the plan is without it."""

    knob: KnobId
    size: int
    unit: str
    lacks: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DueDemand:
    """A demand that may reach its limit within the horizon, with what it then needs.

    `demand` has the day with its interval, and the peak at the end of the horizon. `size` is what the limit
    has to be so that this peak, at the high end of its interval, takes 85 % of it; None of a demand that
    falls, which needs `storage_bytes` more left. `to_buy` is the part of them that the storage there has no
    room for. `changes` set the size; `why` says what keeps them from being there.
    """

    demand: DemandTrend
    knob: KnobId | None = None
    size: int | None = None
    storage_bytes: int = 0
    to_buy: int = 0
    changes: tuple[Change, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Purchase:
    """Real storage of one z/OS system that has to be there by a day: the earliest on which a demand that it
    is for may be at its limit.
    """

    image: Image
    storage_bytes: int
    by: date


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageMove:
    """Real storage that changes its partition: it leaves `source` (None where it is bought) and enters
    `target` (None where nobody gets it). `price` is that of storage that is bought or taken away, where the
    site gives one.
    """

    source: Image | None
    target: Image | None
    bytes: int
    price: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeShift:
    """One knob that has another size than in the plan without the storage that moves: `size_before` is that
    there. It saves (negative: loses) `reads_avoided` and so on, None where no curve tells. With `waits` a
    finding asks for the size there, and it has no room any more.
    """

    knob: KnobId
    unit: str
    size_before: int
    size_after: int
    storage_bytes: int
    because: str
    waits: bool = False
    reads_avoided: Estimate | None = None  # a second
    cpu_saved: Estimate | None = None  # s an hour
    wait_saved: Estimate | None = None  # s an hour
    worth: Estimate | None = None  # weighted s an hour


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageShift:
    """What storage that leaves or enters changes on one image, against the plan without it.

    `bytes` is what enters it, negative what leaves it. `left_before` and `left_after` are what is free at the
    worst interval beyond what stays free, when all commands are carried out: without it and with it.
    `stays_free` is what stays free then. `sizes` are those that differ;
    together they save (negative: lose) `reads_avoided` and so on, None where no curve tells of any. `step` is
    the number of the command that moves the storage, 0 where there is none.
    """

    image: Image
    bytes: int
    left_before: int
    left_after: int
    stays_free: int | None
    sizes: tuple[SizeShift, ...] = ()
    reads_avoided: Estimate | None = None  # a second
    cpu_saved: Estimate | None = None  # s an hour
    wait_saved: Estimate | None = None  # s an hour
    worth: Estimate | None = None  # weighted s an hour
    step: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reallocation:
    """Storage that is taken, moved or bought, and what that brings all images together.

    `worth` is what the images gain less what they lose, with
    its interval, in weighted s an hour; None where no curve tells. `why_not` says why nothing is moved; the
    plan is then the one without it, and `shifts` are what it would have been. `currency` is that of all
    prices.
    """

    moves: tuple[StorageMove, ...]
    shifts: tuple[ImageShift, ...]
    worth: Estimate | None = None
    why_not: str = ""
    currency: str = ""

    @property
    def unused(self) -> int:
        """Bytes that were bought and that no system gets."""
        return sum(move.bytes for move in self.moves if move.source is None and move.target is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class RollingAverage:
    """An average of four hours: when they end, local time, its MSU, and what the plan leaves of it."""

    end: datetime
    msu: float
    msu_after: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CapacityPeak:
    """The highest rolling four-hour average in the window, of a z/OS system or of those of a machine together
    (`image` and `beside`), and what the plan takes off it: software that is charged monthly is charged by it.

    `msu` is in millions of service units an hour, `end` when the four hours end, local time. In an hour of
    them general purpose processors were busy for `cpu_seconds`, of which the plan saves `cpu_saved`, and of
    the average `msu_saved`: None where `lacks` says what is missing. `price_saved` is what that costs a
    month, where the site gives a price: of all systems together where there are several. `capped` says what
    capped them then. `averages` are those of a day around the peak.
    """

    image: Image
    beside: tuple[Image, ...] = ()
    msu: float
    end: datetime
    cpu_seconds: float | None = None
    cpu_saved: Estimate | None = None
    msu_saved: Estimate | None = None
    price_saved: Estimate | None = None
    lacks: str = ""
    capped: str = ""
    averages: tuple[RollingAverage, ...] = ()
    facts: tuple[Fact, ...] = ()

    @property
    def images(self) -> tuple[Image, ...]:
        """The systems whose averages are added."""
        return self.image, *self.beside


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Everything that one plan says. `gap` is how much more another could be worth at most, in s an hour.

    `items` are the sizes that there is room for, `later` those that wait for room, and `steps` the one list
    of commands in its order, those of both and those that set no size. `first` is what to act on first, with
    its command of the list.
    """

    first: tuple[Priority, ...] = ()
    budgets: tuple[Budget, ...]
    items: tuple[Item, ...]
    later: tuple[Item, ...]
    steps: tuple[Step, ...]
    gigabytes: tuple[Gigabyte, ...]
    not_done: tuple[NotDone, ...]
    limits: tuple[LimitUse, ...]
    weights: tuple[Weight, ...]
    reads_avoided: Estimate | None  # None where nothing that changes has reads
    cpu_saved: Estimate
    wait_saved: Estimate
    worth: Estimate
    gap: float
    proven: bool
    next_gigabyte: float  # worth of a gigabyte more of real storage, s an hour, at the margin of this plan
    least: float = 0.0  # what a gigabyte has to bring to be given, s an hour
    held: tuple[HeldSize, ...] = ()
    reallocation: Reallocation | None = None  # None where no storage is taken, moved or bought
    capacity: tuple[CapacityPeak, ...] = ()  # of systems whose CPU changes and that record it
    assumptions: tuple[str, ...] = ()
    cautions: tuple[str, ...] = ()
    window_first: datetime | None = None
    window_last: datetime | None = None
    horizon: date | None = None  # the last day that was asked for
    due: tuple[DueDemand, ...] = ()  # until then, in the order of their days
    purchases: tuple[Purchase, ...] = ()
    tool: str = ""
    version: int = PLAN_VERSION
