"""The views of objects: all that have one, and of each what there is of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Final

from getpage.core import numbers
from getpage.core.errors import UnknownNameError, command
from getpage.core.names import Image
from getpage.ledger import title_by_interval
from getpage.report.charts.lanes import lanes
from getpage.report.charts.over_time import StorageInterval, storage_over_time
from getpage.report.check import links, pictures
from getpage.report.check import page as report_page
from getpage.report.check.calendar import on_days
from getpage.serve import what_if
from getpage.serve.pages import View
from getpage.serve.results import check, window

if TYPE_CHECKING:
    from getpage.serve.address import Address
    from getpage.serve.session import Observed, Session

#: Pictures of one object's view, and its rows of a table.
_MOST_PICTURES: Final = 24
_MOST_ROWS: Final = 100
_SHADES: Final = ("s0", "s1", "s2", "s3")


def images_of(seen: Observed) -> Iterator[Image]:
    """The images that something is to be said of, the worst first."""
    named = [ranked.finding.object.image for ranked in seen.links.findings]
    named += [ranked.change.subsystem.image for ranked in seen.links.changes]
    named += [account.of for account in seen.result.accounts if isinstance(account.of, Image)]
    yield from dict.fromkeys(image for image in named if image)


def over_time(
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
    tried = {request.knob.id: request.size for request in what_if.requests(seen, address.every("hold"))}
    is_tried = any(knob.id in tried for knob in own_knobs)
    turned = {knob.id for knob in handles}
    about = {ranked.number for ranked in own}
    commands = [
        ranked
        for ranked in seen.links.changes
        if ranked.change.knob in turned or is_meant(ranked.change.subsystem) or about & {*ranked.findings}
    ]
    is_image = any(str(image) == name for image in images_of(seen))
    image = Image(name)
    drawing, holders, intervals = over_time(seen, image, address, "over-time") if is_image else ("", [], [])
    shown = [index for index, picture in enumerate(result.pictures) if is_meant(picture.object)]
    arranged = pictures.arrange([result.pictures[index] for index in shown[:_MOST_PICTURES]], ())
    subsystems = {str(knob.object.subsystem) for knob in own_knobs}
    tables = [
        (table, rows)
        for table in result.tables
        if (rows := [row for row in table.rows if row and row[0] in {name, *subsystems}][:_MOST_ROWS])
    ]
    inside = [other for other in every if other != name and other.startswith((f"{name}.", f"{name} "))]
    return View(
        template="object.html",
        title=name,
        window=numbers.span(result.window_first, result.window_last),
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
            "knobs": [
                (
                    what_if.slider(knob, address, tried.get(knob.id)),
                    what_if.curve(seen, knob, tried.get(knob.id)),
                    knob.supply,
                    knob.unpriced,
                )
                for knob in own_knobs
            ],
            "sums": what_if.sums(session, address) if own_knobs else (),
            "is_tried": is_tried,
            "handles": [knob for knob in handles if knob not in own_knobs],
            "own_findings": own,
            "own_changes": commands,
            "changes": {ranked.number: ranked for ranked in seen.links.changes},
            "picture_anchor": pictures.anchor,
            "pictures": arranged,
            "on_days": on_days,
            "drawn": arranged.drawn,
            "tables": tables,
            "ledgers": [
                report_page.ledger(account, number)
                for number, account in enumerate(result.accounts, 1)
                if str(account.of) == name
            ],
            "others": inside,
            "grows": any(is_meant(demand.object) for demand in seen.observation.demands),
            **(what_if.answer(session, address) if is_tried else {}),
        },
    )
