"""Renderings of what the verbs yield: a page, JSON, CSV, Markdown and the terminal. One way for all:

    getpage.report.render(result, "html", title="Prod")

They show what the result holds and compute nothing that it does not: the same result gives the same bytes,
and all of a result is in every form of it. A folder a verb; what draws is loaded by what draws.

| module | what |
|---|---|
| `dispatch` | which renderer writes which result in which form |
| `check`, `plan`, `forecast`, `prove`, `curve` | results that have a page: `blocks` for all forms, `page` |
| `ledger`, `inspect`, `record`, `outage`, `collect` | results without a page |
| `members` | the commands as members of libraries |
| `common` | tables, Markdown, CSV, terminal and pages of all of them |
| `charts`, `templates` | drawings and pages |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core.lazy import at_first_use

if TYPE_CHECKING:
    from getpage.report.dispatch import render
    from getpage.report.forms import Form, form_of

__all__ = ["Form", "form_of", "render"]

__getattr__ = at_first_use(
    __name__,
    {
        "Form": "getpage.report.forms",
        "form_of": "getpage.report.forms",
        "render": "getpage.report.dispatch",
    },
)
