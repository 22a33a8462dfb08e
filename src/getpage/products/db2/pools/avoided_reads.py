"""The CPU that synchronous reads cost, as IBM published it: a range of others' measurements, not the site's.

Reference: SHARE 17878, "CPU reduction from IO Avoidance".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.products.db2 import wording
from getpage.products.db2.constants import CPU_PER_READ_Z13_US, CPU_PER_READ_ZEC12_US

if TYPE_CHECKING:
    from getpage.contract.measures import Row
    from getpage.result import Fact

_MACHINES = (("zEC12", CPU_PER_READ_ZEC12_US), ("z13", CPU_PER_READ_Z13_US))


def cpu_worth(reads: float) -> str:
    """What so many reads avoided save, as part of a sentence, with where the range is from."""
    said = [
        f"{wording.seconds(reads * low / 1e6)} to {wording.seconds(reads * high / 1e6)} of CPU on {machine} "
        f"({low} to {high} µs a read)"
        for machine, (low, high) in _MACHINES
    ]
    return f"{' or '.join(said)}, in IBM's workloads (SHARE 17878), not in this one"


def cpu_facts(reads: float, row: Row) -> tuple[Fact, ...]:
    """The ends of the published ranges as facts."""
    return tuple(
        computed(
            f"CPU of {reads:,.0f} reads at {us} µs ({machine}, published)",
            round(reads * us / 1e6, 3),
            "s",
            row,
        )
        for machine, ends in _MACHINES
        for us in ends
    )
