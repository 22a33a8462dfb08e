"""The files of a trace: which they are, in which order, and in which format.

The format is found out from a file's mark, its framing, its name and its contents, and said; a format that is
given is believed. All files of a trace have the same format.
"""

from __future__ import annotations

import glob
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePath

from getpage import _native
from getpage.core.errors import GetpageError, command, no_such_file
from getpage.core.scratch import scratch
from getpage.evidence.input_files import InputFile, members, spool
from getpage.result.inspection import NoEvidence


class TraceFormat(StrEnum):
    """The formats of page references that are read."""

    SMF = "smf"
    GTF = "gtf"
    CSV = "csv"
    PARQUET = "parquet"
    ARROW = "arrow"
    U64 = "u64"
    U32 = "u32"
    ARC = "arc"
    ORACLE_GENERAL = "oracleGeneral"


@dataclass(frozen=True, slots=True)
class TraceFile:
    """One file of a trace; `detected` says that its format was found out, not given."""

    path: Path
    name: str
    format: TraceFormat
    detected: bool


@contextmanager
def trace_files(
    paths: Sequence[str], given: TraceFormat | None, layouts: Sequence[Path] = ()
) -> Iterator[list[TraceFile]]:
    """The files among paths, globs, archives, pipes and `-` (standard input), what lies in no file being kept
    on disk meanwhile; in the order given, those of a glob by name, those of an archive as they are in it.
    Raises GetpageError for a file that is no trace, with the reason.
    """
    with scratch() as place:
        named = [pair for path, name in _find(paths, place) for pair in _members(path, name, place)]
        yield [_identify(path, name, given, layouts) for path, name in named]


def find(paths: Sequence[str]) -> list[tuple[Path, str]]:
    """The files among paths and globs; standard input is not among them."""
    return [pair for given in paths for pair in _identified(given)]


def _find(paths: Sequence[str], scratch: Path) -> Iterator[tuple[Path, str]]:
    for given in paths:
        if (kept := spool(given, scratch)) is not None:
            yield kept, "standard input" if given == "-" else given
        else:
            yield from _identified(given)


def _members(path: Path, name: str, scratch: Path) -> Iterator[tuple[Path, str]]:
    """A file, or the members of an archive, all of which belong to the trace."""
    file = InputFile(path=path, name=name, is_named=True)
    for member_file in members(file, scratch) or (file,):
        if isinstance(member_file, NoEvidence):
            if member_file.asked:  # else a link or a device, which is no file
                message = f"{member_file.name}: {member_file.why}"
                raise GetpageError(message, command("getpage inspect", member_file.name))
        elif member_file.cut is not None:
            message = f"{member_file.name}: {member_file.cut}; transfer the file again, in binary"
            raise GetpageError(message, command("getpage inspect", name))
        elif member_file.path == path:
            yield path, name
        else:  # plain numbers are known by their extension
            yield (
                member_file.path.rename(member_file.path.with_suffix(PurePath(member_file.name).suffix)),
                member_file.name,
            )


def _identified(given: str) -> list[tuple[Path, str]]:
    path = Path(given)
    if path.is_file():
        return [(path, given)]
    if path.is_dir():
        message = f"{given}: a directory; a trace is files in the order of time"
        raise GetpageError(message, command("getpage curve", f"{given}/*.gz"))
    if matches := sorted(glob.glob(given, recursive=True)):  # noqa: PTH207 - patterns may be absolute
        return [(Path(match), match) for match in matches if Path(match).is_file()]
    raise no_such_file(given)


def _identify(path: Path, name: str, given: TraceFormat | None, layouts: Sequence[Path]) -> TraceFile:
    try:
        detected = TraceFormat(_native.detect_trace(path, list(layouts)))
    except _native.EvidenceError as error:
        # A mark of its own (a ZIP archive, an empty file) is not overruled: it would be read as numbers.
        if given is not None and isinstance(error, _native.UnknownTraceError):
            return TraceFile(path, name, given, detected=False)
        message = f"{name}: {error}"
        raise GetpageError(message, command("getpage inspect", name)) from error
    return TraceFile(path, name, detected if given is None else given, detected=given is None)
