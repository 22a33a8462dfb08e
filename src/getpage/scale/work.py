"""What a worker does with a piece of a load: decode it into parts of the store, and digest it.

A worker may be another machine. It shares nothing with the driver but the file system, where the evidence and
the store are at the same paths, or URLs. A piece may be attempted more than once, also at the same time: each
attempt writes parts under a name of its own, and a part belongs to the store when the catalog names it.
"""

from __future__ import annotations

import json
import platform
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from getpage import _native
from getpage.core.errors import GetpageError, command
from getpage.core.urls import shown, url_of
from getpage.evidence.by_url import fetch_range, remote
from getpage.evidence.commit import NOTE, SCRATCH
from getpage.evidence.mirror import note_key, part_key, shared_key
from getpage.evidence.objects import ObjectStore

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

#: The module whose `done` does the tasks of a load.
WORK: Final = __name__


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRange:
    """The records of a file that begin in a range of bytes; without `end`, up to the end of the file.

    `number` is that of the file in the store, `size` its bytes on disk, `name` what the user calls it. Of one
    that `is_trace`, records that begin before the range may end in it and belong to it. A file that `is_here`
    is known to the driver only.
    """

    path: str
    name: str
    number: int
    size: int
    start: int = 0
    end: int | None = None
    is_trace: bool = False
    is_here: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A piece of a load for any worker.

    `book` is a file with dictionaries of other pieces; where it `waits`, these are not all yet. `seen` is one
    with keys of records to leave out.
    """

    ranges: tuple[FileRange, ...]
    store: str
    tag: str
    layouts: tuple[str, ...] = ()
    version: str = _native.VERSION
    threads: int = 1
    tasks: bool = False
    durable: bool = True
    book: str | None = None
    waits: bool = False
    seen: str | None = None

    def as_text(self) -> str:
        """The task as JSON."""
        return json.dumps(asdict(self))


def task_of(text: str) -> Task:
    """The task that `Task.as_text` wrote."""
    data = json.loads(text)
    ranges = tuple(FileRange(**each) for each in data.pop("ranges"))
    return Task(**data | {"ranges": ranges, "layouts": tuple(data["layouts"])})


def done(text: str) -> str:
    """Do a task, as text. Returns what came of it, as text: the members of `_native.Piece`, `state`, the path
    of what joins it to other pieces, and for a part of a file `sums`, the path of what it adds to the file's
    digest; or `problem` and `next`, of an error that another attempt would have too.
    """
    task = task_of(text)
    try:
        _check_version(task.version)
        _check_files(task.ranges)
        outcome = _decoded(task)
    except GetpageError as error:
        return json.dumps({"problem": error.problem, "next": str(error.next_step)})
    except _native.WriteError:
        raise  # perhaps another worker has room
    except _native.EvidenceError as error:
        names = dict.fromkeys(each.name for each in task.ranges)
        next_step = command("getpage inspect", *names)
        return json.dumps(
            {"problem": f"{shown(str(error))}; transfer the file again in binary", "next": next_step}
        )
    return json.dumps(outcome)


def here(tasks: Iterable[str], module: str = WORK) -> Iterator[str]:
    """Do tasks in this process, one after the other: each is taken when the one before it is done."""
    return map(import_module(module).done, tasks)


def local_file(file: FileRange, place: Path, nth: int) -> Path:
    """Where a range can be read; of a file by URL it is fetched to a file of the same offsets."""
    if url_of(file.path) is None:
        return Path(file.path)
    path = place / f"range-{nth}"
    fetch_range(file.path, path, file.start, file.end, is_trace=file.is_trace)
    return path


def _decoded(task: Task) -> dict[str, Any]:
    with TemporaryDirectory(prefix="getpage-") as scratch:
        place = Path(scratch)
        store = StoreByUrl(task, place) if url_of(task.store) else SharedStore(task)
        store.check()
        attempt = uuid4().hex[:16]
        files = [(local_file(each, place, nth), each) for nth, each in enumerate(task.ranges)]
        whole = all(each.start == 0 and each.end is None for each in task.ranges)
        piece = _native.load_apart(
            [(path, each.number, each.start, each.end) for path, each in files],
            store.days,
            f"{task.tag}-{attempt}",
            store.states / attempt,
            place,
            task.threads,
            [Path(each) for each in task.layouts],
            None if task.book is None else store.shared(task.book),
            task.waits,
            None if task.seen is None else store.shared(task.seen),
            task.tasks,
            whole,
        )
        joining = {"state": store.states / attempt}
        if not whole:
            [(path, each)] = files
            joining["sums"] = store.states / f"{attempt}.sums"
            _native.write_sums(path, each.start, each.end, joining["sums"])
        return {**piece, **dict(zip(joining, store.kept(piece["parts"], joining.values()), strict=True))}


def _check_version(version: str) -> None:
    if version != _native.VERSION:
        problem = f"the worker on {platform.node()} has getpage {_native.VERSION}, this is {version}"
        raise GetpageError(problem, command("pip install", f"getpage=={version}"))


def _check_files(files: tuple[FileRange, ...]) -> None:
    for file in files:
        try:
            size = remote(file.path).size if url_of(file.path) else Path(file.path).stat().st_size
        except OSError as error:
            problem = (
                f"{file.path}: the worker on {platform.node()} does not see it ({error.strerror or 'gone'}); "
                "evidence has to be on a file system that all workers share at the same path, or by URL"
            )
            raise GetpageError(problem, command("ls -l", file.path)) from error
        if size != file.size:
            problem = (
                f"{file.path}: {size:,} bytes on {platform.node()}, {file.size:,} on this machine; "
                "load it when nobody writes it"
            )
            raise GetpageError(problem, command("ls -l", file.path))


class SharedStore:
    """A store that driver and workers see at the same path."""

    def __init__(self, task: Task) -> None:
        """The store of a task."""
        self._store = Path(task.store)
        self._task = task
        self.days = self._store / "days"
        self.states = self._store / SCRATCH

    def check(self) -> None:
        """GetpageError where this machine does not see the store."""
        note = self._store / NOTE
        try:
            is_ours = note.read_text(encoding="utf-8").strip() == self._task.tag
        except OSError:
            is_ours = False
        if not is_ours:
            problem = (
                f"{self._store}: the worker on {platform.node()} does not see this store; "
                "it has to be on a file system that all workers share at the same path"
            )
            raise GetpageError(problem, command("ls -l", note))

    def shared(self, name: str) -> Path:
        """A file that the driver wrote."""
        return Path(name)

    def kept(self, parts: Sequence[_native.Part], joining: Iterable[Path]) -> list[str]:
        """The names of files that join a piece, when its parts are kept. What a worker writes is in the
        memory of its machine, which the driver cannot bring to disk.
        """
        if self._task.durable:
            _native.sync([self.days / part["path"] for part in parts])
        return [*map(str, joining)]


class StoreByUrl:
    """A store by URL: parts are written here, and put there."""

    def __init__(self, task: Task, place: Path) -> None:
        """The store of a task; `place` is a directory of its own."""
        self._objects = ObjectStore(task.store)
        self._tag = task.tag
        self._place = place
        self.days = place / "days"
        self.states = place / "states"
        for folder in (self.days, self.states):
            folder.mkdir()

    def check(self) -> None:
        """GetpageError where the change that this is of is not under way."""
        if self._objects.size(note_key(self._tag)) is None:
            problem = f"{self._objects.url}: the worker on {platform.node()} does not see this load there"
            raise GetpageError(problem, command("getpage verify", self._objects.url))

    def shared(self, name: str) -> Path:
        """A file that the driver put there."""
        path = self._place / name.rpartition("/")[2]
        self._objects.fetch(name, path)
        return path

    def kept(self, parts: Sequence[_native.Part], joining: Iterable[Path]) -> list[str]:
        """The names of files that join a piece, when its parts are there."""
        files = {shared_key(self._tag, path.name): path for path in joining}
        written = [(part_key(part["path"]), self.days / part["path"]) for part in parts]
        self._objects.put([*written, *files.items()])
        return [*files]
