"""What an outage does, in sentences: what is held, when the pool starts to write, how long it drains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.products.mq.constants import PAGE_BYTES
from getpage.products.mq.outage import (
    CPU_SAVED,
    DATA_RATE_GAINED,
    Verdict,
    buffers_to_absorb,
    milestones,
)

from .fluid import Rates
from .units import SECONDS_PER_MINUTE, Minutes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.mq.outage import OutageInputs, Outcome

    from .numbers import Numbers


def sentences(found: Numbers, outcome: Outcome) -> Iterator[str]:
    """The answer, in the order in which it happens."""
    yield _held(outcome)
    yield from _writes(found, outcome)
    yield _drain(outcome)
    yield from _enough(found.inputs)
    yield _not_modelled()


def _held(outcome: Outcome) -> str:
    inputs, left = outcome.inputs, outcome.pages_on_page_set_only
    backlog = (
        f"In {numbers.seconds(inputs.outage)} {outcome.messages_put:,.0f} messages are put, "
        f"{outcome.pages_put:,.0f} pages ({numbers.storage(outcome.pages_put * PAGE_BYTES)})"
    )
    pool = f"{inputs.buffers:,} buffers ({numbers.storage(inputs.buffers * PAGE_BYTES)})"
    if left < 1:
        return f"{backlog}: {pool} hold all of them."
    return (
        f"{backlog}: of these {pool} hold {outcome.pages_in_pool:,.0f}, and {left:,.0f} are on the page set "
        "only when the consumer comes back."
    )


def _writes(found: Numbers, outcome: Outcome) -> Iterator[str]:
    reached, ever = outcome.reached, milestones(outcome.inputs)
    if reached.deferred_write is not None:
        words = (
            f"The pool starts to write to the page sets after {numbers.seconds(reached.deferred_write)}, "
            "when 15 % of its buffers are available"
        )
        if reached.synchronous_write is not None:
            words += f"; puts wait for their own writes from {numbers.seconds(reached.synchronous_write)} on"
        yield f"{words}."
    elif ever.deferred_write is not None:
        yield (
            "It never writes to the page sets for shortage in that time; it would after "
            f"{numbers.seconds(ever.deferred_write)}."
        )
    else:
        yield "It never writes to the page sets for shortage, however long the outage is."
    if outcome.writes.checkpoint >= 1:
        yield f"Checkpoints write {outcome.writes.checkpoint:,.0f} pages, which stay in the pool."
    if reached.page_leaves_memory is not None:
        yield (
            f"Pages leave the pool from {numbers.seconds(reached.page_leaves_memory)} on: each has to be "
            "read again in the drain."
        )
    if reached.page_set_full is not None and not found.has_room:
        yield (
            f"The page sets are full after {numbers.seconds(reached.page_set_full)}: puts then fail with "
            f"MQRC_STORAGE_MEDIUM_FULL (2192), {outcome.messages_refused:,.0f} of them in the outage."
        )


def _drain(outcome: Outcome) -> str:
    drain, inputs = outcome.drain, outcome.inputs
    if drain.verdict is not Verdict.DRAINS or drain.seconds is None:
        return _never_ends(inputs, drain.verdict)
    words = f"The drain takes {numbers.seconds(drain.seconds)} while puts go on"
    if not drain.reads or drain.reads < 1:
        return f"{words}, and reads no page."
    waited = numbers.seconds(drain.read_wait or 0.0)
    words += f": it reads {drain.reads:,.0f} pages and waits {waited} for them"
    if drain.seconds_from_memory is not None:
        words += f"; with every page in the pool it would take {numbers.seconds(drain.seconds_from_memory)}"
    return f"{words}."


def _never_ends(inputs: OutageInputs, verdict: Verdict) -> str:
    """The rates that keep a drain from ending, each with what it includes."""
    put, got = f"{inputs.put_rate:,.4g}", f"{inputs.get_rate:,.4g}"
    if verdict is Verdict.CONSUMER_TOO_SLOW:
        return f"The drain never ends: the consumer takes {got} messages per second, and {put} are put."
    reading = Rates.of(inputs).get_from_page_set / inputs.message.value
    return (
        f"The drain never ends: from the pool the consumer takes {got} messages per second, but with a read "
        "of "
        f"{inputs.times.read:,.4g} µs per page only {reading:,.4g}, no more than the {put} that are put."
    )


def _not_modelled() -> str:
    """What a larger pool gains beside this, as published."""
    cpu, data = (f"{100 * gain.low:.0f} to {100 * gain.high:.0f} %" for gain in (CPU_SAVED, DATA_RATE_GAINED))
    return (
        "CPU per message and MB per second are not modelled. For large page-fixed pools above the bar "
        f"{CPU_SAVED.source} has {cpu} less CPU per message and {data} more data per second."
    )


def _enough(inputs: OutageInputs) -> Iterator[str]:
    enough = buffers_to_absorb(inputs, Minutes(inputs.outage / SECONDS_PER_MINUTE))
    if enough > inputs.buffers:
        more = numbers.storage((enough - inputs.buffers) * PAGE_BYTES)
        yield (
            f"{enough:,} buffers ({more} more) would hold all of it with 15 % available: no write for "
            "shortage, and no read in the drain."
        )
