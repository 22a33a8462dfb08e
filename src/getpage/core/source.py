"""Modules read as they are written, not imported.

Docstrings are the help of verbs and the explanations of checks. What they stand in needs far more than they
do: reading a few lines is not worth importing a data frame library.
"""

from __future__ import annotations

import ast
from importlib.util import find_spec
from inspect import cleandoc
from pathlib import Path


def folder_of(package: str) -> Path:
    """The folder of a package. The package itself is not imported; its parent packages are."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        message = f"no package {package!r}"
        raise ModuleNotFoundError(message, name=package)
    return Path(spec.submodule_search_locations[0])


def head_of(path: Path) -> ast.Module:
    """A module as it is written, until its first function: its docstring and its constants."""
    head, *_ = path.read_text(encoding="utf-8").partition("\ndef ")
    return ast.parse(head)


def docstring_of(path: Path, function: str) -> str:
    """The docstring of a function, taken from the text of its module. Nothing is parsed, because the command
    line does this for every verb at each start.
    """
    _, _, after = path.read_text(encoding="utf-8").partition(f"\ndef {function}(")
    return cleandoc(after.split('"""', 2)[1])
