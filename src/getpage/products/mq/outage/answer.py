"""A question about an outage answered: its numbers as given, out of evidence or assumed, and the model run.

The model, its limits and what it reproduces: `outage`, docs/models/outage.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.evidence import Evidence
from getpage.contract.facts import computed
from getpage.contract.outage import OutageQuestion
from getpage.core import numbers
from getpage.result import Fact
from getpage.result.outage import Outage, OutagePhase, OutageSize

from ..constants import FEWEST_BUFFERS, PAGE_BYTES, READ_PRICE
from . import (
    CPU_SAVED,
    DATA_RATE_GAINED,
    DrainEnd,
    OutageInputs,
    Outcome,
    SizeRow,
    buffers_to_absorb,
    candidate_sizes,
    simulate,
    sizes_table,
)
from .numbers import Numbers, numbers_of
from .outcome import milestones
from .rules import SECONDS_PER_MINUTE, Minutes
from .simulate import OutageRates


def sentences(collected: Numbers, outcome: Outcome) -> Iterator[str]:
    """The answer, in the order in which it happens."""
    yield _held(outcome)
    yield from _writes(collected, outcome)
    yield _drain(outcome)
    yield from _moved(collected, outcome)
    yield from _enough(collected.inputs)
    yield _not_modelled()


def _held(outcome: Outcome) -> str:
    inputs, left = outcome.inputs, outcome.pages_on_page_set_only
    backlog = (
        f"In {numbers.seconds(inputs.outage)}, {numbers.counted(round(outcome.messages_put), 'message')} "
        f"are put: {numbers.counted(round(outcome.pages_put), 'page')}, "
        f"{numbers.storage(outcome.pages_put * PAGE_BYTES)}"
    )
    pool = f"{numbers.counted(inputs.buffers, 'buffer')} ({numbers.storage(inputs.buffers * PAGE_BYTES)})"
    if left < 1:
        return f"{backlog}. {pool} hold all of them."
    return (
        f"{backlog}. {pool} hold {outcome.pages_in_pool:,.0f} of them; {left:,.0f} are only on the page set "
        "when the consumer comes back."
    )


def _writes(collected: Numbers, outcome: Outcome) -> Iterator[str]:
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
        pages = numbers.counted(round(outcome.writes.checkpoint), "page")
        yield f"Checkpoints write {pages}, kept in the pool."
    if reached.page_leaves_memory is not None:
        yield (
            f"Pages leave the pool from {numbers.seconds(reached.page_leaves_memory)} on: each has to be "
            "read again in the drain."
        )
    if reached.page_set_full is not None and not collected.has_room:
        yield (
            f"The page sets are full after {numbers.seconds(reached.page_set_full)}: puts then fail with "
            f"MQRC_STORAGE_MEDIUM_FULL (2192), {outcome.messages_refused:,.0f} of them in the outage."
        )


def _drain(outcome: Outcome) -> str:
    drain, inputs = outcome.drain, outcome.inputs
    if drain.verdict is not DrainEnd.DRAINS or drain.seconds is None:
        return _never_ends(inputs, drain.verdict)
    words = f"The drain takes {numbers.seconds(drain.seconds)} while puts go on"
    if not drain.reads or drain.reads < 1:
        return f"{words}, and reads no page."
    waited = numbers.seconds(drain.read_wait or 0.0)
    words += f": it reads {numbers.counted(round(drain.reads), 'page')} and waits {waited} for them"
    if drain.seconds_from_memory is not None:
        words += f"; with every page in the pool it would take {numbers.seconds(drain.seconds_from_memory)}"
    return f"{words}."


def _never_ends(inputs: OutageInputs, verdict: DrainEnd) -> str:
    """The rates that keep a drain from ending, each with what it includes."""
    put, got = f"{inputs.put_rate:,.4g}", f"{inputs.get_rate:,.4g}"
    if verdict is DrainEnd.CONSUMER_TOO_SLOW:
        return f"The drain never ends: the consumer takes {got} messages per second, and {put} are put."
    reading = OutageRates.of(inputs).get_from_page_set / inputs.message.value
    return (
        f"The drain never ends: the consumer takes {got} messages per second from the pool, but only "
        f"{reading:,.4g} when each page takes a read of {inputs.times.read:,.4g} µs. That is no more than "
        f"the {put} that are put."
    )


def _moved(collected: Numbers, outcome: Outcome) -> Iterator[str]:
    """The data per second of the drain, and the CPU of its reads, with what no read would leave."""
    drain, size = outcome.drain, collected.message_bytes
    if size is not None and drain.rate is not None:
        now, memory = (f"{rate * size / 1e6:,.3g}" for rate in (drain.rate, outcome.inputs.get_rate))
        words = f"It moves {now} MB/s of data"
        yield f"{words}." if now == memory else f"{words}; with every page in the pool, {memory} MB/s."
    if drain.reads and drain.messages and drain.reads >= 1:
        price = READ_PRICE.anywhere
        least, most = (1e6 * cost * drain.reads / drain.messages for cost in (price.low, price.high))
        yield f"Its reads take {least:,.3g} to {most:,.3g} µs of CPU per message ({price.source})."


def _not_modelled() -> str:
    """What a larger pool gains beside this, as published."""
    cpu, data = (f"{100 * gain.low:.0f} to {100 * gain.high:.0f} %" for gain in (CPU_SAVED, DATA_RATE_GAINED))
    return (
        "Cheaper I/O of page-fixed buffers and writes at checkpoints of live traffic are not modeled. For "
        f"large page-fixed pools above the bar, {CPU_SAVED.source} has {cpu} less CPU per message and {data} "
        "more data per second in all."
    )


def _enough(inputs: OutageInputs) -> Iterator[str]:
    enough = buffers_to_absorb(inputs, Minutes(inputs.outage / SECONDS_PER_MINUTE))
    if enough > inputs.buffers:
        more = numbers.storage((enough - inputs.buffers) * PAGE_BYTES)
        yield (
            f"{numbers.counted(enough, 'buffer')} ({more} more) would hold all of it with 15 % available: "
            "no writes for shortage, no reads in the drain."
        )


#: Steps of 10 % that are shown where no sizes are asked for.
STEPS = 2


def answer(question: OutageQuestion, evidence: Evidence | None) -> Outage:
    """What is held, when the pool starts to write, and the drain; see `numbers_of` for what is refused."""
    collected = numbers_of(question, evidence)
    inputs = collected.inputs
    outcome = simulate(inputs)
    return Outage(
        pool=collected.pool,
        answer=tuple(sentences(collected, outcome)),
        inputs=collected.rows,
        phases=tuple(
            OutagePhase(phase=str(phase.phase), start_seconds=phase.start, end_seconds=phase.end)
            for phase in outcome.phases
        ),
        figures=tuple(_figures(outcome)),
        sizes=tuple(
            _size(row, collected.message_bytes) for row in sizes_table(inputs, _sizes(question, inputs))
        ),
        assumptions=(*collected.assumed, *outcome.assumptions),
    )


def _sizes(question: OutageQuestion, inputs: OutageInputs) -> list[int]:
    """The sizes asked for, else steps of 10 % and what holds it all; the present one always."""
    if question.sizes:
        return [inputs.buffers, *question.sizes]
    candidates = candidate_sizes(inputs, Minutes(inputs.outage / SECONDS_PER_MINUTE), STEPS)
    return [inputs.buffers, *(max(size, FEWEST_BUFFERS) for size in candidates)]


def _size(row: SizeRow, message_bytes: int | None) -> OutageSize:
    def seconds(minutes: float | None) -> float | None:
        return None if minutes is None else minutes * SECONDS_PER_MINUTE

    return OutageSize(
        buffers=row.buffers,
        storage_bytes=int(row.storage),
        deferred_write_seconds=seconds(row.minutes_without_shortage_write),
        put_waits_seconds=seconds(row.minutes_without_synchronous_write),
        page_leaves_seconds=seconds(row.minutes_in_memory),
        pages_read=row.reads_at_drain,
        drain_seconds=seconds(row.drain_minutes),
        megabytes_per_second=(
            None
            if row.drain_rate is None or message_bytes is None
            else round(row.drain_rate * message_bytes / 1e6, 4)
        ),
        ends=str(row.verdict),
    )


def _figures(outcome: Outcome) -> Iterator[Fact]:
    writes, drain = outcome.writes, outcome.drain
    yield computed("messages put in the outage", round(outcome.messages_put), "messages")
    if outcome.messages_refused:
        yield computed("puts that fail, page set full", round(outcome.messages_refused), "messages")
    yield computed("pages put in the outage", round(outcome.pages_put), "pages")
    yield computed("pages of it in the pool at the end", round(outcome.pages_in_pool), "pages")
    yield computed("pages that had left the pool", round(outcome.pages_on_page_set_only), "pages")
    yield computed("pages not yet written", round(outcome.pages_unwritten), "pages")
    yield computed("deferred writes for shortage", round(writes.deferred), "pages")
    yield computed("writes that puts wait for", round(writes.synchronous), "pages")
    yield computed("waiting of puts in all", round(outcome.put_wait, 3), "s")
    yield computed("writes at checkpoints", round(writes.checkpoint), "pages")
    yield computed("drain from memory would take", _rounded(drain.seconds_from_memory), "s")
    if drain.verdict is not DrainEnd.DRAINS:
        return
    yield computed("drain", _rounded(drain.seconds), "s")
    yield computed("messages got in the drain", _rounded(drain.messages), "messages")
    yield computed("messages got per second in the drain", _rounded(drain.rate), "/s")
    yield computed("pages read in the drain", _rounded(drain.reads), "pages")
    yield computed("waiting for reads in the drain", _rounded(drain.read_wait), "s")
    yield computed("pages of the consumer's open unit of work", round(outcome.open_batch_pages), "pages")


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)
