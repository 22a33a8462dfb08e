"""Evidence and stores in Azure, against a server that speaks its protocol on this machine."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from azure_server import KEY, make_container, serving
from getpage.cli.app import run_command
from getpage.core.errors import GetpageError
from in_pieces import plain
from s3_server import assert_as_on_disk, objects, put
from store_records import pool_records
from weeks_of_a_site import SITE, write_day

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log = tmp_path_factory.mktemp("azure") / "log"
    with pytest.MonkeyPatch.context() as patch, serving(log, patch) as address:
        yield address


@pytest.fixture
def container(address: str, request: pytest.FixtureRequest) -> str:
    """A container for one test."""
    return make_container(address, re.sub("[^a-z]+", "-", request.node.name)[:40].strip("-"))


def test_a_store_in_azure_is_the_store_on_disk(
    container: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from getpage.evidence.store import Store

    url = f"{container}/cap/prod"
    assert_as_on_disk(url, tmp_path, monkeypatch, capsys)
    before = objects(url)
    assert run_command(["drop", url, "--day", max(Store(url).days())]) == 0
    after = objects(url)
    assert all(after[key] == text for key, text in before.items() if key in after)  # nothing is overwritten


def test_evidence_in_azure_is_loaded_in_ranges(container: str, tmp_path: Path) -> None:
    from getpage.evidence.store import Store

    path = tmp_path / "dump"
    path.write_bytes(b"".join(pool_records(range(9_000))))
    put(f"{container}/smf", {"dump": path.read_bytes()})
    size = str(path.stat().st_size // 3)
    command = ["load", f"{container}/smf/d*", "--into", str(tmp_path / "store"), "--range-size", size]
    assert run_command(command) == 0
    store, expected = Store(tmp_path / "store"), plain([path], tmp_path / "plain")
    assert store.rows("mq_buffer_pool") == expected.rows("mq_buffer_pool")
    assert store.catalog().files()[0].digest == expected.catalog().files()[0].digest


def test_of_two_loads_into_azure_at_a_time_one_is_told(
    container: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from getpage.app.load import LoadRequest, load
    from getpage.evidence import mirror
    from getpage.evidence.store import Store

    url, first, second = f"{container}/prod", tmp_path / "first", tmp_path / "second"
    first.write_bytes(b"".join(pool_records(range(20))))
    second.write_bytes(b"".join(pool_records(range(20, 50))))
    ordinary = mirror.Mirror.publish

    def late(self: mirror.Mirror, *arguments: Any) -> None:
        monkeypatch.setattr(mirror.Mirror, "publish", ordinary)
        mirror._mirrors.clear()  # another process
        load(LoadRequest([str(second)], into=url))
        ordinary(self, *arguments)

    monkeypatch.setattr(mirror.Mirror, "publish", late)
    with pytest.raises(GetpageError, match="another load was committed meanwhile"):
        load(LoadRequest([str(first)], into=url))
    assert Store(url).rows("evidence_record") == 30


def test_a_container_that_is_not_there_and_a_wrong_key_are_named(
    container: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = container.replace("abfss://", "abfss://no-")
    assert run_command(["check", f"{missing}/prod"]) == 2
    assert "there is no such container" in " ".join(capsys.readouterr().err.split())
    monkeypatch.setenv("AZURE_STORAGE_ACCOUNT_KEY", "B" + KEY[1:])
    assert run_command(["check", f"{container}/other"]) == 2
    problem = capsys.readouterr().err
    assert "access is refused" in problem
    assert "AZURE_STORAGE_ACCOUNT_KEY" in problem
    assert KEY not in problem


def test_a_month_that_is_over_is_kept_together(
    container: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from getpage.evidence import beside, mirror
    from getpage.evidence.day_answers import DayAnswers

    monkeypatch.setattr(beside, "MOST_AT_ONCE", 0)
    url, ordinary = f"{container}/prod", DayAnswers.read
    paths = [str(write_day(tmp_path, SITE, number)) for number in (18, 19, 20)]  # from 30 March to 1 April
    assert run_command(["load", *paths, "--into", url, "--system", "SY1"]) == 0

    def months() -> list[str]:
        return [key for key in objects(f"{url}/daily") if key.startswith("month-2026-03-")]

    def check() -> tuple[str, set[str]]:
        """The answer of another process, and the days and months of which something is looked for."""
        asked: set[str] = set()

        def read(answers: DayAnswers, name: str) -> Any:
            asked.add(answers.day)
            return ordinary(answers, name)

        mirror._mirrors.clear()
        with monkeypatch.context() as patch:
            patch.setattr(DayAnswers, "read", read)
            capsys.readouterr()
            assert run_command(["check", url, "--format", "json"]) == 0
        return capsys.readouterr().out, asked

    assert not months()
    first, by_day = check()
    assert {"2026-03-30", "2026-03-31", "2026-04-01"} <= by_day
    assert len(months()) == 1
    with monkeypatch.context() as patch:
        patch.setattr(DayAnswers, "add", lambda *_: pytest.fail("it is kept"))
        again, asked = check()
    assert again == first
    assert "month-2026-03" in asked
    assert not {"2026-03-30", "2026-03-31"} <= asked  # but for the worst day, which is looked at by itself
    assert run_command(["drop", url, "--day", "2026-03-31"]) == 0
    assert not months()
