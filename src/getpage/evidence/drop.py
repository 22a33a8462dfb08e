"""Days taken out of a store, and what the store then says of the files that they came from.

A file that has no other days is forgotten, as if it had never been loaded. Of one that has, coverage and
reports of the days that went go with them; loading it again brings them back, as its other records are known
by their keys.
"""

from __future__ import annotations

import shutil
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from getpage import _native
from getpage.core.errors import DamagedStoreError
from getpage.evidence import beside
from getpage.evidence import catalog as catalogs
from getpage.evidence.catalog import UNDATED, Catalog, LoadEntry, Manifest
from getpage.evidence.commit import changing
from getpage.evidence.coverage import local
from getpage.evidence.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """Days, rows and bytes dropped; files with no rows left in the store, and files with some left."""

    days: tuple[str, ...]
    rows: int
    bytes: int
    forgotten: tuple[str, ...]
    partly: tuple[str, ...]


def drop_before(store: Store, before: str) -> Dropped:
    """Drop all days before one, as 2026-11-01. Rows without a time stay."""
    with changing(store) as catalog:
        return _drop(store, catalog, [day for day in catalog.days if day != UNDATED and day < before])


def drop_days(store: Store, days: Collection[str]) -> Dropped:
    """Drop these days; `undated` is what has no time."""
    with changing(store) as catalog:
        return _drop(store, catalog, [day for day in catalog.days if day in days])


def _drop(store: Store, catalog: Catalog, days: list[str]) -> Dropped:
    if not days:
        return Dropped(days=(), rows=0, bytes=0, forgotten=(), partly=())
    rows, size = _weight(store, days)
    tag = f"{catalog.commit + 1:06}"
    if store.mirror is None:
        after, gone = _published(store, catalog, days, tag)
    else:
        tag = f"{tag}-{uuid4().hex[:8]}"
        with store.mirror.changing(tag, catalog):
            after, gone = _published(store, catalog, days, tag, _parts_by_url(store, days))
        store.mirror.objects.delete(gone)
    for path in gone:
        (store.path / path).unlink(missing_ok=True)
    for day in days:
        shutil.rmtree(store.path / "days" / day, ignore_errors=True)
        beside.forget(store, day)
    had = catalog.of_days(days)
    there = {file.file for file in after.files()}
    return Dropped(
        days=tuple(sorted(days)),
        rows=rows,
        bytes=size,
        forgotten=tuple(dict.fromkeys(file.path for file in had if file.file not in there)),
        partly=tuple(dict.fromkeys(file.path for file in had if file.file in there)),
    )


def _published(
    store: Store, catalog: Catalog, days: list[str], tag: str, parts: Sequence[str] = ()
) -> tuple[Catalog, list[str]]:
    """The catalog without days, which is in force now, and what goes: manifests of loads, and `parts`."""
    left = catalogs.without(catalog, days)
    before = {load.manifest: load for load in catalog.loads}
    loads = []
    for load in left.loads:
        if before[load.manifest] == load:
            loads.append(load)
            continue
        try:
            loads.append(replace(load, manifest=_rewritten(store, load, set(days), tag)))
        except DamagedStoreError:
            continue  # its files are forgotten, and can be loaded again
    kept = {load.manifest.path for load in loads}
    gone = [*parts, *({load.manifest.path for load in catalog.loads} - kept)]
    after = replace(left, commit=catalog.commit + 1, loads=tuple(loads), replaced=tuple(parts))
    store.publish(after, [store.path / load.manifest.path for load in loads if load.manifest not in before])
    return after, gone


def _parts_by_url(store: Store, days: list[str]) -> list[str]:
    """The parts of days and their manifests in a store by URL, where no folder holds all of a day."""
    keys = [store.catalog().days[day].path for day in days]
    for day in days:
        try:
            keys += [part.path for part in store.day(day)]
        except DamagedStoreError:
            keys += store.mirror.of_day(day) if store.mirror else []
    return keys


def _weight(store: Store, days: list[str]) -> tuple[int, int]:
    """Rows and bytes of days; of those whose manifest is damaged none are known."""
    rows = size = 0
    for day in days:
        try:
            parts = store.day(day)
        except DamagedStoreError:
            continue
        rows += sum(part.rows for part in parts)
        size += sum(part.bytes for part in parts)
    return rows, size


def _rewritten(store: Store, load: LoadEntry, days: set[str], tag: str) -> Manifest:
    """The manifest of a load without these days."""
    what = "it says what was found in the files of a load"
    store.bring([load.manifest])
    before = catalogs.read_files(store.path, load.manifest, what)
    kept = {file.file for file in load.files}
    files = [_without(file, days) for file in before if file["file"] in kept]
    stem = load.manifest.path.removesuffix(".json").partition("-")[0]
    content = {"version": _native.VERSION, "files": files}
    return catalogs.write_manifest(store.path, f"{stem}-{tag}.json", content)


def _without(file: dict[str, Any], days: set[str]) -> dict[str, Any]:
    """The summary of a file without what it says of these days."""
    left = {**file, "days": [day for day in file["days"] if day not in days]}
    left["coverage"] = [stretch for stretch in file["coverage"] if (stretch["day"] or UNDATED) not in days]
    if "reports" in file:
        left["reports"] = [
            {**report, "ranges": [span for span in report["ranges"] if _day(span[1]) not in days]}
            for report in file["reports"]
        ]
    return left


def _day(micros: int) -> str:
    return local(micros).date().isoformat()
