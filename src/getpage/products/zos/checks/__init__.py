"""The rules of z/OS, one a file. Adding one is adding its module and a line in `RULES`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.products.zos.checks import (
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
    from collections.abc import Sequence

    from getpage.contract.checks import Rule
    from getpage.products.common.coupling import Facility
    from getpage.products.zos.system import ZosSystem


RULES: tuple[Rule[ZosSystem], ...] = (
    free_storage,
    demand_paging,
    page_in_address_space,
    page_in_service_class,
    auxiliary_storage,
    fixed_storage,
    unreferenced_interval,
    large_frames,
    dump_reserve,
)

#: Rules of what the systems of a sysplex share: all its coupling facilities at once.
SYSPLEX_RULES: tuple[Rule[Sequence[Facility]], ...] = (takeover, structure_full)
