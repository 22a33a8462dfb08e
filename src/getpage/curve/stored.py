"""The getpages that a store holds (IFCID 198), as curves of the pools that they are of.

Evidence with a trace of getpages in it needs no second command: its pools have exact curves wherever a curve
is asked for, in a report as in a plan.

Limits: only traces of up to `MOST` records, which is minutes of a busy member; a longer one is for `getpage
curve`, which streams, and `--curve`, which takes what that saved. The pools are plain LRU.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from getpage import _native
from getpage.contract.curve import TRACE
from getpage.core.errors import GetpageError
from getpage.core.names import called
from getpage.curve.run import compute
from getpage.curve.saved import of_rows, seen_of, with_curves
from getpage.curve.settings import Settings
from getpage.result import Missing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from getpage.contract.knob import Knob
    from getpage.contract.observation import Observation
    from getpage.curve.saved import SavedCurve
    from getpage.curve.trace import Progress
    from getpage.curve.traced import Span
    from getpage.evidence.view import StoreEvidence
    from getpage.result import Fact

TABLE = "db2_getpage"
#: Records that are looked at; some hundred bytes of memory each.
MOST = 20_000_000
#: Whose getpages they are.
_MEMBER = ("system", "subsystem")
#: What says which page was asked for, and how.
_READ_BY = ("buffer_pool", "database_id", "object_id", "page", "function", "access_type")
_COLUMNS = (
    *("file", "record", "subsystem", "function", "access_type", "event_time", "buffer_pool", "database_id"),
    *("object_id", "page", "partition", "ifcid_sequence", "destination_sequence", "written"),
)


def with_traces(evidence: StoreEvidence, observed: Observation) -> Observation:
    """What was observed, with the curves that the getpages of the window give its knobs."""
    if TABLE not in evidence.tables():
        return observed
    rows = evidence.scan(TABLE)
    traced = rows.group_by(_MEMBER).agg(pl.len()).sort(_MEMBER).collect()
    namesakes = Counter(traced["subsystem"])
    for image, member, records in traced.iter_rows():
        trace = StoredTrace(evidence, image, member)
        mine = _knobs_of(trace, observed.knobs, only=namesakes[member] == 1)
        if mine:
            observed = _with(evidence, observed, mine, trace, records)
    return observed


def _knobs_of(trace: StoredTrace, knobs: Iterable[Knob], *, only: bool) -> list[Knob]:
    """The knobs of a traced member: on its image, or, of the only one traced of its name, wherever it is."""
    named = [one for one in knobs if called(one.subsystem, trace.member)]
    there = [one for one in named if one.image.name == trace.image]
    return there or (named if only else [])


def _with(
    evidence: StoreEvidence, one: Observation, mine: Sequence[Knob], trace: StoredTrace, records: int
) -> Observation:
    subsystem = trace.member
    try:
        saved = _curves(trace, records, mine)
        knobs, notes = with_curves(mine, [each for each in saved if any(map(each.matches, mine))])
    except GetpageError as error:
        why = _missing(subsystem, str(error))
        return replace(one, missing=(*one.missing, why))
    facts = _facts(evidence, trace)
    by_id = {knob.id: _standing_on(knob, facts) for knob in knobs}
    return replace(
        one,
        knobs=tuple(by_id.get(knob.id, knob) for knob in one.knobs),
        missing=(*one.missing, *(_missing(subsystem, note) for note in notes)),
    )


def _facts(evidence: StoreEvidence, trace: StoredTrace) -> tuple[Fact, ...]:
    """The fields that a trace is read by, where its first record has them."""
    first = trace.first()
    return tuple(evidence.fact(TABLE, name, first, label=f"{name} of the first getpage") for name in _READ_BY)


def _standing_on(knob: Knob, facts: tuple[Fact, ...]) -> Knob:
    curve = knob.curve
    if curve is None or curve.basis != TRACE:
        return knob
    return replace(knob, curve=replace(curve, facts=(*knob.facts, *facts)))


def _missing(subsystem: str, why: str) -> Missing:
    return Missing(subsystem=subsystem, question="What other sizes of its pools would read.", supply=why)


def _curves(trace: StoredTrace, records: int, knobs: Sequence[Knob]) -> Iterator[SavedCurve]:
    if records > MOST:
        message = (
            f"its trace has {records:,} records of IFCID 198, more than are looked at here: run getpage "
            "curve over its files with -o curve.json, and give that with --curve"
        )
        raise GetpageError(message)
    sizes = {knob.id.name: knob.size for knob in knobs}
    settings = Settings(subsystem=trace.member, current=sizes)
    curves = compute(trace, settings)
    seen = seen_of(trace.spans(trace.member))
    for pool in curves.pools:
        yield from of_rows(trace.name, trace.member, pool.rows, seen)


class StoredTrace:
    """The getpages of one member in the window, in the order of the trace."""

    bytes = 0

    def __init__(self, evidence: StoreEvidence, image: str | None, member: str | None) -> None:
        """The z/OS image and the member as the records name them, where they do."""
        mine = pl.col("system").eq_missing(pl.lit(image)) & pl.col("subsystem").eq_missing(pl.lit(member))
        self._rows = evidence.scan(TABLE).filter(mine).select(_COLUMNS)
        self.image, self.member = (image or "").strip(), (member or "").strip()
        self.name = f"of IFCID 198 of {self.member}"

    def first(self) -> dict[str, Any]:
        """The first record."""
        return self._rows.bottom_k(1, by=["file", "record"]).collect().row(0, named=True)

    def describe(self) -> list[dict[str, Any]]:
        """What the trace is."""
        return [{"file": self.name, "format": "smf", "detected": True}]

    def spans(self, subsystem: str | None) -> list[Span | None]:  # noqa: ARG002
        """When its records were written."""
        first, last = (
            self._rows.select(first=pl.col("written").min(), last=pl.col("written").max()).collect().row(0)
        )
        return [None if first is None else (first, last)]

    def feed(self, run: _native.CurveRun, progress: Progress | None) -> list[str]:  # noqa: ARG002
        """Feed all rows."""
        try:
            run.push_getpages(self._rows.sort("file", "record", maintain_order=True).collect(), self.name)
        except _native.EvidenceError as error:
            raise GetpageError(str(error)) from error
        return []
