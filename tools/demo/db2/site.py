"""Both members through the day: the records that they write in an interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .accounting import accounting
from .counters import Counters
from .estate import MEMBERS
from .model import run
from .statistics import statistics

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..spec import Spec


class Members:
    """The members of the data sharing group."""

    def __init__(self) -> None:
        """Start the day; Db2 itself was started before."""
        self._counters = {spec.name: Counters() for spec in MEMBERS}

    def records(self, end: int) -> Iterator[Spec]:
        """Give what is written in the quarter of an hour up to `end`."""
        for spec in MEMBERS:
            done = run(spec, end)
            yield from statistics(done, self._counters[spec.name])
            yield from accounting(done)
