"""The rules of z/OS, one a file. Adding one is adding its module and a line in `RULES`."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Protocol

from getpage.systems.interface import Check
from getpage.systems.zos.checks import (
    auxiliary_storage,
    demand_paging,
    dump_reserve,
    fixed_storage,
    free_storage,
    large_frames,
    page_in_address_space,
    page_in_service_class,
    unreferenced_interval,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.result import Finding
    from getpage.systems.zos.system import ZosSystem


class Rule(Protocol):
    """What a module of this package offers."""

    @property
    def ID(self) -> str:
        """Identifier, as findings carry it."""

    @property
    def TITLE(self) -> str:
        """A few words."""

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        """What `getpage explain` prints."""

    def find(self, system: ZosSystem) -> Iterator[Finding]:
        """What the rule says of one system."""


RULES: tuple[Rule, ...] = (
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

CHECKS = tuple(
    Check(id=rule.ID, title=rule.TITLE, system="zos", explanation=inspect.cleandoc(rule.__doc__ or ""))
    for rule in RULES
)
