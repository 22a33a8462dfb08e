"""Which renderer writes which result in which form.

Results register by their class. A class whose module is not loaded cannot be that of a result, so that the
table names them and loads none.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from getpage._native import VERSION
from getpage.core.errors import GetpageError
from getpage.core.own_output import MARK
from getpage.report.forms import Form

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.report.common.blocks import Block
    from getpage.report.common.screen import Extent, Screen
    from getpage.result import Result
    from getpage.result.changes import Changes
    from getpage.result.collect import Collection
    from getpage.result.curve import Curves
    from getpage.result.forecast import Forecast
    from getpage.result.inspection import Inspection
    from getpage.result.ledger import Ledger
    from getpage.result.outage import Outage
    from getpage.result.plan import Plan
    from getpage.result.prove import Proof, Record
    from getpage.result.trend import Trends

    Rendered = (
        Result
        | Plan
        | Forecast
        | Proof
        | Curves
        | Ledger
        | Inspection
        | Record
        | Outage
        | Collection
        | Changes
        | Trends
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Renderer:
    """How a class of results is written. Functions are `module:function` of getpage.report, "" for none."""

    name: str
    title: str  #: of a page or text without one
    blocks: str = ""
    kind: str = ""  #: what its JSON says that it is; of results that another verb reads or that are kept
    page: str = ""
    table: str = ""
    markdown: str = ""
    json: str = ""
    svg: str = ""
    lines: int = 60  #: of the first screen of its table


#: By the class, `module:class`.
_RENDERERS: Final = {
    "getpage.result.check:Result": Renderer(
        name="report",
        title="Memory report",
        page="check.page:html",
        table="check.as_terminal:lines",
        markdown="check.as_markdown:markdown",
    ),
    "getpage.result.plan:Plan": Renderer(
        name="plan",
        title="Where the next gigabyte goes",
        kind="plan",
        lines=44,
        blocks="plan.blocks:blocks",
        page="plan.page:html",
    ),
    "getpage.result.forecast:Forecast": Renderer(
        name="forecast",
        title="Forecast",
        kind="forecast",
        blocks="forecast.blocks:blocks",
        page="forecast.page:html",
    ),
    "getpage.result.prove:Proof": Renderer(
        name="prove",
        title="Before and after",
        kind="proof",
        blocks="prove.blocks:blocks",
        page="prove.page:html",
    ),
    "getpage.result.curve:Curves": Renderer(
        name="curve",
        title="Buffer pool curves",
        blocks="curve.blocks:blocks",
        page="curve.page:html",
        json="curve.blocks:json",
        svg="curve.page:svg",
    ),
    "getpage.result.ledger:Ledger": Renderer(name="ledger", title="Real storage", blocks="ledger:blocks"),
    "getpage.result.inspection:Inspection": Renderer(
        name="inspect", title="Evidence in files", blocks="inspect:blocks"
    ),
    "getpage.result.changes:Changes": Renderer(
        name="changes", title="What changed", kind="changes", blocks="changes:blocks"
    ),
    "getpage.result.trend:Trends": Renderer(
        name="trend", title="Trends", kind="trends", blocks="trend:blocks"
    ),
    "getpage.result.prove:Record": Renderer(
        name="record", title="Forecasts and proofs", kind="record", blocks="record:blocks"
    ),
    "getpage.result.outage:Outage": Renderer(
        name="outage", title="An outage of the consumer", kind="outage", blocks="outage:blocks"
    ),
    "getpage.result.collect:Collection": Renderer(
        name="collect",
        title="How to collect evidence on z/OS",
        kind="collection",
        blocks="collect:blocks",
    ),
}


def render(
    result: Rendered,
    form: str,
    *,
    title: str = "",
    generated_by: str = f"getpage {VERSION}",
    screen: Screen | None = None,
    extent: Extent | None = None,
    appendix: bool = False,
) -> str:
    """A result in a form: table, json, csv, md, html (of all that have a page) or svg (of one curve).

    `title` and `generated_by` are a page's; with `appendix` a report's page prints its appendix too. A table
    is laid out for `screen`, plain where none is given, and shows as much as `extent` says, by default all.
    Raises GetpageError where there is no such form of it.
    """
    renderer, wanted = _renderer_of(result), Form(form)
    match wanted:
        case Form.TABLE:
            return _table(result, renderer, screen, extent)
        case Form.JSON:
            return _json(result, renderer)
        case Form.CSV:
            return _csv(result, renderer)
        case Form.MD:
            return f"<!-- {MARK} -->\n\n{_markdown(result, renderer)}"
        case Form.HTML if renderer.page:
            write = _load(renderer.page)
            options = {"appendix": appendix} if renderer.name == "report" else {}
            return str(write(result, title=title or renderer.title, generated_by=generated_by, **options))
        case Form.SVG if renderer.svg:
            return str(_load(renderer.svg)(result))
    message = f"there is no {wanted} of a {renderer.name}, only table, json, csv and md"
    raise GetpageError(message, "--format json")


def blocks_of(result: Rendered) -> Iterable[Block]:
    """All that a result says, piece by piece; of one that has blocks."""
    blocks: Iterable[Block] = _load(_renderer_of(result).blocks)(result)
    return blocks


def _renderer_of(result: Rendered) -> Renderer:
    for place, renderer in _RENDERERS.items():
        module, _, name = place.partition(":")
        if type(result) is getattr(sys.modules.get(module), name, None):
            return renderer
    message = f"no renderer of {type(result)}"
    raise TypeError(message)


def _load(place: str) -> Any:
    """A function, loaded when it is wanted."""
    module, _, name = place.partition(":")
    return getattr(import_module(f"getpage.report.{module}"), name)


def _table(result: Rendered, renderer: Renderer, screen: Screen | None, extent: Extent | None) -> str:
    from getpage.report.common.screen import WHOLE, Screen

    screen = screen or Screen()
    if renderer.table:
        return "".join(_load(renderer.table)(result, screen, extent or WHOLE))
    from getpage.report.common import terminal

    blocks = _load(renderer.blocks)(result, brief=True)
    if extent is not None and extent.top:
        return "".join(terminal.first_lines(blocks, extent.top, screen, renderer.lines))
    return "".join(terminal.lines(blocks, screen))


def _json(result: Rendered, renderer: Renderer) -> str:
    if renderer.json:
        return str(_load(renderer.json)(result))
    from getpage.result.as_json import result_json

    return result_json(result, renderer.kind)


def _csv(result: Rendered, renderer: Renderer) -> str:
    """All of it; findings of a report in the order of its other forms, so that their numbers agree."""
    from getpage.report.common.as_csv import csv

    if renderer.name != "report":
        return csv(result, renderer.name)
    ordered = replace(result, findings=tuple(_load("check.links:ranked")(result)))  # type: ignore[arg-type]
    return csv(ordered, renderer.name, prefix="")


def _markdown(result: Rendered, renderer: Renderer) -> str:
    if renderer.markdown:
        return str(_load(renderer.markdown)(result))
    from getpage.report.common.markdown import document

    return document(renderer.title, _load(renderer.blocks)(result))
