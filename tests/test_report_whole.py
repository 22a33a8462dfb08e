"""Every rendering of every verb shows all of its result: each value of the model is looked for in each.

The results are made from the types of the model's fields, so that a field that is added without being
rendered fails here. What a form leaves out on purpose is named below, with the reason.
"""

from __future__ import annotations

import csv
import html
import io
import re
from datetime import datetime
from enum import Enum
from fnmatch import fnmatchcase
from functools import cache

import pytest
from rich.console import Console

from getpage import report
from getpage.core import figures, numbers
from getpage.report.common import terminal
from getpage.result import Result
from getpage.result.curve import Curves
from getpage.result.forecast import Forecast
from getpage.result.inspection import Inspection
from getpage.result.ledger import Ledger
from getpage.result.plan import Plan
from getpage.result.prove import Proof, Record
from result_maximal import leaves, maximal

PAGES = (Result, Plan, Forecast, Proof, Curves)
TEXTS = (*PAGES, Ledger, Inspection, Record)
FORMS = [(kind, form) for form in ("json", "csv", "md", "table") for kind in TEXTS]
FORMS += [(kind, "html") for kind in PAGES]

PEOPLE = ("md", "table", "html")
KEPT = "a terminal leaves what a claim rests on to the forms that are kept: md, csv, json"
DRAWN = "a page draws it, or says it in a sentence; md, csv and json have the number"
#: What a form leaves out: the forms, the paths of the fields or `Class.field`, and why.
LEFT_OUT = (
    (PEOPLE, "*changes.system", "a reader knows the product by the subsystem and the command"),
    (PEOPLE, "*change.system", "a reader knows the product by the subsystem and the command"),
    (PEOPLE, "Account.system", "a reader knows the product by the subsystem"),
    (PEOPLE, "Coverage.system", "a reader knows the product by the subsystem and the records"),
    (PEOPLE, "Picture.id", "an identifier for programs"),
    (PEOPLE, "SizePicture.*", "a drawing of the rows and marks, which are there in full"),
    (PEOPLE, "SizeLine.*", "a drawing of the rows and marks, which are there in full"),
    (PEOPLE, "SizeMark.*", "a drawing of the rows and marks, which are there in full"),
    (PEOPLE, "Row.pool", "the title of the table"),
    (PEOPLE, "Simulated.pool", "the title of the table"),
    (("md", "table"), "ReadsBySize.points", "drawn by the page: what is now and at the end is shown"),
    # A terminal.
    (("table",), "Fact.*", KEPT),
    (("table",), "Estimate.*", KEPT),
    (("table",), "Asked.points", KEPT),
)


def is_left_out(form: str, path: str, field: str) -> bool:
    return any(
        form in forms and (fnmatchcase(path, pattern) or fnmatchcase(field, pattern))
        for forms, pattern, _ in LEFT_OUT
    )


@cache
def rendered(kind: type, form: str) -> str:
    """The text as it is read: without markup, and a terminal's without folded lines."""
    console = Console(file=io.StringIO(), width=4000) if form == "table" else None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(terminal, "WIDEST", 4000)
        text = report.render(maximal(kind), form, title="t", generated_by="g", console=console)
    if form == "csv":
        text = " | ".join(cell for row in csv.reader(io.StringIO(text)) for cell in row)
    if form == "html":
        text = re.sub(r"<style>.*?</style>", " ", text, flags=re.DOTALL)
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
    return any(re.search(rf"{before}{re.escape(one)}(?!\w|[.,]\d)", text) for one in spellings(value))


@pytest.mark.parametrize(("kind", "form"), FORMS, ids=lambda each: getattr(each, "__name__", each))
def test_a_rendering_shows_every_value_of_its_result(kind, form):
    text = rendered(kind, form)
    missing = {
        f"{path} ({field})": value
        for path, field, value in leaves(maximal(kind))
        if not is_left_out(form, path, field) and not shows(text, value)
    }
    assert not missing, "\n".join(f"{path}: {value}" for path, value in missing.items())
