"""getpage plan: where the next gigabyte goes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from getpage.app.plan import PlanRequest, plan
from getpage.cli.app import Form
from getpage.cli.files import check_output, write_result
from getpage.cli.members import check_members, write_members
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
    members: Annotated[
        Path | None,
        Parameter(
            help="Write the commands as members of libraries into this directory: MQSC and CSQINP1 of each "
            "queue manager, commands of each Db2 member, lines for PARMLIB, and the undo of each."
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

        getpage plan prod --members members

    A pool counts as known where a trace (getpage curve TRACE -o bp.json), a simulated pool (SPSIZE),
    another size in the window or its page sets tell what a larger one reads. Of the others only bounds are
    known: they are listed with what would settle it. Ends with 3 where nothing can be planned.
    """
    check_output(output)
    check_members(members)
    request = replace(request, within_ledger=within is not None or request.add is None)
    with looking("reading") as seen:
        made = plan(request, seen.watch)
    if members is not None:
        write_members(members, made)
    if output is not None:
        write_result(output, made, "plan")
    elif members is None or format is not Format.TABLE:
        show(made, format)
    return seen.code
