"""Identities: what a thing is, typed; its text is only its spelling, and there is one of each.

| type | what | spelled |
|---|---|---|
| `Image` | a z/OS image | `SYSA` |
| `Subsystem` | a queue manager, Db2 member, region, JVM; of z/OS an address space, a class | `SYSA.DB1A` |
| `Object` | what a finding or a picture is of | `SYSA.DB1A BP1` |
| `KnobId` | one size that a command can change | `SYSA.DB1A.BP1` |
| `LimitId` | storage that several knobs share and that ends | `SYSA fixed frames` |
| `FindingId` | what one check says of one object | `db2-pool-reads SYSA.DB1A BP1` |
| `ChangeId` | one setting that a command changes | `SYSA.DB1A BP1 VPSIZE` |

Evidence need not name everything: an image or a subsystem without a name is spelled without it, and one of
which nothing is named is spelled as its product. People may write less than the whole where it is enough to
tell what is meant, see `called`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

#: How an image is spelled that the evidence does not name, where it has to be named.
UNNAMED = "?"

#: The product that images themselves are of: it says what an image has, the others only what they see of it.
PLATFORM = "zos"


@dataclass(frozen=True, slots=True)
class Image:
    """A z/OS image. `name` is empty where the evidence names none."""

    name: str = ""

    def __str__(self) -> str:
        """`SYSA`."""
        return self.name or UNNAMED

    def __bool__(self) -> bool:
        """Whether the evidence names it."""
        return bool(self.name)


@dataclass(frozen=True, slots=True)
class Subsystem:
    """One running instance of a product on an image; empty names are what the evidence does not tell.

    Without a `name` it is the product as a whole there: z/OS itself on its image.
    """

    product: str
    image: Image = Image()
    name: str = ""

    def __hash__(self) -> int:
        """By names alone, which is quick: identities are looked up by the hundred thousand."""
        return hash((self.name, self.image.name))

    def __str__(self) -> str:
        """`SYSA.DB1A`."""
        return self.named or self.product

    @property
    def named(self) -> str:
        """What the evidence names of it; empty where it names nothing."""
        return ".".join(part for part in (self.image.name, self.name) if part)


class _OfSubsystem:
    """What is of a subsystem is of its product, and where it is."""

    __slots__ = ()
    subsystem: Subsystem

    @property
    def product(self) -> str:
        """Whose it is."""
        return self.subsystem.product

    @property
    def image(self) -> Image:
        """Where it is."""
        return self.subsystem.image


@dataclass(frozen=True, slots=True)
class Object(_OfSubsystem):
    """Something of a subsystem, such as a buffer pool; without a name the subsystem itself."""

    subsystem: Subsystem
    name: str = ""

    def __hash__(self) -> int:
        """By names alone, which is quick: identities are looked up by the hundred thousand."""
        return hash((self.name, self.subsystem.name))

    def __str__(self) -> str:
        """`SYSA.DB1A BP1`."""
        return f"{self.subsystem.named} {self.name}".strip() or str(self.subsystem)


@dataclass(frozen=True, slots=True)
class KnobId(_OfSubsystem):
    """One size that a command can change: that of a pool, a heap, a limit."""

    subsystem: Subsystem
    name: str

    def __hash__(self) -> int:
        """By names alone, which is quick: identities are looked up by the hundred thousand."""
        return hash((self.name, self.subsystem.name))

    def __str__(self) -> str:
        """`SYSA.DB1A.BP1`."""
        return f"{self.subsystem}.{self.name}"


@dataclass(frozen=True, slots=True)
class Facility:
    """A coupling facility of a sysplex."""

    sysplex: str
    name: str

    def __str__(self) -> str:
        """`PLEX1.CF1`."""
        return f"{self.sysplex}.{self.name}"


@dataclass(frozen=True, slots=True)
class LimitId:
    """A limit of whoever owns it."""

    owner: Image | Subsystem | Facility
    name: str

    def __hash__(self) -> int:
        """By names alone, which is quick: identities are looked up by the hundred thousand."""
        return hash((self.name, self.owner.name))

    def __str__(self) -> str:
        """`SYSA fixed frames`."""
        return f"{self.owner} {self.name}"


@dataclass(frozen=True, slots=True)
class FindingId:
    """What one check says of one object in one window."""

    check: str
    object: Object

    def __str__(self) -> str:
        """`db2-pool-reads SYSA.DB1A BP1`."""
        return f"{self.check} {self.object}"


@dataclass(frozen=True, slots=True)
class ChangeId:
    """One setting of a subsystem, which one command changes in the `step`th place."""

    subsystem: Subsystem
    setting: str
    step: int

    def __str__(self) -> str:
        """`SYSA.DB1A BP1 VPSIZE`."""
        return f"{self.subsystem} {self.setting}"


#: What a figure of a forecast or a proof is of; of a table of runs it is the label of a row.
Subject = Image | Subsystem | KnobId | str
#: Whatever JSON writes as text.
Identity = Image | Subsystem | Object | KnobId | Facility | LimitId | FindingId | ChangeId


def called(identity: Image | Subsystem | KnobId, text: str) -> bool:
    """Whether `text` can mean `identity`, in any case of letters: its spelling, the end of it from a dot on
    (`DB1A.BP1`, `BP1`), or either behind its product (`db2.DB1A.BP1`).
    """
    wanted = text.strip().casefold().split(".")
    full = str(identity).casefold().split(".")
    if not wanted or not all(wanted):
        return False
    product = PLATFORM if isinstance(identity, Image) else identity.product
    ends = [wanted, *([wanted[1:]] if wanted[0] == product and len(wanted) > 1 else [])]
    return any(full[-len(end) :] == end for end in ends)


def is_of(name: Object, text: str) -> bool:
    """Whether text means an object, its subsystem or its image."""
    same = str(name).casefold() == text.strip().casefold()
    return same or called(name.subsystem, text) or called(name.image, text)


def find(text: str, among: Iterable[Subject]) -> Subject | None:
    """What `text` means of `among`: the only one that is spelled so, else the only one that can be called so;
    None where none is or several are.
    """
    among = list(dict.fromkeys(among))
    spelled = [subject for subject in among if str(subject) == text]
    identities = (subject for subject in among if not isinstance(subject, str))
    fitting = spelled or [identity for identity in identities if called(identity, text)]
    return fitting[0] if len(fitting) == 1 else None
