"""Which renderer writes which result in which form."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from getpage._native import VERSION
from getpage.core.errors import GetpageError
from getpage.core.own_output import MARK
from getpage.report.forms import Form

if TYPE_CHECKING:
    from collections.abc import Callable

    from getpage.report.common.screen import Extent, Screen
    from getpage.result import Result
    from getpage.result.collect import Collection
    from getpage.result.curve import Curves
    from getpage.result.forecast import Forecast
    from getpage.result.inspection import Inspection
    from getpage.result.ledger import Ledger
    from getpage.result.outage import Outage
    from getpage.result.plan import Plan
    from getpage.result.prove import Proof, Record

    Rendered = Result | Plan | Forecast | Proof | Curves | Ledger | Inspection | Record | Outage | Collection

#: The folder of each result, by what the result is called: results are not loaded to be told apart.
_FOLDERS: Final[dict[str, str]] = {
    "Result": "check",
    "Plan": "plan",
    "Forecast": "forecast",
    "Proof": "prove",
    "Curves": "curve",
    "Ledger": "ledger",
    "Inspection": "inspect",
    "Record": "record",
    "Outage": "outage",
    "Collection": "collect",
}
#: Results whose JSON says what it is; each is one that another verb reads or that is kept.
_KINDS: Final = {
    "Plan": "plan",
    "Forecast": "forecast",
    "Proof": "proof",
    "Record": "record",
    "Outage": "outage",
    "Collection": "collection",
}
#: What a page or a text is called where nobody gives a title.
_TITLES: Final[dict[str, str]] = {
    "Result": "Memory report",
    "Plan": "Where the next gigabyte goes",
    "Forecast": "Forecast",
    "Proof": "Before and after",
    "Curves": "Buffer pool curves",
    "Ledger": "Real storage",
    "Inspection": "Evidence in files",
    "Record": "Forecasts and proofs",
    "Outage": "An outage of the consumer",
    "Collection": "How to collect evidence on z/OS",
}
#: Results that have a page of their own.
_PAGES: Final = ("Result", "Plan", "Forecast", "Proof", "Curves")


def render(
    result: Rendered,
    form: str,
    *,
    title: str = "",
    generated_by: str = f"getpage {VERSION}",
    screen: Screen | None = None,
    extent: Extent | None = None,
) -> str:
    """A result in a form: table, json, csv, md, html (of all that have a page) or svg (of one curve).

    `title` and `generated_by` are a page's; a table is laid out for `screen`, plain where none is given, and
    shows as much as `extent` says, everything where it says nothing.
    Raises GetpageError where there is no such form of it.
    """
    kind, wanted = _name(result), Form(form)
    match wanted:
        case Form.TABLE:
            return _table(result, screen, extent)
        case Form.JSON:
            return _json(result)
        case Form.CSV:
            return _csv(result)
        case Form.MD:
            return f"<!-- {MARK} -->\n\n{_markdown(result)}"
        case Form.HTML if kind in _PAGES:
            page = _of(kind, "as_html", "html")(
                result, title=title or _TITLES[kind], generated_by=generated_by
            )
            return str(page)
        case Form.SVG if kind == "Curves":
            return str(_of(kind, "as_svg", "svg")(result))
    message = f"there is no {wanted} of a {_FOLDERS[kind]}; there are table, json, csv and md"
    raise GetpageError(message)


def _name(result: Rendered) -> str:
    return type(result).__name__


def _of(kind: str, module: str, name: str) -> Callable[..., Any]:
    """A renderer, loaded when it is wanted."""
    found: Callable[..., Any] = getattr(import_module(f"getpage.report.{_FOLDERS[kind]}.{module}"), name)
    return found


def _table(result: Rendered, screen: Screen | None, extent: Extent | None) -> str:
    from getpage.report.common.screen import WHOLE, Screen

    screen = screen or Screen()
    if _name(result) == "Result":
        return "".join(_of("Result", "as_terminal", "lines")(result, screen, extent or WHOLE))
    from getpage.report.common import terminal

    return "".join(terminal.lines(_of(_name(result), "blocks", "blocks")(result, brief=True), screen))


def _json(result: Rendered) -> str:
    if _name(result) == "Curves":
        return str(_of("Curves", "as_json", "json")(result))
    from getpage.result.as_json import result_json

    return result_json(result, _KINDS.get(_name(result), ""))


def _csv(result: Rendered) -> str:
    if _name(result) == "Result":
        return str(_of("Result", "as_csv", "csv")(result))
    from getpage.report.common.as_csv import csv

    return csv(result, _FOLDERS[_name(result)])


def _markdown(result: Rendered) -> str:
    if _name(result) == "Result":
        return str(_of("Result", "as_markdown", "markdown")(result))
    from getpage.report.common.markdown import document

    blocks = _of(_name(result), "blocks", "blocks")(result)
    return document(_TITLES[_name(result)], blocks)
