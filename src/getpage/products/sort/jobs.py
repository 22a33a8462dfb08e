"""What each job's sorts asked for, had, and were limited by: tables with a row a sort or a step.

Sorts of one step are numbered in order. What they held at a time counts those that ran one after the other
once. Requests and connect time are those of a step, by data set: DFSORT reads SORTIN and writes SORTWKnn in
its input phase, and reads SORTWKnn and writes SORTOUT in its output phase. How long each phase took is in no
public part of a record and in no message.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from getpage.core.units import GIB, MIB
from getpage.result import Table

from .checks.step_options import held_at_a_time
from .limited_by import limits, step_of
from .sorts import Sorts

_MOST: Final = 50
Cells = tuple[str | float | int | None, ...]
_OPTIONS: Final = ("mosize", "mowrk", "hiprmax", "dspsize", "tune", "expmax", "expold", "expres")


def tables(every: Sequence[Sorts]) -> Iterator[Table]:
    """Of all systems that sort."""
    yield from _table(
        "What limits each sort",
        ("sorts of", "job.step", "sort", "ended", "work GiB", "in storage GiB", "on disk GiB", "may hold GiB",
         "limited by", "what to change"),
        [_limited(sorts, row) for sorts in every for row in _first(sorts)],
        "What its options let a sort hold is empty where they do not bound it.",
    )  # fmt: skip
    yield from _table(
        "Memory that each sort asked for and used",
        ("sorts of", "job.step", "sort", "main asked", "main had MiB", "main used MiB", "hiperspace MiB",
         "data space MiB", "memory object main MiB", "memory object work MiB", "options in effect"),
        [_memory(sorts, row) for sorts in every for row in _first(sorts) if _shown(row)],
        "From ICE093I, ICE133I, ICE180I, ICE188I, ICE199I, ICE236I and ICE249I; empty is not known.",
    )  # fmt: skip
    yield from _table(
        "Where the time of steps that sort went",
        ("sorts of", "job.step", "sorts", "elapsed s", "CPU s", "sum of work GiB", "work at a time GiB",
         "held at a time GiB", "input requests", "work requests", "output requests", "input connect s",
         "work connect s", "output connect s"),
        [cells for sorts in every for cells in _steps(sorts)],
        "The input phase reads input and writes work, the output phase reads work and writes output. The "
        "elapsed and CPU time of each phase is not known: no public record or message has it.",
    )  # fmt: skip


def _table(title: str, columns: tuple[str, ...], rows: list[Cells], note: str) -> Iterator[Table]:
    if rows:
        yield Table(title=title, columns=columns, rows=tuple(rows[:_MOST]), note=note)


def _first(sorts: Sorts) -> Iterator[Mapping[str, Any]]:
    """Large sorts, those with most work on disk first."""
    rows = sorts.large.sort("disk", "file", "record", descending=[True, False, False])
    return rows.head(_MOST).iter_rows(named=True)


def _place(row: Mapping[str, Any]) -> str:
    return f"{row['nth']} of {row['in_step']}"


def _limited(sorts: Sorts, row: Mapping[str, Any]) -> Cells:
    reached = limits(sorts, row)
    most = row["held_by_options"]
    return (
        sorts.label,
        step_of(row),
        _place(row),
        None if row["end"] is None or not row["dated"] else f"{row['end']:%Y-%m-%d %H:%M:%S}",
        _gib(row["work"]),
        _gib(row["held"]),
        _gib(row["disk"]),
        _gib(most),
        "; ".join(each.limit for each in reached) or "nothing",
        "; ".join(each.change for each in reached if each.change) or None,
    )


def _memory(sorts: Sorts, row: Mapping[str, Any]) -> Cells:
    return (
        sorts.label,
        step_of(row),
        _place(row),
        row["main_storage_asked"],
        *(
            None if row[name] is None else round(row[name] / MIB, 1)
            for name in (
                *("main_storage_available_bytes", "main_storage_bytes", "hiperspace_bytes"),
                *("data_space_bytes", "memory_object_main_bytes", "memory_object_work_bytes"),
            )
        ),
        _shown(row) or None,
    )


def _shown(row: Mapping[str, Any]) -> str:
    return " ".join(f"{name.upper()}={row[name]}" for name in _OPTIONS if row[name] is not None)


def _steps(sorts: Sorts) -> Iterator[Cells]:
    """Steps with a large sort and their accounting, the longest first."""
    steps: dict[tuple[Any, ...], list[Mapping[str, Any]]] = defaultdict(list)
    for row in sorts.timed.iter_rows(named=True):
        if row["read_time"] is not None:
            steps[row["job"], row["read_time"], row["step_number"]].append(row)
    order = sorted(steps.items(), key=lambda item: (-_elapsed(item[1][0]), str(item[0])))
    for _, rows in order[:_MOST]:
        first = rows[0]
        held = [{**row, "work": row["held"]} for row in rows]
        yield (
            sorts.label,
            step_of(first),
            first["in_step"],
            round(_elapsed(first), 1),
            round(sum(row["cpu"] for row in rows), 1),
            _gib(sum(row["work"] for row in rows)),
            _gib(held_at_a_time(rows)),
            _gib(held_at_a_time(held)),
            *(first[f"{of}_excps"] for of in ("input", "work", "output")),
            *(
                None if not first[f"{of}_connected"] else round(first[f"{of}_connected"], 1)
                for of in ("input", "work", "output")
            ),
        )


def _elapsed(row: Mapping[str, Any]) -> float:
    """Seconds of the step; of its sort where SMF 30 does not have the step."""
    if row["started"] is None or row["step_end"] is None:
        return float(row["seconds"])
    return float((row["step_end"] - row["started"]).total_seconds())


def _gib(size: int | None) -> float | None:
    return None if size is None else round(size / GIB, 2)
