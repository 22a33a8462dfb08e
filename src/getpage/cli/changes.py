"""getpage changes: what differs between two days."""

from __future__ import annotations

from getpage.app.changes import ChangesRequest, changes
from getpage.cli.app import FIRST_ROWS, Everything, Form, Top
from getpage.cli.output import Format, show
from getpage.cli.progress import looking
from getpage.cli.request_command import request_command
from getpage.report.common.screen import Extent


@request_command(ChangesRequest)
def changes_command(
    request: ChangesRequest,
    *,
    format: Form = Format.TABLE,
    everything: Everything = False,
    top: Top = FIRST_ROWS,
) -> int:
    """Say what is new since yesterday: findings that came, grew, shrank or went, and settings that changed.

    A finding counts as worse or better when its number moved by more than 5 %, and beyond what was usual on
    the days before where the store has five of them or more. Each day is worked out once and kept.

        getpage changes prod

        getpage changes prod --since same-weekday

        getpage changes prod --object SYSA.MQA1

        getpage changes prod --since 2026-11-17 --day 2026-11-18 --format json

    Exit codes: 0 success, whether or not anything changed; 2 input that cannot be used; 3 not enough
    evidence.
    """
    with looking("working out") as seen:
        result = changes(request, seen.watch)
    show(result, format, Extent(top=0 if everything else top))
    return seen.code
