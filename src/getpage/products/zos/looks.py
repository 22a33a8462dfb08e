"""What each rule of z/OS looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from getpage.contract.looked import Looks

from . import checks
from .spaces import PAGING_KNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from getpage.contract.measures import Aggregate
    from getpage.products.common.coupling import Facility

    from .system import ZosSystem


def _has(ask: Aggregate[Any]) -> Callable[[ZosSystem], int]:
    """Whether its storage by interval has what is asked for: a row, or a number of them."""
    return lambda system: int(bool(system.storage and system.storage[ask]))


LOOKS: Final[tuple[Looks[ZosSystem], ...]] = (
    Looks("z/OS system with its free frames", lambda s: int(bool(s.free)), (checks.free_storage,)),
    Looks("z/OS system with its paging", _has(checks.demand_paging.MEASURED), (checks.demand_paging,)),
    Looks(
        "z/OS system with the paging of its address spaces",
        lambda s: int(bool(s.spaces and s.spaces[PAGING_KNOWN])),
        (checks.page_in_address_space,),
    ),
    Looks(
        "service or report class",
        lambda s: sum(one[checks.page_in_address_space.PEAK] is not None for one in s.classes),
        (checks.page_in_service_class,),
    ),
    Looks(
        "z/OS system with its page slots",
        _has(checks.auxiliary_storage.FULLEST),
        (checks.auxiliary_storage,),
    ),
    Looks("z/OS system with its fixed frames", _has(checks.fixed_storage.MOST), (checks.fixed_storage,)),
    Looks(
        "z/OS system with its UIC", _has(checks.unreferenced_interval.LOWEST), (checks.unreferenced_interval,)
    ),
    Looks("z/OS system with its large frames", lambda s: int(s.large is not None), (checks.large_frames,)),
    Looks(
        "z/OS system with its dump options and free frames",
        lambda s: int(s.dump is not None and bool(s.free)),
        (checks.dump_reserve,),
    ),
)

SYSPLEX_LOOKS: Final[tuple[Looks[Sequence[Facility]], ...]] = (
    Looks("coupling facility", len, (checks.takeover,)),
    Looks(
        "coupling facility structure",
        lambda all_: sum(len(one.structures) for one in all_),
        (checks.structure_full,),
    ),
)
