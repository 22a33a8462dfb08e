"""Judgment of CICS limits: what tasks wait for inside a limit goes before the limit."""

from __future__ import annotations

import itertools

import pytest

import getpage
from cics_evidence import heading, of
from getpage.cli.app import run_command
from getpage.products.cics import holders
from getpage.products.cics.transactions import PARTS
from getpage.result import Cause, Harm, Severity
from sample_site import only_read
from test_cics_dispatcher import tasks as tasks_page
from test_cics_limits import QUARTERS, areas, queued, site
from test_cics_smf import SECOND, monitoring, statistics, task


def regions(**inside: float):
    """Four quarters of an hour of a region at MXT 500, with tasks of 4 s inside it and 1.5 s before it; what
    they wait for inside it in seconds.
    """
    waits = {f"{name}_us": seconds for name, seconds in inside.items()}
    before = {"first_dispatch_us": 1.5, "mxt_delay_us": 1.5}
    tasks = [task(n, "ORDR", 2, 0.01, 5.5, **(before | waits)) for n in range(QUARTERS) for _ in range(40)]
    return [*monitoring(tasks), *(queued(n, 37) for n in range(QUARTERS))]


@pytest.mark.parametrize(
    ("waits", "headline", "cause", "look"),
    [
        ({"enqueue_wait": 3.4}, "85 % of response is ENQ delay", Cause.LOCK, "UOWENQ"),
        ({"rls_wait": 2.6, "file_wait": 0.6}, "65 % of response is RLS wait", Cause.LOCK, "locks"),
        ({"db2_thread_wait": 3.0}, "75 % of response is Db2 thread wait", Cause.ELSEWHERE, "THREADLIMIT"),
        ({"file_wait": 2.4}, "60 % of response is file I/O", Cause.ELSEWHERE, "files"),
        ({"qr_delay": 3.2, "ts_wait": 2.2}, "80 % of response is QR redispatch", Cause.PROCESSOR, "QR"),
        ({"interval_delay": 3.6}, "90 % of response is interval control wait", Cause.ELSEWHERE, ""),
        ({"dispatch": 3.6, "cpu": 3.3}, "82 % of response is CPU", Cause.PROCESSOR, "CPU"),
    ],
)
def test_mxt_is_the_symptom_where_most_of_the_time_inside_is_one_wait(
    tmp_path, capsys, waits, headline, cause, look
):
    with only_read(site(tmp_path, *regions(**waits), *(areas(n, 89) for n in range(QUARTERS)))) as evidence:
        [finding] = of(getpage.check(evidence), "cics-max-tasks")
        for verb in (["check"], ["plan"], ["report", "--output", str(tmp_path / "r.html")]):
            run_command([verb[0], str(evidence), *verb[1:]])
    assert finding.headline == f"{headline}: MXT is the symptom"
    assert (finding.cause, [str(knob) for knob in finding.rules_out]) == (cause, ["SYSA.IYCUA001.MXT"])
    assert look in finding.claim
    assert finding.no_command
    assert "MAXTASKS" not in capsys.readouterr().out + (tmp_path / "r.html").read_text()


def test_tasks_that_wait_for_no_one_thing_are_load_and_mxt_is_raised(tmp_path):
    result = getpage.check(site(tmp_path, *regions(file_wait=1.5, ts_wait=1.2), *(areas(0, 89),)))
    [finding] = of(result, "cics-max-tasks")
    assert finding.cause is None
    assert finding.headline == "MXT 500 reached: 600 tasks waited 4 min in all"
    [change] = finding.changes
    assert (change.command, change.only_after) == ("CEMT SET SYSTEM MAXTASKS(540)", "")


def test_without_monitoring_mxt_waits_until_it_is_known_what_tasks_wait_for(tmp_path):
    (tmp_path / "page.txt").write_text(heading() + tasks_page(11, 33))
    [finding] = of(getpage.check(tmp_path), "cics-max-tasks")
    [change] = finding.changes
    assert change.only_after.startswith("you know what tasks wait for (SMF 110 class 3)")


def test_mxt_waits_for_edsalim_where_storage_was_short(tmp_path):
    rows = [areas(n, 298, short=9.0) for n in range(QUARTERS)]
    result = getpage.check(site(tmp_path, *regions(file_wait=1.5, ts_wait=1.2), *rows))
    [change] = [change for change in result.changes if change.setting == "MXT"]
    assert "EDSALIM is raised" in change.only_after


@pytest.mark.parametrize(("seconds", "harm"), [(29.0, Harm.DELAY), (33.0, Harm.OUTAGE)])
def test_two_minutes_short_on_storage_are_an_outage(tmp_path, seconds, harm):
    rows = [areas(n, 150, short=seconds) for n in range(QUARTERS)]
    [finding] = of(getpage.check(site(tmp_path, *rows)), "cics-short-on-storage")
    assert finding.harm is harm
    assert (finding.severity is Severity.CRITICAL) == (harm is Harm.OUTAGE)
    assert finding.headline.startswith("Short on storage for ")


def test_a_class_whose_tasks_wait_for_a_lock_keeps_its_limit(tmp_path):
    row = {"transaction_class": "DFHTCL07", "limit": 12, "peak_active": 12, "times_at_limit": 31}
    row |= {"peak_queued": 6, "queue_us": 70.0 * SECOND, "queued_total": 44, "attaches": 90}
    held = {"first_dispatch_us": 0.5, "tclass_delay_us": 0.5, "global_enqueue_wait_us": 1.6}
    tasks = monitoring([task(n, "LOCK", 2, 0.01, 2.5, **held) for n in range(QUARTERS) for _ in range(30)])
    result = getpage.check(site(tmp_path, *tasks, *(statistics(n, DFHXMCDS=[row]) for n in range(QUARTERS))))
    [finding] = of(result, "cics-class-limit")
    assert finding.headline == "80 % of response is ENQ delay: MAXACTIVE is the symptom"
    assert not [change for change in result.changes if "MAXIM" in change.command]


def test_headlines_fit_whatever_tasks_wait_for():
    symptoms = ("MXT", "MAXACTIVE", "the limit")
    names = {*PARTS, *holders._WAITS} - {"first dispatch"}
    for name, symptom in itertools.product(names, symptoms):
        assert len(holders.Holder(name, 0.9999, 1.0).headline(symptom)) <= 72, name
