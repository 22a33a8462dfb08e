"""The views: each takes what its address asks from the results of verbs, and adds no number of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from getpage.core import numbers
from getpage.core.errors import NotEnoughEvidenceError, UnknownNameError, command
from getpage.core.names import Image
from getpage.products.registry import checks
from getpage.report.check import links
from getpage.report.check import page as report_page
from getpage.report.common import sheets
from getpage.report.common.pages import Section, sections
from getpage.report.explain import explanation
from getpage.report.plan.page import shown as shown_plan
from getpage.result import Severity
from getpage.serve import sql, what_if
from getpage.serve.objects import an_object, images_of, objects, over_time
from getpage.serve.pages import View
from getpage.serve.results import VERBS, check, plan, report, source, window

if TYPE_CHECKING:
    from getpage.contract.checks import Check
    from getpage.result import Result
    from getpage.serve.address import Address
    from getpage.serve.session import Observed, Session

#: Rows of a table of a verb, as in the report.
_MOST_ROWS: Final = 300
_OF_OBJECT: Final = ("object", "Of", "SYSA.MQA1")
_OF_CHANGES: Final = (
    ("since", "Since", "yesterday, same-weekday, 2026-11-17"),
    ("day", "Day", "2026-11-18"),
    _OF_OBJECT,
)
_RANK: Final = {severity.value: place for place, severity in enumerate(Severity)}


def _span(result: Result) -> str:
    return numbers.span(result.window_first, result.window_last)


def first(session: Session, address: Address) -> View:
    """The first page of the report, with the storage of each image over time."""
    result, seen = check(session, address), window(session, address)
    images = [*images_of(seen)]
    return View(
        template="first.html",
        title="Memory",
        window=_span(result),
        verbs=("check",),
        values={
            "result": result,
            "first": report_page.first_screen(result, seen.links.changes),
            "totals": [(total, links.how_much(total)) for total in result.totals],
            "most_missing": report_page.MOST_MISSING,
            "most_open_rows": report_page.MOST_OPEN_ROWS,
            "images": [_image_row(seen, image, number, address) for number, image in enumerate(images, 1)],
        },
    )


def _image_row(seen: Observed, image: Image, number: int, address: Address) -> dict[str, Any]:
    drawing, holders, _ = over_time(seen, image, address, f"over-time-{number}")
    return {
        "name": str(image),
        "findings": sum(ranked.finding.object.image == image for ranked in seen.links.findings),
        "commands": sum(ranked.change.subsystem.image == image for ranked in seen.links.changes),
        "over_time": drawing,
        "holders": holders,
    }


def findings(session: Session, address: Address) -> View:
    """All findings as a table."""
    result, seen = check(session, address), window(session, address)
    values = {"rows": seen.links.findings, "rank": _RANK}
    return View(
        template="findings.html", title="Findings", window=_span(result), verbs=("check",), values=values
    )


def commands(session: Session, address: Address) -> View:
    """All commands with undo and verification."""
    result, seen = check(session, address), window(session, address)
    values = {"rows": seen.links.changes}
    return View(
        template="commands.html", title="Commands", window=_span(result), verbs=("check",), values=values
    )


def the_plan(session: Session, address: Address) -> View:
    """The plan, made around the sizes that are tried."""
    values: dict[str, Any] = {"not_enough": None, "shown_plan": None}
    try:
        values["shown_plan"] = shown_plan(plan(session, address))
    except NotEnoughEvidenceError as error:
        values["not_enough"] = error
    span = _span(check(session, address))
    return View(template="plan.html", title="Plan", window=span, verbs=("plan",), values=values)


def what_if_view(session: Session, address: Address) -> View:
    """The sizes that are tried, with what they bring; one more that a form sends is among them."""
    seen = window(session, address)
    tried = {request.knob.id: request for request in what_if.requests(seen, address.every("hold"))}
    return View(
        template="what_if.html",
        title="What if",
        window=_span(seen.result),
        verbs=() if address.tried else ("plan",),
        values={
            "knobs": [what_if.slider(request.knob, address, request.size) for request in tried.values()],
            "every_knob": what_if.by_curve(seen.observation.knobs),
            "sums": what_if.sums(session, address),
            "other": what_if.other(session, address),
            "storage": what_if.storage_tried(address),
            "scenario": address.text("scenario"),
            "compared": address.text("with"),
            "called": address.text("called"),
            **(what_if.answer(session, address) if address.tried else {}),
        },
    )


def _blocks(
    verb: str, title: str, form: Iterable[tuple[str, str, str]] = ()
) -> Callable[[Session, Address], View]:
    """A view of all that a verb says; `form` has options that a reader may set: name, label, example."""
    options = tuple(form)

    def view(session: Session, address: Address) -> View:
        values: dict[str, Any] = {
            "parts": [],
            "not_enough": None,
            "most_rows": _MOST_ROWS,
            "form": [(name, label, address.text(name), hint) for name, label, hint in options],
        }
        try:
            values["parts"] = _sections(VERBS[verb].result(session, address))
        except (NotEnoughEvidenceError, UnknownNameError) as error:
            values["not_enough"] = error
        return View(template="blocks.html", title=title, verbs=(verb,), values=values)

    return view


def _sections(result: Any) -> list[Section]:
    from getpage.report.dispatch import blocks_of

    return sections(blocks_of(result))


the_ledger = _blocks("ledger", "Ledger")
the_changes = _blocks("changes", "Changes", _OF_CHANGES)
the_trend = _blocks("trend", "Trend", [_OF_OBJECT])


def whole(session: Session, address: Address) -> View:
    """All that the report shows, its appendix too."""
    result = report(session, address)
    return View(
        template="whole.html",
        title="Report",
        window=_span(result),
        verbs=("report",),
        values=report_page.values(result),
    )


def evidence(session: Session, address: Address) -> View:
    """The evidence: what there is of it from when to when, what it cannot answer, damage, files, tables."""
    result = check(session, address)
    return View(
        template="evidence.html",
        title="Evidence",
        window=_span(result),
        verbs=("check",),
        values={
            "result": result,
            "strips": report_page.strips(result.coverage),
            "merged": report_page.is_merged(result.coverage),
            "most_damage": report_page.MOST_DAMAGE,
            "looked_rows": sheets.looked_rows(result.looked),
            "stored": _stored(session, address),
        },
    )


def _stored(session: Session, address: Address) -> list[tuple[str, int]]:
    store = window(session, address).evidence.store
    return [(table, store.rows(table)) for table in store.tables()]


def known_check(address: Address) -> Check | None:
    """The check of an address; None where it asks for all."""
    every, wanted = checks(), address.text("check")
    if wanted and wanted not in every:
        message = f"no check {wanted!r}"
        raise UnknownNameError(message, wanted, every, "getpage explain")
    return every[wanted] if wanted else None


def explain(session: Session, address: Address) -> View:
    """A check, with what it says here; without one, all."""
    known = known_check(address)
    if known is None:
        every = source("getpage explain", address, "/explain")
        return View(
            template="explain.html",
            title="Checks",
            values={"check": None, "every": checks().values()},
            source=every,
        )
    paragraphs = (" ".join(text.split()) for text in explanation(known).split("\n\n"))
    values = {
        "check": known,
        "paragraphs": [text for text in paragraphs if text != f"{known.title}."],
        "own": [
            ranked for ranked in window(session, address).links.findings if ranked.finding.check == known.id
        ],
    }
    return View(
        template="explain.html",
        title=known.title,
        values=values,
        source=source(f"getpage explain {known.id}", address, "/explain"),
    )


def queried(answer: sql.Answer, session: Session, address: Address) -> View:
    """A query and its rows."""
    query = address.text("q")
    line = command("getpage sql", session.path, query)
    columns, rows, count = sql.table(answer)
    return View(
        template="sql.html",
        title="SQL",
        source=source(line, address, "/sql") if query.strip() else None,
        values={
            "query": query,
            "problem": answer.problem,
            "columns": columns,
            "rows": rows,
            "more": count if count > len(rows) else 0,
            "stored": _stored(session, address),
        },
    )


#: The views by their paths.
BY_PATH: Final[Mapping[str, Callable[[Session, Address], View]]] = {
    "/": first,
    "/objects": objects,
    "/object": an_object,
    "/findings": findings,
    "/commands": commands,
    "/plan": the_plan,
    "/what-if": what_if_view,
    "/ledger": the_ledger,
    "/changes": the_changes,
    "/trend": the_trend,
    "/report": whole,
    "/evidence": evidence,
    "/explain": explain,
}
