"""getpage prove: did the change work?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Group, Parameter

from getpage.app.prove import prove
from getpage.cli.app import Form, Layouts
from getpage.cli.files import check_output, write_result
from getpage.cli.output import Format, notes, show
from getpage.cli.progress import progress
from getpage.cli.record import show_record
from getpage.evidence.store import Store
from getpage.result.prove import Verdict

_WINDOWS = Group("Windows of evidence", sort_key=1)
_FORECAST = Group("Forecast", sort_key=2)
_TABLES = Group("Tables of runs", sort_key=3)


def prove_command(
    before: Annotated[str, Parameter(help="A store, files of evidence, or a CSV table of runs.")],
    after: Annotated[str | None, Parameter(help="The same, of after the change.")] = None,
    /,
    *,
    before_window: Annotated[
        str | None,
        Parameter(
            name="--before", group=_WINDOWS, help="FROM..TO in local time; either end may be left out."
        ),
    ] = None,
    after_window: Annotated[
        str | None, Parameter(name="--after", group=_WINDOWS, help="FROM..TO of after the change.")
    ] = None,
    forecast: Annotated[
        Path | None,
        Parameter(group=_FORECAST, help="Score this forecast (saved with getpage forecast --format json)."),
    ] = None,
    keep: Annotated[
        bool, Parameter(group=_FORECAST, help="Keep the scores in the store of after; hits and misses alike.")
    ] = True,
    record: Annotated[
        bool, Parameter(group=_FORECAST, negative="", help="Show the record that a store keeps of forecasts.")
    ] = False,
    base: Annotated[
        str | None,
        Parameter(
            group=_TABLES, help="The run that the others are compared with: its label, or its heading."
        ),
    ] = None,
    per: Annotated[
        str | None, Parameter(group=_TABLES, help="Divide every figure by this column (servers, processors).")
    ] = None,
    changes: Annotated[
        bool,
        Parameter(group=_TABLES, negative="", help="The cells are changes in % already: give their means."),
    ] = False,
    goal: Annotated[
        float | None, Parameter(group=_TABLES, help="With --changes: the mean change to reach, in %.")
    ] = None,
    level: Annotated[float, Parameter(help="How sure an interval is to be: 0.8 to 0.999.")] = 0.95,
    fail_on: Annotated[
        Verdict | None, Parameter(help="Exit with 1 when a difference comes to this: worse, better, changed.")
    ] = None,
    layouts: Layouts = (),
    format: Form = Format.TABLE,
    output: Annotated[
        Path | None,
        Parameter(name=("--output", "-o"), help="Write to a file: .html, .json, .csv or .md."),
    ] = None,
) -> int:
    """Say what differs between before and after, by how much, and what noise covers.

    Evidence: two stores (or files), or two windows of one store. Everything is normalised to a commit,
    message or call; intervals allow for neighbouring intervals being alike; where the mix of work moved,
    classes are compared with the mix held equal. Not shown means that noise covers it.

        getpage prove prod --before 2026-05-12T09..2026-05-12T17 --after 2026-05-19T09..2026-05-19T17

        getpage prove old-store new-store -o proof.html

        getpage prove prod new-prod --forecast forecast.json

        getpage prove --record new-prod

    Tables (.csv) of runs: against the first run or --base; every difference carries the rounding of the
    printed digits, and what the table prints of itself (ITR, deltas, averages) is checked. Two tables are
    compared pair by pair of the same label.

        getpage prove runs.csv --base V1R12

        getpage prove v4.csv v5.csv --fail-on worse

        getpage prove lspr.csv --changes --goal 1.25

    Exit codes: 1 what --fail-on names, 2 input that cannot be used, 3 nothing that can be compared.
    """
    if record:
        return show_record(Path(before), format)
    check_output(output)
    store = _record_store(before, after) if forecast is not None and keep else None
    with progress("reading"):
        proof = prove(
            before,
            after,
            before_window=before_window,
            after_window=after_window,
            forecast=forecast,
            record_in=store,
            base=base,
            per=per,
            changes=changes,
            goal=goal,
            level=level,
            layouts=layouts,
        )
    if store is not None:
        notes().print(f"scores kept in {store}; see them all: getpage prove --record {store}", markup=False)
    if output is not None:
        write_result(output, proof)
    else:
        show(proof, format)
    failed = fail_on is not None and any(d.verdict is fail_on for d in proof.differences)
    return 1 if failed else 0


def _record_store(before: str, after: str | None) -> Path | None:
    """The store that keeps the scores: that of after, else of before; none where there is no store."""
    return next((Path(path) for path in (after, before) if path and Store.is_store(Path(path))), None)
