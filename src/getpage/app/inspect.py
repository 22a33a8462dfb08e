"""Contents of files of evidence, without loading them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from getpage.app.evidence import NOBODY, Paths, Watch, codepage_option, files_of, layouts_option, paths_option
from getpage.evidence import record_kinds
from getpage.evidence.coverage import coverage, damage, sources
from getpage.products import registry
from getpage.result.inspection import EvidenceQuestion, Inspection, NoEvidence, RecordKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.evidence.inspect import Inspected


@dataclass(frozen=True, kw_only=True)
class InspectRequest:
    """The files to inspect."""

    paths: Paths = field(kw_only=False, metadata=paths_option(store=False))
    codepage: str | None = field(default=None, metadata=codepage_option())
    layouts: Sequence[Path] = field(default=(), metadata=layouts_option())


def inspect(request: InspectRequest, watch: Watch = NOBODY) -> Inspection:
    """Inspect files: framing, record types, subsystems, time ranges, damage, and which questions they answer.

    Needs no store. Raises GetpageError where there is no evidence.
    """
    from getpage.app.inspect import as_result
    from getpage.app.namesakes import namesakes_of_files
    from getpage.evidence.inspect import inspect

    inspected = inspect(
        files_of(request.paths),
        layouts=request.layouts,
        codepage=request.codepage,
        progress=watch.progress,
    )
    namesakes = namesakes_of_files(inspected.files, request.layouts, request.codepage, watch.progress)
    return as_result(inspected, namesakes)


def as_result(inspected: Inspected, namesakes: tuple[str, ...] = ()) -> Inspection:
    """Record types, times and gaps, two of one name, damage, and the questions that the evidence can
    answer.
    """
    return Inspection(
        sources=sources(inspected.files),
        record_types=tuple(_kinds(inspected)),
        coverage=coverage(inspected.files, inspected.dictionary),
        namesakes=namesakes,
        answers=tuple(_answers(inspected)),
        damage=damage(inspected.files),
        refused=tuple(
            NoEvidence(name=file.name, why=file.why, asked=file.asked) for file in inspected.refused
        ),
    )


def _kinds(inspected: Inspected) -> Iterator[RecordKind]:
    for file in inspected.files:
        for count in file["counts"]:
            smf = record_kinds.is_smf(count)
            yield RecordKind(
                file=file["path"],
                type=count.get("record_type") if smf else None,
                subtype=count.get("subtype") if smf else None,
                records=count["records"],
                bytes=count.get("bytes"),
                state=count["state"],
                what=count["title"] if smf else record_kinds.called(count["record_type"], count["subtype"]),
                name=count.get("name", ""),
                release=record_kinds.releases(count),
                why=record_kinds.why(count),
            )


def _answers(inspected: Inspected) -> Iterator[EvidenceQuestion]:
    tables = inspected.tables()
    for product in registry.PRODUCTS:
        if tables & set(product.tables):  # nobody who looks at one product is asked for another
            for need in product.needs:
                met = need.met(tables)
                supply = "" if met else need.supply
                yield EvidenceQuestion(
                    product=product.name, question=need.question, answered=met, supply=supply
                )
