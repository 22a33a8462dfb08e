"""Unreferenced interval count that is low.

What it does:
    Reports systems whose unreferenced interval count (UIC) fell under 60.

Why it matters:
    The count says how long pages stay unreferenced before z/OS looks for frames to take: 65535 when nobody
    asks, near 0 when pages that are in use are about to be taken.

Evidence:
    RMF Paging Activity: UIC at its minimum (SMF71ULC).

What to do:
    As for demand paging: find who holds what it does not use, or give the partition more storage.

How to verify:
    The count at its minimum, with the same work.

References:
    IBM z/OS RMF Report Analysis, Paging Activity. The 60 is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.measures import Least
from getpage.products.common.subsystem import row_of
from getpage.products.zos.rows import STORAGE
from getpage.products.zos.scopes import UIC
from getpage.products.zos.sorts import limit_sorts, no_limit
from getpage.products.zos.system import ZosSystem
from getpage.products.zos.thresholds import UIC_LOW
from getpage.result import REAL_STORAGE, Finding, Kind, Severity

from . import _shortage

_LOWEST: Final = Least("uic_minimum")

ID = "zos-uic-low"
TITLE = "Unreferenced interval count that is low"
LOOKS_AT = UIC
SHOWS = REAL_STORAGE
MEASURES: Final = (_LOWEST,)
NO_COMMAND = _shortage.NO_COMMAND
FINDS = (Kind.SHORTAGE,)


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system, when its count is low."""
    row = row_of(system.storage, _LOWEST)
    if row is None or row["uic_minimum"] >= system.in_force(UIC_LOW):
        return
    yield Finding(
        check=ID,
        object=system.object,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"Unreferenced interval count fell to {row['uic_minimum']}",
        in_brief=f"an unreferenced interval count of {row['uic_minimum']}",
        claim=f"z/OS looks for frames to take, and pages in use are next. {_shortage.who_held(system)}",
        evidence=(
            *system.facts(
                STORAGE,
                row,
                uic_minimum="unreferenced interval count, lowest",
                uic_average="unreferenced interval count, average",
                available_minimum="available frames, lowest",
            ),
            *_shortage.facts_of_holders(system),
        ),
        advice=limit_sorts(system),
        no_command=no_limit(system),
    )
