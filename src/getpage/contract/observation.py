"""What is observed in a window of evidence: by one product, and by all together."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from getpage.contract.knob import Knob, Limit
    from getpage.contract.storage import Processors, RealStorage
    from getpage.contract.work import ClassTime, Work
    from getpage.core.names import Object
    from getpage.result import Account, Change, Finding, Missing, Picture, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What a product says of its evidence, or what all of them say."""

    findings: tuple[Finding, ...] = ()
    changes: tuple[Change, ...] = ()
    accounts: tuple[Account, ...] = ()
    pictures: tuple[Picture, ...] = ()
    tables: tuple[Table, ...] = ()
    missing: tuple[Missing, ...] = ()
    #: What the ledger puts all accounts of one z/OS image into.
    real_storage: tuple[RealStorage, ...] = ()
    #: What forecast and plan may turn, what bounds it, and what was done in each interval.
    knobs: tuple[Knob, ...] = ()
    limits: tuple[Limit, ...] = ()
    work: tuple[Work, ...] = ()
    #: How busy the processors were meanwhile; only z/OS itself knows it.
    processors: tuple[Processors, ...] = ()
    #: Where the time of each class of work went; what prove compares class by class.
    class_times: tuple[ClassTime, ...] = ()
    #: Objects whose shortage is that of another, each with the other: a queue that waits for its pool. Where
    #: both are found, the first answers say it once.
    repeats: Mapping[Object, Object] = field(default_factory=dict)


def together(observations: Iterable[Observation]) -> Observation:
    """What all say, in their order, as one."""
    every = tuple(observations)
    lists = {
        one.name: tuple(item for said in every for item in getattr(said, one.name))
        for one in fields(Observation)
        if one.name != "repeats"
    }
    return Observation(**lists, repeats={name: other for one in every for name, other in one.repeats.items()})
