"""Transactions that link several times with COMMAREAs where a channel may need one LINK.

What it does:
    Lists transactions whose tasks make four DPL requests or more without a channel, and those of the MQ DPL
    bridge with COMMAREAs (CKBP) that link as often. It shows how much data they pass at most, and what of
    their wait a channel saves.

Why it matters:
    A COMMAREA holds 32 KB. A larger message goes in pieces, each a request to the other region with its
    wait and its CPU on both sides.

Evidence:
    PCDPLCT, PCDPLCCT, PCDLCSDL, PCDLCRDL and PCLINKCT of SMF 110 subtype 1, with IRIOWTT and ISIOWTT. No
    field has the length of a COMMAREA.

What to do:
    See in the program whether its LINKs pass one message in pieces. If so, let it and the program that it
    links to use a channel; over the MQ bridge, let the client send one message for CKBC.

How to verify:
    The same records: one DPL request per task, with a channel, and a shorter wait for MRO or IPIC.

References:
    I. Burnett, "CICS V5 Performance", Impact 2014, "CICS MQ DPL Bridge": 256 KB take 8 LINKs and messages
    each way with COMMAREAs of 32 KB, and 1 with a channel; 1 MB took 233 ms and then 25 ms, with more than
    46 % less CPU of CICS and more than 60 % less in all. IBM CICS TS documentation, "Performance data in
    group DFHPROG". The four are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.core.units import KIB
from getpage.products.cics import transactions
from getpage.products.cics.interfaces import (
    PUBLISHED_CHANNEL,
    PUBLISHED_COMMAREAS,
    PUBLISHED_LINKS,
    Interface,
    interfaces,
    saved_share,
)
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import TRANSACTIONS
from getpage.result import Fact, Finding, Kind, Severity

ID = "cics-commarea-links"
TITLE = "Transactions that link several times with COMMAREAs"
LOOKS_AT = TRANSACTIONS
NO_COMMAND = "The interface is part of both programs: no definition changes it."
FINDS = (Kind.NOTE,)

#: LINKs per task from which on a message may go in pieces, and transactions that are shown.
_MANY: Final = 4
_SHOWN: Final = 5


def find(region: Region) -> Iterator[Finding]:
    """Each of them."""
    many = [each for each in interfaces(region) if (each.by_commarea or 0.0) >= _MANY]
    for each in many[:_SHOWN]:
        yield _finding(region, each)


def _finding(region: Region, each: Interface) -> Finding:
    links = each.by_commarea or 0.0
    least, most = saved_share(links)
    they = "Over the MQ bridge they" if each.is_bridge else "They"
    saves = (
        f"That saves {numbers.seconds(least * each.waited)} to {numbers.seconds(most * each.waited)} of wait "
        "per task."
        if each.waited
        else f"Published for {PUBLISHED_LINKS}: {numbers.seconds(PUBLISHED_COMMAREAS)} became "
        f"{numbers.seconds(PUBLISHED_CHANNEL)}, with more than 46 % less CPU of CICS."
    )
    return Finding(
        check=ID,
        object=region.within(each.name),
        severity=Severity.INFO,
        kind=Kind.NOTE,
        headline=f"{links:,.0f} LINKs per task with COMMAREAs; a channel may need 1",
        claim=f"{they} pass up to {wording.size(each.most_data)} each way; if that is one message, a channel "
        f"takes one LINK. {saves}",
        evidence=tuple(_facts(region, each, least, most)),
    )


def _facts(region: Region, each: Interface, least: float, most: float) -> Iterator[Fact]:
    yield computed("LINKs per task with COMMAREAs", each.by_commarea or 0.0, "LINKs")
    yield computed("LINKs with a channel, if they pass one message", 1, "LINKs")
    yield computed("data each way at most", each.most_data / KIB, "KiB")
    if each.waited:
        yield computed("MRO and IPIC wait per task", 1000 * each.waited, "ms")
        yield computed("of it saved at least", 1000 * least * each.waited, "ms")
        yield computed("of it saved at most", 1000 * most * each.waited, "ms")
    yield computed("published for 1 MB, 32 LINKs with COMMAREAs", 1000 * PUBLISHED_COMMAREAS, "ms")
    yield computed("published for 1 MB, a channel", 1000 * PUBLISHED_CHANNEL, "ms")
    yield computed("published for 1 MB, less CPU of CICS, more than", 46, "%")
    yield computed("published for 1 MB, less CPU of CICS, MQ and TCP/IP, more than", 60, "%")
    if each.is_bridge:
        row = each.task[transactions.MOST_LINKS]
        labels = {"links": "LINKs, busiest quarter of an hour"}
    else:
        row = each.task[transactions.MOST_DPL]
        labels = {
            "dpl_requests": "DPL requests, busiest quarter of an hour",
            "dpl_with_channel": "of them with a channel",
        }
    yield from region.facts(transactions.TABLE, row, **labels, tasks="tasks in it")
