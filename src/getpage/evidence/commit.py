"""A change of a store: the files it writes, and the commit that makes them part of the store.

Parts go where they will stay; nobody reads them before the catalog names them. A note of the commit stands in
the store as long as it is under way, so that the next one clears what a killed one left.
"""

from __future__ import annotations

import fcntl
import shutil
from collections import defaultdict
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from getpage import _native
from getpage.core.errors import GetpageError, Without, file_error
from getpage.evidence import catalog as catalogs
from getpage.evidence import durable, monitored
from getpage.evidence.catalog import UNDATED, Catalog, LoadedFile, LoadEntry, StoredPart
from getpage.evidence.mark import MARK
from getpage.evidence.mirror import part_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import polars as pl

    from getpage.evidence.store import Store

#: Rows of a row group, as the decoder writes them.
GROUP_ROWS: Final = 1 << 17
#: The note of a change under way, with its tag, and where it keeps what is not part of the store.
NOTE: Final = "writing"
SCRATCH: Final = ".scratch"


class Commit:
    """Everything that one change adds to a store.

    `tag` is in the name of every file that it writes, `parts` is by day, `files` are summaries of the files
    of evidence; a change without any of these changes nothing.
    """

    def __init__(self, store: Store, catalog: Catalog) -> None:
        """The next change of `store`."""
        self.store, self.catalog = store, catalog
        #: By URL another change may be under way: each has names of its own.
        self.tag = f"{catalog.commit + 1:06}" + (f"-{uuid4().hex[:8]}" if store.mirror else "")
        self.days = store.path / "days"
        self.scratch = store.path / SCRATCH
        self.parts: dict[str, list[StoredPart]] = {}
        self.files: list[dict[str, Any]] = []
        self._written = 0
        # It holds the store only: of a circle through native code nothing would ever be freed.
        self.keys = _native.Keys(
            self.scratch, lambda day: store.parts("evidence_record", days=[day or UNDATED])
        )

    def add_parts(self, parts: Sequence[_native.Part]) -> None:
        """Add parts that the decoder wrote."""
        for part in parts:
            self._add(
                part["day"] or UNDATED,
                StoredPart(
                    table=part["table"],
                    path=self._settled(part["path"]),
                    rows=part["rows"],
                    bytes=part["bytes"],
                    digest=part["digest"],
                ),
            )

    def frame(self, table: str, frame: pl.DataFrame, day: str) -> tuple[str, StoredPart]:
        """Write rows of one day. Returns the day and the part, as `forget` takes them."""
        self._written += 1
        path = self._place(f"{day}/{table}-{self.tag}-rows-{self._written}.parquet")
        full = self.store.path / path
        full.parent.mkdir(parents=True, exist_ok=True)
        frame.write_parquet(full, compression="uncompressed", row_group_size=GROUP_ROWS)
        digest, size = _native.digest(full)
        part = StoredPart(table=table, path=path, rows=frame.height, bytes=size, digest=digest)
        return day, self._add(day, part)

    def _place(self, path: str) -> str:
        """Where a part is in the store that has this path in `days`."""
        return part_key(path) if self.store.mirror else f"days/{path}"

    def _settled(self, path: str) -> str:
        """Where a part is in the store; one that the decoder wrote here goes there."""
        return self.store.mirror.settle(self.days, path) if self.store.mirror else f"days/{path}"

    def keys_of(self, part: _native.Part) -> Path:
        """The file with the keys of a piece's records, which a worker wrote."""
        place = self._place(part["path"])
        if self.store.mirror:
            self.store.mirror.bring([place])
        return self.store.path / place

    def handed(self, path: Path) -> str:
        """A file of this change for workers, as they name it."""
        if self.store.mirror is None:
            return str(path.absolute())
        return self.store.mirror.hand(self.tag, path)

    def taken(self, name: str) -> Path:
        """A file that a worker made for this change."""
        return self.store.mirror.take(name) if self.store.mirror else Path(name)

    def forget(self, day: str, part: StoredPart) -> None:
        """Remove a part that `frame` wrote."""
        self.parts[day].remove(part)
        (self.store.path / part.path).unlink()

    def remove_strays(self) -> None:
        """Remove files of this change that are no part of it: those of attempts that were made again."""
        named = {part.path for parts in self.parts.values() for part in parts}
        if self.store.mirror:
            self.store.mirror.remove_strays(self.tag, named)
            return
        for path in self.days.glob(f"*/*-{self.tag}-*"):
            if f"days/{path.parent.name}/{path.name}" not in named:
                path.unlink(missing_ok=True)
                with suppress(OSError):  # it has others
                    path.parent.rmdir()

    def _add(self, day: str, part: StoredPart) -> StoredPart:
        self.parts.setdefault(day, []).append(part)
        return part

    def rows(self) -> dict[str, int]:
        """Rows added, by table."""
        counts: dict[str, int] = {}
        for part in (part for parts in self.parts.values() for part in parts):
            counts[part.table] = counts.get(part.table, 0) + part.rows
        return dict(sorted(counts.items()))


@contextmanager
def changing(store: Store) -> Iterator[Catalog]:
    """The catalog of a store that nobody else changes meanwhile, and without what killed changes left."""
    try:
        durable.refuse_unlike(store.path / ".lock")
        opened = (store.path / ".lock").open("w")
    except OSError as error:
        raise file_error(store.path / ".lock", error) from error
    with opened as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            message = f"{store.path}: another load is running; when it has ended, this one can"
            raise GetpageError(message, Without()) from error
        catalog = store.renew()
        _clear(store.path, catalog)
        if store.mirror:
            store.mirror.clear(catalog)
        yield catalog


def remove_if_empty(store: Store, *, folder: bool) -> None:
    """Remove a store without evidence, with its directory if `folder`; not while another process fills it."""
    if store.mirror:
        return  # its first change makes it
    with suppress(OSError, GetpageError), changing(store) as catalog:
        if catalog == Catalog():
            for path in store.path.iterdir():
                shutil.rmtree(path) if path.is_dir() else path.unlink()
            if folder:
                store.path.rmdir()


@contextmanager
def committing(store: Store) -> Iterator[Commit]:
    """A change that joins the store when the block ends well, and of which nothing is left when it does
    not.
    """
    with changing(store) as catalog:
        commit = Commit(store, catalog)
        durable.write(store.path / NOTE, commit.tag, durable=False)
        commit.days.mkdir(exist_ok=True)
        commit.scratch.mkdir()
        try:
            with store.mirror.changing(commit.tag, catalog) if store.mirror else nullcontext():
                yield commit
                if commit.parts or commit.files:
                    _join(commit)
        except BaseException:
            _clear(store.path, store.catalog())
            raise
        shutil.rmtree(commit.scratch, ignore_errors=True)
        (store.path / NOTE).unlink()


def _join(commit: Commit) -> None:
    store, catalog = commit.store, commit.catalog
    days, replaced = dict(catalog.days), []
    new = [MARK, *(f"days/{day}" for day in commit.parts)]
    for day, parts in sorted(commit.parts.items()):
        before = store.day(day)
        # By URL parts stay as they are: who reads the folders would see rows twice for a while.
        every = [*before, *parts]
        together, gone = (every, []) if store.mirror else merged(commit, day, every)
        replaced += [part.path for part in gone]
        if day in days:
            replaced.append(days[day].path)
        content = {"day": day, "parts": [asdict(part) for part in together]}
        days[day] = catalogs.write_manifest(store.path, f"days/{day}/{commit.tag}.json", content)
        new += [*(part.path for part in together if part not in before), days[day].path]
    loads = catalog.loads
    if commit.files:
        summary = {"version": _native.VERSION, "files": commit.files, "rows": commit.rows()}
        manifest = catalogs.write_manifest(store.path, f"loads/{commit.tag}.json", summary)
        new.append(manifest.path)
        files = tuple(
            LoadedFile(
                file=file["file"],
                path=file["path"],
                bytes=file["file_bytes"],
                digest=file["digest"],
                days=tuple(file["days"]),
                system=file.get("system", ""),
                partly=bool(monitored.without_dictionary(file)),
            )
            for file in commit.files
        )
        loads = (*loads, LoadEntry(manifest=manifest, files=files))
    last = max([catalog.last_file, *(file["file"] for file in commit.files)])
    after = replace(
        catalog,
        commit=catalog.commit + 1,
        last_file=last,
        loads=loads,
        days=days,
        replaced=tuple(replaced),
    )
    store.publish(after, [store.path / path for path in new])


def _clear(store: Path, catalog: Catalog) -> None:
    """Remove files that the last change replaced, and files that a killed change left."""
    for path in catalog.replaced:
        (store / path).unlink(missing_ok=True)
    shutil.rmtree(store / SCRATCH, ignore_errors=True)
    note = store / NOTE
    if not note.is_file():
        return
    tag = note.read_text(encoding="utf-8", errors="replace").strip()
    if tag.isdecimal() and int(tag) > catalog.commit:
        for left in (*store.glob(f"days/*/*-{tag}-*"), *store.glob(f"days/*/{tag}.json*")):
            left.unlink()
        for left in store.glob(f"loads/*{tag}.json*"):
            left.unlink()
        for empty in store.glob("days/*"):
            if not any(empty.iterdir()):
                empty.rmdir()
    note.unlink()


#: Parts of a table and day that are left as they are.
MOST: Final = 8
#: Bytes of a part that is small.
SMALL: Final = 32_000_000
_GROUP_ROWS: Final = 1 << 17


def merged(
    commit: Commit, day: str, parts: Sequence[StoredPart]
) -> tuple[list[StoredPart], list[StoredPart]]:
    """The parts of a day after merging, and those that are no longer needed."""
    by_table: dict[str, list[StoredPart]] = defaultdict(list)
    for part in parts:
        by_table[part.table].append(part)
    kept: list[StoredPart] = []
    gone: list[StoredPart] = []
    for table, of_table in sorted(by_table.items()):
        small = [part for part in of_table if part.bytes < SMALL]
        if len(of_table) <= MOST or len(small) < MOST:
            kept += of_table
            continue
        kept += [part for part in of_table if part.bytes >= SMALL]
        kept.append(_together(commit, day, table, small))
        gone += small
    return kept, gone


def _together(commit: Commit, day: str, table: str, parts: Sequence[StoredPart]) -> StoredPart:
    import polars as pl

    store = commit.store
    paths = store.checked_paths(day, parts)
    path = f"{day}/{table}-{commit.tag}-merged.parquet"
    full = commit.days / path
    # Parts may lack columns of others: each section that fills a table has its own.
    frames = [pl.scan_parquet(path, glob=False, hive_partitioning=False) for path in paths]
    together = pl.concat(frames, how="diagonal_relaxed")
    together.sink_parquet(full, compression="uncompressed", row_group_size=_GROUP_ROWS)
    digest, size = _native.digest(full)
    rows = sum(part.rows for part in parts)
    return StoredPart(table=table, path=f"days/{path}", rows=rows, bytes=size, digest=digest)
