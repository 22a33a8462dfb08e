"""The rules of sorts, in the order in which a reader wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import options, ran_out, service_class, too_large, tune, unknown_size, utility_memory, work_on_disk

if TYPE_CHECKING:
    from getpage.contract.checks import Rule
    from getpage.products.sort.sorts import Sorts

RULES: Final[tuple[Rule[Sorts], ...]] = (
    ran_out,
    work_on_disk,
    too_large,
    options,
    tune,
    unknown_size,
    utility_memory,
    service_class,
)
