"""What to run on z/OS so that there is evidence, and how to bring it here."""

from __future__ import annotations

from dataclasses import dataclass

from getpage.result.model import SCHEMA_VERSION


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectStep:
    """One piece of evidence: what it gives, the SMF records that carry it, what has to be on, what that
    costs.

    `entered` says where `start`, `stop` and `replies` are entered; `fetched` is got in another way; `source`
    is the documentation that says so.
    """

    name: str
    gives: str
    records: str
    entered: str
    start: tuple[str, ...]
    stop: tuple[str, ...]
    replies: tuple[str, ...]
    fetched: tuple[str, ...]
    interval: str
    cost: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Doing:
    """A thing to do, in order: sentences, and what to submit or to enter as it stands (lines of JCL keep
    within 71 columns).
    """

    title: str
    why: tuple[str, ...]
    text: str
    where: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """What to do in order, and the pieces of evidence that it gets; `others` are steps that were not asked
    for.
    """

    version: int = SCHEMA_VERSION
    tool: str = ""
    doings: tuple[Doing, ...]
    steps: tuple[CollectStep, ...]
    others: tuple[CollectStep, ...]
