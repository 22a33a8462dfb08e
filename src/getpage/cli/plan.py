"""getpage plan: where the next gigabyte goes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Group, Parameter

from getpage.cli.app import Curves, First, Form, Last, Layouts, Paths
from getpage.cli.files import check_output, write_result
from getpage.cli.output import Format, show
from getpage.cli.progress import progress
from getpage.cli.refused import report_refused
from getpage.core.errors import GetpageError
from getpage.evidence.view import Window, open_evidence
from getpage.forecast import Machine
from getpage.plan.worth import LEAST

_STORAGE = Group("Storage to give", sort_key=1)
_WORTH = Group("What counts", sort_key=2)


def plan_command(
    paths: Paths,
    /,
    *,
    add: Annotated[
        str | None,
        Parameter(group=_STORAGE, help="Storage to be added: 64G; with several systems SYSA=64G,SYSB=32G."),
    ] = None,
    within: Annotated[
        Literal["ledger"] | None,
        Parameter(
            group=_STORAGE,
            help="Give away what is free at its minimum beyond the dump reserve. The default without --add.",
        ),
    ] = None,
    curve: Annotated[Curves, Parameter(group=_WORTH)] = (),
    protect: Annotated[
        str, Parameter(group=_WORTH, help="Knobs that are never made smaller: DB1A.BP1,MQ1A.3.")
    ] = "",
    weight: Annotated[
        str,
        Parameter(
            group=_WORTH,
            help="What counts how much: cpu=1,wait=1 (the defaults), and factors of subsystems or knobs, "
            "MQ1A=3.",
        ),
    ] = "",
    least: Annotated[
        float,
        Parameter(
            group=_WORTH,
            help="Seconds an hour that a GiB has to bring to be given; 0 gives all that pays.",
        ),
    ] = LEAST,
    machine: Annotated[
        Machine | None,
        Parameter(group=_WORTH, help="Processor, for the published CPU of a read: zEC12 or z13."),
    ] = None,
    first: First = None,
    last: Last = None,
    layouts: Layouts = (),
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
    from getpage.app.plan import plan
    from getpage.plan import Asked

    check_output(output)
    asked = Asked(
        add=add,
        within_ledger=within is not None or add is None,
        protect=[name.strip() for name in protect.split(",") if name.strip()],
        weights=_weights(weight),
        curves=curve,
        machine=machine,
        least=least,
    )
    if first and last and first > last:
        message = f"--from {first} is later than --to {last}"
        raise GetpageError(message)
    with (
        progress("reading") as watch,
        open_evidence(paths, window=Window(first, last), layouts=layouts, progress=watch) as (
            evidence,
            loaded,
        ),
    ):
        code = report_refused(loaded.refused) if loaded else 0
        made = plan(evidence, asked)
    if output is not None:
        write_result(output, made, "plan")
    else:
        show(made, format)
    return code


def _weights(text: str) -> dict[str, float]:
    made = {}
    for part in text.split(","):
        if not part.strip():
            continue
        name, _, value = part.partition("=")
        try:
            made[name.strip()] = float(value)
        except ValueError:
            message = f"weight {part.strip()!r}: expected NAME=FACTOR, such as MQ1A=3 or cpu=2"
            raise GetpageError(message) from None
    return made
