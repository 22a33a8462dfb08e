"""A plan gives storage where it saves most, keeps within limits, and says what it leaves and why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from getpage.contract.curve import Rates, SizeCurve, SizePoint, reads_curve
from getpage.contract.knob import Limit, fixed_frames
from getpage.contract.observation import Observation
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.core.names import KnobId, LimitId
from getpage.plan import PlanSettings
from getpage.plan.pipeline import decide
from getpage.report.plan.blocks import totals
from getpage.report.plan.sentences import sentences
from getpage.result import Ask, Finding, Kind, Severity
from getpage.result.plan import Action, Plan, Reason
from plan_site import (
    DB1A,
    FALLING,
    FIXED_FRAMES,
    GIB,
    PAGE,
    SYSA,
    commands,
    grown_and_fixed,
    knob,
    page_fixed,
    plan,
    sizes,
    storage,
)


def test_storage_goes_where_it_saves_most_and_adds_up_to_the_page():
    result = plan(knob("BP1", 1000, FALLING), knob("BP2", 1000, {1000: 50.0, 4000: 0.0}), free=2000)
    assert sizes(result) == {"BP1": 3000}
    [budget] = result.budgets
    assert (budget.available, budget.taken, budget.left) == (2000 * PAGE, 2000 * PAGE, 0)
    assert result.items[0].reads_avoided.value == pytest.approx(400)
    assert result.proven
    assert [step.change.command for step in result.steps] == ["-ALTER BUFFERPOOL(BP1) VPSIZE(3000)"]


def test_the_dump_reserve_is_never_given_away():
    assert sizes(plan(knob("BP1", 1000, FALLING), free=2500, reserve=1500)) == {"BP1": 2000}
    result = plan(knob("BP1", 1000, FALLING), free=1000, reserve=1500, asked=PlanSettings(add=2000 * PAGE))
    assert result.budgets[0].available == 1500 * PAGE  # what is missing to the reserve is made up first
    assert result.budgets[0].taken <= 1500 * PAGE


def test_a_tenth_of_real_storage_stays_free_where_a_dump_needs_less():
    whole = {"free": 3000, "reserve": 300, "installed": 20_000 * PAGE}
    result = plan(knob("BP1", 1000, FALLING), **whole)
    assert sizes(result) == {"BP1": 2000}
    assert result.budgets[0].reserve == 2_000 * PAGE
    assert result.budgets[0].note == "10 % of real storage stay free, which is more than a dump needs"
    [all_] = sizes(plan(knob("BP1", 1000, FALLING), **whole | {"installed": 2_000 * PAGE})).values()
    assert all_ > 3000


def test_of_what_is_added_a_tenth_stays_free_too_and_what_is_missing_is_made_up_first():
    short = {"free": 1_900, "reserve": 300, "installed": 20_000 * PAGE}
    assert not sizes(plan(knob("BP1", 1000, FALLING), **short))
    result = plan(knob("BP1", 1000, FALLING), **short, asked=PlanSettings(add=2_000 * PAGE))
    assert result.budgets[0].available == 1_700 * PAGE
    assert 0.9 < result.budgets[0].taken / (1_700 * PAGE) <= 1


FREE = PlanSettings(least_waste="0", least=0)

#: What twice as much brings at best, is expected to and brings at worst: seconds waited a second.
BOUNDS = {"sure": (0.2, 0.3, 0.4), "begins at nothing": (0.2, 0.9, 1.0), "may cost": (0.2, 0.9, 1.4)}


@pytest.mark.parametrize("severity", [Severity.WARNING, Severity.CRITICAL])
@pytest.mark.parametrize("reached", [False, True])
@pytest.mark.parametrize("bounds", BOUNDS)
def test_an_interval_of_benefit_that_contains_zero_is_no_command_unless_work_waited_at_the_limit(
    bounds, reached, severity
):
    low, value, high = BOUNDS[bounds]
    curve = SizeCurve(
        basis="model",
        sizes=(1000, 2000),
        wait=Rates((1.0, value), (1.0, low), (1.0, high), never_rises=False),
        note="",
    )
    request = replace(knob("BP1", 1000, FALLING), curve=curve)
    finding = Finding(
        check="c",
        object=request.object,
        severity=severity,
        kind=Kind.SHORTAGE,
        claim="",
        delay_seconds=7.0,
        asks=(Ask(knob=request.id, size=2000, reached=reached),),
    )
    decided = decide(Observation(knobs=(request,), findings=(finding,), real_storage=(storage(9000),)))
    is_urgent = reached and severity is Severity.CRITICAL  # what failed is no curve's to decide
    grows = bounds == "sure" or is_urgent or (reached and bounds == "begins at nothing")
    assert bool(decided.changes) is grows
    if not grows:
        [left] = decided.plan.not_done
        assert left.reason is Reason.UNPROVEN


def critical(name: str) -> Finding:
    """A pool that a check calls short, and critically so."""
    return Finding(
        check="c", object=knob(name, 1, None).object, severity=Severity.CRITICAL, kind=Kind.SHORTAGE, claim=""
    )


def test_a_pool_that_a_check_calls_short_gives_nothing_and_the_proof_says_that_it_is_within_the_checks():
    """It would be better to take from BP1, whose cliff is beyond what is there; checks do not allow it."""
    cliff = knob("BP1", 3000, {1000: 901.0, 3000: 900.0, 100_000: 1.0})
    falls = knob("BP2", 1000, {1000: 800.0, 2900: 10.0})

    def decided_with(*findings: Finding) -> Plan:
        there = Observation(knobs=(cliff, falls), findings=findings, real_storage=(storage(0),))
        return decide(there, FREE).plan

    allowed = decided_with(critical("BP2"))
    assert sizes(allowed)["BP1"] <= 1100
    assert sizes(allowed)["BP2"] == 2900
    kept = decided_with(critical("BP1"), critical("BP2"))
    assert (kept.items, kept.proven) == ((), True)
    [how] = [row[-1] for row in totals(kept) if "another plan" in str(row[0])]
    assert how == "proven, within what the checks allow"


def test_a_reserve_that_is_not_kept_is_said_as_what_is_missing_not_as_a_negative_gift():
    result = plan(knob("BP1", 1000, FALLING), free=1000, reserve=1500)
    words = " ".join(sentences(result))
    assert "1.95 MiB short of what stays free, so nothing can be given" in words
    assert "\u2212" not in words


def test_processor_time_that_growth_costs_is_told_as_a_cost_and_not_as_a_negative_saving():
    result = plan(knob("BP1", 1000, FALLING), free=2000)
    costs = replace(result, cpu_saved=replace(result.cpu_saved, value=-154.0, low=-312.0, high=13.2))
    [sentence] = [sentence for sentence in sentences(costs) if sentence.startswith("Saves per hour")]
    assert sentence.endswith("; costs 154 CPU s (-13.2 to 312).")


@pytest.mark.parametrize(("free", "given"), [(None, 2000), (100_000, 3000)])
def test_where_room_is_not_known_nothing_grows_beyond_what_a_finding_asks_for(free, given):
    """Where it is known, the plan goes on to where the next buffers save too little."""
    pool = knob("BP1", 1000, {1000: 900.0, 2000: 600.0, 3000: 300.0})
    ask = Ask(knob=pool.id, size=2000)
    asks = replace(critical("BP1"), severity=Severity.WARNING, asks=(ask,))
    there = (storage(free),) if free else ()
    decided = decide(Observation(knobs=(pool,), findings=(asks,), real_storage=there), FREE)
    assert sizes(decided.plan) == {"BP1": given}
    [change] = decided.changes
    assert change.command.endswith(f"VPSIZE({given})")


def test_a_gigabyte_that_brings_too_little_is_not_given_and_named_with_its_figure():
    little = knob("BP1", 1000, {1000: 1.0, 1000 + (4 << 18): 0.0})  # 4 GiB for a read per second
    result = plan(little, free=8 << 18)
    assert not result.items
    [left] = result.not_done
    assert left.reason is Reason.LEAST
    assert left.worth_at_most > 1
    assert "4 GiB more" in left.why
    assert "s/h per GiB: below the minimum of 3.6" in left.why
    assert sizes(plan(little, free=8 << 18, asked=PlanSettings(least=0))) == {"BP1": 1000 + (4 << 18)}
    with pytest.raises(GetpageError, match="--least -1"):
        plan(little, asked=PlanSettings(least=-1))


def test_one_knob_counts_and_several_count_against_a_limit_that_is_not_known():
    first = knob("BP1", 1000, FALLING, limits=(LimitId(DB1A, "MEMLIMIT"),))
    two = knob("BP2", 1000, FALLING, limits=(LimitId(DB1A, "MEMLIMIT"),))
    assert any(
        "not show SYSA.DB1A MEMLIMIT, which SYSA.DB1A.BP1 counts against" in words
        for words in plan(first, free=9000).cautions
    )
    both = plan(first, two, free=9000).cautions
    assert any("SYSA.DB1A.BP1 and SYSA.DB1A.BP2 count against" in words for words in both)


def test_an_average_is_no_minimum():
    result = plan(knob("BP1", 1000, FALLING), free=9000, free_is_average=True)
    assert not result.items
    assert "average" in result.budgets[0].note


def test_what_is_wasted_is_given_back_first_and_pays_for_the_rest():
    idle = knob("BP9", 5000, None, largest=1000, largest_because="it is idle")
    result = plan(knob("BP1", 1000, FALLING), idle)
    assert sizes(result) == {"BP9": 1000, "BP1": 4000}
    assert [item.action for item in result.items] == [Action.GIVE_BACK, Action.GROW]
    assert result.steps[0].knob.name == "BP9"


def test_what_comes_down_in_steps_has_one_size_and_what_needs_its_last_steps_waits_for_them():
    idle = knob("BP2", 4000, {1: 0.0, 4000: 0.0}, largest=1000, backed=True, least_now=3000)
    result = plan(idle, knob("BP1", 1000, {1000: 500.0, 2500: 0.0}))
    assert sizes(result) == {"BP2": 1000}
    [later] = result.later
    assert (later.knob.name, later.size_after) == ("BP1", 2500)
    [budget] = result.budgets
    assert (budget.given_back, budget.taken) == (1000 * PAGE, 0)
    first, second = (step.change for step in result.steps)
    assert not first.only_after
    assert "the other steps of SYSA.DB1A.BP2 are made" in second.only_after


def test_a_promise_that_a_pageable_pool_gives_back_pays_for_nothing():
    idle = knob("BP9", 5000, None, largest=1000, largest_because="it is idle", backed=False)
    result = plan(knob("BP1", 1000, FALLING), idle)
    assert sizes(result) == {"BP9": 1000}
    assert (result.items[0].storage_bytes, result.items[0].counted_bytes) == (-4000 * PAGE, 0)
    assert any("BP9" in caution for caution in result.cautions)


def test_a_pool_with_little_worth_shrinks_for_one_with_more_unless_it_is_protected():
    quiet = knob("BP2", 3000, {1000: 11.0, 2000: 10.5, 3000: 10.0})
    result = plan(knob("BP1", 1000, FALLING), quiet)
    assert sizes(result)["BP2"] == 1000
    assert result.items[0].action is Action.SHRINK
    assert result.items[0].reads_avoided.value == pytest.approx(-1.0)
    spared = plan(knob("BP1", 1000, FALLING), quiet, asked=PlanSettings(protect=["db2.DB1A.BP2"]))
    assert sizes(spared) == {}


def test_what_a_smaller_pool_may_read_more_is_what_the_bounds_of_its_trace_allow():
    """First touches leave open what a pool of 1,000 reads: 11 a second, or anything from 10 to 40."""
    points = [(1000, 11.0, 10.0, 40.0), (2000, 10.5, 10.0, 20.0), (3000, 10.0, 10.0, 10.0)]
    open_ = reads_curve(basis="trace", points=[SizePoint(*point, sample_size=3.0) for point in points])
    result = plan(knob("BP1", 1000, FALLING), knob("BP2", 3000, None, curve=open_))
    [shrunk] = [item for item in result.items if item.action is Action.SHRINK]
    assert shrunk.size_after == 1000
    harm = shrunk.reads_avoided
    assert harm.value == pytest.approx(-1.0)
    assert -30.0 - 1e-9 <= harm.low < -5.0
    assert harm.value <= harm.high <= 0.0


def test_a_limit_stops_growth_and_says_so():
    limit = Limit(id=fixed_frames(SYSA), label="fixed frames of SYSA", room=500 * PAGE)
    fixed = knob("BP1", 1000, {**FALLING, 1500: 350.0}, fixed=True, limits=(fixed_frames(SYSA),))
    result = plan(fixed, free=9000, limits=[limit])
    assert result.items[0].size_after <= 1500
    [use] = result.limits
    assert use.left >= 0
    [left] = [item for item in result.not_done if item.reason is Reason.LIMIT]
    assert "fixed frames of SYSA" in left.why


def test_added_storage_may_be_fixed_to_80_percent():
    limit = Limit(id=fixed_frames(SYSA), label="fixed frames of SYSA", room=0)
    fixed = knob("BP1", 1000, {**FALLING, 1500: 350.0}, fixed=True, limits=(fixed_frames(SYSA),))
    result = plan(fixed, limits=[limit], asked=PlanSettings(add=1000 * PAGE))
    assert result.limits[0].room == 800 * PAGE
    assert 0 < result.items[0].storage_bytes <= 800 * PAGE


def test_an_overdrawn_limit_lets_nobody_grow():
    limit = Limit(id=fixed_frames(SYSA), label="fixed frames of SYSA", room=-10 * PAGE)
    fixed = knob("BP1", 1000, FALLING, fixed=True, limits=(fixed_frames(SYSA),))
    result = plan(fixed, free=9000, limits=[limit])
    assert not result.items
    [why] = [item for item in result.not_done if item.knob.name == "BP1"]
    assert (why.reason, why.worth_at_most > 0) == ("limit", True)
    assert why.why.endswith("the limits are exceeded already: fixed frames of SYSA by 40 KiB")


def test_what_real_storage_that_is_overdrawn_keeps_from_growing_is_named_with_what_it_would_bring():
    result = plan(knob("BP1", 1000, FALLING), free=100, reserve=500)
    assert not result.items
    [why] = [item for item in result.not_done if item.knob.name == "BP1"]
    assert why.reason == "storage"
    assert "exceeded already: real storage of SYSA by 1.56 MiB" in why.why


def test_a_pool_that_is_page_fixed_counts_as_a_whole_against_fixed_frames():
    first, two = (knob(name, 1000, FALLING, fix=page_fixed(name)) for name in ("BP1", "BP2"))
    result = plan(first, two, free=9000, limits=[FIXED_FRAMES])
    assert commands(result) == ["(BP1) VPSIZE(4000)", "(BP2) VPSIZE(4000)", "(BP1) PGFIX(YES)"]
    assert (result.limits[0].taken, result.limits[0].left) == (4000 * PAGE, 1000 * PAGE)
    assert result.budgets[0].taken == 6000 * PAGE  # it is in real storage already, fixed or not


def test_a_pool_whose_product_spells_both_in_one_is_fixed_and_grows_in_one_command():
    result = plan(
        knob("BP1", 1000, FALLING, fix=grown_and_fixed("BP1", 1000), fix_sets_size=True),
        free=9000,
        limits=[FIXED_FRAMES],
    )
    assert commands(result) == ["(BP1) VPSIZE(4000) PGFIX(YES)"]
    assert (result.limits[0].taken, result.budgets[0].taken) == (4000 * PAGE, 3000 * PAGE)


def test_a_pool_that_may_not_be_in_real_storage_is_not_page_fixed():
    result = plan(knob("BP1", 1000, FALLING, fix=page_fixed("BP1"), backed=False), free=9000)
    assert commands(result) == ["(BP1) VPSIZE(4000)"]
    assert any("Left pageable: SYSA.DB1A.BP1" in words for words in result.cautions)


def test_page_fixing_without_evidence_of_its_limit_says_so():
    result = plan(knob("BP1", 1000, FALLING, fix=page_fixed("BP1")), free=9000)
    assert "(BP1) PGFIX(YES)" in commands(result)
    assert any("make sure that there is room for SYSA.DB1A.BP1" in words for words in result.cautions)


def test_bounds_alone_are_no_evidence_and_what_would_settle_them_is_named():
    counters = reads_curve(
        basis="counters",
        points=(
            SizePoint(size=1000, reads=500, low=500, high=500),
            SizePoint(size=9000, reads=500, low=0, high=500),
        ),
    )
    unknown = knob("BP2", 1000, None, curve=counters)
    result = plan(knob("BP1", 1000, FALLING), unknown, free=100_000)
    assert sizes(result) == {"BP1": 4000}
    [left] = [item for item in result.not_done if item.reason is Reason.EVIDENCE]
    assert (left.knob, left.supply) == (KnobId(DB1A, "BP2"), "SPSIZE")
    with pytest.raises(NotEnoughEvidenceError, match="SPSIZE"):
        plan(unknown, free=100_000)


def test_pools_that_read_nothing_are_named_with_what_they_hold():
    nothing = reads_curve(
        basis="counters",
        points=(
            SizePoint(size=1 << 18, reads=0, low=0, high=0),
            SizePoint(size=1 << 19, reads=0, low=0, high=0),
        ),
    )
    unused = knob("BP6", 1 << 18, None, curve=nothing, references=0.0)
    quiet = knob("BP7", 1 << 18, None, curve=nothing, references=42.0)
    result = plan(knob("BP1", 1000, FALLING), unused, quiet, free=100_000)
    [left] = result.not_done
    assert left.knob == KnobId(DB1A, "BP6")
    assert "nothing used its 1 GiB in this window" in left.why
    assert any("nothing is read into them: SYSA.DB1A.BP7. " in words for words in result.cautions)


def test_weights_turn_the_choice_and_the_more_critical_work_comes_first():
    first, two = knob("BP1", 1000, FALLING), knob("BP2", 1000, {1000: 300.0, 2000: 200.0})
    assert sizes(plan(first, two, free=1000)) == {"BP1": 2000}
    heavy = PlanSettings(weights={"db2.DB1A.BP2": 10})
    result = plan(first, two, free=1000, asked=heavy)
    assert sizes(result) == {"BP2": 2000}
    counted = "Weights: CPU second 1, transaction second 1, SYSA.DB1A.BP2 10 (--weight)."
    assert counted in sentences(result)
    both = plan(first, two, free=9000, asked=heavy)
    assert [item.knob.name for item in both.items] == ["BP2", "BP1"]


def test_the_price_list_falls_and_names_cliffs():
    cliff = knob("BP2", 1000, {1000: 300.0, 1000 + GIB // PAGE * 3 - 1: 300.0, 1000 + GIB // PAGE * 3: 0.0})
    slope = knob("BP1", 1000, {1000: 500.0, 1000 + GIB // PAGE: 200.0, 1000 + 2 * GIB // PAGE: 150.0})
    result = plan(slope, cliff)
    first = [gigabyte for gigabyte in result.gigabytes if gigabyte.knob.name == "BP1"]
    assert [item.worth.value for item in first] == sorted((item.worth.value for item in first), reverse=True)
    assert [item.number for item in first] == [1, 2]
    (whole,) = [gigabyte for gigabyte in result.gigabytes if gigabyte.knob.name == "BP2"]
    assert (whole.number, whole.last, whole.at_once) == (1, 3, 3 * GIB)
    assert 3 * whole.worth.value == pytest.approx(first[0].worth.value)  # both save 300 reads a second
