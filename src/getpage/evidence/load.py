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
from getpage.core.errors import GetpageError, command
from getpage.core.scratch import scratch
from getpage.evidence.by_url import remote
from getpage.evidence.catalog import UNDATED
from getpage.evidence.commit import committing
from getpage.evidence.sources import find, no_evidence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from getpage.evidence.batch import Batch
    from getpage.evidence.catalog import LoadedFile
    from getpage.evidence.commit import Commit
    from getpage.evidence.input_files import EvidenceFile
    from getpage.evidence.store import Store
    from getpage.result.inspection import NoEvidence

    _Writer = Callable[[int, EvidenceFile, Batch, str | None], dict[str, Any]]
    #: Decodes numbered files of records into a commit: what is in each.
    Decode = Callable[[Sequence[tuple[int, EvidenceFile]], Commit, "Decoding"], list[_native.Summary]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """Result of a load: files read, files known before, files that are no evidence, rows by table, and the
    days to which they were added.
    """

    files: tuple[dict[str, Any], ...]
    known: tuple[str, ...]
    refused: tuple[NoEvidence, ...]
    rows: dict[str, int]
    duplicates: int
    days: tuple[str, ...]


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
    decode: Decode | None = None,
) -> Loaded:
    """Load the evidence in `paths` into `store`.

    `progress` is called with a file's name, bytes read and bytes in all; `system` is that of replies and
    reports that name none, `codepage` that of text in EBCDIC. With `tasks` each task that a CICS region
    monitored is a row; `dictionaries` are files with dictionaries of monitoring, for regions whose records
    here have none. `decode` decodes records elsewhere than in this process. Raises GetpageError when there is
    no evidence in `paths`; files that are no evidence beside others that are, are reported in
    `Loaded.refused`.
    """
    with find(paths, layouts, codepage, lazily=decode is not None) as (files, refused):
        if not files:
            raise no_evidence(paths, refused)
        with committing(store) as commit:
            known = [file for file in commit.catalog.files() if not file.partly]
            # A file that is like no other in size is new, whatever its digest, which is taken as it is read.
            digests = {file: _digest(file) for file in _alike(files, known)}
            fresh = _first_of_each(files, digests, known, system or "")
            new = frozenset(fresh)
            numbered = list(enumerate(fresh, start=commit.catalog.last_file + 1))
            decoding = Decoding(threads or os.cpu_count() or 1, layouts, tasks, dictionaries)
            summaries = _load_smf(numbered, commit, decoding, decode or partial(_decode, progress))
            others = [(number, file) for number, file in numbered if file.kind != "smf"]
            for (number, file), summary in zip(others, _read_others(others, commit, system), strict=True):
                digest = digests.get(file) or _digest(file)
                origin = {"file": number, "digest": digest, "system": system or ""}
                summaries.append(file.with_damage(summary) | origin)
            summaries.sort(key=lambda file: file["file"])
            commit.files = summaries
        return Loaded(
            files=tuple(summaries),
            known=tuple(f.name for f in files if f not in new),
            refused=tuple(refused),
            rows=commit.rows(),
            duplicates=sum(file["duplicates"] for file in summaries),
            days=tuple(sorted(commit.parts)),
        )


def _read_others(
    numbered: Sequence[tuple[int, EvidenceFile]], commit: Commit, system: str | None
) -> list[dict[str, Any]]:
    """Summaries of texts and files in XML, whose rows are written. Its imports stand here because they need
    Polars, and a load of records does not.
    """
    if not numbered:
        return []
    from getpage.evidence.batch import Batch
    from getpage.evidence.printed import write_rows
    from getpage.evidence.xml.load import write_file

    writers: dict[str, _Writer] = {"text": write_rows, "xml": write_file}
    batch = Batch(commit, commit.store.dictionary)
    summaries = [writers[file.kind](number, file, batch, system) for number, file in numbered]
    batch.flush()
    return summaries


@dataclass(frozen=True, slots=True)
class Decoding:
    """Options of the native decoder."""

    threads: int
    layouts: Sequence[Path]
    tasks: bool
    dictionaries: Sequence[Path]


def _alike(files: Sequence[EvidenceFile], known: Sequence[LoadedFile]) -> list[EvidenceFile]:
    """Files that have the size of another, here or in the store: only these can be the same."""
    sizes = {file: file.path.stat().st_size for file in files}
    times = Counter([*sizes.values(), *{file.bytes for file in known}])
    return [file for file in files if times[sizes[file]] > 1]


def _first_of_each(
    files: Sequence[EvidenceFile],
    digests: Mapping[EvidenceFile, str],
    known: Sequence[LoadedFile],
    system: str,
) -> list[EvidenceFile]:
    """Files whose contents neither the store nor an earlier file of this load has, or had of another."""
    alike: dict[str, list[tuple[str, str]]] = {}
    for old in known:
        alike.setdefault(old.digest, []).append((old.path, old.system))
    fresh = []
    for file in files:
        same = alike.setdefault(digests[file], []) if file in digests else []
        if not same or _is_of_another(file, system, same):
            fresh.append(file)
        same.append((file.name, system))
    return fresh


def _is_of_another(file: EvidenceFile, system: str, same: Sequence[tuple[str, str]]) -> bool:
    """Whether a file belongs to another system or subsystem than the files `same` with equal contents, which
    are pairs of name and stated system. The stated system or the file name tells. Records name their system
    themselves, so equal dumps are always duplicates.
    """
    if file.kind == "smf":
        return False
    if system and all(other not in ("", system) for _, other in same):
        return True
    return any(all(of(file.name) != of(name) for name, _ in same) for of in _owners(file))


def _owners(file: EvidenceFile) -> list[Callable[[str], str]]:
    """Functions that derive the owner of a file's rows from its name, for the tables that its beginning
    fills.
    """
    if file.kind == "xml":
        from getpage.evidence.xml.known import product_of, reader_of

        owner = product_of(reader_of(file.path, file.coding)).of_file
        return [owner] if owner else []
    from getpage.evidence.printed import tables_of
    from getpage.products.registry import of_file

    return [partial(of_file, table) for table in tables_of(file)]


def _digest(file: EvidenceFile) -> str:
    if file.digest is not None:
        return f"xxh3:{file.digest}"
    if not file.is_remote:
        return f"xxh3:{_native.digest(file.path)[0]}"
    with scratch() as place:
        remote(file.name).fetch(place / "object")
        return f"xxh3:{_native.digest(place / 'object')[0]}"


def _load_smf(
    numbered: Sequence[tuple[int, EvidenceFile]], commit: Commit, decoding: Decoding, decode: Decode
) -> list[dict[str, Any]]:
    smf = [(number, file) for number, file in numbered if file.kind == "smf"]
    if not smf:
        return []
    try:
        summaries = decode(smf, commit, decoding)
    except _native.EvidenceError as error:
        message = f"{error}; transfer the file again in binary"
        raise GetpageError(message, command("getpage inspect", *(file.name for _, file in smf))) from error
    files = []
    for (_, file), summary in zip(smf, summaries, strict=True):
        days = sorted(day or UNDATED for day in summary["days"])
        again, _ = summary["duplicates"]
        digest = f"xxh3:{summary['digest']}"
        origin = {"path": file.name, "kind": "smf", "digest": digest, "days": days, "duplicates": again}
        files.append(file.with_damage({**summary, **origin}))
    return files


def _decode(
    progress: Callable[[str, int, int], None] | None,
    smf: Sequence[tuple[int, EvidenceFile]],
    commit: Commit,
    decoding: Decoding,
) -> list[_native.Summary]:
    """Decode files of records by threads of this process."""
    summaries, parts = _native.load_days(
        [(file.path, number) for number, file in smf],
        commit.days,
        commit.tag,
        commit.keys,
        decoding.threads,
        list(decoding.layouts),
        commit.store.durable,
        None if progress is None else partial(progress, ""),
        decoding.tasks,
        list(decoding.dictionaries),
    )
    commit.add_parts(parts)
    return summaries
