"""The operands of DS and DC: duplication factor, type, length, value; and expressions in them: + - * /,
parentheses, symbols, L'X (HLASM Language Reference, chapter 5).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from getpage.layouts.source import split_operands

_TOKEN = re.compile(
    r"\s*(?:(?P<self>[XBC]'[^']*')|L'(?P<length>[A-Z@#$_][\w@#$]*)|(?P<number>\d{1,10}(?!\d))"
    r"|(?P<name>[A-Z@#$_][\w@#$]*)|(?P<sign>[-+*/()]))",
    re.IGNORECASE | re.ASCII,
)
#: Nothing in a record is as large.
_LARGEST = 1 << 31


@dataclass(slots=True)
class Symbols:
    """What names stand for: values (offsets or numbers) and lengths."""

    values: dict[str, int] = field(default_factory=dict)
    lengths: dict[str, int] = field(default_factory=dict)


class _Unknown(Exception):
    """The expression cannot be computed."""


def evaluate(text: str, symbols: Symbols, here: int | None = None) -> int | None:
    """The value of an expression, * being `here`; None when it is none or uses what is not known."""
    tokens: list[tuple[str, str]] = []
    at = 0
    while at < len(text) and len(tokens) < 100:
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            return None
        tokens.append((match.lastgroup, match[match.lastgroup]))
        at = match.end()
    try:
        value, rest = _sum(tokens, symbols, here)
    except (_Unknown, ValueError):
        return None
    return value if not rest and at >= len(text) else None


_Tokens = list[tuple[str, str]]


def _sum(tokens: _Tokens, symbols: Symbols, here: int | None) -> tuple[int, _Tokens]:
    value, tokens = _product(tokens, symbols, here)
    while tokens and tokens[0][1] in ("+", "-"):
        sign = 1 if tokens[0][1] == "+" else -1
        term, tokens = _product(tokens[1:], symbols, here)
        value += sign * term
    return value, tokens


def _product(tokens: _Tokens, symbols: Symbols, here: int | None) -> tuple[int, _Tokens]:
    value, tokens = _term(tokens, symbols, here)
    while tokens and tokens[0][1] in ("*", "/"):
        operation = tokens[0][1]
        term, tokens = _term(tokens[1:], symbols, here)
        # HLASM: division truncates, and by zero gives zero
        value = (
            value * term
            if operation == "*"
            else (0 if term == 0 else abs(value) // abs(term) * (1 if value * term >= 0 else -1))
        )
        if abs(value) > _LARGEST:
            raise _Unknown
    return value, tokens


def _term(tokens: _Tokens, symbols: Symbols, here: int | None) -> tuple[int, _Tokens]:
    if not tokens:
        raise _Unknown
    (kind, text), rest = tokens[0], tokens[1:]
    value: int | None = None
    if text == "(":
        value, rest = _sum(rest, symbols, here)
        if not rest or rest[0][1] != ")":
            raise _Unknown
        rest = rest[1:]
    elif text in ("+", "-"):
        value, rest = _term(rest, symbols, here)
        value = -value if text == "-" else value
    elif text == "*":
        value = here
    elif kind == "number":
        value = int(text)
    elif kind == "self":
        value = _self_defining(text)
    elif kind == "length":
        value = symbols.lengths.get(text.upper())
    elif kind == "name":
        value = symbols.values.get(text.upper())
    if value is None or abs(value) > _LARGEST:
        raise _Unknown
    return value, rest


def _self_defining(text: str) -> int:
    digits = text[2:-1]
    if text[0] in "Cc":
        return int.from_bytes(digits.encode("cp037", errors="replace")[:4])
    return int(digits, 16 if text[0] in "Xx" else 2)


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
