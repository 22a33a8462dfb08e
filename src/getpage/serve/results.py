"""The results of verbs for an address: the same request and the same answer as on the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from getpage.app.changes import SAME_WEEKDAY, YESTERDAY, ChangesRequest, a_date, changes_of
from getpage.app.check import refuse_nothing
from getpage.app.forecast import ForecastRequest, forecast_of
from getpage.app.ledger import ledger_of
from getpage.app.plan import PlanRequest, plan_of
from getpage.app.report import report_of
from getpage.app.trend import trends_of
from getpage.core.errors import command
from getpage.report import render
from getpage.serve.address import TRIED
from getpage.serve.session import Observed, Session, WindowKey

if TYPE_CHECKING:
    from getpage.report.dispatch import Rendered
    from getpage.result import Result
    from getpage.result.changes import Changes
    from getpage.result.forecast import Forecast
    from getpage.result.ledger import Ledger
    from getpage.result.plan import Plan
    from getpage.result.trend import Trends
    from getpage.serve.address import Address

_FORMS: Final = (("JSON", "json"), ("CSV", "csv"), ("Markdown", "md"))
MEDIA: Final = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
}


def window(session: Session, address: Address) -> Observed:
    """What was observed in the window of an address."""
    key = WindowKey(address.moment("from"), address.moment("to"), address.text("system") or None)
    return session.window(key)


def check(session: Session, address: Address) -> Result:
    """What `getpage check` says."""
    seen = window(session, address)
    refuse_nothing(seen.evidence.store)
    return seen.result


def report(session: Session, address: Address) -> Result:
    """What `getpage report` says."""
    seen = window(session, address)
    refuse_nothing(seen.evidence.store)
    return seen.once(("report",), lambda: report_of(seen.evidence, seen.observation, seen.watch))


def _evidence(session: Session, seen: Observed) -> dict[str, Any]:
    """The evidence of a request: the store within a window."""
    key = seen.key
    return {"paths": str(session.path), "first": key.first, "last": key.last, "system": key.system}


def plan(session: Session, address: Address) -> Plan:
    """What `getpage plan` says, made around what the address tries."""
    seen = window(session, address)
    request = PlanRequest(
        hold=address.every("hold"),
        take=address.every("take"),
        move=address.every("move"),
        buy=address.text("buy").strip() or None,
        **_evidence(session, seen),
    )
    key = ("plan", *address.tried)
    return seen.once(key, lambda: plan_of(seen.evidence, seen.observation, request, seen.watch))


def forecast(session: Session, address: Address) -> Forecast:
    """What `getpage forecast` says of the sizes of the address."""
    seen, held = window(session, address), address.every("hold")
    request = ForecastRequest(changes=held, **_evidence(session, seen))
    return seen.once(("forecast", *held), lambda: forecast_of(seen.evidence, seen.observation, request))


def ledger(session: Session, address: Address) -> Ledger:
    """What `getpage ledger` says."""
    return ledger_of(check(session, address))


def changes(session: Session, address: Address) -> Changes:
    """What `getpage changes` says."""
    seen = window(session, address)
    since, day, of = address.text("since") or YESTERDAY, address.text("day"), address.text("object")
    request = ChangesRequest(
        since=since if since in (YESTERDAY, SAME_WEEKDAY) else a_date(since),
        day=a_date(day) if day else None,
        of=of or None,
        paths=str(session.path),
    )
    return seen.once(("changes", since, day, of), lambda: changes_of(seen.evidence, request, seen.watch))


def trend(session: Session, address: Address) -> Trends:
    """What `getpage trend` says."""
    seen, of = window(session, address), address.text("object")
    return seen.once(("trend", of), lambda: trends_of(seen.evidence, seen.watch, of=of or None))


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb that views are made of: its result, and the options of its command beside the window."""

    result: Callable[[Session, Address], Rendered]
    options: Mapping[str, str]


#: By name; options are named as in an address, each with its name on the command line.
VERBS: Final[Mapping[str, Verb]] = {
    "check": Verb(check, {}),
    "report": Verb(report, {}),
    "plan": Verb(plan, {name: f"--{name}" for name in TRIED}),
    "forecast": Verb(forecast, {"hold": "--change"}),
    "ledger": Verb(ledger, {}),
    "changes": Verb(changes, {"since": "--since", "day": "--day", "object": "--object"}),
    "trend": Verb(trend, {"object": "--object"}),
}


@dataclass(frozen=True, slots=True)
class AnswerSource:
    """The command that an answer is from, with the addresses of its twins by the name of their form."""

    command: str
    twins: tuple[tuple[str, str], ...] = ()


def source(line: str, address: Address, path: str) -> AnswerSource:
    """A command whose twins are at a path."""
    return AnswerSource(line, tuple((name, address.twin(path, form)) for name, form in _FORMS))


def sources(session: Session, address: Address, verbs: Iterable[str]) -> list[AnswerSource]:
    """The commands of some verbs."""
    return [source(_command_of(session, address, verb), address, f"/{verb}") for verb in verbs]


def _command_of(session: Session, address: Address, verb: str) -> str:
    words = [word for pair in address.options for word in pair]
    for name, option in VERBS[verb].options.items():
        words += [word for value in address.every(name) for word in (option, value)]
    return command(f"getpage {verb}", session.path, *words)


def twin(session: Session, address: Address, verb: str, form: str) -> str:
    """A result in a form, as the command writes it."""
    return render(VERBS[verb].result(session, address), form)
