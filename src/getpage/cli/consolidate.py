"""getpage consolidate: what fewer CICS regions for the same work would take."""

from __future__ import annotations

from getpage.app.consolidate import ConsolidateRequest, consolidate
from getpage.app.evidence import EVIDENCE
from getpage.cli.app import Form
from getpage.cli.output import Format, rows
from getpage.cli.progress import looking
from getpage.cli.request_command import request_command
from getpage.contract.consolidation import MERGED


@request_command(ConsolidateRequest, MERGED, EVIDENCE)
def consolidate_command(request: ConsolidateRequest, *, format: Form = Format.TABLE) -> int:
    """Forecast what the same CICS work takes in fewer regions: real frames, CPU per task, and whether they
    can do it.

        getpage consolidate prod --regions SYSA.AOR* --into 10

    From SMF 30 and 110 (subtype 2) of intervals with different loads. Each figure has bounds, and says how
    it is known; docs/models/consolidation.md says what is certain and what is not. Afterwards prove it with
    getpage prove, from SMF 30, 72 and 113. Exit codes: 2 regions that are not there, 3 not enough evidence.
    """
    with looking("reading") as seen:
        table = consolidate(request, seen.watch)
    rows(table.title, table.columns, table.rows, format, about=table.note, or_one_by_one=True)
    return seen.code
