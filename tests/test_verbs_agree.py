"""A size has one benefit: plan and forecast give the same interval; where that holds zero, the command waits.

Over the sample site and random sites of every product; the interval of a plan is compared with what
`getpage forecast` says of the same change in the same hours.
"""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tcpip_evidence
from getpage.app.forecast import ForecastRequest, forecast_of
from getpage.app.observe import observe
from getpage.app.window import decided
from getpage.evidence.opened import open_evidence
from sample_site import store
from sites_with_truth import sites
from test_judgment_of_all_products import GENERATORS, LAWS, every_command_of_today_saves_something
from zos_records import write

HOUR = 3600.0
#: What a plan calls it, what a forecast calls it, and how many of the one are one of the other.
MEASURES = (
    ("reads_avoided", "reads avoided", 1.0),
    ("cpu_saved", "CPU saved", HOUR),
    ("wait_saved", "wait saved", HOUR),
)


def looked_at(path):
    """The plan of some evidence, and what it has of each change that has a benefit."""
    with open_evidence([str(path)]) as (evidence, _):
        observed = observe(evidence)
        settled = decided(evidence, observed)
        every_command_of_today_saves_something(settled)
        plan = settled.plan
        commands = {step.knob: step.change for step in plan.steps if step.knob}
        items = [item for item in (*plan.items, *plan.later) if item.worth is not None]
        for item in items:
            request = ForecastRequest(str(path), changes=[f"{item.knob}={item.size_after}"])
            agrees(item, commands[item.knob], forecast_of(evidence, observed, request))
    return plan, items


def agrees(item, command, forecast):
    """AssertionError where a command and the forecast of its size differ."""
    if item.size_after > item.size_before and item.worth.low <= 0 < item.worth.value:
        assert command.only_after, f"{item.knob} may save nothing"
        assert all(change.only_after for change in forecast.changes)
    for name, figure, times in MEASURES:
        planned = getattr(item, name)
        if planned is not None:
            seen = forecast.figure(item.knob.subsystem, figure).same_hours
            mine = [planned.value, planned.low, planned.high]
            assert mine == pytest.approx([times * end for end in (seen.value, seen.low, seen.high)])


def test_on_the_sample_site_every_gain_is_that_of_the_forecast():
    _, items = looked_at(store())
    assert len(items) >= 8


@pytest.mark.parametrize("product", ["cics", "ims", "java", "sort", "tcpip"])
def test_so_it_is_on_random_sites(product):
    @LAWS
    @given(st.data())
    def law(data):
        with tempfile.TemporaryDirectory() as directory:
            GENERATORS[product](data.draw, Path(directory))
            looked_at(directory)

    law()


@LAWS
@given(sites)
def test_so_it_is_on_those_of_queue_managers_and_db2_members(site):
    with tempfile.TemporaryDirectory() as directory:
        site.write(Path(directory))
        looked_at(directory)


def test_a_stream_beside_which_nothing_shows_that_the_path_carries_more_waits_for_a_test(tmp_path):
    write(tmp_path / "dump.smf", tcpip_evidence.ftp(int(2.5 * HOUR * (64 << 10) / 0.017), 17))
    reply = tcpip_evidence.config(receive=64 << 10, send=64 << 10, most=2 << 20)
    (tmp_path / "netstat.txt").write_text(reply + tcpip_evidence.stats(40))
    plan, [item] = looked_at(tmp_path)
    assert item.worth.low == 0 < item.worth.value
    assert "SO_RCVBUF" in plan.steps[0].change.only_after
