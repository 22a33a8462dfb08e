"""The operand of DS and DC: duplication factor, type, length, value (HLASM Language Reference, chapter 5)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from getpage.layouts.expression import Symbols, evaluate
from getpage.layouts.source import split_operands

#: Length and alignment of the types, where no length modifier stands.
_TYPES = {
    "A": 4, "AD": 8, "D": 8, "DB": 8, "DD": 8, "DH": 8, "E": 4, "EB": 4, "ED": 4, "EH": 4, "F": 4, "FD": 8,
    "H": 2, "J": 4, "JD": 8, "L": 16, "LB": 16, "LD": 16, "LH": 16, "LQ": 16, "Q": 4, "QD": 8, "R": 4,
    "RD": 8, "S": 2, "V": 4, "VD": 8, "Y": 2,
}  # fmt: skip
#: Types that take as many bytes as their value, and are never aligned.
_BY_VALUE = ("B", "C", "CA", "CE", "CU", "G", "P", "X", "Z")
_ALIGN = {"L": 8, "LB": 8, "LD": 8, "LH": 8, "LQ": 16}
_FORM = re.compile(
    r"(?P<dup>\d{1,10}|\((?P<dupx>[^()]*(?:\([^()]*\)[^()]*)*)\))?"
    r"(?P<type>AD|CA|CE|CU|DB|DD|DH|EB|ED|EH|FD|JD|LB|LD|LH|LQ|QD|RD|VD|[A-HJLP-SV-Z])"
    r"(?:L(?P<len>\d{1,10}|\((?P<lenx>[^()]*(?:\([^()]*\)[^()]*)*)\)))?"
    r"(?:[SE]-?\d{1,4})*(?P<value>['(].*)?",
    re.IGNORECASE | re.DOTALL | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Operand:
    """One operand: `count` elements of `length` bytes, aligned to `align`."""

    count: int
    type: str
    length: int
    explicit: bool
    align: int
    value: str

    @property
    def size(self) -> int:
        """Bytes that it takes."""
        return self.count * self.length


def read_operands(text: str, symbols: Symbols, here: int) -> list[Operand] | None:
    """The operands of a DS or DC; None when one of them is not understood."""
    operands = []
    for part in split_operands(text):
        operand = _read(part, symbols, here)
        if operand is None:
            return None
        operands.append(operand)
    return operands or None


def _read(text: str, symbols: Symbols, here: int) -> Operand | None:
    match = _FORM.fullmatch(text)
    if match is None:
        return None
    kind, value = match["type"].upper(), match["value"] or ""
    count = _number(match["dup"], match["dupx"], symbols, here, 1)
    explicit = match["len"] is not None
    if explicit:
        length: int | None = _number(match["len"], match["lenx"], symbols, here, 1)
    elif kind in _BY_VALUE:
        length = _length_of_value(kind, value)
    else:
        length = _TYPES.get(kind)
        if count is not None and value.startswith("'") and "," in value:
            count *= value.count(",") + 1
    if count is None or length is None or count < 0 or length < 1:
        return None
    align = 1 if explicit or kind in _BY_VALUE else _ALIGN.get(kind, length)
    return Operand(count, kind, length, explicit, align, value)


def _number(text: str | None, inner: str | None, symbols: Symbols, here: int, default: int) -> int | None:
    if text is None:
        return default
    return evaluate(inner, symbols, here) if inner is not None else int(text)


def _length_of_value(kind: str, value: str) -> int:
    text = value[1:-1] if value.startswith("'") else ""
    if kind == "X":
        return max(1, sum((len(part.strip()) + 1) // 2 for part in text.split(",")))
    if kind == "B":
        return max(1, sum((len(part.strip()) + 7) // 8 for part in text.split(",")))
    if kind == "P":
        return max(1, sum(c.isdigit() for c in text) // 2 + 1)
    if kind in ("CU", "G"):
        return max(2, 2 * len(text.replace("''", "'")))
    return max(1, len(text.replace("''", "'").replace("&&", "&")))
