"""What can be turned: one size that a command can change, what bounds it and how it is spelled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from getpage.contract.curve import SizeCurve
from getpage.core.errors import GetpageError, Instead, UnknownNameError
from getpage.core.names import Facility, Image, KnobId, LimitId, Object, Subsystem, called
from getpage.core.storage_kinds import REAL_STORAGE
from getpage.result import Change, Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """Storage that several knobs share and that ends: below the bar, MEMLIMIT, LFAREA, a structure.

    `room` is the bytes that they can still take together; negative where more is promised than there is.
    `raised` spells the command that makes room for so many bytes more, with the bytes that it really brings;
    None where no command does, or not one that a size is worth. `rule_bytes` is what a rule asks for beside
    what sizes take: one command raises the limit for both.
    """

    id: LimitId
    label: str
    room: int
    facts: tuple[Fact, ...] = ()
    raised: Callable[[int], tuple[int, Change]] | None = field(default=None, compare=False, repr=False)
    rule_bytes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LargeFrames:
    """Larger frames in which a knob may be fixed, where `limit` has room for all of it and its bytes are a
    whole `multiple`; `fix` spells it.
    """

    limit: LimitId
    multiple: int
    fix: Callable[[int], Change] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Knob:
    """One knob that takes real storage and saves reads: its size, curve, constraints and spelling.

    `id` names it in `--change`. Sizes are in `unit`s, each of which takes `unit_bytes` of storage.
    `setting_bytes` is what one unit of the setting itself is where it is written in storage (a MiB of heap, a
    KiB of each connection's buffer); None where a unit is a thing: a buffer, a task. `smallest` and `largest`
    are what product and evidence allow; a `size` above `largest` is wasted by a rule, which `largest_because`
    says. `limits` are identifiers of the `Limit`s that it counts against beside real storage, with the bytes
    that it grows by; where that is not so, `takes` says what a size takes of each beyond the present.
    `supply` says what evidence would give a curve, or a better one. `unpriced` is, of a knob without a curve,
    what a larger size saves at the most, of things whose cost no evidence tells. `change` spells a new size:
    the commands in their order, each with undo and verification.

    `least_now` is the least size that one command may set; farther down it goes in steps, each after a look
    at what the one before did, and only the first of them is room for others now.

    `storage` is what its bytes are of. `backed` says whether all of its units are surely in there now, so
    that a smaller size surely gives them back: a pageable pool that was never full is a promise only. `fix`
    spells page-fixing it at a size, the last of its commands; with `fix_sets_size` it sets that size too. It
    is None where the knob is fixed, or not busy enough for that to pay. `fix_large` are the ways to spell it
    with larger frames in the same command, the largest frames first; empty where they bring nothing.
    `references` are getpages a second, all of them, and `read_seconds` what one read was waited for, both in
    the window; None is what the evidence does not tell. `entries` are pages that a cache holds at its present
    size, where sizes are its storage: a size twice as large holds twice as many. `placed` is the image that
    it is taken to be on where its own evidence names none. With `only_asked`, plans enlarge the knob only if
    a rule asks, because its curve comes from published measurements; it is forecast at any size. Plans exceed
    `largest_unasked` only if a rule asks for it; None is no such limit. A larger size that saves less than
    `least_saved` seconds per second of every measure is none that plans choose. `setting` is what evidence
    shows of the setting where `size` is what was held and not that; None where the two are one.
    """

    id: KnobId
    object: Object
    unit: str
    unit_bytes: int
    size: int
    smallest: int
    largest: int
    fixed: bool
    change: Callable[[int], tuple[Change, ...]] = field(compare=False, repr=False)
    setting_bytes: int | None = None
    curve: SizeCurve | None = None
    limits: tuple[LimitId, ...] = ()
    takes: Callable[[int], Mapping[LimitId, int]] | None = field(default=None, compare=False, repr=False)
    fix: Callable[[int], Change] | None = field(default=None, compare=False, repr=False)
    fix_sets_size: bool = False
    fix_large: tuple[LargeFrames, ...] = ()
    largest_because: str = ""
    least_now: int = 0
    storage: str = REAL_STORAGE
    backed: bool = True
    references: float | None = None
    entries: int | None = None
    read_seconds: float | None = None
    supply: str = ""
    unpriced: str = ""
    placed: Image | None = None
    only_asked: bool = False
    largest_unasked: int | None = None
    least_saved: float = 0.0
    setting: str | None = None
    facts: tuple[Fact, ...] = ()

    def not_before(self, size: int) -> str:
        """What has to be known before it may have a size, in words; empty where nothing has to."""
        return self.curve.only_after if self.curve is not None and size > self.size else ""

    @property
    def subsystem(self) -> Subsystem:
        """Whose it is."""
        return self.id.subsystem

    @property
    def product(self) -> str:
        """Of which product."""
        return self.id.product

    @property
    def image(self) -> Image:
        """On which z/OS image, as far as that is known."""
        return self.id.image or self.placed or self.id.image


#: Names that a message lists.
_MOST = 10


def knob_called(name: str, knobs: Sequence[Knob], option: str) -> Knob:
    """The knob that `name` means; GetpageError, naming the `option`, where it is none or may be several."""
    matches = [knob for knob in knobs if called(knob.id, name)]
    if len(matches) > 1:
        matches = [knob for knob in matches if str(knob.id).casefold() == name.casefold()] or matches
    if len(matches) > 1:
        known = [str(knob.id) for knob in matches[:_MOST]]
        message = f"{option} {name}: {len(matches)} knobs are called so: {', '.join(known)}"
        raise GetpageError(message, Instead(name, known[0]))
    if not matches:
        message = f"{option} {name}: no such knob in the evidence"
        raise UnknownNameError(message, name, [str(knob.id) for knob in knobs])
    return matches[0]


_FIXED: Final = "fixed frames"


def fixed_frames(image: Image) -> LimitId:
    """Storage that may still be page-fixed."""
    return LimitId(image, _FIXED)


def frames_1m(image: Image) -> LimitId:
    """1 MB frames for fixed pages."""
    return LimitId(image, "1 MB frames")


def frames_2g(image: Image) -> LimitId:
    """2 GB frames."""
    return LimitId(image, "2 GB frames")


def coupling_facility(sysplex: str, name: str) -> LimitId:
    """Storage of a coupling facility that is free."""
    return LimitId(Facility(sysplex, name), "storage")
