"""One more local page data set: PAGEADD, what has to be defined first, and PAGEDEL to take it back.

It is as large as brings the peak of the window, with two weeks of the growth that days show, down to half of
all slots. A data set that was taken away in the window (PAGEDEL) is added again as it is; else the name
continues those that are there. Nothing is advised without the sizes of the data sets, or where their names
have no number to continue.

References: IBM z/OS MVS System Commands, PAGEADD and PAGEDEL; DFSMS Access Method Services Commands,
DEFINE PAGESPACE; MVS Initialization and Tuning Reference, IEASYSxx PAGE. A 3390 has 12 blocks of 4 KB a
track, 15 tracks a cylinder.
"""

from __future__ import annotations

from functools import partial
from math import ceil
from typing import Any, Final

from getpage.contract.measures import Row
from getpage.core import wording
from getpage.core.names import FindingId
from getpage.core.units import PAGE
from getpage.result import Advise, Change

from .constants import FILLED_AFTER
from .paging_space import next_name
from .rows import PAGE_SETS
from .system import ZosSystem

_SETTING: Final = "page data sets"
_PER_CYLINDER: Final = 12 * 15


def add_data_set(system: ZosSystem, grows: float = 0.0) -> tuple[Advise, ...]:
    """Advice to add a local page data set for the peak and so many slots more; none where its size or name is
    not known.
    """
    fullest = system.paging_space.fullest
    if fullest is None or fullest["used"] is None:
        return ()
    slots = ceil((fullest["used"] + grows) / FILLED_AFTER - fullest["total"])
    rows = system.paging_space.latest
    gone = next((row for row in rows if row["taken_away"] and row["type"] == "LOCAL" and row["slots"]), None)
    names = [row["data_set"] for row in rows if row["type"] == "LOCAL" and row["data_set"]]
    name = gone["data_set"] if gone else next_name(names)
    if name is None or slots <= 0:
        return ()
    spell = partial(_change, system, fullest, name, int(gone["slots"]) if gone else slots, defined=bool(gone))
    return (Advise(subsystem=system.id, setting=_SETTING, spell=spell),)


def _change(
    system: ZosSystem,
    fullest: dict[str, Any],
    name: str,
    slots: int,
    because: tuple[FindingId, ...],
    *,
    defined: bool,
) -> Change:
    after = fullest["used"] / (fullest["total"] + slots)
    rows = system.paging_space.latest
    before = _page_parameter(rows, without=name)
    return Change(
        subsystem=system.id,
        setting=_SETTING,
        step=1,
        command=f"PAGEADD PAGE={name}",
        undo=f"PAGEDEL DELETE={name}",
        verify=f"D ASM shows {name} with status OK, and no local data set {_most(system)} full at the peak.",
        verify_after="a day, at the peak",
        storage_bytes=0,
        because=because,
        effect=f"{wording.size(slots * PAGE)} on disk: the peak then takes {wording.percent(after)} of all "
        f"slots, not {wording.percent(fullest['share'])}.",
        caution="It buys time: what was paged out comes back no sooner. PAGEDEL first moves its pages to the "
        "others, and is refused where they have no room.",
        only_after="" if defined else _define(name, slots),
        lasting=f"IEASYSxx: {_with(before, name)}" if before else "",
        lasting_undo=f"IEASYSxx: {before}" if before else "",
        evidence=tuple(
            system.fact(
                PAGE_SETS, "slots_used_maximum", row, f"slots in use of {row['data_set'] or row['type']}"
            )
            for row in system.paging_space.rows_at(fullest)
            if row["slots_used_maximum"] is not None and row["type"] in ("LOCAL", "SCM")
        ),
    )


def _define(name: str, slots: int) -> str:
    cylinders = ceil(slots / _PER_CYLINDER)
    return (
        f"it is defined, on a volume without other page data sets: DEFINE PAGESPACE(NAME({name}) "
        f"CYLINDERS({cylinders}) VOLUME(volser))"
    )


def _most(system: ZosSystem) -> str:
    return wording.percent(system.paging_space.limit)


def _page_parameter(rows: list[Row], without: str) -> str:
    """PAGE= with the data sets in use, in the order that IEASYSxx wants; empty where one has no name."""
    order = {"PLPA": 0, "COMMON": 1, "LOCAL": 2}
    used = [
        row for row in rows if row["type"] in order and row["data_set"] != without and not row["taken_away"]
    ]
    used.sort(key=lambda row: order[row["type"]])
    kinds = [row["type"] for row in used]
    if kinds[:2] != ["PLPA", "COMMON"] or any(row["data_set"] is None for row in used):
        return ""
    return f"PAGE=({','.join(row['data_set'] for row in used)},L)"


def _with(parameter: str, name: str) -> str:
    return f"{parameter.removesuffix(',L)')},{name},L)"
