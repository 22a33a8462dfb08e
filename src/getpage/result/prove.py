"""What a proof says: what differs between before and after, by how much, and whether it is more than noise.

A difference is identified by subject, measure and unit. Subjects are a subsystem, a z/OS image, a
knob or, of tables, the label of a run.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from getpage.core.names import KnobId, Subject, find
from getpage.result.model import Estimate, Fact
from getpage.result.shown import Missing, Picture, Table

#: Rises when a field of the model changes its meaning or goes.
PROOF_VERSION = 4

#: Fewer intervals on a side than this do not tell noise from anything else.
FEWEST_INTERVALS: Final = 9

#: `Difference.basis` of one printed figure against another.
PRINTED: Final = "printed digits"

# `Score.outcome`.
INSIDE: Final = "inside"
OUTSIDE: Final = "outside"
NOT_MEASURED: Final = "not measured"
#: A figure without an interval was given or is arithmetic: to be right about it is no merit.
GIVEN: Final = "given"
#: The size is not the one of the forecast: whatever came, the forecast is not to be judged by it.
NOT_MADE: Final = "not made"


class Verdict(StrEnum):
    """What a difference comes to."""

    BETTER = "better"
    WORSE = "worse"
    CHANGED = "changed"  # shown, and neither direction is better by itself
    SAME = "not shown"  # noise, or the rounding of what was printed, covers it
    UNKNOWN = "cannot tell"  # too few intervals to say how much is noise


class FigureRule(StrEnum):
    """What a printed figure follows from."""

    ITR = "itr"  # ETR over busy
    CPU = "cpu"  # CPU busy over ETR
    AVERAGE = "average"  # a total over a count
    LINKS = "links"  # a size of data and an interface
    MEAN = "mean"  # the other rows
    CHANGE = "change"  # another run


class FigureVerdict(StrEnum):
    """Whether a printed figure agrees with what it follows from."""

    ROUNDING = "rounding"  # within the rounding of all digits printed
    CUT_OFF = "cut off"  # if its digits were cut off, not rounded
    NO = "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedFigure:
    """A figure that a table prints, against what its other figures give: `rule` says how.

    `low` and `high` are what the rounding of those figures allows. `open_ended` is a printed `>46`, which
    means 46 or more.
    """

    label: str
    kind: FigureRule
    rule: str
    unit: str
    printed: float
    computed: float
    low: float
    high: float
    verdict: FigureVerdict
    open_ended: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One measure before and after; `title` is its name for readers. `change_percent` is relative to before;
    None from nothing.

    `basis`: printed digits (one figure against another), paired runs, runs, intervals. The intervals of the
    estimates are of the proof's level, or, of printed digits, sure. `runs_before` and `runs_after` count what
    each side is of: intervals or runs. `held` tells what was held equal to make the two sides comparable;
    the change is then the one with that held equal, and not simply after over before. `chance` is the
    probability of so large a difference by noise alone (None where it is not known, or of printed digits),
    and `firm` whether the verdict stands among all differences of the proof, not just by itself. `better` is
    the good direction: 1 more, -1 less, 0 neither by itself. Estimates of level 0 have no interval, because
    there were too few intervals.
    """

    subject: Subject
    measure: str
    title: str
    unit: str
    before: Estimate
    after: Estimate
    difference: Estimate
    verdict: Verdict
    basis: str
    change_percent: Estimate | None = None
    runs_before: int = 1
    runs_after: int = 1
    held: str = ""
    note: str = ""
    facts: tuple[Fact, ...] = ()
    chance: float | None = None
    firm: bool = False
    better: int = 0

    @property
    def shown(self) -> bool:
        """Whether it is more than noise or rounding."""
        return self.verdict in {Verdict.BETTER, Verdict.WORSE, Verdict.CHANGED}


class ProofOutcome(StrEnum):
    """The answer to whether a change did any good."""

    YES = "yes"
    NO = "no"
    MIXED = "mixed"  # some measures are better and some worse
    CHANGED = "changed"  # printed figures differ, and nothing says which way is better
    CANNOT_TELL = "cannot tell"


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstLine:
    """The first line of a proof: `better` and `worse` count the differences that stand among all `tested`.

    `subject` and `measure` name the difference that carries the answer, or, where it cannot be told, the
    one that stands out most; "" where there is none. Of a mixed answer they name the foremost difference that
    is better, and `other_subject` and `other_measure` the foremost that is worse. `method` is how the rate of
    false verdicts is bounded.
    """

    outcome: ProofOutcome
    better: int
    worse: int
    tested: int
    subject: Subject
    measure: str
    method: str
    other_subject: Subject = ""
    other_measure: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedPart:
    """How much of the difference of a whole (elapsed) one part of it (page set wait) explains."""

    subject: Subject
    whole: str
    part: str
    unit: str
    whole_difference: Estimate
    part_difference: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassShare:
    """One class of work in a mix: its share of the units in % and what a unit took, before and after."""

    name: str
    share_before: float
    share_after: float
    before: float | None
    after: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mix:
    """Whether both sides did the same work, and what the difference is with the mix held equal.

    `moved_percent` is the share of units that would have to change class to make the mixes equal. The
    difference of the averages is `within` (each class against itself, at the mean of both mixes) plus
    `shift` (the classes' shares; Kitagawa 1955). `within_shown` is false where noise covers
    `within`; `reversed` where it is shown and goes the other way than the crude average, which therefore
    misleads (Simpson 1951).
    """

    subject: Subject
    measure: str
    unit: str
    comparable: bool
    moved_percent: float
    crude: float
    within: float
    shift: float
    within_shown: bool
    reversed: bool
    classes: tuple[ClassShare, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One figure of a forecast against what came. `outcome`: inside, outside, not measured, given (the
    forecast has no interval, because the figure was given or is arithmetic), not made (what it follows from
    was not given the size of the forecast).
    """

    subject: Subject
    name: str
    unit: str
    forecast: Estimate
    outcome: str
    actual: Estimate | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """How often figures came inside intervals that claim to hold them with probability `claimed`.

    `low` and `high` bound the true share with probability 0.95. `verdict`: as claimed, too narrow, too wide.
    """

    figure: str
    claimed: float
    inside: int
    figures: int
    low: float
    high: float
    verdict: str
    below: int
    above: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MeanChange:
    """The mean of a column of changes in %, and whether it reaches a goal.

    `mean` carries the rounding of what was printed and decides `outcome` (met, not met, cannot tell; "" where
    there is no goal). `scatter` is the mean with the interval that the differences between rows give it,
    taken as a sample of workloads; None for fewer than two rows.
    """

    subject: str
    rows: int
    mean: Estimate
    scatter: Estimate | None = None
    goal: float | None = None
    outcome: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnobChange:
    """A size that is not the same before and after: what was changed."""

    knob: KnobId
    unit: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One side of a proof: what it is called, and from when to when its evidence is."""

    label: str
    first: datetime | None = None
    last: datetime | None = None
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """Everything that one proof says. `source` is `store`, `table` or `changes` (a table of changes)."""

    source: str
    level: float
    before: Side
    after: tuple[Side, ...]
    answer: FirstLine | None = None
    differences: tuple[Difference, ...] = ()
    means: tuple[MeanChange, ...] = ()
    changed: tuple[KnobChange, ...] = ()
    mixes: tuple[Mix, ...] = ()
    parts: tuple[ExplainedPart, ...] = ()
    scores: tuple[Score, ...] = ()
    printed: tuple[PrintedFigure, ...] = ()
    pictures: tuple[Picture, ...] = ()
    tables: tuple[Table, ...] = ()
    missing: tuple[Missing, ...] = ()
    notes: tuple[str, ...] = ()
    tool: str = ""
    version: int = PROOF_VERSION

    def counts(self, verdict: Verdict) -> bool:
        """Whether the first line counts one of this verdict; without a first line, whether there is any."""
        return any(
            difference.verdict is verdict and (difference.firm or self.answer is None)
            for difference in self.differences
        )

    def difference(self, subject: Subject, measure: str) -> Difference | None:
        """The difference of this subject and measure; None where it could not be worked out.

        A subject may be given as text, as people write it and as saved forecasts have it.
        """
        of = [difference for difference in self.differences if difference.measure == measure]
        if isinstance(subject, str):
            subject = find(subject, (difference.subject for difference in of)) or subject
        return next((difference for difference in of if difference.subject == subject), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptScore:
    """One figure of a forecast against what came, as a store keeps it. `proof` identifies the proof."""

    proof: str
    forecast_file: str
    subject: str
    figure: str
    figure_unit: str
    basis: str
    forecast: float
    low: float
    high: float
    probability: float
    actual: float | None
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """How well forecasts did: every figure that was proved, and whether intervals hold what they claim."""

    figures: tuple[KeptScore, ...]
    calibration: tuple[Calibration, ...]
