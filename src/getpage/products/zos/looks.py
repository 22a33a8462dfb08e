"""What each rule of z/OS looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.looked import Looks

from .checks import (
    auxiliary_storage,
    demand_paging,
    dump_reserve,
    fixed_storage,
    free_storage,
    large_frames,
    page_in_address_space,
    page_in_service_class,
    structure_full,
    takeover,
    unreferenced_interval,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from getpage.products.common.coupling import Facility

    from .system import ZosSystem


def _says(*columns: str) -> Callable[[ZosSystem], int]:
    """Whether storage by interval has all these columns somewhere in one row."""
    return lambda system: int(
        system.storage.filter(pl.all_horizontal(pl.col(columns).is_not_null())).height > 0
    )


def _paging(frame: pl.DataFrame, names: list[str]) -> int:
    """How many are named whose page-ins are known."""
    return frame.filter(pl.col("page_in_rate").is_not_null()).select(names).n_unique() if frame.height else 0


LOOKS: Final[tuple[Looks[ZosSystem], ...]] = (
    Looks("z/OS system with its free frames", lambda s: int(bool(s.free)), (free_storage,)),
    Looks("z/OS system with its paging", _says("demand_page_rate"), (demand_paging,)),
    Looks("address space", lambda s: _paging(s.spaces, ["job", "asid"]), (page_in_address_space,)),
    Looks(
        "service or report class",
        lambda s: _paging(s.classes, ["kind", "class_name", "period"]),
        (page_in_service_class,),
    ),
    Looks(
        "z/OS system with its page slots",
        _says("slots_total", "slots_available_minimum"),
        (auxiliary_storage,),
    ),
    Looks("z/OS system with its fixed frames", _says("online_frames", "fixed_frames"), (fixed_storage,)),
    Looks("z/OS system with its UIC", _says("uic_minimum"), (unreferenced_interval,)),
    Looks("z/OS system with its large frames", lambda s: int(s.large is not None), (large_frames,)),
    Looks(
        "z/OS system with its dump options and free frames",
        lambda s: int(s.dump is not None and bool(s.free)),
        (dump_reserve,),
    ),
)

SYSPLEX_LOOKS: Final[tuple[Looks[Sequence[Facility]], ...]] = (
    Looks("coupling facility", len, (takeover,)),
    Looks(
        "coupling facility structure",
        lambda all_: sum(len(one.structures) for one in all_),
        (structure_full,),
    ),
)
