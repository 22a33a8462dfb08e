"""A page that folds, lists or groups what is much still says all of it.

The results are those of `result_maximal`: no two of their values are written alike, so that each is looked for
by itself.
"""

from __future__ import annotations

import pytest

from getpage import report
from getpage.report.check import as_html
from getpage.result import Result
from result_maximal import leaves, maximal, spellings
from test_report_whole import as_read, hidden, is_left_out, stands

#: What the page shows at once; the rest of it is folded or a row of a table.
LIMITS = ("MOST_ARTICLES", "MOST_SENTENCES", "MOST_TO_DO", "MOST_OPEN_ROWS", "MOST_STEPS")


@pytest.mark.parametrize("limit", LIMITS)
def test_what_a_page_does_not_show_at_once_is_on_it_all_the_same(monkeypatch, limit):
    known = {(path, value) for path, _, value in hidden(Result, "html")}
    monkeypatch.setattr(as_html, limit, 0)
    text = as_read(report.render(maximal(Result), "html", title="t", generated_by="g"), "html")
    lost = {
        f"{path}: {value}"
        for path, field, value in leaves(maximal(Result))
        if not isinstance(value, bool) and not is_left_out("html", path, field)
        if (path, value) not in known and not any(stands(text, one) for one in spellings(value))
    }
    assert not lost
