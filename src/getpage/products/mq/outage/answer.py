"""A question about an outage answered: its numbers as given, out of evidence or assumed, and the model run.

The model, its limits and what it reproduces: `outage`, docs/models/outage.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.products.mq.constants import FEWEST_BUFFERS
from getpage.products.mq.outage import Verdict, candidate_sizes, simulate, sizes_table
from getpage.result.outage import Outage, OutagePhase, OutageSize

from .numbers import numbers_of
from .sentences import sentences
from .units import SECONDS_PER_MINUTE, Minutes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.evidence import Evidence
    from getpage.contract.outage import OutageQuestion
    from getpage.products.mq.outage import OutageInputs, Outcome, SizeRow
    from getpage.result import Fact

#: Steps of 10 % that are shown where no sizes are asked for.
STEPS = 2


def answer(asked: OutageQuestion, evidence: Evidence | None) -> Outage:
    """What is held, when the pool starts to write, and the drain; see `numbers_of` for what is refused."""
    found = numbers_of(asked, evidence)
    inputs = found.inputs
    outcome = simulate(inputs)
    return Outage(
        pool=found.pool,
        answer=tuple(sentences(found, outcome)),
        inputs=found.rows,
        phases=tuple(
            OutagePhase(phase=str(one.phase), start_seconds=one.start, end_seconds=one.end)
            for one in outcome.phases
        ),
        figures=tuple(_figures(outcome)),
        sizes=tuple(_size(row) for row in sizes_table(inputs, _sizes(asked, inputs))),
        assumptions=(*found.assumed, *outcome.assumptions),
    )


def _sizes(asked: OutageQuestion, inputs: OutageInputs) -> list[int]:
    """The sizes asked for, else steps of 10 % and what holds it all; the present one always."""
    if asked.sizes:
        return [inputs.buffers, *asked.sizes]
    made = candidate_sizes(inputs, Minutes(inputs.outage / SECONDS_PER_MINUTE), STEPS)
    return [inputs.buffers, *(max(size, FEWEST_BUFFERS) for size in made)]


def _size(row: SizeRow) -> OutageSize:
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
    yield computed("waiting of puts, all together", round(outcome.put_wait, 3), "s")
    yield computed("writes at checkpoints", round(writes.checkpoint), "pages")
    yield computed("drain from memory would take", _rounded(drain.seconds_from_memory), "s")
    if drain.verdict is not Verdict.DRAINS:
        return
    yield computed("drain", _rounded(drain.seconds), "s")
    yield computed("messages got in the drain", _rounded(drain.messages), "messages")
    yield computed("messages got per second in the drain", _rounded(drain.rate), "/s")
    yield computed("pages read in the drain", _rounded(drain.reads), "pages")
    yield computed("waiting for reads in the drain", _rounded(drain.read_wait), "s")
    yield computed("pages of the consumer's open unit of work", round(outcome.open_batch_pages), "pages")


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)
