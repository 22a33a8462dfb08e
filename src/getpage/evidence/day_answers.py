"""The measures of a day, which are kept beside it: a window is the sum of its days, and each is read once.
Those of a month that is over are kept together, too, in month-2026-11.measures.

    STORE/daily/2026-11-18.measures     answers, one behind the other: a line of JSON with its name, what it
                                        was made from, the lengths of its frames and the digest of all of
                                        that, and then the frames (Arrow IPC streams, which open quickly)

They are no part of the store: `beside` says what holds for all that is kept there. Each answer is added at
the end. Answers that were made from other rows or by another program, and all behind a damaged place, are
cut off when the next one is added.
"""

from __future__ import annotations

import fcntl
import hashlib
import io
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import polars as pl

from getpage.evidence import beside, durable

if TYPE_CHECKING:
    from getpage.evidence.store import Store

Frames = Mapping[str, pl.DataFrame]

#: The longest line of JSON of one answer.
_LONGEST: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an answer stands in the file."""

    start: int  # of its line
    frames: int  # of what is behind it
    lengths: Mapping[str, int]
    digest: str

    @property
    def end(self) -> int:
        return self.frames + sum(self.lengths.values())


@dataclass(eq=False)
class DayAnswers:
    """The answers that are kept of one day or month, as far as they were made from what has this key."""

    store: Store
    day: str
    key: str
    _places: dict[str, _Place] = field(default_factory=dict)
    _end: int = 0
    _is_opened: bool = False
    _is_damaged: bool = False  # what is at the end

    def kept(self, name: str, work_out: Callable[[], Frames]) -> Frames:
        """The answer of this name, worked out and kept where there is none of use."""
        frames = self.read(name)
        if frames is None:
            frames = work_out()
            self.add(name, frames)
        return frames

    def read(self, name: str) -> Frames | None:
        """The answer of this name; None where there is none of use."""
        with suppress(OSError, ValueError, KeyError, TypeError, pl.exceptions.PolarsError):
            self._look()
            if (place := self._places.get(name)) is None:
                return None
            with _path(self.store, self.day).open("rb") as file:
                frames = _frames(file, name, self.key, place)
            if frames is not None:
                return frames
            self._end, self._is_damaged = place.start, True
            self._places = {name: kept for name, kept in self._places.items() if kept.end <= place.start}
        return None

    def add(self, name: str, frames: Frames) -> None:
        """Keep an answer, where the store can be written and is not frozen."""
        if self.store.frozen:
            return
        blobs = {label: _written(frame) for label, frame in frames.items()}
        lengths = {label: len(blob) for label, blob in blobs.items()}
        digest = _digest(name, self.key, lengths, blobs.values())
        line = json.dumps({"name": name, "from": self.key, "frames": lengths, "sha256": digest})
        path = _path(self.store, self.day)
        with suppress(OSError):
            path.parent.mkdir(exist_ok=True)
            with _opened_to_write(path) as file:
                if not self._is_damaged:
                    self._take(_places(file, self._end, self.key))  # what another process has added since
                file.truncate(self._end)
                file.seek(self._end)
                file.write(b"".join([f"{line}\n".encode(), *blobs.values()]))
            frames_at = self._end + len(line) + 1
            self._is_damaged = False
            self._take([(name, _Place(self._end, frames_at, lengths, digest))])
            if self.store.mirror:
                self.store.mirror.keep_later(beside.measures(self.day), self.key)

    def _look(self) -> None:
        """See which answers there are."""
        if self._is_opened:
            return
        self._is_opened = True
        if self.store.mirror:
            self.store.mirror.bring_daily(beside.measures(self.day), self.key)
        path = _path(self.store, self.day)
        durable.refuse_unlike(path)
        if path.exists():
            with path.open("rb") as file:
                self._take(_places(file, 0, self.key))

    def _take(self, places: Iterable[tuple[str, _Place]]) -> None:
        """Know of answers that follow those known."""
        for name, place in places:
            self._places[name] = place
            self._end = place.end


def is_whole(store: Store, day: str) -> bool:
    """Whether all measures that are kept of a day are as they were written; also where none are."""
    path = _path(store, day)
    if not path.exists():
        return True
    with suppress(OSError, ValueError, KeyError, TypeError, pl.exceptions.PolarsError):
        durable.refuse_unlike(path)
        end = 0
        with path.open("rb") as file:
            for name, place in _places(file, 0, None):
                key = _line(file, place.start)["from"]
                if _frames(file, name, key, place) is None:
                    return False
                end = place.end
        return end == path.stat().st_size
    return False


def _path(store: Store, day: str) -> Path:
    return store.path / beside.FOLDER / beside.measures(day)


@contextmanager
def _opened_to_write(path: Path) -> Iterator[BinaryIO]:
    """The file, for this process alone; made where it is not there. OSError where something else stands in
    its place: of a link, the file that it leads to would be cut off.
    """
    durable.refuse_unlike(path)
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666), "r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file


def _places(file: BinaryIO, begin: int, key: str | None) -> Iterator[tuple[str, _Place]]:
    """The answers from `begin` on, up to the first that is cut off, is none, or was made from something else
    than what has this key.
    """
    size = file.seek(0, io.SEEK_END)
    while begin < size:
        try:
            line = _line(file, begin)
            lengths = {str(label): int(length) for label, length in line["frames"].items()}
            place = _Place(begin, file.tell(), lengths, line["sha256"])
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return
        if min(lengths.values(), default=0) < 0 or place.end > size or key not in (None, line["from"]):
            return
        yield str(line["name"]), place
        begin = place.end


def _line(file: BinaryIO, begin: int) -> Any:
    file.seek(begin)
    return json.loads(file.readline(_LONGEST))


def _frames(file: BinaryIO, name: str, key: str, place: _Place) -> Frames | None:
    """The frames of an answer; None where they are not those that were written."""
    file.seek(place.frames)
    blobs = {label: file.read(length) for label, length in place.lengths.items()}
    if _digest(name, key, place.lengths, blobs.values()) != place.digest:
        return None
    return {label: pl.read_ipc_stream(io.BytesIO(blob)) for label, blob in blobs.items()}


def _written(frame: pl.DataFrame) -> bytes:
    out = io.BytesIO()
    frame.write_ipc_stream(out, compression="lz4")
    return out.getvalue()


def _digest(name: str, key: str, lengths: Mapping[str, int], blobs: Any) -> str:
    digest = hashlib.sha256(json.dumps([name, key, lengths]).encode())
    for blob in blobs:
        digest.update(blob)
    return digest.hexdigest()
