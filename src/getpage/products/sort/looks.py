"""What each rule of sorts looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.looked import Looks

from . import checks

if TYPE_CHECKING:
    from .sorts import Sorts

LOOKS: Final[tuple[Looks[Sorts], ...]] = (
    Looks(
        "sort",
        lambda sorts: int(sorts.rows["sorts"].sum()),
        (checks.ran_out, checks.work_on_disk, checks.options, checks.unknown_size),
    ),
    Looks(
        "sort beside what is free in its hour",
        lambda sorts: 0 if sorts.reach is None else sorts.timed.height,
        (checks.too_large,),
    ),
    Looks(
        "system whose sorts show TUNE",
        lambda sorts: int("tune" in sorts.options.values and sorts.model is not None),
        (checks.tune,),
    ),
    Looks(
        "sort of a Db2 utility with its memory",
        lambda sorts: sorts.utilities["used_bytes"].count(),
        (checks.utility_memory,),
    ),
    Looks(
        "service class that sorts, sampled by RMF",
        lambda sorts: int(sorts.waits is not None),
        (checks.service_class,),
    ),
)
