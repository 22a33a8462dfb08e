"""All that a plan says, for Markdown and the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.common import estimates, facts
from getpage.report.common.blocks import Command, Heading, Sheet, Words
from getpage.report.common.elsewhere import elsewhere
from getpage.report.plan import tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from getpage.report.common.blocks import Block
    from getpage.report.plan.tables import Cell
    from getpage.result.plan import Plan

    _Table = tuple[str, Sequence[str], list[tuple[Cell, ...]]]


def blocks(plan: Plan, *, brief: bool = False, commands: bool = True) -> Iterator[Block]:
    """The answer, its tables, the commands unless they stand elsewhere, and what it rests on."""
    yield Words(tables.sentences(plan))
    answered: tuple[_Table, ...] = (
        ("What changes", tables.item_columns(plan), tables.items(plan)),
        ("What waits for room", tables.item_columns(plan), tables.items(plan, later=True)),
        ("Price list of the next gigabytes", tables.GIGABYTES, tables.gigabytes(plan)),
        ("What is not done, and why", tables.NOT_DONE, tables.not_done(plan)),
        ("Limits", tables.LIMITS, tables.limits(plan)),
        ("Real storage", tables.BUDGETS, tables.budgets(plan)),
    )
    yield from (Sheet(*table) for table in answered if table[2])
    behind: tuple[_Table, ...] = (
        ("What each change is of", tables.OBJECTS, tables.objects(plan)),
        ("What each change brings", tables.GAINS, tables.gains(plan)),
        ("The plan as a whole", tables.TOTALS, tables.totals(plan)),
    )
    yield from (Sheet(*table, evidence=True) for table in behind if table[2])
    if plan.steps and commands:
        yield Heading("Commands, one at a time and in this order")
        for step in plan.steps:
            yield Command(step.number, step.change, str(step.knob or ""))
    yield from _estimates(plan, commands=commands)
    yield from facts.sheet(
        "Evidence of the plan",
        [
            *((str(one.knob), one.facts) for one in (*plan.items, *plan.later)),
            *((str(one.image), one.facts) for one in plan.budgets),
            *((one.label, one.facts) for one in plan.limits),
            *((f"command {one.number}", one.change.evidence) for one in plan.steps if commands),
        ],
    )
    for title, lines in (("Cautions", plan.cautions), ("What the figures rest on", plan.assumptions)):
        if lines:
            yield Heading(title)
            yield Words(lines, listed=True)
    if brief:
        yield elsewhere(
            "What each change is of and what it brings, the plan as a whole, every estimate with what it "
            "rests on, all limits and the evidence",
            page=True,
        )
    window = numbers.span(plan.window_first, plan.window_last)
    yield Words([f"Window {window}. {plan.tool} · plan model {plan.version}"], foot=True)


def _estimates(plan: Plan, *, commands: bool) -> Iterator[Sheet]:
    """What is known of each thing beside what the tables show."""
    objects = {str(one.knob): str(one.object) for one in plan.gigabytes}
    objects |= {str(one.knob): str(one.object) for one in plan.not_done}
    yield from estimates.sheet(
        "Estimates of the plan",
        [
            ("the plan", plan),
            *((str(one.knob), one) for one in (*plan.items, *plan.later)),
            *((f"{one.knob}, GiB {tables.gigabyte(one)}", one) for one in plan.gigabytes),
        ],
    )
    if objects:
        yield Sheet("Knobs and their objects", ("knob", "object"), list(objects.items()), evidence=True)
    at_most = [
        (str(one.knob), numbers.number(one.worth_at_most)) for one in plan.not_done if one.worth_at_most
    ]
    if at_most:
        head = ("knob", "worth at most, s/h")
        yield Sheet("What is not done would be worth", head, at_most, evidence=True)
    if plan.steps and commands:
        why = [
            (
                str(step.number),
                str(step.knob or ""),
                str(step.change.step),
                ", ".join(map(str, step.change.because)),
            )
            for step in plan.steps
        ]
        heads = ("command", "knob", "step of its subsystem", "because")
        yield Sheet("What the commands are for", heads, why, evidence=True)
    if plan.limits:
        named = [(one.label, str(one.id), numbers.storage(one.room)) for one in plan.limits]
        yield Sheet("Limits that were looked at", ("limit", "identifier", "room"), named, evidence=True)
