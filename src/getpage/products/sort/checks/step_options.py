"""Options of one step that keep its sorts out of storage, where others of the system have it.

What it does:
    Names steps whose own MOSIZE, MOWRK, HIPRMAX and DSPSIZE let them hold nothing, or no more than they held,
    while other steps of the system show values that allow storage. Several sorts of the step are told apart:
    those that ran one after the other need the storage of the largest, those that ran together that of all.

Why it matters:
    No EXPMAX and no free storage helps such a step: all of its work goes through work data sets.

Evidence:
    ICE133I and ICE236I in the output of the step; SMF 16 and SMF 30 for time and size; SMF 71 for what was
    free in its hours.

What to do:
    Give that step the values of the others, where what is free in its hours holds its work. DFSPARM overrides
    every other place.

How to verify:
    ICE133I of its next run; ICE180I or ICE249I above 0, fewer tracks in SMF 16, a shorter step.

References:
    IBM z/OS DFSORT Application Programming Guide, OPTION MOSIZE, MOWRK, HIPRMAX, DSPSIZE.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.sort.constants import LARGE
from getpage.products.sort.limited_by import step_of
from getpage.products.sort.model import megabytes, peak
from getpage.products.sort.scopes import SORTS
from getpage.products.sort.sorts import Sorts
from getpage.products.sort.spelling import allowed_for_step
from getpage.result import Advise, Finding, Kind, Severity

ID = "sort-step-options"
TITLE = "Options of one step that keep its sorts out of storage"
LOOKS_AT = SORTS
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)
_NOT_KNOWN: Final = (
    "What was free while it ran is not known: SMF 16 and SMF 30 of the step, and SMF 71, show it."
)
_NO_ROOM: Final = (
    "Less was free in its hours, beside EXPRES and what a dump needs, than its sorts hold at a time."
)


def find(sorts: Sorts) -> Iterator[Finding]:
    """A finding a step, by its run with most work on disk."""
    if sorts.waits is not None and sorts.waits.is_of_processors:
        return
    runs: dict[str, dict[Any, list[Mapping[str, Any]]]] = defaultdict(lambda: defaultdict(list))
    for row in sorts.kept_out.iter_rows(named=True):
        if row["job"] and sorts.options.closed(row):
            runs[step_of(row)][row["read_time"] or row["file"], row["step_number"]].append(row)
    for step in sorted(runs):
        worst = max(runs[step].values(), key=lambda rows: sum(row["disk"] for row in rows))
        if sum(row["disk"] for row in worst) >= LARGE:
            yield _of(sorts, step, worst)


def _of(sorts: Sorts, step: str, rows: Sequence[Mapping[str, Any]]) -> Finding:
    last = rows[-1]
    names = sorts.options.closed(last)
    total = sum(row["disk"] for row in rows)
    shown = ", ".join(f"{name.upper()}={last[name]}" for name in names[:3])
    together = held_at_a_time(rows)
    saved = sorts.saved_by_all(rows)
    many = wording.plural(len(rows), "sort")
    facts = (
        *sorts.of_run(last, **{name: name.upper() for name in names}),
        *(replace(sorts.options.facts[name], label=f"{name.upper()} of another step") for name in names),
        computed("work on disk of the step", total, "bytes"),
        *(() if together is None else (computed("storage for all of its work", together, "bytes"),)),
    )
    advice, why = _advice(sorts, step, rows, names, together, saved)
    claim = "Other steps may hold more; this one has bounded itself."
    if together is not None:
        claim += f" Its {many} would hold {wording.size(together)} at a time."
    return Finding(
        check=ID,
        object=Object(sorts.id, step),
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"{shown}: {many} spilled {wording.size(total)}",
        claim=claim,
        evidence=facts,
        delay_seconds=0.0 if saved is None else max(0.0, saved[0]),
        advice=advice,
        no_command=why,
    )


def held_at_a_time(rows: Sequence[Mapping[str, Any]]) -> int | None:
    """The most bytes that sorts need at a time for all of their work: of those one after the other the
    largest; None where it is not known when each of several ran.
    """
    if len(rows) == 1:
        return int(rows[0]["work"])
    if any(row["begin"] is None or row["end"] is None or row["seconds"] is None for row in rows):
        return None
    return peak([(row["begin"].timestamp(), row["end"].timestamp(), row["work"]) for row in rows])


def _advice(
    sorts: Sorts,
    step: str,
    rows: Sequence[Mapping[str, Any]],
    names: Sequence[str],
    together: int | None,
    saved: tuple[float, float, float] | None,
) -> tuple[tuple[Advise, ...], str]:
    """The command, or why there is none."""
    free = [sorts.free_for(row) for row in rows]
    known = [each for each in free if each is not None]
    if together is None or saved is None or len(known) < len(rows):
        return (), _NOT_KNOWN
    room = min(each.beside(sorts.options.shown("EXPRES")) for each in known)
    if room < together or saved[1] <= 0:
        return (), _NO_ROOM
    needed = megabytes(together + max(sorts.held_beside(row) for row in rows))
    expmax = sorts.options.expmax
    first = "" if expmax is None or expmax >= needed << 20 else f"EXPMAX is at least {needed}"
    facts = (*sorts.of_run(rows[-1], **{name: name.upper() for name in names}), *known[0].facts)
    return (allowed_for_step(sorts, step, names, rows[-1], saved, first, facts),), ""
