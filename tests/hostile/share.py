"""How many cases of each kind CI does, the same each time: 2,000 in less than two minutes of two cores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hostile.hunt import Failure, case
from hostile.seeds import make

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

#: Kinds of which a case takes long have fewer; `make fuzz` does as many of each.
CASES: Final = {
    "records": 60,
    "printed": 260,
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


def failures(kinds: Iterable[str], root: Path) -> list[Failure]:
    """What goes wrong in the cases of some kinds."""
    seeds = make(root)
    found = (case(kind, number, seeds) for kind in kinds for number in range(CASES[kind]))
    return [one for one in found if one is not None]
