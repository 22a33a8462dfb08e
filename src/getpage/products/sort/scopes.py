"""What the rules of sorts look at, each with how much of it a system has enough evidence of."""

from __future__ import annotations

from typing import Final

from getpage.contract.checks import Scope

from .sorts import Sorts

SORTS: Final[Scope[Sorts]] = Scope("sort", lambda sorts: int(sorts.rows["sorts"].sum()))
SORTS_BESIDE_FREE: Final[Scope[Sorts]] = Scope(
    "sort beside what is free in its hour",
    plural="sorts beside what is free in their hour",
    count=lambda sorts: 0 if sorts.reach is None else sorts.timed.height,
)
TUNE: Final[Scope[Sorts]] = Scope(
    "system whose sorts show TUNE",
    plural="systems whose sorts show TUNE",
    count=lambda sorts: int("tune" in sorts.options.values and sorts.model is not None),
)
UTILITIES: Final[Scope[Sorts]] = Scope(
    "sort of a Db2 utility with its memory",
    plural="sorts of Db2 utilities with their memory",
    count=lambda sorts: sorts.utilities["used_bytes"].count(),
)
SERVICE_CLASS: Final[Scope[Sorts]] = Scope(
    "service class that sorts, sampled by RMF",
    plural="service classes that sort, sampled by RMF",
    count=lambda sorts: int(sorts.waits is not None),
)
