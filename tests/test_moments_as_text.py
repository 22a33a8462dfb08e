"""Moments and days that Python is given as text are read as on the command line."""

from __future__ import annotations

from datetime import date, datetime

import pytest

import getpage
from getpage.core.errors import GetpageError
from weeks_of_a_site import SITE, loaded


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return loaded(tmp_path_factory.mktemp("moments"), SITE, SITE).path


@pytest.mark.parametrize("verb", [getpage.check, getpage.plan])
def test_a_window_of_text_is_that_of_its_moments(store, verb):
    as_text = verb(store, first="2026-03-13", last="2026-03-13T24:00")
    assert as_text == verb(store, first=datetime(2026, 3, 13), last=datetime(2026, 3, 14))


def test_a_day_of_text_is_that_day(store):
    assert getpage.changes(store, day="2026-03-13") == getpage.changes(store, day=date(2026, 3, 13))


@pytest.mark.parametrize("value", ["yesterday", "2026-13-01", "2026-03-15T10:00Z"])
def test_text_that_is_no_time_is_refused_with_a_sentence(store, value):
    with pytest.raises(GetpageError, match=r"without a zone|is not a time"):
        getpage.check(store, first=value)


@pytest.mark.parametrize("value", [date(2026, 3, 13), 20260313])
def test_what_is_no_moment_is_refused_with_a_sentence(store, value):
    with pytest.raises(GetpageError, match="expected a datetime, or a text"):
        getpage.check(store, first=value)
