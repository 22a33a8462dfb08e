"""What is measured of facilities that hold data in storage: temporary storage, LSR pools, programs, files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import polars as pl

from getpage.contract.measures import Aggregate, First, Largest, Latest, Measure, Smallest, Worst
from getpage.products.common.passes import Pass

from .rows import CONTEXT, OWNER, SPAN, TRACE, CounterTotal, total

TS_TABLE: Final = "cics_temporary_storage"
LSR_TABLE: Final = "cics_lsr_pool"
BUFFER_TABLE: Final = "cics_lsr_buffer"
LOADER_TABLE: Final = "cics_loader"
FILE_TABLE: Final = "cics_file"
PROGRAM_TABLE: Final = "cics_program"
COUNT_TABLE: Final = "cics_transaction_count"
TD_TABLE: Final = "cics_transient_data"
#: How the knobs of temporary storage are called.
TSMAINLIMIT: Final = "TSMAINLIMIT"
TS_BUFFERS: Final = "TS-BUFFERS"
#: How main temporary storage is named as an object.
MAIN: Final = "main temporary storage"


@dataclass(frozen=True)
class FacilityWaits:
    """Waits for buffers or strings, which `column` counts: how many, the statistics interval with most, and
    how many waited at once.
    """

    column: str

    @property
    def peak(self) -> str:
        """The column of how many waited at once."""
        return f"peak_{self.column}"

    @cached_property
    def times(self) -> CounterTotal:
        """How often tasks waited."""
        return total(self.column)

    @cached_property
    def worst(self) -> Worst:
        """The statistics interval with most waits."""
        return Worst(self.column)

    @cached_property
    def most(self) -> Largest:
        """How many waited at once."""
        return Largest(self.peak)

    @property
    def asks(self) -> tuple[Aggregate[Any], ...]:
        """What a pass has to answer."""
        return (*self.times.asks, self.worst, self.most)

    def are_many(self, measure: Measure | None, many: float) -> bool:
        """Whether they were more than so many in a statistics interval."""
        row = None if measure is None else measure[self.worst]
        return row is not None and (row[self.column] or 0) > many


#: Of temporary storage and of transient data alike.
WAITS: Final = {"buffers": FacilityWaits("buffer_waits"), "strings": FacilityWaits("string_waits")}
_WAITED: Final = tuple(ask for waits in WAITS.values() for ask in waits.asks)
EXHAUSTED: Final = total("times_exhausted")
AT_MAIN_LIMIT: Final = total("times_at_main_limit")
PUTS_AUXILIARY: Final = total("puts_auxiliary")
GETS_AUXILIARY: Final = total("gets_auxiliary")
TS_READS: Final = total("buffer_reads")
FULLEST_MAIN: Final = Worst("peak_main_in_use")
LAST_MAIN: Final = Latest(pl.col("main_limit").is_not_null())
LAST_TS: Final = Latest()
#: What says that main temporary storage came near to TSMAINLIMIT, and that it tried to exceed it.
MAIN_WARNED, MAIN_EXCEEDED = "DFHTS1601", "DFHTS1602"

TS: Final = Pass(
    table=TS_TABLE,
    by=OWNER,
    columns=(
        *("buffers", "strings", "buffer_waits", "peak_buffer_waits", "string_waits", "peak_string_waits"),
        *(
            "times_exhausted",
            "cis",
            "peak_cis",
            "ci_size",
            "puts_auxiliary",
            "gets_auxiliary",
            "buffer_reads",
        ),
        *("puts_main", "main_limit", "main_in_use", "peak_main_in_use", "times_at_main_limit", *CONTEXT),
    ),
    asks=(
        *_WAITED,
        *(ask for counter in (EXHAUSTED, AT_MAIN_LIMIT) for ask in counter.asks),
        *(ask for counter in (PUTS_AUXILIARY, GETS_AUXILIARY, TS_READS) for ask in counter.asks),
        *(FULLEST_MAIN, LAST_MAIN, LAST_TS, *SPAN),
    ),
    keep=TRACE,
)

FIRST_SEEN: Final = First()
LAST_SEEN: Final = Latest()

LSR_STRING_WAITS: Final = total("string_waits")
MOST_LSR_WAITS: Final = Largest("string_waits")
LEAST_LSR_WAITS: Final = Smallest("string_waits")
MOST_FOR_LSR_STRINGS: Final = Largest("peak_string_waits")

#: VSAM counts from when a pool was built, and CICS resets nothing of it: the first page and the last one.
LSR_POOLS: Final = Pass(
    table=LSR_TABLE,
    by=(*OWNER, "lsr_pool"),
    columns=("strings", "peak_strings", "string_waits", "peak_string_waits", *CONTEXT),
    asks=(
        FIRST_SEEN,
        LAST_SEEN,
        *LSR_STRING_WAITS.asks,
        MOST_LSR_WAITS,
        LEAST_LSR_WAITS,
        MOST_FOR_LSR_STRINGS,
    ),
    keep=TRACE,
)
LSR_BUFFERS: Final = Pass(
    table=BUFFER_TABLE,
    by=(*OWNER, "lsr_pool", "kind", "buffer_bytes"),
    columns=("buffers", "hiperspace_buffers", "lookasides", "reads", "user_writes", "other_writes", *CONTEXT),
    asks=(FIRST_SEEN, LAST_SEEN),
    keep=TRACE,
)

LOAD_WAITS: Final = total("waits")
LOADS: Final = total("loads")
WORST_LOADS: Final = Worst("waits", then=("loads",))

LOADER: Final = Pass(
    table=LOADER_TABLE,
    by=OWNER,
    columns=("loads", "uses", "waits", "peak_waiting", *CONTEXT),
    asks=(*LOAD_WAITS.asks, *LOADS.asks, WORST_LOADS),
    keep=TRACE,
)

REMOVED: Final = total("compressed")
FETCHED: Final = total("fetches")
MOST_REMOVED: Final = Worst("compressed", then=("fetches",))

PROGRAMS: Final = Pass(
    table=PROGRAM_TABLE,
    by=(*OWNER, "program"),
    columns=("uses", "fetches", "compressed", *CONTEXT),
    asks=(*REMOVED.asks, *FETCHED.asks, MOST_REMOVED),
    keep=TRACE,
)

TD_NO_SPACE: Final = total("nospace")
WORST_TD_SPACE: Final = Worst("nospace")
LAST_TD: Final = Latest()

#: Intrapartition transient data.
TD: Final = Pass(
    table=TD_TABLE,
    by=OWNER,
    columns=(
        *("buffers", "strings", "buffer_waits", "peak_buffer_waits", "string_waits", "peak_string_waits"),
        *("nospace", "cis", "peak_cis", "ci_size", *CONTEXT),
    ),
    asks=(*(*_WAITED, *TD_NO_SPACE.asks, WORST_TD_SPACE, LAST_TD),),
    keep=TRACE,
)

LAST_PROGRAM: Final = Latest(pl.col("program").is_not_null())

#: The first program of each transaction.
FIRST_PROGRAMS: Final = Pass(
    table=COUNT_TABLE,
    by=(*OWNER, "transaction"),
    columns=("program", *CONTEXT),
    asks=(LAST_PROGRAM,),
    keep=TRACE,
)

FILE_WAITS: Final = total("string_waits")
WORST_FILE: Final = Worst("string_waits", then=("peak_waiting",))
LAST_FILE: Final = Latest(pl.col("strings").is_not_null())

FILES: Final = Pass(
    table=FILE_TABLE,
    by=(*OWNER, "name"),
    columns=("strings", "string_waits", "peak_waiting", *CONTEXT),
    asks=(*FILE_WAITS.asks, WORST_FILE, LAST_FILE),
    keep=TRACE,
)
