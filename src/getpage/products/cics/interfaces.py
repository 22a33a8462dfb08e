"""How data goes to programs of other regions: in COMMAREAs or with a channel, and what each takes.

A COMMAREA holds 32 KB. More data goes in pieces, a LINK each in the same unit of work; a channel passes all
of it in one. Up to 32 KB both cost about the same. SMF 110 counts DPL requests, those with a channel, and the
data of these; of a COMMAREA no field has the length, so that a task with several of them may as well have
called several programs.

A piece takes as long as any other, so that n of them take n times the n-th part; a channel takes no less than
one piece. Of n LINKs' wait it saves at most (n - 1) / n. At least what was published for the MQ DPL bridge:
1 MB took 233 ms in 32 LINKs and 25 ms with a channel, and less data takes a channel no longer.

Over that bridge, transaction CKBP links to the program once for each message of 32 KB, and CKBC once for all.

Reference: I. Burnett, "CICS V5 Performance", Impact 2014, "CICS MQ DPL Bridge"; IBM CICS TS documentation,
"Performance data in group DFHPROG", "Performance data in group DFHCHNL".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Final

from getpage.contract.measures import Aggregate, Measure
from getpage.core.numbers import Scalar
from getpage.core.units import KIB
from getpage.result import Table

from . import transactions
from .region import Region

COMMAREA: Final = 32 * KIB
#: The bridge's task for messages with COMMAREAs. Its first LINK is that to its own program.
BRIDGE: Final = "CKBP"
_OWN: Final = 1
#: Published: LINKs of 32 KB for 1 MB, and seconds of them and of a channel.
PUBLISHED_LINKS: Final = 32
PUBLISHED_COMMAREAS: Final = 0.233
PUBLISHED_CHANNEL: Final = 0.025
#: Transactions that the table shows, by their DPL requests: ours.
_SHOWN: Final = 20
_COLUMNS: Final = (
    *("transaction", "tasks", "DPL with COMMAREA", "DPL with channel"),
    *("sent per channel (KB)", "returned (KB)", "LINKs with COMMAREAs for it"),
    *("MRO and IPIC wait (ms)", "of it saved at least (ms)", "at most (ms)"),
)


def commareas(size: float) -> int:
    """LINKs that so many bytes take with COMMAREAs of 32 KB; 1 with a channel."""
    return max(1, ceil(size / COMMAREA))


def saved_share(links: float) -> tuple[float, float]:
    """The least and the most of their time that a channel saves of so many LINKs, which pass one message."""
    if links <= 1:
        return 0.0, 0.0
    pieces = links * PUBLISHED_COMMAREAS / PUBLISHED_LINKS
    channel = PUBLISHED_CHANNEL * max(1.0, links / PUBLISHED_LINKS)
    return max(0.0, 1 - channel / pieces), 1 - 1 / links


@dataclass(frozen=True, slots=True)
class Interface:
    """What a task of a transaction sends to other regions, on average; seconds and bytes."""

    task: Measure
    tasks: int
    is_bridge: bool
    by_commarea: float | None
    by_channel: float
    sent: float
    returned: float
    waited: float

    @property
    def name(self) -> str:
        """Its transaction."""
        return str(self.task.key[-1])

    @property
    def most_data(self) -> float:
        """Bytes that its COMMAREAs pass each way at most."""
        return (self.by_commarea or 0.0) * COMMAREA

    @property
    def in_commareas(self) -> int:
        """LINKs that the data of one request with a channel would take otherwise."""
        return commareas(max(self.sent, self.returned))


def interfaces(region: Region) -> list[Interface]:
    """Of all transactions that link to other regions, or that are those of the bridge; most LINKs first."""
    every = [interface for task in region.transactions if (interface := _of(task)) is not None]
    return sorted(every, key=lambda each: (-each.tasks * (each.by_commarea or 0.0), each.name))


def _of(task: Measure) -> Interface | None:
    tasks = int(task[transactions.TASKS] or 0)
    if not tasks:
        return None

    def each(*asks: Aggregate[float]) -> float:
        return sum(float(task[ask] or 0) for ask in asks) / tasks

    dpl, channels = each(transactions.DPL), each(transactions.DPL_WITH_CHANNEL)
    is_bridge = task.key[-1] == BRIDGE
    if is_bridge:
        by_commarea: float | None = max(each(transactions.LINKS) - _OWN, 0.0)
    else:
        is_known = task[transactions.MOST_WITH_CHANNEL] is not None
        by_commarea = max(dpl - channels, 0.0) if is_known else None
    if not dpl and not is_bridge:
        return None
    with_channel = channels * tasks

    def of_channel(ask: Aggregate[float]) -> float:
        return float(task[ask] or 0) / with_channel if with_channel else 0.0

    return Interface(
        task=task,
        tasks=tasks,
        is_bridge=is_bridge,
        by_commarea=by_commarea,
        by_channel=channels,
        sent=of_channel(transactions.DPL_SENT),
        returned=of_channel(transactions.DPL_RETURNED),
        waited=each(transactions.MRO, transactions.IPIC),
    )


def by_interface(region: Region) -> Iterator[Table]:
    """One of a region whose tasks link to other regions."""
    every = interfaces(region)
    if not every:
        return
    left = f" {len(every) - _SHOWN} more are left out." if len(every) > _SHOWN else ""
    yield Table(
        title=f"Interfaces of LINKs of {region.label}",
        columns=_COLUMNS,
        rows=tuple(_row(each) for each in every[:_SHOWN]),
        note="Averages per task; of CKBP the LINKs of the MQ DPL bridge. A COMMAREA holds 32 KB: the data of "
        "a channel would take as many LINKs as shown. Saved is the wait if all COMMAREAs of a task pass one "
        f"message; several programs, or up to 32 KB, save nothing (SMF 110 subtype 1).{left}",
    )


def _row(each: Interface) -> tuple[Scalar, ...]:
    least, most = saved_share(each.by_commarea or 0.0)
    has_channel = each.by_channel > 0
    return (
        each.name,
        each.tasks,
        None if each.by_commarea is None else round(each.by_commarea, 2),
        round(each.by_channel, 2),
        *(round(size / KIB, 2) if has_channel else None for size in (each.sent, each.returned)),
        each.in_commareas if has_channel else None,
        *(round(1000 * seconds, 4) for seconds in (each.waited, least * each.waited, most * each.waited)),
    )
