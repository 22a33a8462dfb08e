"""One list of commands: every verb names one size for a knob, nothing goes beyond what there is, and a list
that was carried out proposes nothing new.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from examples import examples
from getpage.contract.knob import Limit
from getpage.contract.observation import Observation
from getpage.contract.storage import RealStorage
from getpage.core.names import Image, KnobId, LimitId, Object, Subsystem
from getpage.plan.pipeline import decide
from getpage.result import Ask, Change, Finding, Kind, Severity
from plan_site import PAGE, knob

NIGHT = datetime(2026, 3, 12, 1)
SYSA, SYSB = Image("SYSA"), Image("SYSB")


def spelled(of: KnobId, size: int, *, step: int | None = None):
    """Sizes of a knob as commands, in steps of so many buffers."""

    def change(new: int) -> tuple[Change, ...]:
        sizes, at = [], size
        while at != new:
            at = new if step is None or abs(new - at) <= step else at + (step if new > at else -step)
            sizes.append(at)
        before = [size, *sizes]
        return tuple(
            Change(
                subsystem=of.subsystem,
                setting=of.name,
                knob=of,
                step=number,
                command=f"SET {of.name} {there}",
                undo=f"SET {of.name} {here}",
                verify="",
                verify_after="",
                storage_bytes=(there - here) * PAGE,
                because=(),
                effect="",
            )
            for number, (here, there) in enumerate(zip(before, sizes, strict=False), 1)
        )

    return change


class Pool:
    """A pool of a random site: what it has, what a curve or a rule wants of it, and where it is."""

    def __init__(self, of: KnobId, size: int, reads: dict[int, float] | None, wanted: int, **more) -> None:
        self.id, self.size, self.reads, self.wanted, self.more = of, size, reads, wanted, more

    def at(self, size: int) -> Pool:
        return Pool(self.id, size, self.reads, self.wanted, **self.more)

    @property
    def object(self) -> Object:
        return Object(self.id.subsystem, self.id.name)

    @property
    def knob(self):
        more = dict(self.more)
        step = more.pop("step")
        if step is not None:
            more["least_now"] = max(1, self.size - step)
        return replace(
            knob(self.id.name, self.size, self.reads, **more),
            id=self.id,
            object=self.object,
            # A rule that asked for a size needs it once it is there: MQ's peak, Db2's buffers in use.
            smallest=max(1, self.wanted),
            change=spelled(self.id, self.size, step=step),
        )

    @property
    def finding(self) -> Finding | None:
        """The rule wants more while it has less."""
        if self.wanted <= self.size:
            return None
        return Finding(
            check="c",
            object=self.object,
            severity=Severity.CRITICAL,
            kind=Kind.SHORTAGE,
            claim="It is short.",
            delay_seconds=float(self.wanted - self.size),
            no_command="Nobody knows.",
            asks=(Ask(knob=self.id, size=self.wanted, reached=True),),
        )


def site(pools, free, limits, *, short: bool) -> Observation:
    findings = [finding for pool in pools if (finding := pool.finding)]
    if short:
        whole = Object(Subsystem("zos", SYSA))
        findings.append(
            Finding(
                check="z", object=whole, severity=Severity.CRITICAL, kind=Kind.SHORTAGE, claim="It pages."
            )
        )
    return Observation(
        knobs=tuple(pool.knob for pool in pools),
        findings=tuple(findings),
        limits=tuple(limits),
        real_storage=tuple(
            RealStorage(
                image=image,
                start=NIGHT,
                end=NIGHT,
                free=count * PAGE,
                reserve=1_000 * PAGE,
                facts={},
            )
            for image, count in free.items()
        ),
    )


curves = st.dictionaries(st.integers(1, 5000), st.floats(0, 5000), min_size=2, max_size=5).map(
    lambda found: dict(zip(sorted(found), sorted(found.values(), reverse=True), strict=True))
)


@st.composite
def pools(draw) -> list[Pool]:
    collected = []
    for number in range(draw(st.integers(1, 6))):
        image = draw(st.sampled_from([SYSA, SYSB]))
        of = KnobId(Subsystem("db2", image, draw(st.sampled_from(["DB1A", "DB2A"]))), f"BP{number}")
        reads = draw(st.one_of(st.none(), curves))
        size = draw(st.sampled_from(sorted(reads)) if reads else st.integers(1, 5000))
        wanted = draw(st.one_of(st.just(0), st.integers(1, 8000)))
        largest = draw(st.sampled_from([1 << 30, 1 << 30, max(1, size // 3)]))
        limit = LimitId(of.subsystem, "MEMLIMIT")
        collected.append(
            Pool(
                of,
                size,
                reads,
                wanted if largest > size else 0,
                largest=largest,
                largest_because="it is idle",
                backed=draw(st.booleans()),
                step=draw(st.sampled_from([None, 500])) if largest < size else None,
                limits=draw(st.sampled_from([(), (limit,)])),
            )
        )
    return collected


def raised(limit: LimitId):
    def spell(count: int) -> tuple[int, Change]:
        subsystem = limit.owner
        change = Change(
            subsystem=subsystem,
            setting="MEMLIMIT",
            step=1,
            command=f"MEMLIMIT +{count}",
            undo="",
            verify="",
            verify_after="",
            storage_bytes=0,
            because=(),
            effect="",
            place="JCL",
        )
        return count, change

    return spell


@st.composite
def sites(draw):
    actual = draw(pools())
    free = {image: draw(st.integers(0, 12_000)) for image in (SYSA, SYSB)}
    limits = [
        Limit(
            id=limit,
            label=str(limit),
            room=draw(st.integers(0, 4000)) * PAGE,
            raised=raised(limit) if draw(st.booleans()) else None,
        )
        for limit in dict.fromkeys(LimitId(pool.id.subsystem, "MEMLIMIT") for pool in actual)
    ]
    return actual, free, limits, draw(st.booleans())


def needs(change: Change) -> int:
    return max(0, change.total_bytes, change.fixes_bytes)


@settings(max_examples=examples(200), deadline=None)
@given(sites())
def test_every_knob_stands_once_and_no_command_takes_an_image_below_its_reserve(made):
    actual, free, limits, short = made
    settled = decide(site(actual, free, limits, short=short))
    sized = [change for change in settled.changes if change.way]
    assert len({change.knob for change in sized}) == len(sized)
    by_plan = {item.knob: item.size_after for item in (*settled.plan.items, *settled.plan.later)}
    assert {change.knob: change.way.size_final for change in sized} == by_plan
    backed = {pool.id: pool.more["backed"] for pool in actual}
    for image, count in free.items():
        mine = [change for change in settled.changes if change.subsystem.image == image]
        # Of what work waits for, less than a hundredth of the reserve is not kept back for a dump.
        little = 1_000 * PAGE // 100
        taken = sum(needs(change) for change in mine if not change.only_after and needs(change) > little)
        # Only what the first step gives back is there, and only where it surely was in real storage.
        back = -sum(entry.storage_bytes for entry in mine if entry.storage_bytes < 0 and backed[entry.knob])
        assert taken <= max(0, (count - 1_000) * PAGE + back)
        assert not (short and image == SYSA and taken)
    for finding in settled.findings:
        assert bool(finding.changes) is not bool(finding.no_command)
        assert all(finding.id in change.because for change in finding.changes)
    waits = [bool(change.only_after) for change in settled.changes]
    assert waits == sorted(waits)
    # In this order what grows finds room: what it needs is free, or was given back before.
    for image, count in free.items():
        room = (count - 1_000) * PAGE
        for change in settled.changes:
            if change.subsystem.image != image or change.only_after:
                continue
            if change.storage_bytes < 0:
                room -= change.storage_bytes if backed[change.knob] else 0
            elif needs(change) > 1_000 * PAGE // 100:
                room -= needs(change)
                assert room >= 0


@settings(max_examples=examples(200), deadline=None)
@given(sites())
def test_a_list_that_was_carried_out_proposes_nothing_new_and_nothing_back(made):
    actual, free, limits, short = made
    settled = decide(site(actual, free, limits, short=short))
    raises = {change.command for change in settled.changes if change.place}
    now = {change.knob: change.way for change in settled.changes if change.way and not change.only_after}
    now |= {
        change.knob: change.way
        for change in settled.changes
        if change.way and any(r in change.only_after for r in raises)
    }
    if short:
        little = 1_000 * PAGE // 100  # what work that waits may take even there
        now = {name: way for name, way in now.items() if name.image != SYSA or way.final_bytes <= little}
    then = [pool.at(now[pool.id].size_final) if pool.id in now else pool for pool in actual]
    left = {budget.image: budget for budget in settled.plan.budgets}
    after = dict(free)
    for image, budget in left.items():
        after[image] = budget.left // PAGE + 1_000
    rooms = {use.id: use.left for use in settled.plan.limits}
    # The plan counts first steps only: the others give back as much more.
    for pool in actual:
        way = now.get(pool.id)
        if way and way.then and way.final_bytes < 0:
            after[pool.id.image] += (way.size_next - way.size_final) * pool.more["backed"]
            for limit in pool.more["limits"]:
                rooms[limit] += (way.size_next - way.size_final) * PAGE
    again = decide(
        site(
            then,
            after,
            [replace(limit, room=rooms.get(limit.id, limit.room)) for limit in limits],
            short=short,
        )
    )
    waited = {change.knob for change in settled.changes if change.way and change.only_after}
    new = {change.knob: change.way for change in again.changes if change.way and not change.only_after}
    assert not {name: way for name, way in new.items() if name not in waited}
    # Storage that ended before a pool had all that a rule asks for: the rest waits, and nothing goes back.
    rest = {change.knob: change.way for change in again.changes if change.way and change.knob not in waited}
    still_short = {pool.id for pool in then if pool.finding}
    assert rest.keys() <= still_short
    assert all(way.final_bytes > 0 for way in rest.values())


def test_what_is_critical_and_brings_less_than_the_least_worth_says_why_it_is_given():
    of = KnobId(Subsystem("db2", SYSA, "DB1A"), "BP1")
    pool = Pool(of, 1_000, {1_000: 10.0, 500_000: 9.0}, 100_000, largest=1 << 30, backed=True, step=None)
    settled = decide(site([pool], {SYSA: 2_000_000}, (), short=False))
    [item], [change] = settled.plan.items, settled.changes
    assert change.way.size_final == item.size_after == 100_000
    assert item.worth.value > 0
    for why in (item.because, change.effect):
        assert "below the minimum of 3.6 (--least)" in why
        assert "given because the finding is critical" in why
