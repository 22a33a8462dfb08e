"""A plan adds up, stays within every limit, and proposes nothing once carried out, whatever the site."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from examples import examples
from getpage.contract.knob import Limit
from getpage.core.errors import NotEnoughEvidenceError
from getpage.core.names import LimitId
from getpage.plan import PlanSettings
from getpage.plan.offers import offer
from getpage.plan.worth import Prices, Weights
from plan_site import DB1A, FIXED_FRAMES, GIB, PAGE, grown_and_fixed, knob, page_fixed, plan, sizes

curves = st.dictionaries(st.integers(1, 5000), st.floats(0, 5000), min_size=2, max_size=6).map(
    lambda found: dict(zip(sorted(found), sorted(found.values(), reverse=True), strict=True))
)


SHARED = [LimitId(DB1A, "a"), LimitId(DB1A, "b"), FIXED_FRAMES.id]


@st.composite
def sites(draw):
    collected = []
    for number in range(draw(st.integers(1, 5))):
        reads = draw(curves)
        size = draw(st.sampled_from(sorted(reads)))
        most = draw(st.sampled_from([1 << 30, size, max(1, size // 2)]))
        limits = draw(st.sets(st.sampled_from(SHARED)).map(tuple))
        pageable = FIXED_FRAMES.id not in limits and draw(st.booleans())
        in_one = draw(st.booleans())
        fix = grown_and_fixed(f"BP{number}", size) if in_one else page_fixed(f"BP{number}")
        collected.append(
            knob(
                f"BP{number}",
                size,
                reads,
                smallest=1,
                largest=most,
                limits=limits,
                backed=draw(st.booleans()),
                fix=fix if pageable else None,
                fix_sets_size=in_one,
            )
        )
    limits = [Limit(id=name, label=str(name), room=draw(st.integers(-500, 5000)) * PAGE) for name in SHARED]
    return collected, limits, draw(st.integers(0, 9000)), draw(st.integers(0, 5000))


@settings(max_examples=examples(150))
@given(sites())
def test_a_plan_never_goes_beyond_the_ledger_or_a_limit_and_adds_up(site):
    knobs, limits, free, reserve = site
    result = plan(*knobs, free=free, reserve=reserve, limits=limits)
    [budget] = result.budgets
    counted = [item.counted_bytes for item in result.items]
    assert budget.taken - budget.given_back == sum(counted)
    assert budget.taken == 0 or budget.left >= 0
    assert budget.available == (free - reserve) * PAGE
    for use, limit in zip(result.limits, limits, strict=True):
        grown = [
            item.storage_bytes
            for item in result.items
            for knob in knobs
            if knob.id == item.knob and limit.id in knob.limits
        ]
        fixed = sum(step.change.fixes_bytes for step in result.steps) if limit.id == FIXED_FRAMES.id else 0
        assert use.taken == sum(grown) + fixed
        assert fixed == 0 or use.left >= 0
        assert use.left >= min(0, limit.room) or use.taken <= 0
        if limit.room < 0:
            assert all(count <= 0 for count in grown) or use.left >= 0
    for item in result.items:
        first = next(knob for knob in knobs if knob.id == item.knob)
        assert min(first.smallest, first.size) <= item.size_after <= max(first.largest, first.size)
        if item.worth:
            assert item.worth.low <= item.worth.value <= item.worth.high


@settings(max_examples=examples(25))
@given(sites(), st.sampled_from([1, 4095]))
def test_less_than_a_page_that_is_added_gives_nothing_and_never_more_than_a_page(site, added):
    knobs, limits, free, reserve = site

    def given_by(more: int) -> tuple[dict[str, int], float]:
        settings = PlanSettings(add=more)
        result = plan(*knobs, free=free, reserve=reserve, limits=limits, asked=settings)
        return sizes(result), result.worth.value + result.gap if result.worth else 0.0

    assert given_by(added) == given_by(0)
    assert given_by(added)[1] <= given_by(4096)[1] * (1 + 1e-6) + 1e-6


def test_what_fits_no_size_goes_to_those_that_change_anyway():
    """BP1 needs 100 of the 900 pages that BP0 gives back at the next size of its curve. Of 50 pages that no
    size fits into BP2, which stays, gets none: they may save nothing there.
    """
    gives, gets = knob("BP0", 1000, {100: 3.0, 1000: 2.0}), knob("BP1", 100, {100: 90.0, 200: 0.0})
    stays = knob("BP2", 100, {100: 50.0, 1000: 0.0})
    assert sizes(plan(gives, gets)) == {"BP0": 900, "BP1": 200}
    assert sizes(plan(gets, stays, free=150)) == {"BP1": 200}


def test_a_size_that_nothing_grows_to_is_no_size_to_shrink_to():
    """Of 90 pages two pools need 89 and 2 more for all that they gain; 2 of 3 buffers may gain nothing."""
    first, second = knob("BP0", 1, {1: 2.0, 90: 0.0}), knob("BP1", 1, {1: 2.0, 3: 0.0})
    assert sizes(plan(first, second, free=90)) == {"BP1": 3}
    assert not plan(first, replace(second, size=3), free=88).items


_UNDER_A = {"limits": (SHARED[0],), "backed": True}
#: BP2 has to give back a page, or all but one: what 319 pages of it save is as unknown on the way up.
WIDE_APART = (
    [
        knob("BP0", 318, {1: 12, 2: 7, 318: 7, 320: 0}, **_UNDER_A),
        knob("BP1", 558, {1: 31, 2: 31, 3: 19, 558: 9, 1093: 0, 1094: 0}, **_UNDER_A),
        knob("BP2", 320, {1: 8, 2: 5, 3: 2, 320: 0}, **_UNDER_A),
    ],
    [Limit(id=SHARED[0], label="a", room=218 * PAGE)],
    853,
    0,
)


@settings(max_examples=examples(150))
@given(sites())
@example(WIDE_APART)
def test_a_plan_that_was_carried_out_proposes_nothing_new(site):
    knobs, limits, free, reserve = site
    result = plan(*knobs, free=free, reserve=reserve, limits=limits)
    after = {item.knob: item.size_after for item in result.items}
    fixed = {step.knob for step in result.steps if step.change.fixes_bytes}
    then = [
        replace(
            knob,
            size=after.get(knob.id, knob.size),
            fix=None if knob.id in fixed else knob.fix,
            limits=(*knob.limits, *([FIXED_FRAMES.id] if knob.id in fixed else [])),
        )
        for knob in knobs
    ]
    left = [replace(limit, room=use.left) for limit, use in zip(limits, result.limits, strict=True)]
    [budget] = result.budgets
    try:
        again = plan(*then, free=budget.left // PAGE + reserve, reserve=reserve, limits=left)
    except NotEnoughEvidenceError:  # nothing is wasted any more, and nothing else was known
        return
    assert not again.steps


@settings(max_examples=examples(150))
@given(sites(), st.floats(0, 1e6))
def test_where_storage_abounds_every_pool_has_the_size_that_brings_most_beyond_the_least_worth(site, least):
    knobs = [replace(element, limits=()) for element in site[0] if element.size <= element.largest]
    assume(knobs)
    result = plan(*knobs, free=1 << 34, asked=PlanSettings(least=least))
    given_to = {item.knob: item.size_after for item in result.items}
    each = Prices((), None)
    for entry in knobs:
        offered = offer(entry, protected=False)
        worth = offered.worth(each.each(entry, Weights())) - (offered.sizes != entry.size)
        worth -= least * np.maximum(0, offered.sizes - entry.size) * PAGE / GIB
        place = int(offered.sizes.searchsorted(given_to.get(entry.id, entry.size)))
        assert worth[place] >= worth.max() - 1e-6 * max(1.0, worth.max())
