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
from datetime import datetime
from enum import Enum
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest
from rich.console import Console

from getpage import report
from getpage.app.report import with_plan
from getpage.core import figures, numbers
from getpage.demo import write_site
from getpage.evidence.view import open_evidence
from getpage.report.common import terminal
from getpage.report.common.cells import cell
from getpage.result import Result
from getpage.result.collect import Collection
from getpage.result.curve import Curves
from getpage.result.forecast import Forecast
from getpage.result.inspection import Inspection
from getpage.result.ledger import Ledger
from getpage.result.outage import Outage
from getpage.result.plan import Plan
from getpage.result.prove import Proof, Record
from result_maximal import leaves, maximal

PAGES = (Result, Plan, Forecast, Proof, Curves)
TEXTS = (*PAGES, Ledger, Inspection, Record, Outage, Collection)
FORMS = [(kind, form) for form in ("json", "csv", "md", "table") for kind in TEXTS]
FORMS += [(kind, "html") for kind in PAGES]

PEOPLE = ("md", "table", "html")
_KEPT = "a terminal leaves what a claim rests on to the forms that are kept: md, csv, json and pages"
_ONE_PAGE = "the report is one page: the page of the verb has it, and of the report md, csv and json"
_CHECK = "a check neither makes nor prints them: it says where they are"
_DRAWN = "a drawing of rows and marks that are there in full"
#: What a form leaves out: the forms, the paths of the fields or `Class.field`, and why.
LEFT_OUT = (
    (PEOPLE, "Picture.id", "an identifier for programs"),
    (PEOPLE, "SizePicture.* SizeLine.* SizeMark.*", _DRAWN),
    (PEOPLE, "Row.pool Simulated.pool", "the title of the table"),
    (("md", "html"), "cost_by_size.costs.*", "drawn; in words what is now and at the end"),
    (("table",), "sources.* accounts.* cost_by_size.* pictures.* tables.* plan.* forecast.*", _CHECK),
    (("table",), "tool version", _CHECK),
    (("table",), "Fact.* Estimate.* SizeCosts.*", _KEPT),
    (("table",), "Item.image Item.object Item.unit Item.unit_bytes", _KEPT),
    (("table",), "Item.counted_bytes Item.storage Item.curve Step.knob Gigabyte.object LimitUse.id", _KEPT),
    (("table", "html"), "Change.knob", "the subsystem and the setting name it"),
    (("table",), "NotDone.object NotDone.worth_at_most Plan.next_gigabyte Plan.least Plan.gap", _KEPT),
    (("table",), "Price.intervals Load.* Agreement.computed", _KEPT),
    (("table",), "Difference.measure Difference.basis Difference.runs_before Difference.runs_after", _KEPT),
    (("table",), "FirstLine.* Difference.firm", _KEPT),
    (("table",), "Difference.held Difference.note Score.note Printed.computed", _KEPT),
    (("table",), "Mix.* ClassShare.*", "a sentence says it of a mix that differs; md has the table"),
    (("table",), "PoolCurve.page_bytes PoolCurve.sample Mark.* Simulated.vp* Simulated.spseqt", _KEPT),
    (("table",), "Row.pgsteal Row.bytes Row.getpages Row.reads Row.share Row.band_*", _KEPT),
    (("table",), "Coverage.title Coverage.rows Coverage.intervals Coverage.gaps", "in short: how many"),
    (("table",), "Source.decoded Source.digest Damage.record_type Damage.subtype Answer.product", _KEPT),
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
    (("html",), "plan.items.unit* plan.later.unit* plan.items.storage plan.items.curve", _ONE_PAGE),
    (("html",), "plan.later.storage plan.later.curve plan.later.cpu_saved.*", _ONE_PAGE),
    (("html",), "plan.later.wait_saved.*", _ONE_PAGE),
    (("html",), "plan.*.label plan.*.unit plan.*.basis plan.*.assumptions plan.worth.*", _ONE_PAGE),
    (("html",), "plan.items.cpu_saved.* plan.items.wait_saved.* plan.gigabytes.object", _ONE_PAGE),
    (("md", "html"), "plan.steps.*", "the one list stands once, as the changes"),
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
def rendered(kind: type, form: str) -> str:
    """The text as it is read; that of a terminal without folded lines."""
    console = Console(file=io.StringIO(), width=4000) if form == "table" else None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(terminal, "WIDEST", 4000)
        text = report.render(maximal(kind), form, title="t", generated_by="g", console=console)
    return as_read(text, form)


def as_read(text: str, form: str) -> str:
    """Without markup."""
    if form == "csv":
        text = " | ".join(cell for row in csv.reader(io.StringIO(text)) for cell in row)
    if form == "html":
        text = re.sub(r"<(style|script)>.*?</\1>", " ", text, flags=re.DOTALL)
        text = html.unescape(re.sub(r"<[^>]*>", " ", text.replace("<wbr>", "")))
    if form == "md":
        text = html.unescape(re.sub(r"\\(\W|_)", r"\1", text))
    return text


#: What renderings say instead of a word of the model.
WORDS = {"no": "does not agree", "false": "no"}


def spellings(value: object) -> set[str]:
    """How a value may be written."""
    if isinstance(value, bool):
        return {"true", "yes", "fixed", "True", "proven"} if value else {"false", "no", "False"}
    if isinstance(value, datetime):
        return {value.isoformat(), numbers.moment(value).removesuffix(" UTC"), f"{value:%H:%M}"}
    if isinstance(value, (str, Enum)):
        return {str(value), str(value).upper(), WORDS.get(str(value), str(value))}
    assert isinstance(value, (int, float))
    four = float(f"{value:.4g}")
    found = {str(value), f"{value:,}", f"{value:g}", f"{100 * value:g} %", f"{value:,.0f}", f"{value:,.1f}"}
    found |= {
        f"{value:,.2f}",
        f"{value:.1f}",
        f"{value:.4g}",
        f"{value:,.3f}".rstrip("0").rstrip("."),
        f"{value:.0%}",
    }
    found |= {write(each) for each in (value, four) for write in (numbers.number, numbers.storage)}
    found |= {numbers.seconds(value), numbers.compact(value), figures.value(value, "")}
    found |= {figures.percent(value), numbers.number(round(value))}
    return found


def shows(text: str, value: object) -> bool:
    before = r"(?<!\w)" if isinstance(value, str) else r"(?<![\w.,])"
    found = (one for one in spellings(value) if one in text)
    return any(re.search(rf"{before}{re.escape(one)}(?!\w|[.,]\d)", text) for one in found)


@pytest.mark.parametrize(("kind", "form"), FORMS, ids=lambda each: getattr(each, "__name__", each))
def test_a_rendering_shows_every_value_of_its_result(kind, form):
    text = rendered(kind, form)
    missing = {
        f"{path} ({field})": value
        for path, field, value in leaves(maximal(kind))
        if not is_left_out(form, path, field) and not shows(text, value)
    }
    assert not missing, "\n".join(f"{path}: {value}" for path, value in missing.items())


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """What a report of the demo's day says."""
    directory = tmp_path_factory.mktemp("site")
    write_site(directory)
    with open_evidence([str(directory)]) as (evidence, _):
        yield with_plan(evidence)


def test_csv_of_a_site_has_a_cell_for_every_value_but_the_points_of_pictures(site):
    cells = {cell for row in csv.reader(io.StringIO(report.render(site, "csv"))) for cell in row}
    cells |= {each for cell in cells for each in cell.split("\n")}
    cells |= {f"'{each}" for each in cells}  # what begins like a formula is quoted as a whole
    found = {
        path: str(cell(value))
        for path, _, value in leaves(site)
        if not path.startswith(("pictures.times", "pictures.curves.values")) and str(cell(value)) not in cells
    }
    assert not found


def test_markdown_of_a_site_has_every_text_of_its_result(site):
    text = as_read(report.render(site, "md"), "md")
    # A change names the findings that it answers by their numbers; whether a fact is so has no unit.
    others = {"Change.because", "Fact.unit"}
    found = {
        path: value
        for path, field, value in leaves(site)
        if isinstance(value, str) and field not in others and not is_left_out("md", path, field)
        if " ".join(value.split()) not in text and value not in text and value.upper() not in text
    }
    assert not found


@pytest.mark.parametrize("form", ["json", "csv", "md", "table", "html"])
def test_only_a_page_loads_what_draws(form):
    script = (
        "import sys; from getpage import report; from getpage.result import Result; "
        "from result_maximal import maximal; "
        f"report.render(maximal(Result), {form!r}); "
        "print([name for name in ('jinja2', 'getpage.report.charts', 'polars') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = ["jinja2", "getpage.report.charts"] if form == "html" else []
    assert [name for name in ast.literal_eval(done.stdout) if name != "polars" or form != "html"] == loaded


def test_every_exception_is_one():
    """A pattern that nothing needs is taken out, so that the list says what is really left out."""
    for forms, patterns, _ in LEFT_OUT:
        for pattern in patterns.split():
            left_out = [
                (kind.__name__, form)
                for kind, form in FORMS
                if form in forms
                for path, field, value in leaves(maximal(kind))
                if (fnmatchcase(path, pattern) or fnmatchcase(field, pattern))
                and not shows(rendered(kind, form), value)
            ]
            assert left_out, pattern
