"""What dumps may take: MAXSPACE, with what each size costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.knob import Knob
from getpage.core.units import MIB, PAGE

from . import needs
from .changes import megabytes, resize
from .curve import curve

if TYPE_CHECKING:
    from .dumps import Dumps

FULL: Final = "captured dumps would not fit into what is free and half of auxiliary storage"
#: MiB that it may be where nothing tells what there is for dumps: eight digits are all that CHNGDUMP takes.
_MOST: Final = 99_999_999


def knob(dumps: Dumps) -> Knob | None:
    """The size of it in MiB; None where nothing tells what it is now and no dump was seen."""
    if not dumps.is_placed or (dumps.maxspace is None and not dumps.all):
        return None
    now, room = megabytes(dumps.now), dumps.room
    made = curve(dumps)
    return Knob(
        id=dumps.knob,
        object=dumps.space,
        unit="MiB",
        unit_bytes=MIB,
        setting_bytes=MIB,
        size=now,
        smallest=now,  # a smaller one makes dumps partial
        largest=_MOST if room is None else max(now, room // MIB),
        largest_because="" if room is None else FULL,
        fixed=False,
        frame_bytes=PAGE,
        backed=False,
        change=lambda size: (resize(dumps, size),),
        curve=made,
        supply=needs.SIZES.supply,
        facts=dumps.maxspace_facts,
    )
