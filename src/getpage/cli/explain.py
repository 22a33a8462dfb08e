"""getpage explain: what a check does and why."""

from __future__ import annotations

import inspect as python
from typing import Annotated

from cyclopts import Parameter
from rich.markdown import Markdown

from getpage.cli.app import app
from getpage.cli.output import Format, console, rows, write
from getpage.core.errors import GetpageError
from getpage.products.registry import checks


@app.command(name="explain")
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
        message = f"no check {check!r}; getpage explain lists them all"
        raise GetpageError(message)
    one = known[check]
    text = f"# {one.id}: {one.title}\n\n{python.cleandoc(one.explanation)}\n"
    if format is Format.TABLE:
        console().print(Markdown(text))
    elif format is Format.MD:
        write(text)
    else:
        rows(
            "",
            ("check", "product", "title", "explanation"),
            [(one.id, one.product, one.title, python.cleandoc(one.explanation))],
            format,
        )
