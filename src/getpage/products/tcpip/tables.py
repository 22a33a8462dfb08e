"""Which streams there were and what held them, and what might go over SMC."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.core.units import KIB, MIB
from getpage.result import Table

from .flows import APPLICATION, EARLIER, FREE, IN, LOSS, NEAR, OUT, PARTNER, UNKNOWN, WINDOW
from .published import SMC_CPU, SMC_RESPONSE
from .smc import storage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .stack import Kind, Stack

_MOST: Final = 40
_WHY: Final = {
    WINDOW: "own buffer",
    EARLIER: "own buffer, smaller then than now",
    PARTNER: "partner's window",
    LOSS: "segments lost",
    APPLICATION: "application or path",
    FREE: "not the default buffer: right-sized, or set larger",
    UNKNOWN: "not known: no NETSTAT CONFIG",
    NEAR: "nothing far: round trip below 2 ms",
}


def tables(every: Sequence[Stack]) -> Iterator[Table]:
    """Of all stacks."""
    rows = tuple(row for stack in every for row in _streams(stack))
    if rows:
        yield Table(
            title="Streams, and what holds them back",
            columns=(
                *("stack", "job", "port", "direction", "held by", "connections", "GB", "MB/s of one"),
                *("round trip ms", "in flight KiB", "buffer KiB", "sent again %"),
            ),
            rows=rows,
            note="A stream moved 10 MiB or more one way. In flight is its rate times its round trip; see "
            "getpage explain tcp-window. Only those that their own buffer holds gain from a larger one.",
        )
    rows = tuple(row for stack in every for row in _smc(stack))
    if rows:
        yield Table(
            title="Connections that might go over SMC",
            columns=(
                *("stack", "partner", "jobs", "connections", "at a time", "GB", "bytes a segment"),
                *("storage of SMC MiB", "response less %", "CPU less %"),
                *("in the network s, at most", "less s (at most)", "segments full %"),
            ),
            rows=rows,
            note="Both ends are in the evidence, the round trip is below 2 ms, and they live 10 s or more. "
            "Response and CPU are from nothing to the most that was published (32 KB distributed program "
            "links "
            "over IPIC). Time in the network is by segments and round trips; what of it is saved goes with "
            "how "
            "full segments are: small messages gain least.",
        )


def _streams(stack: Stack) -> Iterator[tuple[str | float | int | None, ...]]:
    every: list[Kind] = [one for direction in (IN, OUT) for one in stack.streams(direction)]
    for one in sorted(every, key=lambda kind: (-kind.seconds, kind.name))[:_MOST]:
        row = one.largest or {}
        size = row.get("receive_buffer" if one.direction == IN else "send_buffer")
        size = stack.buffer(one.direction) if size is None else size
        yield (
            stack.label,
            one.job,
            one.port,
            one.direction,
            _WHY[one.why],
            one.count,
            round(one.moved / 1e9, 3),
            round(one.rate / 1e6, 2),
            None if one.trips is None else f"{one.trips[0]:g} to {one.trips[1]:g}",
            round(one.flight / KIB),
            None if size is None else size // KIB,
            round(100 * one.again, 3),
        )


def _smc(stack: Stack) -> Iterator[tuple[str | float | int | None, ...]]:
    buffer = stack.buffer(IN)
    for one in stack.smc_kinds:
        yield (
            stack.label,
            one.partner,
            " ".join(one.jobs[:5]),
            one.count,
            one.most,
            round(one.moved / 1e9, 3),
            round(one.per_segment),
            None if buffer is None else storage({one.partner: one.most}, buffer) // MIB,
            f"0 to {100 * SMC_RESPONSE:.0f}",
            f"0 to {100 * SMC_CPU:.0f}",
            round(one.gain.seconds, 1),
            f"{one.gain.saved:.1f} ({one.gain.most_saved:.1f})",
            round(100 * one.gain.full),
        )
