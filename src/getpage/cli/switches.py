"""getpage switches: how often a CICS task changes its TCB."""

from __future__ import annotations

from getpage.cli.app import Form
from getpage.cli.output import Format, rows
from getpage.cli.request_command import request_command
from getpage.products.cics.switches.table import COST, PROGRAM, SwitchesRequest
from getpage.products.cics.switches.table import rows as counted


@request_command(SwitchesRequest, PROGRAM, COST)
def switches_command(request: SwitchesRequest, *, format: Form = Format.TABLE) -> None:
    """Count the TCB switches of a CICS task for each CONCURRENCY and API that its program can have.

    From the commands that it issues, in their order: db2, mq, ims, file, ts, td, load, send, receive, qr (any
    command that is not threadsafe), threadsafe. An exclamation mark says that a command needs the QR TCB in
    this case, as a file of another region over MRO does.

        getpage switches "receive, 150*(db2, td), send" --release 4.2

        getpage switches "10*file!, 3*db2" --concurrency REQUIRED --cpu-us 2.3

    Sorted by how little of the program's code stays on QR, then by the number of switches. Counted from
    attach on QR to the end of the task, with the commit of its Db2 and MQ work.
    docs/models/switches.md has the rules and their sources. Exit codes: 2 a mix that cannot be read.
    """
    heads, data = counted(request)
    rows(f"TCB switches of a task, CICS TS {request.release}", heads, data, format)
