"""The page about curves says what the program does."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from getpage.cli import app
from getpage.curve import marks, settings
from getpage.curve.files import TraceFormat

PAGE = Path(__file__).parents[1] / "docs" / "models" / "curve.md"


def test_the_examples_of_the_page_give_what_the_page_says():
    outcome = doctest.testfile(str(PAGE), module_relative=False)
    assert (outcome.failed, outcome.attempted > 0) == (0, True)


def test_options_formats_and_constants_of_the_page_are_those_of_the_program():
    text = PAGE.read_text()
    verbs = (app[name] for name in ("curve", "plan", "report"))  # the others take what curve saved
    options = (item for verb in verbs for item in verb.assemble_argument_collection())
    known = {name.removeprefix("--") for option in options for name in option.names}
    assert set(re.findall(r"--([a-z][a-z-]+)", text)) <= known
    for form in TraceFormat:
        assert f"`{form}`" in text
    assert f"{100 * marks.SATURATED:.0f} % of the re-references" in text
    assert f"{100 * marks.LEAST_BEND:.0f} % below" in text
    assert f"{settings.READ_US / 1000:.2f} ms" in text
