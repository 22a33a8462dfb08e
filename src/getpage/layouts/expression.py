"""Assembler expressions, as lengths and duplication factors use them: + - * /, parentheses, symbols, L'X."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

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
