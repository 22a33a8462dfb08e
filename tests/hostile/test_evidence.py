"""Mutated evidence: every command ends with an answer, or a sentence and a code that is not of a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hostile.cases import KINDS
from hostile.hunt import report
from hostile.share import CASES, failures

if TYPE_CHECKING:
    from pathlib import Path

EVIDENCE = ("records", "printed", "xml", "collections", "cics", "monitoring", "traces")


@pytest.fixture(scope="module")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("seeds")


def test_ci_does_2_000_cases_and_every_kind() -> None:
    assert CASES.keys() == KINDS.keys()
    assert sum(CASES.values()) == 2000


@pytest.mark.parametrize("kind", EVIDENCE)
def test_no_mutated_evidence_reaches_the_boundary(kind: str, seeds: Path) -> None:
    found = failures([kind], seeds)
    assert not found, report({}, found)
