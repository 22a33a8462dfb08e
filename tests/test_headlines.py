"""Headlines fit a line on the worst names and numbers, and texts are free of phrases nobody would say."""

from __future__ import annotations

import re

import pytest

import getpage
import sample_site
from getpage.docs.headlines import BLANK, headline_forms, headline_templates
from getpage.products.cics import holders, transactions
from getpage.products.registry import checks
from getpage.products.tcpip.settings import LABELS
from getpage.result.model import HEADLINE
from sources import ROOT, lines_with

#: Numbers of a headline by the source that writes them, and the longest that it writes.
NUMBERS = {
    r"\{.*:,(\.0f)?\}|len\(.*\)|max\(.*\)|wording\.number\(.*": "9,999,999,999",
    r"\{.*:,?\.1f\}|(wording\.rate|numbers\.estimated)\(.*": "9,999,999.9",
    r"\{.*:(\.2)?g\}": "1,000",
    r"\{.*:%H:%M\}": "23:59",
    r"\{.*:%Y-%m-%d\}": "2026-12-31",
    r"wording\.size\(.*": "1,023.9 GiB",
    r"wording\.percent\(.*": "100.0 %",
    r"wording\.times\(.*": "9,999,999,999 times",
    r"_COUNTED\[worst\]\.format\(.*": "9,999,999,999 times",
    r"(wording|numbers)\.seconds\(.*": "23 h 59 min",
    r"unused_2g\(row\)|row\['sequential_threshold'\]": "9,999,999,999",
    r"row\['uic_minimum'\]": "65,535",
    r"rate or f'\{count:,\} I/Os'": "9,999,999.9 I/Os per second",
    r"0": "0",
}
_WAITS = {name: f"{name} wait" for name in transactions.WAITED if name not in holders.FOR_TCBS} | {
    name: wait.label for name, wait in holders._WAITS.items()
}
#: The most that tasks wait for, as a headline spells it.
_INSIDE = f"100 % of response is {max(_WAITS.values(), key=len)}"
#: Names of a headline by the source that gives them, and the longest that the field has.
NAMES = {
    "', '.join((f'{name.upper()}={shown.values[name]}' for name in off[:2]))": "HIPRMAX=99999, DSPSIZE=99999",
    "', '.join((f'{name.upper()}={last[name]}' for name in names[:3]))": "MOSIZE=0, MOWRK=NO, HIPRMAX=0",
    "DEFAULT_MAXSNDSP": "15",
    "LABELS[smallest][0].upper()": "D",
    "LABELS[smallest][1:]": max(LABELS.values(), key=len)[1:],
    "active.name": "IMSPRODA",
    "buffer.capitalize()": "Receive",
    "cause.headline('MAXACTIVE')": f"{_INSIDE}: MAXACTIVE is the symptom",
    "cause.headline('MXT')": f"{_INSIDE}: MXT is the symptom",
    "cause.headline('the limit')": f"{_INSIDE}: the limit is the symptom",
    "dispatcher.POOL_LIMIT.label(pool)": "9,999",
    "tasks.CLASS_LIMIT.label(measure)": "9,999",
    "tasks.MXT.label(measure)": "9,999",
    "fill.pool.number": "99",
    "failed[0].upper()": "E",
    "failed[1:]": "xpansion failed 9,999,999,999 times (CSQP014E)",
    "first.call": "MQSUBRQ",
    "shorten(named[0], _NAME)": "COLLECTION_1.PACKAGE_12",
    "limit.message": "DFHSM0133",
    "limit.where": "above the bar",
    "pool.name": "BP32K9",
    "message": "ICE046A, work data sets full",
    "missed.height": "9999",
    "pair.newer": "2.10.1000",
    "pair.older": "2.10.1000",
    "number": "24",
    "str(key)": "8-15",
    "storage[0][0]": "9,999,999,999 requests to auxiliary TS",
    "sharing[0]": "999 h 59 min of RLS waits",
    "plans[0]['plan']": "PLANNAME",
    "pool.parameter": "EDM_SKELETON_POOL",
    "row['frame_size']": "4K",
    "row['queue_manager']": "MQA1",
    "taker.name": "BP32K9",
    "what": "elements",
    "max(1, round(int(row['samples']) * float(row['storage_delay_percent']) / 100))": "9,999,999,999",
}


def longest(source: str, rule: str) -> str:
    """The longest text that the source of a number or a name in a headline gives."""
    if source in NAMES:
        return NAMES[source]
    fitting = [text for form, text in NUMBERS.items() if re.fullmatch(form, source, re.DOTALL)]
    assert fitting, f"{rule}: say in NAMES how long {source} is at most"
    return fitting[0]


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
    r"\b(shows?|know) that (it has )?so (much|many)\b": "that this much is free",
    r"\bwhat of it is (in use|paged)\b": "how much of it is in use",
    r"\bno command here makes more\b": "no command of Db2 adds any",
    r"\bworth [\d.]+ independent ones\b": "too few intervals",
    r"\bis not a year, and they\b": "too short to call them wasted",
    r"\bsee first that\b": "make sure that",
    r"\bnot counted is what\b": "what it gives back is not counted",
    r"\bas sure as that of\b": "is trusted like",
    r"\bs an hour \(": "s/h",
    r"\bmost that z/OS has\b|\blarge as z/OS has\b|\blargest that z/OS has\b": "as z/OS allows",
    r"\b(wait|waited|waiting) [^.]{0,40}, all together\b": "in all",
    r"\bnone to speak of\b": "negligible",
    r"\bper cent\b": "percent",
    r"\bas (it|they|its \w+ and its \w+) (is|are) named\b": "after its name",
    r"\bis wanted for\b|\bthat is there for it\b": "say what is done",
    r"\bput on it\b|\btake (what|entries) off\b": "new entries; remove",
    r"\bthe whole of what\b|\bwhat goes back\b": "the other direction",
    r"\bthat (it|they) lacked most\b|\bmost was missing\b": "were shortest",
    r"\blooks at no other\b": "ignores the others",
    r"\bwith less \w+ than is best\b": "than optimal",
    r"\bwhat else there is: ask\b": "further steps, by name",
    r"\bthe one with (the )?(least|most) [^.]{0,30} of \d": "the tightest of so many",
}
TEXTS = (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/getpage/**/*.py"))


TEMPLATES = headline_templates()


@pytest.mark.parametrize("rule", TEMPLATES)
def test_each_headline_fits_its_line_with_the_longest_names_and_numbers(rule):
    templates = TEMPLATES[rule]
    assert templates
    for template in templates:
        widest = re.sub("\u27e6([^\u27e7]*)\u27e7", lambda blank: longest(blank[1], rule), template)
        assert len(widest) <= HEADLINE, widest


def test_no_form_of_a_headline_has_two_blanks_for_one():
    assert not [form for forms in headline_forms().values() for form in forms if BLANK * 2 in form]


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


def test_why_a_finding_is_so_takes_two_sentences_at_most():
    for answer in (sample_site.checked(), getpage.check(sample_site.weeks())):
        for finding in answer.findings:
            sentences = re.split(r"(?<=[.!?]) (?=[A-Z0-9])", finding.claim)
            assert len(sentences) <= 2, finding.claim
            assert all(len(sentence.split()) <= 20 for sentence in sentences), finding.claim


@pytest.mark.parametrize(("phrase", "instead"), BANNED.items(), ids=BANNED.values())
def test_no_text_has_a_phrase_that_no_native_speaker_would_write(phrase, instead):
    actual = lines_with(tuple(BANNED), TEXTS)[phrase]
    assert not actual, f"write: {instead}"
