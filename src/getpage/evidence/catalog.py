"""The catalog of a store: which parts it has of each day and table, from which files, each with its digest.

    catalog.json                names the manifests, and every file of evidence
    loads/000017.json           what the files of one load held: counts, coverage, damage
    days/2026-11-18/000017.json the parts of one day: table, rows, bytes, digest

All but the catalog are never changed: a commit writes others beside them and then renames a new catalog into
its place. So a commit costs what its own days cost, and who reads sees all of it or nothing.

Digests are XXH3 of 128 bits: they find damage, at the speed of memory; against forgery they are none.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import Any, Final

from getpage.core.errors import DamagedStoreError, command
from getpage.core.saved import UnlikeError, checked, member
from getpage.core.text import QUOTED, shorten
from getpage.evidence import durable

#: What has no time: printed replies, the record of forecasts. It is in every window.
UNDATED: Final = "undated"
NAME: Final = "catalog.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPart:
    """A Parquet file: its table, place in the store, rows, bytes and digest."""

    table: str
    path: str
    rows: int
    bytes: int
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """A manifest: its place in the store, and the SHA-256 of it."""

    path: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedFile:
    """A file of evidence: its number, name, bytes, digest (as xxh3:...), the days of its rows, and the system
    that it was said to be of. Of one that is `partly` there, rows were dropped, or tasks left out that no
    dictionary described: it can be loaded again.
    """

    file: int
    path: str
    bytes: int
    digest: str
    days: tuple[str, ...]
    system: str = ""
    partly: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadEntry:
    """A load: its manifest and its files."""

    manifest: Manifest
    files: tuple[LoadedFile, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog:
    """The contents of a store. `commit` counts changes, `last_file` numbers given; `replaced` is files that
    the last change left behind, which go with the next one.
    """

    commit: int = 0
    last_file: int = 0
    loads: tuple[LoadEntry, ...] = ()
    days: Mapping[str, Manifest] = field(default_factory=dict)
    replaced: tuple[str, ...] = ()

    def files(self) -> tuple[LoadedFile, ...]:
        """All files, in the order in which they were loaded."""
        return tuple(file for load in self.loads for file in load.files)

    def of_days(self, days: Iterable[str]) -> tuple[LoadedFile, ...]:
        """The files that have rows of these days."""
        wanted = set(days)
        return tuple(file for file in self.files() if not wanted.isdisjoint(file.days))

    def within(self, first: str | None, last: str | None) -> list[str]:
        """The days from `first` to `last` (2026-11-18; None is open), and what has no time."""
        return sorted(
            day
            for day in self.days
            if day == UNDATED or ((first is None or first <= day) and (last is None or day <= last))
        )


def read(store: Path, name: str = NAME) -> Catalog:
    """The catalog of a store; DamagedStoreError where it is not what was written."""
    path = store / name
    try:
        durable.refuse_unlike(path)
        text = path.read_bytes()
        body, _, digest = text.rstrip(b"\n").rpartition(b"\n")
        if json.loads(digest)["sha256"] != _sha256(body):
            raise _no_catalog(path, store, "is damaged")
        return _catalog(json.loads(body))
    except OSError as error:
        raise _no_catalog(path, store, f"cannot be read ({error.strerror})") from error
    except (ValueError, KeyError, TypeError, RecursionError, UnlikeError) as error:
        raise _no_catalog(path, store, "is damaged") from error


def _catalog(data: Any) -> Catalog:
    """Read a catalog from its JSON; UnlikeError if it is not one."""
    loads = tuple(
        LoadEntry(
            manifest=_named(member(load, "manifest", dict)),
            files=tuple(_file(file) for file in member(load, "files", list)),
        )
        for load in member(data, "loads", list)
    )
    return Catalog(
        commit=member(data, "commit", int),
        last_file=member(data, "last_file", int),
        loads=loads,
        days={day: _named(named) for day, named in member(data, "days", dict).items()},
        replaced=tuple(_inside(path) for path in member(data, "replaced", list)),
    )


def _file(data: Any) -> LoadedFile:
    return LoadedFile(
        file=member(data, "file", int),
        path=member(data, "path", str),
        bytes=member(data, "bytes", int),
        digest=member(data, "digest", str),
        days=tuple(checked(day, "days", str) for day in member(data, "days", list)),
        system=checked(data.get("system", ""), "system", str),
        partly=data.get("partly") is True,
    )


def _named(data: Any) -> Manifest:
    return Manifest(path=_inside(member(data, "path", str)), digest=member(data, "digest", str))


def _inside(path: Any) -> str:
    """A path inside the store; UnlikeError if it leads out of it."""
    place = PurePath(checked(path, "path", str))
    if place.is_absolute() or ".." in place.parts or "\0" in path:
        message = f"'path': expected a place in the store, found {shorten(repr(path), QUOTED)}"
        raise UnlikeError(message)
    return str(path)


def _part(data: Any) -> StoredPart:
    return StoredPart(
        table=member(data, "table", str),
        path=_inside(member(data, "path", str)),
        rows=member(data, "rows", int),
        bytes=member(data, "bytes", int),
        digest=member(data, "digest", str),
    )


def read_parts(store: Path, named: Manifest, what: str) -> tuple[StoredPart, ...]:
    """Read the parts of a day from its manifest; DamagedStoreError if the manifest is damaged."""
    try:
        data = read_manifest(store, named, what)
        return tuple(_part(part) for part in member(data, "parts", list))
    except UnlikeError as error:
        raise _damaged(store / named.path, "is damaged", what, store) from error


def read_files(store: Path, named: Manifest, what: str) -> list[dict[str, Any]]:
    """Read the summaries of a load's files from its manifest; DamagedStoreError if it is damaged."""
    try:
        files = member(read_manifest(store, named, what), "files", list)
        for file in files:
            member(file, "file", int)
            member(file, "path", str)
    except UnlikeError as error:
        raise _damaged(store / named.path, "is damaged", what, store) from error
    return files


def create(store: Path) -> None:
    """Write the catalog of a new store, unless it has one."""
    durable.create(store / NAME, as_text(Catalog()))


def write(store: Path, catalog: Catalog, *, sure: bool, named: Iterable[Path] = ()) -> None:
    """Make this the catalog of a store. If `sure`, the new files in `named` and their directories are synced
    to disk first.
    """
    new = {place: None for path in named for place in (path, path.parent)}
    durable.write(store / NAME, as_text(catalog), durable=sure, after=new)


def as_text(catalog: Catalog) -> str:
    """A catalog as it is written, with its digest."""
    body = json.dumps(catalog, default=_fields, separators=(",", ":"), sort_keys=True)
    digest = json.dumps({"sha256": _sha256(body.encode())})
    return f"{body}\n{digest}\n"


def _fields(entry: Any) -> dict[str, Any]:
    """The fields of a frozen entry, not copied as `asdict` does: there may be 100,000 files."""
    return {name: getattr(entry, name) for name in entry.__slots__}


def read_manifest(store: Path, named: Manifest, what: str) -> Any:
    """Read a manifest. DamagedStoreError if it is damaged; the message says `what` it held."""
    path = store / named.path
    try:
        durable.refuse_unlike(path)
        text = path.read_bytes()
    except OSError as error:
        raise _damaged(path, f"cannot be read ({error.strerror})", what, store) from error
    if _sha256(text) != named.digest:
        raise _damaged(path, "is damaged", what, store)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _damaged(path, "is damaged", what, store) from error


def write_manifest(store: Path, path: str, content: Any) -> Manifest:
    """Write a manifest; it belongs to the store once a catalog names it."""
    # Without indent the standard library encodes in C: a sixth of the time.
    text = json.dumps(content, separators=(",", ":"), sort_keys=True) + "\n"
    full = store / path
    full.parent.mkdir(parents=True, exist_ok=True)
    durable.write(full, text, durable=False)
    return Manifest(path=path, digest=_sha256(text.encode()))


def without(catalog: Catalog, days: Iterable[str]) -> Catalog:
    """The catalog without some days: files that have nothing else are forgotten, others are partly there."""
    gone = set(days)
    loads = []
    for load in catalog.loads:
        files = []
        for file in load.files:
            left = tuple(day for day in file.days if day not in gone)
            if left == file.days:
                files.append(file)
            elif left:
                files.append(replace(file, days=left, partly=True))
        if files:
            loads.append(replace(load, files=tuple(files)))
    kept = {day: named for day, named in catalog.days.items() if day not in gone}
    return replace(catalog, loads=tuple(loads), days=kept)


def _sha256(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def _no_catalog(path: Path, store: Path, why: str) -> DamagedStoreError:
    return DamagedStoreError(
        f"{path} {why}: without it no part of the store can be told from another; put it back "
        "from a backup, or load again",
        command("getpage load FILES --into", f"{store}.new"),
    )


def _damaged(path: Path, why: str, what: str, store: Path) -> DamagedStoreError:
    return DamagedStoreError(f"{path} {why}: {what}", command("getpage verify", store))
