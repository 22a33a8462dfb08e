"""What is shown of stacks beside findings: the account of their storage, and tables of their connections.

Buffers are in common storage (CSM: 64-bit common and ECSA), which no address space holds. How much of them is
filled at a time no evidence says: the line is what they may hold at most, and no frames are counted for it
beyond what z/OS counts already. What SMC has is page-fixed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from getpage.core.units import KIB, MIB
from getpage.result import Account, Line, Place, Table

from .constants import SMC_CPU, SMC_RESPONSE
from .flows import (
    APPLICATION,
    CONGESTION,
    DUPLICATE,
    EARLIER,
    FREE,
    IN,
    LOSS,
    NEAR,
    OUT,
    PARTNER,
    UNKNOWN,
    WINDOW,
)
from .smc import storage
from .stack import STORAGE, ConnectionKind, Stack, smc_of


def account(stack: Stack) -> Account | None:
    """The account; None if nothing of it is known."""
    lines = (*_buffers(stack), *_kinds(stack), *_limits(stack))
    if not lines:
        return None
    return Account(
        of=stack.id,
        lines=lines,
        note="Buffers take storage as they fill; the rest of each line is a limit.",
    )


def _buffers(stack: Stack) -> Iterator[Line]:
    if stack.connections is None:
        return
    count, facts = stack.connections
    for direction, what in (("in", "receive"), ("out", "send")):
        size = stack.buffer(direction)
        if size:
            yield Line(
                holder=f"{what} buffers",
                bytes=size * count,
                place=Place.ABOVE_BAR,
                note=f"at most, if all of {count} connections fill theirs",
                fact=next(iter((*facts, *stack.buffer_facts(direction))), None),
            )


def _kinds(stack: Stack) -> Iterator[Line]:
    for row in stack.storage.iter_rows(named=True):
        name = row["storage"]
        is_smc = smc_of(row) is not None
        is_above = is_smc or name.endswith("HVCOMMON")
        if not is_above and "ECSA" not in name:
            continue  # its own address space holds it, or it is part of another kind
        yield Line(
            holder=name,
            bytes=row["used"],
            place=Place.ABOVE_BAR if is_above else Place.BELOW_BAR,
            fixed=is_smc,
            note="as displayed",
            fact=stack.fact(STORAGE, "used", row, name),
        )


def _limits(stack: Stack) -> Iterator[Line]:
    for column in ("ecsa_limit", "pool_limit", "smcr_memory", "smcd_memory"):
        size = stack.settings.size(column)
        if size:
            fact = stack.settings.facts[column]
            yield Line(holder=fact.label, bytes=size, place=Place.LIMIT, fact=fact)


_MOST: Final = 40
_WHY: Final = {
    WINDOW: "own buffer",
    EARLIER: "own buffer, smaller then than now",
    PARTNER: "partner's window",
    LOSS: "segments lost",
    DUPLICATE: "segments lost or out of order",
    CONGESTION: "congestion window",
    APPLICATION: "application or path",
    FREE: "not the default buffer: right-sized, or set larger",
    UNKNOWN: "not known: no NETSTAT CONFIG",
    NEAR: "nothing far: round trip below 2 ms",
}


def tables(every: Sequence[Stack]) -> Iterator[Table]:
    """Both tables, over all stacks."""
    rows = tuple(row for stack in every for row in _streams(stack))
    if rows:
        yield Table(
            title="Streams, and what holds them back",
            columns=(
                *("stack", "job", "port", "direction", "held by", "connections", "GB", "MB/s of one"),
                *("round trip ms", "in flight KiB", "buffer KiB", "sent again %"),
            ),
            rows=rows,
            note="A stream moved 10 MiB or more one way. In flight is its rate times its round trip; "
            "see getpage explain tcp-window. Only streams that their own buffer limits gain "
            "from a larger one.",
        )
    rows = tuple(row for stack in every for row in _smc(stack))
    if rows:
        yield Table(
            title="Connections that could use SMC",
            columns=(
                *("stack", "partner", "jobs", "connections", "at a time", "GB", "bytes a segment"),
                *("storage of SMC MiB", "response less %", "CPU less %"),
                *("in the network s, at most", "less s (at most)", "segments full %"),
            ),
            rows=rows,
            note="Connections with both ends in the evidence, a round trip below 2 ms and a life of "
            "10 s or more. Response and CPU are between nothing and the most that was published "
            "(32 KB distributed program links over IPIC). Time in the network is by segments "
            "and round trips; the saving depends on how full segments are: small messages gain "
            "least.",
        )


def _streams(stack: Stack) -> Iterator[tuple[str | float | int | None, ...]]:
    every: list[ConnectionKind] = [kind for direction in (IN, OUT) for kind in stack.streams(direction)]
    for kind in sorted(every, key=lambda stream: (-stream.seconds, stream.name))[:_MOST]:
        row = kind.largest or {}
        size = row.get("receive_buffer" if kind.direction == IN else "send_buffer")
        size = stack.buffer(kind.direction) if size is None else size
        yield (
            stack.label,
            kind.job,
            kind.port,
            kind.direction,
            _WHY[kind.why],
            kind.count,
            round(kind.moved / 1e9, 3),
            round(kind.rate / 1e6, 2),
            None if kind.trips is None else f"{kind.trips[0]:g} to {kind.trips[1]:g}",
            round(kind.flight / KIB),
            None if size is None else size // KIB,
            round(100 * kind.again, 3),
        )


def _smc(stack: Stack) -> Iterator[tuple[str | float | int | None, ...]]:
    buffer = stack.buffer(IN)
    for partner in stack.smc_kinds:
        yield (
            stack.label,
            partner.partner,
            " ".join(partner.jobs[:5]),
            partner.count,
            partner.most,
            round(partner.moved / 1e9, 3),
            round(partner.per_segment),
            None if buffer is None else storage({partner.partner: partner.most}, buffer) // MIB,
            f"0 to {100 * SMC_RESPONSE:.0f}",
            f"0 to {100 * SMC_CPU:.0f}",
            round(partner.gain.seconds, 1),
            f"{partner.gain.saved:.1f} ({partner.gain.most_saved:.1f})",
            round(100 * partner.gain.full),
        )
