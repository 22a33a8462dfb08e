"""What the rules of SVC dumps look at, and how many of it a system has enough evidence of."""

from __future__ import annotations

from typing import Final

from getpage.contract.checks import Scope

from .dumps import Dumps

DUMPS: Final[Scope[Dumps]] = Scope("SVC dump", lambda dumps: len(dumps.all))
CAPTURES: Final[Scope[Dumps]] = Scope(
    "capture of a dump",
    plural="captures of dumps",
    count=lambda dumps: sum(dump.seconds is not None for dump in dumps.all),
)
SPACE: Final[Scope[Dumps]] = Scope(
    "space for dumps beside auxiliary storage",
    plural="spaces for dumps beside auxiliary storage",
    count=lambda dumps: int(None not in (dumps.maxspace, dumps.slots, dumps.lowest)),
)
STANDSTILL: Final[Scope[Dumps]] = Scope(
    "system whose MAXSNDSP is known",
    plural="systems whose MAXSNDSP is known",
    count=lambda dumps: int(dumps.option_value("maxsndsp") is not None),
)
#: Seen only where others say what a dump of theirs takes, see `contract/observation.py`.
LARGEST: Final[Scope[Dumps]] = Scope(
    "space for a dump of the largest subsystem",
    plural="spaces for a dump of the largest subsystem",
    count=lambda dumps: int(dumps.needed is not None),
)
