"""The views: each takes what its address asks from the results of verbs, and adds no number of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from getpage.core import numbers
from getpage.core.errors import NotEnoughEvidenceError, UnknownNameError, command
from getpage.core.names import Image
from getpage.ledger import title_by_interval
from getpage.products.registry import checks
from getpage.report.charts.lanes import lanes
from getpage.report.charts.over_time import StorageInterval, storage_over_time
from getpage.report.check import links, pictures
from getpage.report.check import page as report_page
from getpage.report.check.calendar import on_days
from getpage.report.check.sizes import picture_of
from getpage.report.common import sheets
from getpage.report.common.pages import Section, sections
from getpage.report.plan.page import shown as shown_plan
from getpage.result import Severity
from getpage.serve import sql, what_if
from getpage.serve.pages import View
from getpage.serve.results import VERBS, AnswerSource, check, plan, report, source, window

if TYPE_CHECKING:
    from getpage.contract.knob import Knob
    from getpage.report.charts.size import CostPicture
    from getpage.result import Result
    from getpage.serve.address import Address
    from getpage.serve.session import Observed, Session

#: Rows of a table of a verb, as in the report.
_MOST_ROWS: Final = 300
#: Pictures of one object's view.
_MOST_PICTURES: Final = 24
_OF_OBJECT: Final = ("object", "Of", "SYSA.MQA1")
_OF_CHANGES: Final = (
    ("since", "Since", "yesterday, same-weekday, 2026-11-17"),
    ("day", "Day", "2026-11-18"),
    _OF_OBJECT,
)
_RANK: Final = {severity.value: place for place, severity in enumerate(Severity)}
_SHADES: Final = ("s0", "s1", "s2", "s3")


def _span(result: Result) -> str:
    return numbers.span(result.window_first, result.window_last)


def first(session: Session, address: Address) -> View:
    """The first page of the report, with the storage of each image over time."""
    result, seen = check(session, address), window(session, address)
    images = [*_images(seen)]
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
            "images": [_image_row(seen, image, number, address) for number, image in enumerate(images, 1)],
        },
    )


def _images(seen: Observed) -> Iterator[Image]:
    """The images that something is to be said of, the worst first."""
    named = [ranked.finding.object.image for ranked in seen.links.findings]
    named += [ranked.change.subsystem.image for ranked in seen.links.changes]
    named += [account.of for account in seen.result.accounts if isinstance(account.of, Image)]
    yield from dict.fromkeys(image for image in named if image)


def _image_row(seen: Observed, image: Image, number: int, address: Address) -> dict[str, Any]:
    drawing, holders, _ = _over_time(seen, image, address, f"over-time-{number}")
    return {
        "name": str(image),
        "findings": sum(ranked.finding.object.image == image for ranked in seen.links.findings),
        "commands": sum(ranked.change.subsystem.image == image for ranked in seen.links.changes),
        "over_time": drawing,
        "holders": holders,
    }


def _over_time(
    seen: Observed, image: Image, address: Address, uid: str
) -> tuple[str, list[tuple[str, str]], list[StorageInterval]]:
    """The storage of an image over time, from its table in the ledger: the picture, its legend, the
    intervals.
    """
    title = title_by_interval(image)
    table = next((table for table in seen.result.tables if table.title == title), None)
    if table is None:
        return "", [], []
    _, _, _, *holders, _ = table.columns
    intervals = []
    for start, end, _, *held, free in table.rows:
        if not (isinstance(start, str) and isinstance(end, str) and isinstance(free, int)):
            continue
        first, last = datetime.fromisoformat(start), datetime.fromisoformat(end)
        there = address.link("/object", name=str(image), from_=first.isoformat(), to=last.isoformat())
        sizes = tuple(size if isinstance(size, int) else 0 for size in held)
        intervals.append(StorageInterval(first, last, sizes, free, there))
    drawing = storage_over_time(intervals, holders, uid=uid, title=title)
    return drawing, [*zip(_SHADES, holders, strict=False), ("free", "free")], intervals


def objects_of(seen: Observed) -> dict[str, int]:
    """All that has a view, by name, with its number of findings."""
    counts = Counter(str(ranked.finding.object) for ranked in seen.links.findings)
    named: list[object] = [ranked.finding.object for ranked in seen.links.findings]
    named += [knob.object for knob in seen.observation.knobs]
    named += [account.of for account in seen.result.accounts]
    named += [line.subsystem for line in seen.result.coverage if line.subsystem]
    named += [demand.object for demand in seen.observation.demands]
    images = {name.image for name in named if not isinstance(name, Image) and hasattr(name, "image")}
    names = dict.fromkeys(map(str, (*sorted(filter(None, images), key=str), *sorted(named, key=str))))
    return {name: counts[name] for name in names}


def objects(session: Session, address: Address) -> View:
    """All objects, or those whose name has the text that is searched for."""
    wanted = address.text("q").strip()
    every = objects_of(window(session, address))
    fitting = [(name, count) for name, count in every.items() if wanted.casefold() in name.casefold()]
    return View(
        template="objects.html", title="Objects", values={"names": fitting}, searched=wanted, verbs=("check",)
    )


def an_object(session: Session, address: Address) -> View:
    """All of an object, of a subsystem or of an image."""
    seen, name = window(session, address), address.text("name")
    every = objects_of(seen)
    if name not in every:
        message = f"{name}: nothing is called so in this window"
        raise UnknownNameError(message, name, every, command("getpage check", session.path))
    result = check(session, address)

    def is_meant(thing: object) -> bool:
        if isinstance(thing, str):
            return thing == name
        parts = [thing, getattr(thing, "subsystem", None), getattr(thing, "image", None)]
        return any(str(part) == name for part in parts if part)

    own = [ranked for ranked in seen.links.findings if is_meant(ranked.finding.object)]
    handles = [knob for knob in seen.observation.knobs if is_meant(knob.object) or str(knob.id) == name]
    own_knobs = [knob for knob in handles if name in (str(knob.object), str(knob.id))]
    turned = {knob.id for knob in handles}
    about = {ranked.number for ranked in own}
    commands = [
        ranked
        for ranked in seen.links.changes
        if ranked.change.knob in turned or is_meant(ranked.change.subsystem) or about & {*ranked.findings}
    ]
    is_image = any(str(image) == name for image in _images(seen))
    image = Image(name)
    drawing, holders, intervals = _over_time(seen, image, address, "over-time") if is_image else ("", [], [])
    shown = [index for index, picture in enumerate(result.pictures) if is_meant(picture.object)]
    arranged = pictures.arrange([result.pictures[index] for index in shown[:_MOST_PICTURES]], ())
    inside = [other for other in every if other != name and other.startswith((f"{name}.", f"{name} "))]
    return View(
        template="object.html",
        title=name,
        window=_span(result),
        verbs=("check",),
        values={
            "result": result,
            "over_time": drawing,
            "holders": holders,
            "intervals": intervals,
            "incidents": [
                (incident, lanes(incident, uid="incident"), links.incident_steps(incident))
                for incident in result.incidents
                if str(incident.image) == name or is_meant(incident.finding.object)
            ],
            "days": report_page.days_of([entry for entry in result.calendars if is_meant(entry.object)]),
            "knobs": [_knob(seen, address, number, knob) for number, knob in enumerate(own_knobs, 1)],
            "handles": [knob for knob in handles if knob not in own_knobs],
            "own_findings": own,
            "own_changes": commands,
            "changes": {ranked.number: ranked for ranked in seen.links.changes},
            "picture_anchor": pictures.anchor,
            "pictures": arranged,
            "on_days": on_days,
            "drawn": arranged.drawn,
            "ledgers": [
                report_page.ledger(account, number)
                for number, account in enumerate(result.accounts, 1)
                if str(account.of) == name
            ],
            "others": inside,
        },
    )


def _knob(
    seen: Observed, address: Address, number: int, knob: Knob
) -> tuple[what_if.Slider, CostPicture | None, str]:
    """The slider of a knob, its curve with the present size, the size that is tried and that of the plan, and
    what evidence would give a better one.
    """
    tried = {request.knob.id: request.size for request in what_if.requests(seen, address.every("hold"))}
    cost = next((cost for cost in seen.result.cost_by_size if cost.knob == knob.id), None)
    planned = {item.knob: item.size_after for item in seen.decided.plan.items}
    size = tried.get(knob.id)
    curve = picture_of(cost, planned, f"by-size-{number}", size) if cost else None
    return what_if.slider(knob, address, size), curve, knob.supply


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
        values={
            "knobs": [what_if.slider(request.knob, address, request.size) for request in tried.values()],
            "every_knob": [str(knob.id) for knob in seen.observation.knobs],
            "sums": what_if.sums(session, address),
            "other": what_if.other(session, address),
            "scenario": address.text("scenario"),
            "compared": address.text("with"),
            **what_if.answer(session, address),
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


def explain(session: Session, address: Address) -> View:
    """A check, with what it says here; without one, all."""
    every, wanted = checks(), address.text("check")
    if not wanted:
        values: Mapping[str, Any] = {"check": None, "every": every.values()}
        return View(
            template="explain.html", title="Checks", values=values, source=AnswerSource("getpage explain")
        )
    if wanted not in every:
        message = f"no check {wanted!r}"
        raise UnknownNameError(message, wanted, every, "getpage explain")
    known = every[wanted]
    own = [ranked for ranked in window(session, address).links.findings if ranked.finding.check == wanted]
    values = {
        "check": known,
        "paragraphs": [" ".join(text.split()) for text in known.explanation.split("\n\n")],
        "own": own,
    }
    return View(
        template="explain.html",
        title=known.title,
        values=values,
        source=AnswerSource(f"getpage explain {known.id}"),
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
