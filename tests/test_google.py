"""Evidence and stores in Google Cloud Storage, against a server that speaks its protocol on this machine."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from gcs_server import make_bucket, serving
from getpage.cli.app import run_command
from in_pieces import plain
from s3_server import assert_as_on_disk, objects, put
from store_records import pool_records
from test_cloud import (  # noqa: F401 - what is true of S3 is true of Google's
    test_a_load_without_evidence_leaves_nothing,
    test_a_second_load_adds_nothing_and_a_dropped_day_is_gone,
    test_damage_is_found_and_named_by_url,
    test_of_two_loads_at_a_time_one_is_told_and_loses_nothing,
    test_old_catalogs_go_and_a_number_that_came_free_is_not_taken,
    test_what_a_killed_load_left_is_no_part_of_the_store_and_goes,
    test_where_other_objects_are_no_store_is_made,
    test_without_a_load_evidence_by_url_is_checked_as_from_disk,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch, serving(tmp_path_factory.mktemp("gcs"), patch) as address:
        yield address


@pytest.fixture
def bucket(address: str, request: pytest.FixtureRequest) -> str:
    """A bucket for one test."""
    return make_bucket(address, re.sub("[^a-z]+", "-", request.node.name)[:60].strip("-"))


def test_a_store_of_google_is_the_store_on_disk(
    bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert_as_on_disk(f"{bucket}/cap/prod", tmp_path, monkeypatch, capsys)


def test_evidence_of_google_is_loaded_in_ranges(bucket: str, tmp_path: Path) -> None:
    from getpage.evidence.store import Store

    path = tmp_path / "dump"
    path.write_bytes(b"".join(pool_records(range(9_000))))
    put(f"{bucket}/smf", {"dump": path.read_bytes()})
    size = str(path.stat().st_size // 3)
    command = ["load", f"{bucket}/smf/d*", "--into", str(tmp_path / "store"), "--range-size", size]
    assert run_command(command) == 0
    store, expected = Store(tmp_path / "store"), plain([path], tmp_path / "plain")
    assert store.rows("mq_buffer_pool") == expected.rows("mq_buffer_pool")
    assert store.catalog().files()[0].digest == expected.catalog().files()[0].digest


def test_an_object_of_many_pieces_is_written_whole_and_of_many_that_want_a_name_one_gets_it(
    bucket: str, tmp_path: Path
) -> None:
    from getpage.evidence.objects import ObjectStore

    (tmp_path / "large").write_bytes(bytes(range(256)) * 100_000)
    ObjectStore(bucket).put([("a folder/#large", tmp_path / "large")])
    assert objects(bucket) == {"a folder/#large": (tmp_path / "large").read_bytes()}

    def wanted(nth: int) -> bool:
        return ObjectStore(bucket).put_new("catalogs/000001.json", b"%d" % nth)

    with ThreadPoolExecutor(16) as pool:
        got = list(pool.map(wanted, range(16)))
    assert got.count(True) == 1
    assert objects(f"{bucket}/catalogs") == {"000001.json": b"%d" % got.index(True)}


def test_a_bucket_that_is_not_there_is_named(bucket: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["check", f"{bucket}-no/prod"]) == 2
    problem = " ".join(capsys.readouterr().err.split())
    assert f"{bucket}-no/prod" in problem
    assert "Next: gcloud storage ls" in problem
