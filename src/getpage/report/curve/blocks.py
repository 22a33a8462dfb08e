"""All that a curve says, for Markdown and the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from getpage.core import numbers
from getpage.core import numbers as units
from getpage.core.units import MIB
from getpage.report.common.blocks import Block, Heading, Lines, OtherForms, Sheet, Words
from getpage.result.as_json import plain_json, to_plain
from getpage.result.curve import Curves, GroupCurve, MarkName, PoolCurve, Row


def blocks(curves: Curves, *, brief: bool = False) -> Iterator[Block]:
    """The cache advice of each pool, what it says in words, every row in full, and what the numbers stand
    on.
    """
    for pool in curves.pools:
        yield Sheet(pool.pool, columns(pool), rows(pool))
        yield Words(sentences(pool))
        if pool.simulated is not None:
            yield Lines(pool.simulated.messages())
        yield from _in_full(pool)
    for group in curves.groups:
        yield Sheet(group.pool, GROUP_COLUMNS, group_rows(group))
        yield Words(group_sentences(group))
    if basis := notes(curves):
        yield Heading("What the figures rest on")
        yield Words(basis)
    if brief and curves.pools:
        yield OtherForms("Every row with its counts, and the sizes that matter", page=True)
    files = [
        ", ".join(f"{name} {_fact(value)}" for name, value in file.items() if value is not None)
        for file in curves.trace
    ]
    assumed = ", assumed" if curves.read_us_assumed else ""
    read = f"A synchronous read takes {numbers.number(curves.read_us)} µs{assumed}."
    yield Words([*files, f"{read} Curve model {curves.version}."], foot=True)


def _fact(value: object) -> object:
    return ("no", "yes")[value] if isinstance(value, bool) else value


def _in_full(pool: PoolCurve) -> Iterator[Block]:
    yield Sheet(f"Rows of {pool.pool} in full", ALL, in_full(pool), evidence=True)
    if pool.marks:
        marks = [(mark.name, mark.vpseqt, mark.size, mark.reads) for mark in pool.marks]
        heads = ("mark", "VPSEQT", "buffers", "reads")
        yield Sheet(f"Sizes of {pool.pool} that matter", heads, marks, evidence=True)
    if (simulated := pool.simulated) is not None:
        parts = ("of", "buffers", "sequential threshold")
        rows = [
            ("pool", simulated.vpsize, simulated.vpseqt),
            ("simulated pool", simulated.spsize, simulated.spseqt),
        ]
        yield Sheet(f"Simulated pool of {pool.pool}", parts, rows, evidence=True)
    rest = [("bytes of a page", numbers.number(pool.page_bytes))]
    if pool.enough_getpages is not None:
        rest.append(("getpages of a trace that settles it", numbers.number(pool.enough_getpages)))
    if pool.sample is not None:
        rest.append(("share of the pages looked at", f"{100 * pool.sample:g} %"))
    if pool.band is not None:
        rest.append(("band", pool.band))
    yield Sheet(f"What {pool.pool} is", ("what", "value"), rest, evidence=True)


Cell = str | int | float | None


#: What a band holds, by its kind.
_HELD = {"pointwise": "at each size", "simultaneous": "of the whole curve"}
#: Hours of files that a sentence names; all of them stand with the files.
_SPANS = 3
#: Heads of `in_full`.
ALL = (
    *("size", "VPSEQT", "PGSTEAL", "bytes", "factor", "getpages", "reads", "sync random", "sync seq"),
    *("async", "read s", "reads per getpage", "least reads", "reads in use", "least sync", "sync in use"),
    *("OPT", "from", "to", "marks"),
)


def in_full(pool: PoolCurve) -> list[tuple[Cell, ...]]:
    """The rows of a pool with all that is known of each, under `ALL`."""
    return [
        (
            *(row.size, row.vpseqt, row.pgsteal, row.bytes, row.factor, row.getpages, row.reads),
            *(row.sync_random, row.sync_sequential, row.asynchronous, row.read_seconds, row.share),
            *(row.reads_least, row.reads_warm, row.sync_least, row.sync_warm),
            *(row.opt_reads, row.band_low, row.band_high, ", ".join(row.marks)),
        )
        for row in pool.rows
    ]


def columns(pool: PoolCurve) -> tuple[str, ...]:
    """The column heads of a pool's advice: only those that say something here."""
    return tuple(name for name, _ in _table(pool))


def rows(pool: PoolCurve) -> list[tuple[Cell, ...]]:
    """The rows of a pool's advice."""
    cells = [values for _, values in _table(pool)]
    return list(zip(*cells, strict=True))


def _table(pool: PoolCurve) -> list[tuple[str, list[Cell]]]:
    many = pool.rows
    table: list[tuple[str, list[Cell]]] = [
        ("size", [row.size for row in many]),
        ("MiB", [round(row.bytes / MIB, 1) for row in many]),
    ]
    if any(row.factor is not None for row in many):
        table.append(("factor", [None if row.factor is None else round(row.factor, 2) for row in many]))
    if any(row.vpseqt not in {None, 100} for row in many):
        table.append(("VPSEQT", [row.vpseqt for row in many]))
    table.append(("sync random", [row.sync_random for row in many]))
    if any(row.sync_sequential for row in many):
        table.append(("sync seq", [row.sync_sequential for row in many]))
    if any(row.asynchronous for row in many):
        table.append(("async", [row.asynchronous for row in many]))
    if any(row.opt_reads is not None for row in many):
        table.append(("OPT", [row.opt_reads for row in many]))
    table.append(("read time s", [round(row.read_seconds, 1) for row in many]))
    table.append(("% reads", [round(100 * row.share, 2) for row in many]))
    table.append(("% in use", [_percent(row.reads_warm, row) for row in many]))
    table.append(("% least", [_percent(row.reads_least, row) for row in many]))
    if any(row.band_low is not None for row in many):
        held = _HELD.get(pool.band or "", pool.band)
        table.append((f"95 % band {held}", [_band(row) for row in many]))
    table.append(("", [", ".join(row.marks) for row in many]))
    return table


def _percent(reads: int, row: Row) -> float:
    return round(100 * reads / row.getpages, 2)


def _band(row: Row) -> str:
    if row.band_low is None or row.band_high is None:
        return ""
    return f"{100 * row.band_low:.2f}-{100 * row.band_high:.2f}"


def sentences(pool: PoolCurve) -> list[str]:
    """What a pool's curve says, in words."""
    about = "about " if pool.sample is not None else ""
    words = [
        f"{pool.pool}: {numbers.counted(pool.getpages, 'getpage')} of "
        f"{about}{numbers.counted(pool.pages, 'page')} "
        f"({units.storage(pool.pages * pool.page_bytes)}); "
        f"{about}{pool.first_touches:,} are first touches of a page. The trace does not say which pages the "
        "pool held before: some of the first touches, at most one per buffer, may have been hits."
    ]
    thresholds = dict.fromkeys(mark.vpseqt for mark in pool.marks)
    for vpseqt in thresholds:
        marks_of = {mark.name: mark for mark in pool.marks if mark.vpseqt == vpseqt}
        where = f"VPSEQT {vpseqt}: " if len(thresholds) > 1 else ""
        current, knee, full = (marks_of.get(name) for name in MarkName)
        if current is not None and current.reads is not None:
            row = next((r for r in pool.rows if (r.size, r.vpseqt) == (current.size, vpseqt)), None)
            between = (
                ""
                if row is None
                else f", about {row.reads_warm:,} (at least {row.reads_least:,}) if it was in use before"
            )
            words.append(
                f"{where}Present size, {_size(pool, current.size)}: "
                f"{numbers.counted(current.reads, 'read')} if the pool was empty{between}."
            )
        if knee is not None:
            words.append(
                f"{where}Knee at {_size(pool, knee.size)}: beyond it, a buffer saves less than on average."
            )
        if full is not None:
            words.append(
                f"{where}Saturated at {_size(pool, full.size)}: 99 % of the re-references are found."
            )
            if current is not None and current.size > full.size:
                spare = current.size - full.size
                words.append(f"{where}{_size(pool, spare)} beyond that save almost no reads in this trace.")
    return words + _how_long(pool)


def _how_long(pool: PoolCurve) -> list[str]:
    """How long a trace would settle what first touches leave open."""
    enough = pool.enough_getpages
    if enough is None:
        return []
    if enough <= pool.getpages:
        return ["The trace is long enough: first touches leave at most a tenth of the reads uncertain."]
    times = units.estimated(enough / pool.getpages)
    return [
        f"A trace {times} times as long ({numbers.counted(enough, 'getpage')}) would leave at most a "
        f"tenth of the reads uncertain."
    ]


def notes(curves: Curves) -> list[str]:
    """What the figures rest on."""
    words = _hours(curves)
    if curves.read_us_assumed:
        words.append(
            f"Read time is synchronous reads at {curves.read_us / 1000:.2f} ms each, assumed "
            "(REDP-5238, example 2-1); give yours with --read-us."
        )
    if any(pool.sample is not None for pool in curves.pools):
        words.append("Sampled: reads and pages are estimates, with their 95 % band; getpages are counted.")
    if any(pool.band == "pointwise" for pool in curves.pools):
        words.append(
            "The band is pointwise: it holds the truth at any one size in 95 of 100 samples, and the whole "
            "curve in fewer (75 to 90 of 100); --band simultaneous gives one that holds the whole curve."
        )
    if any(pool.band == "simultaneous" for pool in curves.pools):
        words.append("The band is simultaneous: it holds the whole curve in 95 of 100 samples.")
    return [*words, *curves.notes]


def _hours(curves: Curves) -> list[str]:
    """Which hours the trace is of: what it tells of others depends on how much they differ."""
    spans = [
        units.span(file["first"], file["last"]) for file in curves.trace if file.get("first") is not None
    ]
    if spans and len(spans) == len(curves.trace):
        more = f" and {len(spans) - _SPANS} more" if len(spans) > _SPANS else ""
        return [f"The trace is of {'; '.join(spans[:_SPANS])}{more}, local time."]
    if curves.trace:
        return [
            "The trace does not give its hours in local time: a forecast trusts it like a single interval."
        ]
    return []


def _size(pool: PoolCurve, buffers: int) -> str:
    return f"{numbers.counted(buffers, 'buffer')} ({units.storage(buffers * pool.page_bytes)})"


#: Heads of `rows`.
GROUP_COLUMNS = (
    *("data entries", "bytes of data", "factor", "local hits", "GBP hits", "of these invalid", "disk reads"),
    *("of these invalid", "disk reads per getpage", ""),
)


def group_rows(group: GroupCurve) -> list[tuple[Cell, ...]]:
    """A row a size, under `COLUMNS`."""
    return [
        (
            *(row.entries, row.bytes, row.factor, row.local_hits, row.gbp_hits, row.gbp_hits_invalid),
            *(row.disk_reads, row.disk_reads_invalid, row.share, ", ".join(row.marks)),
        )
        for row in group.rows
    ]


def group_sentences(group: GroupCurve) -> list[str]:
    """What the curve of a group buffer pool says, in words."""
    size = units.storage(group.pages * group.page_bytes)
    return [
        f"{group.pool}: {numbers.counted(group.getpages, 'getpage')} of {len(group.members)} members to "
        f"{numbers.counted(group.pages, 'page')} "
        f"({size} in pages of {units.number(group.page_bytes)} bytes); {group.cross_invalidations:,} valid "
        "pages of one member were invalidated by a change of another.",
        *(
            f"{member.member}: {numbers.counted(member.buffers, 'buffer')}, "
            f"{numbers.counted(member.getpages, 'getpage')}, "
            f"{numbers.counted(member.changes, 'change')}."
            for member in group.members
        ),
        f"GBPCACHE {group.gbpcache.upper()}; a size is data entries, one page each, without their directory. "
        "The trace starts with empty pools: the first read of each page is from disk at every size.",
    ]


def json(curves: Curves) -> str:
    """Everything that the curves hold."""
    return plain_json(
        {
            "version": curves.version,
            "trace": curves.trace,
            "read_us": curves.read_us,
            "read_us_assumed": curves.read_us_assumed,
            "curve": [row for pool in curves.pools for row in pool.rows],
            "pools": [_pool(pool) for pool in curves.pools],
            "groups": curves.groups,
            "simulated": [
                to_plain(pool.simulated) | {"messages": pool.simulated.messages()}
                for pool in curves.pools
                if pool.simulated is not None
            ],
            "notes": curves.notes,
        }
    )


def _pool(pool: PoolCurve) -> dict[str, Any]:
    elsewhere = {"rows", "simulated"}
    return {name: value for name, value in to_plain(pool).items() if name not in elsewhere}
