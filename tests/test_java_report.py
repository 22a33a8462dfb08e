"""The report of a log of garbage collection: each figure as another count of the same log has it."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from statistics import quantiles

import pytest

import getpage
import sample_site
from getpage import report
from getpage.report.common.screen import Extent, Screen
from java_evidence import MIB, log, stop, write

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
