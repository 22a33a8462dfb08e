"""A plan as a page of its own, and as a section of the report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.core import text
from getpage.report.charts.change import Sizes, before_after
from getpage.report.charts.line import letter
from getpage.report.charts.prices import PriceStep, price_steps
from getpage.report.common.in_full import in_full
from getpage.report.common.pages import templates
from getpage.report.plan import tables
from getpage.report.plan.blocks import blocks

if TYPE_CHECKING:
    from getpage.report.plan.tables import Cell
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
    rows: list[tuple[Cell, ...]]


@dataclass(frozen=True, slots=True)
class ShownPlan:
    """A plan, ready to show."""

    plan: Plan
    sentences: list[str]
    prices: str
    sizes: str
    legend: list[tuple[str, str]]
    not_drawn: int
    tables: list[PlanTable]


def shown(plan: Plan) -> ShownPlan:
    """The plan with its pictures and tables."""
    names = list(dict.fromkeys(one.knob for one in plan.gigabytes))
    letters = {name: letter(index) for index, name in enumerate(names)}
    steps = [
        PriceStep(
            letters[one.knob],
            f"{one.knob}, GiB {tables.gigabyte(one)}",
            one.worth.value,
            one.worth.low,
            one.worth.high,
            one.planned,
            one.last - one.number + 1,
        )
        for one in plan.gigabytes[:_MOST_STEPS]
    ]
    rows = [
        Sizes(str(item.knob), item.size_before * item.unit_bytes, item.size_after * item.unit_bytes)
        for item in plan.items[:_MOST_BARS]
    ]
    found = (
        ("What changes", tables.item_columns(plan), tables.items(plan)),
        ("What waits for room", tables.item_columns(plan), tables.items(plan, later=True)),
        ("Price list of the next gigabytes", tables.GIGABYTES, tables.gigabytes(plan)),
        ("What is not done, and why", tables.NOT_DONE, tables.not_done(plan)),
        ("Limits that were kept", tables.LIMITS, tables.limits(plan)),
        ("Real storage", tables.BUDGETS, tables.budgets(plan)),
    )
    return ShownPlan(
        plan=plan,
        sentences=tables.sentences(plan),
        prices=price_steps(steps, uid="plan-prices", title="What the next gigabytes bring", unit="s an hour"),
        sizes=before_after(rows, uid="plan-sizes", title="Storage before and after the plan"),
        legend=[(letters[name], str(name)) for name in names],
        not_drawn=max(0, len(plan.gigabytes) - _MOST_STEPS),
        tables=[PlanTable(title, columns, cells) for title, columns, cells in found if cells],
    )


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
