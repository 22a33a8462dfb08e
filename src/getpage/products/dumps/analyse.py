"""Everything that the rules of SVC dumps say of the evidence, in one deterministic order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from getpage.contract.evidence import Evidence
from getpage.contract.observation import DumpNeed, DumpSpace, Observation, Stop
from getpage.products.common.analysis import Parts, apply_rules
from getpage.result import Finding

from .checks import RULES
from .dumps import Dumps, dumps_of
from .evidence import unmet
from .knobs import knob
from .scopes import LARGEST
from .shown import account, pictures, tables
from .work import metered

_OF_LARGEST: Final = tuple(rule for rule in RULES if rule.LOOKS_AT is LARGEST)


def analyse(evidence: Evidence) -> Observation:
    """What the evidence says of the dumps of every system in it."""
    every = dumps_of(evidence)
    parts = Parts("dumps", every)
    return Observation(
        findings=apply_rules(every, RULES).findings,
        accounts=parts.each("The account", account),
        pictures=parts.later("Pictures", pictures),
        tables=parts.later("Tables", tables),
        missing=parts.missing(unmet),
        unjudged=parts.unjudged,
        metered=parts.later("Measures", metered),
        looked=parts.looked(RULES),
        knobs=parts.each("Sizes", knob),
        stops=parts.every("Stops", _stops),
        dump_spaces=parts.each("Space for dumps", _space),
    )


def _space(dumps: Dumps) -> DumpSpace | None:
    if not dumps.maxspace or not dumps.is_placed:
        return None
    return DumpSpace(image=dumps.id.image, judged=partial(_beside, dumps))


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
