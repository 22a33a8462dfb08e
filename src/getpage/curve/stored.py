"""The page references that a store holds a trace of, as curves of the pools that they are of.

Evidence with such a trace in it, in the table that its product states (`Product.traced`), needs no second
command: its pools have exact curves wherever a curve is asked for, in a report as in a plan.

Limits: only traces of up to `MOST` records, which is minutes of a busy member; a longer one is for `getpage
curve`, which streams, and `--curve`, which takes what that saved. The pools are plain LRU.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from getpage import _native
from getpage.contract.curve import TRACE
from getpage.contract.knob import Knob
from getpage.contract.observation import Observation
from getpage.contract.product import TraceSource
from getpage.core.errors import GetpageError
from getpage.core.names import Image, Subsystem
from getpage.core.progress import Progress
from getpage.curve.run import compute
from getpage.curve.saved import SavedCurve, of_rows, seen_of, with_curves
from getpage.curve.settings import CurveSettings
from getpage.curve.trace_span import Span
from getpage.evidence.view import StoreEvidence
from getpage.products import registry
from getpage.result import Fact, Missing

#: Records that are looked at; some hundred bytes of memory each.
MOST = 20_000_000
#: Whose references they are.
_OWNER = ("system", "subsystem")


def with_traces(evidence: StoreEvidence, observed: Observation) -> Observation:
    """What was observed, with the curves that the traces of the window give its knobs."""
    there = evidence.tables()
    for product in registry.PRODUCTS:
        if product.traced is not None and product.traced.table in there:
            observed = _with_all(evidence, observed, product.name, product.traced)
    return observed


def _with_all(
    evidence: StoreEvidence, observed: Observation, product: str, traced: TraceSource
) -> Observation:
    rows = evidence.scan(traced.table)
    traced_subsystems = rows.group_by(_OWNER).agg(pl.len()).sort(_OWNER).collect()
    namesakes = Counter(traced_subsystems["subsystem"])
    for image, name, records in traced_subsystems.iter_rows():
        trace = StoredTrace(evidence, traced, image, name)
        of = Subsystem(product, Image((image or "").strip()), trace.subsystem)
        mine = _knobs_of(of, observed.knobs, only=namesakes[name] == 1)
        if mine:
            observed = _with(evidence, observed, mine, trace, records)
    return observed


def _knobs_of(of: Subsystem, knobs: Iterable[Knob], *, only: bool) -> list[Knob]:
    """The knobs of a traced subsystem; where it is the only one traced of its name, those of its namesakes on
    other images too, as a trace need not name the image as other evidence does.
    """
    named = [knob for knob in knobs if knob.product == of.product and knob.subsystem.name == of.name]
    same_image = [knob for knob in named if knob.subsystem == of]
    return same_image or (named if only else [])


def _with(
    evidence: StoreEvidence, observed: Observation, mine: Sequence[Knob], trace: StoredTrace, records: int
) -> Observation:
    try:
        saved = _curves(trace, records, mine)
        knobs, notes = with_curves(mine, [each for each in saved if any(map(each.matches, mine))])
    except GetpageError as error:
        why = _missing(trace.subsystem, f"{error.problem}: {error.next_step}")
        return replace(observed, missing=(*observed.missing, why))
    facts = _facts(evidence, trace)
    by_id = {knob.id: _standing_on(knob, facts) for knob in knobs}
    return replace(
        observed,
        knobs=tuple(by_id.get(knob.id, knob) for knob in observed.knobs),
        missing=(*observed.missing, *(_missing(trace.subsystem, note) for note in notes)),
    )


def _facts(evidence: StoreEvidence, trace: StoredTrace) -> tuple[Fact, ...]:
    """The fields that a trace is read by, where its first record has them."""
    first, traced = trace.first(), trace.traced
    return tuple(
        evidence.fact(traced.table, name, first, label=f"{name} of the first getpage")
        for name in traced.read_by
    )


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
            f"its trace has {records:,} records of {trace.traced.records}, more than are looked at here; "
            "give its curve with --curve"
        )
        raise GetpageError(message, "getpage curve FILES -o curve.json")
    sizes = {knob.id.name: knob.size for knob in knobs}
    settings = CurveSettings(subsystem=trace.subsystem, current=sizes)
    curves = compute(trace, settings)
    seen = seen_of(trace.spans(trace.subsystem))
    for pool in curves.pools:
        yield from of_rows(trace.name, None, pool.rows, seen)


class StoredTrace:
    """The references of one subsystem in the window, in the order of the trace."""

    bytes = 0

    def __init__(
        self, evidence: StoreEvidence, traced: TraceSource, image: str | None, subsystem: str | None
    ) -> None:
        """The z/OS image and the subsystem as the records name them, where they do."""
        mine = pl.col("system").eq_missing(pl.lit(image)) & pl.col("subsystem").eq_missing(pl.lit(subsystem))
        self.traced = traced
        self._rows = evidence.scan(traced.table).filter(mine).select(traced.columns)
        self.subsystem = (subsystem or "").strip()
        self.name = f"of {traced.records} of {self.subsystem}"

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
            raise GetpageError(str(error), "getpage verify STORE") from error
        return []
