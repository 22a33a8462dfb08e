"""How the Java virtual machines are defined, in MB and seconds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Machine:
    """One of them: gencon, with a nursery of which a quarter is survivor space."""

    name: str
    heap: int
    nursery: int
    live: float
    """Alive in the tenure area in the morning."""
    growth: float
    """What is alive more each hour."""
    allocated: float
    """Allocated a second."""
    tenured: float
    """Tenured by each scavenge; all of it dies there."""
    asks_every: int
    """Seconds between two System.gc() of the program."""
    page: int = 1 << 20
    page_asked: int = 1 << 20


MACHINES = (
    Machine("WEB1", heap=512, nursery=128, live=362, growth=0, allocated=2.4, tenured=1.0, asks_every=14_000),
    Machine(
        "SHOP1", heap=1024, nursery=256, live=180, growth=60, allocated=4.0, tenured=0.2, asks_every=900,
        page=4096,
    ),
    Machine(
        "BATCH1", heap=4096, nursery=1024, live=290, growth=0, allocated=8.0, tenured=0.5, asks_every=7_000
    ),
)  # fmt: skip
