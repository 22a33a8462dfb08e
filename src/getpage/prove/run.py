"""One proof, from whatever stands for before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.errors import GetpageError
from getpage.prove.changes import prove_changes
from getpage.prove.pairs import prove_tables
from getpage.prove.tables import prove_table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from getpage.result.prove import Proof

_TABLES = (".csv", ".tsv", ".csv.gz", ".tsv.gz", ".csv.zst", ".tsv.zst")
_LEVELS = (0.8, 0.999)


def prove(
    before: str | Path,
    after: str | Path | None = None,
    *,
    base: str | None = None,
    per: str | None = None,
    changes: bool = False,
    goal: float | None = None,
    level: float = 0.95,
    layouts: Sequence[Path] = (),
) -> Proof:
    """What differs between before and after, by how much, and what noise or rounding covers.

    Paths that end in .csv or .tsv are tables of runs. GetpageError for input that cannot be used,
    NotEnoughEvidenceError where nothing can be compared.
    """
    if not _LEVELS[0] <= level <= _LEVELS[1]:
        message = f"--level {level}: give a probability from {_LEVELS[0]} to {_LEVELS[1]}"
        raise GetpageError(message)
    if goal is not None and not changes:
        raise GetpageError("--goal is for tables of changes: give --changes with it")
    if is_table(before):
        return _of_tables(before, after, base, per, changes, goal, level)
    del layouts
    message = f"{before}: expected a table of runs (.csv or .tsv)"
    raise GetpageError(message)


def is_table(path: str | Path) -> bool:
    """Whether a path is named as a table."""
    return str(path).lower().endswith(_TABLES)


def _of_tables(
    before: str | Path,
    after: str | Path | None,
    base: str | None,
    per: str | None,
    changes: bool,
    goal: float | None,
    level: float,
) -> Proof:
    if after is None and changes:
        if base or per:
            raise GetpageError(
                "--base and --per are for figures; with --changes the cells are changes already"
            )
        return prove_changes(before, goal=goal, level=level)
    if after is None:
        return prove_table(before, base=base, per=per, level=level)
    if not is_table(after):
        message = f"{before} is a table and {after} is not: give two tables, or two stores"
        raise GetpageError(message)
    if base or per or changes:
        raise GetpageError("--base, --per and --changes are for one table; two are compared run by run")
    return prove_tables(before, after, level=level)
