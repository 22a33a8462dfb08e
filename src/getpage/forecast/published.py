"""Published ranges: what a read is worth where the site's own intervals do not tell, and what others gained.

SHARE 17878, "CPU reduction from IO Avoidance": CPU saved by one avoided synchronous read, 20 to 70 us on
zEC12 (steady 70 to 80 % busy) and 20 to 40 us on z13, depending on threads, access pattern and dedicated
processors. REDP-5238, 2.3.1: a page from the cache of the storage controller takes 600 us, from disk 7 ms; a
page from a group buffer pool 3.6 us, from the local pool 1 us. Each pair is read as a 90 % range of a
lognormal.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Machine(StrEnum):
    """Processors of which a range was published."""

    ZEC12 = "zEC12"
    Z13 = "z13"


@dataclass(frozen=True, slots=True)
class Range:
    """Two published ends, read as a 90 % range, and where they stand."""

    low: float
    high: float
    unit: str
    source: str


CPU_PER_READ = {
    Machine.ZEC12: Range(20e-6, 70e-6, "s", "SHARE 17878: 20 to 70 us a read on zEC12"),
    Machine.Z13: Range(20e-6, 40e-6, "s", "SHARE 17878: 20 to 40 us a read on z13"),
}
#: Where the machine is not told: the wider range holds the other.
CPU_PER_READ_ANY = CPU_PER_READ[Machine.ZEC12]

#: Of the CPU of an MQ call only: the I/O itself is done by the queue manager's own tasks. MQGET kept its 9 us
#: of CPU, within the rounding of 1 us, as 29 us of page set wait went; at 500 us a page that is 17 us a page
#: at most.
CPU_PER_MQ_PAGE = Range(
    1e-6, 17e-6, "s", "REDP-5238, examples 4-1 and 4-2: at most 17 us a page of an MQ call's CPU"
)

WAIT_PER_READ = Range(600e-6, 7e-3, "s", "REDP-5238, 2.3.1: 600 us from the storage cache, 7 ms from disk")
WAIT_PER_GROUP_READ_S = 3.6e-6


@dataclass(frozen=True, slots=True)
class Gain:
    """What others gained, in percent of CPU per unit unless `of` says otherwise, and when it applies."""

    product: str
    what: str
    low: float
    high: float
    of: str
    source: str


GAINS = (
    Gain("db2", "page-fix pools that do I/O", 0, 6, "CPU", "SHARE 17878, deployment step 1"),
    Gain("db2", "1 MB or 2 GB frames for page-fixed pools", 1, 2, "CPU", "SHARE 17878, deployment step 2"),
    Gain("db2", "pageable 1 MB frames (Flash Express)", 0, 1, "CPU", "SHARE 17878, deployment step 3"),
    Gain("db2", "local pools of up to 100 GB", 0, 5, "CPU", "SHARE 17878, deployment step 4"),
    Gain("mq", "large fixed pools above the bar", 10, 20, "CPU per message", "REDP-5238, 4.2"),
    Gain("mq", "large fixed pools above the bar", 20, 120, "bytes moved per second", "REDP-5238, 4.2"),
)


def cpu_per_read(machine: Machine | None, product: str = "") -> Range:
    """The published range of the CPU of one read by work of a product."""
    if product == "mq":
        return CPU_PER_MQ_PAGE
    return CPU_PER_READ[machine] if machine is not None else CPU_PER_READ_ANY
