"""What is decided of an observation: the one list and the first answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.answers import answers
from getpage.plan.run import decide

if TYPE_CHECKING:
    from getpage.answers import Answers
    from getpage.contract.observation import Observation
    from getpage.result import Change


def listed(said: Observation) -> tuple[Change, ...]:
    """The one list of commands."""
    return decide(said).changes


def first(said: Observation) -> Answers:
    """The first answers."""
    decided = decide(said)
    return answers(said, decided.findings, decided.changes)
