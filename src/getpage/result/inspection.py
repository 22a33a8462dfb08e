"""What is in files: their records, the times that they cover, what they can answer, and what is damaged."""

from __future__ import annotations

from dataclasses import dataclass

from getpage.result.shown import Coverage, Damage, Source


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordKind:
    """The records of one kind in one file: how many, whether they are decoded, and why not."""

    file: str
    type: int | None
    subtype: int | None
    records: int
    bytes: int | None
    state: str
    what: str
    name: str
    release: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceQuestion:
    """A question of one product, whether these files answer it, and what would."""

    product: str
    question: str
    answered: bool
    supply: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoEvidence:
    """A file that is no evidence, and why not; `asked`: the user named it, not just its directory."""

    name: str
    why: str
    asked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """Everything that is in some files."""

    sources: tuple[Source, ...]
    record_types: tuple[RecordKind, ...]
    coverage: tuple[Coverage, ...]
    namesakes: tuple[str, ...]
    """Systems and subsystems that are two of one name, a sentence each with their files."""
    answers: tuple[EvidenceQuestion, ...]
    damage: tuple[Damage, ...]
    refused: tuple[NoEvidence, ...]
