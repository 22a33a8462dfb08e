"""Windows over intervals whose records are written late, as the ledger prints them: each is in one window."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest

from in_process import run
from zos_records import paging, smf71, write

if TYPE_CHECKING:
    from pathlib import Path

BEGIN = [f"2012-07-24 {hour:02}:{minute:02}:00" for hour in (6, 7) for minute in (0, 15, 30, 45)][3:]


@pytest.fixture(params=["folder", "store"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Five quarters of an hour from 06:45; their records are written half a second after they ended."""
    specs = [smf71("SYSA", n, paging(900_000 + 5_000 * n)) for n in range(len(BEGIN))]
    for spec in specs:
        spec["common"]["written"] += 500_000
    folder = tmp_path / "folder"
    folder.mkdir()
    write(folder / "dump.smf", specs)
    if request.param == "folder":
        return folder
    assert run("load", folder, "--into", tmp_path / "store").returncode == 0
    return tmp_path / "store"


def began(*line: object) -> list[str]:
    """When the intervals of the ledger began."""
    done = run("ledger", *line, "--by-interval", "--format", "csv")
    assert done.returncode == 0, done.stderr
    rows = csv.DictReader(io.StringIO(done.stdout))
    return [row["from"] for row in rows if row["section"] == "ledger.intervals.rows"]


def test_an_interval_that_ended_when_the_window_begins_is_not_in_it(site: Path) -> None:
    assert began(site) == BEGIN
    assert began(site, "--from", "2012-07-24T07:15") == BEGIN[2:]
    assert began(site, "--to", "2012-07-24T07:15") == BEGIN[:2]
    for minute in ("07:15", "07:20"):
        at = f"2012-07-24T{minute}"
        assert sorted(began(site, "--to", at) + began(site, "--from", at)) == BEGIN


def test_the_account_is_of_an_interval_of_the_window(site: Path) -> None:
    """The tightest of all, 06:45, ended before it."""
    assert "06:45:00 to 07:00:00" in run("ledger", site, "--format", "md").stdout
    shown = run("ledger", site, "--from", "2012-07-24T07:00", "--format", "md").stdout
    assert "06:45" not in shown
    assert "07:00:00 to 07:15:00" in shown
