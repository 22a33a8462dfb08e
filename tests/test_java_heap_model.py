"""What collections of another heap would cost, by the model, and what a log tells of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

import getpage
from getpage.evidence.view import StoreEvidence
from getpage.products.java.machines import jvms
from getpage.products.java.mean_cost import CollectionKind, MeanCost
from getpage.products.java.model import HeapModel
from getpage.products.java.survivors import Survivors
from java_evidence import MIB, log, write
from test_java_heaps import stops

MODEL = HeapModel(
    seconds=1000.0,
    heap=1000 * MIB,
    nursery_share=0.25,
    young=CollectionKind(100, MeanCost(0.02, 0.1), MeanCost(0.05, 0.1)),
    whole=CollectionKind(10, MeanCost(1.0, 0.1), MeanCost(3.0, 0.1)),
    explicit=None,
    live=(500.0 * MIB, 500.0 * MIB, 500.0 * MIB),
    tenured=None,
)


def test_the_model_gives_at_the_present_size_what_was_seen():
    value, low, high = MODEL.seconds_a_second(MODEL.heap, "wait")
    assert value == pytest.approx((100 * 0.02 + 10 * 1.0) / 1000)
    assert low < value < high


def test_twice_the_heap_collects_as_what_is_free_beyond_the_live_set_says():
    value, low, high = MODEL.seconds_a_second(2 * MODEL.heap, "wait")
    fewer = (750 - 500) / (1500 - 500)
    # Most of what is copied lives on: twice the nursery copies, and tenures, nearly as much a second.
    assert value == pytest.approx((2.0 / 2**0.1 + 10.0 * fewer * 2**0.4) / 1000)
    assert low < value < high


@pytest.mark.parametrize("ratio", [0.5, 2.0, 4.0])
def test_a_young_collection_costs_from_the_same_to_in_proportion_to_its_nursery(ratio):
    value, low, high = MODEL.young_seconds(ratio, "wait")
    ends = sorted((0.002 / ratio, 0.002))
    assert ends[0] < value < ends[1]
    assert low < ends[0] + 0.2 * (ends[1] - ends[0])
    assert high > ends[1] - 0.2 * (ends[1] - ends[0])


def test_what_is_known_to_live_on_is_copied_by_a_larger_nursery_too():
    lasting = replace(MODEL, survivors=Survivors(10.0 * MIB, least=0.9, most=1.0))
    value, low, high = lasting.young_seconds(4.0, "wait")
    least, most = 0.002 * (1 + 0.9 * 3) / 4, 0.002
    assert value == pytest.approx(least**0.1 * most**0.9)
    assert 0.7 * least < low < least < most < high < 1.4 * most  # runs differ
    passing = replace(MODEL, survivors=Survivors(10.0 * MIB, least=0.0, most=0.1))
    assert passing.young_seconds(4.0, "wait")[2] < 1.4 * 0.002 * (1 + 0.1 * 3) / 4


@pytest.mark.parametrize("live", [500, 600])
def test_no_collection_copies_more_than_is_alive(live):
    most = replace(MODEL, live=(live * MIB,) * 3, survivors=Survivors(400.0 * MIB, least=1.0, most=1.0))
    assert most.young_seconds(4.0, "wait")[0] == pytest.approx(0.002 * live / 400 / 4)


def collected(n: int, *, survive: int, tenured: int, old: int) -> list[str]:
    """A young collection of HotSpot's Serial collector with KB that survived and that were tenured, in a
    nursery of 17,472 KB for what is new and 2,176 for what survives.
    """
    front, at = f"GC({n})", 0.1 * (n + 1)
    before, after = (17_472 + survive + old) // 1024, (survive + old + tenured) // 1024
    return [
        f"[{at:.3f}s][info][gc,heap] {front} DefNew: {17_472 + survive}K(19648K)->{survive}K(19648K) Eden: "
        f"17472K(17472K)->0K(17472K) From: {survive}K(2176K)->{survive}K(2176K)",
        f"[{at:.3f}s][info][gc,heap] {front} Tenured: {old}K(43712K)->{old + tenured}K(43712K)",
        f"[{at:.3f}s][info][gc] {front} Pause Young (Allocation Failure) {before}M->{after}M(61M) 2.000ms",
    ]


@pytest.mark.parametrize(
    ("survive", "tenured", "least", "most"),
    [
        (1130, 1060, 2 * 1060 / 2190, 1.0),
        (1130, 106, 2 * 106 / 1236, 1.0),
        (1130, 20, 2 * 20 / 1150, 16 * 20 / 1150),
        (2175, 1060, 0.0, 1.0),  # what did not fit was tenured: it may be as young as any
        (600, 0, 0.0, 0.0),
    ],
)
def test_what_is_tenured_tells_how_much_of_what_is_copied_lives_on(tmp_path, survive, tenured, least, most):
    lines = ["[0.004s][info][gc] Using Serial"]
    for n in range(20):
        lines += collected(n, survive=survive, tenured=tenured, old=n * tenured)
    directory = write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": "\n".join(lines) + "\n"})
    [jvm] = jvms(StoreEvidence(getpage.load(directory, into=tmp_path / "store")))
    survivors = jvm.model.survivors
    assert survivors.copied == pytest.approx(1024 * (survive + tenured))
    assert (survivors.least, survivors.most) == pytest.approx((least, most))


def test_a_young_collection_that_gave_up_is_the_global_one_that_came_instead(tmp_path):
    lines = ["[0.004s][info][gc] Using Serial"]
    for n in range(0, 60, 6):
        for part in range(4):
            lines += collected(n + part, survive=1000, tenured=1000, old=20_000 + 1000 * part)
        at = 0.1 * (n + 5)
        lines += [
            f"[{at:.3f}s][info][gc] GC({n + 4}) Pause Young (Allocation Failure) 42M->42M(61M) 0.500ms",
            f"[{at + 0.02:.3f}s][info][gc] GC({n + 5}) Pause Full (Allocation Failure) 42M->20M(61M) 19.5ms",
        ]
    directory = write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": "\n".join(lines) + "\n"})
    [jvm] = jvms(StoreEvidence(getpage.load(directory, into=tmp_path / "store")))
    model = jvm.model
    assert (model.young.count, model.whole.count, model.instead) == (39, 10, 1.0)  # the first began the time
    assert (model.young.wait.mean, model.whole.wait.mean) == pytest.approx((0.002, 0.020))
    assert model.seconds_a_second(model.heap, "wait")[0] == pytest.approx(
        jvm.stops["pause_us"].sum() / 1e6 / jvm.seconds
    )


def test_fewer_collections_and_more_different_ones_make_the_interval_wider():
    def width(**said):
        _, low, high = replace(MODEL, **said).seconds_a_second(2 * MODEL.heap, "wait")
        return high - low

    assert width(whole=CollectionKind(3, MeanCost(10 / 3, 0.1), None)) > 1.2 * width()
    assert width(whole=CollectionKind(10, MeanCost(1.0, 1.0), None)) > 1.2 * width()


def test_processor_time_in_steps_is_known_no_better_than_by_their_number():
    few = replace(
        MODEL, whole=None, young=CollectionKind(100, MeanCost(0.02, 0.1), MeanCost(0.0002, 49.0, 0.01))
    )
    value, low, high = few.seconds_a_second(few.heap, "cpu")  # two steps of 10 ms in 100 collections
    assert value == pytest.approx(0.02 / 1000)
    assert low < 0.5 * value < 2 * value < high


def test_collections_that_waited_for_processors_stop_for_no_time_that_another_hour_would_have_again():
    waited = replace(
        MODEL, young=CollectionKind(100, MeanCost(0.02, 0.1, queued=0.5), MeanCost(0.01, 0.1)), whole=None
    )
    value, low, high = waited.seconds_a_second(MODEL.heap, "wait")
    alone = replace(waited, young=CollectionKind(100, MeanCost(0.02, 0.1), None)).seconds_a_second(
        MODEL.heap, "wait"
    )
    assert value == alone[0]
    assert low < 0.7 * value  # hardly any of it
    assert high > 1.7 * value  # three times as much
    assert alone[2] - alone[1] < 0.6 * (high - low)


@pytest.mark.parametrize(("cpu", "queued"), [(60.0, 0.0), (5.0, 0.75)])
def test_a_log_says_how_much_of_a_stop_was_no_processor_time(tmp_path, cpu, queued):
    directory = write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": log(stops(old=600, cpu=cpu))})
    [jvm] = jvms(StoreEvidence(getpage.load(directory, into=tmp_path / "store")))
    assert jvm.model.young.wait.queued == pytest.approx(queued, abs=0.08)


@pytest.mark.parametrize("measure", ["wait", "cpu"])
def test_a_larger_heap_never_costs_more_by_the_model_and_bounds_hold_it(measure):
    sizes = range(700 * MIB, 4000 * MIB, 100 * MIB)
    result = [MODEL.seconds_a_second(size, measure) for size in sizes]
    assert all(low <= value <= high for value, low, high in result)
    assert [item[0] for item in result] == sorted((item[0] for item in result), reverse=True)


def test_where_no_global_collection_was_seen_smaller_heaps_are_told_of_as_long_as_what_was_tenured_fits():
    seen = replace(MODEL, whole=None, live=None, old=30.0 * MIB)
    assert seen.smallest == pytest.approx((30 * 1000 / 0.75) ** 0.5 * MIB, rel=1e-6)
    assert replace(seen, old=None).smallest == seen.heap
    assert seen.seconds_a_second(seen.smallest, "wait")[0] > seen.seconds_a_second(seen.heap, "wait")[0]


def test_in_a_heap_too_small_for_what_is_tenured_every_collection_is_a_global_one():
    # 500 MiB are alive, and a young collection tenures 60 MiB, for which a heap of 760 MiB has no room.
    tight = replace(MODEL, tenured=6.0 * MIB, survivors=Survivors(80.0 * MIB, least=1.0, most=1.0))
    roomy = replace(tight, tenured=0.06 * MIB)
    size = 760 * MIB
    fills = 100 / 0.76
    stopped = tight.seconds_a_second(size, "wait")[0]
    # Never more of them than times that the nursery is full.
    assert 0.8 * fills * 0.76**0.5 / 1000 < stopped <= fills / 1000
    assert roomy.seconds_a_second(size, "wait")[0] < 0.7 * stopped


def test_survivors_that_no_longer_fit_are_tenured_and_bring_global_collections_sooner():
    fits = Survivors(12.0 * MIB, least=0.0, most=0.3, kept=10.0 * MIB, space=100.0 * MIB)
    full = Survivors(12.0 * MIB, least=0.0, most=0.3, kept=10.0 * MIB, space=11.0 * MIB)
    costs = [
        replace(MODEL, tenured=0.2 * MIB, survivors=survivors).seconds_a_second(750 * MIB, "wait")[0]
        for survivors in (fits, full)
    ]
    assert costs[1] > 1.3 * costs[0]


def test_g1_collects_by_what_is_free_beyond_what_is_alive():
    regional = replace(MODEL, is_regional=True, live=(200.0 * MIB,) * 3)
    fixed = replace(regional, is_regional=False)
    smaller = [model.young_seconds(1.0, "wait")[0] for model in (regional, fixed)]
    assert smaller[0] == smaller[1]
    assert regional._nursery(500 * MIB) == pytest.approx(300 / 800)
    assert fixed._nursery(500 * MIB) == 0.5
