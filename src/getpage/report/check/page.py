"""The result as one page: a single file without any reference to another. Its one script copies and filters;
the policy of the page allows that script by its digest and no other, and without it all is there.

The first page is for a manager: what to act on, storage by image, the commands, and what could not be judged.
Then follows a part for each image that has something to say. Everything else is the appendix: folded on a
screen, and printed only on request. Nothing is measured here. Where a list is cut the page says how much is
missing and where it is (the JSON has everything).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from getpage.core import numbers, text
from getpage.core.names import Image, Subsystem
from getpage.products import registry
from getpage.report.charts import Segment, Strip, coverage_strip, stacked_bar
from getpage.report.charts.calendar import DayCell, DayRow, day_calendar
from getpage.report.charts.lanes import lanes
from getpage.report.check import glossary, links, pictures, sizes
from getpage.report.check.calendar import on_days
from getpage.report.check.links import RankedChange, RankedFinding
from getpage.report.common import pages, sheets
from getpage.report.common.pages import templates
from getpage.report.forecast.page import shown as shown_forecast
from getpage.report.plan.page import shown as shown_plan
from getpage.result import (
    REAL_STORAGE,
    Account,
    Change,
    Coverage,
    Incident,
    IncidentStep,
    Line,
    Place,
    Result,
    Severity,
    Table,
)
from getpage.result.day import Calendar

# Findings beyond this are rows of a table instead of articles: nobody reads the hundredth article.
MOST_ARTICLES = 60
# A longer table is folded.
MOST_OPEN_ROWS = 24
# Steps beyond this are folded: they are made one at a time, so the later ones are for later.
MOST_STEPS = 10
# Pictures in the part of an image; its others are in the appendix.
MOST_PICTURES = 4
# What could not be judged, on the first page.
MOST_MISSING = 5
MOST_DAMAGE = 100
MOST_TABLE_ROWS = 300


@dataclass(frozen=True, slots=True)
class Steps:
    """The changes of one subsystem in their order, and all of them as one block to copy."""

    subsystem: Subsystem
    anchor: str
    changes: tuple[RankedChange, ...]
    block: str
    storage_bytes: int


@dataclass(frozen=True, slots=True)
class ImagePart:
    """What is to be said of one image: findings worth an article, others a line each, its commands."""

    name: str
    anchor: str
    findings: tuple[RankedFinding, ...]
    notes: tuple[RankedFinding, ...]
    changes: tuple[RankedChange, ...]
    pictures: tuple[pictures.DrawnPicture, ...]
    silent: tuple[str, ...]
    incident: Incident | None = None
    lanes: str = ""
    days: str = ""
    steps: tuple[tuple[str, str, IncidentStep], ...] = ()


def html(result: Result, *, title: str, generated_by: str, appendix: bool = False) -> str:
    """The page; with `appendix` a printer gets all of it.

    It holds no time of its own: the same result gives the same bytes.
    """
    rendered = (
        templates()
        .get_template("report.html")
        .render(
            **values(result, appendix=appendix),
            title=title,
            generated_by=generated_by,
            script=pages.script("report.js"),
        )
    )
    return text.clean(rendered)


def values(result: Result, *, appendix: bool = False) -> dict[str, Any]:
    """What the parts of the page are filled with."""
    linked = links.link(result)
    wanted = [index for f in linked.findings for index in f.pictures]
    arranged = pictures.arrange(result.pictures, wanted)
    articles = linked.findings[:MOST_ARTICLES]
    grave = [f for f in articles if f.finding.severity is not Severity.INFO]
    parts = _image_parts(result, grave, linked, arranged)
    drawn_before = {d.anchor for part in parts for d in part.pictures}
    return {
        "result": result,
        "names": _names(result),
        "first": first_screen(result, linked.changes),
        "totals": [(total, links.how_much(total)) for total in result.totals],
        "parts": parts,
        "lighter": articles[len(grave) :],
        "appendix": appendix,
        "most_missing": MOST_MISSING,
        "more_findings": linked.findings[len(articles) :],
        "fact_rows": sheets.fact_rows,
        "looked_rows": sheets.looked_rows(result.looked),
        "changes": {c.number: c for c in linked.changes},
        "changes_in_order": linked.changes,
        "steps": _steps(linked.changes),
        "strips": strips(result.coverage),
        "merged": is_merged(result.coverage),
        "ledgers": [ledger(account, i) for i, account in enumerate(result.accounts, 1)],
        "pictures": arranged,
        "drawn_later": [d for d in arranged.drawn if d.anchor not in drawn_before],
        "sizes": sizes.sizes(result),
        "shown_plan": shown_plan(result.plan) if result.plan else None,
        "shown_forecast": shown_forecast(result.forecast) if result.forecast else None,
        "terms": glossary.used(_words(result)),
        "on_days": on_days,
        "trusts": glossary.TRUST,
        "zones": _zones(result),
        "picture_anchor": pictures.anchor,
        "most_open_rows": MOST_OPEN_ROWS,
        "most_steps": MOST_STEPS,
        "most_damage": MOST_DAMAGE,
        "most_rows": MOST_TABLE_ROWS,
    }


def _image_parts(
    result: Result, grave: Sequence[RankedFinding], linked: links.Links, arranged: pictures.Pictures
) -> list[ImagePart]:
    """A part for each image with findings or changes, the worst first."""
    named = [f.finding.object.image for f in linked.findings]
    named += [c.change.subsystem.image for c in linked.changes]
    named += [incident.image for incident in result.incidents]
    named += [calendar.object.image for calendar in result.calendars]
    covered = dict.fromkeys(c.subsystem for c in result.coverage if c.subsystem)
    drawn = {d.anchor: d for d in arranged.drawn}
    happened = {incident.image: incident for incident in result.incidents}
    parts = []
    for number, image in enumerate(dict.fromkeys(named), 1):
        findings = tuple(f for f in grave if f.finding.object.image == image)
        shown = dict.fromkeys(pictures.anchor(index) for f in findings for index in f.pictures)
        changes = tuple(c for c in linked.changes if c.change.subsystem.image == image)
        busy = {f.finding.object.subsystem for f in linked.findings} | {c.change.subsystem for c in changes}
        parts.append(
            ImagePart(
                name=str(image) if image else "No image named",
                anchor=f"image-{number}",
                findings=findings,
                notes=tuple(
                    f
                    for f in linked.findings
                    if f.finding.object.image == image and f.finding.severity is Severity.INFO
                ),
                changes=changes,
                pictures=tuple(drawn[name] for name in shown if name in drawn)[:MOST_PICTURES],
                incident=(incident := happened.get(image)),
                lanes=lanes(incident, uid=f"incident-{number}") if incident else "",
                steps=links.incident_steps(incident) if incident else (),
                days=days_of(
                    [entry for entry in result.calendars if entry.object.image == image], f"days-{number}"
                ),
                silent=tuple(
                    str(name) for name in covered if name.name and name.image == image and name not in busy
                ),
            )
        )
    return parts


def days_of(calendars: Sequence[Calendar], uid: str = "days") -> str:
    """The picture of the days of some objects; empty where there are none."""
    rows = [
        DayRow(
            str(calendar.object),
            [
                DayCell(day.date, day.severity.value if day.severity else "", f"{day.date:%a} {day.date}")
                for day in calendar.days
            ],
        )
        for calendar in calendars
    ]
    return day_calendar(rows, uid=uid)


def _steps(changes: tuple[RankedChange, ...]) -> list[Steps]:
    steps: list[Steps] = []
    by_subsystem: dict[Subsystem, list[RankedChange]] = {}
    for ranked in changes:
        by_subsystem.setdefault(ranked.change.subsystem, []).append(ranked)
    for subsystem, group in by_subsystem.items():
        members = tuple(group)
        block = text.command_block(
            registry.named(subsystem.product).comments, [_entry(c.change) for c in members]
        )
        total = sum(c.change.storage_bytes for c in members if c.change.storage_of == REAL_STORAGE)
        steps.append(Steps(subsystem, f"changes-{len(steps) + 1}", members, block, total))
    return steps


def _entry(change: Change) -> tuple[str, str]:
    """A command with what it does; one that has to wait, or that is no command to enter, is a comment only,
    so that nobody enters it with the rest.
    """
    if change.place:
        return "", f"Not a command: {change.command} in {change.place}. {change.effect}"
    if change.only_after:
        return "", f"Not yet: {change.command} only after {change.only_after}."
    return change.command, change.effect


def _names(result: Result) -> list[str]:
    """The subsystems in the order in which the evidence names them."""
    named = [*(c.subsystem for c in result.coverage if c.subsystem), *(a.of for a in result.accounts)]
    named += [c.subsystem for c in result.changes]
    return list(dict.fromkeys(text.shorten(str(name), 40) for name in named))


def _zones(result: Result) -> str:
    times = [t for c in result.coverage for t in (c.first, c.last)]
    dated = (p.times[0] for p in result.pictures if p.times and numbers.since_start(p.times[0]) is None)
    times += [result.window_first, result.window_last, *dated]
    zoned = {t.tzinfo is not None for t in times if t is not None}
    if not zoned:
        return "The evidence holds no times."
    if zoned == {True}:
        return "Times are UTC, from the clocks in the records."
    if zoned == {False}:
        return "Times are the local time of the system that wrote the records."
    return "Times marked UTC are from the clocks in the records; the others are the system's local time."


def _words(result: Result) -> str:
    """The text that the glossary explains: what the report says, not what the files are called."""
    words = list(result.verdict)
    for finding in result.findings:
        words += [
            finding.claim,
            *finding.symptoms,
            str(finding.object),
            *(fact.label for fact in finding.evidence),
        ]
    for change in result.changes:
        words += [change.command, change.effect, change.caution, change.verify]
    for account in result.accounts:
        words += [line.holder for line in account.lines] + [line.place for line in account.lines]
    for picture in result.pictures:
        words += [picture.title, picture.unit, *(curve.label for curve in picture.curves)]
    for table in result.tables:
        words += [table.title, table.note, *table.columns]
    # A set: four hundred pools repeat the same sentences, and the search is per term.
    return "\n".join(sorted(set(words)))


#: Commands on the first screen; the others stand below.
MOST_COMMANDS = 8
#: Holders of an image that are named; the others are one segment.
_MOST_HOLDERS = 5


@dataclass(frozen=True, slots=True)
class FirstScreen:
    """All of it, ready to show."""

    bar: str
    narrow_bar: str
    commands: tuple[RankedChange, ...]
    more_commands: int
    in_short: tuple[Table, ...]


def first_screen(result: Result, changes: Sequence[RankedChange]) -> FirstScreen:
    """What the first screen of the page shows beside numbers and sentences; `changes` in their order."""
    ready = [ranked for ranked in changes if not ranked.change.only_after]
    shown = tuple(ready[:MOST_COMMANDS])
    return FirstScreen(
        bar=_bar(result.accounts),
        narrow_bar=_bar(result.accounts, narrow=True),
        commands=shown,
        more_commands=len(changes) - len(shown),
        in_short=tuple(links.in_short(result)),
    )


def _bar(accounts: Iterable[Account], *, narrow: bool = False) -> str:
    rows = [
        (str(account.of), segments)
        for account in accounts
        if isinstance(account.of, Image) and (segments := _segments(account))
    ]
    title = "Real storage of each z/OS image at its minimum"
    return stacked_bar(rows, uid="narrow-bar" if narrow else "first-bar", title=title, narrow=narrow)


def _segments(account: Account) -> list[Segment]:
    held = sorted(_real(account.lines), key=lambda line: (-(line.bytes or 0), line.holder))
    rest = held[_MOST_HOLDERS:]
    segments = [Segment(0, line.holder, line.bytes or 0) for line in held[:_MOST_HOLDERS]]
    if rest:
        segments.append(Segment(0, f"{len(rest)} others", sum(line.bytes or 0 for line in rest)))
    free = _real(account.free_at_minimum)
    return segments + [Segment(0, line.holder, line.bytes or 0, free=True) for line in free]


def _real(lines: Iterable[Line]) -> list[Line]:
    return [line for line in lines if line.place is Place.REAL and line.bytes]


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A line of an account with the number that its segment in the bar carries."""

    number: int
    line: Line
    free: bool


@dataclass(frozen=True, slots=True)
class AccountView:
    """One account, ready to show."""

    account: Account
    anchor: str
    svg: str
    lines: tuple[NumberedLine, ...]


def ledger(account: Account, index: int) -> AccountView:
    """The account with one bar per place; limits and sums are in the table only, as nobody holds them."""
    lines = [NumberedLine(n, line, free=False) for n, line in enumerate(account.lines, 1)]
    start = len(lines) + 1
    lines += [NumberedLine(n, line, free=True) for n, line in enumerate(account.free_at_minimum, start)]
    bars: dict[str, list[Segment]] = {}
    for entry in lines:
        if entry.line.place.is_held and entry.line.bytes:
            segment = Segment(entry.number, entry.line.holder, entry.line.bytes, entry.free)
            bars.setdefault(entry.line.place, []).append(segment)
    svg = stacked_bar(
        list(bars.items()), uid=f"account-{index}-bar", title=f"Storage of {account.of} by holder"
    )
    return AccountView(account, f"account-{index}", svg, tuple(lines))


# More rows than this do not fit one screen; then each subsystem gets one row.
MOST_ROWS = 40


def strips(coverage: tuple[Coverage, ...]) -> list[str]:
    """The drawings: one for records with a UTC clock, one for those in local time."""
    drawings: list[str] = []
    for zoned, name in ((True, "UTC"), (False, "local time of the system")):
        rows = [_strip(c, c.first, c.last) for c in coverage if c.first and c.last and _zoned(c) == zoned]
        if len(rows) > MOST_ROWS:
            rows = _merged(rows)
        if rows:
            title = f"Evidence by subsystem and record, {name}"
            drawings.append(coverage_strip(rows, uid=f"coverage-{len(drawings) + 1}", title=title))
    return drawings


def is_merged(coverage: tuple[Coverage, ...]) -> bool:
    """Whether a strip stands for a subsystem as a whole."""
    counts = [sum(_zoned(c) == zoned for c in coverage if c.first) for zoned in (True, False)]
    return max(counts, default=0) > MOST_ROWS


def _zoned(coverage: Coverage) -> bool:
    return coverage.first is not None and coverage.first.tzinfo is not None


def _strip(coverage: Coverage, first: datetime, last: datetime) -> Strip:
    counted = ("interval", coverage.intervals) if coverage.intervals else ("record", coverage.rows)
    note = numbers.counted(counted[1], counted[0])
    label = f"{coverage.record or coverage.table} {coverage.title}"
    return Strip(str(coverage.subsystem or ""), label, first, last, coverage.gaps, note)


def _merged(rows: list[Strip]) -> list[Strip]:
    """One row per subsystem, missing wherever one of its records is missing."""
    groups: dict[str, list[Strip]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    return [
        Strip(
            group="All subsystems",
            label=name,
            first=min(r.first for r in members),
            last=max(r.last for r in members),
            gaps=tuple(sorted({gap for r in members for gap in r.gaps})),
            note=numbers.counted(len(members), "kind of record", "kinds of record"),
        )
        for name, members in groups.items()
    ]
