"""Storage that is to be added, as a user writes it: `64G`, or `SYSA=64G,SYSB=32G`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from getpage.contract.price import Machine
from getpage.contract.storage import LEAST_PER_GIB, LEAST_WASTE, SitePrice
from getpage.core.amounts import bytes_of
from getpage.core.errors import GetpageError, Instead, Without
from getpage.core.option import names, option
from getpage.core.units import MIB, PAGE

#: What can be asked for: bytes, text, or either by system.
Added = str | int | Mapping[str, int | str]

#: No machine has more.
_MOST = 1 << 60


def parse_added(text: Added | None) -> dict[str | None, int]:
    """Bytes by system; None is the only system. Whole pages.

    GetpageError for what is no size, for a system that has two, and for one with a name beside one without.
    """
    if text is None:
        return {}
    if isinstance(text, int):
        return {None: size_of(str(text))}
    if not isinstance(text, str):
        return {name: size_of(str(size)) for name, size in text.items()}
    by_system: dict[str | None, int] = {}
    for part in filter(str.strip, text.split(",")):
        name, equals, size = part.partition("=")
        system = name.strip() if equals else None
        if system in by_system:
            message = f"--add {text}: {system or 'storage'} is given twice"
            raise GetpageError(message, Instead(text, part))
        by_system[system] = size_of(size if equals else name)
    if None in by_system and len(by_system) > 1:
        message = f"--add {text}: one size names a system and another does not"
        raise GetpageError(message, "--add SYSA=64G,SYSB=32G")
    return by_system


def size_of(text: str) -> int:
    """Bytes, in whole pages. GetpageError for what is no amount of storage."""
    try:
        size = bytes_of(text)
    except GetpageError:
        size = -1
    if not 0 <= size <= _MOST:
        message = f"{text.strip()[:60]!r} is not an amount of storage: bytes with K, M, G or T"
        raise GetpageError(message, Instead(text.strip(), "64G"))
    return size // PAGE * PAGE


STORAGE: Final = "Storage to give"
WORTH: Final = "What counts"


def _factors(text: str) -> dict[str, float]:
    factors: dict[str, float] = {}
    for part in names(text):
        name, _, value = part.partition("=")
        if name.strip() in factors:
            message = f"--weight: {name.strip()} is given twice"
            raise GetpageError(message, Instead(text, part))
        try:
            factors[name.strip()] = float(value)
        except ValueError:
            message = f"--weight {part!r}: expected NAME=FACTOR"
            raise GetpageError(message, "--weight MQ1A=3") from None
    return factors


@dataclass(frozen=True, kw_only=True)
class StorageSettings:
    """Storage that leaves z/OS systems, moves between them or is bought, as options have it."""

    take: str | Sequence[str] = field(
        default=(),
        metadata=option(
            "Storage to take from a z/OS system: SYSB=16G. Says what is lost, and the commands; may be "
            "repeated.",
            group=STORAGE,
            written=tuple[str, ...],
        ),
    )
    move: str | Sequence[str] = field(
        default=(),
        metadata=option(
            "Storage to move from one z/OS system to another of the same machine: SYSB:SYSA=16G. Not done "
            "where the gain does not exceed the loss; may be repeated.",
            group=STORAGE,
            written=tuple[str, ...],
        ),
    )
    buy: str | int | None = field(
        default=None,
        metadata=option(
            "Storage to buy for the machine: 64G. It goes to the systems where it pays most; with --horizon "
            "what is due until then comes first.",
            group=STORAGE,
            written=str,
        ),
    )

    @property
    def takes(self) -> Sequence[str]:
        """The storage to take, each as SYSTEM=SIZE."""
        return [self.take] if isinstance(self.take, str) else self.take

    @property
    def shifts(self) -> Sequence[str]:
        """The storage to move, each as FROM:TO=SIZE."""
        return [self.move] if isinstance(self.move, str) else self.move


@dataclass(frozen=True, kw_only=True)
class PlanSettings(StorageSettings):
    """What a plan is asked for.

    `hold` are sizes that the plan is made around, `DB1A.BP1=800000`. `add` is in bytes, as
    text (`64G`, `SYSA=64G,SYSB=32G`), or by system. With `within_ledger` what is free at its minimum
    beyond the dump reserve is given away too. `weights` are factors of `cpu`, `wait`, and of systems,
    subsystems and knobs. `least` is in seconds an hour.
    """

    add: Added | None = field(
        default=None,
        metadata=option(
            "Storage to be added: 64G; with several z/OS systems to which, SYSA=64G,SYSB=32G.",
            group=STORAGE,
            written=str,
        ),
    )
    within_ledger: bool = True
    hold: str | Sequence[str] = field(
        default=(),
        metadata=option(
            "A knob and the size that it is to have, as --change of a forecast: DB1A.BP1=800000, BP2=-10%. "
            "The rest is planned around it; may be repeated.",
            group=WORTH,
            written=tuple[str, ...],
        ),
    )
    protect: Sequence[str] = field(
        default=(),
        metadata=option(
            "Knobs that are never made smaller: DB1A.BP1,MQ1A.3.",
            group=WORTH,
            written=str,
            read=names,
        ),
    )
    weights: Mapping[str, float] | None = field(
        default=None,
        metadata=option(
            "Weights: cpu=1,wait=1 (the defaults), and factors of subsystems or knobs, MQ1A=3.",
            name="weight",
            group=WORTH,
            written=str,
            read=_factors,
        ),
    )
    least: float = field(
        default=LEAST_PER_GIB,
        metadata=option(
            "Seconds per hour that a GiB has to save to be given; 0 gives all that pays.", group=WORTH
        ),
    )
    least_waste: str | None = field(
        default=None,
        metadata=option(
            "Storage that has to be wasted before giving it back is a command; if not given, what "
            f"getpage.toml says, or {LEAST_WASTE // MIB}M.",
            group=WORTH,
        ),
    )
    price: SitePrice | None = None
    machine: Machine | None = field(
        default=None,
        metadata=option("Processor, for the published CPU of a read: zEC12 or z13.", group=WORTH),
    )

    @property
    def holds(self) -> Sequence[str]:
        """The sizes to hold, each as KNOB=SIZE."""
        return [self.hold] if isinstance(self.hold, str) else self.hold

    def __post_init__(self) -> None:
        """GetpageError for storage that is no size, or is given twice."""
        parse_added(self.add)
        if self.add is not None and (self.take or self.move or self.buy is not None):
            message = "--add cannot be given together with --take, --move or --buy"
            raise GetpageError(message, Without(("--add",)))
        if self.least_waste is not None:
            bytes_of(self.least_waste)
