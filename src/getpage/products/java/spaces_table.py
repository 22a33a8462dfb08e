"""The address spaces that heaps are in, and those of zFS beside them, in one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.core import wording
from getpage.result import Table

from .space import zfs_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .jvm import Jvm
    from .space import Space

_COLUMNS: Final = ("address space", "what it is", "heap of", "MEMLIMIT", "most above the bar")

Cells = tuple[str | None, ...]


def spaces_table(machines: Sequence[Jvm]) -> Iterator[Table]:
    """Of all machines whose address space is known, with zFS of their systems."""
    rows = [_row(jvm.space, _kind(jvm.space), jvm.label) for jvm in machines if jvm.space is not None]
    if not rows:
        return
    systems = dict.fromkeys(jvm.system for jvm in machines if jvm.space is not None)
    evidence = machines[0].evidence
    rows += [_row(one, f"zFS of {system}", None) for system in systems for one in zfs_of(evidence, system)]
    yield Table(
        title="Address spaces of Java and of zFS",
        columns=_COLUMNS,
        rows=tuple(rows),
        note="By SMF 30. A heap counts against MEMLIMIT with all else above the bar in its space; the "
        "caches of zFS, for the files that Java loads and writes, are set in IOEFSPRM (user_cache_size, "
        "meta_cache_size) and are real storage beside the heaps.",
    )


def _kind(space: Space) -> str:
    return "JVM server of a CICS region" if space.is_cics else f"program {space.row['program']}"


def _row(space: Space, what: str, heap: str | None) -> Cells:
    limit = "NOLIMIT" if space.is_unlimited else None if space.limit is None else wording.size(space.limit)
    return (space.job, what, heap, limit, None if space.high is None else wording.size(space.high))
