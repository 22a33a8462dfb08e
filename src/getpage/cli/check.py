"""getpage check: findings and commands."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from getpage.app.check import CheckRequest, check_enough, is_enough
from getpage.cli.app import FIRST_ROWS, Everything, Form, Top
from getpage.cli.output import Format, show
from getpage.cli.progress import looking
from getpage.cli.request_command import request_command
from getpage.core.errors import NotEnoughEvidenceError
from getpage.report.common.screen import Extent
from getpage.result import Severity

_RANK = {Severity.INFO: 0, Severity.WARNING: 1, Severity.CRITICAL: 2}


@request_command(CheckRequest)
def check_command(
    request: CheckRequest,
    *,
    format: Form = Format.TABLE,
    everything: Everything = False,
    top: Top = FIRST_ROWS,
    finding: Annotated[str, Parameter(help="Print one finding in full, by its number or its object.")] = "",
    fail_on: Annotated[
        Severity | None, Parameter(help="Exit with 1 when there is a finding at least this severe.")
    ] = None,
) -> int:
    """Say where memory is short and where it is wasted, with the commands that fix it.

    Takes a store, or files directly. --format json gives the record, field and interval of every number.

        getpage check prod

        getpage check prod --finding 3

        getpage check SMF.DUMP --format json --fail-on critical

    Exit codes: 0 success, 1 what --fail-on names, 2 input that cannot be used, 3 not enough evidence: no rule
    applies to it, or none of it is in the window. "No change" covers only the objects that rules looked at,
    which the output counts.
    """
    with looking("reading") as seen:
        result = check_enough(request, seen.watch)
    show(result, format, Extent(top=0 if everything else top, only=finding))
    if not is_enough(result):
        return seen.code or NotEnoughEvidenceError.exit_code
    worst = max((_RANK[finding.severity] for finding in result.findings), default=-1)
    return 1 if fail_on is not None and seen.code == 0 and worst >= _RANK[fail_on] else seen.code
