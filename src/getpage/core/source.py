"""Modules read as they are written, not imported.

Docstrings are the help of verbs and the explanations of checks. What they stand in needs far more than they
do: reading a few lines is not worth importing a data frame library.
"""

from __future__ import annotations

import ast
from importlib.util import find_spec
from pathlib import Path


def folder_of(package: str) -> Path:
    """Where a package is; it is not imported, the packages that it is in are."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        message = f"no package {package!r}"
        raise ModuleNotFoundError(message, name=package)
    return Path(spec.submodule_search_locations[0])


def source_of(path: Path) -> ast.Module:
    """A module as it is written."""
    return ast.parse(path.read_text(encoding="utf-8"))


def head_of(path: Path) -> ast.Module:
    """A module as it is written, until its first function: its docstring and its constants."""
    head, *_ = path.read_text(encoding="utf-8").partition("\ndef ")
    return ast.parse(head)


def docstring_of(module: ast.Module, function: str) -> str:
    """What a function of a module says of itself."""
    found = (one for one in module.body if isinstance(one, ast.FunctionDef) and one.name == function)
    return ast.get_docstring(next(found)) or ""
