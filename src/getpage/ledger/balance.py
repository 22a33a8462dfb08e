"""Who holds real storage: what the accounts of subsystems hold, fitted into what is in use.

A page-fixed pool is in real storage in full. Any other pool is virtual: only its address space shows how much
of it is real. What was measured in real storage counts, unless its address space is in the evidence too.

In use is what is installed less what was free. Page-fixed pools are counted first, as they must be real; then
address spaces, less the fixed pools in them; then what else was measured. The rest of what is in use has no
name in the evidence. A holder that no longer fits was measured at another time: it is shown as virtual, with
a note, and not counted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from getpage.core.names import Subsystem
from getpage.products import registry
from getpage.result import Place

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from getpage.contract.storage import AddressSpace
    from getpage.core.names import Image
    from getpage.result import Account, Fact, Line


@dataclass(frozen=True, slots=True)
class Holding:
    """Bytes that one holder of a subsystem has, such as a buffer pool."""

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
        """Its name in the ledger: subsystem and holder."""
        return f"{self.name} {self.holder}"

    def within(self, jobs: Collection[str]) -> bool:
        """Whether one of these address spaces holds it."""
        named = registry.named(self.subsystem.product).measured_in
        held_by = self.jobs if named is None else (self.name + suffix for suffix in named(self.holder))
        return any(job in jobs for job in held_by)

    @property
    def jobs(self) -> tuple[str, ...]:
        """The usual names of the address spaces that hold its pools."""
        return tuple(self.name + suffix for suffix in registry.named(self.subsystem.product).pools_live_in)


def holdings(accounts: Iterable[Account], image: Image) -> Iterator[Holding]:
    """What subsystems of a z/OS system hold, without lines that have no bytes."""
    for account in accounts:
        if isinstance(account.of, Subsystem) and account.of.image == image:
            yield from (_holding(account.of, line) for line in account.lines if _counts(line))


def _counts(line: Line) -> bool:
    return line.place.is_held and bool(line.bytes)


def _holding(of: Subsystem, line: Line) -> Holding:
    real = line.place is Place.REAL and not line.fixed
    size = line.bytes or 0
    return Holding(of, line.holder, size, line.fixed, line.fact, real)


@dataclass(slots=True)
class Balance:
    """Holders that fit into what is in use, those that do not (`beyond`), and the bytes of no known holder
    (`left`). Address spaces stand with the bytes beside their fixed pools.
    """

    in_use: int
    fixed: list[Holding] = field(default_factory=list)
    measured: list[Holding] = field(default_factory=list)
    spaces: list[tuple[AddressSpace, int]] = field(default_factory=list)
    beyond: list[Holding | AddressSpace] = field(default_factory=list)
    left: int = 0


def balance(in_use: int, pools: Iterable[Holding], spaces: Sequence[AddressSpace]) -> Balance:
    """Fit holders into what is in use."""
    result = Balance(in_use, left=in_use)
    pools = list(pools)
    within: dict[str, int] = {}
    jobs = {space.job for space in spaces}
    for pool in pools:
        if not pool.fixed:
            continue
        if pool.bytes > result.left:
            result.beyond.append(pool)
            continue
        result.left -= pool.bytes
        result.fixed.append(pool)
        for job in [job for job in pool.jobs if job in jobs][:1]:
            within[job] = within.get(job, 0) + pool.bytes
    for space in spaces:
        beside = max(0, space.bytes - within.pop(space.job, 0))
        if beside > result.left:
            result.beyond.append(space)
        elif beside:
            result.left -= beside
            result.spaces.append((space, beside))
    for pool in pools:
        if not pool.real or pool.within(jobs):
            continue
        if pool.bytes > result.left:
            result.beyond.append(pool)
            continue
        result.left -= pool.bytes
        result.measured.append(pool)
    return result
