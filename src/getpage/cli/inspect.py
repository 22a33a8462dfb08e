"""getpage inspect: what is in files."""

from __future__ import annotations

from getpage.app.inspection import as_result
from getpage.cli.app import Form, Layouts, Paths
from getpage.cli.output import Format, show
from getpage.cli.progress import progress
from getpage.cli.refused import report_refused
from getpage.evidence.inspect import inspect


def inspect_command(paths: Paths, /, *, format: Form = Format.TABLE, layouts: Layouts = ()) -> int:
    """Say what is in files: framing, record types, systems, queue managers, times, gaps, duplicates, damage.

    A GTF trace of Db2 is told like SMF, with other events, lost ones and gaps in its numbers beside.

    Says also which questions the evidence can answer and what would answer the others. Keeps nothing, needs
    no store.

        getpage inspect SMF.DUMP

        getpage inspect /smf --format json

        getpage inspect GTF.TRACE
    """
    with progress("reading") as report:
        found = inspect(paths, layouts=layouts, progress=report)
    code = report_refused(found.refused)
    show(as_result(found), format)
    return code
