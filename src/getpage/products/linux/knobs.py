"""The size of a guest's memory, in its hypervisor's storage, which is no z/OS image's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.knob import HYPERVISOR, Knob
from getpage.core.names import LimitId
from getpage.core.units import MIB, PAGE

from . import needs
from .changes import resize
from .curve import FARTHEST, curve, enough, facts

if TYPE_CHECKING:
    from .guest import Guest

#: Of which no evidence of a guest tells how much there is.
_ROOM: Final = "storage of its hypervisor"


def knob(guest: Guest) -> Knob | None:
    """The size of it, in MiB that it is taken to be defined with; None without a snapshot."""
    if guest.defined is None:
        return None
    now = guest.defined // MIB
    return Knob(
        id=guest.knob,
        object=guest.all_memory,
        unit="MiB",
        unit_bytes=MIB,
        setting_bytes=MIB,
        size=now,
        smallest=now - guest.spare // MIB,
        largest=FARTHEST * enough(guest),
        fixed=False,
        frame_bytes=PAGE,
        storage=HYPERVISOR,
        limits=(LimitId(guest.id.image, _ROOM),),
        backed=False,  # what of it is real is the hypervisor's to say
        change=lambda size: (resize(guest, size),),
        curve=curve(guest),
        supply=needs.PAGING.supply,
        facts=facts(guest),
    )
