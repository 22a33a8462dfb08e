"""The first answers: worst first over all systems, and nothing advised that real storage does not allow."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sample_site
from decided import advised, listed, ordered
from getpage.answers import first_things
from getpage.contract.causes import merge_causes
from getpage.contract.knob import Knob, Limit, fixed_frames
from getpage.contract.observation import Observation, together
from getpage.contract.severity import grade
from getpage.contract.storage import RealStorage
from getpage.core import wording
from getpage.core.names import FindingId, Image
from getpage.ledger.room import LITTLE
from getpage.result import Change, Fact, Finding, Harm, Kind, Severity, Shows
from named import knob_id, subsystem, thing

PAGE, MIB, GIB = 4096, 1 << 20, 1 << 30
NIGHT = datetime(2026, 3, 12, 1)
FREE = Fact(label="available frames", value=1, unit="frames", table="zos_storage", column="available_minimum")
PLENTY = 1 << 30  # buffers
SYSA, SYSB = Image("SYSA"), Image("SYSB")


def finding(obj: str, delay: float = 0.0, product: str = "", **more) -> Finding:
    values = {
        "check": "c",
        "object": thing(product or ("mq" if "." in obj else "zos"), obj),
        "severity": Severity.WARNING,
        "kind": Kind.SHORTAGE,
        "claim": f"{obj} is short.",
        "delay_seconds": delay,
    }
    return Finding(**values | more)


def change(name: str, pool: int, count: int = 0, *, step: int = 1, fixes: int = 0, of: int = PLENTY):
    return Change(
        subsystem=subsystem("mq", name),
        setting=f"pool {pool}",
        knob=knob_id("mq", f"{name}.{pool}"),
        step=step,
        command=f"ALTER BUFFPOOL({pool}) BUFFERS({of + count // PAGE})",
        undo="",
        verify="",
        verify_after="",
        storage_bytes=count,
        because=(FindingId("c", thing("mq", f"{name} pool {pool}")),),
        effect="It helps.",
        fixes_bytes=fixes,
    )


def knob(name: str, pool: int, *, backed: bool = True, size: int = PLENTY, takes=None) -> Knob:
    return Knob(
        id=knob_id("mq", f"{name}.{pool}"),
        object=thing("mq", f"{name} pool {pool}"),
        unit="buffers",
        unit_bytes=PAGE,
        size=size,
        smallest=1,
        largest=2 * size,
        fixed=True,
        backed=backed,
        takes=takes,
        change=lambda new: (change(name, pool, (new - size) * PAGE),),
    )


def real(image: str, free: int | None, *, reserve: int | None = None, average: bool = False) -> RealStorage:
    """Free storage of an image of unknown size, where the reserve of a dump alone has to stay free."""
    return RealStorage(
        image=Image(image),
        start=NIGHT,
        end=NIGHT.replace(hour=2),
        free=free,
        free_is_average=average,
        reserve=reserve,
        facts={"free": FREE},
    )


def needs(change: Change) -> int:
    return max(0, change.total_bytes, change.fixes_bytes)


def only(said: Observation) -> Change:
    (result,) = listed(said)
    return result


def test_a_change_that_fits_says_what_was_free_when_and_what_it_leaves():
    result = only(advised(change("SYSA.MQ1A", 1, GIB), real_storage=(real("SYSA", 8 * GIB, reserve=GIB),)))
    assert result.only_after == ""
    assert "SYSA had 8 GiB free at its minimum (2026-03-12 01:00 to 02:00)" in result.caution
    assert "7 GiB of it beyond what a dump needs" in result.caution
    assert "6 GiB are left" in result.caution
    assert result.evidence == (FREE,)


def test_a_change_that_does_not_fit_waits_for_what_is_missing_with_the_dump_reserve_and_those_before_it():
    two = (change("SYSA.MQ1A", 1, GIB), change("SYSA.MQ1A", 2, fixes=2 * GIB, step=2))
    first, other = listed(advised(*two, real_storage=(real("SYSA", GIB, reserve=3 * GIB),)))
    assert first.only_after == "3 GiB are given back on SYSA"
    assert other.only_after == "5 GiB are given back on SYSA"
    assert "2 GiB less than a dump needs" in first.caution


def test_on_a_system_that_is_short_nothing_is_advised_now_however_much_was_free():
    text = advised(
        change("SYSA.MQ1A", 1, GIB),
        change("SYSB.MQ1B", 1, GIB),
        findings=(finding("SYSA"),),
        real_storage=(real("SYSA", 8 * GIB), real("SYSB", 8 * GIB)),
    )
    waits = {str(item.subsystem): bool(item.only_after) for item in listed(text)}
    assert waits == {"SYSA.MQ1A": True, "SYSB.MQ1B": False}


@pytest.mark.parametrize("entries", [(), (real("SYSA", None),)])
def test_where_what_was_free_is_not_known_the_change_says_what_to_look_at(entries):
    result = only(advised(change("SYSA.MQ1A", 1, GIB), real_storage=entries))
    assert not result.only_after
    assert "this much real storage is free at its minimum" in result.caution
    assert "RMF shows it, this evidence does not" in result.caution


def test_an_average_bounds_what_was_free_and_is_never_called_a_minimum():
    fits = advised(change("SYSA.MQ1A", 1, GIB), real_storage=(real("SYSA", 2 * GIB, average=True),))
    assert "the minimum is not in this evidence" in only(fits).caution
    assert only(fits).only_after == ""
    beyond = advised(
        change("SYSA.MQ1A", 1, 3 * GIB),
        real_storage=(real("SYSA", 2 * GIB, reserve=0, average=True),),
    )
    assert only(beyond).only_after == "1 GiB are given back on SYSA"


@pytest.mark.parametrize(("backed", "waits"), [(True, False), (False, True)])
def test_what_is_given_back_makes_room_only_where_it_was_surely_real(backed, waits):
    text = advised(
        change("SYSA.MQ1A", 1, -2 * GIB),
        change("SYSA.MQ2A", 1, GIB),
        knobs=(knob("SYSA.MQ1A", 1, backed=backed),),
        real_storage=(real("SYSA", 0),),
    )
    by_subsystem = {str(item.subsystem): item for item in listed(text)}
    assert bool(by_subsystem["SYSA.MQ2A"].only_after) is waits


def test_a_limit_on_fixed_frames_holds_a_change_back_and_is_named():
    limit = Limit(id=fixed_frames(SYSA), label="fixed frames of SYSA", room=GIB, facts=(FREE,))
    text = advised(
        change("SYSA.MQ1A", 1, fixes=2 * GIB),
        real_storage=(real("SYSA", 64 * GIB),),
        limits=(limit,),
    )
    assert only(text).only_after == "there is room in the fixed frames of SYSA"


sizes = st.integers(-4 * GIB // PAGE, 4 * GIB // PAGE).map(lambda pages: pages * PAGE)
made_changes = st.lists(
    st.tuples(st.sampled_from(["SYSA.MQ1A", "SYSA.MQ2A", "SYSB.MQ1B"]), sizes, st.integers(0, 2 * GIB)),
    max_size=8,
).map(
    lambda all_: tuple(
        change(name, pool, count, fixes=0 if count else fixes, step=pool)
        for pool, (name, count, fixes) in enumerate(all_, 1)
    )
)


@given(made_changes, st.integers(0, 8 * GIB), st.integers(0, 4 * GIB), st.booleans())
def test_what_is_advised_now_never_takes_more_than_is_left_after_the_reserve(changes, free, reserve, short):
    text = advised(
        *changes,
        findings=(finding("SYSA"),) if short else (),
        knobs=tuple(knob(str(change.subsystem), int(change.knob.name)) for change in changes),
        real_storage=(real("SYSA", free, reserve=reserve), real("SYSB", free, reserve=reserve)),
    )
    result = listed(text)
    assert {item.command for item in result} == {change.command for change in changes}
    for image in (SYSA, SYSB):
        mine = [item for item in result if item.subsystem.image == image]
        now = sum(needs(item) for item in mine if not item.only_after)
        back = -sum(item.storage_bytes for item in mine if item.storage_bytes < 0)
        assert now <= max(0, free - reserve + back)
        assert not (short and image == SYSA and now)
    places = [bool(item.only_after) for item in result]
    assert places == sorted(places)  # what there is room for, then what waits


def test_the_worst_comes_first_over_all_systems_and_a_system_that_is_short_before_all():
    mq = Observation(findings=(finding("SYSA.MQ1A pool 1", 60, severity=Severity.CRITICAL),))
    db2 = Observation(findings=(finding("SYSB.DB1B BP1", 46_000, "db2"),))
    zos = Observation(findings=(finding("SYSA", severity=Severity.CRITICAL),))
    findings = ordered(grade(together((mq, db2, zos)), 86_400.0))
    assert [str(finding.object) for finding in findings] == ["SYSA", "SYSB.DB1B BP1", "SYSA.MQ1A pool 1"]


def test_what_stops_work_comes_first_then_what_is_lost_then_what_will_be_then_waste_and_no_note():
    of = {
        "SYSA.MQ1A": {"kind": Kind.WASTE, "storage_bytes": 64 * GIB},
        "SYSA.MQ1B": {"kind": Kind.SHORTAGE, "delay_seconds": 9.0},
        "SYSA.MQ1C": {"kind": Kind.RISK, "harm": Harm.SOON},
        "SYSA.MQ1D": {"kind": Kind.RISK, "harm": Harm.LOST},
        "SYSA.MQ1E": {"kind": Kind.RISK, "harm": Harm.OUTAGE},
        "SYSA.MQ1F": {"kind": Kind.NOTE, "severity": Severity.INFO},
    }
    findings = ordered(Observation(findings=tuple(finding(name, **more) for name, more in of.items())))
    assert [str(finding.object)[-1] for finding in findings] == [*"EDCBA", "F"]
    first = first_things(findings, ())
    assert [str(thing.object)[-1] for thing in first] == [*"EDC"]
    assert all(thing.do == "getpage explain c" for thing in first)
    assert [str(thing.object)[-1] for thing in first_things(findings[3:], ())] == [*"BA"]


def test_a_shortage_seen_from_elsewhere_is_said_once_and_alone_where_the_other_is_not_found():
    of = thing("mq", "SYSA.MQ1A pool 1")
    queue = finding(
        "SYSA.MQ1A queue Q", 60, in_brief="calls of queue Q", shows=Shows((of,), "buffers", itself=False)
    )
    pool = finding("SYSA.MQ1A pool 1", 50, in_brief="its use", shows=Shows((of,), "buffers"))
    both = merge_causes(Observation(findings=(queue, pool)))
    assert [(finding.claim, finding.symptoms) for finding in ordered(both)] == [
        (pool.claim, ("calls of queue Q",))
    ]
    assert [finding.same_cause for finding in ordered(both)] == [(queue.id,)]
    alone = merge_causes(Observation(findings=(queue,)))
    assert [finding.claim for finding in ordered(alone)] == [queue.claim]


def test_a_command_names_the_finding_that_reports_its_cause():
    of = thing("db2", "SYSA.DB1A BP1")
    shows = Shows((of,), "buffers")
    reads = finding("SYSA.DB1A BP1", 60, "db2", shows=shows, in_brief="reads")
    simulated = replace(advised(change("SYSA.DB1A", 1)).findings[0], object=of, check="other")
    text = merge_causes(
        Observation(findings=(reads, replace(simulated, shows=shows, in_brief="a simulation")))
    )
    assert [finding.id for finding in text.findings] == [reads.id]
    assert [item.because for item in listed(text)] == [(reads.id,)]


@pytest.fixture(scope="module")
def both():
    return sample_site.checked(), sample_site.planned()


def test_the_report_advises_nothing_now_that_the_plan_forbids(both):
    result, plan = both
    known = {budget.image: budget for budget in plan.budgets if budget.free is not None}
    assert known[SYSA].available < 0 < known[SYSB].available
    for image, budget in known.items():
        mine = [change for change in result.changes if change.subsystem.image == image and needs(change)]
        assert mine
        now = sum(needs(entry) for entry in mine if not entry.only_after and needs(entry) > LITTLE)
        assert now <= max(0, budget.available + budget.given_back)
    grown = {item.knob for item in plan.items if item.storage_bytes > 0}
    assert grown
    on_a = [change for change in result.changes if change.subsystem.image == SYSA and needs(change)]
    assert len([change for change in on_a if change.only_after]) >= 3
    # Work waits for each of the others, and all of them are small beside the reserve.
    little = [change for change in on_a if not change.only_after]
    assert all("leaves the reserve for a dump" in change.caution for change in little)
    assert all(needs(change) <= LITTLE for change in little)


def test_the_report_and_the_plan_say_the_same_of_what_is_free(both):
    result, plan = both
    [budget] = [budget for budget in plan.budgets if budget.image == SYSB]
    free = f"{budget.image} had {wording.size(budget.free)} free at its minimum"
    stays = f"of which {wording.size(budget.reserve)} (10 % of real storage) stay free"
    elsewhere = {step.change.command for step in plan.steps if step.change.command.startswith("SETXCF")}
    cautions = [
        change.caution
        for change in result.changes
        if change.subsystem.image == SYSB and needs(change) and change.command not in elsewhere
    ]
    assert cautions
    assert all(free in caution and stays in caution for caution in cautions)


def test_findings_and_changes_say_the_same_of_a_command(both):
    result, _ = both
    assert {change for finding in result.findings for change in finding.changes} == set(result.changes)
