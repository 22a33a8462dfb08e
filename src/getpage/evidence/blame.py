"""What of a store is to blame where reading it went wrong: one place for every way in which a store can be
damaged or another's.

Nothing is looked at as long as all goes well. Where something went wrong, manifests are held against what a
load writes, and parts are read whole and held against the dictionary; the first that is not as it should be
is named. Where all of it is, the fault is not the store's.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from getpage.core.errors import GetpageError
from getpage.core.saved import UnlikeError, checked, maybe, member, members, read_json

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from getpage.evidence.store import Store

#: Microseconds since 1970 of the years that a clock of z/OS can tell (0001 to 9999).
_MOMENTS: Final = (-62_135_596_800_000_000, 253_402_300_799_000_000)
_MENDING: Final = "restore it from a copy, or load the evidence again into a new store"


@contextmanager
def blaming(store: Store) -> Iterator[None]:
    """Read a store; what nothing foresaw becomes a GetpageError that names what is damaged, if any."""
    try:
        yield
    except (GetpageError, KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:  # polars meets some damage with a panic, which is no Exception
        if why := blame(store):
            raise GetpageError(why) from error
        raise


def blame(store: Store) -> str:
    """A sentence on the first damage of a store; empty where there is none."""
    for load in store.loads():
        path = load / "manifest.json"
        try:
            manifest(read_json(path))
        except UnlikeError as error:
            return f"{path}: damaged: {error}; {_MENDING}"
        except GetpageError as error:
            return f"{error}; {_MENDING}"
        for part in sorted(load.glob("*.parquet")):
            if why := _of_part(store, part):
                return f"{part}: damaged: {why}; {_MENDING}"
    return ""


def _of_part(store: Store, part: Path) -> str:
    """What is wrong with a part; empty where nothing is."""
    import polars as pl

    table = part.name.rpartition("-")[0]
    try:
        schema = store.dictionary.schema(table)
    except GetpageError:
        return ""  # of a layout that is not in use
    try:
        found = pl.read_parquet(part)
    except OSError as error:
        return error.strerror or "it cannot be read"
    except BaseException as error:  # as above
        if isinstance(error, KeyboardInterrupt):
            raise
        return "it is no Parquet file that can be read"
    for column, kind in schema.items():
        there = found.schema.get(column, kind)
        if there != kind and not (there.is_integer() and kind.is_integer()):
            return f"{column} is {there}, and {kind} in {table}"
    for column in ("file", "record"):
        if column not in found.columns or found[column].has_nulls():
            return f"rows without {column}, which says where they are from"
    return ""


def manifest(made: Any) -> None:
    """UnlikeError where a manifest is not what a load writes."""
    for name, rows in member(made, "rows", dict).items():
        _count(rows, name)
    for one in member(made, "files", list):
        _file(one)


def _file(one: Any) -> None:
    for name in ("file", "file_bytes", "bytes", "duplicates"):
        _count(member(one, name, int), name)
    for name in ("path", "kind", "framing", "digest"):
        member(one, name, str)
    maybe(one, "compression", str)
    for count in member(one, "counts", list):
        _count(member(count, "records", int), "records")
        for name in ("title", "state"):
            member(count, name, str)
        for name in ("record_type", "subtype"):
            maybe(count, name, int)
        for name in ("name", "why"):
            maybe(count, name, str)
        members(count, "releases")
    for covered in member(one, "coverage", list):
        for name in ("system", "subsystem"):
            member(covered, name, str)
        for name in ("record_type", "subtype", "records", "zero_length"):
            _count(member(covered, name, int), name)
        _ranges(covered)
        for moment in members(covered, "written"):
            _moment(moment)
    for report in members(one, "reports"):
        for name in ("product", "system", "report"):
            maybe(report, name, str)
        _ranges(report)
    damage = member(one, "damage", dict)
    _count(member(damage, "count", int), "count")
    for place in member(damage, "listed", list):
        for name in ("expected", "found"):
            member(place, name, str)
        for name in ("offset", "length", "record_type", "subtype"):
            maybe(place, name, int)


def _count(value: Any, name: str) -> None:
    if not 0 <= checked(value, name, int) < 1 << 63:
        message = f"{name!r} is {value}"
        raise UnlikeError(message)


def _ranges(made: Any) -> None:
    for ends in member(made, "ranges", list):
        if len(checked(ends, "ranges", list)) != 2:
            raise UnlikeError("'ranges': expected two moments")
        for moment in ends:
            _moment(moment)


def _moment(value: Any) -> None:
    if not _MOMENTS[0] <= checked(value, "moment", int) <= _MOMENTS[1]:
        message = f"{value} is no moment"
        raise UnlikeError(message)
