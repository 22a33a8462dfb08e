"""What each rule of Java looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.looked import Looks

from . import checks

if TYPE_CHECKING:
    from .jvm import Jvm

LOOKS: Final[tuple[Looks[Jvm], ...]] = (
    Looks(
        "heap with its collections",
        lambda jvm: int(jvm.judged),
        (
            checks.heap_small,
            checks.nursery_small,
            checks.explicit_collections,
            checks.long_pauses,
            checks.heap_resizing,
        ),
    ),
    Looks("log of collections", lambda jvm: int(jvm.stops.height > 0), (checks.log_short,)),
    Looks(
        "heap of which it is known what is alive", lambda jvm: int(jvm.is_live_measured), (checks.heap_large,)
    ),
    Looks("heap whose growth can be told", lambda jvm: int(jvm.growth is not None), (checks.heap_growth,)),
    Looks(
        "heap with its settings",
        lambda jvm: int(jvm.heaps.height > 0),
        (checks.heap_pages, checks.references),
    ),
)
