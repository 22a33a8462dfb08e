"""What a worker does with a piece of a load: decode it into parts of the store, or digest a file.

A worker may be another machine. It shares nothing with the driver but the file system: the evidence and the
store are there at the same paths. A piece may be attempted more than once, also at the same time: each
attempt writes parts under a name of its own, and a part belongs to the store when the catalog names it.
"""

from __future__ import annotations

import json
import platform
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from getpage import _native
from getpage.core.errors import GetpageError, command
from getpage.evidence.commit import NOTE, SCRATCH

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRange:
    """The records of a file that begin in a range of bytes; without `end`, up to the end of the file.

    `number` is that of the file in the store, `size` its bytes on disk, `name` what the user calls it. A file
    that `is_here` is known to the driver only.
    """

    path: str
    name: str
    number: int
    size: int
    start: int = 0
    end: int | None = None
    is_here: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A piece of a load for any worker. Without `store`, only the digest of its file is taken.

    `book` is a file with the dictionaries of all pieces, `seen` one with keys of records to leave out.
    """

    ranges: tuple[FileRange, ...]
    store: str = ""
    tag: str = ""
    layouts: tuple[str, ...] = ()
    version: str = _native.VERSION
    threads: int = 1
    tasks: bool = False
    durable: bool = True
    book: str | None = None
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
    """Do a task, as text. Returns what came of it, as text: the members of `_native.Piece` and `state`, the
    path of what joins it to other pieces; or `digest`; or `problem` and `next`, of an error that another
    attempt would have too.
    """
    task = task_of(text)
    try:
        _check_version(task.version)
        _check_files(task.ranges)
        outcome: Mapping[str, Any] = _decoded(task) if task.store else _digested(task.ranges[0])
    except GetpageError as error:
        return json.dumps({"problem": error.problem, "next": str(error.next_step)})
    except _native.WriteError:
        raise  # perhaps another worker has room
    except _native.EvidenceError as error:
        names = dict.fromkeys(each.name for each in task.ranges)
        next_step = command("getpage inspect", *names)
        return json.dumps({"problem": f"{error}; transfer the file again in binary", "next": next_step})
    return json.dumps(outcome)


def _digested(file: FileRange) -> dict[str, str]:
    return {"digest": _native.digest(Path(file.path))[0]}


def _decoded(task: Task) -> dict[str, Any]:
    store = Path(task.store)
    _check_store(store, task.tag)
    attempt = uuid4().hex
    state = store / SCRATCH / attempt
    with TemporaryDirectory(prefix="getpage-") as scratch:
        piece = _native.load_apart(
            [(Path(each.path), each.number, each.start, each.end) for each in task.ranges],
            store / "days",
            f"{task.tag}-{attempt}",
            state,
            Path(scratch),
            task.threads,
            [Path(each) for each in task.layouts],
            None if task.book is None else Path(task.book),
            None if task.seen is None else Path(task.seen),
            task.tasks,
            all(each.start == 0 and each.end is None for each in task.ranges),
        )
    if task.durable:
        # What a worker writes is in the memory of its machine, which the driver cannot bring to disk.
        _native.sync([store / "days" / part["path"] for part in piece["parts"]])
    return {**piece, "state": str(state)}


def _check_version(version: str) -> None:
    if version != _native.VERSION:
        problem = f"the worker on {platform.node()} has getpage {_native.VERSION}, this is {version}"
        raise GetpageError(problem, command("pip install", f"getpage=={version}"))


def _check_files(files: tuple[FileRange, ...]) -> None:
    for file in files:
        path = Path(file.path)
        try:
            size = path.stat().st_size
        except OSError as error:
            problem = (
                f"{file.path}: the worker on {platform.node()} does not see it ({error.strerror}); "
                "evidence has to be on a file system that all workers share at the same path"
            )
            raise GetpageError(problem, command("ls -l", file.path)) from error
        if size != file.size:
            problem = (
                f"{file.path}: {size:,} bytes on {platform.node()}, {file.size:,} on this machine; "
                "load it when nobody writes it"
            )
            raise GetpageError(problem, command("ls -l", file.path))


def _check_store(store: Path, tag: str) -> None:
    note = store / NOTE
    try:
        is_ours = note.read_text(encoding="utf-8").strip() == tag
    except OSError:
        is_ours = False
    if not is_ours:
        problem = (
            f"{store}: the worker on {platform.node()} does not see this store; "
            "it has to be on a file system that all workers share at the same path"
        )
        raise GetpageError(problem, command("ls -l", note))
