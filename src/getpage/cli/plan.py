"""getpage plan: where the next gigabyte goes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from getpage.app.plan import PlanRequest, plan
from getpage.cli.app import Form
from getpage.cli.files import check_output, write_result
from getpage.cli.output import Format, show
from getpage.cli.progress import looking
from getpage.cli.takes import takes
from getpage.plan.settings import STORAGE, WORTH


@takes(PlanRequest, STORAGE, WORTH)
def plan_command(
    request: PlanRequest,
    *,
    within: Annotated[
        Literal["ledger"] | None,
        Parameter(
            group=STORAGE,
            help="Give away what is free at its minimum beyond the dump reserve. The default without --add.",
        ),
    ] = None,
    format: Form = Format.TABLE,
    output: Annotated[
        Path | None,
        Parameter(name=("--output", "-o"), help="Write to a file: .html, .md, .json or .csv."),
    ] = None,
) -> int:
    """Say where storage pays most, over all buffer pools at once, with the commands and why not more.

    One list over all knobs of the same real storage: what is wasted is given back first, then each
    gigabyte goes where it saves most CPU and waiting, never beyond what is free at its minimum after the dump
    reserve, and within the limits of the product. Prints the allocation with intervals, the commands in their
    order with undo and verification, what is not done and why, and the price list of the next gigabytes.

        getpage plan prod --within ledger

        getpage plan prod --add 64G --protect MQ1A.3 --weight DB1A=3

        getpage plan prod --add 64G --curve DB1A=bp.json -o plan.html

    A pool counts as known where a trace (getpage curve TRACE -o bp.json), a simulated pool (SPSIZE),
    another size in the window or its page sets tell what a larger one reads. Of the others only bounds are
    known: they are listed with what would settle it. Ends with 3 where nothing can be planned.
    """
    check_output(output)
    request = replace(request, within_ledger=within is not None or request.add is None)
    with looking("reading") as seen:
        made = plan(request, seen.watch)
    if output is not None:
        write_result(output, made, "plan")
    else:
        show(made, format)
    return seen.code
