"""The account of a stack's storage: what its connections hold if all fill their buffers, and what SMC has.

Buffers are in common storage (CSM: 64-bit common and ECSA), which no address space holds. How much of them is
filled at a time no evidence says: the line is what they may hold at most, and no frames are counted for it
beyond what z/OS counts already. What SMC has is page-fixed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Account, Line, Place

from .stack import STORAGE, smc_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .stack import Stack


def account(stack: Stack) -> Account | None:
    """The account; None where nothing of it is known."""
    lines = (*_buffers(stack), *_kinds(stack), *_limits(stack))
    if not lines:
        return None
    return Account(
        of=stack.id,
        lines=lines,
        note="Buffers take storage as they fill; more than that is a promise that they may.",
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
