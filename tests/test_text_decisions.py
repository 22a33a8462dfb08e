"""Nothing is decided by English words: what a decision needs is a field of its own.

Words are for readers, and change with the next reader. Texts that come from outside are evidence: their
readers, and those of options, may look for what is printed.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest

from sources import PACKAGE, modules, nodes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: Fields and names that hold words for readers.
WORDS = {
    *("basis", "because", "caution", "claim", "description", "effect", "heading", "headline", "holder"),
    *("in_brief", "label", "note", "notes", "question", "setting", "supply", "title", "unit", "verify"),
    *("verify_after", "what", "why", "words"),
}
METHODS = {"startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition", "split"}
#: Two letters in a row, or several words: no symbol.
ENGLISH = re.compile(r"[a-z]{2}| ")

#: Readers of evidence and of tables that others printed: words are what they are given.
READERS = re.compile(r"products/\w+/(text|xml)/|layouts/|evidence/|runs/|prove/printed")
ALLOWED = {
    "core/figures.py": "bytes is the unit of a figure, as the layouts name it",
    "core/numbers.py": "us is how layouts write the microsecond",
    "core/lazy.py": "the name of a module",
    "report/forecast/blocks.py": "bytes is the unit of a figure, as the layouts name it",
}


def _holds_words(node: ast.expr) -> bool:
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name in WORDS
        case ast.Call(func=ast.Attribute(value=inner, attr="lower" | "strip" | "upper" | "casefold")):
            return _holds_words(inner)
    return False


def _is_english(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(map(_is_english, node.elts))
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(ENGLISH.search(node.value))


def _is_class_name(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in {"__name__", "__qualname__"}


def decisions(every: Iterable[ast.AST]) -> Iterator[int]:
    """Lines of nodes of a syntax tree that decide by words, or by the name of a class."""
    for node in every:
        match node:
            case ast.Call(func=ast.Attribute(value=holder, attr=method), args=[first, *_]):
                by_words = method in METHODS and _holds_words(holder) and _is_english(first)
                if by_words or (method == "get" and _is_class_name(first)):
                    yield node.lineno
            case ast.Compare(left=left, comparators=others):
                sides = (left, *others)
                by_words = any(map(_holds_words, sides)) and any(map(_is_english, sides))
                if by_words or any(map(_is_class_name, sides)):
                    yield node.lineno
            case ast.Subscript(slice=key) if _is_class_name(key):
                yield node.lineno
            case ast.Match(subject=subject, cases=cases) if _holds_words(subject):
                yield from (case.pattern.lineno for case in cases if isinstance(case.pattern, ast.MatchValue))


def test_nothing_is_decided_by_english_words_or_by_the_name_of_a_class():
    paths = {path.relative_to(PACKAGE).as_posix(): path for path in modules().values()}
    by_text = [
        f"{name}:{line}"
        for name, path in paths.items()
        if not READERS.search(name) and name not in ALLOWED
        for line in decisions(nodes(path))
    ]
    assert not by_text, "give what is decided by a field of its own"


def test_what_is_allowed_is_still_there():
    assert [name for name in ALLOWED if not any(decisions(nodes(PACKAGE / name)))] == []


@pytest.mark.parametrize(
    "code",
    [
        "change.effect.startswith('Gives back')",
        "unit.endswith(('/s', ' per s'))",
        "curve.label.lower() == 'lowest'",
        "'page-ins' in finding.claim",
        "renderers[type(result).__name__]",
        "renderers.get(type(result).__name__)",
        "note in {'', 'not known'}",
    ],
)
def test_decisions_by_words_are_found(code):
    assert list(decisions(ast.walk(ast.parse(code)))) == [1]


@pytest.mark.parametrize(
    "code", ["unit.startswith('/')", "row['location'] == 'above the bar'", "finding.kind is Kind.NOTE"]
)
def test_symbols_and_values_of_evidence_are_no_words(code):
    assert not list(decisions(ast.walk(ast.parse(code))))
