"""A window that is wider than its evidence, or that has gaps, is as long as the evidence of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

import getpage
from weeks_of_a_site import SITE, loaded

YEAR = {"first": datetime(2026, 1, 1), "last": datetime(2027, 1, 1)}


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return loaded(tmp_path_factory.mktemp("wide"), SITE, SITE, SITE)


def judged(result):
    return [(finding.id, finding.severity, finding.delay_seconds) for finding in result.findings]


def test_a_year_around_three_days_is_judged_as_these_days_and_says_so(store):
    narrow, wide = getpage.check(store.path), getpage.check(store.path, **YEAR)
    assert judged(wide) == judged(narrow)
    assert (wide.window_first, wide.window_last) == (narrow.window_first, narrow.window_last)
    assert "Evidence of 3 of 365 days." in wide.verdict
    assert not any("Evidence of" in sentence for sentence in narrow.verdict)


def test_a_plan_of_a_wide_window_saves_as_much_an_hour(store):
    narrow, wide = getpage.plan(store.path), getpage.plan(store.path, **YEAR)
    assert wide.wait_saved == narrow.wait_saved
    assert "Evidence of 3 of 365 days." in wide.assumptions


def test_days_without_evidence_between_others_do_not_dilute_what_waited(tmp_path):
    whole = loaded(tmp_path / "whole", SITE)
    apart = loaded(tmp_path / "apart", SITE)
    later = tmp_path / "later"
    later.mkdir()
    replace(SITE, day=40).write(later)
    getpage.load(later, into=apart.path, system="SY1")
    of = {finding.id: finding.severity for finding in getpage.check(whole.path).findings}
    result = getpage.check(apart.path)
    assert {finding.id: finding.severity for finding in result.findings} == of
    assert "Evidence of 2 of 41 days." in result.verdict
