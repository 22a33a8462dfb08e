"""getpage alerts: what must wake somebody."""

from __future__ import annotations

import shlex
import subprocess
from enum import StrEnum
from typing import Annotated, Final

from cyclopts import Parameter

from getpage.app.alerts import AlertsRequest, alerts
from getpage.cli.output import write
from getpage.cli.progress import looking
from getpage.cli.request_command import request_command
from getpage.core.errors import GetpageError, Without
from getpage.result.as_json import to_plain

_AGAIN: Final = Without(("--run",))


class AlertForm(StrEnum):
    """How alerts are written."""

    TEXT = "text"
    JSON = "json"


@request_command(AlertsRequest)
def alerts_command(
    request: AlertsRequest,
    *,
    format: Annotated[
        AlertForm, Parameter(help="text for a console or a message; json for one object per line.")
    ] = AlertForm.TEXT,
    run: Annotated[
        str, Parameter(help="A command of yours that gets each alert on its standard input.")
    ] = "",
) -> int:
    """Print one line for each critical finding that is new since the last run, and nothing otherwise.

    For automation: run it after each load. A finding is reported again only after two days without it. A text
    has 120 characters at most, as a WTO or a webhook takes it; getpage itself connects to nothing.

        getpage alerts prod

        getpage alerts prod --format json >> alerts.jsonl

        getpage alerts prod --run "logger -t getpage"

    Exit codes: 0 nothing new, 1 an alert, 2 input or a command that cannot be used, 3 not enough evidence.
    """
    with looking("working out") as seen, alerts(request, seen.watch) as new:
        for alert in new:
            line = alert.text if format is AlertForm.TEXT else _json_line(to_plain(alert))
            write(f"{line}\n")
            if run:
                _give(run, line)
    return seen.code or int(bool(new))


def _json_line(document: object) -> str:
    import json

    return json.dumps(document)


def _give(command: str, line: str) -> None:
    """Give a line to the user's command; GetpageError where that fails."""
    try:
        words = shlex.split(command)
        done = subprocess.run(words, input=f"{line}\n", text=True, check=False)
    except (OSError, ValueError) as error:
        problem = (
            f"--run {command}: {getattr(error, 'strerror', None) or error}; the next run reports the same "
            "alerts again."
        )
        raise GetpageError(problem, _AGAIN) from error
    if done.returncode:
        problem = (
            f"--run {command}: it ended with {done.returncode}; the next run reports the same alerts again."
        )
        raise GetpageError(problem, _AGAIN)
