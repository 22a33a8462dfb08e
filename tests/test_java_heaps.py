"""What logs of garbage collection say of a heap: from the evidence through checks, plan and ledger."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

import getpage
import zos_records
from getpage.contract.facts import value_of
from getpage.core.names import Image, Subsystem
from getpage.evidence.view import StoreEvidence
from getpage.products.common.slope import slope
from getpage.products.java.jvm import jvms, name_of
from getpage.products.java.mean_cost import CollectionKind, MeanCost
from getpage.products.java.model import HeapModel
from getpage.products.java.survivors import Survivors
from getpage.result import Severity
from getpage.result.forecast import FigureName
from java_evidence import HEAD, MIB, log, stop, write

JVM = Subsystem("java", Image("SYSA"), "WEB1")
GLOBAL = {"kind": "global", "pause": 900.0, "cpu": 2500.0, "cause": '<af-start id="0" type="tenure" />'}


def stops(count: int = 60, every: int = 10, interval: float = 10_000.0, old: float = 300, **said):
    """Scavenges with a global collection every so often."""
    return [
        stop(
            n, second=n * interval / 1000, interval=interval, old=old, **(GLOBAL if n % every == 0 else said)
        )
        for n in range(1, count + 1)
    ]


def checked(tmp_path, *made, name="WEB1@SYSA__gc__log", zos=False, **settings):
    directory = write(tmp_path / "logs", **{name: log(made, **settings)})
    if zos:
        zos_records.write(directory / "zos.smf", [zos_records.smf71("SYSA", n) for n in range(4)])
    return getpage.check(directory)


def found(result, check):
    return [finding for finding in result.findings if finding.check == check]


@pytest.mark.parametrize(
    ("file", "system", "name"),
    [
        ("logs/WEB1@SYSA.gc.log.003", "SYSA", "WEB1"),
        ("verbosegc.20260312.090000.4711.txt", None, "VERBOSEGC"),
        ("site.zip!srv/shop one_gc.log.gz", None, "SHOP-ONE"),
        ("12.log", None, "12"),
        ("@@@.log", None, "@@@"),
    ],
)
def test_a_machine_is_called_as_its_file_is_without_what_rotation_adds(file, system, name):
    assert name_of(file) == (system, name)


def test_a_heap_that_is_full_of_what_is_alive_gets_a_size_with_undo_and_verification(tmp_path):
    result = checked(tmp_path, *stops(old=740), options=("-Xms1024m", "-Xmx1024m", "-Xmn256m"))
    [finding] = found(result, "java-heap-small")
    assert finding.headline == "73 % of the heap is live after global collections"
    assert str(finding.object) == "SYSA.WEB1 heap"
    [change] = finding.changes
    assert change.undo == "-Xms1024m -Xmx1024m -Xmn256m"
    size = int(change.command.partition("-Xms")[2].partition("m")[0])
    assert size > 1024
    assert f"-Xmn{round(size / 4)}m" in change.command
    assert change.way.size_final == size
    assert "MEMLIMIT" in change.caution
    assert hex(size * MIB) in change.verify


def test_a_heap_with_room_and_short_pauses_is_left_alone(tmp_path):
    result = checked(tmp_path, *stops(old=400), pageSize="0x100000", requestedPageSize="0x100000")
    assert [finding for finding in result.findings if finding.severity is not Severity.INFO] == []
    assert {scope.what for scope in result.looked} >= {"heap with its collections", "heap with its settings"}


def test_an_allocation_that_found_no_room_is_critical(tmp_path):
    failed = stop(61, second=610, more="").replace(
        '<gc-end id="8"', '<allocation-unsatisfied id="7" /><gc-end id="8"'
    )
    [finding] = found(checked(tmp_path, *stops(), failed), "java-heap-small")
    assert finding.severity is Severity.CRITICAL


def test_young_collections_that_take_much_of_the_time_are_found(tmp_path):
    [finding] = found(
        checked(tmp_path, *stops(200, every=999, interval=500.0), zos=True), "java-nursery-small"
    )
    assert finding.headline == "Nursery too small: GC of it takes 4 % of the time"
    assert value_of(finding, "from one young collection to the next") == 0.5
    # What a larger heap would save is not established here, and no command is printed.
    assert not finding.changes


def test_what_grows_is_told_with_its_interval_and_when_the_heap_is_full(tmp_path):
    result = [
        stop(n, second=n * 600.0, interval=600_000.0, old=200 + n * 10, **(GLOBAL | {"pause": 300.0}))
        for n in range(1, 21)
    ]
    [finding] = found(checked(tmp_path, *result), "java-heap-growth")
    assert finding.headline == "Heap leaks 60 MiB/h: full in 6 h"
    around = [fact.value for fact in finding.evidence if fact.label.startswith("growth at the")]
    assert around == [60 * MIB, 60 * MIB]
    assert finding.no_command


def test_noise_around_a_level_is_no_growth():
    default_rng = np.random.default_rng(7)
    for _ in range(20):
        rate = slope(np.arange(60.0), 300e6 + default_rng.normal(0, 5e6, 60))
        assert rate.low < rate.value < rate.high
    assert slope(np.arange(5.0), np.arange(5.0)) is None


def test_a_heap_of_which_little_is_alive_gives_room_back(tmp_path):
    large = {"interval": 100_000.0, "old": 150, "heap": 4096, "nursery": 1024, "room": 768}
    whole = GLOBAL | {"pause": 90.0}
    result = [stop(n, second=n * 100.0, **(large | (whole if n % 10 == 0 else {}))) for n in range(1, 61)]
    most = {"maxHeapSize": hex(4096 * MIB), "initialHeapSize": hex(4096 * MIB)}
    [finding] = found(checked(tmp_path, *result, **most), "java-heap-large")
    [change] = finding.changes
    assert change.storage_bytes < 0
    assert change.total_bytes == -finding.storage_bytes
    # What it ends with stays: more may be alive on a day that the log does not have.
    most = int(re.search(r"-Xmx(\d+)m", change.undo)[1])
    assert change.command.startswith(f"-Xms{change.way.size_final}m -Xmx{most}m ")
    assert change.way.size_final < most
    assert "can still grow" in change.effect


def test_collections_that_the_program_asks_for_can_be_switched_off(tmp_path):
    request = [
        stop(n, second=n * 60.0, interval=60_000.0, **(GLOBAL | {"cause": '<sys-start reason="explicit" />'}))
        for n in range(1, 21)
    ]
    [finding] = found(checked(tmp_path, *request), "java-explicit-collections")
    assert [change.command for change in finding.changes] == ["-Xdisableexplicitgc"]


@pytest.mark.parametrize(
    ("got", "needed", "most", "command"),
    [
        ("0x1000", "0x1000", 1024, None),  # so small a heap is not worth a restart for it
        ("0x1000", "0x1000", 1536, "-Xlp:objectheap:pagesize=1M,pageable"),
        ("0x1000", "0x100000", 128, "-Xlp:objectheap:pagesize=1M,pageable"),
        ("0x100000", "0x80000000", 4096, "-Xlp:objectheap:pagesize=2G,nonpageable"),
        ("0x100000", "0x100000", 4096, None),
    ],
)
def test_small_pages_are_said_with_the_option_for_larger_ones(tmp_path, got, needed, most, command):
    result = checked(tmp_path, *stops(), pageSize=got, requestedPageSize=needed, maxHeapSize=hex(most * MIB))
    changes = [change.command for item in found(result, "java-heap-pages") for change in item.changes]
    assert changes == ([command] if command else [])


def test_references_of_8_bytes_and_a_heap_just_above_2_gb_are_said(tmp_path):
    (tmp_path / "a").mkdir()
    long = checked(tmp_path / "a", *stops(), compressedRefs="false")
    assert found(long, "java-references")[0].changes[0].command == "-Xcompressedrefs"
    (tmp_path / "b").mkdir()
    above = [stop(n, heap=2120, nursery=300, room=200, **(GLOBAL | {"pause": 90.0})) for n in range(1, 40)]
    result = checked(tmp_path / "b", *above, maxHeapSize=hex(2120 * MIB), compressedRefsShift="0x3")
    [finding] = found(result, "java-references")
    assert "a little above 2 GB" in finding.headline
    [change] = finding.changes
    assert change.command.startswith("-Xms2047m -Xmx2047m ")  # beyond it references would be shifted again
    assert "may still grow" not in change.effect


def test_a_second_is_long_and_another_policy_is_named_where_one_is_shorter(tmp_path):
    slow = [stop(n, **(GLOBAL | {"pause": 1500.0})) for n in range(1, 15)]
    [finding] = found(checked(tmp_path, *slow, gcPolicy="-Xgcpolicy:optthruput"), "java-long-pauses")
    assert "-Xgcpolicy:gencon" in {change.command for change in finding.changes}


def test_the_ledger_has_the_heap_once_and_a_plan_weighs_it_against_what_is_free(tmp_path):
    result = checked(tmp_path, *stops(old=740), zos=True)
    [account] = [account for account in result.accounts if str(account.of) == "SYSA.WEB1"]
    assert [(line.holder, line.bytes) for line in account.lines] == [("heap", 1 << 30), ("-Xmx", 1 << 30)]
    [image] = [account for account in result.accounts if account.of == Image("SYSA")]
    assert [line.place for line in image.lines if line.holder == "WEB1 heap"] == ["virtual"]
    plan = getpage.plan(tmp_path / "logs", add="4G", within_ledger=False)
    [item] = [item for item in plan.items if str(item.knob) == "SYSA.WEB1.HEAP"]
    assert item.cpu_saved.low <= item.cpu_saved.value <= item.cpu_saved.high
    assert item.reads_avoided is None


def test_a_larger_heap_than_real_storage_has_free_waits(tmp_path):
    result = checked(tmp_path, *stops(old=740), zos=True)
    [finding] = found(result, "java-heap-small")
    assert finding.changes[0].only_after or finding.changes[0].caution


def test_a_forecast_of_another_size_has_processor_time_and_pauses(tmp_path):
    directory = write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": log(stops(old=600))})
    forecast = getpage.forecast(directory, "WEB1.HEAP=2048")
    saved = forecast.figure(JVM, FigureName.CPU_SAVED).after
    assert 0 < saved.low < saved.value < saved.high


def test_logs_of_too_little_find_nothing_and_say_what_is_missing(tmp_path):
    directory = write(tmp_path / "logs", a__log=log([]), b__log=log([stop(1)]), c__log=HEAD)
    result = getpage.check(directory)
    assert {finding.check for finding in result.findings} <= {"java-heap-pages"}
    assert [need.subsystem for need in result.missing if "stop Java" in need.question] == ["B"]


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
    assert value == pytest.approx((2.0 / 2**0.5 + 10.0 * fewer) / 1000)
    assert low < value < high


@pytest.mark.parametrize("ratio", [0.5, 2.0, 4.0])
def test_a_young_collection_costs_from_the_same_to_in_proportion_to_its_nursery(ratio):
    value, low, high = MODEL.young_seconds(ratio, "wait")
    ends = sorted((0.002 / ratio, 0.002))
    assert ends[0] < value < ends[1]
    assert low < ends[0] + 0.1 * (ends[1] - ends[0])
    assert high > ends[1] - 0.1 * (ends[1] - ends[0])


def test_what_is_known_to_live_on_is_copied_by_a_larger_nursery_too():
    lasting = replace(MODEL, survivors=Survivors(10.0 * MIB, least=0.9, most=1.0))
    value, low, high = lasting.young_seconds(4.0, "wait")
    least, most = 0.002 * (1 + 0.9 * 3) / 4, 0.002
    assert value == pytest.approx((least * most) ** 0.5)
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


def test_a_global_collection_that_follows_a_young_one_at_once_counts(tmp_path):
    lines = ["[0.010s][info][gc] Using Serial"]
    for n in range(0, 40, 2):
        at, full = 5.0 * (n + 1), f"GC({n + 1}) Pause Full (Allocation Failure)"
        lines += [
            f"[{at:.3f}s][info][gc] GC({n}) Pause Young (Allocation Failure) 60M->60M(64M) 0.100ms",
            f"[{at + 0.9:.3f}s][info][gc] {full} 60M->50M(64M) 900.000ms",
        ]
    result = getpage.check(write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": "\n".join(lines) + "\n"}))
    [finding] = found(result, "java-heap-small")
    assert value_of(finding, "stopped by collections of the whole heap") == pytest.approx(9.5, abs=0.1)


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
    fits = Survivors(12.0 * MIB, least=0.0, most=1.0, kept=10.0 * MIB, space=100.0 * MIB)
    full = Survivors(12.0 * MIB, least=0.0, most=1.0, kept=10.0 * MIB, space=11.0 * MIB)
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
