"""getpage forecast from the command line, and from Python."""

import csv
import io
import json
from pathlib import Path

import pytest

import getpage
import in_process
from getpage.core.errors import GetpageError
from getpage.result.saved import read_forecast

BANKING = Path(__file__).parent / "data" / "seeds" / "db2-pool-sizes.csv"
RUNS = (str(BANKING), "--calibrate", "256 GB,512 GB", "--predict", "1024 GB", "--processors", "12")


def run(*args: str) -> in_process.Done:
    return in_process.run("forecast", *args)


def test_a_run_is_forecast_from_a_table_and_fits_100_columns():
    done = run(*RUNS)
    assert done.returncode == 0, done.stderr
    assert "ITR" in done.stdout
    assert "What it assumes" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_a_saved_forecast_is_read_back(tmp_path):
    path = tmp_path / "forecast.json"
    done = run(*RUNS, "-o", str(path))
    assert done.returncode == 0, done.stderr
    saved = read_forecast(path)
    direct = getpage.forecast(BANKING, calibrate=["256 GB", "512 GB"], predict="1024 GB", processors=12)
    assert saved.figures == tuple(direct.figures)
    assert {figure.name for figure in saved.figures} >= {"ITR", "ETR", "response"}


def test_json_names_every_figure_by_subject_name_and_unit():
    document = json.loads(run(*RUNS, "--format", "json").stdout)
    keys = [(figure["subject"], figure["name"], figure["unit"]) for figure in document["figures"]]
    assert len(keys) == len(set(keys))
    assert document["kind"] == "forecast"


def test_csv_and_markdown_have_a_row_for_every_figure():
    result = json.loads(run(*RUNS, "--format", "json").stdout)["figures"]
    rows = list(csv.DictReader(io.StringIO(run(*RUNS, "--format", "csv").stdout)))
    figures = [row for row in rows if row["section"] == "forecast.figures"]
    assert [(row["subject"], row["name"], float(row["after_high"])) for row in figures] == [
        (item["subject"], item["name"], item["after"]["high"]) for item in result
    ]
    marked = run(*RUNS, "--format", "md").stdout
    assert all(f"| {item['name']} |" in marked for item in result)


def test_the_page_is_one_file_without_script_or_network(tmp_path):
    path = tmp_path / "forecast.html"
    assert run(*RUNS, "-o", str(path)).returncode == 0
    page = path.read_text()
    assert "<script" not in page
    assert "://" not in page
    assert page.count("<svg") >= 1
    assert "What it assumes" in page


def test_help_teaches_with_examples():
    shown = run("--help").stdout
    assert "--change DB1A.BP1=+500000" in shown
    assert "--calibrate" in shown


def test_the_function_is_still_a_function_once_its_package_is_loaded():
    import getpage.report.forecast.page

    assert callable(getpage.forecast)


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        ((str(BANKING), "--calibrate", "256 GB"), 2, "--predict"),
        ((str(BANKING), "--predict", "1024 GB"), 2, "--calibrate names no row"),
        ((*RUNS, "--change", "BP1=x2"), 2, "--change and --curve are for a site"),
        ((*RUNS, "-o", "x.exe"), 2, "has to end in"),
        ((*RUNS, "--level", "7"), 2, "expected a number from"),
        (
            (str(BANKING), "--calibrate", "256 GB", "--predict", "1024 GB", "--by", "colour"),
            2,
            "no such column",
        ),
        (("nowhere.csv", "--calibrate", "a", "--predict", "b"), 2, "nowhere.csv"),
    ],
)
def test_what_cannot_be_forecast_ends_with_its_code_and_what_to_do(args, code, says):
    done = run(*args)
    assert done.returncode == code
    assert says in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_evidence_without_a_knob_is_not_enough(tmp_path):
    log = tmp_path / "job.log"
    log.write_text("10.48.00 STC30242 CSQY220I @VTS1 CSQSCTL Queue manager storage usage: 299\n")
    done = run(str(log), "--change", "db2.DB1A.BP1=x2")
    assert done.returncode in {2, 3}
    assert "Traceback" not in done.stderr


def test_hostile_labels_are_escaped_on_the_page(tmp_path):
    table = tmp_path / "runs.csv"
    table.write_text("label,BP size,ITR\n<b>a</b>,1 GB,10\n<script>b,2 GB,12\nc,4 GB,13\n")
    page = tmp_path / "page.html"
    done = run(str(table), "--calibrate", "<b>a</b>,<script>b", "--predict", "c", "-o", str(page))
    assert done.returncode == 0, done.stderr
    assert "<script>b" not in page.read_text()
    assert io.StringIO(page.read_text()).read(15) == "<!doctype html>"


def test_python_refuses_as_the_command_line_does():
    with pytest.raises(GetpageError, match="one CSV file"):
        getpage.forecast([BANKING, BANKING], calibrate="256 GB", predict="1024 GB")
