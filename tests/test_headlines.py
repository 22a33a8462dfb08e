"""Headlines fit a line on the worst names and numbers, and texts are free of phrases nobody would say."""

from __future__ import annotations

import re

import pytest

import sample_site
from getpage.docs.headlines import BLANK, headline_forms
from getpage.products.registry import checks
from getpage.result.model import HEADLINE
from sources import ROOT, text

#: A number or a name of a headline at its longest: `23 h 59 min` and `999,999,999` are few, eight are usual.
WORST = "x" * 9

#: What was said once, and what is said now.
BANNED = {
    r"\ball (were )?satisfied\b": "name what was checked",
    r"\b(is|are) nobody's\b": "reserved, none used",
    r"\blet nothing grow\b": "enlarge and page-fix nothing until then",
    r"\bmore storage has to bring\b": "the rest needs more storage",
    r"\bnot asked for one block\b": "no requests since IMS started",
    r"\b(bring|brings) next to nothing\b": "saves nothing that matters",
    r"\ba GiB brings\b": "a GiB saves",
    r"\bseconds of waiting an hour\b": "s of waiting per hour",
    r"\bfor want of\b": "without",
    r"\bwhole again\b": "repaired",
    r"\bno more often than that\b": "at most",
    r"\bas no room below it is known\b": "it does not fit below",
    r"\bto put it right\b": "to correct it",
    r"\bwaited s/s\b": "s/h, of the figure wait",
    r"\bfewer than now\b": "saves",
    r"\bbrings most\b": "saves most",
    r"\bmight go over (it|SMC)\b": "could use SMC",
    r"\bcan never be of use\b": "are never used",
    r"\bunless it is on already\b": "if it is not on yet",
    r"\bwhat of it is real is not\b": "real part not known",
}
TEXTS = (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/getpage/**/*.py"))


def test_every_form_of_a_headline_fits_its_line_with_long_numbers_and_names():
    long = [
        f"{name}: {form}"
        for name, forms in headline_forms().items()
        for form in forms
        if len(form.replace(BLANK, WORST)) > HEADLINE
    ]
    assert not long


def test_every_rule_is_read_for_its_headlines():
    assert headline_forms().keys() == checks().keys()


def test_every_rule_shows_a_headline_in_words():
    assert not [
        name for name, forms in headline_forms().items() if not any(map(re.compile("[a-z]").search, forms))
    ]


def test_headlines_of_the_sample_site_fit_and_do_not_repeat_their_object():
    findings = sample_site.checked().findings
    assert not [finding.summary for finding in findings if len(finding.summary) > HEADLINE]
    assert not [f.headline for f in findings if f.headline.startswith(str(f.object))]


@pytest.mark.parametrize(("phrase", "instead"), BANNED.items(), ids=BANNED.values())
def test_no_text_has_a_phrase_that_no_native_speaker_would_write(phrase, instead):
    pattern = re.compile(phrase, re.IGNORECASE)
    actual = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in TEXTS
        for number, line in enumerate(text(path).splitlines(), 1)
        if pattern.search(line)
    ]
    assert not actual, f"write: {instead}"
