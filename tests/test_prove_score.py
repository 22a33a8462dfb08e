"""Forecasts are scored against what came, and the record tells how well their intervals hold."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import polars as pl
import pytest

import getpage
import in_process
from getpage import prove, report
from getpage.evidence.store import Store
from getpage.prove import measures
from getpage.prove.record import calibration, keep, kept_scores
from getpage.prove.score import scores
from getpage.prove.windows import knob_changes
from getpage.report.prove.words import score_sentences
from getpage.result.forecast import ArrivalModel, Forecast, RequestedSize
from getpage.result.prove import Proof, Side
from named import knob_id
from prove_evidence import SEEDS, TOO_SMALL, figure, mp1b_reports, pool, saved, site_store, work

if TYPE_CHECKING:
    from pathlib import Path

    from getpage.core.names import Subject

POOL = knob_id("db2", "SYSA.DB1A.BP1")


@pytest.fixture(scope="module")
def mp1b(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return mp1b_reports(tmp_path_factory.mktemp("mp1b"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return site_store(tmp_path_factory.mktemp("prove"))


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
    load = ArrivalModel(subject="1024 GB", kind="closed", basis="given", processors=12)
    file = tmp_path / "forecast.json"
    forecast = Forecast(source="points", level=0.9, figures=figures, assumptions=(), loads=(load,))
    file.write_text(report.render(forecast, "json"))
    actual = prove(SEEDS / "db2-pool-sizes.csv", forecast=file).scores
    assert [s.outcome for s in actual] == ["inside"] * 5
    assert actual[4].actual is not None
    assert actual[4].actual.value == pytest.approx(12 * 0.79 / 976)


@pytest.mark.parametrize("named", [POOL, "SYSA.DB1A.BP1", "db2.SYSA.DB1A.BP1", "db2.DB1A.BP1", "BP1"])
def test_a_pool_is_scored_by_what_it_reads_and_holds_at_its_new_size(named: Subject) -> None:
    before, after = pool(1000, 500.0), pool(3000, 120.0)
    forecast = Forecast(
        source="store",
        level=0.9,
        assumptions=(),
        figures=(
            figure(named, "reads", "/s", 100, 200),
            figure(named, "reads avoided", "/s", 300, 370),
            figure(named, "real storage", "bytes", 3000 * 4096, 3000 * 4096),
        ),
    )
    proof = Proof(source="store", level=0.95, before=Side(label="b"), after=(Side(label="a"),))
    assert [s.outcome for s in scores(forecast, proof, [before], [after])] == ["inside", "outside", "given"]
    assert [(k.before, k.after) for k in knob_changes([before], [after])] == [(1000, 3000)]


def test_a_forecast_of_a_size_that_no_pool_was_given_is_not_judged() -> None:
    requested_size = RequestedSize(
        knob="db2.DB1A.BP1",
        wanted="3000",
        unit="buffers",
        size_before=1000,
        size_after=3000,
        storage_bytes=2000 * 4096,
    )
    forecast = Forecast(
        source="store",
        level=0.9,
        assumptions=(),
        asked=(requested_size,),
        figures=(
            figure("db2.DB1A.BP1", "reads", "/s", 100, 200),
            figure("db2.DB1A", "reads avoided", "/s", 300, 370),
            figure("zos.SYSA", "CPU busy", "%", 40, 50),
            figure("db2.DB2A.BP1", "reads", "/s", 100, 200),
        ),
    )
    proof = Proof(source="store", level=0.95, before=Side(label="b"), after=(Side(label="a"),))
    before, other = pool(1000, 500.0), replace(pool(1000, 150.0), id=knob_id("db2", "SYSA.DB2A.BP1"))
    actual = scores(forecast, proof, [before, other], [before, other])
    assert [s.outcome for s in actual] == ["not made"] * 3 + ["inside"]
    text = score_sentences(replace(proof, scores=actual))
    assert text == (
        "1 of 1 figures that were measured came inside their intervals.",
        "The change of the forecast was not made: SYSA.DB1A.BP1 has 1,000 buffers, not the 3,000 of the "
        "forecast. What follows from it is not judged.",
    )
    nearly = scores(forecast, proof, [before], [pool(2990, 150.0)])
    assert nearly[0].outcome == "inside"


def test_reads_avoided_and_cpu_saved_follow_from_what_was_measured() -> None:
    before, after = work(0.010, reads=4.0), work(0.009, seed=2, reads=1.0)
    proof = Proof(
        source="store",
        level=0.95,
        before=Side(label="b"),
        after=(Side(label="a"),),
        differences=tuple(measures.compare(before, after, 0.95).values()),
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
    kept = kept_scores(store)
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
    assert "Forecast and proof" in getpage.report.render(result, "html", title="t", generated_by="t")
    assert not any("Forecast and proof" in t.title for t in getpage.check(evidence).tables)
    empty = Forecast(source="points", level=0.9, figures=(), assumptions=())
    plain = json.loads(report.render(empty, "json"))
    assert plain["kind"] == "forecast"
    assert site.is_dir()


def test_the_command_keeps_scores_and_shows_the_record(tmp_path: Path, mp1b: tuple[Path, Path]) -> None:
    stores = [tmp_path / "old", tmp_path / "new"]
    for path, store in zip(mp1b, stores, strict=True):
        getpage.load(path, into=store)
    file = saved(tmp_path / "f.json", figure("mq", "MQGET call: elapsed", "us", 8, 12))
    run = partial(in_process.run, "prove")
    assert run("--record", stores[1]).returncode == 3
    done = run(*stores, "--forecast", file)
    assert done.returncode == 0, done.stderr
    assert "page set wait explains 29 µs of 29 µs" in done.stdout
    shown = run("--record", stores[1])
    assert shown.returncode == 0, shown.stderr
    assert "Calibration" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 100
    plain = json.loads(run("--record", stores[1], "--format", "json").stdout)
    assert [figure["outcome"] for figure in plain["figures"]] == ["inside"]
    assert run(stores[0]).returncode == 2
