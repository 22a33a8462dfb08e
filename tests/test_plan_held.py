"""A size that the user sets is held, the rest is planned around it, and what does not fit is left out."""

from __future__ import annotations

import json

import pytest

import getpage
from getpage.contract.observation import Observation
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.core.names import Object
from getpage.plan import PlanSettings
from getpage.plan.pipeline import decide
from getpage.report.plan.sentences import sentences
from getpage.result import Ask, Cause, Finding, Kind, Severity
from getpage.result.plan import Action, Reason
from in_process import run
from plan_site import DB1A, FALLING, FIXED_FRAMES, PAGE, commands, knob, plan, sizes, storage
from sample_site import planned, store

OTHER = {1000: 50.0, 2000: 20.0, 4000: 0.0}


def held(*sizes: str) -> PlanSettings:
    return PlanSettings(hold=sizes)


def test_the_rest_gets_what_a_held_size_leaves():
    pools = (knob("BP1", 1000, FALLING), knob("BP2", 1000, OTHER))
    assert sizes(plan(*pools, free=2000)) == {"BP1": 3000}
    result = plan(*pools, free=2000, asked=held("BP2=2000"))
    assert sizes(result) == {"BP1": 2000, "BP2": 2000}
    [item] = [item for item in result.items if item.knob.name == "BP2"]
    assert (item.action, item.because, item.storage_bytes) == (Action.GROW, "held at this size", 1000 * PAGE)
    assert item.reads_avoided.value == pytest.approx(30)
    assert result.budgets[0].left == 0
    assert commands(result) == ["(BP1) VPSIZE(2000)", "(BP2) VPSIZE(2000)"]


def test_a_smaller_size_makes_room_and_says_what_it_costs():
    pools = (knob("BP1", 1000, FALLING), knob("BP2", 2000, OTHER))
    result = plan(*pools, free=0, asked=held("BP2=1000"))
    assert sizes(result) == {"BP1": 2000, "BP2": 1000}
    [item] = [item for item in result.items if item.knob.name == "BP2"]
    assert (item.action, item.reads_avoided.value) == (Action.SHRINK, pytest.approx(-30))


def test_a_pool_held_at_its_size_neither_grows_nor_gives_back():
    grows, wasted = knob("BP1", 1000, FALLING), knob("BP2", 3000, None, largest=500, largest_because="idle")
    assert sizes(plan(grows, wasted, free=2000)) == {"BP1": 4000, "BP2": 500}
    assert sizes(plan(grows, wasted, free=2000, asked=held("BP1=1000", "BP2=3000"))) == {}


def test_what_does_not_fit_is_left_out_with_the_bytes_that_are_missing():
    pools = (knob("BP1", 1000, FALLING), knob("BP2", 1000, OTHER))
    result = plan(*pools, free=2000, asked=held("BP2=4000"))
    assert sizes(result) == sizes(plan(*pools, free=2000))
    [size] = result.held
    assert (str(size.knob), size.size) == ("SYSA.DB1A.BP2", 4000)
    assert size.lacks == "3.91 MiB of real storage of SYSA are missing"
    assert sentences(result)[0] == f"Not held, as {size.lacks}: SYSA.DB1A.BP2 at 4,000 buffers."
    pool = knob("BP1", 1000, FALLING, limits=(FIXED_FRAMES.id,))
    [limited] = plan(pool, free=9000, limits=[FIXED_FRAMES], asked=held("BP1=7000")).held
    assert limited.lacks == "3.91 MiB of the fixed frames of SYSA are missing"


def test_two_held_sizes_share_the_room_and_the_second_is_left_out():
    pools = (knob("BP1", 1000, FALLING), knob("BP2", 1000, OTHER))
    result = plan(*pools, free=2000, asked=held("BP1=2500", "BP2=2500"))
    assert sizes(result)["BP1"] == 2500
    assert [(size.knob.name, bool(size.lacks)) for size in result.held] == [("BP1", False), ("BP2", True)]
    shrunk = plan(knob("BP1", 1000, FALLING), knob("BP2", 3000, OTHER), asked=held("BP1=2500", "BP2=1500"))
    assert sizes(shrunk) == {"BP1": 2500, "BP2": 1500}


def test_what_is_given_back_on_an_image_that_is_short_makes_up_what_is_missing_first():
    pools = (knob("BP1", 1000, FALLING), knob("BP2", 3000, OTHER))
    short = {"free": 1000, "reserve": 1500}
    result = plan(*pools, **short, asked=held("BP1=1400", "BP2=2500"))
    assert [(size.knob.name, bool(size.lacks)) for size in result.held] == [("BP1", True), ("BP2", False)]
    enough = plan(*pools, **short, asked=held("BP1=1400", "BP2=2100"))
    assert sizes(enough) == {"BP1": 1400, "BP2": 2100}


def test_a_finding_that_asks_for_more_is_told_that_the_size_is_held():
    asks = Finding(
        check="db2-pool",
        object=Object(DB1A, "BP1"),
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim="",
        asks=(Ask(knob=knob("BP1", 1000, FALLING).id, size=3000),),
    )
    observed = Observation(
        knobs=(knob("BP1", 1000, FALLING),), real_storage=(storage(5000),), findings=(asks,)
    )
    reasons = decide(observed, held("BP1=1500")).plan.not_done
    assert [(r.reason, r.why) for r in reasons] == [
        (Reason.HELD, "held at 1,500 buffers; the finding asks for 3,000")
    ]


def test_a_leak_refuses_a_held_size_as_a_forecast_does():
    pool = knob("BP1", 1000, FALLING)
    leak = Finding(
        check="java-leak",
        object=pool.object,
        severity=Severity.CRITICAL,
        kind=Kind.RISK,
        claim="it leaks",
        cause=Cause.LEAK,
        rules_out=(pool.id,),
    )
    observed = Observation(knobs=(pool,), findings=(leak,))
    with pytest.raises(NotEnoughEvidenceError, match="it leaks"):
        decide(observed, held("BP1=2000"))


@pytest.mark.parametrize("wrong", ["BP9=5", "BP1", "BP1=many", "BP1=0"])
def test_what_is_no_size_of_a_knob_is_refused(wrong):
    with pytest.raises(GetpageError, match=r"--hold "):
        plan(knob("BP1", 1000, FALLING), asked=held(wrong))


def test_a_scenario_is_the_same_as_its_sizes(tmp_path):
    file = tmp_path / "scenario.json"
    sizes_of = {"SYSB.DBP2.BP2": 300_000}
    document = {"what": "a scenario of getpage", "version": 1, "name": "more", "sizes": sizes_of}
    file.write_text(json.dumps(document))
    by_file = getpage.plan(store(), scenario=file)
    by_hand = getpage.plan(store(), hold="SYSB.DBP2.BP2=300000")
    assert by_file == by_hand
    assert by_file.items != planned().items
    for wrong in (
        "{",
        "[]",
        json.dumps(document | {"version": 2}),
        json.dumps(document | {"sizes": {"A": "x"}}),
    ):
        file.write_text(wrong)
        done = run("plan", store(), "--scenario", file)
        assert done.returncode == 2
        assert str(file) in done.stderr


def test_the_plan_of_the_sample_site_shows_what_is_held():
    done = run("plan", store(), "--hold", "SYSB.DBP2.BP2=300000")
    assert done.returncode == 0
    assert "Held: SYSB.DBP2.BP2 at 300,000 buffers. The rest is planned around it." in done.stdout


def test_on_an_image_that_pages_little_given_back_makes_no_room():
    plan = getpage.plan(store(), hold=["SYSA.MQA1.1=90000", "SYSA.MQA1.2=62000"])
    assert [(str(size.knob), bool(size.lacks)) for size in plan.held] == [
        ("SYSA.MQA1.1", False),
        ("SYSA.MQA1.2", True),
    ]
