"""Files of evidence by URL: found as on disk, fetched to this machine, or left where they are.

A file of records may be as large as a site's day: a load in pieces fetches what each piece needs, into a file
with a hole (`fetch_range`). Its beginning, which tells what it is, is here. All else is fetched, as a pipe is
copied.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final

from getpage import _native
from getpage.core.errors import GetpageError, command
from getpage.core.units import MIB
from getpage.core.urls import has_pattern, show_as
from getpage.evidence.mark import MARK
from getpage.evidence.objects import ObjectStore
from getpage.result.inspection import NoEvidence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

#: Bytes that tell what a file is: the decoder reads 256 KiB.
_HEAD: Final = 320 << 10
#: Bytes behind a range that its reading may need: the end of its last record, and a look for the next.
_BEHIND: Final = MIB
#: Bytes before a range that the digest of its file may need: those behind its last full block.
_BEFORE: Final = 2 << 10
#: The same of a trace of GTF, in which records begin that end in the range.
_BEFORE_OF_TRACE: Final = MIB
#: Bytes in which a place is looked for where records begin: some records, and if these are not enough, some
#: of the longest. Each is a part or a multiple of `_HEAD`.
_LOOKS: Final = (_HEAD // 5, _HEAD, 3 * _HEAD)
#: Requests at a time, each for a place: a day of a terabyte has thousands.
_PLACES: Final = 32
#: Places that are looked for by one reading.
_BATCH: Final = 128


@dataclass(frozen=True, slots=True)
class Remote:
    """An object that may be evidence; `is_named` where the user named it and no folder."""

    objects: ObjectStore
    key: str
    size: int
    is_named: bool

    @property
    def url(self) -> str:
        """Its URL, which is its name in messages."""
        return self.objects.name(self.key)

    def fetch(self, path: Path) -> None:
        """All of it to a file."""
        self.objects.fetch(self.key, path)
        show_as(path, self.url)

    def fetch_records(self, path: Path, layouts: Sequence[Path]) -> bool:
        """The beginning of a file of records to a file of its size; False for any other, which is fetched."""
        show_as(path, self.url)
        self.objects.fetch(self.key, path, 0, _HEAD)
        with path.open("r+b") as file:
            file.truncate(min(_HEAD, self.size))
        scratch = path.with_name("members")
        scratch.mkdir()
        try:
            is_archive = _native.members(path, scratch) is not None
            if not is_archive:
                _native.Unpacked(path).framing(list(layouts))
        except _native.EvidenceError:
            is_archive = True  # or no records: all of it tells
        if is_archive:
            self.fetch(path)
            return False
        with path.open("r+b") as file:
            file.truncate(self.size)
        return True


def remote(url: str) -> Remote:
    """The object of a URL that is known to be one; FileNotFoundError where there is none."""
    folder, _, key = url.rpartition("/")
    objects = ObjectStore(folder)
    if (size := objects.size(key)) is None:
        raise FileNotFoundError(url)
    return Remote(objects, key, size, True)


def remotes(url: str) -> Iterator[Remote | NoEvidence]:
    """The objects of a URL, of a folder of them, or of a pattern; GetpageError where there is none."""
    listed = _of_pattern(url) if has_pattern(url) else _of_name(url)
    if not listed:
        problem = f"{url}: no object of this name, and none below it"
        raise GetpageError(problem, command("getpage inspect", url.rpartition("/")[0]))
    yield from sorted(listed, key=lambda each: each.url if isinstance(each, Remote) else each.name)


def _of_name(url: str) -> list[Remote | NoEvidence]:
    if url.partition("://")[2].count("/"):
        try:
            return [remote(url)]
        except FileNotFoundError:
            pass
    return _below(ObjectStore(url))


def _below(objects: ObjectStore) -> list[Remote | NoEvidence]:
    """What is in a folder, but for hidden objects and stores."""
    every = [(key, size) for key, size in objects.list() if not _is_hidden(key)]
    stores = [key.removesuffix(MARK) for key, _ in every if key.rpartition("/")[2] == MARK]
    listed: list[Remote | NoEvidence] = [
        NoEvidence(name=objects.name(key.rstrip("/")), why="a store that getpage load made", asked=not key)
        for key in stores
    ]
    inside = tuple(stores)
    return listed + [Remote(objects, key, size, False) for key, size in every if not key.startswith(inside)]


def _of_pattern(url: str) -> list[Remote | NoEvidence]:
    scheme, _, rest = url.partition("://")
    parts = rest.split("/")
    depth = next(nth for nth, part in enumerate(parts) if has_pattern(part))
    objects = ObjectStore(f"{scheme}://{'/'.join(parts[:depth])}")
    every = [(key, size) for key, size in objects.list() if not _is_hidden(key)]
    return [
        Remote(objects, key, size, True) for key, size in every if _is_like(key.split("/"), parts[depth:])
    ]


def _is_like(names: Sequence[str], patterns: Sequence[str]) -> bool:
    """Whether a key is of a pattern, folder by folder as in a shell: ** is any of them."""
    if not patterns:
        return not names
    if patterns[0] == "**":
        return any(_is_like(names[nth:], patterns[1:] or ["*"]) for nth in range(len(names)))
    return bool(names) and fnmatchcase(names[0], patterns[0]) and _is_like(names[1:], patterns[1:])


def _is_hidden(key: str) -> bool:
    return any(part.startswith(".") for part in key.split("/"))


def fetch_range(url: str, path: Path, start: int, end: int | None, *, is_trace: bool) -> None:
    """What a piece needs of a file of records, to a file of its size: its beginning, and the range."""
    each = remote(url)
    show_as(path, url)
    begin = max(0, start - (_BEFORE_OF_TRACE if is_trace else _BEFORE))
    if begin:
        each.objects.fetch(each.key, path, 0, min(_HEAD, begin))
    each.objects.fetch(each.key, path, begin, None if end is None else end + _BEHIND)


def cuts(url: str, head: Path, size: int, every: int, layouts: Sequence[Path], scratch: Path) -> list[int]:
    """Where ranges of a file may begin, as `_native.cuts`; `head` has its beginning. Places are looked for in
    a file of stretches of the same length, behind a copy of the beginning: many by one reading.
    """
    each = remote(url)
    with head.open("rb") as file:
        beginning = file.read(_HEAD)
    look = scratch / "look"
    look.write_bytes(beginning)
    if len(_native.cuts(look, len(beginning) // 2, list(layouts))) == 1:
        return [0]  # packed

    def cuts_behind(places: Sequence[int], length: int) -> dict[int, int]:
        """The cuts behind places, in so many bytes behind each."""

        def stretch(place: int) -> bytes:
            return each.objects.range(each.key, place, min(place + length, size)).ljust(length, b"\0")

        start = max(len(beginning), length)
        with look.open("wb") as file:
            file.write(beginning.ljust(start, b"\0"))
            file.writelines(pool.map(stretch, places))
        behind = (cut - start for cut in _native.cuts(look, length, list(layouts)) if cut >= start)
        return {places[at // length]: places[at // length] + at % length for at in behind}

    known: dict[int, int] = {}
    every_place = range(every, size, every)
    with ThreadPoolExecutor(_PLACES) as pool:
        for begin in range(0, len(every_place), _BATCH):
            batch = every_place[begin : begin + _BATCH]
            for length in _LOOKS:
                if rest := [place for place in batch if place not in known]:
                    known |= cuts_behind(rest, length)
    return [0, *sorted(known.values())]
