"""Everything that the rules of SVC dumps say of the evidence, in one deterministic order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from getpage.contract.checks import checked
from getpage.contract.dump_space import DumpNeed, DumpSpace
from getpage.contract.evidence import Evidence
from getpage.contract.lazy import LazySequence
from getpage.contract.observation import Observation
from getpage.contract.stop import Stop
from getpage.products.common.missing import missing
from getpage.products.common.rules import apply_rules
from getpage.result import Finding

from .checks import RULES
from .dumps import Dumps, dumps_of
from .evidence import unmet
from .knobs import knob
from .metered import metered
from .scopes import LARGEST
from .shown import account, pictures, tables

_OF_LARGEST: Final = tuple(rule for rule in RULES if rule.LOOKS_AT is LARGEST)


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of the dumps of every system in it."""
    every = dumps_of(evidence)
    return Observation(
        findings=apply_rules(every, RULES).findings,
        accounts=tuple(filter(None, map(account, every))),
        pictures=LazySequence(lambda: pictures(every)),
        tables=LazySequence(lambda: tables(every)),
        missing=missing(every, unmet),
        metered=LazySequence(lambda: metered(every)),
        looked=tuple(checked("dumps", RULES, every)),
        knobs=tuple(filter(None, map(knob, every))),
        stops=tuple(stop for dumps in every for stop in _stops(dumps)),
        dump_spaces=tuple(
            DumpSpace(image=dumps.id.image, judged=partial(_beside, dumps))
            for dumps in every
            if dumps.maxspace and dumps.is_placed
        ),
    )


def _stops(dumps: Dumps) -> Iterator[Stop]:
    """When the address spaces of its dumps did no work."""
    for dump in dumps.all:
        if dump.seconds is not None and dump.begun is not None and dump.jobs:
            yield Stop(
                image=dumps.id.image,
                jobs=dump.jobs,
                what="capture of a dump",
                start=dump.begun,
                seconds=dump.seconds,
            )


def _beside(dumps: Dumps, need: DumpNeed) -> tuple[Finding, ...]:
    """The findings once it is known what a dump of the largest subsystem takes."""
    return apply_rules([replace(dumps, needed=need)], _OF_LARGEST).findings
