"""Work area that requests wait for.

What it does:
    Names servers whose requests waited for folding more than a tenth of the time.

Why it matters:
    Folding takes processor time, and nobody is served meanwhile.

Evidence:
    SMF 201.

What to do:
    Make the area larger.

How to verify:
    The waits fall.

References:
    None: the toy is made up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.result import Ask, Finding, Kind, Severity
from toy.server import TABLE, WORK_AREAS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toy.server import Server

ID = "toy-area-small"
TITLE = "Work area that requests wait for"
NO_COMMAND = "Nobody knows a larger area."
LOOKS_AT = WORK_AREAS
FINDS = (Kind.SHORTAGE,)

SHARE = 0.1


def find(server: Server) -> Iterator[Finding]:
    """The server, where it folds too much."""
    worst = max(server.intervals, key=lambda row: row["wait_us"] / row["interval_us"], default=None)
    if worst is None or worst["wait_us"] <= SHARE * worst["interval_us"]:
        return
    waited = sum(row["wait_us"] for row in server.intervals) / 1e6
    yield Finding(
        check=ID,
        object=server.object,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=f"Requests of {server.id} waited {wording.seconds(waited)} for its work area.",
        evidence=(
            server.evidence.fact(TABLE, "wait_us", worst, label="waited, worst interval"),
            *server.facts,
        ),
        delay_seconds=waited,
        asks=(Ask(knob=server.knob, size=2 * server.last["area_kb"]),),
    )
