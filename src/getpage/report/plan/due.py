"""What is due within the horizon of a plan: demands that reach their limits, and what has to be bought."""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import numbers
from getpage.report.common.blocks import Block, Command, Heading, Sheet
from getpage.report.trend import day_span, expected_peak
from getpage.result import Change
from getpage.result.plan import DueDemand, Plan

DUE = (
    *("object", "measure", "now", "limit", "full on", "peak at the end", "size needed", "storage"),
    *("to buy", "why not"),
)


def due_blocks(plan: Plan) -> Iterator[Block]:
    """What is due until the end of the horizon, with its commands; nothing where none was asked for."""
    if plan.horizon is None:
        return
    if plan.due:
        yield Sheet(f"Due by {plan.horizon}", DUE, [due_row(each) for each in plan.due])
    changes = due_changes(plan)
    if changes:
        yield Heading("Commands for what is due, each before its first day")
        for number, (knob, change) in changes:
            yield Command(number, change, knob)


def due_changes(plan: Plan) -> list[tuple[int, tuple[str, Change]]]:
    """The knobs and changes of what is due, numbered after the steps of the plan."""
    changes = ((str(each.knob), change) for each in plan.due for change in each.changes)
    return list(enumerate(changes, len(plan.steps) + 1))


def due_row(due: DueDemand) -> tuple[str, ...]:
    """One demand that is due, under `DUE`."""
    demand = due.demand
    size = "" if due.size is None else numbers.to_three_digits(due.size, demand.unit)
    now, limit = (numbers.to_three_digits(value, demand.unit) for value in (demand.value, demand.limit))
    storage = numbers.storage(due.storage_bytes) if due.storage_bytes else ""
    buy = numbers.storage(due.to_buy) if due.to_buy else ""
    peak = expected_peak(demand)
    return str(demand.object), demand.measure, now, limit, day_span(demand), peak, size, storage, buy, due.why


def due_sentences(plan: Plan) -> list[str]:
    """What is due and what has to be bought by when; empty where no horizon was asked for."""
    if plan.horizon is None:
        return []
    if not plan.due:
        return [f"No demand is shown to reach its limit by {plan.horizon}."]
    bought = plan.reallocation and any(move.source is None for move in plan.reallocation.moves)
    return [
        f"{numbers.counted(len(plan.due), 'demand')} may reach the limit by {plan.horizon}.",
        *(
            f"Buy {numbers.storage(purchase.storage_bytes)} of real storage for "
            f"{purchase.image or 'the system'} by {purchase.by}."
            for purchase in plan.purchases
        ),
        *(["What is bought is enough for that."] if bought and not plan.purchases else []),
    ]
