"""The Python API: the CLI's verbs as functions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from getpage.app.analysis import analyse
from getpage.app.plan import plan as plan_store
from getpage.app.prove import prove
from getpage.curve.parts import curve_part, merge_curve_parts
from getpage.curve.run import curve
from getpage.evidence.dictionary import load_dictionary
from getpage.evidence.inspect import Inspected
from getpage.evidence.inspect import inspect as inspect_paths
from getpage.evidence.load import load as load_paths
from getpage.evidence.store import Store
from getpage.evidence.view import Window, open_evidence
from getpage.forecast import LoadKind, Machine
from getpage.plan import Asked
from getpage.plan.worth import LEAST

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from getpage.contract.fields import Field
    from getpage.result import Result
    from getpage.result.forecast import Forecast
    from getpage.result.plan import Plan

__all__ = [
    "check",
    "curve",
    "curve_part",
    "fields",
    "forecast",
    "inspect",
    "load",
    "merge_curve_parts",
    "plan",
    "prove",
]

Paths = str | Path | list[str] | list[Path]


def _as_list(paths: Paths) -> list[str]:
    return [str(paths)] if isinstance(paths, (str, Path)) else [str(path) for path in paths]


def load(
    paths: Paths, *, into: str | Path, threads: int | None = None, layouts: Sequence[Path] = ()
) -> Store:
    """Load files, globs or directories into a store, made when it is not there, and return it.

    Records that the store has already are not added again. Raises GetpageError when there is no evidence in
    `paths`.
    """
    store = Store.create(Path(into), load_dictionary(layouts))
    load_paths(_as_list(paths), store, threads=threads, layouts=layouts)
    return store


def inspect(paths: Paths, *, layouts: Sequence[Path] = ()) -> Inspected:
    """What is in files: framing, record types, subsystems, time ranges, damage. Needs no store."""
    return inspect_paths(_as_list(paths), layouts=layouts)


def check(
    paths: Paths,
    *,
    first: datetime | None = None,
    last: datetime | None = None,
    layouts: Sequence[Path] = (),
) -> Result:
    """All findings, changes, ledgers and pictures of a store or of files, between two local times."""
    with open_evidence(_as_list(paths), window=Window(first, last), layouts=layouts) as (evidence, _):
        return analyse(evidence)


def forecast(
    paths: Paths,
    changes: str | Sequence[str] = (),
    *,
    curves: Sequence[str | Path] = (),
    calibrate: str | Sequence[str] = (),
    predict: str | None = None,
    by: str | None = None,
    machine: Machine | str | None = None,
    processors: int | None = None,
    busy_percent: float | None = None,
    load: LoadKind | str = LoadKind.AUTO,
    population: float | None = None,
    think_seconds: float | None = None,
    level: float = 0.9,
    first: datetime | None = None,
    last: datetime | None = None,
    layouts: Sequence[Path] = (),
) -> Forecast:
    """What changes of size bring (`changes`: "DB1A.BP1=+500000"), or a run of a table of runs.

    `curves` are files that `getpage curve` saved, as `FILE` or `SUBSYSTEM=FILE`. For a table give
    `calibrate`, the labels of the rows to learn from, and `predict`, the label of the row to forecast. Raises
    GetpageError for input that cannot be used, NotEnoughEvidenceError where the evidence cannot carry a
    forecast, with what would.
    """
    from getpage.app.forecast import forecast as run

    return run(
        _as_list(paths),
        changes=[changes] if isinstance(changes, str) else changes,
        curves=curves,
        calibrate=[calibrate] if isinstance(calibrate, str) else calibrate,
        predict=predict,
        by=by,
        machine=None if machine is None else Machine(machine),
        processors=processors,
        busy_percent=busy_percent,
        load=LoadKind(load),
        population=population,
        think_seconds=think_seconds,
        level=level,
        first=first,
        last=last,
        layouts=layouts,
    )


def plan(
    paths: Paths,
    *,
    add: str | int | Mapping[str, int | str] | None = None,
    within_ledger: bool = True,
    protect: Sequence[str] = (),
    weights: Mapping[str, float] | None = None,
    curves: Sequence[str | Path] = (),
    least: float = LEAST,
    first: datetime | None = None,
    last: datetime | None = None,
    layouts: Sequence[Path] = (),
) -> Plan:
    """Where storage pays most over all knobs of a store or of files, with the commands.

    `add` is storage to be added, in bytes, as text (`64G`) or by system; with `within_ledger` what is free
    at its minimum beyond the dump reserve is given away too. `protect` are knobs that are never made
    smaller, `weights` factors of `cpu`, `wait`, systems, subsystems and knobs, `curves` files that
    `getpage curve` saved, `least` the seconds an hour that a GiB has to bring to be given. Raises
    NotEnoughEvidenceError where nothing can be planned.
    """
    asked = Asked(
        add=add, within_ledger=within_ledger, protect=protect, weights=weights, curves=curves, least=least
    )
    with open_evidence(_as_list(paths), window=Window(first, last), layouts=layouts) as (evidence, _):
        return plan_store(evidence, asked)


def fields(table: str | None = None, *, layouts: Sequence[Path] = ()) -> tuple[Field, ...]:
    """The field dictionary, or that of one table."""
    dictionary = load_dictionary(layouts)
    return dictionary.fields if table is None else dictionary.of_table(table)
