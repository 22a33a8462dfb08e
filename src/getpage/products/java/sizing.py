"""Sizes that findings ask for: of heaps that are too small, and of the young part of G1.

References: SHARE 17878, application 4: a heap of 2047 MB did better than one of 2304 MB. Oracle, HotSpot
Virtual Machine Garbage Collection Tuning Guide, Garbage-First Garbage Collector Tuning.
"""

from __future__ import annotations

from typing import Final

from getpage.core.units import MIB
from getpage.result import Ask

from .constants import FARTHEST, LEAST_SAVED, MOST_OCCUPIED, OCCUPIED, UNSHIFTED_LIMIT
from .jvm import Jvm, megabytes

#: Most of the heap that G1 is given for young objects; its own bound is 60 % (G1MaxNewSizePercent).
_MOST_YOUNG: Final = 0.80
#: What is free at another time pays for nothing.
_SAME_TIME: Final = "evidence of real storage from the time of this log shows that this much is free"
#: How much larger the young part has to become to be worth an option; ours.
_WORTH: Final = 1.1


def larger(jvm: Jvm, wanted: int, *, is_urgent: bool = False, only_after: str = "") -> tuple[Ask, ...]:
    """A heap of `wanted` MiB, or what of that it may have; nothing where that saves next to nothing."""
    now = megabytes(jvm.committed or 0)
    size = target(jvm, wanted)
    if size <= now or not (is_urgent or _is_worth_it(jvm, size)):
        return ()
    other_time = "" if jvm.storage_evidence is None else _SAME_TIME
    gates = [gate for gate in (only_after, other_time) if gate]
    return (Ask(knob=jvm.knob, size=size, only_after=", and ".join(gates), reached=is_urgent),)


def target(jvm: Jvm, wanted: int) -> int:
    """What of `wanted` MiB a heap may have: no more than is forecast, and less than 2 GB where that does."""
    return min(wanted, FARTHEST * megabytes(jvm.committed or 0), largest_unasked(jvm) or wanted)


def worthless(jvm: Jvm) -> int | None:
    """MiB of the largest heap that it may have, where even that is known to save next to nothing."""
    now = megabytes(jvm.committed or 0)
    most = target(jvm, FARTHEST * now)
    return most if most > now and not _is_worth_it(jvm, most) else None


def largest_unasked(jvm: Jvm) -> int | None:
    """MiB up to which references need no shift, for a heap below it whose live set fits there; None where it
    may be larger.
    """
    is_beyond = (jvm.committed or 0) > UNSHIFTED_LIMIT
    if is_beyond or jvm.setting("compressed_references") is False:
        return None
    alive = jvm.live[2] if jvm.live is not None and jvm.is_live_measured else 0.0
    return UNSHIFTED_LIMIT // MIB if alive <= MOST_OCCUPIED * UNSHIFTED_LIMIT else None


def _is_worth_it(jvm: Jvm, size: int) -> bool:
    """Whether a heap of `size` MiB spares collections half a percent of the time, as far as is known."""
    model = jvm.model
    if model is None:
        return True
    known = False
    for measure in ("wait", "cpu"):
        now, then = (model.seconds_a_second(count, measure) for count in (model.heap, size * MIB))
        if now is not None and then is not None:
            known = True
            if now[0] - then[0] >= LEAST_SAVED:
                return True
    return not known


def young_size(jvm: Jvm) -> int | None:
    """MiB of young objects for G1, twice what they have as far as the heap has room; None where it has none,
    or the log does not tell what they have.
    """
    row = jvm.latest("young_room")
    if row is None or not jvm.most:
        return None
    young = float(row["young_room"])
    alive = jvm.live[2] if jvm.live is not None else 0.0
    size = min(2 * young, _MOST_YOUNG * jvm.most, jvm.most - alive / OCCUPIED)
    return round(size / MIB) if size > _WORTH * young else None
