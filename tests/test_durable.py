"""What a store is said to have is on disk before it is said, also when power is lost the next moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage import _native
from getpage.evidence.drop import drop_before
from getpage.evidence.load import load
from getpage.evidence.store import Store
from store_records import pool_record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    import pytest


class Disk:
    """What was waited for, and which change the catalog told of at that time."""

    def __init__(self, store: Store, sync: Callable[[Sequence[Path]], None]) -> None:
        self._store, self._sync = store, sync
        self.waits: list[tuple[int, set[Path]]] = []

    def sync(self, paths: Sequence[Path]) -> None:
        self._sync(paths)
        self.waits.append((self._store.catalog().commit, set(paths)))


def test_parts_manifests_and_their_folders_are_on_disk_before_the_catalog_names_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in (1, 2):
        (tmp_path / f"{day}.smf").write_bytes(
            b"".join(pool_record(day * 1_440 + minute) for minute in (0, 1))
        )
    store = Store.create(tmp_path / "store")
    disk = Disk(store, _native.sync)
    monkeypatch.setattr(_native, "sync", disk.sync)
    for commit in (1, 2):
        there = {path for path in store.path.rglob("*") if path.is_file()}
        load([str(tmp_path / f"{commit}.smf")], store)
        new = {path for path in store.path.rglob("*") if path.is_file() and path.name != ".lock"} - there
        (before, waited), (after, folder) = disk.waits
        assert (before, after) == (commit - 1, commit)
        assert folder == {store.path}
        assert new - {store.path / "catalog.json"} <= waited
        assert {path.parent for path in new} <= waited
        assert store.path / "catalog.json.new" in waited
        disk.waits.clear()
    drop_before(store, max(store.days()))
    (before, waited), _ = disk.waits
    assert before == 2
    assert {path.parent.name for path in waited if path.name != "catalog.json.new"} <= {"loads", "store"}
