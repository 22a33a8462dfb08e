"""The one result model that every verb yields and every rendering shows.

CLI tables, JSON, CSV, Markdown and the HTML report are renderings of these values and add no numbers of
their own. The model is versioned: `SCHEMA_VERSION` rises when a field changes its meaning or goes; adding
fields does not raise it.

Times are `datetime`s: aware (UTC) where the evidence has a TOD clock, naive where it has the system's
local time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Final

from getpage.core.names import ChangeId, FindingId, KnobId, Object, Subsystem
from getpage.core.numbers import Scalar
from getpage.core.storage_kinds import REAL_STORAGE

SCHEMA_VERSION = 4

#: Characters of a headline at most.
HEADLINE: Final = 72

#: Metadata of a field that the program needs and no reader: no rendering shows it.
INTERNAL: Final = {"internal": True}


class Severity(StrEnum):
    """How soon a finding wants attention. Three on purpose: more are not told apart by readers."""

    CRITICAL = "critical"  # work is delayed or at risk now
    WARNING = "warning"  # worth a change
    INFO = "info"  # good to know, nothing to do


class Kind(StrEnum):
    """Which of the reader's questions a finding answers."""

    SHORTAGE = "shortage"
    WASTE = "waste"
    RISK = "risk"
    NOTE = "note"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One number of the evidence and where it stands: record, field and interval.

    `record` is the byte offset of the record (or line) in `file`, decompressed; `trust` tells how the field's
    place in the record is known (seen, ibm, code, derived; text for printed evidence; computed for
    arithmetic on other facts). A difference of two readings of one counter has the later one in `file` and
    `record`, the earlier one in `less_file` and `less_record`.
    """

    label: str
    value: Scalar
    unit: str
    table: str = ""
    column: str = ""
    ibm_name: str = ""
    trust: str = "computed"
    file: str = ""
    record: int | None = None
    interval_start: datetime | None = None
    interval_seconds: float | None = None
    less_file: str = ""
    less_record: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A figure that nobody measured: what it most likely is, and from where to where it lies.

    The truth lies between `low` and `high` with probability `level`. `basis` says in a word what it rests on:
    measured, curve, simulated pool, counters, regression, published range, queueing model.
    """

    label: str
    unit: str
    value: float
    low: float
    high: float
    level: float = 0.9
    basis: str = ""
    assumptions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """The way of a knob to the size that was decided for it: what it has, what the command sets now, and
    where the steps lead, in `unit`s. `final_bytes` is the storage of all steps together (negative: gives
    back); `then` are the commands of the later steps, each after a look at what the one before it did. With
    `at_least` the evidence bounds the size that is needed from below only.
    """

    unit: str
    size_before: int
    size_next: int
    size_final: int
    final_bytes: int
    then: tuple[str, ...] = ()
    at_least: bool = False
    setting: str | None = None  # what is shown of it where `size_before` is what was held and not that


@dataclass(frozen=True, slots=True, kw_only=True)
class Saving:
    """What a command that sets no size saves, as a range: nobody knows where in it a site lies.

    `of` is its unit ("% of CPU"); `shown_by` is what would show it, as a clause.
    """

    low: float
    high: float
    of: str
    shown_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One command for one setting, with what it takes, how to take it back and how to see that it worked.

    `way` is there where it sets a size, and may be the first of several steps to it. `storage_bytes` is what
    the change takes of `storage_of` (negative: gives back), `fixes_bytes` what it page-fixes, of which some
    may be in real storage already, `passing_bytes` what it takes besides while it is made and no longer.
    `step` counts from 1 in the order in which the changes of one subsystem
    are to be made, one at a time. `because` are the findings that it answers; `knob` is what it sets the size
    of, where it sets one. `place` says where it is set where it is no command to enter: a parmlib member, at
    the next IPL. `only_after` is what has to be done first: until then the command must not be entered.
    `evidence` are the numbers that it was held against.
    """

    subsystem: Subsystem
    setting: str
    step: int
    command: str
    undo: str
    verify: str
    verify_after: str
    storage_bytes: int
    because: tuple[FindingId, ...]
    effect: str
    knob: KnobId | None = None
    caution: str = ""
    fixes_bytes: int = 0
    passing_bytes: int = 0
    place: str = ""
    only_after: str = ""
    way: Way | None = None
    #: The statement that makes it last over a restart, where the command alone does not, and what it
    #: replaces.
    lasting: str = ""
    lasting_undo: str = ""
    #: A file by which the subsystem tells of the limit before it is reached again: a policy of CICS.
    watch: str = ""
    evidence: tuple[Fact, ...] = ()
    #: Real storage, or a coupling facility's or a hypervisor's, which is no image's.
    storage_of: str = REAL_STORAGE
    #: Of a command that sets no size: where it may save nothing, it waits for what would show that it does.
    saving: Saving | None = field(default=None, metadata=INTERNAL)

    @property
    def total_bytes(self) -> int:
        """Storage that it takes with the steps that follow it; negative gives back."""
        return self.way.final_bytes if self.way else self.storage_bytes

    @property
    def real_bytes(self) -> int:
        """The same of real storage alone."""
        return self.total_bytes if self.storage_of == REAL_STORAGE else 0

    @property
    def id(self) -> ChangeId:
        """Which change this is."""
        return ChangeId(self.subsystem, self.setting, self.step)

    @property
    def product(self) -> str:
        """Whose it is."""
        return self.subsystem.product


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A size that a finding asks of a knob, in the knob's units; below the present size it gives back.

    `at_least`: the evidence bounds the size that is needed from below only. `only_after` is what has to be
    known or done before the command may be entered, in words; empty where nothing is. `reached`: the evidence
    shows work that waited at this very limit, or was refused by it, which more of it ends: such a size is
    worth its command even where the interval of a curve begins at nothing.
    """

    knob: KnobId
    size: int
    at_least: bool = False
    only_after: str = ""
    reached: bool = field(default=False, metadata=INTERNAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Advise:
    """Advice that is no size of a knob: a setting, and what spells its one command.

    Several findings may advise the same setting of one subsystem; `spell` is called once, with all of them.
    """

    subsystem: Subsystem
    setting: str
    spell: Callable[[tuple[FindingId, ...]], Change] = field(compare=False, repr=False)


class Cause(StrEnum):
    """What the evidence shows behind a symptom, where no larger size would end it."""

    LEAK = "leak"  # storage is never given back: any size fills
    LOCK = "lock"  # work waits for locks, latches or enqueues
    LOSS = "loss"  # the network loses segments
    PROCESSOR = "processor"  # work waits for CPU
    CONSUMER = "consumer"  # what is to take work off a queue does not
    ELSEWHERE = "elsewhere"  # work waits for another resource, which the finding names


class Harm(StrEnum):
    """What a finding does to production; of findings that are equally severe the first here comes first."""

    OUTAGE = "outage"  # work stops, or the next burst of work ends the subsystem
    LOST = "lost"  # data or diagnostics are lost
    SOON = "soon"  # at the rate that was measured, an outage follows
    DELAY = "delay"  # work waits, or will
    COST = "cost"  # storage or processor time is wasted


@dataclass(frozen=True, slots=True)
class Shows:
    """The shortage or waste that a finding is a symptom of: findings that show the same are reported once.

    `of` is what is short or wasted: the first of these objects about which some finding says so itself.
    `what` tells several shortages of one object apart ("buffers", "storage below the bar"). `itself` is
    whether the finding alone proves it.
    """

    of: tuple[Object, ...]
    what: str
    itself: bool = True


@dataclass(frozen=True, slots=True)
class Criterion:
    """The number that decides whether a finding is critical, and from where on it is, both in `unit`; where
    the number `falls`, from where down.
    """

    label: str
    unit: str
    value: float
    critical: float
    falls: bool = False

    @property
    def is_critical(self) -> bool:
        """Whether the number is critical."""
        return self.value <= self.critical if self.falls else self.value >= self.critical


@dataclass(frozen=True, slots=True)
class OnDays:
    """The number of days on which a finding was made, of how many that are judged, and the worst of them."""

    days: int
    of: int
    worst: date


def _within_line(text: str) -> str:
    """The text as long as a headline: a longer one ends after a word."""
    return text if len(text) <= HEADLINE else f"{text[: HEADLINE - 4].rsplit(' ', 1)[0]} ..."


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one check says of one object in one window."""

    check: str
    object: Object
    severity: Severity
    kind: Kind
    claim: str
    #: What is wrong and the one number that proves it, in 72 characters; it does not name the object.
    headline: str = ""
    harm: Harm = Harm.DELAY
    evidence: tuple[Fact, ...] = ()
    changes: tuple[Change, ...] = ()
    #: Bytes of storage wasted (positive) or short (positive), as `kind` says; 0 where it cannot be said.
    storage_bytes: int = 0
    #: Seconds of work delayed in the window; 0 where it cannot be said.
    delay_seconds: float = 0.0
    #: What decides whether it is critical; every finding that can be has it.
    criterion: Criterion | None = field(default=None, metadata=INTERNAL)
    #: Why no command answers it, where none does: of each finding that is critical or a warning.
    no_command: str = ""
    #: What to do first where no command answers it, in 72 characters; `no_command` then begins with it.
    next_step: str = field(default="", metadata=INTERNAL)
    #: The number that proves it, in a few words: how another finding of the same shortage mentions it.
    in_brief: str = ""
    #: What it is a symptom of; None where it stands for itself.
    shows: Shows | None = None
    #: On how many days of a longer window it was so, and the worst of them; None in a window of a day.
    on_days: OnDays | None = None
    #: In what else the same shortage shows, or the same waste: a few words for each finding that says so.
    symptoms: tuple[str, ...] = ()
    #: Those findings, which are not reported by themselves.
    same_cause: tuple[FindingId, ...] = field(default=(), metadata=INTERNAL)
    #: What the evidence shows behind it, where no size would end it, and the knobs that therefore stay.
    cause: Cause | None = None
    rules_out: tuple[KnobId, ...] = ()
    #: Sizes that it asks for, and advice that is no size.
    asks: tuple[Ask, ...] = ()
    advice: tuple[Advise, ...] = field(default=(), compare=False, repr=False, metadata=INTERNAL)
    #: What the site calls the application that runs in its subsystem.
    application: str = ""

    def __post_init__(self) -> None:
        """A headline that is too long is cut, so that the finding is not lost."""
        object.__setattr__(self, "headline", _within_line(self.headline))

    @property
    def id(self) -> FindingId:
        """Which finding this is."""
        return FindingId(self.check, self.object)

    @property
    def summary(self) -> str:
        """Its headline; of a finding that has none the beginning of its claim, as long as a headline."""
        return self.headline or _within_line(self.claim)

    @property
    def product(self) -> str:
        """Whose it is."""
        return self.object.product

    @property
    def shown_object(self) -> str:
        """The object, with the application that runs there."""
        return _with_application(self.object, self.application)


@dataclass(frozen=True, slots=True, kw_only=True)
class Priority:
    """One of the few things to act on first: a finding, and its command or next step in a few words."""

    finding: FindingId
    object: Object
    severity: Severity
    headline: str
    do: str
    application: str = ""

    @property
    def shown_object(self) -> str:
        """The object, with the application that runs there."""
        return _with_application(self.object, self.application)


def _with_application(name: Object, application: str) -> str:
    return f"{name} ({application})" if application else str(name)
