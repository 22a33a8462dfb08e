"""What is shown of sorts beside findings: the account of their storage, and tables.

Hiperspaces and memory objects are virtual: what of them is real is within the frames of the address spaces
that sort, which z/OS tells, and is not counted again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import polars as pl

from getpage.contract.observation import Event
from getpage.core import wording
from getpage.core.units import GIB, MIB
from getpage.result import Account, Line, Place, Table

from .jobs import tables as of_jobs
from .model import megabytes
from .sorts import Sorts

_MOST: Final = 50
_COLUMNS: Final = (
    *("sorts of", "job or program", "step", "ended", "elapsed s", "CPU s", "sorted GiB", "in storage GiB"),
    *("on disk GiB", "work I/O", "waits less s (90 %)"),
)
_SHARES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


def account(sorts: Sorts) -> Account | None:
    """The account; None where no time is known."""
    model = sorts.model
    if model is None:
        return None
    most = max(sorts.timed.iter_rows(named=True), key=lambda row: row["held"])
    facts = sorts.of_run(
        most, hiperspace_bytes="hiperspace", memory_object_work_bytes="memory object", bytes="bytes sorted"
    )
    lines = [
        Line(
            holder="work of sorts in storage",
            bytes=model.now,
            place=Place.ABOVE_BAR,
            fixed=False,
            note=f"the most at a time, by {sorts.timed.height} sorts",
            fact=next(iter(facts), None),
        )
    ]
    if (expmax := sorts.options.expmax) is not None:
        lines.append(
            Line(holder="EXPMAX", bytes=expmax, place=Place.LIMIT, fact=sorts.options.facts["expmax"])
        )
    return Account(
        of=sorts.id,
        lines=tuple(lines),
        note="Held while they sort; the real frames count in the address spaces that sort.",
    )


def tables(every: Sequence[Sorts]) -> Iterator[Table]:
    """Of all systems that sort; the gain of each is that of storage for all of its work."""
    yield from of_jobs(every)
    rows = tuple(row for sorts in every for row in _rows(sorts))
    if rows:
        yield Table(
            title="The sorts with most work on disk",
            columns=_COLUMNS,
            rows=rows,
            note="Work on disk is at most the tracks that a sort had. The last column assumes storage for "
            "all of its work, as far as one sort may have it.",
        )
    sizes = tuple(row for sorts in every for row in _sizes(sorts))
    if sizes:
        yield Table(
            title="What storage saves all sorts in their hour",
            columns=(
                *("sorts of", "hour", "storage for all MiB", "work on disk GiB"),
                *("wait s/h (90 %)", "CPU s/h (90 %)"),
            ),
            rows=sizes,
            note="Storage goes to sorts that ask first, see getpage explain sort-work-on-disk; the "
            "second figure of each is the best guess.",
        )


def _rows(sorts: Sorts) -> Iterator[tuple[str | float | int | None, ...]]:
    rows = pl.concat([sorts.on_disk, sorts.large.filter(pl.col("disk") == 0)]).head(_MOST)
    for row in rows.iter_rows(named=True):
        end = row["end"]
        yield (
            sorts.label,
            row["job"] or row["program"],
            row["step"],
            None if end is None else f"{end:%Y-%m-%d %H:%M:%S}" if row["dated"] else f"{end:%d %H:%M:%S}",
            None if row["seconds"] is None else round(row["seconds"], 1),
            None if row["cpu"] is None else round(row["cpu"], 1),
            None if row["sorted"] is None else round(row["sorted"] / GIB, 2),
            round(row["held"] / GIB, 2),
            round(row["disk"] / GIB, 2),
            row["ios"],
            _less(sorts, row),
        )


def _less(sorts: Sorts, row: Mapping[str, Any]) -> str | None:
    sort = sorts.as_sort(row) if row["seconds"] and row["cpu"] is not None and row["disk"] else None
    if sort is None:
        return None
    saving = sorts.saved(sort)
    return "{:.0f} ({:.0f} to {:.0f})".format(*saving)


def _sizes(sorts: Sorts) -> Iterator[tuple[str | float | int | None, ...]]:
    model = sorts.model
    if model is None:
        return
    wanted = sorted({*(round(share * megabytes(model.all)) for share in _SHARES), megabytes(model.now)})
    for size in wanted:
        wait, cpu = model.wait(size * MIB), model.cpu(size * MIB)
        yield (
            sorts.label,
            sorts.hour_label,
            size,
            round(model.on_disk(size * MIB) / GIB, 2),
            _seconds(wait),
            _seconds(cpu),
        )


def _seconds(cost: tuple[float, float, float]) -> str:
    return "{} ({} to {})".format(*(wording.number(round(3600 * bound)) for bound in cost))


def events(every: Iterable[Sorts]) -> Iterator[Event]:
    """Every large sort whose time is known."""
    for sorts in every:
        if not sorts.is_dated:
            continue
        for row in sorts.timed.iter_rows(named=True):
            job = row["job"] or row["program"] or ""
            work = f"{wording.size(row['held'])} of work in storage, {wording.size(row['disk'])} on disk"
            yield Event(
                image=sorts.id.image, start=row["begin"], end=row["end"], job=job, what=f"sort with {work}"
            )
