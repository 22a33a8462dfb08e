"""The modules of the package, each read and parsed once for all tests that are about them."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "getpage"

#: The package itself offers what `app` and `core` have, when it is asked for.
NAME = "getpage"


@cache
def text(path: Path) -> str:
    """The text of a file."""
    return path.read_text(encoding="utf-8")


@cache
def lines_with(patterns: tuple[str, ...], paths: tuple[Path, ...]) -> dict[str, list[str]]:
    """The lines of texts in which each pattern is, in any case: one search for all finds the few texts that
    are looked at line by line.
    """
    suspects = [path for path in paths if re.search("|".join(patterns), text(path), re.IGNORECASE)]
    return {
        pattern: [
            f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
            for path in suspects
            for number, line in enumerate(text(path).splitlines(), 1)
            if re.search(pattern, line, re.IGNORECASE)
        ]
        for pattern in patterns
    }


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a Python file."""
    return ast.parse(text(path))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of the syntax tree of a Python file: to walk it takes as long as to parse it."""
    return tuple(ast.walk(tree(path)))


@cache
def modules() -> dict[str, Path]:
    """All modules by dotted name without `getpage.`; packages by their own name, the root as ''."""
    named = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        named[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return named


@cache
def imports(name: str) -> frozenset[str]:
    """The modules of getpage that a module imports anywhere in it: at the top, in functions, for types."""
    path = modules()[name]
    package = [NAME, *name.split(".")] if name else [NAME]
    package = package if path.name == "__init__.py" else package[:-1]
    actual: set[str] = set()
    for node in _statements(tree(path).body):
        if isinstance(node, ast.Import):
            wanted = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, node.module] if node.module else base)
            wanted = [f"{module}.{alias.name}" for alias in node.names]
        else:
            continue
        actual.update(_module(item) for item in wanted if item == NAME or item.startswith(f"{NAME}."))
    return frozenset(actual - {name})


def _statements(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Statements with those inside them; expressions, which import nothing, are most of a tree."""
    for node in nodes:
        yield node
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from _statements(getattr(node, part, ()))


def _module(dotted: str) -> str:
    """The module that `getpage.a.b` names or has `b` from, without `getpage.`."""
    inner = dotted.partition(".")[2]
    return inner if inner in modules() or inner == "_native" else inner.rpartition(".")[0]
