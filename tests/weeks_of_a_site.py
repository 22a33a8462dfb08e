"""A queue manager and its image over several days, each with a dump of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import getpage
from sites_with_truth import Queue, Site

if TYPE_CHECKING:
    from pathlib import Path

    from getpage import Store

#: One pool that reads back, one that is healthy.
SHORT = Queue(buffers=20_000, backlog=60_000, old=1_000, stays=True, total=200_000, location="ABOVE")
HEALTHY = Queue(buffers=50_000, backlog=9_000, old=1_000, stays=False, total=90_000, location="ABOVE")
SITE = Site(queues=(SHORT, HEALTHY), tables=(), free=4_000_000, memory_limit=4_096, spare_2g=0)


def loaded(directory: Path, *sites: Site) -> Store:
    """A store with one site a day, from the first on."""
    store = None
    for number, site in enumerate(sites):
        store = getpage.load(write_day(directory, site, number), into=directory / "store", system="SY1")
    assert store is not None
    return store


def write_day(directory: Path, site: Site, number: int) -> Path:
    """The directory with the dump of a day."""
    of_day = directory / f"day{number}"
    of_day.mkdir(parents=True)
    replace(site, day=number).write(of_day)
    return of_day


def with_queue(number: int, **values: object) -> Site:
    """The site with one of its queues changed."""
    queues = [*SITE.queues]
    queues[number] = replace(queues[number], **values)
    return replace(SITE, queues=tuple(queues))
