"""Work that processes of this machine do, each by itself."""

from __future__ import annotations

import json
import os
from datetime import date
from typing import TYPE_CHECKING

import pytest

from getpage.app import measures
from getpage.app.load import LoadRequest, load
from getpage.cli.app import run_command
from getpage.core.errors import GetpageError
from getpage.evidence import beside
from getpage.evidence.day_answers import DayAnswers
from getpage.scale.processes import processes
from getpage.serve.sql import ask
from weeks_of_a_site import SITE, write_day

if TYPE_CHECKING:
    from pathlib import Path

#: A module with something to do: each task but the last waits until the one behind it has begun.
TASKS = """
import os, time
from pathlib import Path

def done(task):
    nth, here = int(task.split()[0]), Path(__file__).parent
    (here / f"{nth}.begun").touch()
    if task.endswith("dies\\n"):
        os._exit(9)
    while task.endswith("waits\\n") and not (here / f"{nth + 1}.begun").exists():
        time.sleep(0.01)
    return f"{nth} by {os.getpid()}"
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "tasks_of_a_test.py").write_text(TASKS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return "tasks_of_a_test"


def test_tasks_are_done_side_by_side_and_what_came_of_them_comes_in_their_order(module: str) -> None:
    outcomes = [*processes(2)(["0 waits", "1", "2 waits", "3 waits", "4"], module)]
    assert [outcome.split()[0] for outcome in outcomes] == ["0", "1", "2", "3", "4"]
    assert len({outcome.split()[-1] for outcome in outcomes}) == 2
    assert [*processes(2)([], module)] == []


def test_a_process_that_ends_is_said_and_nothing_waits_for_it(module: str) -> None:
    with pytest.raises(GetpageError, match="a process that worked for this one has ended"):
        list(processes(2)(["0", "1 dies", "2", "3", "4 dies", "5"], module))


def test_days_that_processes_worked_out_are_those_that_one_works_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(beside, "MOST_AT_ONCE", 0)
    (tmp_path / "sitecustomize.py").write_text("from getpage.evidence import beside; beside.MOST_AT_ONCE = 0")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}")
    paths = [str(write_day(tmp_path, SITE, number)) for number in range(3)]
    answers, kept = [], []
    for many in (True, False):
        path = tmp_path / str(many) / "store"
        path.parent.mkdir()
        with monkeypatch.context() as patch:
            if many:
                patch.setattr(measures, "_WORTH", 1)
                patch.setattr(DayAnswers, "add", lambda *_: pytest.fail("processes do it"))
            store = load(LoadRequest(paths, into=path, system="SY1", threads=2))
        kept.append({each.name: each.read_bytes() for each in (path / "daily").iterdir()})
        with monkeypatch.context() as patch:
            patch.setattr(DayAnswers, "add", lambda *_: pytest.fail("it is kept"))
            patch.chdir(path.parent)
            capsys.readouterr()
            code = run_command(["check", store.path.name, "--format", "json"])
            answers.append((code, capsys.readouterr().out))
    assert answers[0] == answers[1]
    assert kept[0].keys() == kept[1].keys() != set()


def test_no_process_runs_what_lies_in_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be a folder of evidence."""
    store = load(LoadRequest([str(write_day(tmp_path, SITE, 0))], into=tmp_path / "store", system="SY1"))
    for name in ("json", "polars", "duckdb", "getpage"):
        (tmp_path / f"{name}.py").write_text("from pathlib import Path; Path('ran').touch()")
    monkeypatch.chdir(tmp_path)
    problem = measures.measure_days(processes(1), store, [date(2026, 3, 12)])
    answer = ask(store.path, store.catalog(), "select 47 as n", "json")
    assert (problem, json.loads(answer.text)) == ("", [{"n": 47}])
    assert not (tmp_path / "ran").exists()
