"""The rules for Db2: one file a rule. A module's docstring is what `getpage explain` prints.

A new rule is a new module with `ID`, `TITLE` and `find`, and its name in `RULES`; the order is that of the
docs.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Protocol

from getpage.systems.interface import Check

from . import (
    group_pool_directory,
    group_pool_invalidation,
    group_pool_size,
    group_pool_writes_failed,
    packages_release,
    pool_deferred_writes,
    pool_frames,
    pool_idle,
    pool_not_fixed,
    pool_page_ins,
    pool_reads,
    pool_residency,
    pool_sequential,
    pool_simulation,
    pool_thresholds,
    pool_unused,
    pools_against_each_other,
    storage_paged_out,
    threads_not_reused,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.result import Finding
    from getpage.systems.db2.member import Member


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

    def find(self, member: Member) -> Iterator[Finding]:
        """What the rule says of one member."""


RULES: tuple[Rule, ...] = (
    pool_simulation,
    pool_thresholds,
    pool_page_ins,
    storage_paged_out,
    pool_reads,
    pool_residency,
    pool_sequential,
    pool_deferred_writes,
    pool_idle,
    pool_unused,
    pools_against_each_other,
    pool_not_fixed,
    pool_frames,
    group_pool_writes_failed,
    group_pool_directory,
    group_pool_size,
    group_pool_invalidation,
    threads_not_reused,
    packages_release,
)

CHECKS = tuple(
    Check(id=rule.ID, title=rule.TITLE, system="db2", explanation=inspect.cleandoc(rule.__doc__ or ""))
    for rule in RULES
)
