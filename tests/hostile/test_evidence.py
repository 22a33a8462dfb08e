"""Mutated evidence: every command ends with an answer, or a sentence and a code that is not of a finding."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import sample_site
from hostile.cases import KINDS
from hostile.hunt import report
from hostile.seeds import make
from hostile.share import CASES, failures, numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

EVIDENCE = ("records", "words", "printed", "xml", "collections", "cics", "monitoring", "traces")


@pytest.fixture(scope="module")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy: some cases write to the store in it, though nothing that is observed."""
    copy = Path(shutil.copytree(sample_site.once("seeds", make), tmp_path_factory.mktemp("seeds") / "copy"))
    with sample_site.only_read(copy / "store"):
        yield copy


def test_ci_does_2_000_cases_of_every_kind_and_a_developer_the_first_400_of_them() -> None:
    assert CASES.keys() == KINDS.keys()
    assert sum(CASES.values()) == 2000
    assert sum(len(numbers(kind, in_ci=False)) for kind in KINDS) == 400
    for kind in KINDS:
        every, few = numbers(kind, in_ci=True), numbers(kind, in_ci=False)
        assert few
        assert every[: len(few)] == few


@pytest.mark.parametrize("kind", EVIDENCE)
def test_no_mutated_evidence_reaches_the_boundary(kind: str, seeds: Path) -> None:
    actual = failures([kind], seeds)
    assert not actual, report({}, actual)
