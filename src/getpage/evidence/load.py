"""Load: files of evidence into a store, once.

The native decoder writes the rows of all files to Parquet, day by day; a record that the store has already,
or the load itself has had, is known by its key before anything of it is written. Then one rename of the
catalog makes what was written part of the store.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from getpage import _native
from getpage.core.errors import GetpageError
from getpage.evidence.catalog import UNDATED
from getpage.evidence.commit import committing
from getpage.evidence.sources import find, no_evidence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from getpage.evidence.catalog import File
    from getpage.evidence.commit import Commit
    from getpage.evidence.dictionary import Dictionary
    from getpage.evidence.input_files import Found, Refused
    from getpage.evidence.store import Store

    _Writer = Callable[[int, Found, Commit, Dictionary, str | None], dict[str, Any]]


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
    tasks: bool = False,
    dictionaries: Sequence[Path] = (),
) -> Loaded:
    """Load the evidence in `paths` into `store`.

    `progress` is called with a file's name, bytes read and bytes in all; `system` is that of replies and
    reports that name none, `codepage` that of text in EBCDIC. With `tasks` each task that a CICS region
    monitored is a row; `dictionaries` are files with dictionaries of monitoring, for regions whose records
    here have none. Raises GetpageError when there is
    no evidence in `paths`; files that are no evidence beside others that are, are reported in
    `Loaded.refused`.
    """
    with find(paths, layouts, codepage) as (found, refused):
        if not found:
            raise no_evidence(paths, refused)
        with committing(store) as commit:
            known = [file for file in commit.catalog.files() if not file.partly]
            # A file that is like no other in size is new, whatever its digest, which is taken as it is read.
            digests = {file: _digest(file.path) for file in _alike(found, known)}
            fresh = _first_of_each(found, digests, known, system or "")
            numbered = list(enumerate(fresh, start=commit.catalog.last_file + 1))
            asked = _Asked(threads or os.cpu_count() or 1, layouts, tasks, dictionaries)
            files = _decode_smf(numbered, commit, asked, progress)
            for number, file in numbered:
                if (write := _writer(file.kind)) is not None:
                    summary = write(number, file, commit, store.dictionary, system)
                    digest = digests.get(file) or _digest(file.path)
                    said = {"file": number, "digest": digest, "system": system or ""}
                    files.append(file.told(summary) | said)
            files.sort(key=lambda file: file["file"])
            commit.files = files
        return Loaded(
            files=tuple(files),
            known=tuple(f.name for f in found if f not in fresh),
            refused=tuple(refused),
            rows=commit.rows(),
            duplicates=sum(file["duplicates"] for file in files),
        )


def _writer(kind: str) -> _Writer | None:
    """What writes the rows of evidence that the native decoder does not read. It needs Polars, a load of
    records does not.
    """
    match kind:
        case "text":
            from getpage.evidence.printed import write_rows

            return write_rows
        case "xml":
            from getpage.evidence.xml.load import write_file

            return write_file
    return None


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the decoder is asked for."""

    threads: int
    layouts: Sequence[Path]
    tasks: bool
    dictionaries: Sequence[Path]


def _alike(found: Sequence[Found], known: Sequence[File]) -> list[Found]:
    """Files that have the size of another, here or in the store: only these can be the same."""
    sizes = {file: file.path.stat().st_size for file in found}
    times = Counter([*sizes.values(), *{file.bytes for file in known}])
    return [file for file in found if times[sizes[file]] > 1]


def _first_of_each(
    found: Sequence[Found], digests: Mapping[Found, str], known: Sequence[File], system: str
) -> list[Found]:
    """Files whose contents neither the store nor an earlier file of this load has, or had of another."""
    alike: dict[str, list[tuple[str, str]]] = {}
    for one in known:
        alike.setdefault(one.digest, []).append((one.path, one.system))
    fresh = []
    for file in found:
        same = alike.setdefault(digests[file], []) if file in digests else []
        if not same or _is_of_another(file, system, same):
            fresh.append(file)
        same.append((file.name, system))
    return fresh


def _is_of_another(file: Found, system: str, same: Sequence[tuple[str, str]]) -> bool:
    """Whether a file is said to be of another than files of the same contents, each with its name and the
    system that it was said to be of: by that system, or by its name. Records say it themselves, and rows
    that a name says nothing of are loaded once whatever it is.
    """
    if file.kind == "smf":
        return False
    if system and all(other not in ("", system) for _, other in same):
        return True
    return any(all(of(file.name) != of(name) for name, _ in same) for of in _owners(file))


def _owners(file: Found) -> list[Callable[[str], str]]:
    """What says whose the rows of a file are by its name: its beginning shows which tables it fills."""
    if file.kind == "xml":
        from getpage.evidence.xml.known import product_of, reader_of

        owner = product_of(reader_of(file.path, file.coding)).of_file
        return [owner] if owner else []
    from getpage.evidence.printed import tables_of
    from getpage.products.registry import of_file

    return [partial(of_file, table) for table in tables_of(file)]


def _digest(path: Path) -> str:
    digest, _ = _native.digest(path)
    return f"xxh3:{digest}"


def _decode_smf(
    numbered: Sequence[tuple[int, Found]],
    commit: Commit,
    asked: _Asked,
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
        summaries, parts = _native.load_days(
            numbers,
            commit.days,
            commit.tag,
            commit.keys,
            asked.threads,
            list(asked.layouts),
            commit.store.durable,
            report,
            asked.tasks,
            list(asked.dictionaries),
        )
    except _native.EvidenceError as error:
        raise GetpageError(str(error)) from error
    commit.took(parts)
    for (_, file), summary in zip(smf, summaries, strict=True):
        days = sorted(day or UNDATED for day in summary["days"])
        again, _ = summary["duplicates"]
        digest = f"xxh3:{summary['digest']}"
        told = {"path": file.name, "kind": "smf", "digest": digest, "days": days, "duplicates": again}
        files.append(file.told({**summary, **told}))
    return files
