"""A change of size as a user writes it: `db2.DB1A.BP1=+500000`, `=200000`, `=-10%`, `=x2`, `=+2GiB`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from getpage.errors import GetpageError, NotEnoughEvidenceError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.systems.interface import Consumer

_FORM = re.compile(r"([+-]?)(x?)([0-9][0-9,_]*(?:\.[0-9]+)?)\s*([a-z%]*)", re.IGNORECASE)
_COUNTS = {"": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000}
_STORAGE = {
    "kib": 10, "kb": 10, "mib": 20, "mb": 20, "gib": 30, "gb": 30, "tib": 40, "tb": 40,
}  # fmt: skip
_LARGEST = 1 << 60
HOW = "write =200000 or =+500000 or =-10% or =x2 or =+2GiB"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A consumer and its new size, in the consumer's units; `text` is how it was written."""

    consumer: Consumer
    text: str
    size: int

    @property
    def storage_bytes(self) -> int:
        """Storage that it takes; negative where it gives back."""
        return (self.size - self.consumer.size) * self.consumer.unit_bytes


def wanted(changes: Iterable[str], consumers: Sequence[Consumer]) -> tuple[Wanted, ...]:
    """The changes asked for. GetpageError for what is not there, not a size, or beyond the product's limits;
    NotEnoughEvidenceError where the evidence has no consumer at all.
    """
    texts = list(changes)
    if not texts:
        message = f"say what is to change: --change {consumers[0].id if consumers else 'db2.DB1A.BP1'}=x2"
        raise GetpageError(message)
    if not consumers:
        message = (
            "not enough evidence: no buffer pool whose size is known; load statistics of Db2 (SMF 100 "
            "subtype 1, -DISPLAY BUFFERPOOL(*) DETAIL) or of MQ (SMF 115)"
        )
        raise NotEnoughEvidenceError(message)
    found = [_one(text, consumers) for text in texts]
    names = [one.consumer.id for one in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        message = f"--change names {twice} twice; give one size for each"
        raise GetpageError(message)
    return tuple(found)


def _one(text: str, consumers: Sequence[Consumer]) -> Wanted:
    name, equals, spelled = (part.strip() for part in text.rpartition("="))
    if not equals or not name:
        message = f"--change {text}: expected CONSUMER=SIZE; {HOW}"
        raise GetpageError(message)
    consumer = _named(name, consumers)
    size = _size(text, spelled, consumer)
    if not consumer.smallest <= size <= max(consumer.largest, consumer.size):
        message = (
            f"--change {text}: {size:,} {consumer.unit} of {consumer.id}; it has {consumer.size:,}, and can "
            f"have {consumer.smallest:,} to {consumer.largest:,}"
            f"{f' ({consumer.largest_because})' if consumer.largest_because else ''}"
        )
        raise GetpageError(message)
    return Wanted(consumer, text, size)


def _named(name: str, consumers: Sequence[Consumer]) -> Consumer:
    by_name = {consumer.id.lower(): consumer for consumer in consumers}
    found = by_name.get(name.lower())
    if found is None:
        ends = [c for c in consumers if c.id.lower().endswith("." + name.lower())]
        found = ends[0] if len(ends) == 1 else None
        if len(ends) > 1:
            which = ", ".join(one.id for one in ends[:10])
            message = f"--change {name}: {len(ends)} consumers end so; say which: {which}"
            raise GetpageError(message)
    if found is None:
        near = get_close_matches(name.lower(), by_name, n=5, cutoff=0.4) or sorted(by_name)[:10]
        there = ", ".join(by_name[key].id for key in near)
        message = f"--change {name}: there is no such consumer in the evidence; there are {there}"
        raise GetpageError(message)
    return found


def _size(text: str, spelled: str, consumer: Consumer) -> int:
    form = _FORM.fullmatch(spelled)
    unit = form[4].lower() if form else ""
    if not form or (form[2] and (form[1] or unit)) or unit not in {*_COUNTS, *_STORAGE, "%"}:
        message = f"--change {text}: {spelled!r} is no size; {HOW}"
        raise GetpageError(message)
    number = float(form[3].replace(",", "").replace("_", ""))
    if form[2]:
        size = consumer.size * number
    else:
        if unit == "%":
            number *= consumer.size / 100
        elif unit in _STORAGE:
            number *= (1 << _STORAGE[unit]) / consumer.unit_bytes
        else:
            number *= _COUNTS[unit]
        sign = {"+": 1, "-": -1}.get(form[1])
        size = number if sign is None and unit != "%" else consumer.size + (sign or 0) * number
        if sign is None and unit == "%":
            size = number
    return round(min(max(size, 0.0), _LARGEST))
