"""How the streams are defined: one that 64 KB hold over a long way, one that is right, one that loses, and
others that nothing of TCP/IP holds.
"""

from __future__ import annotations

from dataclasses import dataclass

from getpage.core.units import KIB, MIB

from ..clock import at

STACK = "TCPIPB"
DEFAULT = 64 * KIB
LARGEST = 256 * KIB
ESTABLISHED = 240


@dataclass(frozen=True, slots=True)
class Stream:
    """A transfer of a job from the first second on: bytes a second one way, round trip in ms."""

    job: str
    port: int
    first: int
    seconds: int
    rate: float
    trip: int
    receives: bool
    segment: int = 1452
    again: float = 0.0
    """Share of segments that are sent again."""
    window: int = 2 * MIB
    """What the partner is ready to receive."""

    @property
    def moved(self) -> int:
        """Bytes of one transfer."""
        return round(self.rate * self.seconds)


@dataclass(frozen=True, slots=True)
class Exchange:
    """A connection between the stacks of two systems in one machine room: messages and answers of so many
    bytes, so many a second, with a round trip below a millisecond.
    """

    job: str
    partner: str
    port: int
    first: int
    seconds: int
    message: int
    rate: float
    segment: int = 1452

    @property
    def moved(self) -> int:
        """Bytes one way."""
        return round(self.message * self.rate * self.seconds)

    @property
    def segments(self) -> int:
        """Segments one way: data, and an acknowledgement for two of those that came."""
        data = -(-self.message // self.segment)
        return round((data + data // 2) * self.rate * self.seconds)


#: The stack of SYSA, of which nothing but records is there.
PARTNER = "TCPIPA"
#: An application server that links to CICS of the other system with containers of 32 KB, all morning; and one
#: that asks a directory for some hundred bytes.
EXCHANGES = (
    *(Exchange("WASAPP1", "CICSIPIC", 5_100 + n, at(8), 4 * 3_600, 32 << 10, 40.0) for n in range(6)),
    Exchange("WEBSRV1", "LDAPSRV", 389, at(8), 4 * 3_600, 220, 60.0),
)
STREAMS = (
    # 64 KB over 18 ms: 3.6 MB/s, all night.
    *(Stream("FTPARCH", 20, at(hour), 3_000, 3.6e6, 18, receives=True) for hour in range(5)),
    # Its application asked for 2 MB: as far, and four times as fast.
    *(Stream("MIRROR", 873, at(hour, 10), 2_000, 15e6, 18, receives=True) for hour in (1, 3)),
    # One segment in a hundred is lost on its way to a branch.
    *(
        Stream("BRNSEND", 20, at(hour, 5), 1_800, 0.7e6, 22, receives=False, again=0.012)
        for hour in (18, 19, 20)
    ),
    # Within the machine room.
    *(Stream("DBCOPY", 446, at(hour), 900, 180e6, 0, receives=False) for hour in (2, 4)),
    # A partner that reads slowly.
    *(Stream("REPORTS", 20, at(hour), 1_200, 0.3e6, 20, receives=False) for hour in (7, 8)),
)
