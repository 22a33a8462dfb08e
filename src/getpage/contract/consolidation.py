"""Fewer subsystems for the same work: what is asked, and who answers it.

A product whose subsystems share work and each take storage of their own answers it
(`Product.consolidation`) with a table, out of evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from getpage.core.errors import GetpageError
from getpage.core.option import option

if TYPE_CHECKING:
    from collections.abc import Callable

    from getpage.contract.evidence import Evidence
    from getpage.result import Table

MERGED: Final = "What is merged"


def _names(text: str) -> tuple[str, ...]:
    return tuple(part for part in (piece.strip().upper() for piece in text.split(",")) if part)


@dataclass(frozen=True, kw_only=True)
class ConsolidationQuestion:
    """Which regions become how many."""

    regions: Sequence[str] = field(
        metadata=option(
            "Regions that share the work: AORA1,AORA2 or SYSA.AOR*.", group=MERGED, written=str, read=_names
        ),
    )
    into: int = field(metadata=option("How many regions they become.", group=MERGED))

    def __post_init__(self) -> None:
        """GetpageError for no regions, and for fewer than one."""
        if isinstance(self.regions, str) or not self.regions:
            raise GetpageError("--regions: no names", "--regions AORA1,AORA2")
        if self.into < 1:
            message = f"--into {self.into}: at least one region has to be left"
            raise GetpageError(message, "--into 1")


if TYPE_CHECKING:
    #: The answer; GetpageError for regions that are not there, NotEnoughEvidenceError for what nothing tells.
    ConsolidationModel = Callable[[ConsolidationQuestion, Evidence], Table]
