"""getpage export: what other programs read of it is what the verbs say."""

from __future__ import annotations

import io
import json
import re
import shutil
import socket
import subprocess
import sys
import time
import tomllib
import urllib.parse
import urllib.request
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import duckdb
import openpyxl
import polars as pl
import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families

import getpage
from getpage.app.check import CheckRequest, check
from getpage.app.days import days_of, in_brief
from getpage.app.evidence import NOBODY as NO_WATCH
from getpage.app.evidence import DaysRequest, opened
from getpage.app.ledger import ledger_of
from getpage.cli.app import run_command
from getpage.core.errors import GetpageError
from getpage.core.names import Image, Object, Subsystem
from getpage.core.text import clean
from getpage.export.metrics import openmetrics
from getpage.export.parquet import parquet_files
from getpage.export.tables import TABLES, export_tables
from getpage.export.workbook import workbook
from getpage.result import to_plain
from weeks_of_a_site import SITE, loaded, with_queue

ROOT = Path(__file__).parents[1]
#: Noon UTC of the second day.
NOON = datetime(2026, 3, 13, 12, tzinfo=UTC).timestamp()


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Two days; on the second the short pool is larger."""
    return loaded(tmp_path_factory.mktemp("export"), SITE, with_queue(0, buffers=22_000)).path


@pytest.fixture(scope="module")
def days(store):
    with opened(DaysRequest(store), NO_WATCH) as evidence:
        return [*in_brief(evidence, days_of(evidence))]


@pytest.fixture(scope="module")
def book(store):
    return openpyxl.load_workbook(io.BytesIO(getpage.export(store, to="xlsx")["getpage.xlsx"]))


def rows_of(sheet):
    head, *rows = sheet.iter_rows(values_only=True)
    return [dict(zip(head, row, strict=True)) for row in rows]


@pytest.fixture(scope="module")
def text(store):
    return getpage.export(store, to="openmetrics")["getpage.om"].decode()


def samples(text):
    return [sample for family in text_string_to_metric_families(text) for sample in family.samples]


def test_a_workbook_has_the_numbers_of_check_ledger_and_the_days(store, book, days):
    result = check(CheckRequest(store))
    assert tuple(book.sheetnames) == tuple(TABLES)
    same = ("check", "object", "severity", "storage_bytes")
    plain = to_plain(result)
    findings = rows_of(book["findings"])
    assert [[row[name] for name in same] for row in findings] == [
        [finding[name] for name in same] for finding in plain["findings"]
    ]
    delays = [row["delay_seconds"] for row in findings]  # Excel has 15 digits
    assert delays == pytest.approx([f["delay_seconds"] for f in plain["findings"]], rel=1e-14)
    assert [(row["command"], row["storage_bytes"]) for row in rows_of(book["commands"])] == [
        (change["command"], change["storage_bytes"]) for change in plain["changes"]
    ]
    lines = [
        line["bytes"]
        for account in to_plain(ledger_of(result))["accounts"]
        for line in (*account["lines"], *account["free_at_minimum"])
    ]
    assert [row["bytes"] for row in rows_of(book["ledger"])] == lines
    demands = {(day.date, str(d.object), d.measure): (d.value, d.limit) for day in days for d in day.demands}
    assert demands == {
        (row["date"].date(), row["object"], row["measure"]): (row["value"], row["limit"])
        for row in rows_of(book["demands"])
    }
    settings = {(day.date, str(entry.knob)): entry.size for day in days for entry in day.settings}
    written = {(row["date"].date(), row["knob"]): row["size"] for row in rows_of(book["settings"])}
    assert settings == written
    assert written[date(2026, 3, 13), "SY1.MQP1.1"] == 22_000


def test_numbers_and_dates_of_a_workbook_are_real_and_a_sheet_can_be_filtered(book):
    for sheet in book:
        assert sheet.freeze_panes == "A2"
        assert sheet.auto_filter.ref == sheet.dimensions
        assert len(sheet._charts) == 1
    [cell] = [cell for cell in book["demands"][2] if book["demands"].cell(1, cell.column).value == "date"]
    assert cell.is_date
    assert cell.number_format == "yyyy-mm-dd"
    [share] = [each for each in book["demands"][1] if each.value == "of_limit"]
    shares = [row[share.column - 1] for row in book["demands"].iter_rows(min_row=2)]
    assert {cell.number_format for cell in shares if cell.value is not None} == {"0.0%"}


def test_the_same_evidence_gives_the_same_bytes(store):
    for target in ("xlsx", "openmetrics", "grafana", "parquet"):
        assert getpage.export(store, to=target) == getpage.export(store, to=target)


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@A", "http://a", '{=A"}', "A\n=1", "A\\", "A\x1b[2J", "\udc80"]
)
def test_a_hostile_name_is_text_in_every_export(store, days, name):
    hostile = Object(Subsystem("mq", Image(name), name), name)
    result = check(CheckRequest(store))
    findings = tuple(replace(finding, object=hostile) for finding in result.findings)
    changes = tuple(replace(c, setting=name, command=name) for c in result.changes)
    demands = tuple(replace(demand, object=hostile) for demand in days[0].demands[:1])
    renamed = [replace(day, demands=demands) for day in days]
    result = replace(result, findings=findings, changes=changes)
    tables = export_tables(result, ledger_of(result), renamed)
    sheets = openpyxl.load_workbook(io.BytesIO(workbook(tables)))
    cells = [cell for sheet in sheets for row in sheet.iter_rows() for cell in row]
    assert len(
        [cell for cell in cells if cell.value == clean(name).encode("utf-8", "backslashreplace").decode()]
    )
    assert not [cell for cell in cells if cell.data_type == "f" or cell.hyperlink]
    shown = {sample.labels["object"] for sample in samples(openmetrics(renamed).decode())}
    assert {name, ascii(name)[1:-1]} & shown
    assert pl.read_parquet(parquet_files(tables)["demands.parquet"]).height == len(days)


def test_metrics_follow_openmetrics_and_have_the_numbers_of_the_days(text, days):
    assert text.endswith("# EOF\n")
    families = {family.name: family for family in text_string_to_metric_families(text)}
    assert all(family.type == "gauge" and family.documentation for family in families.values())
    assert all(name.endswith(f"_{f.unit}") for name, f in families.items() if f.unit)
    assert families["getpage_left_bytes"].unit == "bytes"
    [demand] = [d for d in days[1].demands if str(d.object) == "SY1.MQP1 pool 1" and d.unit == "buffers"]
    labels = {"product": "mq", "system": "SY1", "subsystem": "MQP1", "object": "pool 1"}
    labels |= {"measure": demand.measure}
    numbers = {s.name: s.value for s in samples(text) if s.labels == labels and float(s.timestamp) == NOON}
    assert numbers == {
        "getpage_demand_buffers": demand.value,
        "getpage_limit_buffers": demand.limit,
        "getpage_demand_of_limit_ratio": demand.value / demand.limit,
    }


def test_every_query_of_the_dashboard_is_of_a_metric_that_is_exported(store, text):
    dashboard = json.loads(getpage.export(store, to="grafana")["getpage.json"])
    queried = {
        name
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"getpage_\w+", target["expr"])
    }
    assert queried == {sample.name for sample in samples(text)}
    places = [tuple(panel["gridPos"].values()) for panel in dashboard["panels"]]
    assert len({*places}) == len(places)


def test_duckdb_and_polars_read_typed_tables(store, tmp_path, days):
    assert run_command(["export", str(store), "--to", "parquet", "-o", str(tmp_path / "tables")]) == 0
    assert {path.stem for path in (tmp_path / "tables").iterdir()} == {*TABLES}
    demands = pl.read_parquet(tmp_path / "tables" / "demands.parquet")
    assert demands.schema["date"] == pl.Date
    assert demands.schema["interval_start"] == pl.Datetime("us")
    query = f"select max(value) from '{tmp_path}/tables/demands.parquet' where unit = 'buffers'"
    [(most,)] = duckdb.sql(query).fetchall()
    assert most == max(d.value for day in days for d in day.demands if d.unit == "buffers")
    [(size,)] = duckdb.sql(
        f"select size from '{tmp_path}/tables/settings.parquet' "
        "where knob = 'SY1.MQP1.1' and date = date '2026-03-13'"
    ).fetchall()
    assert size == 22_000


def test_a_directory_with_other_files_is_left_alone(store, tmp_path, capsys):
    (tmp_path / "mine.parquet").write_text("mine")
    words = ["export", str(store), "--to", "parquet", "-o", str(tmp_path)]
    assert run_command(words) == 2
    assert "mine.parquet" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.parquet"]
    (tmp_path / "mine.parquet").unlink()
    assert run_command(words) == 0
    assert run_command(words) == 0


@pytest.mark.parametrize(
    ("words", "next_step"),
    [
        (["--to", "xlsx"], "-o getpage.xlsx"),
        (["--to", "parquet"], "-o getpage-tables"),
        (["--to", "xlsx", "-o", "a.csv"], "-o a.xlsx"),
        (["--to", "parquet", "-o", "no/such/place"], "mkdir -p"),
        (["--to", "xslx", "-o", "a.xlsx"], "xlsx"),
    ],
)
def test_what_cannot_be_written_is_refused_before_the_work(store, words, next_step, capsys):
    assert run_command(["export", str(store), *words]) == 2
    assert next_step in capsys.readouterr().err


def test_text_is_printed_without_a_file(store, text, capsys):
    assert run_command(["export", str(store), "--to", "openmetrics"]) == 0
    assert capsys.readouterr().out == text


@pytest.mark.parametrize(
    ("target", "module"), [("xlsx", "xlsxwriter"), ("openmetrics", "prometheus_client.core")]
)
def test_without_its_library_an_export_names_what_installs_it(store, target, module, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(GetpageError, match=r"not installed(.|\n)*pip install 'getpage\[export\]'"):
        getpage.export(store, to=target)


def test_the_libraries_that_are_locked_are_those_of_the_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for name, needed in (
        ("runtime", project["dependencies"]),
        *project["optional-dependencies"].items(),
    ):
        lines = (ROOT / "requirements" / f"{name}.in").read_text().splitlines()
        assert [line for line in lines if not line.startswith("#")] == needed


@pytest.fixture
def prometheus(text, tmp_path):
    """The address of a Prometheus that has the export as its history."""
    if not (shutil.which("prometheus") and shutil.which("promtool")):
        pytest.skip("Debian's package prometheus, with promtool, is not installed")
    (tmp_path / "prod.om").write_text(text)
    (tmp_path / "none.yml").write_text("scrape_configs: []\n")
    made = ["promtool", "tsdb", "create-blocks-from", "openmetrics", "prod.om", "data"]
    subprocess.run(made, cwd=tmp_path, check=True, capture_output=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    server = subprocess.Popen(
        [
            *("prometheus", "--config.file=none.yml", "--storage.tsdb.path=data"),
            *("--storage.tsdb.retention.time=100y", f"--web.listen-address={address}"),
        ],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield f"http://{address}"
    finally:
        server.terminate()
        server.wait(20)


def asked(address, query):
    """The answer of a Prometheus, which may still be starting."""
    words = urllib.parse.urlencode({"query": query, "time": NOON + 3600})
    for _ in range(60):
        try:
            with urllib.request.urlopen(f"{address}/api/v1/query?{words}", timeout=5) as answer:
                return json.load(answer)["data"]["result"]
        except OSError:
            time.sleep(0.5)
    pytest.fail("Prometheus does not answer")


def test_a_real_prometheus_takes_the_export_and_answers_with_its_numbers(prometheus, text, store):
    [expected] = [
        sample.value
        for sample in samples(text)
        if sample.name == "getpage_demand_buffers"
        and sample.labels["object"] == "pool 1"
        and float(sample.timestamp) == NOON
    ]
    query = 'last_over_time(getpage_demand_buffers{system="SY1", object="pool 1"}[1d])'
    [answer] = asked(prometheus, query)
    assert float(answer["value"][1]) == expected
    for panel in json.loads(getpage.export(store, to="grafana")["getpage.json"])["panels"]:
        for target in panel["targets"]:
            expression = target["expr"].replace("$system", ".*").replace("$subsystem", ".*")
            assert asked(prometheus, expression), panel["title"]
