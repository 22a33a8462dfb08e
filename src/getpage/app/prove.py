"""One proof, from whatever stands for before and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from getpage.app.evidence import codepage_option, layouts_option, system_option
from getpage.core.errors import GetpageError, Without, command
from getpage.core.option import option

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.contract.knob import Knob
    from getpage.result.prove import Proof

WINDOWS: Final = "Windows of evidence"
FORECAST: Final = "Forecast"
TABLES: Final = "Tables of runs"

_TABLES = tuple(
    f".{table}{packed}" for table in ("csv", "tsv") for packed in ("", ".gz", ".zst", ".xz", ".bz2")
)
_LEVELS = (0.8, 0.999)


@dataclass(frozen=True, kw_only=True)
class ProveRequest:
    """What is before and what is after: paths that end in .csv or .tsv are tables of runs, others stores or
    files of evidence.

    Windows are `FROM..TO` in local time. `forecast` is a file that `getpage forecast --format json` wrote;
    its scores are kept in the store `record_in`. `goal` is in %, `level` a probability.
    """

    before: str | Path = field(
        kw_only=False,
        metadata=option("A store, files of evidence, or a CSV table of runs.", positional=True, written=str),
    )
    after: str | Path | None = field(
        default=None,
        kw_only=False,
        metadata=option("The same, after the change.", positional=True, written=str),
    )
    before_window: str | None = field(
        default=None,
        metadata=option("FROM..TO in local time; either end may be left out.", name="before", group=WINDOWS),
    )
    after_window: str | None = field(
        default=None, metadata=option("FROM..TO after the change.", name="after", group=WINDOWS)
    )
    forecast: str | Path | None = field(
        default=None,
        metadata=option(
            "Score this forecast (saved with getpage forecast --format json).", group=FORECAST, written=Path
        ),
    )
    record_in: str | Path | None = None
    base: str | None = field(
        default=None,
        metadata=option(
            "The run that the others are compared with: its label, or its heading.", group=TABLES
        ),
    )
    per: str | None = field(
        default=None,
        metadata=option("Divide every figure by this column (servers, processors).", group=TABLES),
    )
    changes: bool = field(
        default=False,
        metadata=option("The cells are changes in % already: give their means.", group=TABLES),
    )
    goal: float | None = field(
        default=None, metadata=option("With --changes: the mean change to reach, in %.", group=TABLES)
    )
    level: float = field(default=0.95, metadata=option("Confidence level of intervals: 0.8 to 0.999."))
    system: str | None = field(default=None, metadata=system_option())
    codepage: str | None = field(default=None, metadata=codepage_option())
    layouts: Sequence[Path] = field(default=(), metadata=layouts_option())

    def __post_init__(self) -> None:
        """GetpageError for what cannot be asked, or not together."""
        if problem := self._problem():
            raise GetpageError(*problem)

    def _problem(self) -> tuple[str, str | Without] | None:
        """What is wrong and what to do; None where nothing is."""
        if not _LEVELS[0] <= self.level <= _LEVELS[1]:
            return f"--level {self.level}: expected {_LEVELS[0]} to {_LEVELS[1]}", "--level 0.9"
        if self.goal is not None and not self.changes:
            return "--goal is for tables of changes", "--changes"
        if self.record_in is not None and self.forecast is None:
            return "there is no forecast to keep", "--forecast forecast.json"
        return self._problem_of_table() if is_table(self.before) else self._problem_of_store()

    def _problem_of_table(self) -> tuple[str, str | Without] | None:
        if self.before_window or self.after_window:
            return (
                "--before and --after are windows of time; a table has runs, one of them the --base",
                Without(("--before", "--after")),
            )
        if self.system:
            return "--system is for evidence of a site; this is a table", Without(("--system",))
        if self.after is None:
            if self.changes and (self.base or self.per):
                return (
                    "--base and --per are for figures; --changes says the cells are changes",
                    Without(flags=("--changes",)),
                )
            return None
        if not is_table(self.after):
            return (
                f"{self.before} is a table and {self.after} is not: compare two tables, or two stores",
                command("getpage prove", self.before),
            )
        if self.base or self.per or self.changes:
            return "two tables are compared run by run", Without(("--base", "--per"), flags=("--changes",))
        return None

    def _problem_of_store(self) -> tuple[str, str | Without] | None:
        if self.base or self.per or self.changes or (self.after is not None and is_table(self.after)):
            problem = (
                f"{self.before} is not a table (.csv, .tsv): --base, --per, --changes are for two of them"
            )
            return problem, Without(("--base", "--per"), flags=("--changes",))
        return None


def is_table(path: str | Path) -> bool:
    """Whether a path has the extension of a table of runs."""
    return str(path).lower().endswith(_TABLES)


def store_of(request: ProveRequest) -> Path | None:
    """The store that keeps the scores: that of after, else of before; None where there is no store."""
    from getpage.evidence.store import Store

    places = (Path(path) for path in (request.after, request.before) if path)
    return next((path for path in places if Store.is_store(path)), None)


def prove(request: ProveRequest) -> Proof:
    """Compare before and after: differences, their size, and which of them noise or rounding explains.

    GetpageError for input that cannot be used, NotEnoughEvidenceError where nothing can be compared.
    """
    from getpage.app.tool import TOOL
    from getpage.evidence.store import Store
    from getpage.prove.record import keep
    from getpage.prove.score import scores
    from getpage.result.saved import read_forecast

    foretold = None if request.forecast is None else read_forecast(Path(request.forecast))
    if request.record_in is not None:
        Store(Path(request.record_in))  # a wrong path is said before the work, not after it
    proof, *knobs = _of_tables(request) if is_table(request.before) else _of_sides(request)
    if foretold is not None:
        proof = replace(proof, scores=scores(foretold, proof, *knobs))
    proof = replace(proof, tool=TOOL)
    if request.record_in is not None and request.forecast is not None:
        keep(Path(request.record_in), Path(request.forecast), proof)
    return proof


def _of_sides(request: ProveRequest) -> tuple[Proof, Iterable[Knob], Iterable[Knob]]:
    from getpage.app.sides import both_sides
    from getpage.prove.windows import prove_windows

    before, after = both_sides(
        request.before,
        request.after,
        before_window=request.before_window,
        after_window=request.after_window,
        layouts=request.layouts,
        system=request.system,
        codepage=request.codepage,
    )
    return prove_windows(before, after, request.level), before.observed.knobs, after.observed.knobs


def _of_tables(request: ProveRequest) -> tuple[Proof, Iterable[Knob], Iterable[Knob]]:
    from getpage.prove.table_pairs import prove_tables
    from getpage.prove.tables import prove_changes, prove_table

    if request.after is not None:
        proof = prove_tables(request.before, request.after, level=request.level)
    elif request.changes:
        proof = prove_changes(request.before, goal=request.goal, level=request.level)
    else:
        proof = prove_table(request.before, base=request.base, per=request.per, level=request.level)
    return proof, (), ()
