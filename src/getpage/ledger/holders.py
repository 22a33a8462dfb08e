"""What the accounts of subsystems hold, apart by what is surely real and what is a promise.

A page-fixed pool is in real storage in full. Any other is virtual: what of it is real, its address space
tells, and else nothing does. What was measured in real storage counts, unless its address space is there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.core.names import Subsystem
from getpage.products import registry

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from getpage.core.names import Image
    from getpage.result import Account, Fact, Line

#: Lines of accounts with this place bound what others hold, and hold nothing themselves.
LIMIT = "limit"

#: Lines of accounts with this place add up others of the same account.
SUM = "sum"

#: Lines of accounts with this place were measured in real storage, fixed or not.
REAL = "real storage"


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
        """Whether an address space holds it that is among these: `DBM1 without pools` is in DB1ADBM1."""
        return self.name in jobs or f"{self.name}{self.holder.partition(' ')[0]}" in jobs

    @property
    def jobs(self) -> tuple[str, ...]:
        """Address spaces that hold it, by their usual names."""
        return tuple(self.name + suffix for suffix in registry.named(self.subsystem.product).pools_live_in)


def holdings(accounts: Iterable[Account], image: Image) -> Iterator[Holding]:
    """All that subsystems of a z/OS system hold; lines without bytes are left out."""
    for account in accounts:
        if isinstance(account.of, Subsystem) and account.of.image == image:
            yield from (_holding(account.of, line) for line in account.lines if _counts(line))


def _counts(line: Line) -> bool:
    return line.place not in (LIMIT, SUM) and bool(line.bytes)


def _holding(of: Subsystem, line: Line) -> Holding:
    real = line.place == REAL and not line.fixed
    size = line.bytes or 0
    return Holding(of, line.holder, size, line.fixed, line.fact, real)
