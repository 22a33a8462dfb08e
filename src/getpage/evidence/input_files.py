"""The files a user names, as regular files: standard input and pipes are copied to disk, directories and
patterns are expanded, archives are unpacked into their members.

Nothing is skipped silently: every file or member that cannot be read is reported with the reason.
"""

from __future__ import annotations

import glob
import os
import shutil
import signal
import stat
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePath
from typing import Any, BinaryIO

from getpage import _native
from getpage.core.errors import GetpageError, Instead, command, file_error, no_such_file
from getpage.core.text import QUOTED, shorten
from getpage.core.units import MIB
from getpage.core.urls import url_of
from getpage.evidence.by_url import Remote, remotes
from getpage.evidence.coding import PLAIN, Coding
from getpage.evidence.mark import MARK
from getpage.result.inspection import NoEvidence

#: Bytes copied at once.
_PIECE = MIB


@dataclass(frozen=True, slots=True, kw_only=True)
class InputFile:
    """A regular file: where it is, what it is called, whether the user named it or just its directory or
    archive, and, of a member of an archive, why its bytes end before its end. Of one that `is_remote`, only
    the beginning is at `path`, and its name is its URL.
    """

    path: Path
    name: str
    is_named: bool
    cut: str | None = None
    is_remote: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceFile:
    """A file of evidence: its path, its name in messages, and its kind: `smf`, `text` or `xml`. One of
    records that `is_remote` is still where its name, a URL, says: of it the beginning is at `path`.

    `packing` and `coding` say how it is packed and written. `cut` says why a member of an archive ends early;
    None if it is complete. `digest` is known of small files that are not packed.
    """

    path: Path
    name: str
    kind: str
    framing: str = ""
    packing: str | None = None
    coding: Coding = PLAIN
    cut: str | None = None
    is_remote: bool = False
    digest: str | None = None

    @property
    def is_copy(self) -> bool:
        """Whether `path` is a copy for this run: of a pipe or a member of an archive."""
        return not self.is_remote and Path(self.name) != self.path

    def with_damage(self, summary: dict[str, Any]) -> dict[str, Any]:
        """The summary of this file, with the damage of its archive added."""
        if self.cut is None:
            return summary
        damage = summary["damage"]
        places = {"offset": summary["bytes"], "length": 0, "record_type": None, "subtype": None}
        why = {"expected": "the member of the archive to go on", "found": self.cut}
        listed = [*damage["listed"], places | why]
        return summary | {"damage": damage | {"count": damage["count"] + 1, "listed": listed}}


def input_files(paths: Sequence[str], scratch: Path) -> Iterator[InputFile | NoEvidence]:
    """The files among files, pipes, globs, directories, archives, URLs and `-` (standard input), archives as
    their members; `scratch` is where those are kept that are no regular files.

    GetpageError when a path does not exist.
    """
    for file in given_files(paths, scratch):
        if isinstance(file, NoEvidence):
            yield file
        else:
            inside = members(file, scratch)
            yield from (file,) if inside is None else inside


def given_files(
    paths: Sequence[str], scratch: Path, layouts: Sequence[Path] = (), *, lazily: bool = False
) -> Iterator[InputFile | NoEvidence]:
    """The same, none opened yet, archives as they are. By URL records stay where they are if `lazily`."""
    seen: set[str] = set()
    folders = cache(os.path.realpath)
    for path, name, is_named in _given(paths, scratch):
        if isinstance(path, Remote):
            if name not in seen:
                seen.add(name)
                yield _by_url(path, scratch, layouts if lazily else None)
            continue
        if isinstance(path, NoEvidence):
            yield path
            continue
        # What a directory gave is no link, and its files have one folder: to resolve each takes nine looks.
        folder, file = os.path.split(path)
        resolved = os.path.realpath(path) if is_named else f"{folders(folder)}/{file}"
        if resolved not in seen:
            seen.add(resolved)
            yield InputFile(path=path, name=name, is_named=is_named)


def spool(given: str, scratch: Path) -> Path | None:
    """Copy standard input (`-`) or a pipe to `scratch` and return the path; None for a file on disk."""
    if given == "-":
        return _copy(sys.stdin.buffer, scratch)
    path = Path(given)
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return None  # a pattern, perhaps
    except (OSError, ValueError) as error:  # not to be looked at, too long, or with a NUL
        raise file_error(shorten(given, QUOTED), error) from error
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
        return None
    if not stat.S_ISFIFO(mode):
        message = f"{given}: a device or a socket, not a file, a pipe or - for standard input"
        raise GetpageError(message, Instead(given, "-"))
    may_wait()
    try:
        with path.open("rb") as pipe:
            return _copy(pipe, scratch)
    except OSError as error:
        raise file_error(given, error) from error


def _copy(pipe: BinaryIO, scratch: Path) -> Path:
    target = fresh(scratch) / "pipe"
    may_wait()
    try:
        with target.open("wb") as out:
            shutil.copyfileobj(pipe, out, _PIECE)
    except OSError as error:
        raise no_room(scratch, error) from error
    return target


def no_room(scratch: Path, error: OSError) -> GetpageError:
    """The sentence for evidence that cannot be kept on disk meanwhile."""
    return GetpageError(
        f"{scratch.parent}: {error.strerror}, while evidence was unpacked there; TMPDIR names another "
        "directory",
        command("df -h", scratch.parent),
    )


def fresh(scratch: Path) -> Path:
    """A new directory in `scratch`."""
    return Path(tempfile.mkdtemp(dir=scratch))


def _by_url(remote: Remote, scratch: Path, layouts: Sequence[Path] | None) -> InputFile:
    """A file by URL; with `layouts`, records stay where they are."""
    place = fresh(scratch) / f"object{PurePath(remote.key).suffix}"
    try:
        if layouts is not None and remote.fetch_records(place, layouts):
            return InputFile(path=place, name=remote.url, is_named=remote.is_named, is_remote=True)
        if layouts is None:
            remote.fetch(place)
    except OSError as error:
        raise no_room(scratch, error) from error
    return InputFile(path=place, name=remote.url, is_named=remote.is_named)


def _given(paths: Sequence[str], scratch: Path) -> Iterator[tuple[Path | Remote | NoEvidence, str, bool]]:
    for given in paths:
        if url := url_of(given):
            for each in remotes(url):
                yield each, each.name if isinstance(each, NoEvidence) else each.url, False
            continue
        if (kept := spool(given, scratch)) is not None:
            yield kept, "standard input" if given == "-" else given, True
            continue
        path = Path(given)
        if path.is_dir():
            yield from ((refused or Path(child), child, False) for child, refused in _children(path))
        elif path.exists():
            yield path, given, True
        elif matches := sorted(glob.glob(given, recursive=True)):  # noqa: PTH207 - patterns may be absolute
            yield from ((Path(match), match, True) for match in matches if Path(match).is_file())
        else:
            raise no_such_file(given)


def _children(root: Path) -> Iterator[tuple[str, NoEvidence | None]]:
    """The files below a directory, and what of it cannot be read; a pipe there is not waited for, and a store
    that a load made there is no evidence.
    """
    children: list[tuple[str, NoEvidence | None]] = []

    def refuse(path: str, why: str, *, is_root: bool = False) -> None:
        children.append((path, NoEvidence(name=path, why=why, asked=is_root)))

    waiting = [str(root)]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                there = list(entries)
        except OSError as error:
            refuse(folder, f"a folder that cannot be read: {error.strerror}", is_root=folder == str(root))
            continue
        if any(entry.name == MARK for entry in there):
            refuse(folder, "a store that getpage load made")
            continue
        for entry in there:
            if entry.name.startswith(".") or entry.is_symlink():
                continue
            path = entry.name if folder == "." else entry.path
            if entry.is_dir():
                waiting.append(path)
            elif entry.is_file():
                children.append((path, None))
            elif Path(path).is_fifo():
                refuse(path, "a named pipe; name it itself to have it read")
    # Folder by folder: no character of a name comes before the one that stands for the slash here.
    children.sort(key=lambda child: child[0].replace("/", "\0"))
    yield from children


def members(file: InputFile, scratch: Path) -> list[InputFile | NoEvidence] | None:
    """The members of an archive, kept in `scratch`; None where the file is none."""
    try:
        inside = _native.members(file.path, fresh(scratch))
    except _native.EvidenceError as error:
        return [NoEvidence(name=file.name, why=error.why, asked=file.is_named)]
    if inside is None:
        return None
    if not inside:
        return [NoEvidence(name=file.name, why="an archive without files", asked=file.is_named)]
    return [_member(file, member) for member in inside]


def _member(archive: InputFile, member: _native.Member) -> InputFile | NoEvidence:
    name = f"{archive.name}!{member['name']}"
    if member["path"] is None:
        why = member["why"] or "damaged"
        return NoEvidence(name=name, why=why, asked=archive.is_named and not member["passed_over"])
    return InputFile(path=member["path"], name=name, is_named=False, cut=member["why"])


def may_wait() -> None:
    """Let Ctrl-C end what is waited for next."""
    if threading.current_thread() is threading.main_thread():
        signal.siginterrupt(signal.SIGINT, True)
