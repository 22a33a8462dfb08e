"""What plan and forecast work through grows with the objects of a site, not with how long it is looked at."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

import pytest
from benches.answers import mq
from benches.answers.stores import write_store

from getpage.app.observe import observe
from getpage.evidence.store import Store
from getpage.evidence.view import StoreEvidence
from getpage.products.common import entries

INTERVALS = 30


def observed(store):
    return observe(StoreEvidence(Store(store)))


@pytest.fixture(scope="module")
def stores(tmp_path_factory):
    """The same two queue managers with three pools each: for half an hour, and for ten times as long."""
    root = tmp_path_factory.mktemp("stores")
    collected = []
    for times in (1, 10):
        collected.append(root / f"{times}")
        write_store(collected[-1], mq.site(queue_managers=2, pools=3), intervals=times * INTERVALS)
    return collected


def values(of) -> int:
    """How many values something is made of."""
    if is_dataclass(of):
        return sum(values(getattr(of, field.name)) for field in fields(of))
    if isinstance(of, dict):
        return sum(map(values, of.values()))
    return sum(map(values, of)) if isinstance(of, (tuple, list)) else 1


def test_ten_times_the_intervals_give_plan_and_forecast_no_more_to_work_through(stores):
    short, long = map(observed, stores)
    assert len(short.knobs) == 6
    assert all(len(knob.curve.sizes) > 1 for knob in short.knobs)
    for name in ("knobs", "limits", "accounts"):
        assert values(getattr(long, name)) == values(getattr(short, name)) > 0, name
    # Which findings there are is a matter of what happened: none is made of its intervals.
    largest = [max(map(values, given.findings)) for given in (short, long)]
    assert largest[1] < 2 * largest[0]


def test_work_by_interval_is_as_many_entries_as_a_bound_allows_however_long_the_window(stores, monkeypatch):
    monkeypatch.setattr(entries, "MOST", 2 * INTERVALS)
    short, long = (observed(store).work for store in stores)
    assert [len(line) for line in short.lines] == [INTERVALS, INTERVALS]
    assert all(0 < len(line) <= 2 * INTERVALS for line in long.lines)
    assert sum(item.units for item in long) > 5 * sum(item.units for item in short)
