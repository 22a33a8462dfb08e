"""What each rule of SVC dumps looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.looked import Looks

from . import checks

if TYPE_CHECKING:
    from .dumps import Dumps

LOOKS: Final[tuple[Looks[Dumps], ...]] = (
    Looks("SVC dump", lambda dumps: len(dumps.all), (checks.partial, checks.no_data_set)),
    Looks(
        "capture of a dump",
        lambda dumps: sum(one.seconds is not None for one in dumps.all),
        (checks.slow_capture,),
    ),
    Looks(
        "space for dumps beside auxiliary storage",
        lambda dumps: int(None not in (dumps.maxspace, dumps.slots, dumps.lowest)),
        (checks.fill_auxiliary,),
    ),
    Looks(
        "system whose MAXSNDSP is known",
        lambda dumps: int(dumps.option_value("maxsndsp") is not None),
        (checks.standstill,),
    ),
)
