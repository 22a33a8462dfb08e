"""Load: files of evidence into a store, once.

The native decoder writes the rows of all files to Parquet in a partial load; rows of records that the
store (or the load itself) already has are taken out; the manifest is written; one rename makes the load
part of the store.
"""

from __future__ import annotations

import hashlib
import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import duckdb
import polars as pl

from getpage import _native
from getpage.core.errors import GetpageError
from getpage.evidence.asked import quoted
from getpage.evidence.printed import write_rows
from getpage.evidence.sources import Found, find, no_evidence
from getpage.evidence.store import read_parquet
from getpage.evidence.xml import write_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from getpage.evidence.arrived import Refused
    from getpage.evidence.store import Store

#: What writes the rows of evidence that the native decoder does not read.
_WRITERS = {"text": write_rows, "xml": write_file}

#: Memory that the search for duplicates may take; beyond it, it works on disk.
_DUPLICATES_MEMORY = "100MB"


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What a load did: files read, files the store had already, files that are no evidence, rows by table."""

    files: tuple[dict[str, Any], ...]
    known: tuple[str, ...]
    refused: tuple[Refused, ...]
    rows: dict[str, int]
    duplicates: int


def load(
    paths: Sequence[str],
    store: Store,
    *,
    threads: int | None = None,
    layouts: Sequence[Path] = (),
    progress: Callable[[str, int, int], None] | None = None,
    system: str | None = None,
    codepage: str | None = None,
) -> Loaded:
    """Load the evidence in `paths` into `store`.

    `progress` is called with a file's name, bytes read and bytes in all; `system` is that of replies and
    reports that name none, `codepage` that of text in EBCDIC. Raises GetpageError when there is
    no evidence in `paths`; files that are no evidence beside others that are, are reported in
    `Loaded.refused`.
    """
    with find(paths, layouts, codepage) as (found, refused):
        if not found:
            raise no_evidence(paths, refused)
        with store.writing() as partial, ThreadPoolExecutor(1) as digester:
            known_digests = {file["digest"] for file in store.files()}
            digests = dict(zip(found, digester.map(lambda f: _digest(f.path), found), strict=True))
            fresh = _first_of_each(found, digests, known_digests)
            if not fresh:
                return Loaded(
                    files=(),
                    known=tuple(f.name for f in found),
                    refused=tuple(refused),
                    rows={},
                    duplicates=0,
                )
            next_number = max((file["file"] for file in store.files()), default=0) + 1
            numbered = list(enumerate(fresh, start=next_number))
            files = _decode_smf(numbered, partial, threads or os.cpu_count() or 1, layouts, progress)
            for number, file in numbered:
                if file.kind in _WRITERS:
                    summary = _WRITERS[file.kind](number, file, partial, store.dictionary, system)
                    files.append(file.told(summary) | {"file": number, "found": file})
            duplicates = _drop_duplicates(partial, store)
            rows = _rows(partial)
            for summary in files:
                summary["digest"] = digests[summary.pop("found")]
                summary["duplicates"] = duplicates.get(summary["file"], 0)
            files.sort(key=lambda file: file["file"])
            manifest = {"version": _native.VERSION, "files": files, "rows": rows}
            _write(partial / "manifest.json", json.dumps(manifest, indent=1, sort_keys=True) + "\n")
        return Loaded(
            files=tuple(files),
            known=tuple(f.name for f in found if f not in fresh),
            refused=tuple(refused),
            rows=rows,
            duplicates=sum(duplicates.values()),
        )


def _first_of_each(found: Sequence[Found], digests: dict[Found, str], known: set[str]) -> list[Found]:
    """Files whose contents neither the store nor an earlier file of this load has."""
    seen = set(known)
    fresh = []
    for file in found:
        if digests[file] not in seen:
            seen.add(digests[file])
            fresh.append(file)
    return fresh


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _decode_smf(
    numbered: Sequence[tuple[int, Found]],
    partial: Path,
    threads: int,
    layouts: Sequence[Path],
    progress: Callable[[str, int, int], None] | None,
) -> list[dict[str, Any]]:
    smf = [(number, file) for number, file in numbered if file.kind == "smf"]
    if not smf:
        return []
    total = sum(file.path.stat().st_size for _, file in smf)
    files = []
    done = 0
    position = 0

    def report(read: int, of: int) -> None:
        nonlocal done, position
        if read < position:  # the next file has begun
            done += last_size[0]
        position, last_size[0] = read, of
        if progress is not None:
            progress("", done + read, total)

    last_size = [0]
    try:
        numbers = [(file.path, number) for number, file in smf]
        summaries = _native.load_files(numbers, partial, threads, list(layouts), report)
    except _native.EvidenceError as error:
        raise GetpageError(str(error)) from error
    for (_, file), summary in zip(smf, summaries, strict=True):
        files.append(file.told({**summary, "path": file.name, "kind": "smf"}) | {"found": file})
    return files


def _drop_duplicates(partial: Path, store: Store) -> dict[int, int]:
    """Take rows of records out that are there already; how many records of each file they were."""
    new = sorted(partial.glob("evidence_record-*.parquet"))
    old = store.parts("evidence_record")
    if not new:
        return {}
    key = "record_type, subtype, length, identity, hash"
    with duckdb.connect(
        config={"memory_limit": _DUPLICATES_MEMORY, "temp_directory": str(partial / "spill")}
    ) as db:
        db.execute(f"create view new as select * from {read_parquet(new)}")
        # Which keys stand twice is settled by counting; only those (few, as a rule) are looked at record by
        # record.
        seen = f"(select {key} from new group by all having count(*) > 1)"
        if old:
            db.execute(f"create view old as select * from {read_parquet(old)}")
            seen += f" union (select {key} from new intersect select {key} from old)"
        db.execute(f"create table twice as {seen}")
        if not old:
            db.execute("create view old as select * from new limit 0")
        same = " and ".join(f"a.{c.strip()} is not distinct from b.{c.strip()}" for c in key.split(","))
        db.execute(
            f"""create table drop_these as
            select a.file, a.record from (
                select *, row_number() over (partition by {key} order by file, record) as nth from new
                where hash in (select hash from twice)
            ) a where nth > 1 or exists (select 1 from old b where {same})"""
        )
        counts = db.execute("select file, count(*) from drop_these group by file").fetchall()
        if counts:
            for part in sorted(partial.glob("*.parquet")):
                _rewrite_without(db, part)
    return dict(counts)


def _rewrite_without(db: duckdb.DuckDBPyConnection, part: Path) -> None:
    kept = part.with_suffix(".kept")
    db.execute(
        f"""copy (
            select t.* from {read_parquet([part])} t
            anti join drop_these d on t.file = d.file and t.record = d.record
        ) to {quoted(str(kept))} (format parquet)"""
    )
    kept.replace(part)


def _rows(partial: Path) -> dict[str, int]:
    rows: dict[str, int] = {}
    for part in sorted(partial.glob("*.parquet")):
        count = pl.scan_parquet(part).select(pl.len()).collect().item()
        if count == 0:
            part.unlink()
            continue
        table = part.name.rpartition("-")[0]
        rows[table] = rows.get(table, 0) + count
    return rows


def _write(path: Path, text: str) -> None:
    with path.open("w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
