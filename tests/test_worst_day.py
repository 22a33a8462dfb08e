"""A window longer than a day is as severe as its worst day, and shows its days."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

import getpage
from getpage.app.window import observe_window
from getpage.cli.app import run_command
from getpage.contract.knob import Knob
from getpage.contract.observation import Observation
from getpage.core.names import FindingId, Image, KnobId, Object, Subsystem
from getpage.days.worst import by_worst_day, calendars
from getpage.evidence.view import StoreEvidence
from getpage.result import Finding, Kind, Severity
from getpage.result.day import DayFinding, Setting, StoredDay
from weeks_of_a_site import SITE, loaded, with_queue

QUIET = with_queue(0, backlog=9_000, total=90_000)
BURST = with_queue(0, backlog=900_000, total=2_000_000)
#: The evidence of day 0 is of 12 March 2026; pool 1 reads back on day 3.
WORST = date(2026, 3, 15)
CHECK = "mq-pool-undersized"


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return loaded(tmp_path_factory.mktemp("days"), *[QUIET] * 3, BURST, *[QUIET] * 8)


def short(result):
    return [finding for finding in result.findings if finding.check == CHECK]


def test_a_day_is_not_diluted_by_the_others(store):
    [diluted] = short(observe_window(StoreEvidence(store)))
    [finding] = short(getpage.check(store.path))
    [of_the_day] = short(
        getpage.check(
            store.path,
            first=datetime.fromisoformat("2026-03-15T09:00"),
            last=datetime.fromisoformat("2026-03-15T10:00"),
        )
    )
    assert diluted.severity is Severity.WARNING
    assert finding.severity is of_the_day.severity is Severity.CRITICAL
    assert (finding.on_days.days, finding.on_days.of, finding.on_days.worst) == (1, 12, WORST)
    assert (finding.headline, finding.evidence) == (of_the_day.headline, of_the_day.evidence)
    assert finding.asks == diluted.asks


def test_check_and_plan_have_the_same_commands(store):
    changes = getpage.check(store.path).changes
    assert [step.change for step in getpage.plan(store.path).steps] == list(changes)
    assert any("BUFFPOOL(1)" in change.command for change in changes)


def test_what_was_short_before_its_pool_was_enlarged_is_past(tmp_path):
    store = loaded(tmp_path, SITE, SITE, *[with_queue(0, buffers=120_000)] * 3)
    result = getpage.check(store.path)
    assert not [finding for finding in short(result) if finding.severity is not Severity.INFO]
    [calendar] = result.calendars
    assert [day.severity for day in calendar.days] == [Severity.WARNING] * 2 + [None] * 3


def test_a_day_without_evidence_of_the_object_is_no_quiet_day(tmp_path):
    other = replace(SITE, queues=())
    store = loaded(tmp_path, other, QUIET, BURST, other)
    result = getpage.check(store.path)
    [finding] = short(result)
    assert (finding.on_days.days, finding.on_days.of) == (1, 2)
    [calendar] = result.calendars
    assert [day.severity for day in calendar.days] == [None, Severity.CRITICAL]


def test_a_window_within_a_day_has_no_days(store):
    result = getpage.check(
        store.path,
        first=datetime.fromisoformat("2026-03-15T09:00"),
        last=datetime.fromisoformat("2026-03-15T10:00"),
    )
    assert not result.calendars
    assert all(finding.on_days is None for finding in result.findings)


def test_a_part_of_a_day_is_judged_and_not_kept(store):
    getpage.check(store.path)
    kept = {path: path.read_bytes() for path in (store.path / "daily").iterdir()}
    result = getpage.check(
        store.path,
        first=datetime.fromisoformat("2026-03-15T09:10"),
        last=datetime.fromisoformat("2026-03-17T09:20"),
    )
    assert {path: path.read_bytes() for path in (store.path / "daily").iterdir()} == kept
    [finding] = short(result)
    assert finding.severity is Severity.CRITICAL
    assert (finding.on_days.of, finding.on_days.worst) == (3, WORST)


def test_every_form_shows_the_days(store, capsys):
    run_command(["check", str(store.path)])
    out = capsys.readouterr().out
    assert "SY1.MQP1 pool 1   ---...!   .......   .------" in out
    run_command(["check", str(store.path), "--finding", "1"])
    assert "on 1 of 12 days, worst on Sunday 2026-03-15" in " ".join(capsys.readouterr().out.split())
    run_command(["check", str(store.path), "--format", "md"])
    assert "| ---...! | ....... | .------ |" in capsys.readouterr().out
    page = store.path.parent / "report.html"
    run_command(["report", str(store.path), "-o", str(page)])
    html = page.read_text()
    assert "Sun 2026-03-15: critical" in html
    assert html.count('class="day-quiet"') == 11
    assert html.count('class="day-critical"') == 1


def named_knob(name):
    """The knob of an object at its present size, 2."""
    return Knob(
        id=KNOBS[name],
        object=name,
        unit="buffer",
        unit_bytes=4096,
        size=2,
        smallest=1,
        largest=9,
        fixed=False,
        change=lambda _: (),
    )


NAMES = tuple(Object(Subsystem("mq", Image("SY1"), "MQP1"), f"pool {number}") for number in (1, 2))
KNOBS = {name: KnobId(name.subsystem, name.name) for name in NAMES}
SEVERITIES = [*Severity]
#: The present size is 2; a day may have had another.
DAYS = st.lists(
    st.tuples(*[st.tuples(st.sampled_from([None, *Severity]), st.integers(1, 2)) for _ in NAMES]), min_size=2
)


def stored(number, entries):
    return StoredDay(
        date=WORST + timedelta(days=number),
        first=None,
        last=None,
        findings=tuple(
            DayFinding(id=FindingId(CHECK, name), severity=severity, kind=Kind.SHORTAGE, headline="")
            for name, (severity, _) in zip(NAMES, entries, strict=True)
            if severity is not None
        ),
        settings=tuple(
            Setting(knob=KNOBS[name], object=name, unit="", size=size)
            for name, (_, size) in zip(NAMES, entries, strict=True)
        ),
    )


def observed_on(day):
    return Observation(
        findings=tuple(
            Finding(
                check=CHECK, object=finding.object, severity=finding.severity, kind=finding.kind, claim=""
            )
            for finding in day.findings
        )
    )


@given(DAYS, st.sampled_from(Severity), st.sampled_from(Kind), st.booleans())
def test_no_day_like_now_is_worse_than_the_window(entries, severity, kind, is_known):
    days = [stored(number, of_day) for number, of_day in enumerate(entries)]
    of_window = Finding(check=CHECK, object=NAMES[0], severity=severity, kind=kind, claim="")
    knobs = tuple(named_knob(name) for name in NAMES if is_known or name == NAMES[0])
    observed = Observation(findings=(of_window,), knobs=knobs)
    found_on = {day.date: observed_on(day) for day in days}
    findings = by_worst_day(observed, days, found_on.__getitem__)
    for number, name in enumerate(NAMES):
        like_now = [of_day[number][0] for of_day in entries if of_day[number][1] == 2]
        worst = min((SEVERITIES.index(s) for s in like_now if s not in (None, Severity.INFO)), default=2)
        expected = min(worst, SEVERITIES.index(severity)) if name == NAMES[0] else worst
        if name != NAMES[0] and not is_known:  # its rule may have left it out as past
            expected = 2
        mine = [SEVERITIES.index(finding.severity) for finding in findings if finding.object == name]
        assert min(mine, default=2) == expected
        if any(f.object == name and f.kind is Kind.SHORTAGE and f.on_days for f in findings):
            assert len(mine) == 1
    marked = {(c.object, day.date): day.severity for c in calendars(days) for day in c.days}
    for day in days:
        for finding in day.findings:
            told = None if finding.severity is Severity.INFO else finding.severity
            assert marked.get((finding.object, day.date)) == told
