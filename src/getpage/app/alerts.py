"""Critical findings of a store that are new since the last look."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from getpage.app.evidence import NOBODY, Watch, system_option
from getpage.core.errors import GetpageError, command
from getpage.core.option import option
from getpage.core.saved import UnlikeError, read_json
from getpage.core.urls import place, url_of

if TYPE_CHECKING:
    from getpage.days.alert import AlertState
    from getpage.result.changes import Alert

#: What was told, beside the store, where no other file is named.
_STATE: Final = "alerts.json"


@dataclass(frozen=True, kw_only=True)
class AlertsRequest:
    """A store, and where it is kept what was told."""

    store: str | Path = field(
        kw_only=False,
        metadata=option("A store made by getpage load.", positional=True, written=Path, read=place),
    )
    state: str | Path | None = field(
        default=None,
        metadata=option(
            "Where to keep what was reported; alerts.json in the store if not given.",
            written=Path,
        ),
    )
    system: str | None = field(default=None, metadata=system_option())


@contextmanager
def alerts(request: AlertsRequest, watch: Watch = NOBODY) -> Iterator[tuple[Alert, ...]]:
    """Critical findings that are new since the last look, as they are known within the block. They count as
    told when it ends without an error.
    """
    from getpage.app.days import days_of, in_brief
    from getpage.days.alert import QUIET, as_json, news
    from getpage.evidence import durable
    from getpage.evidence.store import Store
    from getpage.evidence.view import StoreEvidence

    if request.state is None and url_of(request.store):
        problem = f"{request.store}: no object is written twice; name a file for what was reported"
        raise GetpageError(problem, "--state alerts.json")
    store = Store(request.store)
    path = Path(request.state) if request.state else store.path / _STATE
    state = _read_state(path)
    evidence = StoreEvidence(store, system=request.system)
    days = days_of(evidence)
    first = next((number for number, day in enumerate(days) if day >= (state.until or days[-1])), len(days))
    wanted = days[max(0, first - QUIET) :]
    new, known = news([*in_brief(evidence, wanted, watch.progress)], state, evidence.thresholds)
    yield new
    try:
        durable.write(path, json.dumps(as_json(known), indent=1) + "\n")
    except OSError as error:
        problem = f"{path}: {error.strerror}; the next run will report the same alerts again."
        raise GetpageError(problem, "--state alerts.json") from error


def _read_state(path: Path) -> AlertState:
    from getpage.days.alert import AlertState, as_state

    if not path.exists():
        return AlertState()
    try:
        return as_state(read_json(path))
    except UnlikeError as error:
        problem = (
            f"{path}: not a state of getpage alerts: {error}. Without it, the next run reports what is "
            "critical on the last day."
        )
        raise GetpageError(problem, command("rm", path)) from error
