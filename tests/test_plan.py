"""A plan adds up, keeps within limits, goes in the right order, and proposes nothing once carried out."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import getpage
from db2_evidence import START, hours, logged
from getpage.cli.output import Format
from getpage.cli.plan import plan_command
from getpage.errors import GetpageError, NotEnoughEvidenceError
from getpage.plan import Asked, plan_of
from getpage.plan.as_table import sentences
from getpage.plan.offers import offer
from getpage.plan.worth import Prices, Weights
from getpage.result import Change
from getpage.result.plan import Action, Reason
from getpage.systems.interface import Consumer, Limit, RealStorage, Said, SizeCurve, SizePoint
from test_consumers import PAGE_SETS, simulated
from test_rmf_xml import REPORT

PAGE = 4096
GIB = 1 << 30


def spelled(name: str, size: int):
    def change(new: int) -> tuple[Change, ...]:
        made = Change(
            system="db2",
            subsystem="SYSA.DB1A",
            knob=f"{name} VPSIZE",
            step=1,
            command=f"-ALTER BUFFERPOOL({name}) VPSIZE({new})",
            undo=f"-ALTER BUFFERPOOL({name}) VPSIZE({size})",
            verify="DSNB402I",
            verify_after="an hour",
            storage_bytes=(new - size) * PAGE,
            because=(),
            effect="",
        )
        return (made,)

    return change


def consumer(name: str, size: int, reads: dict[int, float] | None, **columns) -> Consumer:
    points = tuple(SizePoint(size=at, reads=r, low=r, high=r) for at, r in sorted((reads or {}).items()))
    values = {
        "id": f"db2.DB1A.{name}",
        "system": "db2",
        "subsystem": "SYSA.DB1A",
        "zos": "SYSA",
        "object": f"SYSA.DB1A {name}",
        "unit": "buffers",
        "unit_bytes": PAGE,
        "size": size,
        "smallest": 1,
        "largest": 1 << 30,
        "fixed": False,
        "frame_bytes": PAGE,
        "change": spelled(name, size),
        "curve": SizeCurve(basis="trace", points=points) if points else None,
        "supply": "SPSIZE",
        "read_seconds": 0.001,
    }
    return Consumer(**values | columns)


def storage(free: int, reserve: int | None = 0, **columns) -> RealStorage:
    kept = None if reserve is None else reserve * PAGE
    return RealStorage(system="SYSA", installed=1 << 40, free=free * PAGE, reserve=kept, facts={}, **columns)


def plan(*consumers, free=0, reserve=0, limits=(), asked=None, **columns):
    real = (storage(free, reserve, **columns),) if free is not None else ()
    said = Said(consumers=consumers, limits=tuple(limits), real_storage=real)
    return plan_of([said], asked or Asked())


def sizes(made) -> dict[str, int]:
    return {item.consumer.rpartition(".")[2]: item.size_after for item in made.items}


FALLING = {1000: 500.0, 2000: 200.0, 3000: 100.0, 4000: 90.0}


def test_storage_goes_where_it_saves_most_and_adds_up_to_the_page():
    made = plan(consumer("BP1", 1000, FALLING), consumer("BP2", 1000, {1000: 50.0, 4000: 0.0}), free=2000)
    assert sizes(made) == {"BP1": 3000}
    [budget] = made.budgets
    assert (budget.available, budget.taken, budget.left) == (2000 * PAGE, 2000 * PAGE, 0)
    assert made.items[0].reads_avoided.value == pytest.approx(400)
    assert made.proven
    assert [step.change.command for step in made.steps] == ["-ALTER BUFFERPOOL(BP1) VPSIZE(3000)"]


def test_the_dump_reserve_is_never_given_away():
    assert sizes(plan(consumer("BP1", 1000, FALLING), free=2500, reserve=1500)) == {"BP1": 2000}
    made = plan(consumer("BP1", 1000, FALLING), free=1000, reserve=1500, asked=Asked(add=2000 * PAGE))
    assert made.budgets[0].available == 1500 * PAGE  # what is missing to the reserve is made up first
    assert made.budgets[0].taken <= 1500 * PAGE


def test_a_reserve_that_is_not_kept_is_said_as_what_is_missing_not_as_a_negative_gift():
    made = plan(consumer("BP1", 1000, FALLING), free=1000, reserve=1500)
    words = " ".join(sentences(made))
    assert "nothing can be given, 1.95 MiB short of the dump reserve" in words
    assert "\u2212" not in words


def test_a_gigabyte_that_brings_too_little_is_not_given_and_named_with_its_figure():
    little = consumer("BP1", 1000, {1000: 1.0, 1000 + (4 << 18): 0.0})  # 4 GiB for a read a second
    made = plan(little, free=8 << 18)
    assert not made.items
    [left] = made.not_done
    assert left.reason is Reason.LEAST
    assert left.worth_at_most > 1
    assert "4 GiB more" in left.why
    assert "s a GiB: less than the least worth, 3.6" in left.why
    assert sizes(plan(little, free=8 << 18, asked=Asked(least=0))) == {"BP1": 1000 + (4 << 18)}
    with pytest.raises(GetpageError, match="least worth -1"):
        plan(little, asked=Asked(least=-1))


def test_one_consumer_counts_and_several_count_against_a_limit_that_is_not_known():
    one = consumer("BP1", 1000, FALLING, limits=("MEMLIMIT",))
    two = consumer("BP2", 1000, FALLING, limits=("MEMLIMIT",))
    assert any("which db2.DB1A.BP1 counts against" in words for words in plan(one, free=9000).cautions)
    both = plan(one, two, free=9000).cautions
    assert any("db2.DB1A.BP1 and db2.DB1A.BP2 count against" in words for words in both)


def test_an_average_is_no_minimum():
    made = plan(consumer("BP1", 1000, FALLING), free=9000, free_is_average=True)
    assert not made.items
    assert "average" in made.budgets[0].note


def test_what_is_wasted_is_given_back_first_and_pays_for_the_rest():
    idle = consumer("BP9", 5000, None, largest=1000, largest_because="it is idle")
    made = plan(consumer("BP1", 1000, FALLING), idle)
    assert sizes(made) == {"BP9": 1000, "BP1": 4000}
    assert [item.action for item in made.items] == [Action.GIVE_BACK, Action.GROW]
    assert made.steps[0].consumer.endswith("BP9")


def test_a_promise_that_a_pageable_pool_gives_back_pays_for_nothing():
    idle = consumer("BP9", 5000, None, largest=1000, largest_because="it is idle", backed=False)
    made = plan(consumer("BP1", 1000, FALLING), idle)
    assert sizes(made) == {"BP9": 1000}
    assert (made.items[0].storage_bytes, made.items[0].counted_bytes) == (-4000 * PAGE, 0)
    assert any("BP9" in caution for caution in made.cautions)


def test_a_pool_with_little_worth_shrinks_for_one_with_more_unless_it_is_protected():
    quiet = consumer("BP2", 3000, {1000: 11.0, 2000: 10.5, 3000: 10.0})
    made = plan(consumer("BP1", 1000, FALLING), quiet)
    assert sizes(made)["BP2"] == 1000
    assert made.items[0].action is Action.SHRINK
    assert made.items[0].reads_avoided.value == pytest.approx(-1.0)
    spared = plan(consumer("BP1", 1000, FALLING), quiet, asked=Asked(protect=["db2.DB1A.BP2"]))
    assert sizes(spared) == {}


def test_a_limit_stops_growth_and_says_so():
    limit = Limit(id="zos.SYSA.fixed", label="fixed frames of SYSA", room=500 * PAGE)
    fixed = consumer("BP1", 1000, FALLING, fixed=True, limits=("zos.SYSA.fixed",))
    made = plan(fixed, free=9000, limits=[limit])
    assert made.items[0].size_after <= 1500
    [use] = made.limits
    assert use.left >= 0
    [left] = [one for one in made.not_done if one.reason is Reason.LIMIT]
    assert "fixed frames of SYSA" in left.why


def test_added_storage_may_be_fixed_to_80_percent():
    limit = Limit(id="zos.SYSA.fixed", label="fixed frames of SYSA", room=0)
    fixed = consumer("BP1", 1000, FALLING, fixed=True, limits=("zos.SYSA.fixed",))
    made = plan(fixed, limits=[limit], asked=Asked(add=1000 * PAGE))
    assert made.limits[0].room == 800 * PAGE
    assert 0 < made.items[0].storage_bytes <= 800 * PAGE


def test_an_overdrawn_limit_lets_nobody_grow():
    limit = Limit(id="zos.SYSA.fixed", label="fixed frames of SYSA", room=-10 * PAGE)
    fixed = consumer("BP1", 1000, FALLING, fixed=True, limits=("zos.SYSA.fixed",))
    made = plan(fixed, free=9000, limits=[limit])
    assert not made.items
    [why] = [one for one in made.not_done if one.consumer.endswith("BP1")]
    assert (why.reason, why.worth_at_most > 0) == ("limit", True)
    assert why.why.endswith("before what is overdrawn is made up: fixed frames of SYSA by 40 KiB")


def test_what_real_storage_that_is_overdrawn_keeps_from_growing_is_named_with_what_it_would_bring():
    made = plan(consumer("BP1", 1000, FALLING), free=100, reserve=500)
    assert not made.items
    [why] = [one for one in made.not_done if one.consumer.endswith("BP1")]
    assert why.reason == "storage"
    assert "made up: real storage of SYSA by 1.56 MiB" in why.why


def page_fixed(name: str):
    def fix(size: int) -> Change:
        [change] = spelled(name, size)(size)
        return replace(change, command=f"-ALTER BUFFERPOOL({name}) PGFIX(YES)", fixes_bytes=size * PAGE)

    return fix


def commands(made) -> list[str]:
    return [step.change.command.removeprefix("-ALTER BUFFERPOOL") for step in made.steps]


FIXED_FRAMES = Limit(id="zos.SYSA.fixed", label="fixed frames of SYSA", room=5000 * PAGE)


def test_a_pool_that_is_page_fixed_counts_as_a_whole_against_fixed_frames():
    one, two = (consumer(name, 1000, FALLING, fix=page_fixed(name)) for name in ("BP1", "BP2"))
    made = plan(one, two, free=9000, limits=[FIXED_FRAMES])
    assert commands(made) == ["(BP1) VPSIZE(4000)", "(BP2) VPSIZE(4000)", "(BP1) PGFIX(YES)"]
    assert (made.limits[0].taken, made.limits[0].left) == (4000 * PAGE, 1000 * PAGE)
    assert made.budgets[0].taken == 6000 * PAGE  # it is in real storage already, fixed or not


def test_db2_pools_are_page_fixed_before_they_grow():
    made = plan(
        consumer("BP1", 1000, FALLING, fix=page_fixed("BP1"), fix_first=True),
        free=9000,
        limits=[FIXED_FRAMES],
    )
    assert commands(made) == ["(BP1) PGFIX(YES)", "(BP1) VPSIZE(4000)"]
    assert [step.change.step for step in made.steps] == [1, 2]


def test_a_pool_that_may_not_be_in_real_storage_is_not_page_fixed():
    made = plan(consumer("BP1", 1000, FALLING, fix=page_fixed("BP1"), backed=False), free=9000)
    assert commands(made) == ["(BP1) VPSIZE(4000)"]
    assert any("Left pageable: db2.DB1A.BP1" in words for words in made.cautions)


def test_page_fixing_without_evidence_of_its_limit_says_so():
    made = plan(consumer("BP1", 1000, FALLING, fix=page_fixed("BP1")), free=9000)
    assert "(BP1) PGFIX(YES)" in commands(made)
    assert any("page-fixed, where db2.DB1A.BP1 is to be" in words for words in made.cautions)


def test_bounds_alone_are_no_evidence_and_what_would_settle_them_is_named():
    counters = SizeCurve(
        basis="counters",
        points=(
            SizePoint(size=1000, reads=500, low=500, high=500),
            SizePoint(size=9000, reads=500, low=0, high=500),
        ),
    )
    unknown = consumer("BP2", 1000, None, curve=counters)
    made = plan(consumer("BP1", 1000, FALLING), unknown, free=100_000)
    assert sizes(made) == {"BP1": 4000}
    [left] = [one for one in made.not_done if one.reason is Reason.EVIDENCE]
    assert (left.consumer, left.supply) == ("db2.DB1A.BP2", "SPSIZE")
    with pytest.raises(NotEnoughEvidenceError, match="SPSIZE"):
        plan(unknown, free=100_000)


def test_pools_that_read_nothing_are_named_with_what_they_hold():
    nothing = SizeCurve(
        basis="counters",
        points=(
            SizePoint(size=1 << 18, reads=0, low=0, high=0),
            SizePoint(size=1 << 19, reads=0, low=0, high=0),
        ),
    )
    unused = consumer("BP6", 1 << 18, None, curve=nothing, references=0.0)
    quiet = consumer("BP7", 1 << 18, None, curve=nothing, references=42.0)
    made = plan(consumer("BP1", 1000, FALLING), unused, quiet, free=100_000)
    [left] = made.not_done
    assert left.consumer == "db2.DB1A.BP6"
    assert "nothing used its 1 GiB in this window" in left.why
    assert any("nothing is read into them: db2.DB1A.BP7. " in words for words in made.cautions)


def test_weights_turn_the_choice_and_the_more_critical_work_comes_first():
    one, two = consumer("BP1", 1000, FALLING), consumer("BP2", 1000, {1000: 300.0, 2000: 200.0})
    assert sizes(plan(one, two, free=1000)) == {"BP1": 2000}
    heavy = Asked(weights={"db2.DB1A.BP2": 10})
    made = plan(one, two, free=1000, asked=heavy)
    assert sizes(made) == {"BP2": 2000}
    counted = "Worth counts a CPU second as 1, a transaction second as 1; db2.DB1A.BP2 times 10 (--weight)."
    assert counted in sentences(made)
    both = plan(one, two, free=9000, asked=heavy)
    assert [item.consumer for item in both.items] == ["db2.DB1A.BP2", "db2.DB1A.BP1"]


def test_the_price_list_falls_and_names_cliffs():
    cliff = consumer(
        "BP2", 1000, {1000: 300.0, 1000 + GIB // PAGE * 3 - 1: 300.0, 1000 + GIB // PAGE * 3: 0.0}
    )
    slope = consumer("BP1", 1000, {1000: 500.0, 1000 + GIB // PAGE: 200.0, 1000 + 2 * GIB // PAGE: 150.0})
    made = plan(slope, cliff)
    first = [one for one in made.gigabytes if one.consumer == "db2.DB1A.BP1"]
    assert [one.worth.value for one in first] == sorted((one.worth.value for one in first), reverse=True)
    assert [one.number for one in first] == [1, 2]
    assert {one.at_once for one in made.gigabytes if one.consumer == "db2.DB1A.BP2"} == {3 * GIB}


curves = st.dictionaries(st.integers(1, 5000), st.floats(0, 5000), min_size=2, max_size=6).map(
    lambda found: dict(zip(sorted(found), sorted(found.values(), reverse=True), strict=True))
)


SHARED = ["a", "b", FIXED_FRAMES.id]


@st.composite
def sites(draw):
    found = []
    for number in range(draw(st.integers(1, 5))):
        reads = draw(curves)
        size = draw(st.sampled_from(sorted(reads)))
        most = draw(st.sampled_from([1 << 30, size, max(1, size // 2)]))
        limits = draw(st.sets(st.sampled_from(SHARED)).map(tuple))
        pageable = FIXED_FRAMES.id not in limits and draw(st.booleans())
        found.append(
            consumer(
                f"BP{number}",
                size,
                reads,
                smallest=1,
                largest=most,
                limits=limits,
                backed=draw(st.booleans()),
                fix=page_fixed(f"BP{number}") if pageable else None,
                fix_first=draw(st.booleans()),
            )
        )
    limits = [Limit(id=name, label=name, room=draw(st.integers(-500, 5000)) * PAGE) for name in SHARED]
    return found, limits, draw(st.integers(0, 9000)), draw(st.integers(0, 5000))


@settings(max_examples=150)
@given(sites())
def test_a_plan_never_goes_beyond_the_ledger_or_a_limit_and_adds_up(site):
    consumers, limits, free, reserve = site
    made = plan(*consumers, free=free, reserve=reserve, limits=limits)
    [budget] = made.budgets
    counted = [item.counted_bytes for item in made.items]
    assert budget.taken - budget.given_back == sum(counted)
    assert budget.taken == 0 or budget.left >= 0
    assert budget.available == (free - reserve) * PAGE
    for use, limit in zip(made.limits, limits, strict=True):
        grown = [
            item.storage_bytes
            for item in made.items
            for one in consumers
            if one.id == item.consumer and limit.id in one.limits
        ]
        fixed = sum(step.change.fixes_bytes for step in made.steps) if limit.id == FIXED_FRAMES.id else 0
        assert use.taken == sum(grown) + fixed
        assert fixed == 0 or use.left >= 0
        assert use.left >= min(0, limit.room) or use.taken <= 0
        if limit.room < 0:
            assert all(count <= 0 for count in grown) or use.left >= 0
    for item in made.items:
        one = next(one for one in consumers if one.id == item.consumer)
        assert min(one.smallest, one.size) <= item.size_after <= max(one.largest, one.size)
        if item.worth:
            assert item.worth.low <= item.worth.value <= item.worth.high


@settings(max_examples=150)
@given(sites())
def test_a_plan_that_was_carried_out_proposes_nothing_new(site):
    consumers, limits, free, reserve = site
    made = plan(*consumers, free=free, reserve=reserve, limits=limits)
    after = {item.consumer: item.size_after for item in made.items}
    fixed = {step.consumer for step in made.steps if step.change.fixes_bytes}
    then = [
        replace(
            one,
            size=after.get(one.id, one.size),
            fix=None if one.id in fixed else one.fix,
            limits=(*one.limits, *([FIXED_FRAMES.id] if one.id in fixed else [])),
        )
        for one in consumers
    ]
    left = [replace(limit, room=use.left) for limit, use in zip(limits, made.limits, strict=True)]
    [budget] = made.budgets
    try:
        again = plan(*then, free=budget.left // PAGE + reserve, reserve=reserve, limits=left)
    except NotEnoughEvidenceError:  # nothing is wasted any more, and nothing else was known
        return
    assert not again.steps


@settings(max_examples=150)
@given(sites(), st.floats(0, 1e6))
def test_where_storage_abounds_every_pool_has_the_size_that_brings_most_beyond_the_least_worth(site, least):
    consumers = [replace(one, limits=()) for one in site[0] if one.size <= one.largest]
    assume(consumers)
    made = plan(*consumers, free=1 << 34, asked=Asked(least=least))
    given_to = {item.consumer: item.size_after for item in made.items}
    each = Prices((), None)
    for one in consumers:
        offered = offer(one, protected=False)
        worth = offered.avoided * each.per_read(one, Weights()) - (offered.sizes != one.size)
        worth -= least * np.maximum(0, offered.sizes - one.size) * PAGE / GIB
        place = int(offered.sizes.searchsorted(given_to.get(one.id, one.size)))
        assert worth[place] >= worth.max() - 1e-6 * max(1.0, worth.max())


def evidence(tmp_path, free: int = 400_000):
    text = hours(
        simulated(2_400_000),
        {"pool": "BP2", "id": 2, "sync_random": 7_200_000},
        {"pool": "BP3", "id": 3, "size": 300_000, **simulated(600_000)},
    )
    (tmp_path / "db2.log").write_text(logged(text, START + timedelta(hours=1)))
    (tmp_path / "paging.xml").write_text(REPORT.format(hour=10, least=free).replace("SYSA", "SY1"))
    return [str(tmp_path)]


def test_from_displays_and_rmf_to_commands(tmp_path):
    made = getpage.plan(evidence(tmp_path))
    assert [step.change.command for step in made.steps] == [
        "-ALTER BUFFERPOOL(BP1) VPSIZE(600000)",
        "-ALTER BUFFERPOOL(BP3) VPSIZE(400000)",
    ]
    assert made.budgets[0].left == 200_000 * PAGE
    assert made.cpu_saved.low < made.cpu_saved.value < made.cpu_saved.high
    assert {one.consumer: one.reason for one in made.not_done} == {"db2.DB1A.BP2": Reason.EVIDENCE}


def test_mq_1_oversized_pools_are_given_back_without_any_other_evidence(tmp_path):
    (tmp_path / "mq.txt").write_text(PAGE_SETS)
    made = getpage.plan(tmp_path)
    assert sizes(made) == {"2": 1294, "3": 1294}
    assert sum(item.storage_bytes for item in made.items) == -2 * 3706 * PAGE


@pytest.mark.parametrize("form", list(Format))
def test_every_form_holds_the_commands(tmp_path, capsys, form):
    paths = evidence(tmp_path)
    assert plan_command(paths, add="1G", format=form) == 0
    out = capsys.readouterr().out
    assert "ALTER BUFFERPOOL(BP1) VPSIZE(600000)" in out
    if form is Format.JSON:
        made = json.loads(out)
        assert (made["kind"], made["version"]) == ("plan", 1)
    if form is Format.TABLE:
        assert max(map(len, out.splitlines())) <= 100


def test_the_page_has_pictures_and_no_script_and_the_report_has_the_plan(tmp_path):
    from getpage.cli.report import report_command

    paths = evidence(tmp_path)
    assert plan_command(paths, output=tmp_path / "plan.html") == 0
    page = (tmp_path / "plan.html").read_text()
    assert page.count("<svg") >= 2
    assert "<script" not in page
    assert "step-taken" in page
    assert report_command(paths, output=tmp_path / "report.html") == 0
    assert 'id="plan"' in (tmp_path / "report.html").read_text()


def test_the_report_has_the_forecast_of_what_the_plan_grows(tmp_path):
    from getpage.evidence.view import Window, open_evidence
    from getpage.plan import with_plan

    with open_evidence(evidence(tmp_path), window=Window(None, None), layouts=()) as (seen, _):
        result = with_plan(seen)
    grown = [item for item in result.plan.items if item.reads_avoided]
    assert grown
    assert [one.consumer for one in result.forecast.asked] == [item.consumer for item in grown]
    figures = {(one.subject, one.name): one.after for one in result.forecast.figures}
    for item in grown:
        avoided = figures[item.consumer, "reads avoided"]
        assert avoided.value == pytest.approx(item.reads_avoided.value)
        assert avoided.low <= avoided.value <= avoided.high
    page = getpage.report.html(result, title="t", generated_by="g")
    assert 'id="forecast"' in page
    assert f"--change {grown[0].consumer}={grown[0].size_after}" in page
    assert json.loads(getpage.report.json(result))["forecast"]["figures"]


def test_the_same_evidence_gives_the_same_bytes(tmp_path, capsys):
    paths = evidence(tmp_path)
    pages = []
    for _ in range(2):
        plan_command(paths, format=Format.JSON)
        pages.append(capsys.readouterr().out)
    assert pages[0] == pages[1]


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        (Asked(add="64 parrots"), "such as 64G"),
        (Asked(add="SYSX=1G"), "no consumer is on SYSX"),
        (Asked(protect=["db2.DB1A.BP7"]), "no such consumer"),
        (Asked(weights={"mq.MQ9": 2}), "no such consumer"),
        (Asked(weights={"cpu": -1}), "expected a number"),
        (Asked(curves=["nowhere.json"]), "nowhere.json"),
    ],
)
def test_what_cannot_be_is_refused_with_what_to_do(asked, problem):
    with pytest.raises(GetpageError, match=problem):
        plan(consumer("BP1", 1000, FALLING), asked=asked)


def test_no_consumer_at_all_ends_with_what_would_help():
    with pytest.raises(NotEnoughEvidenceError, match="SMF 115"):
        plan()
