"""A load in pieces, by workers that know nothing of each other, with the result of a load by one.

Pieces are ranges of large files and groups of small ones. What a worker cannot know of other pieces is first
assumed, then proved, and where it does not hold the piece is loaded again:

- where a range begins: the range before it must end exactly there, else both are loaded as one;
- the dictionaries of monitoring records: a task is decoded by one before it that is known by then; a piece
  with tasks that have none waits until those of all pieces are collected;
- which records stand in a piece before it or in the store: it is loaded again without them.

So what is kept is what one reading from start to end gives. Until the commit nothing of it is in the store.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, Protocol

from getpage import _native
from getpage.core.errors import GetpageError
from getpage.core.units import MIB
from getpage.evidence.by_url import cuts
from getpage.scale.work import WORK, FileRange, Task, here

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from getpage.evidence.commit import Commit
    from getpage.evidence.input_files import EvidenceFile
    from getpage.evidence.load import Decoding

    class Run(Protocol):
        """Does tasks, each as text by the function `done` of a module, anywhere and in any order."""

        def __call__(self, tasks: Iterable[str], module: str = WORK) -> Iterable[str]:
            """The results, in the order of tasks. Who does them one after the other takes each when the one
            before it is done.
            """
            ...


#: Bytes of a range where the user names none.
RANGE: Final = 256 * MIB
#: How many times its size a packed file may hold.
_PACKED: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """A piece, its result if it has one, and the dictionaries of others it was loaded with. `planned` says
    as how many it was planned.
    """

    ranges: tuple[FileRange, ...]
    result: Mapping[str, Any] | None = None
    book: Path | None = None
    planned: int = 1

    def goes_on(self, after: _Piece) -> bool:
        """Whether the piece behind it has the rest of its last file, or more of it."""
        return self.ranges[-1].number == after.ranges[0].number

    def joins(self, after: _Piece) -> bool:
        """Whether this piece and the one behind it are one reading."""
        if not self.goes_on(after):
            return True
        mine, other = self._joint(), after._joint()
        return mine is not None and other is not None and _native.holds(mine, other)

    def _joint(self) -> _native.Joint | None:
        return None if self.result is None else self.result["joint"]

    def with_next(self, after: _Piece) -> _Piece:
        """Both as one range, not loaded yet."""
        whole = replace(self.ranges[0], end=after.ranges[0].end)
        return _Piece(ranges=(whole,), planned=self.planned + after.planned)

    def state(self) -> Path:
        """The file that joins it to others."""
        assert self.result is not None  # all pieces are loaded
        return self.result["state"]  # type: ignore[no-any-return]


def decode(
    smf: Sequence[tuple[int, EvidenceFile]],
    commit: Commit,
    decoding: Decoding,
    run: Run,
    threads: int = 1,
    size: int = RANGE,
) -> list[_native.Summary]:
    """Decode files of records into `commit`, in pieces of about `size` bytes that `run` has loaded, by
    `threads` for each.
    """
    pieces = planned(smf, decoding.layouts, size)
    load = _Load(commit, decoding, run, threads)
    pieces = load.loaded(pieces)
    pieces = load.without_repeated(pieces)
    for piece in pieces:
        commit.add_parts(piece.result["parts"])  # type: ignore[index]
    layouts = list(decoding.layouts)
    states = [piece.state() for piece in pieces]
    summaries, parts = _native.join(
        states, commit.days, commit.tag, decoding.threads, layouts, commit.store.durable
    )
    commit.add_parts(parts)
    commit.remove_strays()
    digests = load.digests(pieces)
    for (number, _), summary in zip(smf, summaries, strict=True):
        summary["digest"] = digests.get(number, summary["digest"])
    return summaries


def planned(smf: Sequence[tuple[int, EvidenceFile]], layouts: Sequence[Path], size: int) -> list[_Piece]:
    """The pieces of a load: ranges of large files, and small files together, in the order of the files."""
    pieces: list[_Piece] = []
    group: list[FileRange] = []
    weight = 0
    for number, file in smf:
        path = file.path.absolute()
        bytes_ = path.stat().st_size
        where = file.name if file.is_remote else str(path)
        whole = FileRange(
            path=where,
            name=file.name,
            number=number,
            size=bytes_,
            is_trace=is_trace(file),
            is_here=file.is_copy,
        )
        if group and group[0].is_here != whole.is_here:
            pieces += _grouped(group)
            group, weight = [], 0
        cuts = _cuts(file, path, bytes_, layouts, size)
        if len(cuts) > 1:
            pieces += _grouped(group)
            group, weight = [], 0
            ends = [*cuts[1:], None]
            pieces += (
                _Piece(ranges=(replace(whole, start=start, end=end),))
                for start, end in zip(cuts, ends, strict=True)
            )
            continue
        group.append(whole)
        weight += bytes_
        if weight >= size or bytes_ * _PACKED >= size:
            pieces += _grouped(group)
            group, weight = [], 0
    return [*pieces, *_grouped(group)]


def is_trace(file: EvidenceFile) -> bool:
    """Whether records of a file are put together from segments that lie between those of others."""
    return file.framing.startswith("GTF")


def _grouped(group: Sequence[FileRange]) -> list[_Piece]:
    return [_Piece(ranges=tuple(group))] if group else []


def _cuts(file: EvidenceFile, path: Path, bytes_: int, layouts: Sequence[Path], size: int) -> list[int]:
    """Where ranges of a file begin."""
    if bytes_ <= size:
        return [0]
    if not file.is_remote:
        return _native.cuts(path, size, list(layouts))
    with TemporaryDirectory(prefix="getpage-") as scratch:
        return cuts(file.name, path, bytes_, size, layouts, Path(scratch))


class _Load:
    """The pieces of one load on their way."""

    def __init__(self, commit: Commit, decoding: Decoding, run: Run, threads: int) -> None:
        self._commit = commit
        self._decoding = decoding
        self._run = run
        self._threads = threads
        #: The dictionaries that are known, as a file and as workers name it; whether more are to come.
        self._books = 0
        self._book: Path | None = None
        self._handed: str | None = None
        self._waits = True

    def loaded(self, pieces: list[_Piece]) -> list[_Piece]:
        """All pieces loaded, and proved to be one reading with the dictionaries of all."""
        if len(pieces) == 1:
            self._collect([])  # those that it has itself are found
            self._waits = False
        while stale := [nth for nth, piece in enumerate(pieces) if self._is_stale(piece)]:
            pieces = _joined(self._once(pieces, stale))
            if self._waits and all(piece.result is not None for piece in pieces):
                self._collect(pieces)
                self._waits = False
        return pieces

    def _once(self, pieces: Sequence[_Piece], which: Sequence[int]) -> list[_Piece]:
        """The pieces, after some of them were loaded, each with the dictionaries that are known by then."""
        after = list(pieces)
        books: dict[int, Path | None] = {}

        def task(nth: int) -> Task:
            books[nth] = self._book
            return self._task(pieces[nth])

        for nth, result in self._results(pieces, which, task):
            after[nth] = replace(pieces[nth], result=result, book=books[nth])
            if self._waits and result["dictionaries"]:
                self._collect(after)
        return after

    def _is_stale(self, piece: _Piece) -> bool:
        if piece.result is None:
            return True
        if self._waits or self._book is None:
            return False
        first = piece.ranges[0]
        return piece.result["is_deferred"] or (
            piece.book is not None
            and not _native.agree_before(piece.book, self._book, first.number, first.start)
        )

    def _collect(self, pieces: Sequence[_Piece]) -> None:
        """Put the dictionaries of pieces and of what the user gave into a file that is not changed again."""
        self._books += 1
        self._book = self._commit.scratch / f"book-{self._books}"
        states = [piece.state() for piece in pieces if piece.result and piece.result["dictionaries"]]
        given, layouts = list(self._decoding.dictionaries), list(self._decoding.layouts)
        _native.write_book(states, given, self._book, layouts)
        self._handed = self._commit.handed(self._book)

    def without_repeated(self, pieces: list[_Piece]) -> list[_Piece]:
        """The pieces, those again of which records stand in others before them or in the store."""
        import polars as pl

        keys = self._commit.keys.repeated([(self._keys(piece), piece.state()) for piece in pieces])

        def task(nth: int) -> Task:
            seen = self._commit.scratch / f"seen-{nth}.parquet"
            columns = {"hash": pl.UInt64, "identity": pl.Int64}
            pl.DataFrame(keys[nth], schema=columns, orient="row").write_parquet(seen)
            return replace(self._task(pieces[nth]), seen=self._commit.handed(seen))

        again = [nth for nth, repeated in enumerate(keys) if repeated]
        for nth, result in self._results(pieces, again, task):
            pieces[nth] = replace(pieces[nth], result=result)
        return pieces

    def digests(self, pieces: Sequence[_Piece]) -> dict[int, str]:
        """The digests of files that are divided, by number: no piece read one of them whole."""
        sums: dict[FileRange, list[Path]] = {}
        for piece in pieces:
            assert piece.result is not None  # all pieces are loaded
            if "sums" in piece.result:
                whole = replace(piece.ranges[0], start=0, end=None)
                sums.setdefault(whole, []).append(self._commit.taken(piece.result["sums"]))
        return {file.number: _native.joined_digest(written, file.size) for file, written in sums.items()}

    def _keys(self, piece: _Piece) -> list[Path]:
        assert piece.result is not None  # all pieces are loaded
        parts = piece.result["parts"]
        return [self._commit.keys_of(part) for part in parts if part["table"] == "evidence_record"]

    def _task(self, piece: _Piece) -> Task:
        store = self._commit.store
        return Task(
            ranges=piece.ranges,
            store=store.mirror.url if store.mirror else str(store.path.absolute()),
            tag=self._commit.tag,
            layouts=tuple(str(path.absolute()) for path in self._decoding.layouts),
            threads=self._threads,
            tasks=self._decoding.tasks,
            durable=store.durable,
            book=self._handed,
            waits=self._waits,
        )

    def _results(
        self, pieces: Sequence[_Piece], which: Sequence[int], task: Callable[[int], Task]
    ) -> Iterator[tuple[int, dict[str, Any]]]:
        """What came of some pieces, as it comes: first of those that only this machine has."""
        own = [nth for nth in which if pieces[nth].ranges[0].is_here]
        others = [nth for nth in which if not pieces[nth].ranges[0].is_here]
        for some, run in ((own, here), (others, self._run)):
            outcomes = run(task(nth).as_text() for nth in some) if some else ()
            for nth, text in zip(some, outcomes, strict=True):
                result = json.loads(text)
                if "problem" in result:
                    raise GetpageError(result["problem"], result["next"])
                result["state"] = self._commit.taken(result["state"])
                yield nth, result


def _joined(pieces: Sequence[_Piece]) -> list[_Piece]:
    """The pieces, with those as one, not loaded yet, that are not one reading. Where that was done before and
    was not enough, as many again are added: what goes on through all of a file is read few times.
    """
    joined = list(pieces[:1])
    more = 0
    for before, piece in pairwise(pieces):
        if not before.goes_on(piece):
            more = 0
        if not before.joins(piece):
            more = max(more, before.planned)
        if more > 0:
            joined[-1] = joined[-1].with_next(piece)
            more -= piece.planned
        else:
            joined.append(piece)
    return joined
