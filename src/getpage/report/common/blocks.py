"""What a text says, piece by piece: Markdown and a terminal write the same pieces, each in its own way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.result import Change, Priority, Scalar


@dataclass(frozen=True, slots=True)
class Heading:
    """What the pieces after it are of."""

    words: str


@dataclass(frozen=True, slots=True)
class Words:
    """Sentences, one below the other; `listed` ones are points of a list, and those of a `foot` say what it
    all was made from. `method` says how to read the rest, which the beginning of a result leaves out.
    """

    lines: Sequence[str]
    listed: bool = False
    foot: bool = False
    method: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with its title; `evidence` is what a claim was worked out from, which a terminal leaves to
    the other forms.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Scalar]]
    note: str = ""
    evidence: bool = False


@dataclass(frozen=True, slots=True)
class Lines:
    """Text whose lines are to stay as they are: messages of a console."""

    text: str


@dataclass(frozen=True, slots=True)
class Command:
    """A change to enter, under its number in the order of all; `of` is what it is for, where that has a name
    beside.
    """

    number: int
    change: Change
    of: str = ""


@dataclass(frozen=True, slots=True)
class Priorities:
    """What to act on first, the worst first, each with its next step."""

    things: Sequence[Priority]


@dataclass(frozen=True, slots=True)
class OtherForms:
    """That `what` stands in other forms, of which one is a `page` where there is one."""

    what: str
    page: bool = False

    @property
    def forms(self) -> str:
        """The options that write them."""
        return f"{KEPT}{', or a page (-o FILE.html)' if self.page else ''}"


Block = Heading | Words | Sheet | Lines | Command | Priorities | OtherForms


#: Where all of a result stands.
KEPT: Final = "--format md, csv or json"
