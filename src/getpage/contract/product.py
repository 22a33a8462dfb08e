"""A product: what uses memory and has a folder of its own.

All that is particular to it is stated here. Nothing has a default, as that would be another product's: what a
product does not have it says by None or by nothing in a tuple.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from getpage.contract.collect import Collect
    from getpage.contract.consolidation import ConsolidationModel
    from getpage.contract.evidence import Evidence, Need
    from getpage.contract.member import MemberForm
    from getpage.contract.observation import Observation
    from getpage.contract.outage import OutageModel
    from getpage.contract.price import PublishedGain, ReadPrice
    from getpage.contract.printed import Printed
    from getpage.contract.records import RecordTypes
    from getpage.contract.supply import Supply
    from getpage.contract.terms import Term
    from getpage.contract.trace_source import TraceSource
    from getpage.contract.xml import XmlReader
    from getpage.core.text import CommentMarks


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
    collect: Collect

    #: Terms of its own that a report explains.
    terms: tuple[Term, ...]
    #: What makes a comment in the input of its commands.
    comments: CommentMarks
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
