"""Storage that is taken from a system, moved or bought: what it costs and brings, and what cannot be done."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial

import pytest

import getpage
from getpage.contract.knob import Limit, fixed_frames
from getpage.contract.observation import Observation
from getpage.contract.storage import RealStorage, SitePrice
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.core.names import PLATFORM, Image, KnobId, Object, Subsystem
from getpage.plan import PlanSettings
from getpage.plan.pipeline import decide
from getpage.products.zos.real import reconfigured
from getpage.report.plan.sentences import sentences
from getpage.result.plan import Plan
from in_process import run
from plan_site import GIB, SYSA, knob, spelled
from sample_site import copy_store, planned, store, weeks

SYSB, SYSC = Image("SYSB"), Image("SYSC")
MIB = 1 << 20
#: Buffers of 1 MiB: what each saves at most falls with its size.
FALLING = {1000: 500.0, 2000: 200.0, 3000: 100.0, 4000: 90.0}
STEEP = {1000: 500.0, 2000: 300.0, 4000: 0.0}


def pool(image: Image, name: str, size: int, reads: dict[int, float] | None, **columns):
    of = Subsystem("db2", image, f"DB{image.name[-1]}1")

    def change(new: int):
        [first] = spelled(name, size)(new)
        return (replace(first, subsystem=of, knob=KnobId(of, name), storage_bytes=(new - size) * MIB),)

    fields = {"id": KnobId(of, name), "object": Object(of, name), "unit_bytes": MIB, "change": change}
    return knob(name, size, reads, **fields, **columns)


def system(image: Image, free: int, *, installed: int = 64, reserve: int = 2, together=(), **columns):
    """A system with so many GiB; `together` are the partitions of its machine."""
    return RealStorage(
        image=image,
        installed=installed * GIB,
        free=free * GIB,
        reserve=reserve * GIB,
        partitions=lambda: frozenset(map(str, together)),
        reconfigured=partial(reconfigured, Subsystem(PLATFORM, image), installed * GIB),
        facts={},
        **columns,
    )


def plan(observed: Observation, **asked) -> Plan:
    return decide(observed, PlanSettings(least_waste="0", **asked)).plan


TOGETHER = (SYSA, SYSB)
SITE = Observation(
    knobs=(
        pool(SYSA, "BP1", 1000, FALLING),
        pool(SYSB, "BP1", 4000, FALLING),
        pool(SYSB, "BP2", 4000, STEEP),
    ),
    real_storage=(
        system(SYSA, 7, together=TOGETHER),
        system(SYSB, 8, together=TOGETHER),
    ),
)


def shift_of(made: Plan, image: Image):
    return next(shift for shift in made.reallocation.shifts if shift.image == image)


def test_taking_nothing_changes_nothing():
    without, nothing = plan(SITE), plan(SITE, take="SYSB=0G")
    assert replace(nothing, reallocation=None, cautions=without.cautions) == without
    assert without.reallocation is None
    assert not [step for step in nothing.steps if step.change.subsystem.product == PLATFORM]


def test_what_nobody_uses_costs_nothing():
    """8 GiB are free, 6.4 of 64 GiB stay free; of 62 GiB 6.2 stay free."""
    made = plan(SITE, take="SYSB=1G")
    shift = shift_of(made, SYSB)
    assert (shift.sizes, shift.worth) == ((), None)
    assert shift.left_before - shift.left_after == pytest.approx(0.9 * GIB, abs=4096)
    assert [step.change.command for step in made.steps] == ["CONFIG STOR(1G),OFFLINE"]
    assert sentences(made)[0] == (
        "Take 1 GiB from SYSB: it loses nothing; at the worst interval 717 MiB more than has to stay free "
        "are left, 1.6 GiB without it."
    )


def test_what_loses_least_gives_back_first_and_before_storage_goes_offline():
    made = plan(SITE, take="SYSB=3G")
    shift = shift_of(made, SYSB)
    assert {item.knob.name: item.size_after < 4000 for item in shift.sizes} == {"BP1": True}
    assert shift.worth.high <= 0
    assert shift.left_after >= 0
    back, offline = (step.change for step in made.steps)
    assert back.knob.name == "BP1"
    assert (offline.command, offline.undo) == ("CONFIG STOR(3G),OFFLINE", "CONFIG STOR(3G),ONLINE")
    assert shift.step == 2


def test_taking_more_never_costs_less():
    losses = []
    for size in range(0, 8500, 500):
        worth = shift_of(plan(SITE, take=f"SYSB={size}M"), SYSB).worth if size else None
        losses.append(0.0 if worth is None else -worth.value)
    assert losses == sorted(losses)
    assert losses[-1] > losses[0]


@pytest.mark.parametrize("size", ["500M", "1G", "3G", "5G", "7G"])
def test_what_has_to_stay_free_stays_free_at_the_worst_interval(size):
    worst = system(SYSB, 8, together=TOGETHER)
    better = replace(worst, free=30 * GIB)
    observed = replace(SITE, real_storage=(SITE.real_storage[0], better, worst, better))
    made = plan(observed, take=f"SYSB={size}")
    [budget] = [budget for budget in made.budgets if budget.image == SYSB]
    taken = shift_of(made, SYSB).bytes
    given_back = -sum(item.storage_bytes for item in made.items if item.image == SYSB)
    assert budget.free + taken + given_back >= max(2 * GIB, 0.1 * (64 * GIB + taken)) - 4096
    assert budget.left >= 0


def test_more_than_can_be_spared_is_refused_with_the_bytes_that_are_missing():
    """1.6 GiB are free beyond 10 %, 2 x 3000 buffers of 1 MiB can be given back."""
    most = int((1.6 * GIB + 6000 * MIB) / 0.9)
    assert plan(SITE, take=f"SYSB={most // MIB}M").reallocation.shifts[0].left_after >= 0
    with pytest.raises(GetpageError) as refused:
        plan(SITE, take="SYSB=12G")
    assert refused.value.problem.startswith(
        "SYSB can spare 8.29 GiB of its 64 GiB: 3.71 GiB are missing; at its worst interval 1.6 GiB more "
        "than has to stay free were free, and 5.86 GiB can be given back"
    )
    assert refused.value.next_step == "--take SYSB=8G"
    assert plan(SITE, take="SYSB=8G").reallocation.why_not == ""


def test_a_protected_pool_gives_nothing_back():
    with pytest.raises(GetpageError, match=r"SYSB can spare 1\.78 GiB"):
        plan(SITE, take="SYSB=3G", protect=("SYSB.DBB1.BP1", "SYSB.DBB1.BP2"))


def test_fixed_frames_keep_their_share_of_what_is_left():
    full = Limit(id=fixed_frames(SYSB), label="fixed frames of SYSB", room=GIB)
    with pytest.raises(GetpageError, match=r"SYSB can spare 1\.25 GiB"):
        plan(replace(SITE, limits=(full,)), take="SYSB=2G")


def test_a_move_adds_up_on_both_sides_and_gives_back_before_it_grows():
    made = plan(SITE, move="SYSB:SYSA=2G")
    leaves, enters = shift_of(made, SYSB), shift_of(made, SYSA)
    assert leaves.bytes + enters.bytes == 0
    budgets = {budget.image: budget for budget in made.budgets}
    assert budgets[SYSA].added == -budgets[SYSB].added == 2 * GIB
    assert made.reallocation.worth.low > 0
    assert made.reallocation.worth.value == pytest.approx(leaves.worth.value + enters.worth.value)
    order = [(str(step.change.subsystem), step.change.command.partition(")")[0]) for step in made.steps]
    assert order == [
        ("SYSB.DBB1", "-ALTER BUFFERPOOL(BP1"),
        ("SYSB", "CONFIG STOR(2G"),
        ("SYSA", "CONFIG STOR(2G"),
        ("SYSA.DBA1", "-ALTER BUFFERPOOL(BP1"),
    ]
    first = sentences(made)[0]
    assert first.startswith("Move 2 GiB from SYSB to SYSA: saves ")


def test_a_move_that_loses_more_than_it_gains_is_not_made():
    """SYSA has what it can use; SYSB would give up what its pools need."""
    observed = replace(SITE, knobs=(pool(SYSA, "BP1", 4000, FALLING), *SITE.knobs[1:]))
    made, without = plan(observed, move="SYSB:SYSA=4G"), plan(observed)
    assert made.steps == without.steps
    assert made.items == without.items
    assert made.reallocation.why_not == "nothing gains from it"
    assert sentences(made)[0].startswith("Do not move 4 GiB from SYSB to SYSA: nothing gains from it.")


def test_what_makes_up_a_missing_reserve_is_moved_although_no_size_grows():
    real = (system(SYSA, 5, together=TOGETHER), system(SYSB, 20, together=TOGETHER))
    observed = Observation(knobs=(pool(SYSA, "BP1", 4000, FALLING),), real_storage=real)
    made = plan(observed, move="SYSB:SYSA=4G")
    assert made.reallocation.why_not == ""
    assert sentences(made)[2] == (
        "SYSA enlarges no size; 1.4 GiB make up what has to stay free; 2.2 GiB more are left."
    )
    assert sentences(plan(observed, move="SYSB:SYSA=1G"))[2] == (
        "SYSA enlarges no size; 512 MiB less than has to stay free are left, 1.4 GiB without it."
    )


def test_storage_does_not_leave_its_machine():
    apart = (system(SYSA, 7, together=(SYSA, SYSC)), system(SYSB, 8))
    with pytest.raises(GetpageError, match="different machines") as refused:
        plan(replace(SITE, real_storage=apart), move="SYSB:SYSA=1G")
    assert refused.value.next_step == "--take SYSB=1G"
    unknown = replace(SITE, real_storage=(system(SYSA, 7), system(SYSB, 8)))
    assert (
        "Taken as given: SYSB and SYSA are partitions of one machine"
        in plan(unknown, move="SYSB:SYSA=1G").cautions[0]
    )


def test_what_is_bought_goes_where_it_pays_most_and_the_rest_is_unused():
    made = plan(SITE, buy="16G")
    gets = {move.target: move.bytes for move in made.reallocation.moves}
    assert set(gets) == {SYSA, None}
    assert sum(gets.values()) == 16 * GIB
    assert made.reallocation.unused == gets[None] > 0
    [item] = [item for item in made.items if item.image == SYSA]
    assert item.size_after == 4000
    assert sentences(made)[1].startswith("No system is known to gain from the other ")


def test_what_is_bought_makes_up_a_missing_reserve_first():
    short = replace(SITE, real_storage=(SITE.real_storage[0], system(SYSB, 5, together=TOGETHER)))
    made = plan(short, buy="2G")
    assert {move.target: move.bytes for move in made.reallocation.moves} == {SYSB: 2 * GIB}


def test_what_is_due_within_the_horizon_comes_first_of_what_is_bought():
    made = decide(SITE, PlanSettings(buy="3G"), due={SYSB: 2 * GIB}).plan
    assert {move.target: move.bytes for move in made.reallocation.moves}[SYSB] == 3 * GIB


def test_two_machines_are_not_one_to_buy_for():
    apart = (system(SYSA, 7, together=(SYSA,)), system(SYSB, 8, together=(SYSB,)))
    with pytest.raises(GetpageError, match="for which machine"):
        plan(replace(SITE, real_storage=apart), buy="64G")


def test_the_price_of_what_is_bought_or_taken_is_shown():
    price = SitePrice(currency="EUR", per_gib=150.0)
    first = sentences(plan(SITE, take="SYSB=1G", price=price))[0]
    assert first.startswith("Take 1 GiB from SYSB, worth 150 EUR: it loses nothing; ")
    bought = plan(SITE, buy="16G", price=price)
    assert sum(move.price for move in bought.reallocation.moves) == 16 * 150
    assert sentences(bought)[0].startswith("Buy 16 GiB for 2,400 EUR: ")
    [moved] = plan(SITE, move="SYSB:SYSA=1G", price=price).reallocation.moves
    assert moved.price is None


def test_what_was_free_on_average_or_not_known_cannot_be_taken():
    for entry in (
        replace(SITE.real_storage[1], free_is_average=True),
        replace(SITE.real_storage[1], free=None),
    ):
        with pytest.raises(NotEnoughEvidenceError, match="what SYSB had free at its minimum"):
            plan(replace(SITE, real_storage=(SITE.real_storage[0], entry)), take="SYSB=1G")


def test_a_pool_that_comes_down_in_steps_is_waited_for_before_storage_goes_offline():
    stepped = replace(SITE.knobs[1], least_now=3900)
    made = plan(replace(SITE, knobs=(SITE.knobs[0], stepped, SITE.knobs[2])), move="SYSB:SYSA=2G")
    commands = {step.change.command: step.change.only_after for step in made.steps}
    assert commands["CONFIG STOR(2G),OFFLINE"] == "the other steps of SYSB.DBB1.BP1 are made"
    assert commands["CONFIG STOR(2G),ONLINE"] == "the other steps of SYSB.DBB1.BP1 are made"
    [grows] = [step.change for step in made.steps if step.change.subsystem.image == SYSA and step.knob]
    assert "the other steps of SYSB.DBB1.BP1 are made" in grows.only_after


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ({"take": "SYSX=1G"}, "--take SYSX: no z/OS system of this evidence is called so"),
        ({"take": "16G"}, "--take 16G: expected SYSTEM=SIZE"),
        ({"take": "SYSB=many"}, "'many' is not an amount of storage"),
        ({"take": "SYSB=300K"}, "--take: storage is configured in whole MiB"),
        ({"move": "SYSB=1G"}, "--move SYSB=1G: expected FROM:TO=SIZE"),
        ({"move": "SYSB:SYSB=1G"}, "--move SYSB:SYSB=1G: it stays where it is"),
        ({"take": "SYSB=1G", "add": "1G"}, "--add cannot be given together"),
        ({"buy": "much"}, "'much' is not an amount of storage"),
    ],
)
def test_what_cannot_be_asked_is_refused(asked, problem):
    with pytest.raises(GetpageError) as refused:
        plan(SITE, **asked)
    assert refused.value.problem.startswith(problem)


def test_a_hostile_name_of_a_system_ends_no_command():
    evil = Image("A) -STOP")
    observed = Observation(knobs=(pool(evil, "BP1", 1000, FALLING),), real_storage=(system(evil, 20),))
    made = plan(observed, take="A) -STOP=1G")
    assert all("STOP" not in step.change.command for step in made.steps)


def test_the_sample_site_moves_what_the_idle_system_does_not_need():
    made = getpage.plan(store(), move="SYSB:SYSA=16G")
    assert made.reallocation.why_not == ""
    leaves, enters = made.reallocation.shifts
    assert (leaves.sizes, leaves.worth) == ((), None)
    assert enters.left_before < 0 < enters.left_after
    assert [step.change.command for step in made.steps[:2]] == [
        "CONFIG STOR(16G),OFFLINE",
        "CONFIG STOR(16G),ONLINE",
    ]
    assert [str(step.change.subsystem) for step in made.steps[:2]] == ["SYSB", "SYSA"]
    base = {str(item.knob): item.size_after for item in planned().items}
    assert {str(item.knob) for item in made.items if base.get(str(item.knob)) != item.size_after} == {
        "SYSA.MQA1.3"
    }


def test_the_sample_site_refuses_what_its_systems_cannot_spare():
    done = run("plan", store(), "--take", "SYSB=60G")
    assert done.returncode == 2
    assert "SYSB can spare 39.9 GiB of its 64 GiB: 20.1 GiB are missing" in done.stderr
    assert "--take SYSB=39G" in done.stderr
    assert "z/OS is short of real storage there" in run("plan", store(), "--take", "SYSA=1G").stderr
    assert run("plan", store(), "--take", "SYSC=1G").returncode == 3
    assert "in different machines" in run("plan", store(), "--move", "SYSB:SYSC=1G").stderr


def test_a_report_begins_with_what_storage_that_moves_brings(tmp_path):
    page = tmp_path / "report.html"
    assert run("report", store(), "--move", "SYSB:SYSA=16G", "-o", page).returncode == 0
    first = page.read_text().partition('id="first"')[2].partition("</section>")[0]
    assert "from SYSB to SYSA: saves" in first.replace("\xa0", " ")
    assert "CONFIG STOR(16G),OFFLINE" in first


def test_a_scenario_takes_and_moves_storage(tmp_path):
    file = tmp_path / "scenario.json"
    document = {"what": "a scenario of getpage", "version": 1, "name": "less", "take": ["SYSB=16G"]}
    file.write_text(json.dumps(document))
    assert getpage.plan(store(), scenario=file) == getpage.plan(store(), take="SYSB=16G")
    file.write_text(json.dumps({**document, "move": [3]}))
    assert run("plan", store(), "--scenario", file).returncode == 2


def test_what_is_bought_covers_what_is_due():
    without = getpage.plan(weeks(), horizon="26w")
    [due] = without.purchases
    taken = getpage.plan(weeks(), horizon="26w", take="SYSW=1G")
    assert sum(each.storage_bytes for each in taken.purchases) == due.storage_bytes + GIB
    bought = getpage.plan(weeks(), horizon="26w", buy="16G")
    [given, unused] = bought.reallocation.moves
    assert given.target == due.image
    assert given.bytes >= due.storage_bytes
    assert given.bytes + unused.bytes == 16 * GIB
    assert bought.purchases == ()
    assert "What is bought is enough for that." in sentences(bought)


def test_the_site_sets_the_price_of_a_gib(tmp_path):
    mine = copy_store(tmp_path / "store")
    settings = mine / "getpage.toml"
    settings.write_text('[price]\ncurrency = "CHF"\ngib = 12.5\n')
    assert "12.5 CHF per GiB" in run("settings", mine).stdout
    [move] = getpage.plan(mine, take="SYSB=16G").reallocation.moves
    assert move.price == 200.0
    for wrong, of in (
        ('[price]\ncurrency = "CHF"\n', "gib has to be the price of a GiB, a number"),
        ("[price]\ncurrency = 3\ngib = 1\n", "currency has to be a short text"),
        ('[price]\ncurrency = "CHF"\ngib = -1\n', "gib has to be the price of a GiB, a number"),
        ('[price]\ncurrency = "CHF"\nmsu = "2"\n', "msu has to be the price of an MSU and month, a number"),
        ('[price]\ncurrency = "CHF"\ngib = 1\nmips = 2\n', "mips is no member of this table"),
        ("price = 3\n", "expected a table"),
    ):
        settings.write_text(wrong)
        done = run("settings", mine)
        assert done.returncode == 2
        assert of in done.stderr


def test_members_have_the_commands_of_both_systems_with_their_undo(tmp_path):
    assert run("plan", store(), "--move", "SYSB:SYSA=16G", "--members", tmp_path / "members").returncode == 0
    for name, command in {
        "SYSBCON": "CONFIG STOR(16G),OFFLINE",
        "SYSBCOU": "CONFIG STOR(16G),ONLINE",
        "SYSACON": "CONFIG STOR(16G),ONLINE",
        "SYSACOU": "CONFIG STOR(16G),OFFLINE",
    }.items():
        assert command in (tmp_path / "members" / name).read_text().splitlines()
