"""A store by URL: a directory of this run with what was needed of it, and what a change writes there.

    URL/getpage-store.json                      what this is, and the format
    URL/catalogs/000018.json                    which parts there are: the highest number is in force
    URL/loads/, URL/days/                       manifests, as in any store
    URL/tables/mq_buffer_pool/day=2026-11-18/   its parts, as other programs read them
    URL/daily/                                  what was worked out of a day or month
    URL/writing/                                a note of each change under way

An object store has no rename and no lock, and needs neither: no object is ever written again, and HDFS, which
has both, is used as one. A change puts its parts and manifests, under names with a tag of its own, and then
the next number of the catalog, if nobody else has (RFC 9110: If-None-Match). Of two changes at a time one
gets the number, and the other is told.

Numbers must not come free again while somebody may still want one. Old catalogs are removed in their order,
and who has put a number looks whether the one before is still there: then its own was never gone.

Every part is read whole, since it is checked against its digest: so it is fetched, and read as in any store.
"""

from __future__ import annotations

import weakref
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from getpage.core.errors import GetpageError, command
from getpage.core.scratch import Scratch
from getpage.core.urls import show_as
from getpage.evidence import catalog as catalogs
from getpage.evidence.catalog import UNDATED, Catalog
from getpage.evidence.cloud import endpoint
from getpage.evidence.mark import MARK, TEXT
from getpage.evidence.objects import AT_ONCE, ObjectStore
from getpage.evidence.site_settings import NAME as SETTINGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

#: Folders of a store.
_CATALOGS: Final = "catalogs"
_TABLES: Final = "tables"
_WRITING: Final = "writing"
_DAILY: Final = "daily"
#: Where files are that join the pieces of a load.
SHARED: Final = ".scratch"
#: What a first change that was killed leaves.
_OWN: Final = (_TABLES, _WRITING, SHARED, "days", "loads")
#: Catalogs that are kept: for who reads an older one now, and between two that write at a time.
_KEPT: Final = 32
#: The name by which readers of folders know that a column has no value.
_NO_DAY: Final = "__HIVE_DEFAULT_PARTITION__"
#: Looks for a catalog that others remove.
_LOOKS: Final = 5


_mirrors: dict[tuple[str, str], Mirror] = {}


def mirrored(url: str) -> Mirror:
    """What is here of a store by URL. It stays as long as the process: frames are read after their store."""
    key = (url, endpoint())
    if key not in _mirrors:
        _mirrors[key] = Mirror(url)
    return _mirrors[key]


class Mirror:
    """What is here of a store by URL, at `path`."""

    def __init__(self, url: str) -> None:
        """Nothing is here yet."""
        self.url = url
        self.objects = ObjectStore(url)
        scratch = Scratch()
        weakref.finalize(self, scratch.close)
        self.path = scratch.path / "store"
        self.path.mkdir()
        show_as(self.path, url)
        self._there: set[str] = set()
        self._is_closed = False
        #: Files that were worked out here and are to be put, with their keys.
        self._later: dict[str, str] = {}
        self._is_new = False

    def open(self) -> None:
        """Have what says that it is a store here, and what its site decided, as they are now."""
        self.drop_copies([MARK, SETTINGS])
        self.bring([MARK, SETTINGS])
        if not (self.path / MARK).exists():
            next(self.objects.list(), None)  # a bucket that is not there is said to be none
            if self._is_new:
                (self.path / MARK).write_text(TEXT, encoding="utf-8")

    def make(self) -> None:
        """Open it also where nothing is, for its first change to make it; GetpageError where others are."""
        if self.has(MARK):
            return
        if any(key.partition("/")[0] not in _OWN for key, _ in self.objects.list()):
            problem = f"{self.url}: there are other objects, and it is not a getpage store"
            raise GetpageError(problem, command("getpage load FILES --into", f"{self.url}.new"))
        self._is_new = True

    def bring(self, keys: Iterable[str]) -> None:
        """Have objects here; one that is not there is not here either."""
        wanted = [key for key in dict.fromkeys(keys) if not (self.path / key).exists()]
        if len(wanted) == 1:
            self._fetch(wanted[0])
        elif wanted:
            with ThreadPoolExecutor(AT_ONCE) as pool:
                for _ in pool.map(self._fetch, wanted):
                    pass

    def _fetch(self, key: str) -> None:
        target = self.path / key
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_name(f"{target.name}.{uuid4().hex}.part")
        with suppress(FileNotFoundError):
            try:
                self.objects.fetch(key, part)
                part.replace(target)
                self._there.add(key)
            finally:
                part.unlink(missing_ok=True)

    def drop_copies(self, keys: Iterable[str]) -> None:
        """Have the room back of what can be fetched again."""
        for key in keys:
            (self.path / key).unlink(missing_ok=True)

    def has(self, key: str) -> bool:
        """Whether there is an object of this key."""
        return self.objects.size(key) is not None

    # The catalog.

    def newest(self) -> int:
        """The number of the catalog that is in force; 0 before the first change."""
        return max(map(_number, self._numbers()), default=0)

    def _numbers(self) -> list[str]:
        keys = (key for key, _ in self.objects.list(_CATALOGS))
        return [key for key in keys if key.endswith(".json") and _number(key)]

    def catalog(self) -> Catalog:
        """The catalog that is in force."""
        for _ in range(_LOOKS):
            number = self.newest()
            if not number:
                return Catalog()
            self.bring([_key(number)])
            if (self.path / _key(number)).exists():
                return catalogs.read(self.path, _key(number))
        problem = f"{self.url}: catalogs come and go faster than they can be read"
        raise GetpageError(problem, command("getpage verify", self.url))

    def publish(self, catalog: Catalog, named: Iterable[Path]) -> None:
        """Put files in `named`, and then this catalog; GetpageError if somebody else was first."""
        keys = [path.relative_to(self.path).as_posix() for path in named if path.is_file()]
        self.upload(keys)
        if not self.objects.put_new(_key(catalog.commit), catalogs.as_text(catalog).encode()):
            raise self.overtaken()
        before = catalog.commit - 1
        if before and not self.has(_key(before)):
            raise self.overtaken()
        for key in sorted(self._numbers(), key=_number):
            if _number(key) > catalog.commit - _KEPT:
                break
            self.objects.delete([key])
        every = (key for key, _ in self.objects.list(_CATALOGS, unfinished=True))
        self.objects.delete(key for key in every if 0 < _unfinished(key) <= catalog.commit)

    def overtaken(self) -> GetpageError:
        """What is said to the second of two changes at a time."""
        problem = f"{self.url}: another load was committed meanwhile; nothing of this one is in the store"
        return GetpageError(f"{problem}. Run this again", command("getpage verify", self.url))

    # A change.

    @contextmanager
    def changing(self, tag: str, catalog: Catalog) -> Iterator[None]:
        """A change: noted while it is under way, and nothing of it left where it fails."""
        # It makes the store, if it is the first.
        self.objects.put_new(MARK, (self.path / MARK).read_bytes())
        self.objects.put_new(note_key(tag), b"")
        try:
            yield
        except BaseException as error:
            with suppress(GetpageError):  # what fails now is not why
                is_late = self.newest() > catalog.commit
                self._give_up(tag)
                if is_late and isinstance(error, GetpageError):
                    raise self.overtaken() from error
            raise
        self._end(tag)

    def _end(self, tag: str) -> None:
        """Remove the note of a change, and what its workers shared."""
        self.objects.delete([note_key(tag), *(key for key, _ in self.objects.list(f"{SHARED}/{tag}"))])

    def _give_up(self, tag: str) -> None:
        """Remove all that a change wrote, and the store if it has had none."""
        self.objects.delete(self._of_tags([tag]))
        self._end(tag)
        if not self.newest() and next(self.objects.list(_WRITING), None) is None:
            self.objects.delete([MARK])

    def clear(self, catalog: Catalog) -> None:
        """Remove what the last change replaced, and what changes left that cannot be committed any more."""
        self.objects.delete(catalog.replaced)
        notes = [key.rpartition("/")[2] for key, _ in self.objects.list(_WRITING)]
        dead = [tag for tag in notes if _number(tag) <= catalog.commit]
        if not dead:
            return
        left = self._of_tags(dead)
        days = {_day(key) for key in left if key.startswith(_TABLES)} & catalog.days.keys()
        manifests = [catalog.days[day] for day in days]
        self.bring(manifest.path for manifest in manifests)
        named = {part.path for each in manifests for part in catalogs.read_parts(self.path, each, "parts")}
        named |= {each.path for each in catalog.days.values()} | {
            load.manifest.path for load in catalog.loads
        }
        self.objects.delete(key for key in left if key not in named)
        for tag in dead:
            self._end(tag)

    def settle(self, days: Path, path: str) -> str:
        """Where a part is. One that was written here is put there."""
        key = part_key(path)
        if (days / path).exists():
            (self.path / key).parent.mkdir(parents=True, exist_ok=True)
            (days / path).rename(self.path / key)
        return key

    def hand(self, tag: str, path: Path) -> str:
        """Put a file where workers find it; its key."""
        key = shared_key(tag, path.name)
        self.objects.put([(key, path)])
        return key

    def take(self, key: str) -> Path:
        """What a worker put for the driver."""
        self.bring([key])
        return self.path / key

    def remove_strays(self, tag: str, named: set[str]) -> None:
        """Remove parts of a change that are none of it: those of attempts that were made again."""
        self.objects.delete(key for key in self._of_tags([tag]) if key not in named)

    def _of_tags(self, tags: list[str]) -> list[str]:
        """What changes of these tags wrote."""
        keys = (
            key
            for folder in (_TABLES, "days", "loads")
            for key, _ in self.objects.list(folder, unfinished=True)
        )
        return [key for key in keys if any(tag in key.rpartition("/")[2] for tag in tags)]

    def upload(self, keys: Iterable[str]) -> None:
        """Put files that are here and not there."""
        new = [key for key in dict.fromkeys(keys) if key not in self._there]
        self.objects.put((key, self.path / key) for key in new)
        self._there.update(new)

    def of_day(self, day: str) -> list[str]:
        """The parts of a day whose manifest is damaged, also those that no catalog names."""
        return [key for key, _ in self.objects.list(_TABLES) if _day(key) == day]

    # What is worked out of a day.

    def bring_daily(self, name: str, key: str) -> None:
        """Have what was worked out of a day, the file of this name, from what has this key."""
        target = self.path / _DAILY / name
        if not target.exists() and (text := self.objects.read(_daily(name, key))) is not None:
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(text)

    def keep_daily(self, name: str, key: str) -> None:
        """Keep this file, which was worked out of a day, if it is there and the store may be written."""
        kept, place = self.path / _DAILY / name, _daily(name, key)
        if self._is_closed or not kept.exists():
            return
        text = kept.read_bytes()
        try:
            if not self.objects.put_new(place, text):  # it is there, and was not of use
                self.objects.delete([place])
                self.objects.put_new(place, text)
        except GetpageError:
            self._is_closed = True

    def keep_later(self, name: str, key: str) -> None:
        """Keep this file when more of it was worked out: an answer is a part of it."""
        self._later[name] = key

    def keep_now(self) -> None:
        """Keep what was to be kept later."""
        while self._later:
            self.keep_daily(*self._later.popitem())

    def bring_all_daily(self) -> None:
        """Have what was worked out of all days here, as it is there."""
        for key, _ in self.objects.list(_DAILY):
            day, _, end = key.rpartition("/")[2].rpartition("-")
            target = self.path / _DAILY / f"{day}.{end.partition('.')[2]}"
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(self.objects.read(key) or b"")

    def forget_daily(self, *names: str) -> None:
        """Remove what was worked out of days or months of these names."""
        keys = (key for key, _ in self.objects.list(_DAILY, unfinished=True))
        of_these = tuple(f"{_DAILY}/{dot}{name}-" for dot in ("", ".") for name in names)
        self.objects.delete(key for key in keys if key.startswith(of_these))


def part_key(path: str) -> str:
    """Where a part is in a store by URL, of its path as the decoder has it: DAY/TABLE-TAG-....parquet."""
    day, _, name = path.partition("/")
    table, _, rest = name.partition("-")
    return f"{_TABLES}/{table}/day={_NO_DAY if day == UNDATED else day}/{rest}"


def note_key(tag: str) -> str:
    """The note of a change under way."""
    return f"{_WRITING}/{tag}"


def shared_key(tag: str, name: str) -> str:
    """A file that the driver of a load and its workers share."""
    return f"{SHARED}/{tag}/{name}"


def _day(key: str) -> str:
    day = key.rpartition("/")[0].rpartition("/day=")[2]
    return UNDATED if day == _NO_DAY else day


def _key(number: int) -> str:
    return f"{_CATALOGS}/{number:06}.json"


def _number(name: str) -> int:
    """The number of a catalog or a tag; 0 for any other name."""
    digits = name.rpartition("/")[2].partition(".")[0].partition("-")[0]
    return int(digits) if digits.isdecimal() else 0


def _unfinished(key: str) -> int:
    """The number of a catalog whose writer has not ended; 0 for any other key."""
    hidden = key.rpartition("/")[2]
    return _number(hidden[1:]) if hidden.startswith(".") else 0


def _daily(name: str, key: str) -> str:
    day, _, kind = name.partition(".")
    return f"{_DAILY}/{day}-{key[:16]}.{kind}"
