"""Measures of z/OS are kept by day: a window is the sum of its days, also of what several tables tell."""

from __future__ import annotations

from contextlib import redirect_stdout
from datetime import UTC, datetime
from io import StringIO
from shutil import copytree
from typing import TYPE_CHECKING

import pytest

import getpage
import zos_records
from getpage.cli.app import run_command
from getpage.evidence import beside
from getpage.evidence.store import Store
from getpage.evidence.view import StoreEvidence
from zos_records import paging, smf30, smf71, smf72, write

if TYPE_CHECKING:
    from pathlib import Path

DAYS = 4
#: Intervals of a day that have records: the last ends at midnight, when its records are written.
OF_A_DAY = (0, 1, 40, 94, 95)


pytestmark = pytest.mark.usefixtures("few_rows_are_kept")


def of_interval(n: int, day: int) -> list[dict[str, object]]:
    """Two systems: on day 2 SYSB is short, a job pages, and its report class waits; a step ends each day."""
    short = day == 2
    specs = [smf71("SYSA", n, paging(5_000_000 - n)), smf71("SYSB", n, paging(20_000 if short else 900_000))]
    for system in ("SYSA", "SYSB"):
        waits = {"private_paging_samples": 300 if short else n, "execution_samples": 1_000}
        specs.append(smf72(system, n, "RPAY", regions=0.9, rate=1.0, report="STC", **waits))
        specs.append(smf72(system, n, "STC", regions=20, rate=2.0 if short else 0.0))
        rate = 40.0 if short and system == "SYSB" else 1.0
        specs.append(smf30(system, n, "PAYROLL", rate, report_class="RPAY", page_time=n << 30))
        specs.append(smf30(system, n, f"DAILY{day}", 0.0))
    if n % 96 == 40:
        specs.append(smf30("SYSA", n, "PAYROLL", 9.0, subtype=4))  # it has intervals too
        specs.append(smf30("SYSA", n, "ALONE", 9.0, subtype=4))
    return specs


@pytest.fixture(scope="module")
def loaded_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("days")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(beside, "MOST_AT_ONCE", 0)
        patch.setattr(zos_records, "START", datetime(2026, 5, 29, 0, 0, tzinfo=UTC))
        for day in range(DAYS):
            specs = [spec for of in OF_A_DAY for spec in of_interval(day * 96 + of, day)]
            getpage.load(write(directory / f"day{day}.smf", specs), into=directory / "store")
    return directory / "store"


@pytest.fixture
def store(loaded_once: Path, tmp_path: Path) -> Path:
    """A copy for each test."""
    return copytree(loaded_once, tmp_path / "store")


def answer(store: Path, *words: str) -> str:
    """What `check` says as JSON."""
    out = StringIO()
    with redirect_stdout(out):
        assert run_command(["check", str(store), "--format", "json", *words]) == 0
    return out.getvalue()


@pytest.mark.parametrize(
    "window",
    [
        (),
        ("--from", "2026-05-29T10:00", "--to", "2026-06-01T23:45"),
    ],
)
def test_a_window_is_the_sum_of_its_days(store, monkeypatch, window):
    first = answer(store, *window)
    assert "PAYROLL" in first
    assert answer(store, *window) == first
    monkeypatch.setattr(StoreEvidence, "days", lambda *_: ())
    for path in (store / "daily").iterdir():
        path.unlink()
    assert answer(store, *window) == first


@pytest.mark.parametrize("last", ["2026-06-02", "2026-06-01T12:00", "2026-05-29T23:00"])
def test_of_whole_hours_what_is_kept_answers_again(store, monkeypatch, last):
    window = ("--from", "2026-05-29T10:00", "--to", last)
    first = answer(store, *window)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Store, "damage_of", None)  # of each part that is opened
        assert answer(store, *window) == first
    monkeypatch.setattr(StoreEvidence, "days", lambda *_: ())
    assert answer(store, *window) == first


def test_the_first_look_at_days_that_were_loaded_opens_none_of_their_parts(store, monkeypatch):
    monkeypatch.setattr(Store, "damage_of", None)  # of each part that is opened
    assert "PAYROLL" in answer(store)
