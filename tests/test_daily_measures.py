"""Measures are kept by day: a window is the sum of its days, whatever is kept, damaged or loaded since."""

from __future__ import annotations

import os
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from shutil import copyfile as copy_as_new
from shutil import copytree, ignore_patterns

import polars as pl
import pytest

import getpage
from getpage.cli.app import run_command
from getpage.evidence import beside
from getpage.evidence.day_answers import DayAnswers, is_whole
from getpage.evidence.store import Store
from getpage.evidence.view import StoreEvidence
from weeks_of_a_site import loaded, with_queue

FULL = "CSQP020E !MQP1 CSQP1RSW Buffer pool 1 is too small\n"
QUIET = with_queue(0, backlog=9_000, total=90_000)
BURST = with_queue(0, backlog=900_000, total=2_000_000)
LARGER = with_queue(0, buffers=120_000)


pytestmark = pytest.mark.usefixtures("few_rows_are_kept")


@pytest.fixture(scope="module")
def loaded_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    fewer = replace(LARGER, queues=LARGER.queues[:1])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(beside, "MOST_AT_ONCE", 0)
        return loaded(tmp_path_factory.mktemp("days"), QUIET, BURST, LARGER, fewer).path


@pytest.fixture
def store(loaded_once: Path, tmp_path: Path) -> Store:
    """A copy for each test."""
    return Store(copytree(loaded_once, tmp_path / "store"))


def answer(store: Store, *words: str) -> str:
    """What `check` says as JSON."""
    out = StringIO()
    with redirect_stdout(out):
        assert run_command(["check", str(store.path), "--format", "json", *words]) == 0
    return out.getvalue()


def forget(store: Store) -> None:
    """Remove all that is kept."""
    for path in (store.path / "daily").iterdir():
        path.unlink()


def kept(store: Store, kind: str) -> list[Path]:
    return sorted((store.path / "daily").glob(f"*.{kind}"))


def test_a_window_is_the_sum_of_its_days(store, monkeypatch):
    first = answer(store)
    assert len(kept(store, "measures")) == 4
    assert answer(store) == first
    for path in kept(store, "json"):
        path.unlink()
    assert answer(store) == first
    monkeypatch.setattr(StoreEvidence, "days", lambda *_: ())
    forget(store)
    assert answer(store) == first


def test_of_whole_days_what_is_kept_answers_again(store, monkeypatch):
    whole = ("--from", "2026-03-12T00:00", "--to", "2026-03-15T00:00")  # a pool was resized in it
    first = answer(store, *whole)
    monkeypatch.setattr(Store, "damage_of", None)  # of each part that is opened
    assert answer(store, *whole) == first


def test_columns_of_a_table_are_known_without_its_files(store, monkeypatch):
    evidence = StoreEvidence(store)
    scanned = {table: evidence.scan(table).collect_schema() for table in store.tables()}
    monkeypatch.setattr(Store, "parts", None)
    assert scanned == {table: StoreEvidence(store).schema(table) for table in scanned}


def test_measures_that_are_damaged_are_named_and_made_again(store, capsys):
    first = answer(store)
    path = kept(store, "measures")[1]
    whole = path.read_bytes()
    at = len(whole) // 3
    for damaged in (whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :], whole[:at]):
        path.write_bytes(damaged)
        capsys.readouterr()
        run_command(["verify", str(store.path)])
        assert "2026-03-13" in capsys.readouterr().err
        assert answer(store) == first


def test_no_damage_of_measures_goes_unseen(tmp_path):
    store = Store.create(tmp_path / "store", durable=False)
    frames = {"numbers": pl.DataFrame({"n": [1]}), "names": pl.DataFrame({"name": ["BP2"]})}
    DayAnswers(store, "2026-03-13", "of this day").add("pools", frames)
    [path] = kept(store, "measures")
    whole = path.read_bytes()
    places = range(0, len(whole), 3)
    flips = (whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :] for at in places)
    for damaged in (*flips, *(whole[:cut] for cut in places)):
        path.write_bytes(damaged)
        assert not is_whole(store, "2026-03-13") or not damaged
        assert DayAnswers(store, "2026-03-13", "of this day").read("pools") is None
    path.write_bytes(whole)
    assert is_whole(store, "2026-03-13")
    again = DayAnswers(store, "2026-03-13", "of this day").read("pools")
    assert again
    assert all(again[label].equals(frame) for label, frame in frames.items())


def test_what_stands_in_place_of_measures_is_not_read(store):
    first = answer(store)
    path = kept(store, "measures")[0]
    path.unlink()
    path.mkdir()
    assert answer(store) == first
    path.rmdir()
    other = store.path.parent / "notes.txt"
    other.write_text("of somebody else")
    path.symlink_to(other)
    assert answer(store) == first
    assert other.read_text() == "of somebody else"


def test_a_later_load_into_a_day_counts(store, tmp_path):
    answer(store)
    message = tmp_path / "log"
    message.write_text("N 0000000 SY1      2026075 09:00:00.12 STC30242 00000090  " + FULL)
    getpage.load(message, into=store.path)
    with_both = answer(store)
    assert "CSQP020E" in with_both
    forget(store)
    assert answer(store) == with_both


def test_one_more_reply_without_a_time_leaves_the_measures_of_days_as_they_are(store, tmp_path):
    measures = []
    for pool in (1, 2):
        reply = tmp_path / f"reply{pool}"
        reply.write_text(FULL.replace("pool 1", f"pool {pool}"))
        getpage.load(reply, into=store.path)
        with_reply = answer(store)
        measures.append(
            {path.name: path.read_bytes() for path in kept(store, "measures") if path.stem[0] == "2"}
        )
    assert "undated" in store.days()
    assert measures[0] == measures[1]
    forget(store)
    assert answer(store) == with_reply


def test_thresholds_of_the_site_count(store):
    first = answer(store)
    (store.path / "getpage.toml").write_text(
        '[[threshold]]\ncheck = "mq-pool-undersized"\nname = "used"\nvalue = "99%"\nreason = "tried"\n'
    )
    other = answer(store)
    forget(store)
    assert answer(store) == other != first


def test_a_day_that_is_dropped_takes_its_measures_along(store):
    answer(store)
    assert run_command(["drop", str(store.path), "--before", "2026-03-13"]) == 0
    assert [path.name for path in kept(store, "measures")] == [
        f"2026-03-{day}.measures" for day in range(13, 16)
    ]


def test_a_store_of_few_days_or_rows_is_read_at_once(tmp_path, monkeypatch):
    answer(two := loaded(tmp_path / "two", QUIET, BURST))
    monkeypatch.undo()
    answer(three := loaded(tmp_path / "three", *[QUIET] * 3))
    assert not kept(two, "measures") + kept(three, "measures")
    monkeypatch.setattr(beside, "_DAYS_AT_ONCE", 2)
    answer(three)
    assert len(kept(three, "measures")) == 3


def test_what_is_kept_is_of_use_to_the_same_program_wherever_it_stands(tmp_path, monkeypatch):
    def program(folder: Path) -> str:
        monkeypatch.setattr(getpage, "__file__", str(folder / "__init__.py"))
        return beside.program.__wrapped__()

    installed = Path(getpage.__file__).parent
    copy = copytree(
        installed, tmp_path / "of another machine", copy_function=copy_as_new, ignore=ignore_patterns("*.pyc")
    )
    expected = program(installed)
    assert program(copy) == expected
    rule = copy / "products" / "mq" / "checks" / "pool_undersized.py"
    seen, text = rule.stat(), rule.read_text()
    rule.write_text(text.replace("0", "1", 1))
    os.utime(rule, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    assert rule.stat().st_size == seen.st_size
    assert program(copy) != expected
    rule.write_text(text)
    assert program(copy) == expected
    rule.rename(rule.with_name("pool.py"))
    assert program(copy) != expected
