"""The one small interface between a system and the rest: what it is given, and what it must say."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from datetime import datetime

    import polars as pl

    from getpage.result import Account, Change, Fact, Finding, Missing, Picture, Table

#: What the bytes of a `Consumer` are of.
REAL_STORAGE = "real storage"
COUPLING_FACILITY = "coupling facility"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One entry of the field dictionary: a column of a table, and how its place in the record is known."""

    table: str
    column: str
    ibm_name: str
    unit: str
    meaning: str
    source: str
    trust: str
    type: str
    section: str
    offset: int
    length: int
    since: str
    no_limit: int | None
    system: str
    title: str
    row: str
    records: tuple[str, ...]


class Evidence(Protocol):
    """What a system's rules may look at: tables of one window, the dictionary, and names of files."""

    def frame(self, table: str) -> pl.DataFrame:
        """All rows of a table in the window; an empty frame with all columns when there are none.

        Columns are those of the dictionary plus `file` (number of the file) and `record` (byte offset in it).
        """

    def scan(self, table: str) -> pl.LazyFrame:
        """The same rows in no order, not yet read: for tables with a row a transaction, to be added up."""

    def field(self, table: str, column: str) -> Field:
        """The dictionary's entry of a column; KeyError when there is none."""

    def file_name(self, file: int) -> str:
        """The name of a file by its number."""

    def fact(self, table: str, column: str, row: Mapping[str, object], *, label: str = "") -> Fact:
        """The number in `column` of `row` (a row of `frame(table)` as a dict), with where it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One rule. Its module's docstring is what `getpage explain` prints and what the docs show.

    The docstring has these headings: What it does, Why it matters, Evidence, What to do, How to verify,
    References.
    """

    id: str
    title: str
    system: str
    explanation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """A question, the tables that answer it (any one of each group), and what would supply them."""

    question: str
    tables: tuple[tuple[str, ...], ...]
    supply: str

    def met(self, present: Collection[str]) -> bool:
        """Whether the tables that are there answer the question."""
        return all(any(table in present for table in group) for group in self.tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """The real storage that one address space holds, in bytes; `fixed` where it is known.

    `is_average` says that it is an average over the interval, not what was held at one time; `seen` is when
    that was, where it was not in the interval. `fact` is there for the interval with least free only.
    """

    job: str
    bytes: int
    fixed: int | None = None
    is_average: bool = False
    seen: datetime | None = None
    fact: Fact | None = None


#: `RealStorage.by` of what z/OS itself says.
ZOS = "zos"


@dataclass(frozen=True, slots=True, kw_only=True)
class RealStorage:
    """Real storage of one z/OS system in one interval, in bytes; None is what the evidence does not tell.

    `free` is the least that was available in the interval, or the average where no minimum is known, which
    `free_is_average` then says. `reserve` is what is to stay free for a dump; `reserve_note` says where from,
    if it is not MAXSPACE, and `reserve_lacks` which address spaces it should hold too, by their usual names.
    `by` is the system that says all this: z/OS goes before what others saw of it.
    """

    system: str
    by: str = ZOS
    start: datetime | None = None
    end: datetime | None = None
    installed: int | None = None
    free: int | None = None
    free_is_average: bool = False
    fixed: int | None = None
    large_1m: int | None = None
    large_2g: int | None = None
    reserve: int | None = None
    reserve_note: str = ""
    reserve_lacks: tuple[str, ...] = ()
    address_spaces: tuple[Held, ...] = ()
    facts: Mapping[str, Fact]


@dataclass(frozen=True, slots=True, kw_only=True)
class Processors:
    """How busy the general purpose processors of one z/OS system were in one interval: LPAR busy.

    `busy_seconds` are those in which its logical processors were dispatched, `online_seconds` those in which
    they were online, all processors together. `start` is local time. There is no entry where it is not known.
    """

    zos: str
    start: datetime
    seconds: float
    busy_seconds: float
    online_seconds: float
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SizePoint:
    """What one size of a consumer costs: reads a second that somebody waits for, best guess and bounds."""

    size: int
    reads: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeCurve:
    """Waited-for reads a second by size. `points` ascend by size; reads never rise; bounds hold the reads.

    `basis`: trace (exact, from page references), simulated pool, past intervals (other sizes that it had),
    page sets (a size that holds all there is), counters (bounds only: only the present size is known).
    Between two points reads lie between theirs; beyond the first and the last nothing is said.
    """

    basis: str
    points: Sequence[SizePoint]
    note: str = ""
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """Storage that several consumers share and that ends: below the bar, MEMLIMIT, LFAREA, a structure.

    `room` is the bytes that they can still take together; negative where more is promised than there is.
    """

    id: str
    label: str
    room: int
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Consumer:
    """One knob that takes real storage and saves reads: its size, curve, constraints and spelling.

    `id` names it in `--change`: `db2.DB1A.BP1`. Sizes are in `unit`s of `unit_bytes` real storage. `smallest`
    and `largest` are what product and evidence allow; a `size` above `largest` is wasted by a rule, which
    `largest_because` says. `limits` are identifiers of the `Limit`s that it counts against beside real
    storage, with the bytes that it grows by; where that is not so, `takes` says what a size takes of each
    beyond the present. `supply` says what evidence would give a curve, or a better one. `change` spells a new
    size: the commands in their order, each with undo and verification.

    `storage` is what its bytes are of. `backed` says whether all of its units are surely in there now, so
    that a smaller size surely gives them back: a pageable pool that was never full is a promise only. `fix`
    spells page-fixing it at a size, the last of its commands, or the first with `fix_first`; None where it
    is fixed, or not busy enough for that to pay. `references` are getpages a second, all of them, and
    `read_seconds` what one read was waited for, both in the window; None is what the evidence does not tell.
    """

    id: str
    system: str
    subsystem: str
    zos: str | None
    object: str
    unit: str
    unit_bytes: int
    size: int
    smallest: int
    largest: int
    fixed: bool
    frame_bytes: int
    change: Callable[[int], tuple[Change, ...]] = field(compare=False, repr=False)
    curve: SizeCurve | None = None
    limits: tuple[str, ...] = ()
    takes: Callable[[int], Mapping[str, int]] | None = field(default=None, compare=False, repr=False)
    fix: Callable[[int], Change] | None = field(default=None, compare=False, repr=False)
    fix_first: bool = False
    largest_because: str = ""
    storage: str = REAL_STORAGE
    backed: bool = True
    references: float | None = None
    read_seconds: float | None = None
    supply: str = ""
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What one subsystem did in one interval; what a price on a read is worked out from.

    `units` counts commits, messages or transactions, as `unit` says. `reads` are reads that somebody waited
    for. `getpages` are requests for pages, read or not: with them a heavier mix of work is told from more
    reads for the same work. `ziip_seconds` is the part of `cpu_seconds` that ran on zIIPs. None is what the
    evidence does not tell.
    """

    system: str
    subsystem: str
    zos: str | None
    start: datetime
    seconds: float
    unit: str
    units: float
    reads: float | None = None
    read_seconds: float | None = None
    getpages: float | None = None
    cpu_seconds: float | None = None
    ziip_seconds: float | None = None
    elapsed_seconds: float | None = None
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Where the time of one class of work went in one interval: the MQGETs of a queue, the commits of a plan.

    `kind` says what is counted and its unit (MQGET call); all classes of one kind make its mix. `elapsed`
    are seconds of all `units` together, and `parts` what they are made of as far as it is known, by name
    (CPU, page set wait); parts do not overlap. `rounded` is the unit of the last digit, in seconds a unit of
    work, where the figures are printed averages; 0 where they are not. `start` is None where nothing says
    when.
    """

    system: str
    subsystem: str
    kind: str
    name: str
    units: float
    elapsed: float
    parts: Mapping[str, float]
    start: datetime | None = None
    rounded: float = 0.0
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a system says of its evidence."""

    findings: tuple[Finding, ...] = ()
    changes: tuple[Change, ...] = ()
    accounts: tuple[Account, ...] = ()
    pictures: tuple[Picture, ...] = ()
    tables: tuple[Table, ...] = ()
    missing: tuple[Missing, ...] = ()
    #: What the ledger puts all accounts of one z/OS system into; only z/OS itself knows it.
    real_storage: tuple[RealStorage, ...] = ()
    #: What forecast and plan may turn, what bounds it, and what was done in each interval.
    consumers: tuple[Consumer, ...] = ()
    limits: tuple[Limit, ...] = ()
    work: tuple[Work, ...] = ()
    #: How busy the processors were meanwhile; only z/OS itself knows it.
    processors: tuple[Processors, ...] = ()
    #: Where the time of each class of work went; what prove compares class by class.
    spent: tuple[Spent, ...] = ()
    #: Objects whose shortage is that of another, each with the other: a queue that waits for its pool. Where
    #: both are found, the first answers say it once.
    repeats: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """One consumer of memory: its name, its rules, and how it looks at evidence."""

    name: str
    title: str
    tables: tuple[str, ...]
    checks: tuple[Check, ...]
    analyse: Callable[[Evidence], Said]
    needs: tuple[Need, ...] = ()
