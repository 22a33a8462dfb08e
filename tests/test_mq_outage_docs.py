"""The page about the outage model says what the code does."""

from __future__ import annotations

import doctest
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "models" / "outage.md"


def test_the_examples_of_the_page_give_what_it_prints():
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.attempted > 0
    assert result.failed == 0
