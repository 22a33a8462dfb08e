"""Storage that all sorts of a system together may have: EXPMAX, with what each size costs in their hour."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.knob import REAL_STORAGE, Knob, Limit
from getpage.core.names import LimitId
from getpage.core.units import MIB, PAGE

from . import needs
from .changes import resize
from .curve import FARTHEST, curve, megabytes

if TYPE_CHECKING:
    from .sorts import Sorts

ALLOWED: Final = "EXPMAX allows all of their work, and they left storage free"
#: What its bytes are of where its hour has more free than the tightest moment.
HOUR_STORAGE: Final = "real storage of an hour"


def knob(sorts: Sorts) -> Knob | None:
    """The size of it, in MiB that they held at most at a time; None where no times are known."""
    model = sorts.model
    if model is None:
        return None
    now, most = megabytes(model.now), megabytes(model.all)
    made = curve(sorts)
    beyond = limit(sorts)
    return Knob(
        id=sorts.knob,
        object=sorts.storage,
        unit="MiB",
        unit_bytes=MIB,
        setting_bytes=MIB,
        size=now,
        smallest=0,
        largest=now if sorts.leaves_free else FARTHEST * max(now, most, 1),
        largest_because=ALLOWED if sorts.leaves_free else "",
        fixed=False,
        frame_bytes=PAGE,
        backed=False,  # held for an hour: less of it is no room for those who hold theirs all day
        limits=() if beyond is None else (beyond.id,),
        storage=REAL_STORAGE if beyond is None else HOUR_STORAGE,
        change=lambda size: (resize(sorts, size),),
        curve=made,
        supply=needs.STEPS.supply,
        facts=() if made is None else made.facts,
    )


def limit(sorts: Sorts) -> Limit | None:
    """What is free in their hour beyond the tightest moment; None where that is no more than others may be
    given, so that sorts take from what all share, or where less than a dump needs was free at that moment.
    """
    free = sorts.free
    if free is None or free.is_short or free.beyond <= free.ever:
        return None
    return Limit(
        id=LimitId(sorts.id.image, f"storage free in {sorts.hour_label}"),
        label=f"storage free in {sorts.hour_label} beyond the tightest moment",
        room=min(free.beyond, free.beside(sorts.options.shown("EXPRES"))),
        facts=free.facts,
    )
