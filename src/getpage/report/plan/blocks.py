"""All that a plan says, for Markdown and the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from getpage.core import numbers
from getpage.core import numbers as units
from getpage.core.units import GIB
from getpage.report.common import sheets
from getpage.report.common.blocks import Block, Command, Heading, OtherForms, Priorities, Sheet, Words
from getpage.report.common.ways import where
from getpage.report.plan.capacity import CAPACITY, capacity_rows, named_systems
from getpage.report.plan.due import due_blocks, due_changes
from getpage.report.plan.reallocation import estimate, reallocation_blocks, reallocation_estimates
from getpage.report.plan.sentences import answer, notes
from getpage.result import Estimate
from getpage.result.plan import (
    Action,
    Gigabyte,
    Item,
    LimitUse,
    NotDone,
    Plan,
)


def blocks(plan: Plan, *, brief: bool = False, commands: bool = True) -> Iterator[Block]:
    """The answer, its tables, the commands unless they stand elsewhere, and what it rests on."""
    if commands:
        yield Priorities(plan.first)
    yield Words(answer(plan))
    answered: tuple[_Table, ...] = (
        ("Real storage", BUDGETS, budgets(plan)),
        ("What changes", item_columns(plan), items(plan)),
        ("What waits for room", item_columns(plan), items(plan, later=True)),
        ("Rolling four-hour averages", CAPACITY, capacity_rows(plan)),
        ("Price list of the next gigabytes", GIGABYTES, gigabytes(plan)),
        ("What is not done, and why", NOT_DONE, not_done(plan)),
        ("Limits", LIMITS, limits(plan)),
    )
    yield from reallocation_blocks(plan)
    yield from (Sheet(*table) for table in answered if table[2])
    behind: tuple[_Table, ...] = (
        ("Object of each change", OBJECTS, objects(plan)),
        ("What each change saves", GAINS, gains(plan)),
        ("The plan as a whole", TOTALS, totals(plan)),
    )
    yield from (Sheet(*table, evidence=True) for table in behind if table[2])
    if plan.steps and commands:
        yield Heading("Commands, one at a time and in this order")
        for step in plan.steps:
            yield Command(step.number, step.change, str(step.knob or ""))
    yield from due_blocks(plan)
    yield from _estimates(plan, commands=commands)
    yield from sheets.fact_sheet(
        "Evidence of the plan",
        [
            *((str(item.knob), item.facts) for item in (*plan.items, *plan.later)),
            *((str(budget.image), budget.facts) for budget in plan.budgets),
            *((limit.label, limit.facts) for limit in plan.limits),
            *((f"average of {named_systems(peak)}", peak.facts) for peak in plan.capacity),
            *((f"command {step.number}", step.change.evidence) for step in plan.steps if commands),
            *((f"command {number}", change.evidence) for number, (_, change) in due_changes(plan)),
        ],
    )
    yield Heading("Room, weights and what is not known")
    yield Words(notes(plan), method=True)
    for title, lines in (("Cautions", plan.cautions), ("What the figures rest on", plan.assumptions)):
        if lines:
            yield Heading(title)
            yield Words(lines, listed=True, method=True)
    if brief:
        yield OtherForms(
            "Every change with its object and its savings, totals, the basis of every estimate, all limits "
            "and the evidence",
            page=True,
        )
    window = numbers.span(plan.window_first, plan.window_last)
    yield Words([f"Window {window}. {plan.tool} · plan model {plan.version}"], foot=True)


def _estimates(plan: Plan, *, commands: bool) -> Iterator[Sheet]:
    """What is known of each thing beside what the tables show."""
    objects = {str(step.knob): str(step.object) for step in plan.gigabytes}
    objects |= {str(left.knob): str(left.object) for left in plan.not_done}
    yield from sheets.estimate_sheet(
        "Estimates of the plan",
        [
            ("the plan", plan),
            *((str(item.knob), item) for item in (*plan.items, *plan.later)),
            *((f"{step.knob}, GiB {gigabyte(step)}", step) for step in plan.gigabytes),
            *((f"average of {named_systems(peak)}", peak) for peak in plan.capacity),
            *reallocation_estimates(plan),
        ],
    )
    if objects:
        yield Sheet("Knobs and their objects", ("knob", "object"), list(objects.items()), evidence=True)
    at_most = [
        (str(left.knob), numbers.number(left.worth_at_most)) for left in plan.not_done if left.worth_at_most
    ]
    if at_most:
        head = ("knob", "worth at most, s/h")
        yield Sheet("Worth of what is not done", head, at_most, evidence=True)
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
        named = [(limit.label, str(limit.id), numbers.storage(limit.room)) for limit in plan.limits]
        yield Sheet("Limits considered", ("limit", "identifier", "room"), named, evidence=True)


Cell = str | int | float | None
_Table = tuple[str, "Sequence[str]", list[tuple[Cell, ...]]]

ITEMS = ("knob", "what", "from", "to", "storage", "reads/s avoided", "worth s/h", "because")
#: Where not all that changes has reads, each says in which unit it saves.
ITEMS_OF_COST = (*ITEMS[:5], "saves", *ITEMS[6:])
GIGABYTES = ("rank", "knob", "GiB", "worth s/h each", "interval", "at once", "planned")
NOT_DONE = ("knob", "reason", "why", "what would settle it")
LIMITS = ("limit", "room", "raised by", "taken", "left", "worth of a GiB, s/h")
BUDGETS = ("system", "free at minimum", "stays free", "added", "to give", "given back", "taken", "left")
OBJECTS = ("knob", "subsystem", "object", "z/OS", "in", "of what", "counted")
GAINS = ("knob", "CPU s/h saved", "wait s/h saved", "interval", "known from")
TOTALS = ("figure", "value", "rests on")

_VERBS = {Action.GIVE_BACK: "give back", Action.SHRINK: "shrink", Action.GROW: "grow"}


def item_columns(plan: Plan) -> tuple[str, ...]:
    """The heads of the columns of what changes."""
    return ITEMS if _only_reads(plan) else ITEMS_OF_COST


def _only_reads(plan: Plan) -> bool:
    return all(item.reads_avoided for item in plan.items if item.worth)


def _saves(item: Item, only_reads: bool) -> str:
    """What an item saves: reads where it has any, else CPU and waits."""
    if item.reads_avoided:
        return f"{estimate(item.reads_avoided)}{'' if only_reads else ' reads/s'}"
    of = ((item.cpu_saved, "CPU s/h"), (item.wait_saved, "s/h of waiting"))
    savings = ", ".join(f"{estimate(saved)} {unit}" for saved, unit in of if saved)
    return savings or ("not known" if item.action is Action.GROW else "none")


def items(plan: Plan, *, later: bool = False) -> list[tuple[Cell, ...]]:
    """What changes, or what waits for room."""
    only_reads = _only_reads(plan)
    return [
        (
            str(item.knob),
            _VERBS[item.action],
            numbers.present(item.size_before, item.setting),
            f"{units.number(item.size_after)} {item.unit}",
            _change(item.storage_bytes) + where(item.storage),
            _saves(item, only_reads),
            estimate(item.worth) if item.worth else "",
            item.because,
        )
        for item in (plan.later if later else plan.items)
    ]


def objects(plan: Plan) -> list[tuple[Cell, ...]]:
    """What changes: what it is, in which unit, and what the budget counts of its storage."""
    return [
        (
            str(item.knob),
            f"{item.product} {item.knob.subsystem}",
            str(item.object),
            str(item.image),
            f"{item.unit} of {units.storage(item.unit_bytes)}",
            item.storage,
            _change(item.counted_bytes),
        )
        for item in (*plan.items, *plan.later)
    ]


def gains(plan: Plan) -> list[tuple[Cell, ...]]:
    """What the changes bring of which that is known."""
    return [
        (
            str(item.knob),
            estimate(item.cpu_saved) if item.cpu_saved else "",
            estimate(item.wait_saved) if item.wait_saved else "",
            _held(item.worth) if item.worth else "",
            item.curve,
        )
        for item in (*plan.items, *plan.later)
        if item.curve or item.worth
    ]


def totals(plan: Plan) -> list[tuple[Cell, ...]]:
    """What the whole plan brings, and what more would."""
    rows: list[tuple[Cell, ...]] = [
        (name, estimate(value), _held(value))
        for name, value in (
            ("reads/s avoided", plan.reads_avoided),
            ("CPU s/h saved", plan.cpu_saved),
            ("wait s/h saved", plan.wait_saved),
            ("worth s/h", plan.worth),
        )
        if value is not None
    ]
    best = "proven, within what the checks allow" if plan.proven else "as far as it is known"
    return [
        *rows,
        ("what another plan could save more for certain, s/h at most", units.estimated(plan.gap), best),
        ("worth of a GiB more of real storage, s/h", units.estimated(plan.next_gigabyte), ""),
        ("minimum saved per GiB (--least), s/h", f"{plan.least:.10g}", ""),
    ]


def _held(value: Estimate) -> str:
    """How sure an estimate is, and by what."""
    sure = f"{100 * value.level:g} %: {value.basis}" if value.basis else f"{100 * value.level:g} %"
    return f"{sure}; {'; '.join(value.assumptions)}" if value.assumptions else sure


def _change(count: int) -> str:
    return f"{'+' if count > 0 else ''}{units.storage(count)}"


def gigabytes(plan: Plan) -> list[tuple[Cell, ...]]:
    """The price list."""
    return [_gigabyte(rank, step) for rank, step in enumerate(plan.gigabytes, 1)]


def gigabyte(step: Gigabyte) -> str:
    """Which gigabytes more than now: 2, or 1 to 4."""
    return f"{step.number}" if step.last == step.number else f"{step.number} to {step.last}"


def _gigabyte(rank: int, step: Gigabyte) -> tuple[Cell, ...]:
    interval = f"{units.estimated(step.worth.low)} to {units.estimated(step.worth.high)}"
    return (
        rank,
        str(step.knob),
        gigabyte(step),
        units.estimated(step.worth.value),
        interval,
        f"{units.storage(step.at_once)}{', a cliff' if step.at_once > GIB else ''}",
        "yes" if step.planned else "",
    )


def not_done(plan: Plan) -> list[tuple[Cell, ...]]:
    """What is left, and why."""
    return [_left(left) for left in plan.not_done]


def _left(left: NotDone) -> tuple[Cell, ...]:
    return (str(left.knob), str(left.reason), left.why, left.supply)


def limits(plan: Plan) -> list[tuple[Cell, ...]]:
    """The limits that the plan takes of, frees, raises, or was stopped by."""
    return [_limit(limit) for limit in plan.limits if limit.taken or limit.raised or limit.worth]


def _limit(limit: LimitUse) -> tuple[Cell, ...]:
    worth = f"{limit.worth:,.0f} s/h" if limit.worth else ""
    raised = units.storage(limit.raised) if limit.raised else ""
    return (
        limit.label,
        units.storage(limit.room),
        raised,
        units.storage(limit.taken),
        units.storage(limit.left),
        worth,
    )


def budgets(plan: Plan) -> list[tuple[Cell, ...]]:
    """Real storage by system; the columns add up."""
    return [
        (
            str(budget.image),
            "not used" if budget.free is None else units.storage(budget.free),
            "not known" if budget.reserve is None else units.storage(budget.reserve),
            units.storage(budget.added),
            units.storage(budget.available),
            units.storage(budget.given_back),
            units.storage(budget.taken),
            units.storage(budget.left),
        )
        for budget in plan.budgets
    ]
