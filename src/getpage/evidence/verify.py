"""Verification of a store against its digests, and how to repair it.

Every manifest and every part is read once and compared with its digest. A day is the unit of repair: it is
dropped, and the files that had rows of it are loaded again; their other records are known by their keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from getpage.core.errors import DamagedStoreError
from getpage.core.urls import shown
from getpage.evidence import beside
from getpage.evidence import catalog as catalogs
from getpage.evidence.catalog import StoredPart
from getpage.evidence.day_answers import is_whole
from getpage.evidence.store import Store, of_day

_HASHING = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """One file of a store that is damaged or gone: what is wrong with it, and what it holds; `is_closed`
    where it just may not be read, so that dropping its day repairs nothing and loses rows.
    """

    path: str
    why: str
    holds: str
    is_closed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """Files and bytes read, the damaged files, the days to drop, and the evidence files to load again; of
    days `to_work_out` what is kept beside their rows is damaged, and no row is.
    """

    files: int
    bytes: int
    wrong: tuple[Wrong, ...]
    days: tuple[str, ...]
    again: tuple[str, ...]
    to_work_out: tuple[str, ...] = ()


def verify(store: Store) -> Verified:
    """Read all of a store. DamagedStoreError where its catalog is damaged: nothing else can be told then."""
    catalog = store.catalog()
    manifests = [*(load.manifest for load in catalog.loads), *catalog.days.values()]
    if store.mirror:  # what is there is read, whatever was fetched of it before
        store.mirror.drop_copies(manifest.path for manifest in manifests)
    store.bring(manifests)
    wrong: list[Wrong] = []
    days: set[str] = set()

    def add_damage(path: str, why: str, holds: str, of: Iterable[str]) -> None:
        closed = _is_closed(store.path / path)
        wrong.append(Wrong(path=path, why=why, holds=holds, is_closed=closed))
        days.update(() if closed else of)

    files = len(catalog.loads) + len(catalog.days)
    size = 0
    for load in catalog.loads:
        named = ", ".join(file.path for file in load.files)
        try:
            catalogs.read_files(store.path, load.manifest, "")
        except DamagedStoreError as error:
            why, of = (
                _why(store, load.manifest.path, error),
                (day for file in load.files for day in file.days),
            )
            add_damage(load.manifest.path, why, f"what was found in {named}", of)
    for day, manifest in catalog.days.items():
        try:
            parts = store.day(day)
        except DamagedStoreError as error:
            why = _why(store, manifest.path, error)
            add_damage(manifest.path, why, f"which parts there are of {of_day(day)}", [day])
            continue
        with ThreadPoolExecutor(_HASHING) as pool:
            for part, why in zip(parts, pool.map(partial(_damage, store), parts), strict=True):
                files, size = files + 1, size + part.bytes
                if why:
                    add_damage(part.path, why, f"{part.rows:,} rows of {part.table} of {of_day(day)}", [day])
    again = tuple(dict.fromkeys(file.path for file in catalog.of_days(days)))
    return Verified(
        files=files,
        bytes=size,
        wrong=tuple(wrong),
        days=tuple(sorted(days)),
        again=again,
        to_work_out=tuple(_to_work_out(store, sorted(catalog.days))),
    )


def _to_work_out(store: Store, days: Sequence[str]) -> Iterator[str]:
    """The days and months of which something that is kept beside the store is not what was written."""
    unlike = set(beside.damaged(store, days))
    yield from (day for day in days if day in unlike or not is_whole(store, day))
    months = dict.fromkeys(day[:7] for day in days)
    yield from (month for month in months if not is_whole(store, beside.of_month(month)))


def _damage(store: Store, part: StoredPart) -> str:
    """What is wrong with a part as it is there; what is fetched takes room only meanwhile."""
    if store.mirror:
        store.mirror.drop_copies([part.path])
    damage = store.damage_of(part)
    if store.mirror:
        store.mirror.drop_copies([part.path])
    return damage


def _is_closed(path: Path) -> bool:
    """Whether a file exists but may not be read."""
    if not path.is_file():
        return False
    try:
        path.open("rb").close()
    except PermissionError:
        return True
    except OSError:
        return False
    return False


def _why(store: Store, path: str, error: DamagedStoreError) -> str:
    """What is wrong with a manifest, without its path and contents."""
    return str(error).removeprefix(f"{shown(str(store.path / path))} ").partition(":")[0]
