"""One assembler source statement: name, operation, operands, remark (HLASM Language Reference, chapter 2)."""

from __future__ import annotations

#: Attribute references (L'FIELD): their apostrophe opens no string.
_ATTRIBUTES = "DIKLNOST"


def is_name(character: str) -> bool:
    """Whether a character may stand in a symbol."""
    return character.isalnum() or character in "@#$_"


def opens_string(text: str, at: int) -> bool:
    """Whether the apostrophe at `at` opens a string, and is not that of L'FIELD."""
    before, after = text[at - 1 : at].upper(), text[at + 1 : at + 2]
    attribute = before != "" and before in _ATTRIBUTES and not is_name(text[at - 2 : at - 1] or " ")
    return not (attribute and (after.isalpha() or after in tuple("@#$_")))


def operand_end(text: str) -> int:
    """Where the operands end: the first blank outside strings."""
    quoted = False
    for at, character in enumerate(text):
        if character == "'":
            quoted = not quoted and opens_string(text, at)
        elif character == " " and not quoted:
            return at
    return len(text)


def split_operands(text: str) -> list[str]:
    """Operands apart, at commas outside strings and parentheses."""
    parts, depth, quoted, start = [], 0, False, 0
    for at, character in enumerate(text):
        if character == "'":
            quoted = not quoted and opens_string(text, at)
        elif quoted:
            continue
        elif character in "()":
            depth += 1 if character == "(" else -1
        elif character == "," and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    return [part for part in (*parts, text[start:]) if part]


def split_statement(text: str) -> tuple[str, str, str, str]:
    """Name, operation, operands and remark of a statement."""
    name, rest = "", text
    if text[:1] not in ("", " "):
        name, _, rest = text.partition(" ")
    operation, _, rest = rest.strip().partition(" ")
    rest = rest.lstrip()
    end = operand_end(rest)
    return name.upper(), operation.upper(), rest[:end], remark(rest[end:])


def remark(text: str) -> str:
    """A remark without the frames that macros print around it."""
    bare = text.strip().strip("*").strip()
    bare = bare.removeprefix("/*").removesuffix("*/").strip(" *")
    printable = "".join(c if c.isprintable() else " " for c in bare)
    return " ".join(printable.split())
