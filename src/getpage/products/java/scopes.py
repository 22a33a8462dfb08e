"""What the rules of Java look at, each with how much of it a virtual machine has enough evidence of."""

from __future__ import annotations

from typing import Final

from getpage.contract.checks import Scope

from .jvm import Jvm

COLLECTED_HEAPS: Final[Scope[Jvm]] = Scope(
    "heap with its collections", plural="heaps with their collections", count=lambda jvm: int(jvm.judged)
)
LOGS: Final[Scope[Jvm]] = Scope(
    "log of collections", plural="logs of collections", count=lambda jvm: int(jvm.stops.height > 0)
)
LIVE_SETS: Final[Scope[Jvm]] = Scope(
    "heap with its live set", plural="heaps with their live set", count=lambda jvm: int(jvm.is_live_measured)
)
GROWTH: Final[Scope[Jvm]] = Scope(
    "live set over time", plural="live sets over time", count=lambda jvm: int(jvm.growth is not None)
)
SETTINGS: Final[Scope[Jvm]] = Scope(
    "heap with its settings", plural="heaps with their settings", count=lambda jvm: int(jvm.heaps.height > 0)
)
