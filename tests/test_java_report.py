"""The report of a log of garbage collection: each figure as another count of the same log has it."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from statistics import quantiles

import pytest

import getpage
import sample_site
import zos_records
from getpage import report
from getpage.report.common.screen import Extent, Screen
from java_evidence import MIB, log, stop, write
from test_prove_itr import CPS, ZIIPS, smf70

SAMPLES = Path(__file__).parent.parent.parent / "shared" / "samples" / "gc"
HEADS = ("p50 ms", "p95 ms", "p99 ms", "longest ms")


def named(result, title):
    """Rows of a table, by the names of its columns."""
    [table] = [table for table in result.tables if table.title == title]
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def report_of(tmp_path, stops, **settings):
    return getpage.check(write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": log(stops, **settings)}))


def test_throughput_and_percentiles_are_those_of_all_pauses(tmp_path):
    result = report_of(tmp_path, (stop(n, pause=float(n), promoted=2) for n in range(1, 101)))
    [heap] = named(result, "Garbage collection in short")
    cuts = quantiles(range(1, 101), n=100, method="inclusive")
    assert [heap[head] for head in HEADS] == [round(cuts[n - 1], 1) for n in (50, 95, 99)] + [100.0]
    assert heap["throughput %"] == pytest.approx(100 * (1 - 5.05 / 1000))
    assert heap["allocated MiB/s"] == 18.4  # 184 MiB in 10 s


def test_collections_are_told_apart_by_type_and_cause_with_what_they_reclaimed(tmp_path):
    asked = '<sys-start reason="explicit" id="2" />'
    stops = [stop(n) for n in range(1, 9)]
    stops += [stop(9, kind="global", cause=asked, pause=700.0), stop(10, kind="global", pause=400.0)]
    whole, *types = named(report_of(tmp_path, stops), "Collections by type and cause")
    assert (whole["type"], whole["count"], whole["all s"]) == ("all pauses", 10, pytest.approx(1.26))
    assert [(row["type"], row["cause"], row["count"], row["all s"]) for row in types] == [
        ("global", "system explicit", 1, 0.7),
        ("global", "allocation failure nursery", 1, 0.4),
        ("scavenge", "allocation failure nursery", 8, 0.16),
    ]
    assert [row["reclaimed MiB"] for row in types] == [184, 184, 8 * 184]  # 192 MiB of the nursery to 8
    assert whole["longest at"] == "2026-03-12 09:01:30"


def test_more_causes_than_anybody_reads_are_summed(tmp_path):
    stops = [stop(n, cause=f'<af-start id="0" type="area {n}" />') for n in range(1, 61)]
    rows = named(report_of(tmp_path, stops), "Collections by type and cause")
    assert len(rows) < 25
    assert rows[-1]["type"] == "others"
    assert sum(row["count"] for row in rows[1:]) == rows[0]["count"] == 60


def test_a_log_by_itself_is_reported_in_a_line_a_heap_and_one_of_many_products_on_request(tmp_path):
    alone = report.render(
        report_of(tmp_path, [stop(1), stop(2)]), "table", screen=Screen(100), extent=Extent(top=15)
    )
    assert "Garbage collection in short" in alone
    assert re.search(r"SYSA\.WEB1 +gencon +99\.8 +20 +20 +20 +20 +18\.4", alone)
    for extent, shown in ((Extent(top=15), False), (Extent(only="SYSC.SHOP1 heap"), True)):
        text = report.render(sample_site.checked(), "table", screen=Screen(100), extent=extent)
        assert ("Garbage collection in short" in text) is shown


def test_the_picture_of_a_heap_that_leaks_rises_as_it_leaks():
    [heap] = [p for p in sample_site.checked().pictures if p.id == "java-sysc.shop1-heap-heap"]
    live = next(curve for curve in heap.curves if curve.label.startswith("live"))
    first, last = (next(v for v in values if v) for values in (live.values, live.values[::-1]))
    hours = (heap.times[-1] - datetime(2026, 11, 18, 8)).total_seconds() / 3600
    assert (last - first) / MIB == pytest.approx(60 * hours, rel=0.05)
    assert heap.thresholds[0].value == 1024 * MIB


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the real logs are not here")
@pytest.mark.parametrize("name", ["jvm-gc-10Nov2022.log", "factorization-serialgc-tip.log"])
def test_a_real_log_has_the_percentiles_that_a_script_counts_in_it(name):
    text = (SAMPLES / name).read_text()
    found = re.findall(r"GC\(\d+\) (Pause [^\n]*?)(?: (\d+)M->(\d+)M\(\d+M\))? ([0-9.]+)ms$", text, re.M)
    pauses = sorted(float(time) for *_, time in found)
    cuts = quantiles(pauses, n=100, method="inclusive")
    result = getpage.check(SAMPLES / name)
    whole, *types = named(result, "Collections by type and cause")
    known = [*(cuts[n - 1] for n in (50, 95, 99)), pauses[-1]]
    assert [whole[head] for head in HEADS] == [pytest.approx(value, abs=0.06) for value in known]
    assert whole["count"] == len(pauses)
    freed = sum(max(0, int(before) - int(after)) for _, before, after, _ in found if before)
    assert whole["reclaimed MiB"] == freed
    young = [float(time) for what, *_, time in found if what.startswith("Pause Young")]
    of_young = [row for row in types if row["type"].startswith("Pause Young")]
    assert sum(row["all s"] for row in of_young) == pytest.approx(sum(young) / 1e3, abs=0.003)


#: The scavenge of Eclipse OpenJ9's documentation, "Log examples", in its figures.
DOCUMENTED = (
    '<exclusive-start id="12392" timestamp="2020-10-18T13:35:45.000" intervalms="406.180"></exclusive-start>'
    '<af-start id="12393" totalBytesRequested="8200" type="nursery" />'
    '<cycle-start id="12394" type="scavenge" /><gc-start id="12395" type="scavenge">'
    '<mem-info free="414960320" total="1073741824"><mem type="tenure" free="414960320" total="805306368">'
    '<mem type="loa" free="40265728" total="40265728" /></mem></mem-info></gc-start>'
    '<allocation-stats totalBytes="235362176"></allocation-stats><gc-op type="scavenge" timems="11.649">'
    '<memory-copied type="nursery" bytes="6027440" /><memory-copied type="tenure" bytes="562848" />'
    '<references type="soft" candidates="24" cleared="0" /><references type="weak" cleared="269" />'
    '<references type="phantom" candidates="1" cleared="0" /></gc-op><gc-end type="scavenge" '
    'durationms="11.785" usertimems="46.278" systemtimems="0.036" activeThreads="4">'
    '<mem-info free="649473560" total="1073741824"><mem type="tenure" free="414331440" total="805306368">'
    '<mem type="loa" free="40265728" total="40265728" /></mem><pending-finalizers system="0" default="0" '
    'reference="269" /></mem-info></gc-end><exclusive-end durationms="12.319" />'
)


def test_what_was_allocated_since_a_collection_that_the_piece_has_not_gives_no_rate(tmp_path):
    """The interval is since any stop, what was allocated since the collection before: 126 hours apart."""
    stop = DOCUMENTED.replace("406.180", "76.020").replace(
        'type="nursery" />', 'intervalms="454231.812" />', 1
    )
    [short] = named(report_of(tmp_path, [stop]), "Garbage collection in short")
    assert short["allocated MiB/s"] is None


def test_the_documented_scavenge_is_reported_in_its_own_figures(tmp_path):
    result = report_of(tmp_path, [DOCUMENTED])
    [short] = named(result, "Garbage collection in short")
    assert short["throughput %"] == pytest.approx(100 * (1 - 12.319 / 406.180), abs=0.001)
    assert short["allocated MiB/s"] == pytest.approx(235_362_176 / MIB / 0.40618, abs=0.01)
    [kind, *_] = named(result, "Collections by type and cause")[1:]
    assert (kind["longest ms"], kind["CPU s"]) == (12.3, 0.046)
    assert kind["reclaimed MiB"] == round((649_473_560 - 414_960_320) / MIB, 1)
    [objects] = named(result, "Large objects, references and finalizers")
    assert [*objects.values()][1:] == [38.4, 0.0, 8200, 0, 269, 0, 0]
    [work] = named(result, "Processors of collections")
    assert work["CPU per second of pause"] == round(46.314 / 12.319, 2)  # four threads, nearly all the time


#: A collection of JDK 17 whose phases add up, with what debug prints as part of one, and two stops.
PHASES = """\
[0.010s][info][gc] Using G1
[{0}.000s][info][safepoint] Safepoint "G1CollectForAllocation", Time since last: 9 ns, Reaching safepoint: \
4000000 ns, At safepoint: 20000000 ns, Total: 24000000 ns
[{0}.000s][info ][gc,phases] GC({0})   Pre Evacuate Collection Set: 1.5ms
[{0}.000s][info ][gc,phases] GC({0})   Evacuate Collection Set: 16.0ms
[{0}.000s][debug][gc,phases] GC({0})     Merge Heap Roots: 9.0ms
[{0}.000s][info ][gc,phases] GC({0})   Other: 2.5ms
[{0}.020s][info ][gc] GC({0}) Pause Young (Normal) (G1 Evacuation Pause) 60M->20M(256M) 20.000ms
"""


def test_phases_add_up_to_their_pause_and_the_time_to_stop_is_beside_them(tmp_path):
    text = "".join(PHASES.format(n) for n in range(1, 21))
    result = getpage.check(write(tmp_path / "logs", **{"WEB1__gc__log": text}))
    rows = {row["phase"]: row for row in named(result, "Phases of collections")}
    stopping = rows.pop("stopping threads")
    assert (stopping["count"], stopping["p99 ms"], stopping["all s"]) == (20, 4.0, 0.08)
    assert sum(row["all s"] for row in rows.values()) == pytest.approx(20 * 0.020)
    assert rows["Evacuate Collection Set"]["of all phases %"] == pytest.approx(100 * 16 / 24, abs=0.05)


def test_a_log_without_dates_is_drawn_by_the_time_since_its_start_and_of_two_starts_the_last(tmp_path):
    before = "".join(PHASES.format(n) for n in range(900, 3000, 300))
    text = before + "".join(PHASES.format(n) for n in range(600, 4 * 86_400, 7200))
    result = getpage.check(write(tmp_path / "logs", **{"WEB1__gc__log": text}))
    [pauses] = [picture for picture in result.pictures if picture.title.startswith("Pauses")]
    assert pauses.times[0] == datetime(1, 1, 1, 0, 30)  # the stretch in which the first one is
    assert len(pauses.times) == len(range(600, 4 * 86_400, 7200))
    page = report.render(result, "html")
    assert "The log has no dates" in page
    assert {">0<", ">1 d<", ">2 d<", ">3 d<"} <= set(re.findall(r">[^<>]*<", page))
    assert "30 min to 94 h 30 min after start" in page


@pytest.mark.skipif(not SAMPLES.exists(), reason="real evidence is not here")
def test_a_documented_global_collection_has_the_phases_of_its_log():
    result = getpage.check(SAMPLES / "SampleIBMJ9_R28_sys_global.txt")
    rows = {row["phase"]: row["longest ms"] for row in named(result, "Phases of collections")}
    assert rows == {"mark": 58.6, "sweep": 3.2, "stopping threads": 0.124, "classunload": 0.03}


def test_a_pause_that_hardly_ran_waited_for_processors_or_pages(tmp_path):
    # P. Bajaj, "Long Class-Unloading Pauses with JDK8", blogs.oracle.com/poonam
    lines = [
        f"{10 * n}.000: [GC (Allocation Failure)  33K->5K(125952K), 0.0081120 secs]" for n in range(1, 20)
    ]
    lines += [
        "200.000: [GC (CMS Final Remark)  1393180K->1393180K(3014656K), 34.3796360 secs] "
        "[Times: user=0.92 sys=0.38, real=34.37 secs]"
    ]
    result = getpage.check(write(tmp_path / "logs", **{"WEB1__gc__log": "\n".join(lines)}))
    [pauses] = [f for f in result.findings if f.check == "java-long-pauses"]
    assert pauses.headline == "Garbage collection pauses of up to 34.4 s"
    assert pauses.claim.endswith("The longest ran on 0.04 processors: it waited for one, or for pages.")
    assert pauses.severity.value == "info"  # no collector would be shorter


def zgc(stall: float) -> str:
    """Collections every 10 s; before each, so many ms for which a thread waited."""
    lines = [
        "[0.007s][info][gc] Using The Z Garbage Collector",
        "[0.007s][info][gc,init] Heap Max Capacity: 64M",
    ]
    for n in range(1, 31):
        lines += [
            f"[{10 * n}.010s][info][gc,phases] GC({n}) Pause Mark Start 0.020ms",
            f"[{10 * n}.020s][info][gc] Allocation Stall (main) {stall:.3f}ms",
            f"[{10 * n}.025s][info][gc,ref] GC({n}) Weak References:   203   153   140",
            f"[{10 * n}.030s][info][gc] GC({n}) Garbage Collection (Allocation Stall) 64M(100%)->16M(25%)",
        ]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("stall", "severity"), [(168.9, "warning"), (2.836, "info")])
def test_threads_that_wait_for_zgc_are_events_and_a_shortage_where_they_wait_long(tmp_path, stall, severity):
    result = getpage.check(write(tmp_path / "logs", **{"WEB1__gc__log": zgc(stall)}))
    [heap] = [f for f in result.findings if f.check == "java-heap-small"]
    assert heap.headline.startswith("Threads waited for storage 30 times, ")
    assert (heap.severity.value, heap.delay_seconds) == (
        severity,
        pytest.approx(30 * stall / 1e3, abs=0.001),  # and its pauses of 20 µs
    )
    events = named(result, "What went wrong in collections")
    assert (len(events), events[0]["at"], events[0]["took ms"]) == (30, "10 s after start", stall)
    [objects] = named(result, "Large objects, references and finalizers")
    assert objects["weak cleared"] == 30 * 140
    assert any("How large should a heap of ZGC or Shenandoah be?" in gap.question for gap in result.missing)
    assert not [curve for curve in result.cost_by_size if curve.knob.subsystem.name == "WEB1"]


def test_an_object_that_finds_no_room_is_an_event_with_its_size_and_asks_for_a_heap_that_holds_it(tmp_path):
    unmet = f'<allocation-unsatisfied id="7" threadId="1" bytesRequested="{400 * MIB}" />'
    asked = '<sys-start reason="explicit" id="2" />'
    stops = [stop(1, kind="global", cause=asked), stop(2), stop(3, kind="global", more=unmet)]
    result = report_of(tmp_path, stops)  # too short for shares of time; OutOfMemoryError is none
    [heap] = [f for f in result.findings if f.check == "java-heap-small"]
    assert (heap.severity.value, heap.headline) == (
        "critical",
        "Heap was full: an allocation found no room once",
    )
    assert heap.claim.startswith("An allocation of 400 MiB without room")
    [ask] = heap.asks
    assert ask.size == round((308 + 400) / 0.55)
    [event] = named(result, "What went wrong in collections")
    assert (event["at"], event["asked for"]) == ("2026-03-12 09:00:30", 400 * MIB)


def test_a_heap_that_balanced_collects_at_once_is_named_and_one_that_it_collects_in_parts_is_not(tmp_path):
    def found(kind, pause):
        stops = [
            stop(n, kind=kind if n % 3 == 0 else "partial gc", pause=pause, old=100) for n in range(1, 61)
        ]
        result = report_of(tmp_path / kind.replace(" ", ""), stops, gcPolicy="-Xgcpolicy:balanced")
        return [f.headline for f in result.findings if f.check == "java-heap-small"]

    for kind in ("global garbage collect", "partial gc"):
        (tmp_path / kind.replace(" ", "")).mkdir()
    assert found("partial gc", 250.0) == []
    assert found("global garbage collect", 250.0) == ["Whole heap collected at once 20 times, 5 s in all"]


@pytest.mark.parametrize(
    "more",
    [
        '<references type="weak" cleared="99999999999999999999999" /><references type="x" cleared="-5" />',
        '<allocation-unsatisfied bytesRequested="nan" /><pending-finalizers system="1e9" default="" />',
        '<mem type="loa" free="9" total="3" /><gc-end activeThreads="99999999999" />',
    ],
)
def test_absurd_figures_are_left_out_and_the_rest_is_reported(tmp_path, more):
    result = report_of(tmp_path, [stop(n, more=more) for n in range(1, 13)], gcthreads="99999999999")
    assert named(result, "Collections by type and cause")[0]["count"] == 12
    assert not [gap for gap in result.missing if gap.failed]


NINES = (
    "[9999-12-31T23:59:59.010+0100][0.010s][info][gc] Using G1\n"
    "[9999-12-31T23:59:59.010+0100][2.010s][info][gc] GC(0) Pause Young (A) 60M->20M(64M) 20.000ms\n"
    "[9999-12-31T23:59:59.510+0100][3.010s][info][gc] GC(1) Pause Young (A) 60M->20M(64M) 20.000ms\n"
)


@pytest.mark.parametrize(
    "text",
    [
        NINES,
        log([stop(1).replace("2026-03-12", "9999-12-31"), stop(2), stop(3)]),
        log([stop(n, pause=0.0, cpu=0.0, interval=0.0) for n in range(1, 20)]),
    ],
)
def test_the_last_day_of_the_calendar_and_pauses_of_no_time_are_no_defect(tmp_path, text):
    result = getpage.check(write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": text}))
    assert len(named(result, "Garbage collection in short")) == 1
    assert all(picture.times for picture in result.pictures)
    assert not [gap for gap in result.missing if gap.failed]


def test_a_log_of_metronome_is_said_not_to_be_read(tmp_path):
    result = report_of(tmp_path, [], gcPolicy="-Xgcpolicy:metronome")
    assert [damage.found for damage in result.damage] == ["-Xgcpolicy:metronome"]


def test_the_planted_heap_is_named_with_its_numbers_and_the_pause_that_waited():
    result = sample_site.checked()
    heap, pauses = (
        next(f for f in result.findings if str(f.object) == f"SYSC.CACHE1 {part}")
        for part in ("heap", "collections")
    )
    assert heap.headline == "Whole heap collected at once 23 times, 2 min 27 s in all"
    assert pauses.headline == "Garbage collection pauses of up to 7.9 s"
    assert "ran on 0.04 processors" in pauses.claim
    events = [
        row for row in named(result, "What went wrong in collections") if row["heap of"] == "SYSC.CACHE1"
    ]
    assert sum(row["took ms"] for row in events) == 23 * 6400
    others = {row["heap of"] for row in named(result, "What went wrong in collections")} - {"SYSC.CACHE1"}
    assert not others  # WEB1, SHOP1 and BATCH1 are collected in their parts


def test_a_heap_on_a_system_whose_page_slots_fill_grows_after_that_has_ended():
    result = sample_site.checked()
    cautions = {str(change.knob): change.caution for change in result.changes}
    first = "Page slots of SYSC fill: end that first. Check first that this much real storage is free"
    assert cautions["SYSC.CACHE1.HEAP"].startswith(first)
    assert not any("slots" in caution for knob, caution in cautions.items() if not knob.startswith("SYSC"))


@pytest.mark.parametrize(
    ("busy", "ziips", "cause"),
    [
        (0.97, None, "while the LPAR was 97 % busy."),
        (0.4, None, "or for pages."),
        (0.4, ZIIPS, "while zIIPs were 99 % busy."),
    ],
)
def test_a_pause_that_waited_is_held_against_the_processors_of_its_lpar(tmp_path, busy, ziips, cause):
    stops = [stop(n, pause=2000.0, cpu=90.0) for n in range(1, 13)]
    text = log(stops).replace("2026-03-12T09", "2012-07-24T07")  # when the intervals of SMF 70 are
    directory = write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": text})
    beside = "IIP" if ziips else "IFL"
    zos_records.write(directory / "zos.smf", [smf70(n, busy, beside=beside) for n in range(4)])
    result = getpage.check(directory)
    [pauses] = [f for f in result.findings if f.check == "java-long-pauses"]
    assert pauses.claim.endswith(cause)
    [work] = named(result, "Processors of collections")
    assert (work["processors of the LPAR"], work["zIIPs"]) == (CPS, ziips)
    assert work["LPAR busy %"] == pytest.approx(100 * busy, abs=0.1)
    assert work["zIIP busy %"] == (pytest.approx(99, abs=0.1) if ziips else None)
    assert work["GC of both %"] == pytest.approx(100 * 12 * 0.09 / 120 / (CPS + (ziips or 0)), abs=0.01)
