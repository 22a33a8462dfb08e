"""What an outage of a consumer does to the pool that holds its backlog, and how long the drain then takes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from getpage.core.names import KnobId
from getpage.core.numbers import Scalar
from getpage.result.model import SCHEMA_VERSION, Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """A number that the answer rests on, and where it is from: given, assumed, or evidence."""

    what: str
    value: Scalar
    unit: str
    source: str
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OutagePhase:
    """What the pool does in a stretch of the outage; seconds since it began."""

    phase: str
    start_seconds: float
    end_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class OutageSize:
    """The same outage at one size. Times are from its start, None of what never happens however long it is;
    `storage_bytes` is what the size takes more than the present one; `megabytes_per_second` is the data that
    the drain moves, None where the length of a message is not known; `ends` says how the drain does.
    """

    buffers: int
    storage_bytes: int
    deferred_write_seconds: float | None
    put_waits_seconds: float | None
    page_leaves_seconds: float | None
    pages_read: float | None
    drain_seconds: float | None
    megabytes_per_second: float | None
    ends: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Outage:
    """The answer in sentences, what it rests on, the outage step by step, and other sizes."""

    version: int = SCHEMA_VERSION
    tool: str = ""
    window_first: datetime | None = None
    window_last: datetime | None = None
    pool: KnobId | None
    answer: tuple[str, ...]
    inputs: tuple[Input, ...]
    phases: tuple[OutagePhase, ...]
    figures: tuple[Fact, ...]
    sizes: tuple[OutageSize, ...]
    assumptions: tuple[str, ...]
