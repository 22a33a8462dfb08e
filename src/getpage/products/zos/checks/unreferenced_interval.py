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
    IBM z/OS RMF Report Analysis, Paging Activity. The 60 is ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.facts import value_of
from getpage.contract.measures import Least
from getpage.products.common.subsystem import row_of
from getpage.products.zos import words
from getpage.products.zos.thresholds import UIC_LOW
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.zos.system import ZosSystem

LOWEST: Final = Least("uic_minimum")

_COUNT: Final = "unreferenced interval count, lowest"

ID = "zos-uic-low"
TITLE = "Unreferenced interval count that is low"
NO_COMMAND = (
    "Real storage is short, which no command here makes more: what gives back on its image answers "
    "it, more storage for the partition, or less work."
)
FINDS = (Kind.SHORTAGE,)


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system, when its count is low."""
    row = row_of(system.storage, LOWEST)
    if row is None or row["uic_minimum"] >= UIC_LOW:
        return
    yield Finding(
        check=ID,
        object=system.object,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=f"The unreferenced interval count of {system.label} fell to {row['uic_minimum']} "
        f"{words.interval(row)}: frames are being looked for.",
        evidence=system.facts(
            "zos_storage",
            row,
            uic_minimum=_COUNT,
            uic_average="unreferenced interval count, average",
            available_minimum="available frames, lowest",
        ),
    )


def in_short(finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    return f"an unreferenced interval count of {value_of(finding, _COUNT)}"
