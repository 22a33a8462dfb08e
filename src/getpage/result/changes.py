"""What differs between two days of a store: findings, settings, objects."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from getpage.core.names import FindingId, KnobId, Object
from getpage.result.model import Severity

CHANGES_VERSION = 1


class Moved(StrEnum):
    """How a finding differs from that of the earlier day; what wants attention first comes first."""

    NEW = "new"
    WORSE = "worse"
    CHANGED = "changed"  # another number, of which no more can be said
    BETTER = "better"
    GONE = "gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedFinding:
    """One finding of either day. Numbers are those named by `label`, in `unit`; None where there is none.

    `usual` is from where to where the number lay on the days before, where there are enough of them.
    """

    moved: Moved
    finding: FindingId
    object: Object
    severity_before: Severity | None
    severity_after: Severity | None
    headline: str
    label: str = ""
    unit: str = ""
    before: float | None = None
    after: float | None = None
    usual: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedSetting:
    """A knob that has another size, in `unit`s; `seen` is the end of the interval that first shows it.

    `findings` are those of its object and of its subsystem that moved too.
    """

    knob: KnobId
    object: Object
    unit: str
    before: int
    after: int
    seen: datetime | None = None
    findings: tuple[FindingId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What differs between the day `before` and the day `after`."""

    before: date
    after: date
    findings: tuple[MovedFinding, ...] = ()
    settings: tuple[MovedSetting, ...] = ()
    came: tuple[Object, ...] = ()
    went: tuple[Object, ...] = ()
    #: What makes the days hard to compare, and what the site decided.
    notes: tuple[str, ...] = ()
    version: int = CHANGES_VERSION
    tool: str = ""

    @property
    def is_nothing(self) -> bool:
        """Whether nothing differs."""
        return not (self.findings or self.settings or self.came or self.went)


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """A critical finding that nobody was told of; `label` and `unit` name the number that makes it critical.

    `threshold` is from where on that number is critical, or where it `falls` from where down; `of_site` are
    the thresholds of the site that it was judged by. `text` is one line for a console or a message, of 120
    characters at most.
    """

    finding: FindingId
    object: Object
    day: date
    headline: str
    text: str
    label: str = ""
    unit: str = ""
    value: float | None = None
    threshold: float | None = None
    falls: bool = False
    of_site: tuple[str, ...] = ()
