"""Imports go downward only, by the floors of the project's shape, and nowhere in a circle."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "getpage"

#: Bottom up. A package imports from its own floor and from floors below it; what is listed together knows
#: nothing of each other.
FLOORS = (
    {"_native"},
    {"core"},
    {"result"},
    {"contract"},
    {"products.common"},
    {
        *("products.mq", "products.db2", "products.cics", "products.java", "products.sort", "products.ims"),
        *("products.tcpip", "products.linux", "products.dumps", "products.zos"),
    },
    {"products.registry"},
    {"evidence"},
    {"layouts", "runs"},
    {"ledger"},
    {"curve", "answers"},
    {"forecast"},
    {"plan", "prove", "collect"},
    {"report"},
    {"app"},
    {"demo"},
    {"cli"},
    {"docs", "__main__"},
)
LEVEL = {name: level for level, names in enumerate(FLOORS) for name in names}

#: The package itself offers what `app` and `core` have, when it is asked for.
ROOT = "getpage"


def modules() -> dict[str, Path]:
    """All modules by dotted name without `getpage.`; packages by their own name."""
    found = {}
    for path in SOURCE.rglob("*.py"):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        found[".".join(parts)] = path
    return found


MODULES = modules()


def imports(name: str) -> set[str]:
    """The modules of getpage that a module imports, anywhere in it: at the top, in functions, for types."""
    path = MODULES[name]
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            wanted = [(one.name.split("."), "") for one in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            base = [ROOT, *base] if node.level else []
            module = [*base, *(node.module.split(".") if node.module else [])]
            wanted = [(module, one.name) for one in node.names]
        else:
            continue
        for module, last in wanted:
            if module[:1] != [ROOT]:
                continue
            inner = ".".join(module[1:])
            deeper = f"{inner}.{last}".strip(".")
            found.add(deeper if deeper in MODULES else inner)
    return found - {name}


def floor_of(name: str) -> str:
    """Which floor a module is on: the longest listed name that it begins with."""
    parts = name.split(".")
    return next((".".join(parts[:n]) for n in range(len(parts), 0, -1) if ".".join(parts[:n]) in LEVEL), name)


def test_every_package_has_its_floor():
    unplaced = {floor_of(name) for name in MODULES} - LEVEL.keys()
    assert unplaced <= {"", "products"}, "say in FLOORS where it stands"


@pytest.mark.parametrize("name", sorted(name for name in MODULES if floor_of(name) in LEVEL))
def test_a_module_imports_from_its_own_floor_and_those_below(name):
    mine = floor_of(name)
    upward = sorted(
        other
        for other in imports(name)
        if other not in {"", "_native"}
        and floor_of(other) != mine
        and LEVEL.get(floor_of(other), 99) >= LEVEL[mine]
    )
    assert not upward, f"{name} imports upward"


def top_imports(name: str) -> set[str]:
    """What a module needs to be loaded: imports at its top that are not for types only."""
    path = MODULES[name]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    found = set()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            base = [ROOT, *package[: len(package) - node.level + 1]] if node.level else []
            module = [*base, *(node.module.split(".") if node.module else [])]
            for one in node.names:
                inner = ".".join(module[1:]) if module[:1] == [ROOT] else None
                if inner is not None:
                    deeper = f"{inner}.{one.name}".strip(".")
                    found.add(deeper if deeper in MODULES else inner)
    return found - {name, ""}


def test_no_modules_import_each_other_in_a_circle():
    graph = {name: {one for one in top_imports(name) if one in MODULES} for name in MODULES}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"a circle: {' -> '.join(error.args[1])}")


def test_what_is_only_a_package_of_products_is_listed_once():
    there = {path.parent.name for path in (SOURCE / "products").glob("*/__init__.py")} - {"common"}
    listed = {name.removeprefix("products.") for names in FLOORS for name in names}
    assert there <= listed
