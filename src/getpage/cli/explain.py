"""getpage explain: what a check does and why."""

from __future__ import annotations

import re
from typing import Annotated

from cyclopts import Parameter

from getpage.cli.output import Format, rows, screen, write
from getpage.contract.checks import Check
from getpage.core.errors import UnknownNameError
from getpage.products.registry import checks
from getpage.report.explain import COLUMNS, TITLE, explain, explanation, listed

_ABOUT = re.compile(r"[A-Z][\w ]+:")


def explain_command(
    check: Annotated[
        str | None, Parameter(help="A check, such as mq-pool-undersized; without it, all checks.")
    ] = None,
    /,
    *,
    format: Annotated[Format, Parameter(help="table, json, csv or md.")] = Format.TABLE,
) -> None:
    """Explain a check: what it does, why it matters, its evidence, what to do, how to verify, references.

    getpage explain mq-pool-undersized
    """
    known = checks()
    if check is not None and check not in known:
        message = f"no check {check!r}"
        raise UnknownNameError(message, check, known, "getpage explain")
    if format is not Format.TABLE:
        write(explain(known, known[check] if check else None, format))
    elif check is None:
        rows(TITLE, COLUMNS, listed(known), format)
    else:
        _show(known[check])


def _show(check: Check) -> None:
    """An explanation: its paragraphs, with what they are about set off."""
    out = screen()
    lines = [*out.lines(f"{check.id}: {check.title}", "bold")]
    for paragraph in explanation(check).split("\n\n"):
        words = " ".join(paragraph.split())
        if words == f"{check.title}.":
            continue
        about = _ABOUT.match(words)
        first, *others = out.lines(words)
        if about and about.end() <= len(first):
            first = out.shown(about[0], "bold") + first[about.end() :]
        lines += ["\n", first, *others]
    write("".join(lines))
