"""What the native decoder and kernel give: types in, types out, named errors.

Times are microseconds since 1970, sizes of pools pages (buffers), counts by access type tuples of four:
random, sequential, list, dynamic. Directories of layouts are added to the built-in ones, in their order.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NotRequired, TypedDict

VERSION: str

class EvidenceError(Exception):
    """Evidence that cannot be read. `why` is the message without the name of the file."""

    why: str

class ReadError(EvidenceError):
    """The system cannot read a file."""

class WriteError(EvidenceError):
    """A file cannot be written."""

class StoppedError(EvidenceError):
    """The work was stopped."""

class LayoutError(EvidenceError):
    """A layout, or what layouts say together, cannot be used."""

class NotSmfError(EvidenceError):
    """A file has no SMF records, or GTF records that cannot be read."""

class NoSmfRecordError(NotSmfError):
    """Nothing in a file tells what it is, but names that a text may have too."""

class NotATraceError(EvidenceError):
    """A file is no trace that is read here."""

class UnknownTraceError(NotATraceError):
    """Nothing in a file tells which trace it is; its format can be given."""

class DamagedTraceError(EvidenceError):
    """A trace has what none of its format can have, or lacks what all have."""

class UnorderedTraceError(EvidenceError):
    """The time of a trace runs backwards."""

class MixedTraceError(EvidenceError):
    """Files that are not one trace."""

class IncompleteTraceError(EvidenceError):
    """Too many records of a trace are missing."""

class EmptyTraceError(EvidenceError):
    """A trace without references, or without those asked for."""

class TraceTooLongError(EvidenceError):
    """More references than a model takes."""

class SampleTooSmallError(EvidenceError):
    """A sample of too few pages to mean anything."""

class SettingsError(EvidenceError):
    """Settings that no pool or sample can have, or questions that a run was not made for."""

class PartError(EvidenceError):
    """Bytes that are no part of a curve."""

class DefectError(Exception):
    """A panic of the native code, which is a defect of it whatever the evidence; `place` is where it was."""

    place: str

class EncodeError(ValueError):
    """Values that cannot be written as a record."""

    why: str

class PointsError(ValueError):
    """Arrays that are not of the same points."""

    why: str

class ColumnsError(ValueError):
    """Columns that cannot be measured."""

    why: str

Counts = tuple[int, int, int, int]
Range = tuple[int, int]

class Count(TypedDict):
    """Records of one type and subtype; `state` is decoded, ignored (known, with a reason) or unknown."""

    record_type: int
    subtype: int | None
    title: str
    name: str
    why: str
    releases: list[str]
    state: str
    records: int
    bytes: int

class Coverage(TypedDict):
    """What one subsystem wrote of one record type and subtype; times are local. `day`, as 2026-11-18, is None
    where days are not told apart.
    """

    record_type: int
    subtype: int
    day: str | None
    system: str
    subsystem: str
    levels: list[str]
    records: int
    written: Range | None
    zero_length: int
    covered: int
    ranges: list[Range]

class Damage(TypedDict):
    """One refused record or stretch of bytes: offset and length in bytes, decompressed."""

    offset: int
    length: int
    record_type: int | None
    subtype: int | None
    expected: str
    found: str

class DamageLog(TypedDict):
    """All damage of a file: everything is counted, the first ones are listed."""

    count: int
    bytes: int
    listed: list[Damage]

class GtfEvent(TypedDict):
    """Records of one event of GTF, by its identifier in hexadecimal digits."""

    event: str
    name: str
    records: int

class GtfSubsystem(TypedDict):
    """What one Db2 wrote to GTF, and how many numbers are missing; times are UTC."""

    name: str
    records: int
    missing: int
    times: Range | None

class Gtf(TypedDict):
    """What a file of GTF holds besides; `lost` is events, and blocks of events."""

    counted_from: str | None
    records: int
    segmented: int
    control: int
    lost: tuple[int, int]
    others: list[GtfEvent]
    subsystems: list[GtfSubsystem]

class Chained(TypedDict):
    """Sections of one identifier in the records of a type and subtype; whether a layout describes them."""

    record_type: int
    subtype: int
    id: int
    name: str
    decoded: bool
    sections: int

class Monitored(TypedDict):
    """Records of CICS monitoring of one region and class; `rows` is the data records in them."""

    region: str
    # `class` is a key too, which Python keeps for itself
    decoded: bool
    records: int
    rows: int

class Summary(TypedDict):
    """What one file holds. `duplicates` is records that stand there again, and how many were compared; `days`
    are those of all decoded records, where days are told apart.
    """

    file: int
    path: str
    file_bytes: int
    bytes: int
    compression: str | None
    framing: str
    counts: list[Count]
    chained: list[Chained]
    monitored: list[Monitored]
    coverage: list[Coverage]
    duplicates: tuple[int, int]
    days: list[str | None]
    damage: DamageLog
    gtf: Gtf | None
    digest: str | None

class DictionaryEntry(TypedDict):
    """A column of a table, as one section fills it; offset and length in bytes, `type` is Arrow's."""

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
    records: list[str]

class PrintedColumn(TypedDict):
    """A column that printed evidence fills; `type` is Arrow's, `length` its characters or bytes."""

    name: str
    labels: list[str]
    unit: str
    type: str
    length: int

class PrintedRelation(TypedDict):
    """What the columns of a row must satisfy: `ascending`, `equal`, `sum`, `part`, `range` or `name`; limits
    are those of a range, `within` is by how much numbers may miss it, and parts of a sum count `times`.
    """

    rule: str
    columns: list[str]
    limits: tuple[float, float]
    within: float
    times: float
    words: str

class PrintedLayout(TypedDict):
    """A table: the columns that printed evidence fills, and what must hold of its rows."""

    table: str
    columns: list[PrintedColumn]
    holds: list[PrintedRelation]

Value = int | float | str | bool | None | Sequence[int | float | str | bool | None]

class Spec(TypedDict):
    """A record to write: columns of its headers, rows of its sections, their lengths in an older release."""

    record_type: int
    subtype: int
    common: NotRequired[Mapping[str, Value]]
    sections: NotRequired[Mapping[str, Sequence[Mapping[str, Value]]]]
    lengths: NotRequired[Mapping[str, int]]
    compressed: NotRequired[bool]

def inspect_file(
    path: Path, layout_directories: list[Path], progress: Callable[[int, int], None] | None = None
) -> Summary:
    """What is in a file. `progress` is called with bytes read and bytes in all. Errors as of `sniff`."""

def load_files(
    files: list[tuple[Path, int]],
    directory: Path,
    threads: int,
    layout_directories: list[Path],
    progress: Callable[[int, int], None] | None = None,
) -> list[Summary]:
    """Decode files, each with its number, to Parquet in a directory. Errors as of `sniff`, and WriteError."""

class Part(TypedDict):
    """A Parquet file: its rows are all of one day, as 2026-11-18, or have none. The digest is XXH3, 128
    bits.
    """

    day: str | None
    table: str
    path: str
    rows: int
    bytes: int
    digest: str

class Keys:
    """Which records were seen before, by their keys: a hash of the bytes, and time and date as written."""

    def __init__(
        self, scratch: Path, known: Callable[[str | None], Sequence[Path]], most: int | None = None
    ) -> None:
        """Before the first key of a day, `known` names the Parquet files with those that are there already;
        beyond `most` in memory they go to the directory `scratch`.
        """

    def first(self, day: int | None, keys: Sequence[tuple[int, int]]) -> list[bool]:
        """Which of these, pairs of hash and identity, are new; `day` counts from 1970-01-01. ReadError,
        WriteError, and what `known` raises.
        """

    def repeated(self, pieces: Sequence[tuple[Sequence[Path], Path]]) -> list[list[tuple[int, int]]]:
        """Of each piece of a load, its files with keys and its state, in order: the keys that are not new."""

def load_days(
    files: list[tuple[Path, int]],
    directory: Path,
    tag: str,
    keys: Keys,
    threads: int,
    layout_directories: list[Path],
    durable: bool,
    progress: Callable[[int, int], None] | None = None,
    tasks: bool = False,
    dictionaries: list[Path] = ...,
) -> tuple[list[Summary], list[Part]]:
    """Decode the records of files that are new by `keys` to Parquet, day by day: what is in each, and the
    parts. Paths of parts are from the directory, and have `tag` in their names. With `tasks`, each task of
    CICS monitoring is a row; `dictionaries` are files whose dictionaries of monitoring serve records that
    have none. Each summary has the digest of its file. With `durable`, parts begin to go to disk as they
    are written; `sync` waits for them. Errors as of `load_files` and `Keys`.
    """

def cuts(path: Path, every: int, layout_directories: list[Path]) -> list[int]:
    """Offsets at which ranges of about `every` bytes may begin, the first 0; a packed file has no others.
    Some kilobytes are read for each. They are guesses, which `holds` proves. Errors as of `sniff`.
    """

class Joint(TypedDict):
    """The ends of a range: where its first record begins and its last one ends, whether that is whole, where
    the blocks that are open at its start and its end end, and whether its reading depends on more before it;
    for a trace of GTF, digests of what was known at its start and its end of records that come.
    """

    start: int
    end: int
    is_whole: bool
    before: int | None
    open: int | None
    depends: bool
    held_before: int | None
    held: int | None

class Piece(TypedDict):
    """What came of a piece of a load: the files written, its ends where it is one range of an unpacked file,
    whether nothing was written as tasks need dictionaries of other pieces, and how many it has itself.
    """

    parts: list[Part]
    joint: Joint | None
    is_deferred: bool
    dictionaries: int

def load_apart(
    files: Sequence[tuple[Path, int, int, int | None]],
    directory: Path,
    tag: str,
    state: Path,
    scratch: Path,
    threads: int,
    layout_directories: list[Path],
    book: Path | None = None,
    waits: bool = False,
    seen: Path | None = None,
    tasks: bool = False,
    digests: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Piece:
    """Decode the records of `files` (path, number, start, end; no end is that of the file) that begin in
    these ranges, as `load_days` does of all files, not knowing other ranges; offsets are those of the file.
    What `join` needs goes to the file `state`. `book` is what `write_book` wrote; where it `waits` for more,
    a piece with tasks that have no dictionary before them is not decoded. `seen` is a Parquet file of keys
    to leave out. A packed file has no ends, and ReadError for a range.
    """

def write_book(
    states: Sequence[Path], given: Sequence[Path], to: Path, layout_directories: list[Path]
) -> None:
    """Write the dictionaries of pieces, and those in files that the user gives."""

def agree_before(book: Path, other: Path, number: int, offset: int) -> bool:
    """Whether two books have the same dictionaries before an offset of the file of this number."""

def join(
    states: Sequence[Path],
    directory: Path,
    tag: str,
    threads: int,
    layout_directories: list[Path],
    durable: bool,
) -> tuple[list[Summary], list[Part]]:
    """What is in each file, of the states of all pieces in the order of files and ranges, and the files
    written with rows that are of several pieces.
    """

def holds(joint: Joint, next: Joint) -> bool:
    """Whether two ranges, loaded apart, are one load of both; else they have to be loaded as one range."""

def digest(path: Path) -> tuple[str, int]:
    """The XXH3 of a file, 128 bits in hexadecimal digits, and its bytes; ReadError."""

def write_sums(path: Path, start: int, end: int | None, into: Path) -> None:
    """Write what a range of a file adds to the digest of the file: a sixteenth of its bytes; ReadError."""

def joined_digest(written: Sequence[Path], size: int) -> str:
    """The digest of a file of this size, of what `write_sums` wrote of its ranges, in order; ReadError."""

def sync(paths: Sequence[Path]) -> None:
    """Wait until files, or what directories list, are on disk, all at a time; WriteError."""

class Unpacked:
    """A file as a stream of what is inside it. `packing` says in words what it is packed in; `records` is the
    length of the records that come out, 0 where each has its descriptor word, None where there are none.
    """

    packing: str | None
    records: int | None
    def __init__(self, path: Path) -> None:
        """Open a file; ReadError."""

    @property
    def all(self) -> bytes | None:
        """All that is inside, of a small file that is not packed."""

    def read(self, most: int) -> bytes:
        """The next bytes, `most` at most; none at the end. ReadError where the file is damaged."""

    def framing(self, layout_directories: list[Path]) -> str:
        """The framing of its SMF records; NotSmfError where there are none, LayoutError."""

class Marks:
    """Words of two bytes or more, to be looked for in lines all at once."""

    def __init__(self, marks: list[str]) -> None:
        """ValueError for a shorter one."""

    def places(self, text: str) -> list[int]:
        """The places in `marks` of those that a text has, each once, ascending."""

    def lines(self, text: str) -> list[int]:
        """The lines of a text that have any, by their number in `splitlines`."""

    def __contains__(self, text: str) -> bool:
        """Whether a text has any."""

class Look(TypedDict):
    """What a file is: `archive`, `records` with their framing as `text`, `refused` with the reason, `unknown`
    (a text that has none of the words), or, with the reason why it has no records, `open` (a text, perhaps)
    or `other`. `all` is what is inside where it is small; `broken` says why that breaks off; `digest` is
    known where it is small and not packed.
    """

    kind: str
    text: str
    all: bytes | None
    packing: str | None
    records: int | None
    broken: str | None
    file_bytes: int
    digest: str | None

class Member(TypedDict):
    """A member of an archive: `path` is where its bytes lie, `why` why there are none, or not all."""

    name: str
    path: Path | None
    why: str | None
    passed_over: bool

def look(paths: Sequence[Path], layout_directories: list[Path], words: Marks | None = None) -> list[Look]:
    """Look at files, several at a time; without `words` no text is said to be unknown. LayoutError."""

_RmfRow = tuple[int, str, str | None, list[str | None]]
_RmfFigure = tuple[str, list[str], str | None, str | None, list[_RmfRow]]

def rmf_reports(
    data: bytes,
) -> tuple[list[tuple[int, str, list[tuple[str, str]], list[_RmfFigure]]], int, str, int]:
    """The plain reports of RMF at the beginning of some bytes of XML: place, name, what each says of itself,
    and figures, each a kind, heads, segment, part, and rows of place, type, label and cells. Then the place
    behind them, and what is there: `other`, `open` (a report without its end) or `left` (one that is not
    plain), and where that ends.
    """

def unpack(path: Path, target: Path) -> int:
    """Write what is inside a file to `target`, and say how many bytes that is; ReadError."""

def short_lines(block: bytes, least: int, described: bool) -> int:
    """Bytes at the beginning of a block that are whole lines of fewer than `least` bytes; `described` lines
    have record descriptor words.
    """

def members(path: Path, directory: Path) -> list[Member] | None:
    """Spool the members of an archive into a directory; None where the file is none. ReadError."""

def tersed(records: Sequence[bytes], spack: bool, length: int | None) -> bytes:
    """Records (without RDW) as AMATERSE packs them; of varying length where `length` is None."""

def transmitted(records: Sequence[bytes], length: int | None) -> bytes:
    """Records (without RDW) as TSO TRANSMIT sends them; of varying length where `length` is None."""

def dictionary(layout_directories: list[Path]) -> list[DictionaryEntry]:
    """Every column of every table, in table and record order; LayoutError."""

def printed_layouts() -> list[PrintedLayout]:
    """What the built-in layouts say of printed evidence; LayoutError."""

def encode_records(
    specifications: Sequence[Mapping[str, object]], directories: Sequence[Path] = ()
) -> list[bytes]:
    """Records, each with its RDW, written from mappings that are `Spec`, by the built-in layouts and those in
    directories; EncodeError.
    """

def reframe(records: Sequence[bytes], framing: str, segment: int) -> bytes:
    """Records (with RDW) `spanned` in segments of `segment` bytes, `blocked` or `no rdw`; EncodeError."""

def gtf_records(records: Sequence[bytes], base: int, segment: int, zone: int) -> list[bytes]:
    """Records of SMF 100 to 102 as GTF has them; `zone` is seconds ahead of UTC. EncodeError."""

def ims_log_records(records: Sequence[bytes]) -> list[bytes]:
    """Records of the log of IMS of encoded ones of type 1; EncodeError."""

def ims_log_subtype(name: str) -> int | None:
    """The subtype of a record of the log of IMS, `56FA` or `07`; None for what is no code."""

def ims_log_name(subtype: int) -> str:
    """Code and subcode of a record of the log of IMS, in hexadecimal."""

def upper_hulls(owner: object, taken: object, worth: object) -> memoryview:
    """Places of the vertices of the upper hulls of many curves, 64-bit integers; PointsError."""

def price(owner: object, taken: object, worth: object, room: int) -> float:
    """The price of a byte at which the best points of all owners fit into `room` bytes; PointsError."""

def detect_trace(path: Path, layout_directories: list[Path]) -> str:
    """The format of a file of references; NotATraceError where it has none, ReadError, LayoutError."""

def panic_for_trial(message: str) -> None:
    """Panics, to try what becomes of it: DefectError."""

class GroupRow:
    """What one size of a group buffer pool would have done; `invalid` are those of pages that were in the
    local pool, but no longer valid.
    """

    @property
    def size(self) -> int: ...
    @property
    def local_hits(self) -> int: ...
    @property
    def gbp_hits(self) -> int: ...
    @property
    def gbp_hits_invalid(self) -> int: ...
    @property
    def disk_reads(self) -> int: ...
    @property
    def disk_reads_invalid(self) -> int: ...

class GroupRun:
    """A data sharing group with one group buffer pool, at a grid of sizes."""

    def __init__(self, local: Sequence[int], cache: str, sizes: Sequence[int]) -> None:
        """Local pools of these sizes, member by member; `cache` is changed or all; SettingsError."""

    def push(self, pages: object, members: object, events: object) -> None:
        """Take the next events: page keys (64 bits), numbers of members (8), and 0 for a getpage, 1 for one
        that changes its page, 2 for a change by itself (8).
        """

    def cross_invalidations(self) -> int:
        """Valid local pages that a change elsewhere invalidated; the same at every size."""

    def rows(self) -> list[GroupRow]:
        """A row for each size, in the order in which they were given."""

class Grid(TypedDict):
    """Pools to simulate, as pairs of size and VPSEQT (percent), by pool of the trace and for all others.

    `pgsteal` is lru, fifo or none; `watch` is the places of two whose sequential pages are compared.
    """

    pgsteal: str
    pools: Mapping[str, Sequence[tuple[int, int]]]
    others: Sequence[tuple[int, int]]
    watch: tuple[int, int] | None

class PoolSummary:
    """What is known of one pool of a trace; pages and first touches only with an exact curve."""

    @property
    def pool(self) -> str: ...
    @property
    def getpages(self) -> Counts: ...
    @property
    def pages(self) -> int | None: ...
    @property
    def first_touches(self) -> Counts | None: ...
    @property
    def sample(self) -> float | None: ...

class CurveRow:
    """What a pool of one size would have read; `band` is that of reads per getpage, where it is sampled."""

    @property
    def size(self) -> int: ...
    @property
    def reads(self) -> Counts: ...
    @property
    def band(self) -> tuple[float, float] | None: ...

class WarmRow:
    """What a pool of one size reads that was in use before the trace: the least, and an estimate."""

    @property
    def size(self) -> int: ...
    @property
    def least(self) -> Counts: ...
    @property
    def reads(self) -> tuple[float, float, float, float]: ...

class SimulatedRow:
    """What a simulated pool would have read; `highest` is the most sequential pages that the second of the
    pools watched had beyond the first, and the first beyond the second.
    """

    @property
    def size(self) -> int: ...
    @property
    def vpseqt(self) -> int: ...
    @property
    def sync_random(self) -> int: ...
    @property
    def sync_sequential(self) -> int: ...
    @property
    def asynchronous(self) -> int: ...
    @property
    def sequential_pages(self) -> int: ...
    @property
    def highest(self) -> tuple[int, int]: ...

class CurveRun:
    """One run over one trace. A trace that is refused gives an EvidenceError that says how, and no curve."""

    def __init__(
        self,
        *,
        pool: str | None = None,
        subsystem: str | None = None,
        lru: bool = True,
        mergeable: bool = False,
        opt: bool = False,
        sample: float | None = None,
        band: str = "pointwise",
        seed: int = 0,
        keep_sample: bool = False,
        exact_limit: int = ...,
        lost_limit: float = 0.02,
        threads: int | None = None,
        grid: Grid | None = None,
        moved: Mapping[tuple[int, int], str] | None = None,
    ) -> None: ...
    def read(
        self,
        path: Path,
        name: str,
        format: str,
        layout_directories: list[Path],
        progress: Callable[[int, int], None] | None = None,
    ) -> list[str]:
        """Read the next file of the trace; notes on it."""

    def push(self, stream: object, name: str, row: int) -> int:
        """Take columns from anything with `__arrow_c_stream__`, the first row of which has the number `row`;
        how many references there were.
        """

    def push_getpages(self, stream: object, name: str) -> int:
        """Take rows of the table db2_getpage; how many getpages there were."""

    def pools(self) -> list[PoolSummary]:
        """The pools of the trace so far."""

    def rows(self, pool: str, sizes: Sequence[int]) -> list[CurveRow]:
        """The plain LRU pool at sizes, exact or sampled."""

    def warm_rows(self, pool: str, sizes: Sequence[int]) -> list[WarmRow]:
        """The plain LRU pool at sizes, in ascending order, in use before the trace."""

    def opt_rows(self, pool: str, sizes: Sequence[int]) -> list[CurveRow]:
        """The clairvoyant bound at sizes."""

    def grid_rows(self, pool: str) -> list[SimulatedRow]:
        """The simulated pools, in the order in which they were asked for."""

    def partial(self) -> bytes:
        """The trace so far as a part that can be merged; ends the run."""

    def append(self, bytes: bytes, name: str) -> None:
        """Append a part that was computed apart; PartError."""

    def finish(self) -> list[str]:
        """Check what only the whole trace shows; notes on it."""

class Columns:
    """Columns of one length, for whatever takes `__arrow_c_stream__`."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

class Numbers:
    """Numbers of objects, in order of first appearance."""

    def __init__(self) -> None: ...
    def of(self, frame: object) -> tuple[Columns, bytes]:
        """`number`, that of the object of each row of a frame of one piece, whose columns of text and whole
        numbers name it; and the rows that are the first of theirs, 32 bits each. ColumnsError.
        """

class Ask:
    """What is asked of each object."""

    SUM: Final[Ask]
    LARGEST: Final[Ask]
    SMALLEST: Final[Ask]
    WORST: Final[Ask]
    TIES: Final[Ask]
    LEAST: Final[Ask]
    FIRST: Final[Ask]
    LAST: Final[Ask]

class Fold:
    """Sums, extremes and rows of each object."""

    def __init__(self, asks: Sequence[Ask]) -> None: ...
    def add(self, frame: object) -> list[bytes]:
        """Take rows in order of time, a frame of one piece: first the number of the object of each, then
        columns whose names are places of asks. By ask the rows that may be its answer, 32 bits each; of ties
        all. ColumnsError.
        """

    def seen(self) -> Columns:
        """`seen`: by number, which objects had rows."""

    def totals(self, objects: object) -> Columns:
        """What sums and extremes came to for the objects of a frame of one piece and one column of numbers:
        that column, and one by the place of each ask for which any object has a value. ColumnsError.
        """

    def held(self, objects: object, part: int) -> Columns:
        """The same without rounding: sums of floating point are held as several numbers, the largest first.
        Part 0 has the first of them and all other sums and extremes, each further part one number more, until
        one has no ask. `add` takes them for the rows that were added. ColumnsError.
        """

class Rises:
    """Counters, each with whether a fall of it tells a restart, to what they rose between readings."""

    def __init__(self, counters: Sequence[tuple[str, bool]]) -> None: ...
    def take(self, frame: object) -> Columns | None:
        """Take readings, a frame of one piece: object, owner, moment, end, file, record, and counters by
        their names. What each rose, with `difference`, `again`, `alone`, `start`, `elapsed` in microseconds,
        `less_file` and `less_record`; None where those of an object are not in order. ColumnsError.
        """

    def subtracted(self) -> Columns:
        """`there`: by number, which objects have a rise."""
