"""Which paths are URLs, whatever a command line made of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from getpage.cli.app import run_command
from getpage.core.errors import GetpageError
from getpage.core.hadoop import with_namenode
from getpage.core.urls import place, url_of


@pytest.mark.parametrize(
    "url", ["s3://cap/prod", "s3a://cap/a b/#c", "gs://cap", "hdfs://nn:8020/a", "abfss://c@a.dfs.net/x"]
)
def test_a_url_is_known_also_as_a_path(url: str) -> None:
    assert url_of(url) == url_of(Path(url)) == url_of(f"{url}/") == url
    assert place(Path(url)) == url


@pytest.mark.parametrize(
    "path", ["/smf/s3://x", "s3", "s3.bin", "./s3:/x", "SMF:x", "s3:x", "file:///smf", "-"]
)
def test_any_other_path_is_none(path: str) -> None:
    assert url_of(path) is None
    assert place(path) == path


def test_a_url_without_a_bucket_makes_no_directory_of_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first").write_text("x")
    assert run_command(["load", "first", "--into", "s3://"]) == 2
    assert "s3://: no bucket is named" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["first"]


def test_a_path_on_hdfs_without_a_namenode_has_that_of_the_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("HADOOP_HOME", raising=False)
    monkeypatch.setenv("HADOOP_CONF_DIR", str(tmp_path))
    for word in ("hdfs:///cap/prod", "--into=hdfs:///cap/prod"):
        with pytest.raises(GetpageError, match=r"hdfs:///cap/prod: no namenode is named"):
            with_namenode(word)
    assert run_command(["check", "hdfs:///cap/prod"]) == 2
    assert "Next: getpage check hdfs://NAMENODE/cap/prod" in capsys.readouterr().err
    settings = (
        "<configuration><property><name>fs.defaultFS</name><value>{}</value></property></configuration>"
    )
    (tmp_path / "core-site.xml").write_text(settings.format("hdfs://site1/"))
    assert with_namenode("hdfs:///cap/prod/") == "hdfs://site1/cap/prod/"
    assert with_namenode("--into=hdfs:///cap/prod") == "--into=hdfs://site1/cap/prod"
    assert with_namenode("hdfs://other/a") == "hdfs://other/a"
    (tmp_path / "core-site.xml").write_text(settings.format("file:///"))
    with pytest.raises(GetpageError):
        with_namenode("hdfs:///cap")
