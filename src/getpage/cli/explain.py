"""getpage explain: what a check does and why."""

from __future__ import annotations

import re
from typing import Annotated

from cyclopts import Parameter

from getpage.cli.output import Format, rows, screen, write
from getpage.contract.checks import Check
from getpage.core.errors import UnknownNameError
from getpage.core.own_output import MARK
from getpage.products.registry import checks, thresholds_of

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
    if check is None:
        rows(
            "Checks; getpage explain CHECK says more",
            ("check", "product", "title"),
            [(c.id, c.product, c.title) for c in known.values()],
            format,
        )
        return
    if check not in known:
        message = f"no check {check!r}"
        raise UnknownNameError(message, check, known, "getpage explain")
    explained = known[check]
    if format is Format.TABLE:
        _show(explained)
    elif format is Format.MD:
        write(f"<!-- {MARK} -->\n\n# {explained.id}: {explained.title}\n\n{_whole(explained)}\n")
    else:
        rows(
            "",
            ("check", "product", "title", "explanation"),
            [(explained.id, explained.product, explained.title, _whole(explained))],
            format,
        )


def _whole(check: Check) -> str:
    """An explanation with the thresholds of the check that a site can set."""
    listed = [f"{each.name}, {each.written()} ({each.of}; {each.source})" for each in thresholds_of(check)]
    movable = [f"Thresholds that getpage.toml can set: {'; '.join(listed)}."] if listed else []
    return "\n\n".join((check.explanation, *movable))


def _show(check: Check) -> None:
    """An explanation: its paragraphs, with what they are about set off."""
    out = screen()
    lines = [*out.lines(f"{check.id}: {check.title}", "bold")]
    for paragraph in _whole(check).split("\n\n"):
        words = " ".join(paragraph.split())
        if words == f"{check.title}.":
            continue
        about = _ABOUT.match(words)
        first, *others = out.lines(words)
        if about and about.end() <= len(first):
            first = out.shown(about[0], "bold") + first[about.end() :]
        lines += ["\n", first, *others]
    write("".join(lines))
