"""A change of size as a user writes it: `DB1A.BP1=+500000`, `=200000`, `=-10%`, `=x2`, `=+2GiB`.

A number without a unit counts units of the knob. Storage (`2GiB`, `64KB`) is that much of the setting: of the
heap, of each connection's buffer; of a pool it is as many buffers as it holds. A bare letter is storage where
the setting is written in storage (`HEAP=2g`, `768m`), else thousands and millions (`BP1=500k`). K, M, G and T
of storage are binary.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from getpage.contract import one_command
from getpage.contract.knob import Knob, knob_called
from getpage.core.amounts import BINARY, COUNTS, STORAGE
from getpage.core.errors import GetpageError, Instead, NotEnoughEvidenceError
from getpage.core.names import called
from getpage.core.numbers import present
from getpage.core.text import one_line
from getpage.products import registry

_FORM = re.compile(r"([+-]?)(x?)([0-9][0-9,_]*(?:\.[0-9]+)?)\s*([a-z%]*)", re.IGNORECASE)
_LARGEST = 1 << 60
HOW = "KNOB=SIZE: =200000, =+500000, =-10%, =x2 or =+2GiB"


@dataclass(frozen=True, slots=True)
class SizeRequest:
    """A knob and its new size, in the knob's units; `text` is how it was written, where it was."""

    knob: Knob
    size: int
    text: str = ""

    @property
    def storage_bytes(self) -> int:
        """Storage that it takes; negative where it gives back."""
        return (self.size - self.knob.size) * self.knob.unit_bytes


def size_requests(
    changes: Iterable[str], knobs: Sequence[Knob], option: str = "--change"
) -> tuple[SizeRequest, ...]:
    """The changes asked for by an `option`. GetpageError for what is not there, not a size, or beyond the
    product's limits; NotEnoughEvidenceError where the evidence has no knob at all.
    """
    texts = list(changes)
    if not texts:
        message = f"{option} is missing: which knob, and its new size"
        raise GetpageError(message, _example(knobs, option))
    if not knobs:
        message = (
            "not enough evidence: nothing in it whose size can be changed; supply "
            f"{registry.what_gives_sizes()}"
        )
        raise NotEnoughEvidenceError(message, "getpage collect")
    requests = tuple(_request(text, knobs, option) for text in texts)
    names = [request.knob.id for request in requests]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        message = f"{option} names {twice} twice"
        raise GetpageError(
            message, _example([request.knob for request in requests if request.knob.id == twice], option)
        )
    return requests


def _example(knobs: Sequence[Knob], option: str) -> str:
    """A change that would be accepted: twice the size of the first knob, as far as it can grow."""
    if not knobs:
        return f"{option} KNOB=x2"
    knob = knobs[0]
    return f"{option} {knob.id}={max(knob.smallest, min(2 * knob.size, knob.largest))}"


def _instead(text: str, knobs: Sequence[Knob]) -> Instead:
    return Instead(text, _example(knobs, "").lstrip())


def _request(text: str, knobs: Sequence[Knob], option: str) -> SizeRequest:
    name, equals, spelled = (part.strip() for part in text.rpartition("="))
    if not equals or not name:
        message = f"{option} {text}: expected {HOW}"
        named = [knob for knob in knobs if called(knob.id, text.strip())]
        raise GetpageError(message, _instead(text, named or knobs))
    knob = knob_called(name, knobs, option)
    why = registry.refusal(knob.subsystem)
    if why:
        message = f"{option} {text}: not before {why}"
        raise GetpageError(message, "getpage explain")
    why = one_command.refusal_of_knob(knob)
    if why:
        message = f"{option} {one_line(text)}: no command is possible: {why}"
        raise GetpageError(message, f"getpage check FILES --finding {knob.object}")
    size = _size(text, spelled, knob, option)
    if not knob.smallest <= size <= max(knob.largest, knob.size):
        message = (
            f"{option} {text}: {size:,} {knob.unit} of {knob.id}; it has "
            f"{present(knob.size, knob.setting)}, and can have {knob.smallest:,} to {knob.largest:,}"
            f"{f' ({knob.largest_because})' if knob.largest_because else ''}"
        )
        raise GetpageError(message, _instead(text, [knob]))
    return SizeRequest(knob, size, text)


def _size(text: str, spelled: str, knob: Knob, option: str) -> int:
    form = _FORM.fullmatch(spelled)
    unit = form[4].lower() if form else ""
    of_unit = _sizes_of_units(knob)
    if not form or (form[2] and (form[1] or unit)) or unit not in {*of_unit, "%"}:
        message = f"{option} {text}: {spelled!r} is not a size; expected {HOW}"
        raise GetpageError(message, _instead(text, [knob]))
    number = float(form[3].replace(",", "").replace("_", ""))
    if form[2]:
        size = knob.size * number
    else:
        if unit == "%":
            number *= knob.size / 100
        else:
            number *= of_unit[unit]
        sign = {"+": 1, "-": -1}.get(form[1])
        size = number if sign is None and unit != "%" else knob.size + (sign or 0) * number
        if sign is None and unit == "%":
            size = number
    return round(min(max(size, 0.0), _LARGEST))


def _sizes_of_units(knob: Knob) -> dict[str, float]:
    """What each unit that a user may write is, in units of the knob."""
    storage = {unit: size / (knob.setting_bytes or knob.unit_bytes) for unit, size in STORAGE.items()}
    if knob.setting_bytes is None:
        return {**COUNTS, **storage}
    return (
        storage | {letter: size / knob.setting_bytes for letter, size in BINARY.items() if letter} | {"": 1.0}
    )
