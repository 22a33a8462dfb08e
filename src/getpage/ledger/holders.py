"""What the accounts of subsystems hold, apart by what is surely real and what is a promise.

A page-fixed pool is in real storage in full. Any other is virtual: what of it is real, its address space
tells, and else nothing does. What was measured in real storage counts, unless its address space is there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.core.names import Subsystem
from getpage.products import registry
from getpage.result import Place

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from getpage.core.names import Image
    from getpage.result import Account, Fact, Line


@dataclass(frozen=True, slots=True)
class Holding:
    """One holder of one subsystem."""

    subsystem: Subsystem
    holder: str
    bytes: int
    fixed: bool
    fact: Fact | None
    real: bool = False  # measured in real storage

    @property
    def name(self) -> str:
        """The subsystem without its z/OS system."""
        return self.subsystem.name

    @property
    def label(self) -> str:
        """How the ledger names it."""
        return f"{self.name} {self.holder}"

    def within(self, jobs: Collection[str]) -> bool:
        """Whether an address space holds it that is among these."""
        named = registry.named(self.subsystem.product).measured_in
        held_by = self.jobs if named is None else (self.name + suffix for suffix in named(self.holder))
        return any(job in jobs for job in held_by)

    @property
    def jobs(self) -> tuple[str, ...]:
        """Address spaces that keep its pools, by their usual names."""
        return tuple(self.name + suffix for suffix in registry.named(self.subsystem.product).pools_live_in)


def holdings(accounts: Iterable[Account], image: Image) -> Iterator[Holding]:
    """All that subsystems of a z/OS system hold; lines without bytes are left out."""
    for account in accounts:
        if isinstance(account.of, Subsystem) and account.of.image == image:
            yield from (_holding(account.of, line) for line in account.lines if _counts(line))


def _counts(line: Line) -> bool:
    return line.place.is_held and bool(line.bytes)


def _holding(of: Subsystem, line: Line) -> Holding:
    real = line.place is Place.REAL and not line.fixed
    size = line.bytes or 0
    return Holding(of, line.holder, size, line.fixed, line.fact, real)
