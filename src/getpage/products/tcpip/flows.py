"""What holds a connection back, worked out of the row of each, column by column.

The bytes in flight are the rate times the round trip (Little's law). They are at most what the receiver
advertises, and at most what the sender may have unacknowledged: z/OS advertises twice its receive buffer less
what is in it, at most TCPMAXRCVBUFRSIZE, unless dynamic right sizing is active, and has at most its send
buffer in flight. So of a stream over a distance:

| `why` | when |
|---|---|
| `window` | in flight is at least 3/4 of the least that the window may be (the buffer), not beyond the most |
| `earlier` | the same, but the default was smaller then than it is now |
| `partner` | it sends, and so much of the partner's window is in flight, which is below the send buffer |
| `loss` | it sends, and the segments sent again leave no more than twice the rate it had, or are one in 100 |
| `duplicates` | it sends less than its window holds, and one in 100 segments brought a duplicate ACK |
| `congestion` | it sends, and its congestion window is below half of what its buffers would let it send |
| `free` | in flight is more than buffers give: right sizing, or a buffer of the application's own |
| `application` | none of these: the application or the path is slower than the window |
| `unknown` | nothing tells the buffers of the stack |
| `near` | the round trip is shorter than 2 ms: no window of z/OS holds it |
| `other` | no stream: little moved, or as much the other way |

Limits: rate and round trip are those of the whole connection and of its end; a stream that paused looks
slower than its window. Losses of what is received are not in the record of the receiver.

References: IBM z/OS Communications Server: IP Configuration Guide, TCP receive window and TCP send window
(ibm.com/docs, z/OS 2.4); Mathis et al. 1997, see `constants`.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from .constants import (
    BEYOND,
    BULK,
    BY_LOSS,
    DUPLICATES,
    FEW_AGAIN,
    HELD,
    LONG_TRIP_MS,
    LONGEST,
    LOSSY,
    MATHIS,
    ONE_WAY,
    RIGHT_SIZED_FROM,
    SMALL_WINDOW,
)

IN, OUT, BOTH = "in", "out", "both ways"
WINDOW, PARTNER, LOSS, FREE = "window", "partner", "loss", "free"
APPLICATION, NEAR, UNKNOWN, OTHER = "application", "near", "unknown", "other"
EARLIER, CONGESTION, DUPLICATE = "earlier", "congestion", "duplicates"
#: What the network holds, so that no buffer helps.
NETWORK: Final = frozenset((LOSS, DUPLICATE, CONGESTION))
#: Kinds of streams, in the order in which a reader wants them.
KINDS: Final = (WINDOW, EARLIER, PARTNER, LOSS, DUPLICATE, CONGESTION, APPLICATION, FREE, NEAR, UNKNOWN)
#: Ports below this are those of services; others may be anybody's.
_WELL_KNOWN: Final = 1024


def with_flow(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows with `direction`, `moved` bytes, `seconds` (null where they cannot be), `port` of the service,
    `flight` bytes, `again`, the share of segments that were sent again, and `duplicates`, the share that
    duplicate acknowledgements came for: each segment has at most one, so that more is damage.
    """
    count_in, count_out = (pl.col(name).cast(pl.Float64).fill_null(0) for name in ("bytes_in", "bytes_out"))
    span = (pl.col("ended") - pl.col("started")).dt.total_microseconds() / 1e6
    seconds = pl.when(span.is_between(0, LONGEST)).then(pl.max_horizontal(span, 0.01))
    local, remote = pl.col("local_port"), pl.col("remote_port")
    return rows.with_columns(
        direction=pl.when(count_in >= ONE_WAY * count_out)
        .then(pl.lit(IN))
        .when(count_out >= ONE_WAY * count_in)
        .then(pl.lit(OUT))
        .otherwise(pl.lit(BOTH)),
        moved=pl.max_horizontal("bytes_in", "bytes_out").fill_null(0).cast(pl.UInt64),
        seconds=seconds,
        port=pl.when(local < _WELL_KNOWN).then(local).when(remote < _WELL_KNOWN).then(remote).cast(pl.UInt32),
        again=pl.when(pl.col("segments_out") > 0).then(pl.col("retransmitted") / pl.col("segments_out")),
        duplicates=pl.when(
            pl.col("segments_out") > 0, pl.col("duplicate_acks") <= pl.col("segments_out")
        ).then(pl.col("duplicate_acks") / pl.col("segments_out")),
    ).with_columns(
        rate=pl.col("moved") / pl.col("seconds"),
        flight=pl.col("moved") / pl.col("seconds") * pl.col("round_trip_ms") / 1000,
    )


def judged(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows with flow and with `receive_buffer`, `most_receive_buffer` and `send_buffer` of their own, and
    whether the default was smaller then (`smaller_in`, `smaller_out`), with `why`, the `least` and the `most`
    that their window may be.
    """
    receives = pl.col("direction") == IN
    own, limit = pl.col("receive_buffer").cast(pl.Float64), pl.col("most_receive_buffer").cast(pl.Float64)
    send, partner = pl.col("send_buffer").cast(pl.Float64), pl.col("most_send_window").cast(pl.Float64)
    bound = rows.with_columns(
        least=pl.when(receives).then(own).otherwise(pl.min_horizontal(send, partner)),
        most=pl.when(receives)
        .then(pl.max_horizontal(own, pl.min_horizontal(2 * own, limit)))
        .otherwise(pl.min_horizontal(send, partner)),
        by_partner=(partner < send).fill_null(value=False) & ~receives,
        smaller=pl.when(receives).then("smaller_in").otherwise("smaller_out"),
    )
    stream = (pl.col("direction") != BOTH) & (pl.col("moved") >= BULK) & pl.col("rate").is_not_null()
    far = (pl.col("round_trip_ms") >= LONG_TRIP_MS).fill_null(value=False)
    flight = pl.col("flight")
    holds = (flight >= HELD * pl.col("least")) & (flight <= BEYOND * pl.col("most"))
    sends = (pl.col("direction") == OUT) & (pl.col("moved") >= BULK)
    return bound.with_columns(
        why=pl.when(sends & _lossy(far))
        .then(pl.lit(LOSS))
        .when(sends & _duplicates())
        .then(pl.lit(DUPLICATE))
        .when(sends & _congested(far))
        .then(pl.lit(CONGESTION))
        .when(~stream)
        .then(pl.lit(OTHER))
        .when(~far)
        .then(pl.lit(NEAR))
        .when(pl.when(receives).then(own).otherwise(send).is_null())
        .then(pl.lit(UNKNOWN))
        .when(holds.fill_null(value=False) & ~_right_sized())
        .then(
            pl.when(pl.col("by_partner"))
            .then(pl.lit(PARTNER))
            .when(pl.col("smaller"))
            .then(pl.lit(EARLIER))
            .otherwise(pl.lit(WINDOW))
        )
        .when(((flight > BEYOND * pl.col("most")) | _right_sized()).fill_null(value=False))
        .then(pl.lit(FREE))
        .otherwise(pl.lit(APPLICATION))
    )


def _right_sized() -> pl.Expr:
    """Whether a display shows its right sizing active."""
    is_active = pl.when(pl.col("direction") == IN).then("right_sizing").otherwise("send_right_sizing")
    return is_active.fill_null(value=False)


def _lossy(far: pl.Expr) -> pl.Expr:
    """Whether the segments that were sent again explain the rate."""
    again, segment = pl.col("again"), pl.col("segment_bytes").cast(pl.Float64)
    left = MATHIS * segment / (pl.col("round_trip_ms") / 1000) / again.sqrt()
    by_loss = (pl.col("rate") >= BY_LOSS * left) & (pl.col("flight") < HELD * pl.col("least").fill_null(0.0))
    some = pl.col("retransmitted") > FEW_AGAIN
    known = far & (segment > 0) & pl.col("rate").is_not_null()
    explained = pl.when(known).then(by_loss | (again >= LOSSY)).otherwise(again >= LOSSY)
    return (some & explained).fill_null(value=False)


def _duplicates() -> pl.Expr:
    """Whether the partner so often lacked a segment that this holds a stream whose window does not."""
    unfilled = (pl.col("flight") < HELD * pl.col("least")).fill_null(value=True)
    return (
        (pl.col("duplicate_acks") > FEW_AGAIN) & (pl.col("duplicates") >= DUPLICATES) & unfilled
    ).fill_null(value=False)


def _congested(far: pl.Expr) -> pl.Expr:
    """Whether the congestion window holds the stream: it is small, and where its rate is known it has about
    as much in flight.
    """
    window, flight = pl.col("congestion_window").cast(pl.Float64), pl.col("flight")
    small = (window > 0) & (window < SMALL_WINDOW * pl.col("least"))
    as_much = flight.is_between(HELD * window, BEYOND * window) | flight.is_null()
    return (far & small & as_much).fill_null(value=False)


def takes(buffer: int, window: int) -> pl.Expr:
    """Seconds of a stream that its window does not hold now, with a default of `buffer` bytes and at most
    `window` bytes in flight: longer if both its own buffer and its flight are larger than that.

    A right-sized stream stays as it is with a default from which right sizing begins (64 KB): what is
    advertised, twice the buffer, does not make a smaller default one.
    """
    own = pl.when(pl.col("direction") == IN).then("receive_buffer").otherwise("send_buffer")
    is_beyond = pl.col("why") == FREE  # more in flight than its own buffer gives
    stays = pl.when(is_beyond).then((own <= buffer) | (buffer >= RIGHT_SIZED_FROM)).otherwise(own <= window)
    longer = pl.max_horizontal(pl.lit(1.0), pl.col("flight") / window)
    same = stays.fill_null(value=False) | pl.col("why").is_in([NEAR, WINDOW, OTHER])
    return pl.when(same).then(pl.col("seconds")).otherwise(pl.col("seconds") * longer)
