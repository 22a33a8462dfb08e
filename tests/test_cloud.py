"""Evidence and stores by URL, against a server that speaks S3 on this machine."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest

import sample_site
from getpage import _native
from getpage.cli.app import run_command
from getpage.core.errors import GetpageError
from in_pieces import assert_same, plain, rows
from s3_server import SECRET, counting, make_bucket, objects, put, serving
from store_records import pool_records
from test_pieces import DICTIONARY, unlike
from weeks_of_a_site import SITE, write_day

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from getpage.evidence.store import Store


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    patch = pytest.MonkeyPatch()
    with serving(tmp_path_factory.mktemp("s3") / "log", patch) as address:
        yield address
    patch.undo()


@pytest.fixture
def bucket(address: str, request: pytest.FixtureRequest) -> str:
    """A bucket for one test."""
    name = re.sub("[^a-z]+", "-", request.node.name.lower())
    return make_bucket(address, f"{name[:40].strip('-')}-{abs(hash(request.node.name)) % 10**6}")


@pytest.fixture(scope="module")
def stored(address: str) -> tuple[Path, str]:
    """The sample site in a local store and in one by URL."""
    url = f"{make_bucket(address, 'of-all-tests')}/prod"
    assert run_command(["load", str(sample_site.site()), "--into", url]) == 0
    return sample_site.store(), url


def opened(url: str) -> Store:
    from getpage.evidence.store import Store

    return Store(url)


def dump(numbers: range) -> bytes:
    return b"".join(pool_records(numbers))


@pytest.mark.parametrize(
    "verb",
    [
        ("check", "--format", "json"),
        ("plan", "--format", "json"),
        ("ledger", "--format", "json"),
        ("trend", "--format", "json"),
        ("report", "--format", "md"),
        ("check", "--from", "2026-11-18T10:00", "--to", "2026-11-18T12:00", "--format", "json"),
        ("sql", "select * from mq_buffer_pool order by all limit 50"),
    ],
)
def test_every_verb_says_of_a_store_by_url_what_it_says_of_a_local_one(
    stored: tuple[Path, str],
    verb: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    local, url = stored
    monkeypatch.chdir(local.parent)
    answers = []
    again = [url] if verb[0] == "trend" else []  # from what was worked out of its day
    for store in (local.name, url, *again):
        capsys.readouterr()
        code = run_command([verb[0], store, *verb[1:]])
        said = capsys.readouterr()
        answers.append((code, said.out.replace(url, local.name), said.err.replace(url, local.name)))
    assert answers[1:] == answers[:1] * len(answers[1:])
    assert len(answers[0][1]) > 1000


def test_a_store_by_url_has_the_rows_of_a_local_one(stored: tuple[Path, str]) -> None:
    local, url = stored
    assert_same(opened(url), opened(str(local)))
    keys = objects(url)
    named = {part.path for day in opened(url).days() for part in opened(url).day(day)}
    assert {key for key in keys if key.startswith("tables/")} == named
    assert not [key for key in keys if key.startswith(("writing/", ".scratch/"))]


def test_folders_are_read_by_other_programs_as_they_are(stored: tuple[Path, str], tmp_path: Path) -> None:
    import duckdb

    _, url = stored
    for key, text in objects(f"{url}/tables/db2_buffer_pool").items():
        (tmp_path / key).parent.mkdir(exist_ok=True)
        (tmp_path / key).write_bytes(text)
    table = f"read_parquet('{tmp_path}/*/*.parquet', hive_partitioning = true, union_by_name = true)"
    days = dict(duckdb.sql(f"select cast(day as varchar), count(*) from {table} group by all").fetchall())
    store = opened(url)
    assert days == {day: store.rows("db2_buffer_pool", [day]) for day in days}
    assert sum(days.values()) == store.rows("db2_buffer_pool")


def test_evidence_by_url_is_loaded_as_from_disk(bucket: str, tmp_path: Path) -> None:
    site = sample_site.site()
    files = {path.name: path.read_bytes() for path in site.iterdir() if path.is_file()}
    archive = shutil.make_archive(str(tmp_path / "logs"), "zip", site, "mq-joblog.txt")
    files["logs.zip"] = (tmp_path / archive).read_bytes()
    for name, text in files.items():
        (tmp_path / "site" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "site" / name).write_bytes(text)
    put(f"{bucket}/2026-11-18", files)
    expected = plain([tmp_path / "site"], tmp_path / "plain")
    size = len(files["smf-dump.bin"]) // 5
    assert (
        run_command(["load", f"{bucket}/2026-11-18/", "--into", f"{bucket}/prod", "--range-size", str(size)])
        == 0
    )
    actual = opened(f"{bucket}/prod")
    for file in (*actual.files(), *expected.files()):
        file["path"] = file["path"].rpartition("/")[2]
    for ours, theirs in zip(actual.files(), expected.files(), strict=True):
        assert ours == theirs
    ours, theirs = rows(actual), rows(expected)
    assert ours.keys() == theirs.keys()
    assert not [table for table, frame in theirs.items() if not ours[table].equals(frame)]


def test_a_file_larger_than_a_range_is_fetched_once(
    address: str, bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also with tasks of CICS in the last range, whose dictionary is in the first."""
    path = tmp_path / "dump"
    first, *last = _native.encode_records([DICTIONARY, *unlike(300)])
    path.write_bytes(b"".join([first, dump(range(40_000)), *last]))
    size = path.stat().st_size
    put(bucket, {"dump": path.read_bytes()})
    with counting(address, monkeypatch) as sent:
        arguments = ["--into", str(tmp_path / "store"), "--range-size", str(size // 3)]
        assert run_command(["load", f"{bucket}/dump", *arguments]) == 0
    around = 3 * 2.5 * 1_048_576  # a look for each range, what is read behind it, and the beginning
    assert size > 2 * around
    assert size <= sum(sent) < size + around
    store, expected = opened(str(tmp_path / "store")), plain([path], tmp_path / "plain")
    assert store.catalog().files()[0].digest == expected.catalog().files()[0].digest
    assert rows(store)["cics_transaction"].equals(rows(expected)["cics_transaction"])


def test_without_a_load_evidence_by_url_is_checked_as_from_disk(
    bucket: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "one").write_bytes(dump(range(40)))
    put(bucket, {"a/one": dump(range(40)), "a/two": b"no evidence", "b/c/three": dump(range(40, 50))})
    answers = []
    for path in (str(tmp_path / "one"), f"{bucket}/a/one", f"{bucket}/*/on?"):
        run_command(["check", path, "--format", "json"])
        answers.append(capsys.readouterr().out.replace(str(tmp_path / "one"), f"{bucket}/a/one"))
    assert answers[1] == answers[0]
    assert answers[2].replace(f"{bucket}/*/on?", f"{bucket}/a/one") == answers[0]
    assert run_command(["inspect", f"{bucket}/**/t*e"]) == 0
    assert f"{bucket}/b/c/three" in capsys.readouterr().out.replace("\n", "")


def test_a_second_load_adds_nothing_and_a_dropped_day_is_gone(
    bucket: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, url = tmp_path / "first", f"{bucket}/cap/prod"
    first.write_bytes(dump(range(30)))
    for _ in range(2):
        assert run_command(["load", str(first), "--into", url]) == 0
    assert "loaded before, nothing added" in capsys.readouterr().err
    store = opened(url)
    assert store.rows("evidence_record") == 30
    before = objects(url)
    assert run_command(["drop", url, "--day", store.days()[0]]) == 0
    after = objects(url)
    assert opened(url).days() == []
    assert not [key for key in after if key.startswith(("tables/", "writing/", "daily/"))]
    assert all(after[key] == text for key, text in before.items() if key in after)  # nothing is overwritten
    assert run_command(["load", str(first), "--into", url]) == 0
    assert opened(url).rows("evidence_record") == 30


def test_of_two_loads_at_a_time_one_is_told_and_loses_nothing(
    bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from getpage.app.load import LoadRequest, load
    from getpage.evidence.mirror import Mirror

    url, first, second = f"{bucket}/prod", tmp_path / "first", tmp_path / "second"
    first.write_bytes(dump(range(20)))
    second.write_bytes(dump(range(20, 50)))
    ordinary = Mirror.publish

    def late(self: Mirror, *arguments: Any) -> None:
        monkeypatch.setattr(Mirror, "publish", ordinary)
        from getpage.evidence import mirror

        mirror._mirrors.clear()  # another process
        load(LoadRequest([str(second)], into=url))
        ordinary(self, *arguments)

    monkeypatch.setattr(Mirror, "publish", late)
    with pytest.raises(GetpageError, match="another load was committed meanwhile") as caught:
        load(LoadRequest([str(first)], into=url))
    assert url in caught.value.problem
    assert opened(url).rows("evidence_record") == 30
    assert not [key for key in objects(url) if key.startswith(("writing/", ".scratch/"))]
    assert load(LoadRequest([str(first)], into=url)).rows("evidence_record") == 50
    named = {part.path for day in opened(url).days() for part in opened(url).day(day)}
    assert {key for key in objects(url) if key.startswith("tables/")} == named


def test_what_a_killed_load_left_is_no_part_of_the_store_and_goes(
    bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from getpage.app.load import LoadRequest, load
    from getpage.evidence.mirror import Mirror

    url, first = f"{bucket}/prod", tmp_path / "first"
    first.write_bytes(dump(range(20)))
    with monkeypatch.context() as patch:
        for name in ("publish", "_give_up"):  # a killed process does neither
            patch.setattr(Mirror, name, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            load(LoadRequest([str(first)], into=url))
    left = {key for key in objects(url) if key.startswith("tables/")}
    assert left
    assert opened(url).days() == []
    for numbers in (range(20), range(20, 25)):  # whose number is not given again yet; then it is
        first.write_bytes(dump(numbers))
        load(LoadRequest([str(first)], into=url))
    assert opened(url).rows("evidence_record") == 25
    assert not left & objects(url).keys()
    assert not [key for key in objects(url) if key.startswith("writing/")]


def test_old_catalogs_go_and_a_number_that_came_free_is_not_taken(bucket: str) -> None:
    from getpage.evidence.catalog import Catalog
    from getpage.evidence.mirror import Mirror

    mirror = Mirror(f"{bucket}/prod")
    for number in range(1, 41):
        mirror.publish(Catalog(commit=number), [])
    numbers = sorted(int(key[9:15]) for key in objects(f"{bucket}/prod"))
    assert (numbers[0], numbers[-1]) == (9, 40)
    with pytest.raises(GetpageError, match="another load was committed meanwhile"):
        mirror.publish(Catalog(commit=5), [])
    assert mirror.newest() == 40


def test_damage_is_found_and_named_by_url(
    bucket: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from getpage.evidence.objects import ObjectStore

    url, first = f"{bucket}/prod", tmp_path / "first"
    first.write_bytes(dump(range(20)))
    assert run_command(["load", str(first), "--into", url]) == 0
    part = next(key for key in objects(url) if "/mq_buffer_pool/" in key)
    text = bytearray(objects(url)[part])
    text[len(text) // 2] ^= 1
    ObjectStore(url).delete([part])
    put(url, {part: bytes(text)})
    capsys.readouterr()
    assert run_command(["verify", url, "--format", "json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert part in json.dumps(said)
    ObjectStore(url).delete([part])
    from getpage.evidence import mirror

    mirror._mirrors.clear()
    assert run_command(["sql", url, "select * from mq_buffer_pool"]) == 2
    problem = capsys.readouterr().err
    assert f"{url}/{part} cannot be read" in problem.replace("\n", "")
    assert f"Next: getpage verify {url}" in problem


def test_settings_of_the_site_stand_in_the_store(
    bucket: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url, first = f"{bucket}/prod", tmp_path / "first"
    first.write_bytes(dump(range(20)))
    assert run_command(["load", str(first), "--into", url]) == 0
    put(url, {"getpage.toml": b"[weights]\nnobody = 2\n"})
    capsys.readouterr()
    assert run_command(["settings", url]) == 2
    assert f"{url}/getpage.toml, line 2" in capsys.readouterr().err
    assert run_command(["alerts", url]) == 2
    assert "--state" in capsys.readouterr().err


def test_days_of_a_store_by_url_are_worked_out_when_they_are_loaded(
    bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from getpage.evidence import beside, mirror
    from getpage.evidence.day_answers import DayAnswers

    monkeypatch.setattr(beside, "MOST_AT_ONCE", 0)
    url = f"{bucket}/prod"
    days = [str(write_day(tmp_path, SITE, number)) for number in range(3)]
    with monkeypatch.context() as patch:  # of some days only the measures are kept
        patch.setattr("getpage.app.days.is_only_midnight", lambda _, day: day.day == 14)
        assert run_command(["load", *days, "--into", url, "--system", "SY1"]) == 0
    kept = objects(f"{url}/daily")
    assert {key[:10] for key in kept if key.endswith(".measures")} == {*opened(url).days()}
    answers = []
    for is_kept in (True, False):
        mirror._mirrors.clear()  # another process
        with monkeypatch.context() as patch:
            if is_kept:
                patch.setattr(DayAnswers, "add", lambda *_: pytest.fail("it is kept"))
            else:
                opened(url).mirror.objects.delete(f"daily/{key}" for key in kept)
            capsys.readouterr()
            assert run_command(["check", url]) == 0
            answers.append(capsys.readouterr().out)
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "verb", [("check",), ("load", "--into", "new"), ("verify",), ("drop", "--before", "2026-11-18")]
)
def test_what_is_not_there_is_named(
    bucket: str,
    verb: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for url, why in (
        (f"{bucket}/nothing", "no object|not a getpage store"),
        ("s3://no-bucket/x", "no such bucket"),
    ):
        assert run_command([verb[0], url, *verb[1:]]) == 2
        problem = capsys.readouterr().err
        assert url in problem
        assert re.search(why, problem)
        assert "Next: " in problem
    assert not (tmp_path / "new").exists()


def test_where_other_objects_are_no_store_is_made(
    bucket: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(bucket, {"letters/a.txt": b"Dear Sir"})
    (tmp_path / "first").write_bytes(dump(range(3)))
    assert run_command(["load", str(tmp_path / "first"), "--into", f"{bucket}/letters"]) == 2
    assert "other objects" in capsys.readouterr().err
    assert objects(bucket) == {"letters/a.txt": b"Dear Sir"}


def test_a_load_without_evidence_leaves_nothing(bucket: str, tmp_path: Path) -> None:
    (tmp_path / "first").write_text("no evidence\n")
    assert run_command(["load", str(tmp_path / "first"), "--into", f"{bucket}/prod"]) == 2
    assert objects(bucket) == {}


def test_a_server_that_does_not_answer_is_named_and_no_credential_is_shown(
    bucket: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from getpage.evidence import cloud as library

    monkeypatch.setattr(library, "_RETRIES", {"max_retries": 0})
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    assert run_command(["check", f"{bucket}/prod"]) == 2
    problem = capsys.readouterr().err
    assert f"{bucket}/prod" in problem
    assert SECRET not in problem


def test_without_its_library_a_url_names_the_command_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("getpage.evidence.cloud.find_spec", lambda _: None)
    (tmp_path / "first").write_bytes(dump(range(3)))
    for command in (
        ["check", "s3://cap/prod"],
        ["load", str(tmp_path / "first"), "--into", "s3://cap/other"],
    ):
        assert run_command(command) == 2
        problem = capsys.readouterr().err
        assert "obstore, which is not installed" in problem
        assert "Next: pip install 'getpage[cloud]'" in problem
