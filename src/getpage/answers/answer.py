"""From what was observed and decided to the first answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.contract.order import in_order
from getpage.ledger.site import Site
from getpage.result import Kind

from .actions import what_to_do
from .first import first_things
from .nothing import not_known, nothing_to_do
from .sentences import short, wasted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.contract.observation import Observation
    from getpage.result import Change, Finding, Priority


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The three answers, what to act on first, and the findings in the order in which they are read."""

    short: tuple[str, ...]
    wasted: tuple[str, ...]
    do: tuple[str, ...]
    first: tuple[Priority, ...]
    findings: tuple[Finding, ...]


def answers(observed: Observation, findings: Iterable[Finding], changes: Sequence[Change]) -> Answers:
    """The answers over everything: `findings` with what answers them, `changes` the one list in its order."""
    ordered = in_order(findings)
    return Answers(
        short=short(ordered) or not_known(observed, Kind.SHORTAGE),
        wasted=wasted(ordered) or not_known(observed, Kind.WASTE),
        do=what_to_do(changes, ordered, Site(observed)) or nothing_to_do(observed, ordered),
        first=first_things(ordered, changes),
        findings=ordered,
    )
