"""A product: what uses memory and has a folder of its own.

All that is particular to it is stated here. Nothing has a default, as that would be another product's: what a
product does not have it says by None or by nothing in a tuple.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from getpage.contract.collect import Collect, Supply
    from getpage.contract.consolidation import ConsolidationModel
    from getpage.contract.evidence import Evidence, Need
    from getpage.contract.namesakes import NamesakeSearch
    from getpage.contract.observation import Observation
    from getpage.contract.outage import OutageModel
    from getpage.contract.price import PublishedGain, ReadPrice
    from getpage.contract.printed import Printed
    from getpage.contract.xml import XmlReader
    from getpage.core.text import CommentMarks


#: Names of jobs and subsystems of z/OS: MVS JCL Reference, "Character sets".
SYSTEM_NAMES: Final = "[A-Z#$@][A-Z0-9#$@]{0,7}"
#: Names that no command carries: a JVM named after its log, a Linux host.
PRINTED_NAMES: Final = "[ -~]{1,255}"


class Holds(StrEnum):
    """What a member holds of each change."""

    COMMANDS = "commands"  # what is entered
    LASTING = "lasting"  # what makes it last over a restart
    SETTINGS = "settings"  # lines of a parameter member, for the next start


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberForm:
    """One kind of member of a library in which commands are written. `suffix` ends its name, `undo` that
    of the member that takes it back: three letters each, behind up to five of the name of the subsystem.
    `title` says what it is and how it is run; `first` and `last` are lines around the commands, with
    `{name}` for the subsystem. A command that does not begin with `begins` is for a console, and is
    written as a comment; one that is longer than a line is continued by `continued` at the end of it.
    """

    holds: Holds
    suffix: str
    undo: str
    title: str
    first: str = ""
    last: str = ""
    begins: str = ""
    continued: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceSource:
    """A table with a row for each page that was asked for, in the order of file and record.

    `records` is how sentences call its records. `columns` are those that tell the trace, as the kernel takes
    them; `read_by` those of them that say which page was asked for, and how. `pool` is the name of a pool by
    its number.
    """

    table: str
    records: str
    columns: tuple[str, ...]
    read_by: tuple[str, ...]
    pool: Callable[[int], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordTypes:
    """SMF record types of a product that writes more kinds of records than layouts are published for.

    `subtype` is what it calls their subtypes, `release` puts the release that wrote one into words, and
    `no_layout` says how to come by a layout. `notes` are what is to be said of a file of a manifest that
    has its records in another form than SMF. `spelled` is how a record of a subtype is called where it is
    none of SMF, though a type of SMF stands for it.
    """

    types: tuple[int, ...]
    subtype: str
    release: Callable[[str], str]
    no_layout: str
    notes: Callable[[Mapping[str, Any]], tuple[str, ...]]
    spelled: Callable[[int], str] | None


@dataclass(frozen=True, slots=True)
class Term:
    """A term, the pattern that finds it in text, and what it means in one sentence."""

    name: str
    pattern: str
    meaning: str

    @property
    def anchor(self) -> str:
        """The fragment that the term is linked by."""
        return "term-" + re.sub(r"\W+", "-", self.name.lower()).strip("-")


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """One product: its names, its rules, how it looks at evidence, and what evidence of it there is."""

    #: In identities, options and JSON; in headings; within a sentence ("as Db2 saw it").
    name: str
    title: str
    called: str

    #: Tables of its own, and those of which one with a row says that there is something of it to analyse.
    tables: tuple[str, ...]
    seen_in: tuple[str, ...]
    analyse: Callable[[Evidence], Observation]
    #: Which of its systems or subsystems are two of one name, where its evidence shows that.
    namesakes: NamesakeSearch | None
    needs: tuple[Need, ...]

    #: Messages and reports that a site has printed, reports in XML, and how its records are called where
    #: their types and subtypes do not say enough.
    printed: Callable[[], Printed]
    xml: Callable[[], tuple[XmlReader, ...]] | None
    #: What a file's name says that its rows are of, where these do not: the same row of another is another.
    of_file: Callable[[str], str] | None
    records: RecordTypes | None
    #: What makes its reports by interval, as their names begin: RMF.
    reports_by: str
    supply: Supply
    #: How a site comes by its evidence.
    collect: Callable[[], Collect]

    #: Terms of its own that a report explains.
    terms: Callable[[], tuple[Term, ...]]
    #: What makes a comment in the input of its commands.
    comments: CommentMarks
    #: Pattern of the names that its subsystems can have: for one of another name no command is given, as no
    #: name is ever shortened to one that may be another subsystem's.
    names: str
    #: The members of libraries that its commands are written as; empty where a site enters them otherwise.
    members: tuple[MemberForm, ...]
    #: What the names of the address spaces that keep its pools add to that of the subsystem.
    pools_live_in: tuple[str, ...]
    #: The same of those that hold what a line of its accounts measured in real storage, by the line's holder;
    #: None where these are those of its pools.
    measured_in: Callable[[str], tuple[str, ...]] | None
    #: Bytes of a page by the name of its pool, None for no such name; None where names do not tell.
    page_bytes: Callable[[str], int | None] | None
    #: Its trace of page references, where its records can have one.
    traced: TraceSource | None
    #: CPU of one of its reads as published, and what others gained by larger pools.
    read_price: ReadPrice | None
    #: What a stopped consumer does to its pools, where they hold messages.
    outage: OutageModel | None
    #: What fewer of its subsystems take for the same work, where they share it.
    consolidation: ConsolidationModel | None
    gains: tuple[PublishedGain, ...]
