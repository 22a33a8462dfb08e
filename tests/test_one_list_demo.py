"""One list of commands on the sample site: each verb names one size for a knob, waste is one number, and what
was carried out is proposed no more.
"""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

import sample_site
from getpage.app.observe import observe
from getpage.app.report import with_plan
from getpage.app.window import decided
from getpage.core import numbers
from getpage.evidence.opened import open_evidence
from getpage.report import render
from getpage.result import Kind, Severity
from test_one_list_evidence import again


@pytest.fixture(scope="module")
def demo():
    with open_evidence([str(sample_site.store())]) as (evidence, _):
        observed = observe(evidence)
        yield observed, decided(evidence, observed), with_plan(evidence)


def test_check_plan_report_and_forecast_of_a_site_name_one_size_for_a_knob(demo):
    _, settled, report = demo
    assert report.changes == settled.changes == tuple(step.change for step in report.plan.steps)
    final = {change.knob: change.way.size_final for change in report.changes if change.way}
    items = {item.knob: item.size_after for item in (*report.plan.items, *report.plan.later)}
    assert final == items
    by_knob = {item.knob: item.size_after for item in report.forecast.asked}
    assert by_knob
    assert by_knob.items() <= final.items()
    commands = [change.command for change in report.changes]
    assert len(set(commands)) == len(commands)


def test_every_critical_or_warning_finding_has_a_command_or_says_why_not(demo):
    _, _, report = demo
    for finding in report.findings:
        if finding.severity is not Severity.INFO:
            assert bool(finding.changes) is not bool(finding.no_command), finding.id
    assert {str(finding.object) for finding in report.findings if finding.changes} >= {
        "SYSA.MQA2",
        "SYSA.DBP1 BP2",
    }


def test_a_directory_gets_the_ratio_that_names_all_pages_of_the_group(demo):
    # 930,000 are wanted: RATIO(8) leaves 108,676 data pages with 869,408 entries, RATIO(9) 104,405 with
    # 939,645.
    _, _, report = demo
    [change] = [change for change in report.changes if change.setting == "GBP2 RATIO"]
    assert change.command == "-ALTER GROUPBUFFERPOOL(GBP2) RATIO(9)"


def test_waste_is_one_number(demo):
    _, _, report = demo
    wasted = sum(
        finding.storage_bytes
        for finding in report.findings
        if finding.kind is Kind.WASTE and finding.severity is not Severity.INFO
    )
    waste = {finding.id for finding in report.findings if finding.kind is Kind.WASTE}
    back = [
        change for change in report.changes if change.total_bytes < 0 and waste.intersection(change.because)
    ]
    assert wasted == -sum(item.total_bytes for item in back)
    assert [total.value for total in report.totals if total.label == "Wasted"] == [wasted]
    # A limit of sorts is no waste: nothing is given back by it.
    assert f"Give back {numbers.storage(wasted)} by {len(back)} changes" in render(report, "md")
    assert [change for change in report.changes if change.total_bytes < 0] == back
    assert "DFSORT EXPMAX" in {change.setting for change in report.changes}


def test_a_move_above_the_bar_stands_before_growth_and_says_that_a_restart_makes_it_too(demo):
    # It ends a shortage and keeps nothing: 508 MiB for a while, where growth takes 1.5 GiB for good.
    _, _, report = demo
    order = [str(change.id) for change in report.changes]
    move = next(change for change in report.changes if change.passing_bytes)
    assert str(move.id) == "SYSA.MQA2 buffer pool 3"
    assert order.index(str(move.id)) < order.index("SYSA.DBP1 BP2 VPSIZE")
    # What lacks to 10 % of 40 GiB, and the 508 MiB: no growth.
    assert "4.47 GiB are given back on SYSA" in move.only_after
    assert "at a restart by the lasting statement" in move.only_after


def test_an_idle_pool_goes_down_by_a_quarter_at_most_to_what_this_window_supports(demo):
    _, _, report = demo
    way = next(change.way for change in report.changes if change.setting == "BP5 VPSIZE")
    sizes = [way.size_before, way.size_next, *(int(re.search(r"VPSIZE\((\d+)\)", c)[1]) for c in way.then)]
    assert all(after >= 0.75 * before for before, after in pairwise(sizes))
    # 6 getpages a second, in intervals of 900 s: what two of them asked for may have come within 300 s.
    assert sizes[-1] == way.size_final == 2 * 6 * 900


@pytest.mark.parametrize("form", ["html", "md"])
def test_a_page_says_once_in_which_order_and_has_each_command_in_one_place(demo, form):
    _, _, report = demo
    text = render(report, form, title="t", generated_by="g")
    assert text.lower().count("one at a time and in this order") == 1
    assert "-94" not in re.sub(r"(picture|chart|finding)-\d+", "", text)
    for change in report.changes:
        assert change.way is None or not any(f"{change.setting}, step {n}" in text for n in range(2, 9))


def test_carrying_out_the_list_of_a_site_and_looking_again_proposes_no_other_size(demo):
    observed, settled, _ = demo
    looked = again(observed, settled)
    assert not looked.plan.items
    waits = {item.knob: item.size_after for item in settled.plan.later}
    assert {item.knob: item.size_after for item in looked.plan.later} == waits
