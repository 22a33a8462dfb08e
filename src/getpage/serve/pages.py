"""Views as text: the report's templates and style, within the frame that all views share."""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from getpage.core import text
from getpage.report.common.pages import templates
from getpage.serve.address import KEPT, TRIED
from getpage.serve.results import AnswerSource, sources

if TYPE_CHECKING:
    from jinja2 import Environment

    from getpage.result import Fact
    from getpage.serve.address import Address
    from getpage.serve.session import Session

#: The numbers of the files of the store whose page is made, by name.
_FILES: Final[ContextVar[Mapping[str, int]]] = ContextVar("files")
#: The views that the head of each page leads to.
VIEWS: Final = (
    ("/", "First"),
    ("/objects", "Objects"),
    ("/findings", "Findings"),
    ("/commands", "Commands"),
    ("/plan", "Plan"),
    ("/what-if", "What if"),
    ("/ledger", "Ledger"),
    ("/changes", "Changes"),
    ("/trend", "Trend"),
    ("/report", "Report"),
    ("/evidence", "Evidence"),
    ("/explain", "Checks"),
    ("/sql", "SQL"),
)
_STYLES: Final = ("style.css", "charts.css", "whiskers.css", "print.css", "page.css")
_SCRIPTS: Final = ("report.js", "page.js")
_OBJECT: Final = re.compile(r'(<(?:span|strong) class="object">)([^<]+)(</)')
_LINK: Final = re.compile(r'href="#([\w-]+)"')


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What a view shows: a template with its values. `verbs` are those that it is from, and `source` is the
    command where that is none of those that an address can ask.
    """

    template: str
    title: str
    values: Mapping[str, Any] = field(default_factory=dict)
    window: str = ""
    verbs: tuple[str, ...] = ()
    source: AnswerSource | None = None
    searched: str = ""


def page(view: View, session: Session, address: Address, objects: Collection[str], tool: str) -> str:
    """A view as a page."""
    _FILES.set(session.file_numbers)
    kept = [(name, value) for name in KEPT for value in address.every(name)]
    rendered = (
        _templates()
        .get_template(view.template)
        .render(
            **view.values,
            title=view.title,
            window=view.window,
            address=address,
            here=address.link(address.path).partition("?")[2],
            views=VIEWS,
            kept=kept,
            narrowed=[(name, value) for name, value in kept if name not in TRIED],
            held=address.every("hold"),
            tried=address.tried,
            searched=view.searched,
            store_name=Path(session.path).name or str(session.path),
            is_stale=session.is_stale,
            sources=[*sources(session, address, view.verbs), *([view.source] if view.source else [])],
            tool=tool,
        )
    )
    return text.clean(_within_views(rendered, address, objects))


@cache
def _templates() -> Environment:
    """The templates of all views, and of the parts that they share with the report."""
    env = templates("getpage.serve")
    env.globals["record_link"] = _record_link
    return env


def _record_link(fact: Fact) -> str:
    """The address of the row of a table that a fact is from; empty where it is from none. Records of several
    files can have the same place in them.
    """
    if not fact.table or fact.record is None:
        return ""
    query = f"select * from {fact.table} where record = {fact.record}"
    number = _FILES.get({}).get(fact.file)
    return f"/sql?{urlencode({'q': query if number is None else f'{query} and file = {number}'})}"


def piece(template: str, **values: Any) -> str:
    """A part of a page, for a script that puts it in its place."""
    return text.clean(_templates().get_template(template).render(**values))


def _within_views(page: str, address: Address, objects: Collection[str]) -> str:
    """The page with links from the names of objects to their views; what a part of the report links to and
    this page does not have is on the page of commands.
    """

    def named(match: re.Match[str]) -> str:
        name = html.unescape(match[2])
        if name not in objects:
            return match[0]
        link = html.escape(address.link("/object", name=name))
        return f'{match[1]}<a href="{link}">{match[2]}</a>{match[3]}'

    def there(match: re.Match[str]) -> str:
        if f'id="{match[1]}"' in page:
            return match[0]
        path = next((path for start, path in _PARTS if match[1].startswith(start)), "/")
        return f'href="{html.escape(address.link(path))}#{match[1]}"'

    return _LINK.sub(there, _OBJECT.sub(named, page))


#: The views of what the parts of a report are called.
_PARTS: Final = (
    ("change", "/commands"),
    ("finding", "/findings"),
    ("coverage", "/evidence"),
    ("plan", "/plan"),
    ("ledger", "/ledger"),
)


@cache
def style() -> str:
    """The style of all pages."""
    return "\n".join(_file(name) for name in _STYLES)


@cache
def script() -> str:
    """The script of all pages; each part in a block of its own, so that their names do not meet."""
    parts = (_file(name).replace('"use strict";', "") for name in _SCRIPTS)
    return '"use strict";\n' + "\n".join(f"{{{part}}}" for part in parts)


@cache
def icon() -> str:
    """The icon of all pages."""
    return _file("page.svg")


def _file(name: str) -> str:
    for package in ("getpage.serve", "getpage.report"):
        path = files(package).joinpath("templates", name)
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise FileNotFoundError(name)
