"""Measures of a month that is over are kept together: one answer in place of those of its days."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from shutil import copytree

import pytest

import getpage
from getpage.cli.app import run_command
from getpage.evidence import beside
from getpage.evidence.day_answers import DayAnswers
from getpage.evidence.store import Store
from getpage.evidence.view import StoreEvidence
from weeks_of_a_site import SITE, with_queue, write_day

BURST = with_queue(0, backlog=900_000, total=2_000_000)
#: The last three days of March and the first two of April, as days since 12 March.
DAYS = {17: SITE, 18: BURST, **dict.fromkeys((19, 20, 21), with_queue(0, buffers=120_000))}
MARCH = "month-2026-03.measures"


pytestmark = pytest.mark.usefixtures("few_rows_are_kept")


@pytest.fixture(scope="module")
def loaded_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("months")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(beside, "MOST_AT_ONCE", 0)
        for day, site in DAYS.items():
            getpage.load(write_day(directory, site, day), into=directory / "store", system="SY1")
    return directory / "store"


@pytest.fixture
def store(loaded_once: Path, tmp_path: Path) -> Path:
    """A copy for each test."""
    return copytree(loaded_once, tmp_path / "store")


@pytest.fixture
def read(monkeypatch) -> list[str]:
    """The days and months of which answers are looked for."""
    names = []
    of_one = DayAnswers.read

    def recorded(self, name):
        names.append(self.day)
        return of_one(self, name)

    monkeypatch.setattr(DayAnswers, "read", recorded)
    return names


def answer(store: Path, *words: str) -> str:
    """What `check` says as JSON."""
    out = StringIO()
    with redirect_stdout(out):
        assert run_command(["check", str(store), "--format", "json", *words]) == 0
    return out.getvalue()


@pytest.mark.parametrize("window", [(), ("--from", "2026-03-29", "--to", "2026-04-01T12:00")])
def test_a_month_is_the_sum_of_its_days(store, monkeypatch, read, window):
    first = answer(store, *window)
    assert (store / "daily" / MARCH).exists()
    read.clear()
    assert answer(store, *window) == first
    assert "month-2026-03" in read
    assert "2026-03-31" not in read  # the worst day, and that on which least was free, are looked at
    monkeypatch.setattr(StoreEvidence, "days", lambda *_: ())
    assert answer(store, *window) == first


def test_a_month_of_which_the_window_has_a_part_is_read_by_days(store, read):
    answer(store, "--from", "2026-03-30")
    assert {"2026-03-30", "2026-03-31"} <= {*read}
    assert not (store / "daily" / MARCH).exists()


def test_a_month_is_kept_when_it_is_over(store):
    answer(store)
    assert not (store / "daily" / "month-2026-04.measures").exists()


def test_a_later_load_into_the_month_counts(store, tmp_path, read):
    answer(store)
    (tmp_path / "log").write_text(
        "N 0000000 SY1      2026090 09:00:00.12 STC30242 00000090  "
        "CSQP020E !MQP1 CSQP1RSW Buffer pool 1 is too small\n"
    )
    getpage.load(tmp_path / "log", into=store)
    read.clear()
    with_both = answer(store)
    assert "CSQP020E" in with_both
    assert "2026-03-31" in read
    for path in (store / "daily").iterdir():
        path.unlink()
    assert answer(store) == with_both


def test_a_damaged_month_is_named_and_made_again(store, capsys):
    first = answer(store)
    path = store / "daily" / MARCH
    whole = path.read_bytes()
    for at in (7, len(whole) // 3, len(whole) - 9):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        capsys.readouterr()
        run_command(["verify", str(store)])
        assert "What was kept of 2026-03 is damaged" in capsys.readouterr().err
        assert answer(store) == first
    capsys.readouterr()
    run_command(["verify", str(store)])
    assert "What was kept" not in capsys.readouterr().err


def test_a_day_that_is_dropped_takes_its_month_along(store):
    answer(store)
    assert run_command(["drop", str(store), "--before", "2026-03-30"]) == 0
    assert not (store / "daily" / MARCH).exists()
    without = answer(store)
    assert (store / "daily" / MARCH).exists()
    for path in (store / "daily").iterdir():
        path.unlink()
    assert answer(store) == without
    assert [*Store(store).days()][:1] == ["2026-03-30"]
