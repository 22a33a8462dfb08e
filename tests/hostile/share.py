"""How many cases of each kind the tests do: 2,000 in CI, elsewhere the first 400 of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from examples import IN_CI
from hostile.hunt import Failure, case
from hostile.seeds import make

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

#: In CI. Kinds of which a case takes long have fewer; `make fuzz` does as many of each.
CASES: Final = {
    "records": 60,
    "words": 60,
    "printed": 200,
    "xml": 120,
    "collections": 120,
    "cics": 60,
    "monitoring": 60,
    "traces": 335,
    "parts": 200,
    "tables": 350,
    "layouts": 130,
    "listings": 150,
    "curves": 10,
    "forecasts": 15,
    "stores": 60,
    "options": 70,
}


#: Of the cases in CI, one in so many is done elsewhere.
FEWER: Final = 5


def numbers(kind: str, *, in_ci: bool) -> range:
    """The cases of a kind; elsewhere those with which CI begins."""
    return range(CASES[kind] if in_ci else CASES[kind] // FEWER)


def failures(kinds: Iterable[str], root: Path) -> list[Failure]:
    """Do the cases of some kinds, and return those that fail."""
    seeds = make(root)
    ends = (case(kind, number, seeds) for kind in kinds for number in numbers(kind, in_ci=IN_CI))
    return [failure for failure in ends if failure is not None]
