"""What is shipped speaks the words of the field, and one number is written in one way."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

from getpage.core import numbers, wording
from getpage.core.amounts import bytes_of
from getpage.core.units import GIB
from getpage.curve.sizes import parse_size
from getpage.plan.settings import parse_added
from sources import ROOT, lines_with, nodes, text

SHIPPED = (
    *ROOT.glob("*.md"),
    *ROOT.glob("docs/**/*.md"),
    *ROOT.glob("layouts/**/*.toml"),
    *ROOT.glob("src/**/*.py"),
    *ROOT.glob("src/**/*.html"),
    *ROOT.glob("src/**/*.js"),
    *ROOT.glob("crates/*/src/**/*.rs"),
)

#: Words that are not the field's or not English of today, and what to write.
NOT_OURS = {
    r"\bmend(s|ed|ing)?\b": "correct, repair, end",
    r"\bdearest\b": "most worth",
    r"\bfor want of\b": "for lack of",
    r"\bmake-believe\b": "sample",
    r"\bof its buffers less\b": "with 25 % fewer buffers",
    r"\bread(s|ing)?( \w+)? back\b": "page-ins; read again",
    r"(?<![\w.:\"'])(?<!in )\d[\d,.]* us\b(?!\")": "µs",
    r"\} us\b": "µs",
}


@pytest.mark.parametrize(("word", "instead"), NOT_OURS.items(), ids=NOT_OURS.values())
def test_no_shipped_text_has_a_word_that_the_field_does_not_use(word, instead):
    actual = lines_with(tuple(NOT_OURS), SHIPPED)[word]
    assert not actual, f"write: {instead}"


#: Names that never say what a thing is.
RIDDLES = {"one", "found", "made", "said", "told", "asked"}

#: Fields of published documents: their names are keys of the JSON.
PUBLISHED = {
    ("contract/printed.py", "found"),
    ("result/forecast.py", "asked"),
    ("result/inspection.py", "asked"),
    ("result/shown.py", "found"),
}


def bound_names(path: Path) -> set[str]:
    """Variables, parameters, functions and classes that a module binds."""
    names = set()
    for node in nodes(path):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
    return names


def test_a_name_says_what_it_is():
    package = ROOT / "src/getpage"
    riddles = {
        (path.relative_to(package).as_posix(), name)
        for path in package.rglob("*.py")
        for name in bound_names(path) & RIDDLES
    }
    assert riddles == PUBLISHED


#: Comments, and strings with their escapes, raw ones too, of a Rust source.
NOT_CODE = re.compile(r"""//[^\n]*|'(?:\\.|[^\\'])'|r#"(?s:.*?)"#|"(?s:\\.|[^"\\])*\"""")


def test_a_name_in_rust_says_what_it_is():
    riddles = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in ROOT.glob("crates/*/src/**/*.rs")
        for name in re.findall(r"\w+", NOT_CODE.sub(" ", text(path)))
        if name in RIDDLES - {"found"}  # errors and damage state what was expected and what was found
    }
    assert not riddles


def test_no_two_public_classes_have_one_name():
    places = defaultdict(list)
    for path in (ROOT / "src/getpage").rglob("*.py"):
        for node in nodes(path):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(path.as_posix())
    assert not {name: paths for name, paths in places.items() if len(paths) > 1}


def test_what_is_shipped_was_found():
    assert {path.suffix for path in SHIPPED} >= {".md", ".toml", ".py", ".html", ".rs"}


@pytest.mark.parametrize("count", [1, 999, 4096, 45_928_448, 1 << 30, 1_556_480_000, 15_400_000_000])
def test_sentences_and_tables_write_one_size_alike(count):
    assert wording.size(count) == numbers.storage(count)


@pytest.mark.parametrize(
    ("value", "words"),
    [(0.000163, "163 µs"), (0.0006, "600 µs"), (353.14, "5 min 53 s"), (46_080, "12 h 48 min")],
)
def test_sentences_and_tables_write_one_time_alike(value, words):
    assert wording.seconds(value) == numbers.seconds(value) == words


def test_a_long_time_of_evidence_stands_in_full_and_as_sentences_say_it():
    assert numbers.value_with_unit(353.14, "s") == "353.14 s (5 min 53 s)"
    assert numbers.value_with_unit(163, "us") == "163 µs"


def test_units_of_storage_are_named_in_one_place():
    named = re.compile(
        r"^_?(KIB|MIB|GIB|TIB|KB|MB|GB|PAGE|FRAME)\b[^=\n]*= *(4_?096|1 << \d+)$", re.MULTILINE
    )
    actual = [path.relative_to(ROOT) for path in ROOT.glob("src/**/*.py") if named.search(text(path))]
    assert actual == [Path("src/getpage/core/units.py")]


@pytest.mark.parametrize("text", ["2GiB", "2gb", "2 GB", "2048MiB"])
def test_storage_is_read_alike_wherever_it_is_written(text):
    assert parse_size(text).amount == bytes_of(text) == 2 * GIB
    assert parse_added(text) == {None: 2 * GIB}
