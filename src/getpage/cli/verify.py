"""getpage verify: a store against what was written."""

from __future__ import annotations

import shlex
from typing import Annotated

from cyclopts import Parameter

from getpage.app.verify import VerifyRequest, verify
from getpage.cli.output import Format, note, rows
from getpage.cli.request_command import request_command


@request_command(VerifyRequest)
def verify_command(
    request: VerifyRequest,
    *,
    format: Annotated[Format, Parameter(help="table, json, csv or md.")] = Format.TABLE,
) -> int:
    """Read a whole store and say which files are damaged or gone, and how to repair it.

    Every file of a store has a digest, and a command that reads one that is not what was written stops and
    names it. This looks at all of them, at the speed of the disk. Ends with 1 where anything is wrong; then
    the commands follow that drop the days in question and load their evidence again.

        getpage verify prod
    """
    verified = verify(request)
    data = [(file.path, file.why, file.holds) for file in verified.wrong]
    if data or format is not Format.TABLE:
        rows(
            f"Damaged in {request.store}",
            ("file", "what is wrong", "it holds"),
            data,
            format,
            or_one_by_one=True,
        )
    closed = sum(file.is_closed for file in verified.wrong)
    damaged = len(verified.wrong) - closed
    note(f"{verified.files:,} files, {verified.bytes / 1e6:,.1f} MB read; {damaged:,} damaged or gone")
    if closed:
        note(
            f"{closed:,} may not be read: have the rights put right, then verify again; drop nothing for them"
        )
    for day in verified.to_work_out:
        note(f"What was kept of {day} is damaged, its rows are not: it is worked out again when needed.")
    if verified.days:
        days = " ".join(f"--day {day}" for day in verified.days)
        store = shlex.quote(str(request.store))
        note("To repair it:")
        note(f"  getpage drop {store} {days}")
        if verified.again:
            note(f"  getpage load {shlex.join(verified.again)} --into {store}")
    return 1 if verified.wrong else 0
