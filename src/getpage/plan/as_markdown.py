"""The plan as Markdown: what to do, in which order, and why not more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from getpage.core import numbers as units
from getpage.core import text
from getpage.plan import as_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.result.plan import Plan

_SPECIAL = re.compile(r"([\\`*_\[\]|~<&])")


def markdown(plan: Plan) -> str:
    """The plan in GitHub's Markdown."""
    parts = ["# Plan", *(f"- {_escape(words)}" for words in as_table.sentences(plan))]
    for title, columns, rows in (
        ("What changes", as_table.item_columns(plan), as_table.items(plan)),
        ("Price list of the next gigabytes", as_table.GIGABYTES, as_table.gigabytes(plan)),
        ("What is not done, and why", as_table.NOT_DONE, as_table.not_done(plan)),
        ("Limits", as_table.LIMITS, as_table.limits(plan)),
        ("Real storage", as_table.BUDGETS, as_table.budgets(plan)),
    ):
        if rows:
            parts += ["", f"## {title}", "", _table(columns, rows)]
    if plan.steps:
        parts += ["", "## Commands, one at a time and in this order"]
    for step in as_table.shown_steps(plan):
        if isinstance(step, str):
            parts += ["", _escape(step)]
            continue
        change = step.change
        parts += [
            "",
            f"{step.number}. {_escape(str(change.subsystem))}, {_escape(change.setting)}: "
            f"{_escape(change.effect)}",
            "",
            _code(change.command),
            "",
            f"   - Storage: {units.storage_change(change.storage_bytes)}",
            f"   - Verify after {_escape(change.verify_after)}: {_escape(change.verify)}",
            *([f"   - Caution: {_escape(change.caution)}"] if change.caution else []),
            f"   - Undo: `{text.one_line(change.undo).replace('`', '')}`",
        ]
    for title, lines in (("Cautions", plan.cautions), ("What the figures rest on", plan.assumptions)):
        if lines:
            parts += ["", f"## {title}", "", *(f"- {_escape(line)}" for line in lines)]
    return "\n".join([*parts, "", _escape(plan.tool), ""])


def _table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(
        "| "
        + " | ".join(cell if cell == "---" else _escape("" if cell is None else str(cell)) for cell in line)
        + " |"
        for line in lines
    )


def _code(command: str) -> str:
    return f"   ```\n   {text.clean(command)}\n   ```"


def _escape(words: str) -> str:
    return _SPECIAL.sub(r"\\\1", text.one_line(words))
