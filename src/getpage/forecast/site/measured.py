"""Processors as RMF measured them, for forecasts that were not told: how many, and how busy they were.

Processors online and their busy share are means over the intervals that the evidence has of the z/OS system.
What the user says goes before what was measured. Reference: SMF 70 subtype 1.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.core.numbers import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.contract.storage import Processors
    from getpage.core.names import Image
    from getpage.forecast.settings import Settings

# Above this there is no room for a queueing model: the forecast then stays without one.
_FULLEST_PERCENT = 99.9


def with_measured(settings: Settings, image: Image, processors: Sequence[Processors]) -> tuple[Settings, str]:
    """Settings with processors and busy of a z/OS system where not given, and a word on it; else as given."""
    if settings.processors is not None or settings.busy_percent is not None:
        return settings, ""
    mine = [one for one in processors if one.image == image and one.seconds > 0 and one.online_seconds > 0]
    if not mine:
        return settings, ""
    online = sum(one.online_seconds for one in mine)
    busy = 100 * sum(one.busy_seconds for one in mine) / online
    count = round(online / sum(one.seconds for one in mine))
    if count < 1 or busy > _FULLEST_PERCENT:
        return settings, ""
    word = (
        f"{image}: {counted(count, 'processor')}, {busy:.1f} % busy on average over "
        f"{counted(len(mine), 'interval')} (SMF 70.1); "
        "--processors and --busy say otherwise"
    )
    return replace(settings, processors=count, busy_percent=busy), word
