"""What is shown of systems beside findings: pictures over time, and tables.

Pictures: what was free, and demand paging; times are the ends of the intervals. Tables: structures of
coupling facilities, the processors' own counters, disk caches and aliases. Of these nothing is worked out:

- Of the counters (SMF 113 subtype 1) only those of the basic and the problem state set mean the same on every
  machine; which cache a miss was served from is in the table `his_counter`, and its meaning changes.
- A read that misses the cache of the control unit is what a synchronous read of a buffer pool waits longest
  for. How long the miss takes is not in these records (SMF 74 subtype 5).

References: IBM, The Load-Program-Parameter and the CPU-Measurement Facilities: basic counters 0 to 5, problem
state counters 32 and 33; the formulas are those of `perf` (cpi, prbstate, l1mp in
tools/perf/pmu-events/arch/s390). IBM z/OS SMF record type 74 subtypes 4 and 5; type 78 subtype 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.core import wording
from getpage.core.names import Object
from getpage.core.units import PAGE
from getpage.products.common.by_day import Gathered, by_day, spelled
from getpage.products.common.collected import collected
from getpage.products.common.coupling import COUNTERS, CouplingFacility, Structure
from getpage.products.common.fold import OBJECT
from getpage.products.common.owners import SYSTEM
from getpage.products.common.series import FEWEST_INTERVALS, Series, SeriesFold, over_time
from getpage.products.common.subsystem import row_of
from getpage.products.zos.measured import FIRST_END, FIRST_WITH, LAST_END, TIMED
from getpage.products.zos.records import read_for
from getpage.products.zos.rows import ALIASES, CACHE, HIS_COUNTER, PAGE_SETS, STORAGE
from getpage.products.zos.storage import AVERAGE, FULLEST, MINIMUM
from getpage.products.zos.system import ZosSystem
from getpage.products.zos.thresholds import COMMON_USED, DEMAND_PAGING, SLOTS
from getpage.result import Curve, Picture, Scalar, Table, Threshold
from getpage.result.day import Demand
from getpage.result.trust import unproven

_RATE: Final = "demand_page_rate"
_VALUES: Final = (AVERAGE, MINIMUM, _RATE)


def pictures(systems: Sequence[ZosSystem]) -> Iterator[Picture]:
    """Free storage and demand paging of each system, where there are several intervals."""
    if not systems:
        return
    measured = systems[0].measured
    series = Series.of(
        _VALUES,
        list(measured.storage),
        rows=TIMED,
        ends=(FIRST_END, LAST_END),
        lowest=(AVERAGE, MINIMUM),
    )

    def add(part: Evidence, to: SeriesFold) -> None:
        for piece in measured.rows_of(part, STORAGE, _VALUES):
            rows = to.objects.numbered(piece.drop_nulls("end"))
            to.add(rows.select(OBJECT, "start", "end", "file", "record", *_VALUES))

    fold = over_time(measured.evidence, read_for(STORAGE), (SYSTEM,), series, measured.owners.context, add)
    lines = fold.done().partition_by(OBJECT, as_dict=True)
    known = {} if fold.objects.known is None else dict(fold.objects.known.rows())
    for system in systems:
        line = lines.get((known.get(system.system),))
        if line is not None and line.height >= FEWEST_INTERVALS:
            yield from _of_system(system, line, series)


def _of_system(system: ZosSystem, line: pl.DataFrame, series: Series) -> Iterator[Picture]:
    name = system.label.replace(" ", "-").lower()
    free = [("free on average", AVERAGE), ("free at minimum", MINIMUM)]
    known = [(label, column) for label, column in free if line[column].drop_nulls().len()]
    if known:
        yield Picture(
            id=f"zos-{name}-free",
            title=f"Real storage free, {system.label}",
            object=system.object,
            unit="bytes",
            times=tuple(line["end"].to_list()),
            curves=tuple(
                Curve(
                    label=label,
                    values=tuple((line[column].cast(pl.Float64) * PAGE).to_list()),
                    extreme=column == MINIMUM,
                )
                for label, column in known
            ),
            thresholds=(Threshold(label="reserve for a dump", value=float(system.reserve)),)
            if system.reserve
            else (),
            note=f"{_note(system, known)}{series.note_of('lowest')}".strip(),
        )
    rates = line[_RATE]
    if (rates.max() or 0) != 0:
        yield Picture(
            id=f"zos-{name}-demand-paging",
            title=f"Demand paging, {system.label}",
            object=system.object,
            unit="pages/s",
            times=tuple(line["end"].to_list()),
            curves=(Curve(label="demand paging", values=tuple(rates.to_list())),),
            thresholds=(Threshold(label="worth a look", value=system.in_force(DEMAND_PAGING)),),
            note=series.note_of().strip(),
            least_top=1.0,
        )


def _note(system: ZosSystem, known: list[tuple[str, str]]) -> str:
    """What the curves are not: minima, or of fields that are proven."""
    average = len(known) == 1 and known[0][1] == AVERAGE
    facts = [
        system.fact(STORAGE, column, row, "")
        for _, column in known
        if (row := row_of(system.storage, FIRST_WITH[column])) is not None
    ]
    only = "Averages: the minimum is not in the evidence." if average else ""
    return f"{only} {unproven(facts)}".strip()


def structures(facilities: Iterable[CouplingFacility]) -> Iterator[Table]:
    """The structures of each facility."""
    for facility in facilities:
        row = facility.tightest
        free = (
            f"{wording.size(row['storage_free'])} of {wording.size(row['storage'])} are free at the minimum. "
            if row
            else ""
        )
        yield Table(
            title=f"Structures in coupling facility {facility.name} of {facility.sysplex}",
            columns=(
                "structure",
                "type",
                "size",
                "minimum",
                "maximum",
                "entries in use",
                "entries",
                "elements in use",
                "elements",
                "directory reclaims",
                "invalidations by reclaim",
                "castouts",
            ),
            rows=tuple(_structure(structure) for structure in facility.structures),
            note=f"{free}Sizes and use at the end of the window, reclaims and castouts over all of it "
            "(SMF 74 subtype 4; most offsets are derived, and checked in every record).",
        )


def _structure(structure: Structure) -> tuple[Scalar, ...]:
    last = structure.last
    return (
        structure.name,
        structure.type,
        wording.size(structure.size),
        wording.size(last["size_minimum"]),
        wording.size(last["size_maximum"]),
        *_use(structure),
        *(structure.total(counter) for counter in COUNTERS),
    )


def _use(structure: Structure) -> tuple[Scalar, ...]:
    """Entries in use and in all, elements in use and in all."""
    last = structure.last
    if structure.is_cache:
        used = structure.in_use
        return (
            None if used is None else int(used["directory_entries_used"]),
            int(last["directory_entries"]),
            None if used is None else int(used["data_elements_used"]),
            int(last["data_elements"]),
        )
    if structure.type == "lock":
        return int(last["lock_entries"]), int(last["lock_entries_limit"]), None, None
    return (
        int(last["list_entries"]),
        int(last["list_entries_limit"]),
        int(last["list_elements"]),
        int(last["list_elements_limit"]),
    )


_BASIC, _PROBLEM = "basic", "problem state"
_COUNTERS: Final = {
    "cycles": (_BASIC, 0),
    "instructions": (_BASIC, 1),
    "instruction_misses": (_BASIC, 2),
    "instruction_penalty": (_BASIC, 3),
    "data_misses": (_BASIC, 4),
    "data_penalty": (_BASIC, 5),
    "problem_instructions": (_PROBLEM, 1),
}


def counters(evidence: Evidence) -> Iterator[Table]:
    """The figures by system and type of processor over the window."""
    if not evidence.most_rows(HIS_COUNTER):
        return
    names = ("system", "machine", "processor_type")
    columns = evidence.schema(HIS_COUNTER)
    none = {name: columns[name] for name in (*names, "processor")}
    none |= dict.fromkeys(_COUNTERS, columns["value"])
    name = spelled("counters", *_COUNTERS.items())
    rows = by_day(evidence, (HIS_COUNTER,), name, partial(Gathered, none), _count).done()
    added = (
        rows.group_by(names, maintain_order=True)
        .agg(pl.col("processor").n_unique().alias("processors"), pl.col(*_COUNTERS).sum().cast(pl.Float64))
        .sort(names)
    )
    known = [row for row in added.iter_rows(named=True) if row["cycles"] and row["instructions"]]
    if known:
        yield Table(
            title="Processors by their own counters",
            columns=(
                "system",
                "machine",
                "processors",
                "type",
                "cycles an instruction",
                "first level misses in 100 instructions",
                "% of cycles penalty of these",
                "% of instructions in problem state",
            ),
            rows=tuple(_processor(row) for row in known),
            note="Over the window (SMF 113 subtype 1). The sources of cache misses depend on the "
            "machine: those counters are only in the table his_counter.",
        )


def _count(part: Evidence, to: Gathered) -> None:
    """Add what each processor counted."""
    if most := part.most_rows(HIS_COUNTER):
        rows = part.scan(HIS_COUNTER).filter(pl.col("counter_set").is_in([_BASIC, _PROBLEM]))
        of_each = rows.group_by("system", "machine", "processor_type", "processor", maintain_order=True)
        to.add(collected(of_each.agg(_counter(name) for name in _COUNTERS), most))


def _counter(name: str) -> pl.Expr:
    counter_set, number = _COUNTERS[name]
    here = (pl.col("counter_set") == counter_set) & (pl.col("counter") == number)
    return pl.col("value").filter(here).sum().alias(name)


def _processor(row: dict[str, float]) -> tuple[Scalar, ...]:
    cycles, instructions = row["cycles"], row["instructions"]
    misses = row["instruction_misses"] + row["data_misses"]
    penalty = row["instruction_penalty"] + row["data_penalty"]
    return (
        row["system"],
        row["machine"],
        row["processors"],
        row["processor_type"],
        round(cycles / instructions, 2),
        round(100 * misses / instructions, 2),
        round(100 * penalty / cycles, 1),
        round(100 * row["problem_instructions"] / instructions, 1),
    )


#: Rows of a table: the volumes with most misses.
MOST: Final = 10

_READS: Final = ("reads", "sequential_reads", "cfw_reads")
_READ_HITS: Final = ("read_hits", "sequential_read_hits", "cfw_read_hits")
_WRITES: Final = ("writes", "sequential_writes", "cfw_writes")
_WRITE_HITS: Final = ("write_hits", "sequential_write_hits", "cfw_write_hits")


def disks(evidence: Evidence) -> Iterator[Table]:
    """The volumes that miss most, and the control units whose I/O waited for an alias."""
    yield from _volumes(evidence)
    yield from _aliases(evidence)


def _volumes(evidence: Evidence) -> Iterator[Table]:
    # Every system reads the same counters of the control unit: each volume is taken as one system has it.
    rows = evidence.scan(CACHE).sort("system").unique(["volume", "device", "interval_start"], keep="first")
    both = (("r", _READS), ("rh", _READ_HITS), ("w", _WRITES), ("wh", _WRITE_HITS))
    sums = [pl.sum_horizontal(names).sum().alias(name) for name, names in both]
    seconds = (pl.col("interval_us").sum() / 1e6).alias("seconds")
    added = rows.group_by("volume", "device", maintain_order=True).agg(
        *sums, seconds, pl.col("dfw_bypassed").sum().alias("bypassed")
    )
    worst = added.filter(pl.col("seconds") > 0, pl.col("r") + pl.col("w") > 0).sort(
        pl.col("r") - pl.col("rh"), "volume", "device", descending=[True, False, False]
    )
    busiest = worst.head(MOST).collect()
    if busiest.height:
        yield Table(
            title="Volumes whose reads miss the cache of their control unit most",
            columns=(
                "volume",
                "device",
                "reads/s",
                "read misses/s",
                "% of reads that hit",
                "% of writes that hit",
                "fast writes delayed",
            ),
            rows=tuple(_volume(row) for row in busiest.iter_rows(named=True)),
            note="Over the window (SMF 74 subtype 5). A saved read is worth most where reads miss.",
        )


def _volume(row: dict[str, float]) -> tuple[Scalar, ...]:
    return (
        row["volume"],
        row["device"],
        round(row["r"] / row["seconds"], 1),
        round((row["r"] - row["rh"]) / row["seconds"], 1),
        round(100 * row["rh"] / row["r"], 1) if row["r"] else None,
        round(100 * row["wh"] / row["w"], 1) if row["w"] else None,
        None if row["bypassed"] is None else round(row["bypassed"]),
    )


def _aliases(evidence: Evidence) -> Iterator[Table]:
    waited = pl.col("no_alias").sum()
    added = (
        evidence.scan(ALIASES)
        .group_by("system", "logical_control_unit", "control_unit", maintain_order=True)
        .agg(waited, pl.col("requests").sum(), pl.col("aliases_high", "queued_high").max())
        .filter(pl.col("no_alias") > 0)
        .sort("no_alias", "system", "logical_control_unit", "control_unit", descending=[True, *[False] * 3])
    )
    busiest = added.head(MOST).collect()
    if busiest.height:
        yield Table(
            title="Control units whose I/O waited for an alias",
            columns=(
                "system",
                "logical control unit",
                "control unit",
                "I/O",
                "without an alias",
                "aliases",
                "queued",
            ),
            rows=tuple(
                (
                    row["system"],
                    row["logical_control_unit"],
                    row["control_unit"],
                    round(row["requests"]),
                    round(row["no_alias"]),
                    row["aliases_high"],
                    row["queued_high"],
                )
                for row in busiest.iter_rows(named=True)
            ),
            note="Over the window (SMF 78 subtype 3); aliases in use and I/O queued at most.",
        )


def demands(systems: Sequence[ZosSystem]) -> Iterator[Demand]:
    """Slots in use of each system against those at which z/OS declares a shortage, and each area of common
    storage against what is worth a look.
    """
    for system in systems:
        yield from _slots(system)
        for area in system.common_storage.areas:
            name = system.within_itself(area.label)
            yield Demand(
                object=name,
                measure="common storage in use at the peak",
                unit="bytes",
                value=area.used,
                limit=system.in_force(COMMON_USED, name) * area.size,
                fact=system.fact(area.table, f"{area.name}_used_maximum", area.row, "in use, highest"),
            )


def _slots(system: ZosSystem) -> Iterator[Demand]:
    row, fullest = row_of(system.storage, FULLEST), system.paging_space.fullest
    if fullest is not None and fullest["used"] is not None:
        used, total = fullest["used"], fullest["total"]
        largest = system.paging_space.rows_at(fullest)[0]
        fact = system.fact(PAGE_SETS, "slots_used_maximum", largest, "slots in use of the fullest")
    elif row is not None:
        total = int(row["slots_total"])
        used = total - int(row["slots_available_minimum"])
        fact = system.fact(STORAGE, "slots_available_minimum", row, "free slots, lowest")
    else:
        return
    yield Demand(
        object=Object(system.id, "page slots"),
        measure="page slots in use at the peak",
        unit="slots",
        value=used,
        limit=system.in_force(SLOTS) * total,
        fact=fact,
    )
