"""The report on paper: what a person who prints it has in hand."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import sample_site
from getpage import report

CHROMIUM = shutil.which("chromium")
MOST_PAGES = 15
_PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed (apt-get install chromium)")
def test_the_report_of_the_sample_site_is_fifteen_pages_at_most_on_paper(tmp_path: Path) -> None:
    page, paper = tmp_path / "report.html", tmp_path / "report.pdf"
    page.write_text(report.render(sample_site.checked(), "html"), encoding="utf-8")
    subprocess.run(
        [
            str(CHROMIUM),
            "--headless",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            f"--user-data-dir={tmp_path / 'profile'}",  # another that runs has its own
            f"--print-to-pdf={paper}",
            page.as_uri(),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    assert 5 < len(_PAGE.findall(paper.read_bytes())) <= MOST_PAGES
