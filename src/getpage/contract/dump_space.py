"""What captured dumps may take on an image, beside what a dump of its largest subsystem takes.

A product says what may be taken, others what a dump of theirs takes or what their address spaces hold, and
neither sees the other: `ledger/dump_needs.py` brings them together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from getpage.core.names import Image
from getpage.result import Fact, Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class DumpNeed:
    """The most that a dump of one subsystem takes, in bytes; `of` names it, `note` says how that is known."""

    bytes: int
    of: str
    note: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DumpSpace:
    """What dumps may take on an image; `judged` gives the findings on the largest that is needed."""

    image: Image
    judged: Callable[[DumpNeed], tuple[Finding, ...]] = field(compare=False, repr=False)
