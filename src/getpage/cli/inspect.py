"""getpage inspect: what is in files."""

from __future__ import annotations

from getpage.app.inspect import InspectRequest, inspect
from getpage.cli.app import FIRST_ROWS, Everything, Form, Top
from getpage.cli.output import Format, show
from getpage.cli.progress import looking
from getpage.cli.refused import report_refused
from getpage.cli.request_command import request_command
from getpage.report.common.screen import Extent


@request_command(InspectRequest)
def inspect_command(
    request: InspectRequest,
    *,
    everything: Everything = False,
    top: Top = FIRST_ROWS,
    format: Form = Format.TABLE,
) -> int:
    """Say what is in files: framing, record types, systems, queue managers, times, gaps, duplicates, damage.

    A GTF trace of Db2 is reported like SMF, with its other events, lost events and gaps in its numbers.

    Also says which questions the evidence can answer and what would answer the others. Keeps nothing, needs
    no store.

        getpage inspect SMF.DUMP

        getpage inspect /smf --format json

        getpage inspect GTF.TRACE
    """
    with looking("reading") as seen:
        inspection = inspect(request, seen.watch)
    code = report_refused(inspection.refused)
    show(inspection, format, Extent(top=0 if everything else top))
    return code
