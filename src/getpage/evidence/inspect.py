"""Inspect: what is in files, without loading them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from getpage import _native
from getpage.core.errors import GetpageError, command
from getpage.evidence import printed
from getpage.evidence.dictionary import Dictionary, load_dictionary
from getpage.evidence.input_files import EvidenceFile
from getpage.evidence.sources import find, no_evidence
from getpage.evidence.xml.load import inspect_file
from getpage.result.inspection import NoEvidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspected:
    """Summaries of files, in the form of a store's manifest, and the files that are no evidence."""

    files: tuple[dict[str, Any], ...]
    refused: tuple[NoEvidence, ...]
    dictionary: Dictionary

    def tables(self) -> frozenset[str]:
        """The tables that these files would fill."""
        tables: set[str] = set()
        records: set[str] = set()
        for file in self.files:
            for count in (c for c in file["counts"] if c["state"] == "decoded"):
                if file["kind"] in ("text", "xml"):
                    tables.add(count["title"])
                else:
                    records.add(f"{count['record_type']}.{count['subtype']}")
        tables.update(f.table for f in self.dictionary.fields if not records.isdisjoint(f.records))
        return frozenset(tables)


def inspect(
    paths: Sequence[str],
    *,
    layouts: Sequence[Path] = (),
    codepage: str | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> Inspected:
    """Go through the evidence in `paths`; GetpageError when there is none. `progress` as in `load`."""
    dictionary = load_dictionary(layouts)
    with find(paths, layouts, codepage) as (files, refused):
        if not files:
            raise no_evidence(paths, refused)
        summaries = tuple(file.with_damage(_one(file, dictionary, layouts, progress)) for file in files)
    return Inspected(files=summaries, refused=tuple(refused), dictionary=dictionary)


def _one(
    file: EvidenceFile,
    dictionary: Dictionary,
    layouts: Sequence[Path],
    progress: Callable[[str, int, int], None] | None,
) -> dict[str, Any]:
    if file.kind == "text":
        return printed.inspect_file(file, dictionary) | {"duplicates": 0}
    if file.kind == "xml":
        return inspect_file(file) | {"duplicates": 0}

    def report(done: int, total: int) -> None:
        if progress is not None:
            progress(file.name, done, total)

    try:
        summary = _native.inspect_file(file.path, list(layouts), report)
    except _native.EvidenceError as error:
        message = f"{error}; transfer the file again in binary"
        raise GetpageError(message, command("file", file.name)) from error
    duplicates, _compared = summary["duplicates"]
    return {**summary, "path": file.name, "kind": "smf", "duplicates": duplicates}
