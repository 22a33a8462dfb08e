"""getpage prove: did the change work?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from getpage.app.prove import FORECAST, TABLES, WINDOWS, ProveRequest, prove, store_of
from getpage.cli.app import Everything, Form, Top
from getpage.cli.files import OUTPUT, check_output, write_result
from getpage.cli.output import Format, note, show
from getpage.cli.progress import progress
from getpage.cli.request_command import request_command
from getpage.core.errors import NotEnoughEvidenceError
from getpage.report.common.screen import Extent
from getpage.result.prove import Verdict


@request_command(ProveRequest, WINDOWS, FORECAST, TABLES)
def prove_command(
    request: ProveRequest,
    *,
    keep: Annotated[
        bool,
        Parameter(
            group=FORECAST, help="Keep the scores, hits and misses alike, in the store after the change."
        ),
    ] = True,
    record: Annotated[
        bool, Parameter(group=FORECAST, negative="", help="Show the record that a store keeps of forecasts.")
    ] = False,
    fail_on: Annotated[
        Literal["worse", "better", "changed"] | None,
        Parameter(help="Exit with 1 when the first line says this."),
    ] = None,
    everything: Everything = False,
    top: Top = 10,
    format: Form = Format.TABLE,
    output: Annotated[
        Path | None,
        OUTPUT,
        Parameter(help="Write to a file: .html, .json, .csv or .md."),
    ] = None,
) -> int:
    """Say whether a change helped: what differs, by how much, and which differences noise covers.

    Evidence: two stores (or files), or two windows of one store. Everything is compared per
    commit, message or call, at the same time of day, at equal volume and equal mix of work as far as the
    evidence shows. Confidence intervals allow for correlation of neighboring intervals. "Not shown" means
    that noise covers the difference. The first line (yes, no, mixed, cannot tell) allows for the number of
    measures: an unchanged system is called better or worse in at most 5 of 100 proofs. A difference that
    holds only by itself is marked as alone; --fail-on ignores it.

        getpage prove prod --before 2026-05-12T09..2026-05-12T17 --after 2026-05-19T09..2026-05-19T17

        getpage prove old-store new-store -o proof.html

        getpage prove prod new-prod --forecast forecast.json

        getpage prove --record new-prod

    Tables (.csv) of runs: against the first run or --base; every difference carries the rounding of the
    printed digits, and what the table prints of itself (ITR, deltas, averages) is checked. Two tables are
    compared by rows of the same label.

        getpage prove runs.csv --base V1R12

        getpage prove v4.csv v5.csv --fail-on worse

        getpage prove lspr.csv --changes --goal 1.25

    Exit codes: 1 what --fail-on names, 2 input that cannot be used, 3 nothing that can be compared.
    """
    if record:
        return show_record(Path(request.before), format)
    check_output(output)
    store = store_of(request) if request.forecast is not None and keep else None
    with progress("reading"):
        proof = prove(replace(request, record_in=store))
    if store is not None:
        note(f"scores kept in {store}; see them all: getpage prove --record {store}")
    if output is not None:
        write_result(output, proof)
    else:
        show(proof, format, Extent(top=0 if everything else top))
    failed = fail_on is not None and proof.counts(Verdict(fail_on))
    return 1 if failed else 0


def show_record(path: Path, form: Format) -> int:
    """Every figure that was proved, and whether intervals hold what they claim."""
    from getpage.evidence.store import Store  # with frames, which help does not wait for
    from getpage.prove.record import kept_scores, record_of

    kept = kept_scores(Store(path))
    if not kept.height:
        message = f"{path}: no forecast was proved in this store yet"
        raise NotEnoughEvidenceError(message, "getpage prove BEFORE AFTER --forecast FILE")
    show(record_of(kept), form)
    return 0
