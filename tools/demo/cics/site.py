"""The regions through the day: the records that they write in an interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import INTERVAL
from . import dbctl, monitoring
from .estate import REGIONS
from .model import RegionInterval
from .statistics import statistics

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..spec import Spec


class Regions:
    """The regions of both systems, and the end of a session with DBCTL; `page_ins` tells those of each job in
    the interval up to a second.
    """

    def __init__(self, page_ins: Callable[[int], dict[str, int]]) -> None:
        """Start the day; CICS itself was started before."""
        self._page_ins = page_ins

    def records(self, end: int) -> Iterator[Spec]:
        """Give what is written in the quarter of an hour up to `end`."""
        paged = self._page_ins(end)
        for spec in REGIONS:
            yield statistics(RegionInterval(spec, end), paged.get(spec.name, 0))
            yield from monitoring.records(spec, end, end - INTERVAL)
        if end == dbctl.ENDED:
            yield dbctl.session()
