"""Nothing but the products names a product: engines and renderers know them by the contract."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import pytest

from sources import PACKAGE as SOURCE
from sources import nodes

if TYPE_CHECKING:
    from pathlib import Path

FLOORS = (
    *("core", "result", "contract", "evidence", "runs"),
    *("ledger", "curve", "forecast", "plan", "prove", "collect", "answers", "report", "app"),
)

#: Names of products as identities, folders and people have them, with what is of one of them alone: stems of
#: messages, macros, address spaces, record types. z/OS is the platform of them all and may be named, and so
#: may what measures it (RMF, SMF 70 to 79); `zos` as an identity may not.
NAMES = (
    *("mq", "ibm mq", "websphere", "mstr", "mp1b", "csq[a-z0-9]*"),
    *("db2", "ifcids?", "dbm1", "dsn[a-z0-9]*", "sdsnmacs"),
    *("zos", "cics", "dfh[a-z0-9]*", "ims", "java", "jvms?", "dfsort", "tcp/?ip", "smf 1[0-9][0-9]"),
)
NAMED = re.compile(rf"(?<![a-z0-9])({'|'.join(NAMES)})(?![a-z0-9])", re.IGNORECASE)

#: What still does, and how often: a table to make shorter, never longer. The first is what `PLATFORM` is; the
#: settings of a curve tell in their help what SPSIZE and VPSEQT are of. JCL has DSN=, Zowe zos-files.
REMAINS = {
    "core/names.py": 1,
    "curve/settings.py": 5,
    "result/curve.py": 2,
    "runs/agree.py": 1,
    "collect/jobs.py": 7,
}


@cache
def named(path: Path) -> list[tuple[int, str]]:
    """What of a module's identifiers and texts names a product, with its line; docstrings may."""
    docs = {
        id(first.value)
        for node in nodes(path)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and node.body
        for first in node.body
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    }
    collected = []
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            texts = [node.value]
        else:
            texts = [word.replace("_", " ") for word in identifiers(node)]
        collected += [
            (getattr(node, "lineno", 0), text) for text in texts if NAMED.search(text.replace("_", " "))
        ]
    return collected


def identifiers(node: ast.AST) -> list[str]:
    """The names that a node of a syntax tree has itself."""
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, (ast.arg, ast.keyword)):
        return [node.arg or ""]
    if isinstance(node, ast.ImportFrom):
        return [*(node.module or "").split("."), *(alias.asname or "" for alias in node.names)]
    if isinstance(node, ast.alias):
        return node.name.split(".")
    return []


MODULES = sorted(path for floor in FLOORS for path in (SOURCE / floor).rglob("*.py"))


def test_the_modules_are_there():
    assert {path.relative_to(SOURCE).parts[0] for path in MODULES} == {
        floor.split("/")[0] for floor in FLOORS
    }


@pytest.mark.parametrize("floor", FLOORS)
def test_no_product_is_named(floor):
    by_name = {
        str(path.relative_to(SOURCE)): named(path) for path in MODULES if path.is_relative_to(SOURCE / floor)
    }
    over = {name: places for name, places in by_name.items() if len(places) > REMAINS.get(name, 0)}
    assert over == {}


def test_what_remains_is_no_longer_than_it_has_to_be():
    counts = Counter({str(path.relative_to(SOURCE)): len(named(path)) for path in MODULES})
    assert {name: counts[name] for name in REMAINS} == REMAINS


def test_a_name_is_found_in_texts_and_identifiers_and_not_in_docstrings_or_words(tmp_path):
    module = tmp_path / "one.py"
    module.write_text(
        '"""Db2."""\n'
        "from getpage.products.db2 import PRODUCT as MQ\n"
        "price = {'mq': 1}\n"
        "def zos_of(at): return at.is_db2\n"
        "text = f'as {at} of CICS, z/OS, mqueue, claims'\n"
    )
    assert sorted(line for line, _ in named(module)) == [2, 2, 3, 4, 4, 5]
