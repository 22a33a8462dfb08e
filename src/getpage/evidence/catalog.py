"""The catalog of a store: which parts it has of each day and table, from which files, each with its digest.

    catalog.json                names the manifests, and every file of evidence
    loads/000017.json           what the files of one load held: counts, coverage, damage
    days/2026-11-18/000017.json the parts of one day: table, rows, bytes, digest

All but the catalog are never changed: a commit writes others beside them and then renames a new catalog into
its place. So a commit costs what its own days cost, and who reads sees all of it or nothing.

Digests are XXH3 of 128 bits: they find damage, at the speed of memory; against forgery they are none.
"""

from __future__ import annotations

import errno
import hashlib
import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

from getpage.core.errors import DamagedStoreError
from getpage.core.saved import UnlikeError, checked, member
from getpage.core.text import QUOTED, shorten
from getpage.evidence import durable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

#: What has no time: printed replies, the record of forecasts. It is in every window.
UNDATED: Final = "undated"
NAME: Final = "catalog.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A Parquet file: its table, place in the store, rows, bytes and digest."""

    table: str
    path: str
    rows: int
    bytes: int
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A manifest: its place in the store, and the SHA-256 of it."""

    path: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
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
class Load:
    """A load: its manifest and its files."""

    manifest: Named
    files: tuple[File, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog:
    """What a store has. `commit` counts changes, `last_file` numbers given; `replaced` is files that the last
    change left behind, which go with the next one.
    """

    commit: int = 0
    last_file: int = 0
    loads: tuple[Load, ...] = ()
    days: Mapping[str, Named] = field(default_factory=dict)
    replaced: tuple[str, ...] = ()

    def files(self) -> tuple[File, ...]:
        """All files, in the order in which they were loaded."""
        return tuple(file for load in self.loads for file in load.files)

    def of_days(self, days: Iterable[str]) -> tuple[File, ...]:
        """The files that have rows of these days."""
        wanted = set(days)
        return tuple(file for file in self.files() if wanted & set(file.days))

    def within(self, first: str | None, last: str | None) -> list[str]:
        """The days from `first` to `last` (2026-11-18; None is open), and what has no time."""
        return sorted(
            day
            for day in self.days
            if day == UNDATED or ((first is None or first <= day) and (last is None or day <= last))
        )


def read(store: Path) -> Catalog:
    """The catalog of a store; DamagedStoreError where it is not what was written."""
    path = store / NAME
    try:
        text = _content(path)
        body, _, digest = text.rstrip(b"\n").rpartition(b"\n")
        if json.loads(digest)["sha256"] != _sha256(body):
            raise _no_catalog(store, "is damaged")
        return _catalog(json.loads(body))
    except OSError as error:
        raise _no_catalog(store, f"cannot be read ({error.strerror})") from error
    except (ValueError, KeyError, TypeError, RecursionError, UnlikeError) as error:
        raise _no_catalog(store, "is damaged") from error


def _content(path: Path) -> bytes:
    """The bytes of a file; OSError where something else is in its place: a named pipe would be waited for."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file")
    return path.read_bytes()


def _catalog(made: Any) -> Catalog:
    """What the JSON of a catalog says; UnlikeError where it is none."""
    loads = tuple(
        Load(
            manifest=_named(member(one, "manifest", dict)),
            files=tuple(_file(file) for file in member(one, "files", list)),
        )
        for one in member(made, "loads", list)
    )
    return Catalog(
        commit=member(made, "commit", int),
        last_file=member(made, "last_file", int),
        loads=loads,
        days={day: _named(named) for day, named in member(made, "days", dict).items()},
        replaced=tuple(_inside(path) for path in member(made, "replaced", list)),
    )


def _file(made: Any) -> File:
    return File(
        file=member(made, "file", int),
        path=member(made, "path", str),
        bytes=member(made, "bytes", int),
        digest=member(made, "digest", str),
        days=tuple(checked(day, "days", str) for day in member(made, "days", list)),
        system=checked(made.get("system", ""), "system", str),
        partly=made.get("partly") is True,
    )


def _named(made: Any) -> Named:
    return Named(path=_inside(member(made, "path", str)), digest=member(made, "digest", str))


def _inside(path: Any) -> str:
    """A place in a store: what leads out of it is none that was written."""
    place = PurePath(checked(path, "path", str))
    if place.is_absolute() or ".." in place.parts or "\0" in path:
        message = f"'path': expected a place in the store, found {shorten(repr(path), QUOTED)}"
        raise UnlikeError(message)
    return str(path)


def _part(made: Any) -> Part:
    return Part(
        table=member(made, "table", str),
        path=_inside(member(made, "path", str)),
        rows=member(made, "rows", int),
        bytes=member(made, "bytes", int),
        digest=member(made, "digest", str),
    )


def read_parts(store: Path, named: Named, what: str) -> tuple[Part, ...]:
    """The parts of a day, by its manifest: DamagedStoreError as for any manifest."""
    try:
        made = read_manifest(store, named, what)
        return tuple(_part(one) for one in member(made, "parts", list))
    except UnlikeError as error:
        raise _damaged(store / named.path, "is damaged", what, store) from error


def read_files(store: Path, named: Named, what: str) -> list[dict[str, Any]]:
    """What was found in the files of a load, by its manifest: DamagedStoreError as for any manifest."""
    try:
        files = member(read_manifest(store, named, what), "files", list)
        for one in files:
            member(one, "file", int)
            member(one, "path", str)
    except UnlikeError as error:
        raise _damaged(store / named.path, "is damaged", what, store) from error
    return files


def write(store: Path, catalog: Catalog, *, sure: bool, named: Iterable[Path] = ()) -> None:
    """Make this the catalog of a store; where it is to be `sure`, what is new of what it names is brought to
    disk before: files, and the directories that they are in.
    """
    body = json.dumps(asdict(catalog), separators=(",", ":"), sort_keys=True)
    digest = json.dumps({"sha256": _sha256(body.encode())})
    new = {one: None for path in named for one in (path, path.parent)}
    durable.write(store / NAME, f"{body}\n{digest}\n", durable=sure, after=new)


def read_manifest(store: Path, named: Named, what: str) -> Any:
    """A manifest, `what` of it being told where it is damaged: DamagedStoreError."""
    path = store / named.path
    try:
        text = _content(path)
    except OSError as error:
        raise _damaged(path, f"cannot be read ({error.strerror})", what, store) from error
    if _sha256(text) != named.digest:
        raise _damaged(path, "is damaged", what, store)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _damaged(path, "is damaged", what, store) from error


def write_manifest(store: Path, path: str, content: Any) -> Named:
    """Write a manifest, which joins the store when a catalog names it."""
    # Without indent the standard library encodes in C: a sixth of the time.
    text = json.dumps(content, separators=(",", ":"), sort_keys=True) + "\n"
    full = store / path
    full.parent.mkdir(parents=True, exist_ok=True)
    durable.write(full, text, durable=False)
    return Named(path=path, digest=_sha256(text.encode()))


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


def _no_catalog(store: Path, why: str) -> DamagedStoreError:
    return DamagedStoreError(
        f"{store / NAME} {why}: without it no part of the store can be told from another. Put the file back "
        "from a backup, or load the evidence again into a new store"
    )


def _damaged(path: Path, why: str, what: str, store: Path) -> DamagedStoreError:
    return DamagedStoreError(f"{path} {why}: {what}; getpage verify {store} says what to load again")
