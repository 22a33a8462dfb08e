"""What files hold, as a result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.evidence import record_kinds
from getpage.evidence.coverage import coverage, damage, sources
from getpage.products import registry
from getpage.result.inspection import Answer, Inspection, NoEvidence, RecordKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.evidence.inspect import Inspected


def as_result(found: Inspected) -> Inspection:
    """Kinds of records, times and gaps, damage, and which questions all that can answer."""
    return Inspection(
        sources=sources(found.files),
        record_types=tuple(_kinds(found)),
        coverage=coverage(found.files, found.dictionary),
        answers=tuple(_answers(found)),
        damage=damage(found.files),
        refused=tuple(NoEvidence(name=one.name, why=one.why, asked=one.asked) for one in found.refused),
    )


def _kinds(found: Inspected) -> Iterator[RecordKind]:
    for file in found.files:
        for count in file["counts"]:
            yield RecordKind(
                file=file["path"],
                type=count.get("record_type"),
                subtype=count.get("subtype"),
                records=count["records"],
                bytes=count.get("bytes"),
                state=count["state"],
                what=count["title"],
                name=count.get("name", ""),
                release=record_kinds.releases(count),
                why=record_kinds.why(count),
            )


def _answers(found: Inspected) -> Iterator[Answer]:
    tables = found.tables()
    for product in registry.PRODUCTS:
        if tables & set(product.tables):  # nobody who looks at one product is asked for another
            for need in product.needs:
                met = need.met(tables)
                supply = "" if met else need.supply
                yield Answer(product=product.name, question=need.question, answered=met, supply=supply)
