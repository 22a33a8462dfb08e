"""What was published of MQ: the CPU of a page that is read, and what larger pools gained."""

from __future__ import annotations

from getpage.contract.price import Gain, Range, ReadPrice

from .outage.published import CPU_SAVED, DATA_RATE_GAINED

#: Of the CPU of an MQ call only: the I/O itself is done by the queue manager's own tasks. MQGET kept its 9 µs
#: of CPU, within the rounding of 1 µs, as 29 µs of page set wait went; at 500 µs a page that is 17 µs a page
#: at most. The machine makes no difference to what so coarse a bound says.
READ_PRICE = ReadPrice(
    Range(1e-6, 17e-6, "s", "REDP-5238, examples 4-1 and 4-2: at most 17 µs a page of an MQ call's CPU")
)

_SOURCE = "REDP-5238, 4.2"
_LARGE = "large fixed pools above the bar"

GAINS = (
    Gain(
        what=_LARGE,
        low=100 * CPU_SAVED.low,
        high=100 * CPU_SAVED.high,
        of="CPU per message",
        source=_SOURCE,
    ),
    Gain(
        what=_LARGE,
        low=100 * DATA_RATE_GAINED.low,
        high=100 * DATA_RATE_GAINED.high,
        of="bytes moved per second",
        source=_SOURCE,
    ),
)
