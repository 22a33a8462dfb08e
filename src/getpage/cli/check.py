"""getpage check: findings and commands."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from getpage.app.analysis import analyse
from getpage.cli.app import First, Form, Last, Layouts, Paths
from getpage.cli.output import Format, show
from getpage.cli.progress import progress
from getpage.cli.refused import report_refused
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.evidence.store import Store
from getpage.evidence.view import Window, open_evidence
from getpage.products.registry import PRODUCTS
from getpage.result import Result, Severity

_RANK = {Severity.INFO: 0, Severity.WARNING: 1, Severity.CRITICAL: 2}


def check_command(
    paths: Paths,
    /,
    *,
    format: Form = Format.TABLE,
    fail_on: Annotated[
        Severity | None, Parameter(help="Exit with 1 when there is a finding at least this bad.")
    ] = None,
    first: First = None,
    last: Last = None,
    layouts: Layouts = (),
) -> int:
    """Say where memory is short and where it is wasted, with the commands that put it right.

    Takes a store, or files directly. Every number is followed to its record, field and interval in --format
    json.

        getpage check prod

        getpage check SMF.DUMP --format json --fail-on critical
    """
    result, code = analysed(paths, Window(first, last), layouts)
    show(result, format)
    worst = max((_RANK[finding.severity] for finding in result.findings), default=-1)
    return 1 if fail_on is not None and code == 0 and worst >= _RANK[fail_on] else code


def _enough(store: Store) -> None:
    """Refuse to call a site healthy of which nothing was seen."""
    if not set(store.tables()) - {"evidence_record", "forecast_score"}:
        needs = "; ".join(need.supply for system in PRODUCTS for need in system.needs[:1])
        message = f"not enough evidence: no record in it that a check can use. What would help: {needs}"
        raise NotEnoughEvidenceError(message)


def analysed(
    paths: Paths,
    window: Window,
    layouts: Layouts,
    *,
    planned: bool = False,
    curves: tuple[str, ...] = (),
) -> tuple[Result, int]:
    """The result of a store or of files, `planned` with a plan, for which there may be saved curves, and the
    exit code of the input alone.
    """
    if window.first and window.last and window.first > window.last:
        message = f"--from {window.first} is later than --to {window.last}"
        raise GetpageError(message)
    with (
        progress("reading") as watch,
        open_evidence(paths, window=window, layouts=layouts, progress=watch) as (evidence, loaded),
    ):
        code = report_refused(loaded.refused) if loaded else 0
        _enough(evidence.store)
        if planned:
            from getpage.app.plan import with_plan

            return with_plan(evidence, curves), code
        return analyse(evidence), code
