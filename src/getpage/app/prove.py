"""One proof, from whatever stands for before and after."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from getpage.app.analysis import TOOL
from getpage.core.errors import GetpageError
from getpage.evidence.store import Store
from getpage.prove.changes import prove_changes
from getpage.prove.pairs import prove_tables
from getpage.prove.record import keep
from getpage.prove.score import scores
from getpage.prove.tables import prove_table
from getpage.result.saved import read_forecast

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.contract.knob import Knob
    from getpage.result.prove import Proof

_TABLES = (".csv", ".tsv", ".csv.gz", ".tsv.gz", ".csv.zst", ".tsv.zst")
_LEVELS = (0.8, 0.999)


def prove(
    before: str | Path,
    after: str | Path | None = None,
    *,
    before_window: str | None = None,
    after_window: str | None = None,
    forecast: str | Path | None = None,
    record_in: str | Path | None = None,
    base: str | None = None,
    per: str | None = None,
    changes: bool = False,
    goal: float | None = None,
    level: float = 0.95,
    layouts: Sequence[Path] = (),
) -> Proof:
    """What differs between before and after, by how much, and what noise or rounding covers.

    Paths that end in .csv or .tsv are tables of runs; others are stores or files of evidence. Windows are
    `FROM..TO` in local time. `forecast` is a file that `getpage forecast --format json` wrote; its scores are
    kept in the store `record_in`. GetpageError for input that cannot be used, NotEnoughEvidenceError where
    nothing can be compared.
    """
    if not _LEVELS[0] <= level <= _LEVELS[1]:
        message = f"--level {level}: give a probability from {_LEVELS[0]} to {_LEVELS[1]}"
        raise GetpageError(message)
    if goal is not None and not changes:
        raise GetpageError("--goal is for tables of changes: give --changes with it")
    foretold = None if forecast is None else read_forecast(Path(forecast))
    if record_in is not None:
        if forecast is None:
            raise GetpageError("there is nothing to keep without --forecast")
        Store(Path(record_in))  # a wrong path is said before the work, not after it
    sides: tuple[Iterable[Knob], Iterable[Knob]] = ((), ())
    if is_table(before):
        if before_window or after_window:
            raise GetpageError(
                "--before and --after are windows of evidence in time; a table has runs: --base"
            )
        proof = _of_tables(before, after, base, per, changes, goal, level)
    else:
        if base or per or changes or (after is not None and is_table(after)):
            message = (
                f"{before} is not a table (.csv, .tsv): --base, --per, --changes and a second table need one"
            )
            raise GetpageError(message)
        from getpage.app.sides import prove_stores  # numpy is slow to load, and --help does not need it

        proof, *observed = prove_stores(
            before, after, old=before_window, new=after_window, level=level, layouts=layouts
        )
        sides = observed[0].observed.knobs, observed[1].observed.knobs
    if foretold is not None:
        proof = replace(proof, scores=scores(foretold, proof, *sides))
    proof = replace(proof, tool=TOOL)
    if record_in is not None and forecast is not None:
        keep(Path(record_in), Path(forecast), proof)
    return proof


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
