"""What is much, little or nothing is said all the same, in every form for people.

The results are those of `result_maximal`: no two of their values are written alike, so that each is looked
for by itself.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from getpage import report
from getpage.report.check import page
from getpage.result import Result
from getpage.result.plan import Plan
from result_maximal import leaves, maximal, spellings
from test_report_whole import as_read, hidden, is_left_out, stands

#: What the page shows at once; the rest of it is folded or a row of a table.
LIMITS = ("MOST_ARTICLES", "MOST_OPEN_ROWS", "MOST_STEPS")


@pytest.mark.parametrize("limit", LIMITS)
def test_what_a_page_does_not_show_at_once_is_on_it_all_the_same(monkeypatch, limit):
    known = {(path, value) for path, _, value in hidden(Result, "html")}
    monkeypatch.setattr(page, limit, 0)
    text = as_read(report.render(maximal(Result), "html", title="t", generated_by="g"), "html")
    lost = {
        f"{path}: {value}"
        for path, field, value in leaves(maximal(Result))
        if not isinstance(value, bool) and not is_left_out("html", path, field)
        if (path, value) not in known and not any(stands(text, spelling) for spelling in spellings(value))
    }
    assert not lost


@pytest.mark.parametrize("form", ["md", "html"])
def test_a_limit_that_nothing_is_taken_of_is_said_with_its_room(form):
    first = replace(
        maximal(Plan).limits[0], label="MEMLIMIT of MQ1A", room=3 << 30, taken=0, raised=0, worth=0.0
    )
    text = as_read(report.render(replace(maximal(Plan), limits=(first,)), form), form)
    assert re.search(r"MEMLIMIT of MQ1A[^\n]*\b3 GiB", text)


@pytest.mark.parametrize("form", ["table", "md", "html"])
def test_what_has_to_be_given_at_once_is_said_where_it_is_less_than_a_gigabyte(form):
    first = replace(maximal(Plan).gigabytes[0], at_once=60 << 20)
    text = as_read(report.render(replace(maximal(Plan), gigabytes=(first,)), form), form)
    assert stands(text, "60 MiB")
    assert "a cliff" not in text
