"""More servers for the same work: the law that fits a table of runs, and how sure it is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from getpage.cli.app import run_command
from getpage.core.errors import NotEnoughEvidenceError
from getpage.forecast.draws import Draws
from getpage.forecast.points import forecast_points
from getpage.forecast.points.runs import REPEAT
from getpage.forecast.scalability import fit
from getpage.result.forecast import Figure, FigureName, Forecast
from getpage.runs import Points, read_points

COGNOS = Path(__file__).parent / "data" / "seeds" / "cognos.csv"
RATE = "ratio_of_trans_per_cpu_second"


def table(path: Path, contention: float, coherency: float, counts: tuple[int, ...]) -> Points:
    """Runs that follow the law to the last digit: 1,000 a second of one server, 100 GB each."""
    lines = ["servers,storage GB,throughput"]
    for n in counts:
        rate = 1000 * n / (1 + contention * (n - 1) + coherency * n * (n - 1))
        lines.append(f"{n},{100 * n},{rate:.6f}")
    path.write_text("\n".join(lines))
    return read_points(path)


def figure(found: Forecast, name: str) -> Figure:
    return next(figure for figure in found.figures if figure.name == name)


def test_three_servers_of_the_published_table_do_as_much_as_2_87_of_one() -> None:
    """REDP-5238 table 5-1: 95.7 % scale efficiency at three, and the forecast from one and two holds it."""
    forecast = forecast_points(read_points(COGNOS), calibrate=["1", "2"], predict="3")
    rate, efficiency = figure(forecast, RATE), figure(forecast, f"{RATE} scale efficiency")
    assert rate.measured == 2.87
    assert rate.after.low < 2.87 < rate.after.high
    assert efficiency.measured == pytest.approx(95.7, abs=0.05)
    assert efficiency.before is not None
    assert efficiency.before.value == pytest.approx(97.5)
    assert any("two rows do not tell contention" in word for word in forecast.assumptions)


def test_a_fourth_server_is_forecast_from_the_published_three(capsys: pytest.CaptureFixture[str]) -> None:
    request = ["forecast", str(COGNOS), "--calibrate", "1,2,3", "--predict", "servers=4"]
    assert run_command(request) == 0
    out = capsys.readouterr().out
    assert "scalability law" in out
    assert "scale efficiency" in out
    assert "How does throughput change?" not in out


def test_the_law_of_other_figures_comes_out_of_them(tmp_path: Path) -> None:
    """Contention of 5 %, coherency of 0.1 %: 31 servers are the most, and 48 do less than 32."""
    points = table(tmp_path / "runs.csv", 0.05, 0.001, (1, 2, 4, 8, 16, 32))
    forecast = forecast_points(points, calibrate=points.labels, predict="servers=48")
    rate = figure(forecast, FigureName.ETR)
    assert rate.after.value == pytest.approx(1000 * 48 / (1 + 0.05 * 47 + 0.001 * 48 * 47), rel=0.01)
    assert rate.before is not None
    assert rate.after.value < rate.before.value
    assert any("may fall beyond 27 servers" in word for word in forecast.assumptions)
    assert figure(forecast, "storage").after.value == pytest.approx(4800, rel=0.01)


def test_without_contention_every_server_adds_one(tmp_path: Path) -> None:
    points = table(tmp_path / "runs.csv", 0.0, 0.0, (1, 2, 3, 4, 6))
    forecast = forecast_points(points, calibrate=points.labels, predict="servers=8")
    efficiency = figure(forecast, "ETR scale efficiency")
    assert efficiency.after.value == pytest.approx(100, abs=1)
    assert efficiency.after.low > 80


def test_the_law_is_not_taken_far_beyond_what_was_run(tmp_path: Path) -> None:
    points = table(tmp_path / "runs.csv", 0.02, 0.0, (1, 2, 3))
    with pytest.raises(NotEnoughEvidenceError, match="a run with 4 servers or more"):
        forecast_points(points, calibrate=points.labels, predict="servers=7")


def test_a_table_without_throughput_says_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "runs.csv").write_text("servers,storage GB,throughput\n1,100,0\n2,200,10\n")
    points = read_points(tmp_path / "runs.csv")
    with pytest.raises(NotEnoughEvidenceError, match="not enough evidence"):
        forecast_points(points, calibrate=["1"], predict="2")
    forecast = forecast_points(points, calibrate=["1", "2"], predict="servers=3")
    assert "figures above 0 in column 'throughput'" in forecast.missing[0].supply


def test_a_table_of_other_labels_is_forecast_as_before(tmp_path: Path) -> None:
    (tmp_path / "runs.csv").write_text("run,throughput,storage GB\n1,100,10\n2,150,20\n3,180,30\n")
    points = read_points(tmp_path / "runs.csv")
    forecast = forecast_points(points, calibrate=["1", "2", "3"], predict="label=4")
    assert not any("scalability" in figure.after.basis for figure in forecast.figures)


def test_runs_that_scatter_make_the_law_less_sure() -> None:
    counts = [1.0, 2.0, 3.0, 4.0, 6.0, 8.0]
    exact = fit(counts, counts, REPEAT, Draws()).run(12)
    scattered = fit(counts, [1, 2.3, 2.6, 4.5, 5.2, 8.4], REPEAT, Draws()).run(12)
    wide = [np.quantile(item, 0.95) - np.quantile(item, 0.05) for item in (exact, scattered)]
    assert wide[1] > 1.5 * wide[0]


@pytest.mark.parametrize("verb", ["check", "inspect"])
def test_a_table_of_runs_that_is_taken_for_evidence_says_who_reads_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    (tmp_path / "servers.csv").write_text("servers,throughput\n1,100\n2,195\n")
    assert run_command([verb, str(tmp_path / "servers.csv")]) == 2
    assert "a table of runs is for getpage prove and getpage forecast" in capsys.readouterr().err
