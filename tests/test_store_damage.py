"""A store that is damaged says so, names what, says what to do, and stays usable beside it."""

from __future__ import annotations

import os
import random
from errno import EACCES
from pathlib import Path

import pytest

from getpage.cli import app
from getpage.core.errors import DamagedStoreError, GetpageError
from getpage.evidence.load import load
from getpage.evidence.store import Store
from getpage.evidence.verify import verify
from store_records import DAY, pool_records

FIRST = "2026-09-21"


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    path = tmp_path / "dump.smf"
    path.write_bytes(b"".join(pool_records(range(0, 2 * DAY, 60))))
    return path


@pytest.fixture
def store(tmp_path: Path, dump: Path) -> Store:
    made = Store.create(tmp_path / "store")
    load([str(dump)], made)
    return made


def flip(path: Path, bit: int) -> None:
    raw = bytearray(path.read_bytes())
    raw[bit // 8 % len(raw)] ^= 1 << bit % 8
    path.write_bytes(raw)


def part(store: Store, table: str = "mq_buffer_pool", day: str = FIRST) -> Path:
    (found,) = store.path.glob(f"days/{day}/{table}-*.parquet")
    return found


def test_every_flipped_bit_of_a_part_is_found(store: Store) -> None:
    path, draw = part(store), random.Random(1)
    whole = path.read_bytes()
    for _ in range(100):
        flip(path, draw.randrange(8 * len(whole)))
        with pytest.raises(
            DamagedStoreError, match=r"mq_buffer_pool-.* is damaged: it holds rows of mq_buffer_pool"
        ):
            Store(store.path).table("mq_buffer_pool")
        path.write_bytes(whole)


@pytest.mark.parametrize("harm", ["flipped", "cut", "longer", "gone"])
def test_other_days_and_tables_can_be_used(store: Store, harm: str) -> None:
    path = part(store)
    raw = path.read_bytes()
    {
        "flipped": lambda: flip(path, 999),
        "cut": lambda: path.write_bytes(raw[:-1]),
        "longer": lambda: path.write_bytes(raw + b"x"),
        "gone": path.unlink,
    }[harm]()
    opened = Store(store.path)
    with pytest.raises(DamagedStoreError, match="getpage verify"):
        opened.sql("select count(*) from mq_buffer_pool")
    assert opened.sql("select count(*) from evidence_record").fetchall() == [(48,)]
    assert opened.table("mq_buffer_pool", ["2026-09-22"]).collect().height == 72


def test_what_is_damaged_is_told_with_what_to_load_again_and_that_mends_it(
    store: Store, dump: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = sorted(store.table("mq_buffer_pool").drop("file", "record").collect().rows())
    assert app(["verify", str(store.path)], result_action="return_value") == 0
    flip(part(store), 4_000)
    capsys.readouterr()
    assert app(["verify", str(store.path)], result_action="return_value") == 1
    told = capsys.readouterr()
    assert "mq_buffer_pool-" in told.out
    drop, again = (line.split()[1:] for line in told.err.splitlines() if line.startswith("  getpage "))
    assert again == ["load", str(dump), "--into", str(store.path)]
    app(drop, result_action="return_value")
    app(again, result_action="return_value")
    assert not verify(Store(store.path)).wrong
    assert sorted(store.table("mq_buffer_pool").drop("file", "record").collect().rows()) == expected


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
@pytest.mark.parametrize("place", ["part", "manifest", "catalog"])
def test_a_named_pipe_in_place_of_a_file_of_the_store_is_damage_and_is_not_waited_for(
    store: Store, place: str
) -> None:
    named = {
        "part": lambda: part(store),
        "manifest": lambda: store.path / store.catalog().days[FIRST].path,
        "catalog": lambda: store.path / "catalog.json",
    }[place]()
    named.unlink()
    os.mkfifo(named)
    opened = Store(store.path)
    with pytest.raises(DamagedStoreError, match=r"not a regular file|stands in its place"):
        opened.sql("select count(*) from mq_buffer_pool")
    if place != "catalog":
        assert verify(opened).wrong[0].path == named.relative_to(store.path).as_posix()


@pytest.mark.parametrize("gone", [False, True])
def test_nobody_is_told_to_drop_what_may_just_not_be_read(
    store: Store, gone: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests may run as a user who may read everything."""
    closed, other = part(store), part(store, day="2026-09-22")
    if gone:
        other.unlink()
    right = Store.damage_of
    denied = f"cannot be read ({os.strerror(EACCES)} (os error 13))"
    monkeypatch.setattr(
        Store,
        "damage_of",
        lambda self, file: denied if self.path / file.path == closed else right(self, file),
    )
    opened = Path.open

    def refused(path: Path, *how: str, **more: object):
        if path == closed:
            raise PermissionError(EACCES, os.strerror(EACCES), str(path))
        return opened(path, *how, **more)

    monkeypatch.setattr(Path, "open", refused)
    assert app(["verify", str(store.path)], result_action="return_value") == 1
    said = capsys.readouterr().err
    assert f"{int(gone)} damaged or gone" in said
    assert "1 may not be read: have the rights put right" in said
    assert f"--day {FIRST}" not in said
    assert ("--day 2026-09-22" in said) == gone


@pytest.mark.parametrize("which", ["loads/*.json", f"days/{FIRST}/*.json"])
@pytest.mark.parametrize("harm", ["flipped", "gone"])
def test_a_manifest_that_is_damaged_or_gone_is_said_and_can_be_mended(
    store: Store, dump: Path, which: str, harm: str
) -> None:
    (manifest,) = store.path.glob(which)
    flip(manifest, 999) if harm == "flipped" else manifest.unlink()
    opened = Store(store.path)
    ask = opened.files if which.startswith("loads") else opened.tables
    with pytest.raises(DamagedStoreError, match=f"(?s){manifest.name}.*getpage verify"):
        ask()
    found = verify(opened)
    assert [damaged.path for damaged in found.wrong] == [str(manifest.relative_to(store.path))]
    assert found.again == (str(dump),)
    app(["drop", str(store.path), *[f"--day={day}" for day in found.days]], result_action="return_value")
    load([str(dump)], opened)
    assert not verify(opened).wrong
    assert opened.table("mq_buffer_pool").collect().height == 144


@pytest.mark.parametrize("content", [None, b"", b"{}", b"{}\n{}\n", b'{"commit": 1}\n'])
def test_a_catalog_that_is_damaged_or_gone_is_one_sentence(
    store: Store, dump: Path, content: bytes | None
) -> None:
    path = store.path / "catalog.json"
    path.unlink() if content is None else path.write_bytes(content)
    for ask in (store.tables, store.files, lambda: verify(store), lambda: load([str(dump)], store)):
        with pytest.raises(GetpageError, match=r"catalog\.json"):
            ask()


def test_every_flipped_bit_of_the_catalog_is_found(store: Store) -> None:
    path, draw = store.path / "catalog.json", random.Random(2)
    whole = path.read_bytes()
    for _ in range(100):
        flip(path, draw.randrange(8 * (len(whole) - 1)))  # the line feed at the end says nothing
        with pytest.raises(DamagedStoreError):
            Store(store.path).tables()
        path.write_bytes(whole)


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        ("", "empty or damaged"),
        ("[]", "empty or damaged"),
        ('{"format": "two"}', "newer getpage"),
        ('{"format": 3}', "format 3, of a newer getpage"),
        ('{"format": 1}', "getpage load FILES --into "),
    ],
)
def test_a_mark_that_is_empty_newer_or_old_is_one_sentence(store: Store, mark: str, said: str) -> None:
    (store.path / "getpage-store.json").write_text(mark)
    with pytest.raises(GetpageError, match=said):
        Store(store.path)
