"""Every rendering of every verb shows all of its result: each value of the model is looked for in each.

The results are made from the types of the model's fields, so that a field that is added without being
rendered fails here. What a form leaves out on purpose is named below, with the reason.
"""

from __future__ import annotations

import ast
import csv
import html
import io
import os
import re
import subprocess
import sys
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

import sample_site
from getpage import report
from getpage.app.report import with_plan
from getpage.evidence.opened import open_evidence
from getpage.report.common import screen
from getpage.report.common.blocks import KEPT
from getpage.report.common.rows import csv_cell
from getpage.result import Result
from getpage.result.collect import Collection
from getpage.result.curve import Curves
from getpage.result.forecast import Forecast
from getpage.result.inspection import Inspection
from getpage.result.ledger import Ledger
from getpage.result.outage import Outage
from getpage.result.plan import Plan
from getpage.result.prove import Proof, Record
from result_maximal import as_sentence, is_choice, leaves, maximal, spellings

PAGES = (Result, Plan, Forecast, Proof, Curves)
TEXTS = (*PAGES, Ledger, Inspection, Record, Outage, Collection)
FORMS = [(kind, form) for form in ("json", "csv", "md", "table") for kind in TEXTS]
FORMS += [(kind, "html") for kind in PAGES]

PEOPLE = ("md", "table", "html")
_KEPT = "a terminal leaves what a claim rests on to the forms that are kept: md, csv, json and pages"
_ONE_PAGE = "the report is one page: the page of the verb has it, and of the report md, csv and json"
_CHECK = "a check neither makes nor prints them: it says where they are"
_DECIDED = "how findings were put together and sizes decided; the commands say what came of it"
_DRAWN = "a drawing of rows and marks that are there in full"
#: What a form leaves out: the forms, the paths of the fields or `Class.field`, and why.
LEFT_OUT = (
    (PEOPLE, "Picture.id", "an identifier for programs"),
    (PEOPLE, "SizePicture.* SizeLine.* SizeBand.* SizeMark.*", _DRAWN),
    (PEOPLE, "Row.pool Simulated.pool", "the title of the table"),
    (("md", "html"), "cost_by_size.costs.*", "drawn; in words what is now and at the end"),
    (("table",), "sources.* accounts.* cost_by_size.* pictures.* tables.* plan.* forecast.*", _CHECK),
    (("table",), "tool version", _CHECK),
    (("table",), "Fact.* Estimate.* SizeCosts.*", _KEPT),
    (("table",), "Item.image Item.object Item.unit Item.unit_bytes", _KEPT),
    (("table",), "Item.counted_bytes Item.storage Item.curve Step.knob Gigabyte.object LimitUse.id", _KEPT),
    (("table", "html"), "Change.knob", "the subsystem and the setting name it"),
    (("table",), "NotDone.object NotDone.worth_at_most Plan.next_gigabyte Plan.least Plan.gap", _KEPT),
    (("table",), "Price.intervals ArrivalModel.* RowAgreement.computed", _KEPT),
    (("table",), "Difference.measure Difference.basis Difference.runs_before Difference.runs_after", _KEPT),
    (("table",), "FirstLine.* Difference.chance", _KEPT),
    (("table",), "Difference.held Difference.note Score.note PrintedFigure.computed", _KEPT),
    (("table",), "Mix.* ClassShare.*", "a sentence says it of a mix that differs; md has the table"),
    (("table",), "PoolCurve.page_bytes PoolCurve.sample Mark.* Simulated.vp* Simulated.spseqt", _KEPT),
    (("table",), "Row.reads_* Row.sync_least Row.sync_warm", "in percent; md and csv have the counts"),
    (("table",), "Row.pgsteal Row.bytes Row.getpages Row.reads Row.share Row.band_*", _KEPT),
    (("table",), "Coverage.title Coverage.rows Coverage.intervals Coverage.gaps", "in short: how many"),
    (
        ("table",),
        "Source.decoded Source.digest Damage.record_type Damage.subtype EvidenceQuestion.product",
        _KEPT,
    ),
    (("table",), "RecordKind.file RecordKind.type RecordKind.subtype", "added up over the files"),
    (("table",), "NoEvidence.*", "told on standard error while the files are read"),
    (("table",), "KeptScore.proof KeptScore.basis KeptScore.probability", _KEPT),
    (("table",), "CollectStep.entered CollectStep.start CollectStep.stop CollectStep.replies", _KEPT),
    (("table",), "CollectStep.fetched CollectStep.interval CollectStep.source", _KEPT),
    (("table",), "Ledger.version", "for programs"),
    (("table",), "intervals.rows", "to the minute, and in the unit that suits each size"),
    (("html",), "accounts.*.fact.* cost_by_size.evidence.*", _ONE_PAGE),
    (("html",), "CostBySize.object CostBySize.unit_bytes", "the knob and the storage of the axis say it"),
    (("html",), "findings.changes.evidence.* findings.changes.because", "those of the finding it stands in"),
    (("html",), "plan.*.facts.* plan.*.evidence.* forecast.*.facts.* forecast.*.evidence.*", _ONE_PAGE),
    (("html",), "plan.items.image plan.items.object plan.later.image plan.later.object", _ONE_PAGE),
    (("html",), "plan.items.unit* plan.later.unit* plan.items.curve", _ONE_PAGE),
    (("html",), "plan.later.curve plan.later.cpu_saved.*", _ONE_PAGE),
    (("html",), "plan.later.wait_saved.* plan.later.counted_bytes", _ONE_PAGE),
    (("html",), "plan.*.level plan.next_gigabyte plan.gap", _ONE_PAGE),
    (("html",), "plan.*.label plan.*.unit plan.*.basis plan.*.assumptions plan.worth.*", _ONE_PAGE),
    (("html",), "plan.items.cpu_saved.* plan.items.wait_saved.* plan.gigabytes.object", _ONE_PAGE),
    (("md", "html"), "plan.steps.*", "the one list stands once, as the changes"),
    (PEOPLE, "Finding.harm Priority.finding", "the order of findings; the number of a finding leads there"),
    (PEOPLE, "FirstLine.other_* Difference.better", "the first sentence says it in words"),
    (PEOPLE, "Finding.in_brief findings.shows.* findings.asks.* findings.rules_out", _DECIDED),
    (PEOPLE, "Incident.finding", "its headline is that of the finding"),
    (("table", "html"), "incidents.signals.*", "drawn, and its worst interval is a step"),
    (("table", "md"), "CalendarDay.*", "a sign for each, under the Monday of its week"),
    (("table",), "EvidenceQuestion.supply", "of questions that are answered; md has all"),
    (
        PEOPLE,
        "*demand*.trend.* *demand*.peaks.* DemandTrend.falls",
        "getpage trend tells it; here is the day on which it is full",
    ),
    (PEOPLE, "DemandTrend.value DemandTrend.limit *demand*.expected.*", "to three digits"),
    (PEOPLE, "DemandTrend.on", "the day that was asked for stands above, or is the horizon"),
    (("table", "html"), "DueDemand.knob", "the object and the command name it"),
    (("html",), "due.changes.step due.changes.because", "the demand that it is for says why"),
    (("md", "table", "html"), "plan.first.*", "what a report begins with"),
    (("html",), "plan.due.changes.*", "a report asks for no horizon"),
    (("html",), "plan.reallocation.shifts.sizes.*_saved.* plan.reallocation.worth.*", _ONE_PAGE),
    (("md", "table"), "RollingAverage.*", "a page draws them; their peak is in the table"),
    (("table",), "Change.watch", "a file of one long line: md has it"),
    (("table",), "Way.at_least", "in words: at least so many steps"),
    (
        ("html",),
        "plan.not_done.object plan.not_done.worth_at_most plan.limits.id plan.items.counted_bytes",
        _ONE_PAGE,
    ),
    (("html",), "plan.window_* plan.tool plan.version forecast.window_* forecast.tool", "the report's"),
    (("html",), "forecast.version forecast.source forecast.files", "the report's"),
    (("html",), "forecast.changes.*", "the commands of the plan, which are there"),
    (("html",), "forecast.figures.* forecast.prices.* forecast.loads.*", _ONE_PAGE),
    (("html",), "forecast.agreements.computed forecast.asked.wanted forecast.asked.costs.*", _ONE_PAGE),
    (("html",), "forecast.tables.note", _ONE_PAGE),
)


def is_left_out(form: str, path: str, field: str) -> bool:
    return any(
        form in forms and (fnmatchcase(path, pattern) or fnmatchcase(field, pattern))
        for forms, patterns, _ in LEFT_OUT
        for pattern in patterns.split()
    )


@cache
def rendered(kind: type, form: str, *, other: bool = False, changed: int | None = None) -> str:
    """The text as it is read; that of a terminal without folded lines."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(screen, "WIDEST", 4000)
        result = maximal(kind, other=other, changed=changed)
        text = report.render(result, form, title="t", generated_by="g", screen=screen.Screen(4000))
    return as_read(text, form)


def as_read(text: str, form: str) -> str:
    """Without markup."""
    if form == "csv":
        text = " | ".join(csv_cell for row in csv.reader(io.StringIO(text)) for csv_cell in row if csv_cell)
    if form == "html":
        text = re.sub(r"<(style|script)>.*?</\1>", " ", text, flags=re.DOTALL)
        text = html.unescape(re.sub(r"<[^>]*>", " ", text.replace("<wbr>", ""))).replace("\xa0", " ")
    if form == "md":
        text = html.unescape(re.sub(r"\\(\W|_)", r"\1", text))
    return text


#: What may not come after a word that stands by itself.
_GOES_ON = re.compile(r"\w|[.,]\d| \d+ min")


def stands(text: str, word: str) -> bool:
    """Whether a word or a number stands in a text, and not as a part of another."""
    begun = re.compile(r"\w" if word[0].isalpha() else r"[\w.,]")
    at = text.find(word)
    while at >= 0:
        if not (at and begun.match(text, at - 1)) and not _GOES_ON.match(text, at + len(word)):
            return True
        at = text.find(word, at + 1)
    return False


@cache
def changed(kind: type) -> dict[str, int]:
    """The choices of a result by their paths, each as the number of the first: choices are made in the order
    of the fields.
    """
    paths = [path for path, field, value in leaves(maximal(kind)) if is_choice(field, value)]
    for number, path in ((0, paths[0]), (len(paths) - 1, paths[-1])) if paths else ():
        both = zip(leaves(maximal(kind)), leaves(maximal(kind, changed=number)), strict=True)
        assert [item[0] for item, other in both if item != other] == [path]
    return {path: paths.index(path) for path in paths}


@cache
def shows_choice(kind: type, form: str, path: str) -> bool:
    """Whether another choice gives another text."""
    return rendered(kind, form, changed=changed(kind)[path]) != rendered(kind, form)


@cache
def hidden(kind: type, form: str) -> list[tuple[str, str, object]]:
    """The values of a result that a form does not show: path, field and value.

    A text, a number or a time is shown where it stands in the rendering, and not in that of a result with
    other values: then it is no word of the form itself. A choice is shown where another one gives another
    text.
    """
    text, other = rendered(kind, form), rendered(kind, form, other=True)
    collected = []
    for path, field, value in leaves(maximal(kind)):
        if is_choice(field, value):
            shown = shows_choice(kind, form, path)
        else:
            shown = any(
                stands(text, spelling) and not stands(other, spelling) for spelling in spellings(value)
            )
        if not shown:
            collected.append((path, field, value))
    return collected


@pytest.mark.parametrize(("kind", "form"), FORMS, ids=lambda each: getattr(each, "__name__", each))
def test_a_rendering_shows_every_value_of_its_result(kind, form):
    missing = {
        f"{path} ({field})": value
        for path, field, value in hidden(kind, form)
        if not is_left_out(form, path, field)
    }
    assert not missing, "\n".join(f"{path}: {value}" for path, value in missing.items())


@pytest.mark.parametrize("kind", TEXTS, ids=lambda each: each.__name__)
def test_a_terminal_says_where_what_it_leaves_out_stands(kind):
    others = any(is_left_out("table", path, field) for path, field, _ in hidden(kind, "table"))
    assert others == (KEPT in rendered(kind, "table"))


@pytest.mark.parametrize("kind", TEXTS, ids=lambda each: each.__name__)
def test_no_two_values_of_a_maximal_result_are_written_alike(kind):
    written: dict[str, str] = {}
    for other in (False, True):
        for path, field, value in leaves(maximal(kind, other=other)):
            words = set() if is_choice(field, value) else spellings(value)
            assert not words & set(written), path
            written |= dict.fromkeys(words, path)


@pytest.fixture(scope="module")
def site():
    """What a report of the sample site says."""
    with open_evidence([str(sample_site.store())]) as (evidence, _):
        yield with_plan(evidence)


def test_csv_of_a_site_has_a_cell_for_every_value_but_the_points_of_pictures(site):
    cells = {cell for row in csv.reader(io.StringIO(report.render(site, "csv"))) for cell in row}
    cells |= {each for cell in cells for each in cell.split("\n")}
    cells |= {f"'{each}" for each in cells}  # what begins like a formula is quoted as a whole
    by_name = {
        path: str(csv_cell(value))
        for path, _, value in leaves(site)
        if not re.match(r"(pictures|incidents\.signals)\.(times|curves\.values)", path)
        and str(csv_cell(value)) not in cells
    }
    assert not by_name


def test_markdown_of_a_site_has_every_text_of_its_result(site):
    text = as_read(report.render(site, "md"), "md")
    # A change names the findings that it answers by their numbers; whether a fact is so has no unit.
    others = {"Change.because", "Fact.unit"}
    by_name = {
        path: value
        for path, field, value in leaves(site)
        if isinstance(value, str) and field not in others and not is_left_out("md", path, field)
        if not any(
            spelling in text
            for spelling in (" ".join(value.split()), value, value.upper(), as_sentence(value))
        )
    }
    assert not by_name


@pytest.fixture(scope="module")
def drawing() -> dict[str, list[str]]:
    """What draws that is loaded after each form of a result, the page last, by a process that gives all."""
    script = (
        "import sys; from getpage import report; from getpage.result import Result; "
        "from result_maximal import maximal; loaded = {}\n"
        "for form in ('json', 'csv', 'md', 'table', 'html'):\n"
        "    report.render(maximal(Result), form)\n"
        "    names = 'jinja2', 'getpage.report.charts', 'polars'\n"
        "    loaded[form] = [name for name in names if name in sys.modules]\n"
        "print(loaded)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])},
        capture_output=True,
        text=True,
        check=True,
    )
    return ast.literal_eval(done.stdout)


@pytest.mark.parametrize("form", ["json", "csv", "md", "table", "html"])
def test_only_a_page_loads_what_draws(form, drawing):
    loaded = ["jinja2", "getpage.report.charts"] if form == "html" else []
    assert [name for name in drawing[form] if name != "polars" or form != "html"] == loaded


def test_every_exception_is_one():
    """A pattern that nothing needs is taken out, so that the list says what is really left out."""
    for forms, patterns, _ in LEFT_OUT:
        for pattern in patterns.split():
            assert any(
                fnmatchcase(path, pattern) or fnmatchcase(field, pattern)
                for kind, form in FORMS
                if form in forms
                for path, field, _ in hidden(kind, form)
            ), pattern
