"""A plan as a page of its own, and as a section of the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from getpage.core import text
from getpage.report.charts.change import SizeChange, before_after
from getpage.report.charts.line import key, letter, line_chart
from getpage.report.charts.prices import PriceStep, price_steps
from getpage.report.common.pages import in_full, templates
from getpage.report.plan.blocks import (
    BUDGETS,
    GIGABYTES,
    LIMITS,
    NOT_DONE,
    Cell,
    blocks,
    budgets,
    gigabyte,
    gigabytes,
    item_columns,
    items,
    limits,
    not_done,
)
from getpage.report.plan.capacity import CAPACITY, capacity_rows, charged, named_systems
from getpage.report.plan.due import DUE, due_changes, due_row
from getpage.report.plan.reallocation import reallocation_tables
from getpage.report.plan.sentences import sentences
from getpage.result import Change, Curve, Picture
from getpage.result.plan import Plan

#: Gigabytes drawn: more would be narrower than they are told apart.
_MOST_STEPS = 60
_MOST_BARS = 40
MOST_ROWS = 300


@dataclass(frozen=True, slots=True)
class PlanTable:
    """One table of the plan."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]


@dataclass(frozen=True, slots=True)
class AveragesDrawn:
    """Rolling four-hour averages of the systems of a machine, now and after the plan."""

    of: str
    svg: str
    legend: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class ShownPlan:
    """A plan, ready to show."""

    plan: Plan
    sentences: list[str]
    prices: str
    sizes: str
    systems: str
    averages: list[AveragesDrawn]
    legend: list[tuple[str, str]]
    not_drawn: int
    tables: list[PlanTable]
    due: list[tuple[int, Change]]


def shown(plan: Plan) -> ShownPlan:
    """The plan with its pictures and tables."""
    names = list(dict.fromkeys(step.knob for step in plan.gigabytes))
    letters = {name: letter(index) for index, name in enumerate(names)}
    steps = [
        PriceStep(
            letters[step.knob],
            f"{step.knob}, GiB {gigabyte(step)}",
            step.worth.value,
            step.worth.low,
            step.worth.high,
            step.planned,
            step.last - step.number + 1,
        )
        for step in plan.gigabytes[:_MOST_STEPS]
    ]
    rows = [
        SizeChange(str(item.knob), item.size_before * item.unit_bytes, item.size_after * item.unit_bytes)
        for item in plan.items[:_MOST_BARS]
    ]
    texts = (
        (f"Due by {plan.horizon}", DUE, [due_row(each) for each in plan.due]),
        ("What changes", item_columns(plan), items(plan)),
        ("What waits for room", item_columns(plan), items(plan, later=True)),
        ("Rolling four-hour averages", CAPACITY, capacity_rows(plan)),
        ("Price list of the next gigabytes", GIGABYTES, gigabytes(plan)),
        ("What is not done, and why", NOT_DONE, not_done(plan)),
        ("Limits that were kept", LIMITS, limits(plan)),
        ("Real storage", BUDGETS, budgets(plan)),
    )
    return ShownPlan(
        plan=plan,
        sentences=sentences(plan),
        prices=price_steps(steps, uid="plan-prices", title="What the next gigabytes save", unit="s/h"),
        sizes=before_after(rows, uid="plan-sizes", title="Storage before and after the plan"),
        systems=before_after(_systems(plan), uid="plan-systems", title="Storage that systems have left"),
        averages=list(_averages(plan)),
        legend=[(letters[name], str(name)) for name in names],
        not_drawn=max(0, len(plan.gigabytes) - _MOST_STEPS),
        due=[(number, change) for number, (_, change) in due_changes(plan)],
        tables=[
            *(PlanTable(*table) for table in reallocation_tables(plan)),
            *(PlanTable(title, columns, cells) for title, columns, cells in texts if cells),
        ],
    )


def _systems(plan: Plan) -> list[SizeChange]:
    """What each system has left beyond what stays free, without the storage that moves and with it."""
    shifts = plan.reallocation.shifts if plan.reallocation else ()
    return [
        SizeChange(str(shift.image), max(0, shift.left_before), max(0, shift.left_after)) for shift in shifts
    ]


def _averages(plan: Plan) -> Iterator[AveragesDrawn]:
    """Of each machine, and of systems that are the only one of theirs whose average is known."""
    for number, peak in enumerate(charged(plan)):
        if not peak.averages:
            continue
        curves = (
            Curve(label="now", values=tuple(point.msu for point in peak.averages)),
            Curve(label="after the plan", values=tuple(point.msu_after for point in peak.averages)),
        )
        picture = Picture(
            id=f"plan-msu-{number}",
            title="Rolling four-hour average",
            object=named_systems(peak),
            unit="MSU",
            times=tuple(point.end for point in peak.averages),
            curves=curves,
        )
        legend = [(key(index), curve.label) for index, curve in enumerate(curves)]
        yield AveragesDrawn(named_systems(peak), line_chart(picture, uid=picture.id), legend)


def html(plan: Plan, *, title: str, generated_by: str) -> str:
    """The plan as one page, without script and without any reference to another."""
    page = templates().get_template("plan.html")
    rendered = page.render(
        title=title,
        generated_by=generated_by,
        shown_plan=shown(plan),
        full=in_full(blocks(plan)),
        most_rows=MOST_ROWS,
    )
    return text.clean(rendered)
