"""Systems or subsystems that are two of one name, as evidence of a product shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from getpage.contract.evidence import Evidence

#: Why one is two, by the columns that name it.
Twins = Mapping[tuple[str, ...], str]


@dataclass(frozen=True, slots=True)
class Namesakes:
    """Those of a kind that are two of one name: `columns` of `table` name them; `what` is the kind in the
    plural.
    """

    what: str
    table: str
    columns: tuple[str, ...]
    twins: Twins


@dataclass(frozen=True, slots=True)
class NamesakeSearch:
    """How a product finds them, and the tables whose rows tell."""

    tables: tuple[str, ...]
    find: Callable[[Evidence], Iterable[Namesakes]]
