"""Rows that rules look at one by one are kept by day: a window says what all of its raw rows say."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING

import pytest

import getpage
from getpage.cli.app import run_command
from getpage.demo import write_site
from getpage.evidence.store import Store
from getpage.evidence.view import StoreEvidence
from many_days import repeated

if TYPE_CHECKING:
    from pathlib import Path

#: Of the sample site: no records of z/OS, Db2, MQ and CICS, which have tests of their own.
LEFT_OUT = ("smf-dump.bin", "cics-", "mq-")
#: The sample site is of 18 November 2026: three days of November, and one of December.
LATER = [9, 11, 13]
DAYS = {"2026-11-18", "2026-11-27", "2026-11-29", "2026-12-01"}
KEPT = {
    *("java_collection", "java_heap", "linux_memory", "linux_paging", "linux_process", "ims_subpool"),
    *("db2_buffer_pool", "db2_page_set", "db2_group_buffer_pool"),
    *("sort_run", "smf30_excp", "svc_dump", "tcp_storage", "tcp_configuration", "tcp_connection"),
}


pytestmark = pytest.mark.usefixtures("few_rows_are_kept")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("days")
    write_site(directory / "site")
    files = [file for file in (directory / "site").iterdir() if not file.name.startswith(LEFT_OUT)]
    getpage.load(sorted(files), into=directory / "store", system="SYSC")
    repeated(directory / "store", LATER)
    return directory / "store"


def answer(store: Path, *words: str) -> str:
    """What a command says as JSON."""
    out = StringIO()
    with redirect_stdout(out):
        run_command([*words, str(store), "--format", "json"])
    return out.getvalue()


@pytest.mark.parametrize(
    "words",
    [
        ("check",),
        ("plan", "--from", "2026-11-18T10:15", "--to", "2026-12-01T11:30"),
    ],
)
def test_a_window_is_the_sum_of_its_days_and_opens_no_rows_that_are_kept(store, monkeypatch, words):
    by_day = answer(store, *words)
    assert all(of in by_day for of in ("SHOP1", "LNX1", "IMSP", "MAXSPACE"))
    assert ("EXPMAX" in by_day) == (
        words[0] == "check"
    )  # messages are told to be of another system than records
    assert "not judged" not in by_day
    opened = []
    scanned = Store._scanned

    def recorded(self, table, parts):
        opened.extend((table, part.parent.name) for part in parts if table in KEPT)
        return scanned(self, table, parts)

    monkeypatch.setattr(Store, "_scanned", recorded)
    assert answer(store, *words) == by_day
    cut = {word[:10] for word in words}
    assert not [(table, day) for table, day in opened if day in DAYS - cut]
    monkeypatch.setattr(StoreEvidence, "days", lambda *_: ())
    assert answer(store, *words) == by_day
