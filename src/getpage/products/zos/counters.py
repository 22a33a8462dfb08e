"""What the counters of the processors say (SMF 113 subtype 1): cycles an instruction, and first level misses.

Of the counters only those of the basic and the problem state set mean the same on every machine; they stand
in a fixed order. Which level of cache the misses were served from is in the extended counters, whose meaning
changes with the machine: they are in the table `his_counter`, and nothing is worked out from them.

Reference: IBM, The Load-Program-Parameter and the CPU-Measurement Facilities: basic counters 0 to 5, problem
state counters 32 and 33; the formulas are those of `perf` for the CPU-measurement facility (cpi, prbstate,
l1mp in tools/perf/pmu-events/arch/s390).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.result import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.evidence import Evidence
    from getpage.result import Scalar

COUNTER: Final = "his_counter"
TABLES: Final = ("his_processor", "his_counter_set", COUNTER)

_BASIC, _PROBLEM = "basic", "problem state"
_KINDS: Final = {
    "cycles": (_BASIC, 0),
    "instructions": (_BASIC, 1),
    "instruction_misses": (_BASIC, 2),
    "instruction_penalty": (_BASIC, 3),
    "data_misses": (_BASIC, 4),
    "data_penalty": (_BASIC, 5),
    "problem_instructions": (_PROBLEM, 1),
}


def tables(evidence: Evidence) -> Iterator[Table]:
    """The figures by system and type of processor over the window."""
    rows = evidence.scan(COUNTER).filter(pl.col("counter_set").is_in([_BASIC, _PROBLEM]))
    added = (
        rows.group_by("system", "machine", "processor_type", maintain_order=True)
        .agg(pl.col("processor").n_unique().alias("processors"), *(_sum(name) for name in _KINDS))
        .sort("system", "machine", "processor_type")
        .collect()
    )
    said = [row for row in added.iter_rows(named=True) if row["cycles"] and row["instructions"]]
    if said:
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
            rows=tuple(_row(row) for row in said),
            note="Over the window (SMF 113 subtype 1). Which cache misses were served from depends on the "
            "machine: those counters are in the table his_counter only.",
        )


def _sum(name: str) -> pl.Expr:
    counter_set, number = _KINDS[name]
    here = (pl.col("counter_set") == counter_set) & (pl.col("counter") == number)
    return pl.col("value").filter(here).sum().cast(pl.Float64).alias(name)


def _row(row: dict[str, float]) -> tuple[Scalar, ...]:
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
