"""A load into a store of several days works out what a check needs of them."""

from __future__ import annotations

import json
import shutil
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING

import pytest

import getpage
from getpage.app import measures
from getpage.cli.app import run_command
from getpage.core.errors import GetpageError
from getpage.evidence.day_answers import DayAnswers
from getpage.evidence.store import Store
from getpage.scale.work import WORK
from in_pieces import Workers
from weeks_of_a_site import SITE, loaded, write_day

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = pytest.mark.usefixtures("few_rows_are_kept")


@pytest.fixture
def made(monkeypatch) -> list[tuple[str, str]]:
    """The days and names of answers that are worked out from here on."""
    answers: list[tuple[str, str]] = []
    add = DayAnswers.add

    def recorded(self, name, frames):
        answers.append((self.day, name))
        add(self, name, frames)

    monkeypatch.setattr(DayAnswers, "add", recorded)
    return answers


def answer(store: Path) -> str:
    """What `check` says: what JSON has beside it is worked out of each day when it is first asked for."""
    out = StringIO()
    with redirect_stdout(out):
        assert run_command(["check", str(store)]) == 0
    return out.getvalue()


def kept(store: Path) -> list[str]:
    return sorted(path.name for path in (store / "daily").iterdir()) if (store / "daily").exists() else []


def test_the_first_check_after_loads_works_out_nothing(tmp_path, made):
    store = loaded(tmp_path, *[SITE] * 4).path
    assert {day for day, _ in made} >= {f"2026-03-{day}" for day in range(12, 16)}
    before = kept(store)
    made.clear()
    first = answer(store)
    assert not made
    assert kept(store) == before
    for path in (store / "daily").iterdir():
        path.unlink()
    assert answer(store) == first


def test_a_load_works_out_its_days_and_those_before_them(tmp_path, made):
    worked_out = []
    for number in range(5):
        made.clear()
        getpage.load(write_day(tmp_path, SITE, number), into=tmp_path / "store", system="SY1")
        worked_out.append(sorted({int(day[-2:]) - 12 for day, _ in made}))
    assert worked_out == [[], [], [0, 1, 2], [2, 3], [3, 4]]


def test_a_day_that_is_loaded_late_has_the_day_before_worked_out_again(tmp_path, made):
    for number in (0, 1, 3, 4):
        getpage.load(write_day(tmp_path, SITE, number), into=tmp_path / "store", system="SY1")
    answer(tmp_path / "store")
    made.clear()
    getpage.load(write_day(tmp_path, SITE, 2), into=tmp_path / "store", system="SY1")
    assert {day for day, _ in made} == {"2026-03-13", "2026-03-14"}
    made.clear()
    answer(tmp_path / "store")
    assert not made


def test_records_that_are_there_already_have_nothing_worked_out(tmp_path, made):
    loaded(tmp_path, *[SITE] * 4)
    made.clear()
    getpage.load(tmp_path / "day2", into=tmp_path / "store", system="SY1")
    assert not made


def test_a_load_into_few_days_or_rows_works_out_nothing(tmp_path, monkeypatch):
    assert not kept(loaded(tmp_path / "one", SITE).path)
    monkeypatch.undo()
    assert not kept(loaded(tmp_path / "three", *[SITE] * 3).path)


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "stopped: all rows are in the store"),
        (GetpageError("two systems have one name", "getpage verify"), 0, "two systems have one name"),
        (ValueError("of a defect"), 0, "ValueError in "),
    ],
)
def test_a_load_stands_whatever_ends_the_work_on_its_days(tmp_path, monkeypatch, capsys, error, code, said):
    store = loaded(tmp_path, *[SITE] * 3).path

    def fails(*_):
        raise error

    monkeypatch.setattr(measures, "make_measures", fails)
    day = write_day(tmp_path, SITE, 3)
    assert run_command(["load", str(day), "--into", str(store), "--system", "SY1"]) == code
    out, err = capsys.readouterr()
    assert said in err
    assert "mq_buffer_pool" in out
    assert "2026-03-15" in Store(store).days()
    monkeypatch.undo()
    assert "2026-03-15" in answer(store)


def test_a_process_opens_the_evidence_once_for_all_days_that_it_works_out(tmp_path):
    store = loaded(tmp_path, *[SITE] * 4)
    shutil.rmtree(store.path / "daily")
    measures._evidence.cache_clear()
    days = measures.days_to_measure(store, store.days())
    assert not measures.measure_days(lambda tasks, _: map(measures.done, tasks), store, days)
    assert (len(days), measures._evidence.cache_info().misses) == (4, 1)
    assert {f"{day}.json" for day in days} <= set(kept(store.path))


def load_by_workers(monkeypatch, workers, *paths: Path, into: Path) -> int:
    """The command with workers in place of those of Spark."""

    @contextmanager
    def of_spark():
        yield workers

    monkeypatch.setattr("getpage.scale.spark.workers", of_spark)
    return run_command(
        ["load", *map(str, paths), "--into", str(into), "--system", "SY1", "--engine", "spark"]
    )


def test_workers_make_what_check_needs_of_the_days_that_they_loaded(tmp_path, monkeypatch, made):
    paths = [write_day(tmp_path, SITE, number) for number in range(3)]
    store, workers = tmp_path / "store", Workers()
    assert load_by_workers(monkeypatch, workers, *paths, into=store) == 0
    assert workers.rounds[-1] == len(Store(store).days()) >= 3
    assert {day for day, _ in made} == {*Store(store).days()}
    before = {path: path.read_bytes() for path in (store / "daily").iterdir()}
    made.clear()
    first = answer(store)
    assert not made
    assert {path: path.read_bytes() for path in (store / "daily").iterdir()} == before
    for path in before:
        path.unlink()
    assert answer(store) == first
    write_day(tmp_path, SITE, 3)
    made.clear()
    assert load_by_workers(monkeypatch, workers, tmp_path / "day3", into=store) == 0
    assert workers.rounds[-1] == len({day for day, _ in made}) == 2  # the new day, and the one before


class OtherBuild(Workers):
    """Workers of which one has another build of getpage."""

    def __call__(self, tasks, module=WORK):
        first, *others = tasks
        if module != WORK:
            first = json.dumps(json.loads(first) | {"program": "of another build"})
        return super().__call__([first, *others], module)


class Ended(Workers):
    """Workers that all end when they work days out."""

    def __call__(self, tasks, module=WORK):
        if module != WORK:
            raise GetpageError("Spark gave up: executor lost", "getpage verify")
        return super().__call__(tasks, module)


@pytest.mark.parametrize(
    ("workers", "said", "lost"),
    [(OtherBuild(), "has another build of getpage", 1), (Ended(), "executor lost", 3)],
)
def test_days_that_workers_could_not_work_out_are_worked_out_by_the_first_check(
    tmp_path, monkeypatch, made, capsys, workers, said, lost
):
    paths = [write_day(tmp_path, SITE, number) for number in range(3)]
    store = tmp_path / "store"
    assert load_by_workers(monkeypatch, workers, *paths, into=store) == 0
    assert said in capsys.readouterr().err
    days = {*Store(store).days()}
    assert len(days - {day for day, _ in made}) == lost
    made.clear()
    answer(store)
    assert len({day for day, _ in made}) == lost
