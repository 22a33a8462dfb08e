"""Evidence and stores on HDFS, against Hadoop's own on this machine."""

from __future__ import annotations

import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from getpage.cli.app import run_command
from hdfs_server import serving
from in_pieces import plain, rows
from in_spark import JAVA_OPTIONS
from s3_server import objects, put
from test_cloud import (  # noqa: F401 - what is true of S3 is true of HDFS
    dump,
    opened,
    test_a_load_without_evidence_leaves_nothing,
    test_a_second_load_adds_nothing_and_a_dropped_day_is_gone,
    test_damage_is_found_and_named_by_url,
    test_of_two_loads_at_a_time_one_is_told_and_loses_nothing,
    test_old_catalogs_go_and_a_number_that_came_free_is_not_taken,
    test_settings_of_the_site_stand_in_the_store,
    test_what_a_killed_load_left_is_no_part_of_the_store_and_goes,
    test_where_other_objects_are_no_store_is_made,
    test_without_a_load_evidence_by_url_is_checked_as_from_disk,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def namenode(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    patch = pytest.MonkeyPatch()
    with serving(tmp_path_factory.mktemp("hdfs"), patch) as url:
        yield url
    patch.undo()


@pytest.fixture
def bucket(namenode: str, request: pytest.FixtureRequest) -> str:
    """A folder for one test."""
    return f"{namenode}/tests/{re.sub('[^a-z]+', '-', request.node.name.lower())}"


def test_a_load_in_ranges_makes_the_store_of_a_local_one(
    bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "dump").write_bytes(dump(range(3000)))
    expected = plain([tmp_path / "dump"], tmp_path / "prod")
    put(bucket, {"smf/dump": (tmp_path / "dump").read_bytes()})
    default = re.sub("hdfs://[^/]*", "hdfs://", bucket)  # the namenode is the site's
    load = ["load", f"{default}/smf/*", "--into", f"{default}/prod", "--range-size", "1M"]
    assert run_command(load) == 0
    store = opened(f"{bucket}/prod")
    ours, theirs = store.files(), expected.files()
    assert ours == [file | {"path": f"{bucket}/smf/dump"} for file in theirs]
    assert rows(store).keys() == rows(expected).keys()
    assert not [table for table, frame in rows(expected).items() if not rows(store)[table].equals(frame)]
    monkeypatch.chdir(tmp_path)
    answers = []
    for each in ("prod", f"{bucket}/prod", f"{default}/prod"):
        capsys.readouterr()
        code = run_command(["check", each, "--format", "json"])
        said = capsys.readouterr().out.replace(f"{bucket}/prod", "prod")
        answers.append((code, said.replace(f"{bucket}/smf", str(tmp_path))))
    assert answers[0] == answers[1] == answers[2]


def test_of_many_that_want_a_name_one_gets_it(bucket: str) -> None:
    from getpage.evidence.objects import ObjectStore

    def wanted(nth: int) -> bool:
        return ObjectStore(bucket).put_new("catalogs/000001.json", b"%d" % nth)

    with ThreadPoolExecutor(16) as pool:
        got = list(pool.map(wanted, range(16)))
    assert got.count(True) == 1
    assert objects(bucket) == {"catalogs/000001.json": b"%d" % got.index(True)}
    assert ObjectStore(bucket).put_new("catalogs/000001.json", b"%d" % got.index(True))  # a lost answer
    assert len(list(ObjectStore(bucket).list(unfinished=True))) == 1


def test_a_catalog_whose_writer_died_is_not_read_and_goes(bucket: str, tmp_path: Path) -> None:
    from hdfs_native import Client, WriteOptions

    url, first = f"{bucket}/prod", tmp_path / "first"
    first.write_bytes(dump(range(20)))
    assert run_command(["load", str(first), "--into", url]) == 0
    address, _, folder = url.partition("://")[2].partition("/")
    hidden = f"/{folder}/catalogs/.000002.json.0123"
    dead = Client(f"hdfs://{address}").create(hidden, WriteOptions(overwrite=False))
    dead.write(b'{"commit": 2, "da')
    dead.hsync()
    assert opened(url).rows("evidence_record") == 20
    assert run_command(["check", url]) in (0, 1)
    first.write_bytes(dump(range(20, 25)))
    assert run_command(["load", str(first), "--into", url]) == 0
    assert opened(url).rows("evidence_record") == 25
    left = [file.path for file in Client(f"hdfs://{address}").list_status(f"/{folder}", recursive=True)]
    assert not [path for path in left if "/." in path]


def test_what_is_not_there_or_not_allowed_is_named(
    namenode: str,
    bucket: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from getpage.evidence import hdfs

    (tmp_path / "first").write_bytes(dump(range(3)))
    monkeypatch.setattr(hdfs, "_ATTEMPTS", ("dfs.client.failover.max.attempts", "1"))
    hdfs._client.cache_clear()
    cases = [
        (["check", f"{bucket}/nothing"], "no object of this name"),
        (["verify", f"{bucket}/nothing"], "not a getpage store"),
        (["check", "hdfs://127.0.0.1:9/x"], "the namenode does not answer"),
        (["check", "hdfs://nobody/x"], "no namenode of this name"),
        (["check", "hdfs://"], "no namenode is named"),
    ]
    monkeypatch.setenv("HADOOP_USER_NAME", "nobody")
    cases.append((["load", str(tmp_path / "first"), "--into", f"{namenode}/forbidden"], "access is refused"))
    for command, why in cases:
        assert run_command(command) == 2
        problem = capsys.readouterr().err.replace("\n", " ")
        assert why in problem
        assert next(word for word in command if word.startswith("hdfs:")) in problem
        assert "Next: " in problem
        assert "apache" not in problem
    hdfs._client.cache_clear()


def test_without_its_library_a_url_names_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("getpage.evidence.hdfs.find_spec", lambda _: None)
    assert run_command(["check", "hdfs://nn/prod"]) == 2
    problem = capsys.readouterr().err
    assert "hdfs-native, which is not installed" in problem
    assert "Next: pip install 'getpage[hdfs]'" in problem


def test_spark_loads_from_hdfs_into_hdfs(bucket: str, tmp_path: Path) -> None:
    from getpage.app.load import Engine, LoadRequest, load
    from getpage.core.units import MIB

    sql = pytest.importorskip("pyspark.sql", reason="PySpark is not installed here: make spark")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed here: make spark")
    (tmp_path / "dump").write_bytes(dump(range(6000)))
    expected = plain([tmp_path / "dump"], tmp_path / "prod")
    put(bucket, {"smf/dump": (tmp_path / "dump").read_bytes()})
    builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("PYTHONPATH", ":".join(path for path in sys.path if path))
        patch.setenv("JAVA_TOOL_OPTIONS", JAVA_OPTIONS)
        session = builder.config("spark.log.level", "FATAL").getOrCreate()
        try:
            for name in ("HADOOP_CONF_DIR", "PYTHONPATH"):
                session.sparkContext.environment[name] = os.environ[name]
            request = LoadRequest(
                [f"{bucket}/smf"], into=f"{bucket}/prod", engine=Engine.SPARK, range_size=MIB
            )
            store = load(request)
        finally:
            session.stop()
    ours, theirs = rows(store), rows(expected)
    assert ours.keys() == theirs.keys()
    assert not [table for table, frame in theirs.items() if not ours[table].equals(frame)]
    assert [file.digest for file in store.catalog().files()] == [
        file.digest for file in expected.catalog().files()
    ]
    named = {part.path for day in store.days() for part in store.day(day)}
    assert {key for key in objects(f"{bucket}/prod") if key.startswith(("tables/", ".scratch/"))} == named
