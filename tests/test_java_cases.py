"""Published cases of Java heaps, from evidence through the command line, with their figures and others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import getpage
import zos_records
from getpage.cli.app import run_command
from getpage.contract.storage import LEAST_KEPT
from getpage.core.errors import GetpageError
from java_evidence import MIB, log, stop, write
from test_java_heaps import GLOBAL, stops
from test_java_room import LFAREA

SEED = Path(__file__).parent / "data" / "seeds" / "was-day-trader.csv"


def told(capsys, *arguments: object) -> dict:
    """What a command says, as JSON."""
    assert run_command([*map(str, arguments), "--format", "json"]) in (0, 1)
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("hours", "percent"),
    [
        ((3.62, 3.2, 3.04, 2.93, 2.69, 2.55), (11.60, 16.02, 19.06, 25.69, 29.56)),
        ((4.0, 3.0, 2.5, 2.0, 1.8, 1.0), (25.0, 37.5, 50.0, 55.0, 75.0)),
    ],
)
def test_cpu_hours_of_heaps_are_so_much_below_the_first(tmp_path, capsys, hours, percent):
    rows = SEED.read_text().splitlines()
    result = [
        ",".join([*row.split(",")[:4], f"{spent:.2f}", f"{less:.2f}" if less else "Baseline"])
        for row, spent, less in zip(rows[2:], hours, (None, *percent), strict=True)
    ]
    table = tmp_path / "runs.csv"
    table.write_text("\n".join([*rows[:2], *result]) + "\n")
    proof = told(capsys, "prove", table, "--base", "1")
    actual = [difference for difference in proof["differences"] if "CPU Hours" in difference["title"]]
    assert [-item["change_percent"]["value"] for item in actual] == pytest.approx(percent, abs=0.005)
    assert {item["verdict"] for item in actual} == {"better"}
    assert {item["verdict"] for item in proof["printed"]} == {"rounding"}


@pytest.mark.parametrize(
    ("machines", "most", "each"), [(1, 2040, 1), (2, 2040, 1), (10, 2040, 1), (3, 6144, 3)]
)
def test_heaps_in_small_pages_get_2_gb_pages_with_what_was_measured_and_the_frames(
    tmp_path, capsys, machines, most, each
):
    def quiet(machine):
        sizes = {"heap": most, "nursery": 1300, "room": 1000, "old": 500 + machine}
        return [stop(n, interval=30_000.0, second=30.0 * n, **sizes) for n in range(1, 30)]

    size = {"maxHeapSize": hex(most * MIB), "initialHeapSize": hex(most * MIB)}
    logs = {f"WEB{n}@SYSA__gc__log": log(quiet(n), **size) for n in range(machines)}
    directory = write(tmp_path / "logs", **logs)
    (directory / "lfarea.txt").write_text(LFAREA.format(there=0, free=0, used=0))
    zos_records.write(directory / "zos.smf", [zos_records.smf71("SYSA", n) for n in range(4)])
    text = told(capsys, "check", directory, "--system", "SYSA")
    claims = [finding["claim"] for finding in text["findings"] if finding["check"] == "java-heap-pages"]
    assert len(claims) == machines
    assert set(claims) == {"Larger pages gained 7 to 13 % in published measurements."}
    commands = [change["command"] for change in text["changes"]]
    assert commands.count("-Xlp:objectheap:pagesize=2G,nonpageable") == machines
    assert f"LFAREA=(1M=(64),2G=({machines * each}))" in commands
    # Below 2 GB references are not shifted: nothing is said against them.
    assert not [finding for finding in text["findings"] if finding["check"] == "java-references"]


def test_what_pages_and_heaps_gained_elsewhere_stands_beside_a_forecast(tmp_path, capsys):
    directory = write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": log(stops(old=600))})
    text = told(capsys, "forecast", directory, "--change", "WEB1.HEAP=2048")
    [table] = [table for table in text["tables"] if "gained" in table["title"]]
    gains = {tuple(row[1:3]) for row in table["rows"]}
    assert {row[2] for row in table["rows"]} >= {"7 to 13 %", "0 to 4 %", "4 to 5 %", "3 %"}, gains


@pytest.mark.parametrize(("old", "interval"), [(740.0, 10_000.0), (600.0, 400.0)])
def test_a_log_says_whether_heap_and_nursery_are_too_small_and_what_larger_ones_bring(
    tmp_path, capsys, old, interval
):
    result = stops(200, every=20, interval=interval, old=old)
    directory = write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": log(result)})
    text = told(capsys, "check", directory)
    checks = {finding["check"] for finding in text["findings"]}
    stopped = (190 * 0.020, 10 * 0.900)
    seconds = 200 * interval / 1000
    assert ("java-nursery-small" in checks) is (stopped[0] / seconds > 0.03)
    assert ("java-heap-small" in checks) is (old > 0.7 * 1024 or stopped[1] / seconds > 0.05)
    forecast = told(capsys, "forecast", directory, "--change", "WEB1.HEAP=2048")
    [wait] = [
        figure
        for figure in forecast["figures"]
        if figure["name"] == "wait" and figure["subject"].endswith("HEAP")
    ]
    assert wait["before"]["value"] == pytest.approx(sum(stopped) / seconds, rel=1e-6)
    # Of 9 MB copied 1 is tenured: 2 to 9 live on, and twice the nursery copies 11/9 to 18/9 as much.
    copied = (11 / 9) ** 0.1 * (18 / 9) ** 0.9 / 2
    # What a young collection tenures, and up to half more, has to be free before it.
    needed = 200 / 190 * 1.5**0.5
    fewer = (768 - old - 8 - needed) / (1536 - old - 8 - needed * 2 * copied)
    assert wait["after"]["value"] == pytest.approx(
        (stopped[0] * copied + stopped[1] * fewer * copied * 2**0.5) / seconds, rel=0.02
    )
    assert wait["after"]["low"] < wait["after"]["value"] < wait["after"]["high"]


def test_tables_of_a_heap_have_what_its_log_says(tmp_path):
    resized = '<heap-resize id="6" type="expand" space="tenure" amount="1048576" reason="x" />'
    result = [*stops(58, every=10, old=300), stop(59, more=resized), stop(60, pause=200.0)]
    directory = write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": log(result, requestedPageSize="0x100000")})
    tables = {table.title: table for table in getpage.check(directory).tables}
    heaps = tables["Heaps of Java"]
    row = dict(zip(heaps.columns, heaps.rows[0], strict=True))
    assert (row["heap of"], row["collector"], row["held MiB"], row["at most MiB"]) == (
        "SYSA.WEB1",
        "gencon",
        1024,
        1024,
    )
    assert (row["alive MiB"], row["nursery MiB"]) == (308, 256)
    assert row["nursery after %"] == pytest.approx(100 * 8 / 192, abs=0.05)
    assert row["tenure after %"] == pytest.approx(100 * 300 / 768, abs=0.05)
    assert (row["allocated MiB/s"], row["tenured MiB/s"]) == (18.4, 0.1)
    collections = tables["Collections by type and cause"]
    whole = dict(zip(collections.columns, collections.rows[0], strict=True))
    assert (whole["count"], whole["all s"]) == (60, pytest.approx(54 * 0.02 + 0.2 + 5 * 0.9))
    assert (whole["p50 ms"], whole["longest ms"], whole["p99 ms"]) == (20.0, 900.0, 900.0)
    assert row["GC CPU %"] == pytest.approx(100 * (55 * 0.06 + 5 * 2.5) / 600, abs=0.01)
    assert (row["resized"], row["pages"], row["asked for"], row["4-byte references"]) == (
        1,
        "4 KiB",
        "1 MiB",
        "yes",
    )
    nurseries = tables["What other nursery sizes save"]
    assert [row[1] for row in nurseries.rows] == [128, 256, 512, 1024]
    now = float(nurseries.rows[1][2].split()[0])
    assert now == pytest.approx(100 * (54 * 0.02 + 0.2) / 600, abs=0.01)
    assert float(nurseries.rows[2][2].split()[0]) == pytest.approx(
        now * (11 / 9) ** 0.1 * (18 / 9) ** 0.9 / 2, abs=0.01
    )


def test_a_heap_is_not_made_larger_than_references_of_4_bytes_reach(tmp_path):
    most = 40 * 1024
    result = [
        stop(n, heap=most, nursery=8192, room=6000, old=20_000, **(GLOBAL if n % 5 == 0 else {}))
        for n in range(1, 61)
    ]
    directory = write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": log(result, maxHeapSize=hex(most * MIB))})
    plan = getpage.plan(directory, add="200G", within_ledger=False)
    assert all(step.change.way.size_final <= 57 * 1024 for step in plan.steps if step.knob is not None)
    with pytest.raises(GetpageError, match="references of 4 bytes reach no farther"):
        getpage.forecast(directory, "WEB1.HEAP=60000")


@pytest.mark.parametrize("free", [900, 529])
def test_a_heap_larger_than_what_is_free_at_its_minimum_is_not_set(tmp_path, free):
    directory = write(tmp_path / "logs", **{"WEB1@SYSA__gc__log": log(stops(old=740))})
    average, least = (item * MIB // zos_records.FRAME for item in (2 * free, free))
    # Of 4 GiB a dump needs more than the tenth that always stays free.
    sizes = {
        f"total_{which}": 4 * 1024 * MIB // zos_records.FRAME for which in ("minimum", "average", "maximum")
    }
    sizes |= {f"fixed_{which}": 100_000 for which in ("minimum", "average", "maximum")}
    row = zos_records.paging(average, least, **sizes)
    short = [zos_records.smf71("SYSA", n, row) for n in range(4)]
    zos_records.write(directory / "zos.smf", short)
    changes = [change for change in getpage.check(directory).changes if change.setting == "heap size"]
    [fits] = [change.total_bytes <= free * MIB - LEAST_KEPT for change in changes]
    assert fits == (free > 600)
    assert fits or "given back on SYSA" in changes[0].only_after
