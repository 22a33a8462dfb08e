"""Whole outputs as a person reads them: numbers agree with their nouns, no word stands twice, lines fit.

All are rendered from answers that other tests of the session ask for too.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import cache
from typing import TYPE_CHECKING

import pytest

import getpage
import sample_site
from getpage import report
from getpage.app.ledger import ledger_of
from getpage.report.common.screen import WHOLE, Extent, Screen

if TYPE_CHECKING:
    from collections.abc import Callable

    from getpage.report.dispatch import Rendered

#: Answers of all verbs that a session has, by name.
ANSWERS: dict[str, Callable[[], Rendered]] = {
    "check": sample_site.checked,
    "plan": sample_site.planned,
    "inspect": lambda: getpage.inspect(sample_site.site()),
    "ledger": lambda: ledger_of(sample_site.checked()),
    "collect": getpage.collect,
    "check of weeks": lambda: getpage.check(sample_site.weeks()),
    "plan of weeks": lambda: getpage.plan(sample_site.weeks(), horizon=timedelta(weeks=26)),
    "plan of a move": lambda: getpage.plan(sample_site.store(), move="SYSB:SYSA=16G"),
    "plan of a take": lambda: getpage.plan(sample_site.store(), take="SYSB=38G"),
    "plan of a purchase": lambda: getpage.plan(sample_site.store(), buy="64G"),
    "trend of weeks": lambda: getpage.trend(sample_site.weeks()),
    "forecast of weeks": lambda: getpage.forecast(sample_site.weeks(), at=date(2027, 3, 1)),
    "changes of weeks": lambda: getpage.changes(sample_site.weeks()),
}
answer = cache(lambda name: ANSWERS[name]())

#: Nouns that end in s and are one thing.
_SINGULAR = r"(?:is|was|has|as|bus|class|process|address|loss|access|less|plus|ms|s|this|its|always|across)\b"
#: `1 pools`, but not `LSR pool 1 strings`, `1.1 GiB`, `30.1   start` or `1 to 3`.
_ONE_OF_MANY = re.compile(rf"(?<![\w.,:/=*(-])(?<!pool )(?<!class )1 (?!{_SINGULAR})[a-z]+s\b(?![.(])")
#: `the the`; identifiers and messages of z/OS are spelled otherwise.
_TWICE = re.compile(r"(?<![\w.-])([a-z]{2,}) \1(?![\w-])")
_EMPTY = re.compile(r"(?<![\w.])\(\s*\)")
#: Within a sentence of Markdown, which has no columns.
_GAP = re.compile(r"[a-z,;.] {2,}[A-Za-z]")


def text_of(name: str, extent: Extent) -> str:
    return report.render(answer(name), "table", screen=Screen(), extent=extent)


def markdown_of(name: str) -> str:
    return report.render(answer(name), "md")


def slips(text: str) -> list[str]:
    return [
        line
        for line in text.splitlines()
        if _ONE_OF_MANY.search(line) or _TWICE.search(line) or _EMPTY.search(line)
    ]


def test_the_slips_that_are_looked_for_are_found():
    assert slips("1 pools of it") == ["1 pools of it"]
    assert all(map(slips, ("after the the dump", "none ()", "and 1 intervals")))
    assert not slips("LSR pool 1 strings; System.gc(); 1 process; in 21 pools; 1.1 pages; 0 to 1 pool")


@pytest.mark.parametrize("name", ANSWERS)
def test_numbers_agree_with_nouns_and_no_word_stands_twice(name):
    assert slips(text_of(name, Extent(top=15))) == []
    assert slips(text_of(name, WHOLE)) == []
    assert slips(markdown_of(name)) == []


@pytest.mark.parametrize("name", ANSWERS)
def test_no_line_of_the_default_view_is_wider_than_a_hundred_columns(name):
    assert [line for line in text_of(name, Extent(top=15)).splitlines() if len(line) > 100] == []


@pytest.mark.parametrize("name", ANSWERS)
def test_words_of_a_sentence_have_one_blank_between_them(name):
    sentences = [line for line in markdown_of(name).splitlines() if line[:1] not in {"|", " ", "`"}]
    assert [line for line in sentences if _GAP.search(line)] == []


#: What is cut within a figure: `103,` at the end of a cell and `000` below it, `20` and `27-01-29`.
_CUT = re.compile(r"\d,(?= {2,}|$)|\d to \d{2}(?= {2,}|$)|(?<=  )\d{2}-\d\d-\d\d\)")


@pytest.mark.parametrize("name", ["plan of weeks", "forecast of weeks", "trend of weeks"])
def test_no_column_breaks_within_a_number_or_a_date(name):
    assert [line for line in text_of(name, WHOLE).splitlines() if _CUT.search(line)] == []
