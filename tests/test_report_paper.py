"""The report on paper: what a person who prints it has in hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import sample_site
from getpage import report
from served import CHROMIUM

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

MOST_PAGES = 15
_PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed (apt-get install chromium)")
def test_the_report_of_the_sample_site_is_fifteen_pages_at_most_on_paper(
    tmp_path: Path, browser: Browser
) -> None:
    path = tmp_path / "report.html"
    path.write_text(report.render(sample_site.checked(), "html"), encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    paper = page.pdf(format="A4")
    page.close()
    assert 5 < len(_PAGE.findall(paper)) <= MOST_PAGES
