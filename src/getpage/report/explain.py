"""What a check does and why, in the forms for programs; without a check, all of them."""

from __future__ import annotations

from collections.abc import Mapping

from getpage.contract.checks import Check
from getpage.core.own_output import MARK
from getpage.products.registry import thresholds_of
from getpage.report.common.rows import rows

#: What all checks are listed by.
COLUMNS = ("check", "product", "title")
TITLE = "Checks; getpage explain CHECK says more"


def listed(known: Mapping[str, Check]) -> list[tuple[str, ...]]:
    """A row of each check."""
    return [(check.id, check.product, check.title) for check in known.values()]


def explanation(check: Check) -> str:
    """An explanation with the thresholds of the check that a site can set."""
    movable = [f"{each.name}, {each.written()} ({each.of}; {each.source})" for each in thresholds_of(check)]
    settings = [f"Thresholds that getpage.toml can set: {'; '.join(movable)}."] if movable else []
    return "\n\n".join((check.explanation, *settings))


def explain(known: Mapping[str, Check], check: Check | None, form: str) -> str:
    """A check in a form, or all that are known."""
    if check is None:
        return rows(COLUMNS, listed(known), form, title=TITLE)
    words = explanation(check)
    if form == "md":
        return f"<!-- {MARK} -->\n\n# {check.id}: {check.title}\n\n{words}\n"
    return rows((*COLUMNS, "explanation"), [(check.id, check.product, check.title, words)], form, title="")
