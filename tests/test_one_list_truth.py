"""Carrying out the list and looking again, over random sites that have a truth.

Nothing turns back. Where the evidence showed what a pool needs, nothing new is proposed for it; where it
could not, as with a pool that ran full, it settles within the rounds that are named below. So it is whether
each look has the evidence of its own day only, or that of all days before it too, in one store.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, Phase, given, settings

from examples import examples
from getpage.app.observe import observe
from getpage.app.window import decided
from getpage.contract.storage import FREE_SHARE_KEPT
from getpage.evidence.dictionary import load_dictionary
from getpage.evidence.load import load
from getpage.evidence.store import Store
from getpage.evidence.view import StoreEvidence
from sites_with_truth import IMAGE, Site, Table, carried_out, moved, sites
from zos_records import ONLINE

if TYPE_CHECKING:
    from collections.abc import Callable

    from getpage.plan.pipeline import Decided

# A simulation that is full is doubled while the pool is given what it proved, up to the size of the
# pool: it is there after a few doublings.
ROUNDS = 9


def settles(site: Site, look: Callable[[Site], Decided]) -> Site:
    """The site after it has settled."""
    ways: dict[str, bool] = {}
    settled, waited, shown = look(site), {}, set()
    for done in range(ROUNDS):
        sized = {
            change.knob.name: change for change in settled.changes if change.way and not change.only_after
        }
        for name, change in sized.items():
            grows = moved(change) > 0
            assert ways.setdefault(name, grows) is grows, f"{name} turned back: {change.command}"
            if done and name in shown:
                assert waited.get(name) == change.way.size_final, f"{name} is new: {change.command}"
        entered = tuple(change.command for change in settled.changes if not change.only_after)
        if not entered:
            return site
        waited = {
            change.knob.name: change.way.size_final
            for change in settled.changes
            if change.way and change.only_after
        }
        shown = site.shown
        site = replace(carried_out(site, settled), entered=(*site.entered, *entered), day=site.day + 1)
        settled = look(site)
    message = f"it does not settle: {site.entered}"
    raise AssertionError(message)


class Kept:
    """A store that has the evidence of every day that was looked at."""

    def __init__(self, directory: str) -> None:
        self.store = Store.create(Path(directory) / "store", load_dictionary([]), durable=False)

    def look(self, site: Site) -> Decided:
        with tempfile.TemporaryDirectory() as directory:
            site.write(Path(directory))
            assert not load([directory], self.store).refused
        evidence = StoreEvidence(self.store, system=IMAGE)
        return decided(evidence, observe(evidence))


few = settings(
    max_examples=examples(5),
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)


@few
@given(sites)
def test_a_list_that_was_carried_out_settles_and_nothing_turns_back(site):
    settles(site, Site.look)


@few
@given(sites)
def test_so_it_does_in_a_store_that_keeps_the_evidence_of_before(site):
    with tempfile.TemporaryDirectory() as directory:
        settles(site, Kept(directory).look)


def test_what_was_simulated_and_brought_nothing_is_not_simulated_again():
    no_use = Table(size=20_000, getpages=40_000_000, working_set=20_000, simulated=4_000, lost=8_000_000)
    site = Site(queues=(), tables=(no_use,), free=8_000_000, memory_limit=3_072, spare_2g=0)
    with tempfile.TemporaryDirectory() as directory:
        settled = settles(site, Kept(directory).look)
    assert [item for item in settled.entered if "SPSIZE" in item] == ["-ALTER BUFFERPOOL(BP1) SPSIZE(0)"]


#: Frames that every command leaves free.
STAYS_FREE = round(FREE_SHARE_KEPT * ONLINE)


def test_a_pool_that_needs_ten_times_its_size_is_there_in_seven_rounds_and_waits_where_there_is_no_room():
    needs = Table(size=20_000, getpages=40_000_000, working_set=200_000)
    for free, at_least, simulates in ((8_000_000, 200_000, False), (STAYS_FREE + 116_651, 80_000, True)):
        site = Site(queues=(), tables=(needs,), free=free, memory_limit=3_072, spare_2g=0)
        for _ in range(7):
            site = carried_out(site, site.look())
        assert not [change.command for change in site.look().changes if not change.only_after]
        [pool] = site.tables
        assert pool.size >= at_least
        assert bool(pool.simulated) is simulates, "what waits for room goes on being told"
        assert (site.free or 0) >= STAYS_FREE
