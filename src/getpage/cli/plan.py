"""getpage plan: where the next gigabyte goes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from getpage.app.plan import PlanRequest, plan
from getpage.cli.app import Everything, Form, Top
from getpage.cli.files import OUTPUT, check_output, write_result
from getpage.cli.output import Format, note, show
from getpage.cli.progress import looking
from getpage.cli.request_command import request_command
from getpage.core.errors import GetpageError, command, file_error
from getpage.plan.settings import STORAGE, WORTH
from getpage.report.common.screen import Extent

if TYPE_CHECKING:
    from pathlib import Path

    from getpage.result.plan import Plan


@request_command(PlanRequest, STORAGE, WORTH)
def plan_command(
    request: PlanRequest,
    *,
    within: Annotated[
        Literal["ledger"] | None,
        Parameter(
            group=STORAGE,
            help="Give away what is free at its minimum beyond the dump reserve and 10 % of real storage. "
            "The default without --add.",
        ),
    ] = None,
    members: Annotated[
        Path | None,
        Parameter(
            help="Write the commands as members of libraries into this directory: MQSC and CSQINP1 of each "
            "queue manager, commands of each Db2 member, lines for PARMLIB, and the undo of each."
        ),
    ] = None,
    everything: Everything = False,
    top: Top = 8,
    format: Form = Format.TABLE,
    output: Annotated[
        Path | None,
        OUTPUT,
        Parameter(help="Write to a file: .html, .md, .json or .csv."),
    ] = None,
) -> int:
    """Say where storage pays most, over all buffer pools at once, with the commands and why not more.

    One list over all knobs of the same real storage: what is wasted is given back first, then each
    gigabyte goes where it saves most CPU and waiting, never beyond what is free at its minimum after the dump
    reserve, and within the limits of the product. Prints the allocation with intervals, the commands in their
    order with undo and verification, what is not done and why, and the price list of the next gigabytes.

        getpage plan prod --within ledger

        getpage plan prod --add SYSA=64G --protect MQ1A.3 --weight DB1A=3

        getpage plan prod --add SYSA=64G --curve DB1A=bp.json -o plan.html

        getpage plan prod --members members

        getpage plan prod --horizon 26w

        getpage plan prod --take SYSB=16G

        getpage plan prod --move SYSB:SYSA=16G

        getpage plan prod --buy 64G --horizon 26w

    A pool counts as known where a trace (getpage curve TRACE -o bp.json), a simulated pool (SPSIZE),
    another size in the window or its page sets tell what a larger one reads. Of the others only bounds are
    known: they are listed with what would settle it. Storage is added to a z/OS system: where the evidence
    has one, 64G is enough. --horizon adds what reaches its limit until then, by the trends: when, the size
    needed with its command, and the real storage to buy by which day. --take, --move and --buy say what
    a system loses when storage leaves it and what another gains from it, with the commands of both sides. A
    system keeps what a dump needs and 10 % free at its worst interval: what it cannot spare is refused, with
    the bytes that are missing. Exit codes: 2 input that cannot be used, 3 nothing can be planned.
    """
    check_output(output)
    check_members(members)
    request = replace(request, within_ledger=within is not None or request.add is None)
    with looking("reading") as seen:
        result = plan(request, seen.watch)
    if members is not None:
        write_members(members, result)
    if output is not None:
        write_result(output, result, "plan")
    elif members is None or format is not Format.TABLE:
        show(result, format, Extent(top=0 if everything else top))
    return seen.code


def check_members(directory: Path | None) -> None:
    """GetpageError where members cannot be written there."""
    if directory is None or directory.is_dir():
        return
    if directory.exists() or directory.is_symlink():
        message = f"--members {directory}: not a directory"
        raise GetpageError(message, command("--members", f"{directory}.d"))
    if not directory.absolute().parent.is_dir():
        message = f"--members {directory}: there is no directory {directory.absolute().parent}"
        raise GetpageError(message, command("mkdir -p", directory.absolute().parent))


def write_members(directory: Path, plan: Plan) -> None:
    """Write the members and say which. GetpageError where one of them is there already and says something
    else, or where the system refuses.
    """
    from getpage.report.members import members

    texts = members(plan)
    others = [name for name, text in texts.items() if _is_other(directory / name, text)]
    if others:
        message = f"--members {directory}: other files of these names are there: {', '.join(others)}"
        raise GetpageError(message, command("--members", f"{directory}.new"))
    try:
        directory.mkdir(exist_ok=True)
        for name, text in texts.items():
            path = directory / name
            if not path.exists():
                with path.open("x", encoding="ascii", newline="\n") as file:
                    file.write(text)
    except OSError as error:
        raise file_error(directory, error) from error
    note(f"{', '.join(texts) or 'no members'} written to {directory}")


def _is_other(path: Path, text: str) -> bool:
    """Whether the path holds something other than this member: another file, a directory or a link."""
    if path.is_symlink():
        return True
    if not path.exists():
        return False
    return not path.is_file() or path.read_bytes() != text.encode("ascii")
