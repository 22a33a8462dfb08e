"""What a product says of its evidence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from getpage.contract.knob import Knob, Limit
    from getpage.contract.storage import Processors, RealStorage
    from getpage.contract.work import ClassTime, Work
    from getpage.result import Account, Change, Finding, Missing, Picture, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What a system says of its evidence."""

    findings: tuple[Finding, ...] = ()
    changes: tuple[Change, ...] = ()
    accounts: tuple[Account, ...] = ()
    #: Pictures, tables, work and class times may be made on the first look, see `lazy`.
    pictures: Sequence[Picture] = ()
    tables: Sequence[Table] = ()
    missing: tuple[Missing, ...] = ()
    #: What the ledger puts all accounts of one z/OS system into; only z/OS itself knows it.
    real_storage: tuple[RealStorage, ...] = ()
    #: What forecast and plan may turn, what bounds it, and what was done in each interval.
    knobs: tuple[Knob, ...] = ()
    limits: tuple[Limit, ...] = ()
    work: Sequence[Work] = ()
    #: How busy the processors were meanwhile; only z/OS itself knows it.
    processors: tuple[Processors, ...] = ()
    #: Where the time of each class of work went; what prove compares class by class.
    spent: Sequence[ClassTime] = ()
    #: Objects whose shortage is that of another, each with the other: a queue that waits for its pool. Where
    #: both are found, the first answers say it once.
    repeats: Mapping[str, str] = field(default_factory=dict)
