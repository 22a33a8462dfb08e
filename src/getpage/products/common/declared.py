"""What a product states as data in `evidence.toml` of its folder: how a site comes by its evidence, and the
terms that a report explains.

Both are sentences that no rule computes with; they are read when they are asked for. A key that
`EvidenceStep` or `Term` has no field for is a TypeError.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from getpage.contract.collect import Collect, EvidenceStep
from getpage.contract.product import Term


def declared_steps(package: str) -> Callable[[], Collect]:
    """Gives the steps of a package and the job that enters its commands."""

    def steps() -> Collect:
        declared = _declared(package)
        each = tuple(EvidenceStep(**step) for step in declared["steps"])
        return Collect(steps=each, also=declared["also"], replies_by=declared["replies_by"])

    return cache(steps)


def declared_terms(package: str) -> Callable[[], tuple[Term, ...]]:
    """Gives the terms of a package."""
    return cache(lambda: tuple(Term(**term) for term in _declared(package)["terms"]))


def _declared(package: str) -> dict[str, Any]:
    path = Path(str(import_module(package).__file__)).with_name("evidence.toml")
    document = {"also": [], "replies_by": [], "terms": [], **tomllib.loads(path.read_text(encoding="utf-8"))}
    return {key: tuple(map(_with_tuples, value)) for key, value in document.items()}


def _with_tuples(value: Any) -> Any:
    """A table with its arrays as tuples; any other value as it is."""
    if not isinstance(value, dict):
        return value
    return {key: tuple(each) if isinstance(each, list) else each for key, each in value.items()}
