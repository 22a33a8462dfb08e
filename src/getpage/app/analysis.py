"""Analysis: what all systems say of one window of evidence, as one result."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from getpage import _native
from getpage.answers import answers
from getpage.contract.curve import known
from getpage.contract.lazy import Later
from getpage.curve.stored import with_traces
from getpage.evidence.coverage import coverage, damage, sources
from getpage.ledger import books, by_interval
from getpage.products.registry import PRODUCTS
from getpage.result import ReadsBySize, Result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.contract.curve import SizeCurve
    from getpage.contract.knob import Knob
    from getpage.contract.observation import Observation
    from getpage.evidence.store import Store
    from getpage.evidence.view import StoreEvidence
    from getpage.result import Table

TOOL = f"getpage {_native.VERSION}"


def analyse(evidence: StoreEvidence) -> Result:
    """Run every system's rules over the evidence."""
    return as_result(evidence, say(evidence))


def say(evidence: StoreEvidence) -> tuple[Observation, ...]:
    """What each system says, with what forecast and plan need of it and no result shows."""
    return with_traces(evidence, [system.analyse(evidence) for system in PRODUCTS])


def knobs_of(said: Sequence[Observation]) -> tuple[Knob, ...]:
    """All knobs; those of subsystems with the same name on two systems are told apart by the system."""
    every = [knob for one in said for knob in one.knobs]
    named = Counter(knob.id for knob in every)
    return tuple(_apart(one) if named[one.id] > 1 and one.zos else one for one in every)


def _apart(knob: Knob) -> Knob:
    system, _, rest = knob.id.partition(".")
    return replace(knob, id=f"{system}.{knob.zos}.{rest}")


def as_result(evidence: StoreEvidence, said: Sequence[Observation]) -> Result:
    """What all systems say, as one result."""
    files = evidence.store.files()
    covered = coverage(files, evidence.store.dictionary)
    first = evidence.window.first or min((c.first for c in covered if c.first), default=None)
    last = evidence.window.last or max((c.last for c in covered if c.last), default=None)
    first_screen = answers(said)
    accounts = [account for one in said for account in one.accounts]
    real = [entry for one in said for entry in one.real_storage]
    return Result(
        window_first=first,
        window_last=last,
        short=first_screen.short,
        wasted=first_screen.wasted,
        do=first_screen.do,
        sources=sources(files),
        coverage=covered,
        missing=tuple(m for one in said for m in one.missing),
        damage=damage(files),
        findings=first_screen.findings,
        changes=first_screen.changes,
        accounts=(*books(accounts, real), *accounts),
        pictures=Later(lambda: (p for one in said for p in one.pictures)),
        reads_by_size=tuple(
            _by_size(one, one.curve) for one in knobs_of(said) if one.curve and known(one.curve)
        ),
        tables=Later(
            lambda: (
                *_proved(evidence.store),
                *by_interval(accounts, real),
                *(t for one in said for t in one.tables),
            )
        ),
        tool=TOOL,
    )


def _by_size(knob: Knob, curve: SizeCurve) -> ReadsBySize:
    """What other sizes of a knob would read."""
    return ReadsBySize(
        knob=knob.id,
        object=knob.object,
        unit=knob.unit,
        unit_bytes=knob.unit_bytes,
        size=knob.size,
        basis=curve.basis,
        points=tuple((p.size, p.reads, p.low, p.high) for p in curve.points),
        note=curve.note,
        evidence=curve.facts or knob.facts,
    )


def _proved(store: Store) -> tuple[Table, ...]:
    """How the forecasts that were proved in this store did."""
    from getpage.prove.recorded import recorded  # it loads this module

    return recorded(store)
