"""A consumer that stops while puts go on: what is asked of the pool that has to hold the backlog.

A product that buffers messages answers it (`Product.outage`): from numbers alone, or with what is not given
out of evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING, Final

from getpage.core import amounts
from getpage.core.errors import GetpageError, Without
from getpage.core.option import option

if TYPE_CHECKING:
    from collections.abc import Callable

    from getpage.contract.evidence import Evidence
    from getpage.result.outage import Outage

BACKLOG: Final = "The backlog"
POOL: Final = "The pool"
DRAIN: Final = "The drain"
HOUR: Final = 3600.0


@dataclass(frozen=True, kw_only=True)
class OutageQuestion:
    """How long a pool holds a backlog. What is None comes from evidence where there is some, else from an
    assumption, which the answer names.
    """

    put_rate: float | None = field(
        default=None, metadata=option("Messages put per second, all the time.", name="rate", group=BACKLOG)
    )
    message_bytes: int | None = field(
        default=None,
        metadata=option(
            "Bytes of data in a message: 2000, 10K, 1M. On a transmission queue add 428 for its header.",
            name="size",
            group=BACKLOG,
            written=str,
            read=amounts.bytes_of,
        ),
    )
    seconds: float | None = field(
        default=None,
        metadata=option(
            "How long there are no gets: 90s, 10m, 1.5h; one hour by default.",
            name="for",
            group=BACKLOG,
            written=str,
            read=amounts.seconds,
        ),
    )
    messages: int | None = field(
        default=None,
        metadata=option(
            "Instead of a time: until this many messages wait, 500k.",
            group=BACKLOG,
            written=str,
            read=amounts.count,
        ),
    )
    pool: str | None = field(
        default=None,
        metadata=option(
            "Which pool of the evidence: SYSA.MQA1.3, or the end of its name if that is unique.", group=POOL
        ),
    )
    buffers: int | None = field(
        default=None,
        metadata=option(
            "Buffers of the pool: 200k. Without evidence it has to be given.",
            group=POOL,
            written=str,
            read=amounts.count,
        ),
    )
    in_use: int | None = field(
        default=None,
        metadata=option(
            "Buffers in use before, which stay in use.", group=POOL, written=str, read=amounts.count
        ),
    )
    page_set_room: int | None = field(
        default=None,
        metadata=option(
            "Unused pages of its page sets, including what they may expand by.",
            group=POOL,
            written=str,
            read=amounts.count,
        ),
    )
    sizes: Sequence[int] = field(
        default=(),
        metadata=option(
            "Other sizes of the pool to compare: 200k,1M.", group=POOL, written=str, read=amounts.counts
        ),
    )
    get_rate: float | None = field(
        default=None,
        metadata=option(
            "Messages per second that the consumer takes when it is back and reads no page. Without it, "
            "twice the puts.",
            name="drain-rate",
            group=DRAIN,
        ),
    )
    commit: int = field(default=1, metadata=option("Messages per commit of the consumer.", group=DRAIN))
    checkpoint: float | None = field(
        default=None,
        metadata=option("Time between two checkpoints: 15m.", group=DRAIN, written=str, read=amounts.seconds),
    )
    read_us: float | None = field(
        default=None, metadata=option("Microseconds of reading a page from a page set.", group=DRAIN)
    )
    write_us: float | None = field(
        default=None, metadata=option("Microseconds of writing a page to a page set.", group=DRAIN)
    )

    def __post_init__(self) -> None:
        """GetpageError for numbers that nothing has, and for both a time and a number of messages."""
        for name in ("put_rate", "get_rate", "seconds", "read_us", "write_us", "checkpoint", "message_bytes"):
            self._refuse(name, least_is_open=name not in ("message_bytes", "read_us"))
        for name in ("messages", "buffers", "commit"):
            self._refuse(name, least_is_open=True)
        for name in ("in_use", "page_set_room"):
            self._refuse(name, least_is_open=False)
        if self.seconds is not None and self.messages is not None:
            raise GetpageError(
                "--for and --messages both say how long the backlog grows", Without(("--messages",))
            )
        if any(size <= 0 for size in self.sizes):
            raise GetpageError("--sizes: a pool has at least one buffer", "--sizes 100k,200k")

    def _refuse(self, name: str, *, least_is_open: bool) -> None:
        value = getattr(self, name)
        if value is None or (isfinite(value) and _MOST >= value >= 0 and not (least_is_open and value == 0)):
            return
        option_field = type(self).__dataclass_fields__[name].metadata["option"]
        option = option_field.name or name.replace("_", "-")
        message = f"--{option} {value:g}: expected a number above 0, at most {_MOST:g}"
        raise GetpageError(message, f"--{option} 1000")


#: More than any of these numbers is anywhere; the model's arithmetic stays exact to a page below it.
_MOST: Final = 1e12

if TYPE_CHECKING:
    #: The answer; GetpageError for what is not told, NotEnoughEvidenceError where evidence does not tell it.
    OutageModel = Callable[[OutageQuestion, Evidence | None], Outage]
