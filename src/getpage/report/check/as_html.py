"""The result as one page: a single file without any reference to another. Its one script copies and filters;
the policy of the page allows that script by its digest and no other, and without it all is there.

The page is for a capacity planner with five minutes: the answers, then the evidence that they stand on, then
what to do and why. Nothing in it is measured here. Long results are folded, listed or grouped rather than
cut, and where the page does leave something out it says what, how much and where to find it (the JSON has
everything).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from getpage.core import text
from getpage.products import registry
from getpage.report.check import (
    answers,
    first_screen,
    glossary,
    ledgers,
    links,
    pictures,
    sizes,
    strips,
    totals,
)
from getpage.report.common import facts, pages
from getpage.report.common.pages import templates
from getpage.report.forecast.as_html import shown as shown_forecast
from getpage.report.plan.as_html import shown as shown_plan
from getpage.result import Severity

if TYPE_CHECKING:
    from getpage.core.names import Subsystem
    from getpage.report.check.links import RankedChange
    from getpage.result import Change, Result

# Findings beyond this are rows of a table instead of articles: nobody reads the hundredth article.
MOST_ARTICLES = 60
# Answers beyond this are folded, so that the three answers share the first screen.
MOST_SENTENCES = 3
# What to do has its commands in code below the first sentence.
MOST_TO_DO = 1
# A longer table is folded.
MOST_OPEN_ROWS = 24
# Steps beyond this are folded: they are made one at a time, so the later ones are for later.
MOST_STEPS = 10
MOST_DAMAGE = 100
MOST_TABLE_ROWS = 300


@dataclass(frozen=True, slots=True)
class Answer:
    """One of the three answers of the first screen."""

    title: str
    sentences: tuple[str, ...]
    nothing: str
    shown: int


@dataclass(frozen=True, slots=True)
class Steps:
    """The changes of one subsystem in their order, and all of them as one block to copy."""

    subsystem: Subsystem
    anchor: str
    changes: tuple[RankedChange, ...]
    block: str
    storage_bytes: int


def html(result: Result, *, title: str, generated_by: str) -> str:
    """The page. It holds no time of its own: the same result gives the same bytes."""
    linked = links.link(result)
    wanted = [index for f in linked.findings for index in f.pictures]
    page = templates().get_template("report.html")
    articles = linked.findings[:MOST_ARTICLES]
    grave = [f for f in articles if f.finding.severity is not Severity.INFO]
    rendered = page.render(
        result=result,
        title=title,
        generated_by=generated_by,
        names=_names(result),
        first=first_screen.first_screen(result, linked.changes),
        totals=[(one, totals.how_much(one)) for one in result.totals],
        answers=_answers(result),
        findings=grave,
        lighter=articles[len(grave) :],
        more_findings=linked.findings[len(articles) :],
        fact_rows=facts.rows,
        changes={c.number: c for c in linked.changes},
        changes_in_order=linked.changes,
        steps=_steps(linked.changes),
        strips=strips.strips(result.coverage),
        merged=strips.is_merged(result.coverage),
        ledgers=[ledgers.ledger(account, i) for i, account in enumerate(result.accounts, 1)],
        pictures=pictures.arrange(result.pictures, wanted),
        sizes=sizes.sizes(result),
        shown_plan=shown_plan(result.plan) if result.plan else None,
        shown_forecast=shown_forecast(result.forecast) if result.forecast else None,
        terms=glossary.used(_words(result)),
        trusts=glossary.TRUST,
        zones=_zones(result),
        picture_anchor=pictures.anchor,
        script=pages.script("report.js"),
        most_open_rows=MOST_OPEN_ROWS,
        most_steps=MOST_STEPS,
        most_damage=MOST_DAMAGE,
        most_rows=MOST_TABLE_ROWS,
    )
    return text.clean(rendered)


def _answers(result: Result) -> tuple[Answer, ...]:
    told = [Answer(*answer, shown=MOST_SENTENCES) for answer in answers.of(result)]
    # What to do stands below in code.
    return (*told[:-1], replace(told[-1], shown=MOST_TO_DO))


def _steps(changes: tuple[RankedChange, ...]) -> list[Steps]:
    made: list[Steps] = []
    by_subsystem: dict[Subsystem, list[RankedChange]] = {}
    for one in changes:
        by_subsystem.setdefault(one.change.subsystem, []).append(one)
    for subsystem, group in by_subsystem.items():
        members = tuple(group)
        block = text.command_block(
            registry.named(subsystem.product).comments, [_entry(c.change) for c in members]
        )
        total = sum(c.change.storage_bytes for c in members)
        made.append(Steps(subsystem, f"changes-{len(made) + 1}", members, block, total))
    return made


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
    times += [result.window_first, result.window_last, *(p.times[0] for p in result.pictures if p.times)]
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
    words = [*result.short, *result.wasted, *result.do]
    for finding in result.findings:
        words += [finding.claim, str(finding.object), *(fact.label for fact in finding.evidence)]
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
