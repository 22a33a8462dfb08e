"""Before and after in evidence: normalised work, noise, mix, parts, and the forecaster's record."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import getpage
from getpage import prove
from getpage.demo import write_site
from getpage.errors import GetpageError, NotEnoughEvidenceError
from getpage.evidence.store import Store
from getpage.forecast.file import forecast_json
from getpage.prove import classes, measures, noise, ratio
from getpage.prove.page import prove_html
from getpage.prove.record import calibration, keep, record
from getpage.prove.score import scores
from getpage.prove.series import pictures
from getpage.prove.storage import knobs
from getpage.result import Estimate
from getpage.result.forecast import Figure, Forecast, Load
from getpage.result.prove import Proof, Side, Verdict
from getpage.systems.interface import Consumer, SizeCurve, SizePoint, Spent, Work

if TYPE_CHECKING:
    from collections.abc import Iterator

SEEDS = Path(__file__).parent / "data" / "seeds"
START = datetime(2026, 5, 12, 9)
TOO_SMALL = """-MQ call-         N    ET    CT  Susp  LOGW  PSET
Get      :   949070    39     9    30     0    29
Put      :   949070    14     8     5     0
Maximum depth encountered 10000
"""
LARGE_ENOUGH = """-MQ call-         N    ET    CT  Susp  LOGW  PSET
Get      :  1063808    10     9     0     0     0
Put      :  1063808    10     9     0     0
Maximum depth encountered 10000
"""


def work(
    seconds_each: float, *, count: int = 32, seed: int = 1, start: datetime = START, **columns: float
) -> list[Work]:
    """Intervals of a member whose commits take about so long; 5 % noise that depends on its neighbour."""
    random = np.random.default_rng(seed)
    made, last = [], 0.0
    for i in range(count):
        last = 0.5 * last + random.standard_normal()
        units = 1000.0 * (1 + 0.2 * random.random())
        each = seconds_each * (1 + 0.05 * last)
        made.append(
            Work(
                system="db2",
                subsystem="DB1A",
                zos="SYSA",
                start=start + i * timedelta(minutes=15),
                seconds=900.0,
                unit="commits",
                units=units,
                reads=units * columns.get("reads", 4.0),
                cpu_seconds=units * each,
                elapsed_seconds=units * each * 5,
            )
        )
    return made


@pytest.fixture(scope="module")
def mp1b(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    directory = tmp_path_factory.mktemp("mp1b")
    paths = directory / "before.txt", directory / "after.txt"
    for path, text in zip(paths, (TOO_SMALL, LARGE_ENOUGH), strict=True):
        path.write_text(text)
    return paths


def test_a_larger_pool_takes_the_page_set_wait_off_mqget(mp1b: tuple[Path, Path]) -> None:
    proof = prove(*mp1b)
    found = {d.title: d for d in proof.differences}
    get, put = found["MQGET call: elapsed"], found["MQPUT call: elapsed"]
    assert get.change_percent is not None
    assert put.change_percent is not None
    assert round(get.change_percent.value) == -74
    assert round(put.change_percent.value) == -29
    assert get.change_percent.low <= -75 <= get.change_percent.high  # "improved by 75%", as printed
    assert found["MQGET call: CPU"].verdict is Verdict.SAME
    wait = next(p for p in proof.parts if p.part == "page set wait" and "MQGET" in p.whole)
    assert (wait.part_difference.value, wait.whole_difference.value, wait.unit) == (-29, -29, "us")


def test_a_change_beyond_noise_is_shown_and_one_within_it_is_not() -> None:
    slower = {d.measure: d for d in measures.compare(work(0.010), work(0.012, seed=2), 0.95)}
    assert slower["CPU per unit"].verdict is Verdict.WORSE
    assert slower["response"].verdict is Verdict.WORSE
    same = {d.measure: d for d in measures.compare(work(0.010), work(0.010, seed=2), 0.95)}
    assert same["CPU per unit"].verdict is Verdict.SAME


def test_work_is_normalised_to_a_unit_so_that_a_busier_day_is_not_worse() -> None:
    usual = work(0.010, seed=3)
    busier = [
        Work(
            system=w.system,
            subsystem=w.subsystem,
            zos=w.zos,
            start=w.start,
            seconds=w.seconds,
            unit=w.unit,
            units=2 * w.units,
            reads=2 * (w.reads or 0),
            cpu_seconds=2 * (w.cpu_seconds or 0),
        )
        for w in usual
    ]
    found = {d.measure: d for d in measures.compare(work(0.010), busier, 0.95)}
    assert found["ETR"].verdict is Verdict.CHANGED
    assert found["reads"].verdict is Verdict.CHANGED
    assert found["reads per unit"].verdict is Verdict.SAME
    assert found["CPU per unit"].verdict is Verdict.SAME


def test_too_few_intervals_cannot_tell() -> None:
    found = list(measures.compare(work(0.01, count=3), work(0.02, count=3), 0.95))
    assert {d.verdict for d in found} == {Verdict.UNKNOWN}


@given(st.integers(0, 10_000), st.floats(0.5, 100), st.floats(0.1, 50))
def test_units_of_measurement_do_not_change_a_verdict(seed: int, seconds: float, units: float) -> None:
    before, after = work(0.010, seed=seed), work(0.0105, seed=seed + 1)
    pairs = [([w.cpu_seconds or 0 for w in side], [w.units for w in side]) for side in (before, after)]
    plain = [ratio.ratio(*pair) for pair in pairs]
    scaled = [ratio.ratio([seconds * x for x in a], [units * x for x in b]) for a, b in pairs]
    changes = [ratio.change_percent(*two, 0.95, "") for two in (plain, scaled)]  # type: ignore[arg-type]
    assert changes[0] is not None
    assert changes[1] is not None
    assert (changes[0].low, changes[0].high) == pytest.approx(
        (changes[1].low, changes[1].high), rel=1e-6, abs=1e-6
    )


def test_dependence_of_neighbours_widens_the_interval() -> None:
    random = np.random.default_rng(7)
    steps = random.standard_normal(96)
    walk = np.convolve(steps, np.ones(12) / 12, mode="same") * np.sqrt(12)
    alone = noise.of_mean(steps)
    together = noise.of_mean(walk)
    assert alone is not None
    assert together is not None
    assert together.half(0.95) > 2 * alone.half(0.95)


@pytest.mark.parametrize(("intervals", "rho", "least"), [(16, 0.3, 0.93), (32, 0.6, 0.92), (96, 0.6, 0.92)])
def test_intervals_hold_the_truth_about_as_often_as_they_claim(
    intervals: int, rho: float, least: float
) -> None:
    path = Path(__file__).parents[1] / "benches" / "prove_coverage.py"
    spec = importlib.util.spec_from_file_location("prove_coverage", path)
    assert spec is not None
    assert spec.loader is not None
    bench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bench)
    found = bench.coverage(intervals, rho, 200, ("getpage", "independent"))
    assert found["getpage"][0] >= least
    assert found["independent"][0] < found["getpage"][0]


def calls(name: str, count: float, each: float, *, start: datetime = START) -> Iterator[Spent]:
    random = np.random.default_rng(len(name))
    for i in range(16):
        units = count * (1 + 0.1 * random.random())
        yield Spent(
            system="mq",
            subsystem="QM1",
            kind="MQGET call",
            name=name,
            units=units,
            elapsed=units * each * (1 + 0.02 * random.standard_normal()),
            parts={"CPU": units * 5e-6},
            start=start + i * timedelta(minutes=15),
        )


def test_a_mix_that_moved_is_named_and_does_not_fool_the_verdict() -> None:
    """Simpson: each queue is 10 % faster, but far more of the work is of the slow one."""
    before = [*calls("FAST", 9000, 10e-6), *calls("SLOW", 1000, 100e-6)]
    after = [*calls("FAST", 3000, 9e-6), *calls("SLOW", 7000, 90e-6)]
    found = classes.compare("mq.QM1", "MQGET call", classes.classes(before), classes.classes(after), 0.95)
    assert found.mix is not None
    assert not found.mix.comparable
    assert found.mix.reversed
    assert found.mix.crude > 0 > found.mix.within
    assert found.mix.crude == pytest.approx(found.mix.within + found.mix.shift)
    assert found.mix.moved_percent == pytest.approx(60, abs=2)
    elapsed = next(d for d in found.differences if d.title.endswith("elapsed"))
    assert elapsed.verdict is Verdict.BETTER
    assert elapsed.held == classes.HELD
    assert elapsed.change_percent is not None
    assert elapsed.change_percent.value == pytest.approx(-10, abs=2)


def test_the_same_mix_is_compared_as_it_came() -> None:
    before = [*calls("A", 5000, 10e-6), *calls("BB", 5000, 20e-6)]
    after = [*calls("A", 5100, 10e-6), *calls("BB", 4900, 20e-6)]
    found = classes.compare("mq.QM1", "MQGET call", classes.classes(before), classes.classes(after), 0.95)
    assert found.mix is not None
    assert found.mix.comparable
    assert {d.held for d in found.differences} == {""}


def test_a_class_that_is_new_does_not_enter_the_comparison_with_equal_mix() -> None:
    before = list(calls("A", 5000, 10e-6))
    after = [*calls("A", 5000, 10e-6), *calls("NEW", 5000, 500e-6)]
    found = classes.compare("mq.QM1", "MQGET call", classes.classes(before), classes.classes(after), 0.95)
    elapsed = next(d for d in found.differences if d.title.endswith("elapsed"))
    assert elapsed.verdict is Verdict.SAME
    assert found.mix is not None
    assert found.mix.shift > 0


def test_series_of_after_are_laid_over_those_of_before() -> None:
    made = pictures(work(0.01, count=8), work(0.01, count=10, start=START + timedelta(days=7)))
    assert {p.title for p in made} == {
        "ETR, commit rate",
        "reads per commit",
        "CPU per commit",
        "elapsed per commit",
    }
    for picture in made:
        assert len(picture.times) == 10
        assert [len(curve.values) for curve in picture.curves] == [10, 10]
        assert picture.times[0] == START + timedelta(minutes=15)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("prove")
    write_site(directory / "site")
    getpage.load(directory / "site", into=directory / "store")
    return directory / "store"


def test_two_windows_of_one_store_are_compared_without_any_change_being_claimed(site: Path) -> None:
    first = Store(site).table("mq_task_queue").select(pl.col("written").min()).collect().item()
    day = f"{first:%Y-%m-%d}T"
    proof = prove(site, before_window=f"{day}06..{day}12", after_window=f"{day}12..{day}18")
    assert proof.source == "store"
    steady = [d for d in proof.differences if d.subject.endswith("MQA2")]
    assert steady
    assert {d.verdict for d in steady} == {Verdict.SAME}
    assert all(d.runs_before >= 20 for d in steady)
    page = prove_html(proof, title="t", generated_by="g")
    assert page.count("<circle") == sum(d.change_percent is not None for d in proof.differences)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "give a second store"),
        ({"before_window": "yesterday", "after_window": ".."}, "expected FROM..TO"),
        ({"before_window": "2026-05-12T10..2026-05-12T09", "after_window": ".."}, "ends before it begins"),
        ({"before_window": "2026-05-12T10..2026-05-12T11Z", "after_window": ".."}, "local times"),
        ({"base": "x"}, "not a table"),
        ({"record_in": "nowhere"}, "--forecast"),
    ],
)
def test_windows_and_options_that_do_not_fit_are_refused(
    site: Path, options: dict[str, str], said: str
) -> None:
    with pytest.raises(GetpageError, match=said):
        prove(site, **options)  # type: ignore[arg-type]


def test_windows_without_work_end_with_3_and_say_what_would_help(site: Path) -> None:
    with pytest.raises(NotEnoughEvidenceError, match="SMF 115 with 116 class 3"):
        prove(site, before_window="..2001-01-01", after_window="2001-01-01..2001-01-02")


def figure(subject: str, name: str, unit: str, low: float, high: float) -> Figure:
    after = Estimate(label=name, unit=unit, value=(low + high) / 2, low=low, high=high, basis="curve")
    return Figure(subject=subject, name=name, unit=unit, after=after)


def saved(path: Path, *figures: Figure) -> Path:
    path.write_text(forecast_json(Forecast(source="points", level=0.9, figures=figures, assumptions=())))
    return path


def test_figures_of_a_forecast_are_scored_against_the_run_that_came(tmp_path: Path) -> None:
    file = saved(
        tmp_path / "forecast.json",
        figure("1024 GB", "itr", "/s", 1175, 1300),
        figure("1024 GB", "etr", "/s", 860, 970),
        figure("1024 GB", "response_s", "ms", 100, 300),
        figure("2048 GB", "itr", "/s", 1, 2),
    )
    proof = prove(SEEDS / "db2-pool-sizes.csv", forecast=file)
    assert [s.outcome for s in proof.scores] == ["inside", "outside", "not measured", "not measured"]
    assert proof.scores[1].actual is not None
    assert proof.scores[1].actual.value == 976
    assert proof.scores[2].note == "measured in s, forecast in ms"


def test_figures_of_runs_are_found_by_their_names_and_by_what_they_follow_from(tmp_path: Path) -> None:
    """A forecast of runs names figures as one of a site does; the table has columns."""
    figures = (
        figure("1024 GB", "ITR", "/s", 1104, 1265),
        figure("1024 GB", "CPU busy", "%", 66, 86),
        figure("1024 GB", "response", "s", 0.123, 0.406),
        figure("1024 GB", "reads per unit", "", 0.92, 0.93),
        figure("1024 GB", "CPU per unit", "s", 0.0095, 0.0099),
    )
    load = Load(subject="1024 GB", kind="closed", basis="given", processors=12)
    file = tmp_path / "forecast.json"
    made = Forecast(source="points", level=0.9, figures=figures, assumptions=(), loads=(load,))
    file.write_text(forecast_json(made))
    found = prove(SEEDS / "db2-pool-sizes.csv", forecast=file).scores
    assert [s.outcome for s in found] == ["inside"] * 5
    assert found[4].actual is not None
    assert found[4].actual.value == pytest.approx(12 * 0.79 / 976)


def pool(size: int, reads: float) -> Consumer:
    return Consumer(
        id="db2.DB1A.BP1",
        system="db2",
        subsystem="DB1A",
        zos="SYSA",
        object="BP1",
        unit="buffers",
        unit_bytes=4096,
        size=size,
        smallest=0,
        largest=10**9,
        fixed=True,
        frame_bytes=4096,
        change=lambda _: (),
        curve=SizeCurve(basis="counters", points=(SizePoint(size=size, reads=reads, low=reads, high=reads),)),
    )


def test_a_pool_is_scored_by_what_it_reads_and_holds_at_its_new_size() -> None:
    before, after = pool(1000, 500.0), pool(3000, 120.0)
    forecast = Forecast(
        source="store",
        level=0.9,
        assumptions=(),
        figures=(
            figure("db2.DB1A.BP1", "reads", "/s", 100, 200),
            figure("db2.DB1A.BP1", "reads avoided", "/s", 300, 370),
            figure("db2.DB1A.BP1", "real storage", "bytes", 3000 * 4096, 3000 * 4096),
        ),
    )
    proof = Proof(source="store", level=0.95, before=Side(label="b"), after=(Side(label="a"),))
    assert [s.outcome for s in scores(forecast, proof, [before], [after])] == ["inside", "outside", "given"]
    assert [(k.before, k.after) for k in knobs([before], [after])] == [(1000, 3000)]


def test_cpu_is_split_by_processor_where_the_evidence_tells() -> None:
    before = [replace(w, ziip_seconds=0.3 * (w.cpu_seconds or 0)) for w in work(0.010)]
    after = [replace(w, ziip_seconds=0.6 * (w.cpu_seconds or 0)) for w in work(0.010, seed=2)]
    found = {d.measure: d for d in measures.compare(before, after, 0.95)}
    assert found["CPU per unit"].verdict is Verdict.SAME
    assert found["general CPU per unit"].verdict is Verdict.BETTER
    assert found["zIIP CPU per unit"].verdict is Verdict.CHANGED


def test_reads_avoided_and_cpu_saved_follow_from_what_was_measured() -> None:
    before, after = work(0.010, reads=4.0), work(0.009, seed=2, reads=1.0)
    proof = Proof(
        source="store",
        level=0.95,
        before=Side(label="b"),
        after=(Side(label="a"),),
        differences=tuple(measures.compare(before, after, 0.95)),
    )
    forecast = Forecast(
        source="store",
        level=0.9,
        assumptions=(),
        figures=(
            figure("db2.DB1A", "reads avoided", "/s", 3.0, 4.5),
            figure("db2.DB1A", "CPU saved", "s/s", 0.0, 0.01),
            figure("db2.DB1A", "reads per unit", "", 0.9, 1.1),
        ),
    )
    assert [s.outcome for s in scores(forecast, proof)] == ["inside", "inside", "inside"]


def test_scores_are_kept_once_and_the_record_tells_how_well_intervals_hold(tmp_path: Path) -> None:
    store = Store.create(tmp_path / "store")
    file = saved(
        tmp_path / "forecast.json",
        figure("1024 GB", "itr", "/s", 1175, 1300),
        figure("1024 GB", "etr", "/s", 860, 970),
    )
    for _ in range(2):
        prove(SEEDS / "db2-pool-sizes.csv", forecast=file, record_in=store.path)
    kept = record(store)
    assert kept.height == 2
    assert store.sql("select count(*) from forecast_score where outcome = 'inside'").fetchall() == [(1,)]
    (whole, *_) = calibration(kept)
    assert (whole.figure, whole.inside, whole.figures, whole.above) == ("all figures", 1, 2, 1)
    assert whole.verdict == "as claimed"  # one of two tells nothing yet


def test_a_forecaster_who_is_too_sure_is_found_out() -> None:
    rows = [
        {"figure": "etr", "probability": 0.9, "low": 1.0, "high": 2.0, "actual": 1.5, "outcome": "inside"}
    ] * 20
    rows += [
        {"figure": "etr", "probability": 0.9, "low": 1.0, "high": 2.0, "actual": 3.0, "outcome": "outside"}
    ] * 20
    (whole, _) = calibration(pl.DataFrame(rows))
    assert (whole.verdict, whole.above, whole.below) == ("too narrow", 20, 0)
    (sure, _) = calibration(pl.DataFrame(rows[:20] * 5))
    assert sure.verdict == "too wide"


def test_a_record_does_not_hinder_loading_evidence_or_reading_the_store(tmp_path: Path, site: Path) -> None:
    store = Store.create(tmp_path / "store")
    file = saved(tmp_path / "forecast.json", figure("1024 GB", "itr", "/s", 1175, 1300))
    proof = prove(SEEDS / "db2-pool-sizes.csv", forecast=file)
    assert keep(store.path, file, proof)
    evidence = tmp_path / "log.txt"
    evidence.write_text(TOO_SMALL)
    getpage.load(evidence, into=store.path)
    assert "mq_call_average" in store.tables()
    result = getpage.check(store.path)
    assert result.sources
    hits, figures = (table for table in result.tables if table.title.startswith("Forecast and proof"))
    assert hits.rows[0][:4] == ("all figures", "90 %", 1, 1)
    assert figures.rows[0][1:3] == ("1024 GB", "itr")
    assert "Forecast and proof" in getpage.report.html(result, title="t", generated_by="t")
    assert not any("Forecast and proof" in t.title for t in getpage.check(evidence).tables)
    plain = json.loads(forecast_json(Forecast(source="points", level=0.9, figures=(), assumptions=())))
    assert plain["kind"] == "forecast"
    assert site.is_dir()


def test_the_command_keeps_scores_and_shows_the_record(tmp_path: Path, mp1b: tuple[Path, Path]) -> None:
    stores = [tmp_path / "old", tmp_path / "new"]
    for path, store in zip(mp1b, stores, strict=True):
        getpage.load(path, into=store)
    file = saved(tmp_path / "f.json", figure("mq", "MQGET call: elapsed", "us", 8, 12))

    def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        command = [str(Path(sys.executable).with_name("getpage")), "prove", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, check=False, text=True)

    assert run("--record", stores[1]).returncode == 3
    done = run(*stores, "--forecast", file)
    assert done.returncode == 0, done.stderr
    assert "page set wait explains 29 us of 29 us" in done.stdout
    shown = run("--record", stores[1])
    assert shown.returncode == 0, shown.stderr
    assert "Calibration" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 100
    plain = json.loads(run("--record", stores[1], "--format", "json").stdout)
    assert [one["outcome"] for one in plain["figures"]] == ["inside"]
    assert run(stores[0]).returncode == 2
