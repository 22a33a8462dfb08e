"""Both systems through the day: the records that RMF and SMF write in an interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import busy, common
from .coupling import activity
from .estate import PRODUCTS
from .model import SystemInterval
from .processors import MODEL, of_machine, processor_activity
from .spaces import accounting, classes
from .storage import paging

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..spec import Spec


def page_ins(end: int) -> dict[str, int]:
    """Give the page-ins of every address space by job, in the quarter of an hour up to `end`."""
    machine = (SystemInterval(spec, end) for spec in PRODUCTS)
    return {space.spec.job: space.page_ins for done in machine for space in done.spaces}


class Systems:
    """The z/OS systems."""

    def records(self, end: int) -> Iterator[Spec]:
        """Give what is written in the quarter of an hour up to `end`."""
        machine = [SystemInterval(spec, end) for spec in PRODUCTS]
        for done in machine:
            yield processor_activity(done, machine)
            yield paging(done)
            yield from classes(done)
            yield from accounting(done)
            yield from activity(done)
        yield from common.records(end)
        yield from busy.records(end, of_machine(machine), MODEL)
